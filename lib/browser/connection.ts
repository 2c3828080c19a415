/**
 * Whether Mintdesk can be reached, and the navigation that is under way. Next keeps the page while a request of its router
 * fails (`experimental.useOffline`), and goes on when the next one succeeds. This adds what it lacks: an error of a gateway
 * counts as no connection, documents wait too, and a page can say what it waits for.
 */

export type Connection = {
  /** Whether the last request for that page failed: no answer, or a gateway's. */
  isLost: boolean
  /** The step to another page that was asked for last; its page may be on screen by now. */
  navigation?: { href: string }
}

let connection: Connection = { isLost: false }
const listeners = new Set<() => void>()

function change(changes: Partial<Connection>): void {
  const isSame = Object.entries(changes).every(([name, value]) => connection[name as keyof Connection] === value)
  if (isSame) return
  connection = { ...connection, ...changes }
  for (const listener of listeners) listener()
}

export const readConnection = (): Connection => connection
export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Notes a step to another page. @param url of this origin, complete or from its root */
export function beginNavigation(url: string): void {
  change({ navigation: { href: new URL(url, window.location.href).href }, isLost: false })
}

/** The page has changed, or the person stays on it. */
export const endNavigation = (): void => change({ navigation: undefined, isLost: false })

/** A gateway answers these for a console that it cannot reach. The console itself answers 503 while it is overloaded. */
const unreachable = new Set([502, 503, 504])

/** Milliseconds that the console may take to answer whether it is there. */
const answerMillis = 10_000

/** Whether the console answers now. */
export async function canReachConsole(): Promise<boolean> {
  try {
    const init = { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(answerMillis) } as const
    return !unreachable.has((await fetch('/api/ready', init)).status)
  } catch {
    return false
  }
}

/** Whether a request is one of Next's router, which asks for a page's parts. */
const isOfRouter = (init: RequestInit | undefined) => new Headers(init?.headers).has('rsc')

/**
 * Lets Next's router see a gateway's error as the lost connection that it is: it would leave for the gateway's page.
 * @returns what undoes it
 */
export function detectLostConnection(): () => void {
  const original = window.fetch
  const detecting: typeof fetch = async (target, init) => {
    if (!isOfRouter(init)) return original(target, init)
    try {
      const response = await original(target, init)
      if (unreachable.has(response.status)) throw new TypeError(`Mintdesk was not reached: ${response.status}`)
      change({ isLost: false })
      return response
    } catch (thrown) {
      // Next gives up a request itself after a new one, or when the page is left.
      if (!(thrown instanceof DOMException)) change({ isLost: true })
      throw thrown
    }
  }
  window.fetch = detecting
  return () => {
    if (window.fetch === detecting) window.fetch = original
  }
}

/** Milliseconds until the console is asked again; the last one repeats. */
const pauses = [500, 1_000, 2_000, 3_000]

/**
 * Opens another document of this origin once the console answers, so that the browser's error page never replaces the
 * page. Steps within a document are Next's. Reloads, downloads and steps through the history are the browser's own. Without
 * the Navigation API (Safari before 26.2) documents open as usual.
 * @returns what stops it
 */
export function holdDocuments(): () => void {
  const controller = new AbortController()
  let isPassing = false
  const open = async (url: string, isReplacing: boolean) => {
    beginNavigation(url)
    const { navigation } = connection
    // Another step, or the wish to stay, ends the wait.
    const isWanted = () => connection.navigation === navigation && !controller.signal.aborted
    for (let attempt = 0; isWanted(); attempt++) {
      const isThere = await canReachConsole()
      if (!isWanted()) return
      change({ isLost: !isThere })
      if (isThere) {
        isPassing = true
        window.location[isReplacing ? 'replace' : 'assign'](url)
        isPassing = false
        return
      }
      await pause(pauses[Math.min(attempt, pauses.length - 1)] ?? 0)
    }
  }
  const onNavigate = (event: NavigateEvent) => {
    const { destination, navigationType } = event
    if (isPassing || !event.cancelable || event.downloadRequest !== null || event.formData) return
    if (destination.sameDocument || new URL(destination.url).origin !== window.location.origin) return
    if (navigationType !== 'push' && navigationType !== 'replace') return
    // After sign-out nothing of the page may stay on screen.
    if (!event.userInitiated && new URL(destination.url).pathname === '/sign-in') return
    event.preventDefault()
    void open(destination.url, navigationType === 'replace')
  }
  window.navigation?.addEventListener('navigate', onNavigate, controller)
  return () => controller.abort()
}

/** Waits so many milliseconds, or until the browser is online. */
const pause = (millis: number) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, millis)
    window.addEventListener('online', end)
  })
