/** Renders a component as a signed-in page shows it, with a stand-in for the console's server. */
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { afterEach } from 'vitest'
import { page as frame } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PagePerson, Queries } from '@/components/shell/session'
import { CellCopying } from '@/components/ui/copy'
import { Announcer } from '@/components/ui/focus'
import { PreferencesProvider } from '@/components/ui/preferences'
import { type Preferences, readPreferences } from '@/lib/browser/preferences'
import type { Role } from '@/lib/provider/roles'
import { type Answers, answerRequests } from './proxy'

type ConsoleOptions = {
  /** Path and query of the page; its first segment is the environment. */
  url?: string
  session?: { person?: string; roles?: readonly Role[] }
  answers?: Answers
  preferences?: Partial<Preferences>
  /** Of the window, in pixels; a phone has 390. */
  width?: number
  /** False for a component that brings `main` and the announcer itself: the shell. */
  isInMain?: boolean
}

/** Renders with the first effects; React would render a little later. */
export const renderNow = (node: ReactNode) => flushSync(() => render(node))

const defaults = readPreferences(() => undefined)

/**
 * Renders what a page of the console shows.
 * @returns the screen's locators, `calls` as they are made, and `reload`, which renders the page anew at its present
 *          address with the storage that it left
 */
export async function renderInConsole(
  page: ReactNode,
  {
    url = '/sandbox',
    session = {},
    answers = {},
    preferences = {},
    width = 1440,
    isInMain = true,
  }: ConsoleOptions = {},
) {
  const { person = 'treasury', roles = ['treasury'] } = session
  const { calls } = answerRequests(answers, roles)
  if (window.innerWidth !== width) await frame.viewport(width, 900)
  // A text is as wide as its font, and on a busy machine the first ones were measured in the fallback's.
  await Promise.all([...document.fonts].map((font) => font.load()))
  window.history.replaceState(null, '', url)
  const { dataset } = document.documentElement
  const initial = { ...defaults, ...preferences }
  dataset.env = url.split('/')[1]?.split('?')[0] ?? 'sandbox'
  dataset.density = initial.density
  dataset.keys = initial.keys
  if (initial.theme !== 'system') dataset.theme = initial.theme
  const show = () =>
    renderNow(
      <PreferencesProvider initial={initial}>
        <Queries>
          {isInMain ? (
            <main id="main" tabIndex={-1}>
              {page}
            </main>
          ) : (
            page
          )}
          {isInMain && <Announcer />}
          {isInMain && <CellCopying />}
          <PagePerson person={person} />
        </Queries>
      </PreferencesProvider>,
    )
  let screen = await show()
  return {
    screen,
    calls,
    reload: async () => {
      window.dispatchEvent(new Event('pagehide'))
      await screen.unmount()
      screen = await show()
      return screen
    },
  }
}

/** What the address bar shows. */
export const address = () => window.location.pathname + window.location.search

afterEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  delete document.documentElement.dataset.theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs https
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
})
