/**
 * How long a person waits in Chromium, with 40 ms of latency at the provider: a page's first row, list to
 * transfer and back, and how long the page takes to answer a press (the duration that INP is made of).
 */
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from '@playwright/test'
import { startConsoleOn, startDemo } from '../processes'

const serviceMillis = 40

/** A proxy in front of the sandbox that delays each answer, as a distant provider would. */
async function distant(target: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((incoming, outgoing) => {
    const onward = request(target + incoming.url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      setTimeout(() => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }, serviceMillis)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

const at = (values: readonly number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN
const line = (name: string, values: readonly number[], more = '') =>
  `${name.padEnd(34)} p50 ${at(values, 0.5).toFixed(0).padStart(5)} ms  p95 ${at(values, 0.95).toFixed(0).padStart(5)} ms  (${values.length})${more}`

const rowLink = 'tbody tr a[href*="/transfers/"]'

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

async function signedIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  // esbuild calls this helper in every function that it compiled, also in those that run in the page.
  await page.addInitScript('globalThis.__name = (value) => value')
  await page.goto(`${url}/sign-in`)
  await page.getByRole('button', { name: /^support/i }).click()
  await page.waitForURL((to) => !to.pathname.includes('sign-in'))
  return page
}

/** @param moves how many times list and transfer are changed @returns a line a measurement */
export async function benchMoves(moves: number): Promise<string[]> {
  const demo = await startDemo()
  const service = await distant(demo.sandbox.url)
  const console = await startConsoleOn(service.url)
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  })
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
    for (let round = 0; round < 12; round++) {
      door.push(await navigate(`${console.url}/sign-in?callbackUrl=/`, 'h1'))
      first.push(await navigate(list, rowLink))
    }
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
    const filter: number[] = []
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
    for (let round = 0; round < 8; round++) {
      const follow = (name: string) => () => page.getByRole('link', { name, exact: true }).click()
      older.push(await until(page, follow('Older'), { css: '[role=status]', text: /^Page 2: / }))
      newer.push(await until(page, follow('Newer'), { css: '[role=status]', text: /^100 loaded/ }))
      const choose = (name: string) => () => page.getByRole('radio', { name }).click()
      relative.push(await until(page, choose('Relative'), { css: 'tbody time', text: /ago/ }))
      await choose('UTC')()
      await page.locator('tbody time:text("ago")').first().waitFor({ state: 'detached' })
      filter.push(
        await until(
          page,
          () =>
            page
              .getByRole('button', { name: /^filter/i })
              .first()
              .click(),
          { css: '[role=dialog]' },
        ),
      )
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
      line('filter menu opens', filter, against(filter, 0.2)),
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
