/** Controls the browser in component tests: media features, connection, and axe. */
import axe from 'axe-core'
import { afterEach, expect } from 'vitest'
import { commands, userEvent } from 'vitest/browser'

type Media = {
  media?: 'print' | null
  colorScheme?: 'light' | 'dark' | null
  forcedColors?: 'active' | null
  reducedMotion?: 'reduce' | 'no-preference'
  contrast?: 'more' | null
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia: (media: Media) => Promise<void>
  }
}

/** As vitest.config.ts sets up the window. */
const usual: Media = { media: null, colorScheme: null, forcedColors: null, reducedMotion: 'reduce', contrast: null }
let isChanged = false

/** Prints or darkens the page, or lets it move, until the test ends. */
export async function emulateMedia(media: Media): Promise<void> {
  isChanged = true
  await commands.emulateMedia(media)
}

/** Tells the page that the connection is gone or back, until the test ends; requests are answered all the same. */
export function setOnline(isOnline: boolean): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
}

// Through it Vitest passes every `import()`. A request that is lost instead would never be made again: Chromium keeps the
// failure of a module, as the standard says. The chunks of a build are asked for again.
declare const __vitest_browser_runner__: { wrapDynamicImport: <T>(load: () => Promise<T>) => Promise<T> }

const lostFiles = new Set<string>()
const { wrapDynamicImport } = __vitest_browser_runner__
__vitest_browser_runner__.wrapDynamicImport = async (load) => {
  const lost = [...lostFiles].find((path) => String(load).includes(path))
  if (lost) throw new TypeError(`Failed to fetch dynamically imported module: ${lost}`)
  return wrapDynamicImport(load)
}

/** Lets no `import()` of a module through, until it is found again or the test ends. @param path from the root */
export const loseFile = (path: string): unknown => lostFiles.add(path)

export const findFile = (path: string): unknown => lostFiles.delete(path)

/** @returns the layout shifts from now on, without those that a person's input causes, as text */
export async function layoutShifts(): Promise<() => Promise<string[]>> {
  await document.fonts.ready
  type Shift = PerformanceEntry & { sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[] }
  const shifts: string[] = []
  const note = (entries: PerformanceEntry[]) => {
    for (const { sources } of entries as Shift[])
      for (const { node, previousRect: from, currentRect: to } of sources)
        shifts.push(`${node?.textContent?.slice(0, 60)}: ${[from.x, from.y]} to ${[to.x, to.y]}`)
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift' })
  return async () => {
    for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    note(observer.takeRecords())
    return shifts
  }
}

/** Runs axe's rules over what is rendered; page-level rules belong to the journeys in e2e. */
export async function checkAccessibility(): Promise<void> {
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`)).toEqual(
    [],
  )
}

afterEach(async () => {
  if (!navigator.onLine) setOnline(true)
  lostFiles.clear()
  if (!isChanged) return
  isChanged = false
  await commands.emulateMedia(usual)
})

type Copied = { text: string; html: string; isOurs: boolean }

/** Presses Ctrl+C. `isOurs` tells whether the page chose what is copied; otherwise it is the selection's text. */
export async function copy(): Promise<Copied> {
  const listening = new AbortController()
  const copied = new Promise<Copied>((resolve) =>
    // After the page's own listener, which has been there longer.
    window.addEventListener(
      'copy',
      ({ clipboardData, defaultPrevented: isOurs }) => {
        // Held back until the page's code for it is there.
        if (isOurs && !clipboardData?.types.length) return
        listening.abort()
        resolve({
          text: isOurs ? (clipboardData?.getData('text/plain') ?? '') : String(window.getSelection()),
          html: clipboardData?.getData('text/html') ?? '',
          isOurs,
        })
      },
      listening,
    ),
  )
  await userEvent.copy()
  return copied
}
