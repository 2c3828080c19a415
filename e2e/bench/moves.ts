/**
 * How long a person waits in Chromium, with 40 ms of latency at the provider: a page's first row, list to
 * transfer and back, and how long the page takes to answer a press (the duration that INP is made of).
 */
import { chromium, type Page } from '@playwright/test'
import { startConsoleOn, startDemo } from '../processes'
import { at, chromiumOptions, distant, line, signedIn } from './distant'

const rowLink = 'tbody tr a[href*="/transfers/"]'

/** Milliseconds in which a person can react to what they see, at best. */
const reactionMillis = 250

/** A visible element with a text, or without `text` any. */
type Sight = { css: string; text?: RegExp }

/** Milliseconds from the press to the frame that shows something. The page counts them, so talking to it costs nothing. */
async function until(page: Page, act: () => Promise<unknown>, { css, text = /./ }: Sight): Promise<number> {
  await page.evaluate(
    ([selector, source]) => {
      const isShown = () =>
        [...document.querySelectorAll(selector)].some(
          (element) => element.checkVisibility() && new RegExp(source).test(element.textContent ?? ''),
        )
      const shown = new Promise<number>((resolve) => {
        const begin = () => {
          const pressed = performance.now()
          const look = () => (isShown() ? resolve(performance.now() - pressed) : requestAnimationFrame(look))
          requestAnimationFrame(look)
        }
        addEventListener('pointerdown', begin, { capture: true, once: true })
      })
      Object.assign(window, { shown })
    },
    [css, text.source] as const,
  )
  await act()
  return page.evaluate(() => Reflect.get(window, 'shown') as Promise<number>)
}

/** @param moves how many times list and transfer are changed @returns a line a measurement */
export async function benchMoves(moves: number): Promise<string[]> {
  // First, so that a machine without one hears of it at once.
  const browser = await chromium.launch(chromiumOptions())
  const demo = await startDemo()
  const service = await distant(demo.sandbox.url)
  const console = await startConsoleOn(service.url)
  try {
    const page = await signedIn(browser, console.url)
    const list = `${console.url}/sandbox/transfers`
    const navigate = async (url: string, selector: string) => {
      await page.goto(url)
      await page.locator(selector).first().waitFor()
      return page.evaluate(() => performance.now())
    }
    const first: number[] = []
    const door: number[] = []
    const filter = () =>
      page
        .getByRole('button', { name: /^filter/i })
        .first()
        .click()
    const firstFilter: number[] = []
    for (let round = 0; round < 20; round++) {
      door.push(await navigate(`${console.url}/sign-in?callbackUrl=/`, 'h1'))
      first.push(await navigate(list, rowLink))
      // Nobody presses sooner after the rows are there.
      await page.evaluate((millis) => new Promise((resolve) => setTimeout(resolve, millis)), reactionMillis)
      firstFilter.push(await until(page, filter, { css: '[role=dialog]:not([popover])' }))
    }
    await page.goto(list)
    await page.locator(rowLink).first().waitFor()
    // The time from an interaction to the next paint (Event Timing; INP is the worst of them).
    await page.evaluate(() => {
      const seen: { name: string; millis: number }[] = []
      Object.assign(window, { seen })
      new PerformanceObserver((entries) => {
        for (const entry of entries.getEntries())
          if ('interactionId' in entry && entry.interactionId) seen.push({ name: entry.name, millis: entry.duration })
      }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
    })
    const open: number[] = []
    const back: number[] = []
    const nextFilter: number[] = []
    for (let round = 0; round < moves; round++) {
      open.push(
        await until(
          page,
          () =>
            page
              .locator(rowLink)
              .nth(round % 15)
              .click(),
          { css: '[role=tab]', text: /JSON/ },
        ),
      )
      back.push(
        await until(
          page,
          () =>
            page
              .getByRole('link', { name: /back to|^transfers$/i })
              .first()
              .click(),
          { css: '[aria-label="Transfers table"] tbody a' },
        ),
      )
    }
    const older: number[] = []
    const newer: number[] = []
    const relative: number[] = []
    for (let round = 0; round < 24; round++) {
      const follow = (name: string) => () => page.getByRole('link', { name, exact: true }).click()
      older.push(await until(page, follow('Older'), { css: '[role=status]', text: /^Page 2: / }))
      newer.push(await until(page, follow('Newer'), { css: '[role=status]', text: /^100 loaded/ }))
      const choose = (name: string) => () => page.getByRole('radio', { name }).click()
      relative.push(await until(page, choose('Relative'), { css: 'tbody time', text: /ago/ }))
      await choose('UTC')()
      await page.locator('tbody time:text("ago")').first().waitFor({ state: 'detached' })
      nextFilter.push(await until(page, filter, { css: '[role=dialog]:not([popover])' }))
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog]:visible').waitFor({ state: 'detached' })
    }
    const seen = await page.evaluate(() => (window as unknown as { seen: { name: string; millis: number }[] }).seen)
    const all = [...open, ...back]
    const load = at(door, 0.5)
    const against = (values: readonly number[], aim: number) =>
      `  p95 ${(at(values, 0.95) / load).toFixed(2)}x the sign-in page (aim ${aim})`
    const quick = all.filter((millis) => millis < 200).length / all.length
    return [
      line('sign-in page, to its heading', door),
      line('list, to its first row', first, `  ${(at(first, 0.5) / at(door, 0.5)).toFixed(2)}x the sign-in page`),
      line('list to transfer', open, against(open, 0.35)),
      line('transfer to list', back, against(back, 0.35)),
      `under 200 ms: ${(100 * quick).toFixed(0)} % of ${all.length} moves (aim 95 %)`,
      line('older page', older, against(older, 0.6)),
      line('newer page, from the cache', newer, against(newer, 0.6)),
      line('relative times', relative, against(relative, 0.2)),
      line('filter menu opens, first time', firstFilter, against(firstFilter, 0.2)),
      line('filter menu opens again', nextFilter, against(nextFilter, 0.2)),
      line(
        'press to next picture',
        seen.map(({ millis }) => millis),
        '  (events of 16 ms and more)',
      ),
    ]
  } finally {
    await browser.close()
    await console.stop()
    service.close()
    await demo.stop()
  }
}
