/** Stand-ins for next/navigation in component tests: the browser's own history, without a server. */
import { useMemo, useSyncExternalStore } from 'react'

const changed = 'test:address-changed'

// As Next does, so that a component may call the browser's history itself.
for (const method of ['pushState', 'replaceState'] as const) {
  const original = window.history[method].bind(window.history)
  window.history[method] = (...values: Parameters<History['pushState']>) => {
    original(...values)
    window.dispatchEvent(new Event(changed))
  }
}

function subscribe(listener: () => void) {
  window.addEventListener('popstate', listener)
  window.addEventListener(changed, listener)
  return () => {
    window.removeEventListener('popstate', listener)
    window.removeEventListener(changed, listener)
  }
}

export const usePathname = () => useSyncExternalStore(subscribe, () => window.location.pathname)

export function useSearchParams() {
  const search = useSyncExternalStore(subscribe, () => window.location.search)
  return useMemo(() => new URLSearchParams(search), [search])
}

const router = {
  push: (href: string) => window.history.pushState(null, '', href),
  replace: (href: string) => window.history.replaceState(null, '', href),
  back: () => window.history.back(),
  forward: () => window.history.forward(),
  refresh: () => {},
  prefetch: () => {},
}
export const useRouter = () => router

/** The server has rendered the list. */
export const useSelectedLayoutSegment = () => null
