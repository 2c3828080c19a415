/**
 * What following the money costs: a movement beside the load of the sign-in page, its calls, the list of movements beside the
 * list of transfers, and the matcher beside a scan. The provider is 40 ms away.
 */
import { chromium } from '@playwright/test'
import { movementsAmong } from '../../lib/api/movement-links'
import type { MovementAnswer, MovementPage } from '../../lib/features/money/interface'
import { type DecodedTransfer, readTransfer } from '../../lib/provider/reading'
import type { Transfer } from '../../lib/provider/transfers'
import { startConsoleOn } from '../processes'
import { type Browser as Client, demoBrowser } from '../session'
import { at, chromiumOptions, distant, line, signedIn } from './distant'
import { sampleOf, startLargeService } from './lookup-sample'

async function timed<Answer>(client: Client, path: string): Promise<{ millis: number; body: Answer }> {
  const began = performance.now()
  const answer = await client(path)
  const body = await answer.json()
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(body)}`)
  return { millis: performance.now() - began, body }
}

/** The matcher on as many transfers as were read, beside decoding them as a scan does. */
function matcherLine(transfers: readonly Transfer[]): string {
  const texts = transfers.map((one) => JSON.stringify(one))
  const began = performance.now()
  const decoded: DecodedTransfer[] = texts.map((text) => readTransfer(JSON.parse(text)))
  const read = performance.now() - began
  const again = performance.now()
  const movements = movementsAmong(decoded)
  const matched = performance.now() - again
  const each = (millis: number) => `${((1000 * millis) / transfers.length).toFixed(1)} µs`
  return `matching ${transfers.length.toLocaleString('en-GB')} transfers: ${each(matched)} each, beside ${each(read)} to parse and decode one; ${movements.length.toLocaleString('en-GB')} movements`
}

/** @returns a line a measurement, as soon as it is made */
export async function* benchMovements(transfers: number, rounds: number): AsyncGenerator<string> {
  const sandbox = await startLargeService(transfers)
  const service = await distant(sandbox.url)
  const console = await startConsoleOn(service.url)
  const browser = await chromium.launch(chromiumOptions())
  try {
    const sample = await sampleOf(sandbox.url, 20_000)
    const chains = movementsAmong(sample.map((one) => readTransfer(one))).filter(
      ({ transfers: all }) => all.length >= 4,
    )
    const client = await demoBrowser(console.url, 'treasury')
    await timed(client, '/api/sandbox/movements?limit=1')

    const [opened, calls] = [[] as number[], new Set<number>()]
    for (const { transfers: all } of chains.slice(0, rounds)) {
      const id = all[Math.floor(all.length / 2)]?.known.id ?? ''
      const { millis, body } = await timed<MovementAnswer>(client, `/api/sandbox/movements/${id}`)
      opened.push(millis)
      calls.add(body.calls)
      if (body.transfers.length < all.length && !body.incomplete) throw new Error(`${id} lacks transfers, unsaid.`)
    }
    yield line('a movement, over HTTP', opened, `  ${[...calls].sort().join(', ')} calls (at most 6)`)

    const page = await signedIn(browser, console.url, 'treasury')
    const [signIn, track] = [[] as number[], [] as number[]]
    const other = await browser.newPage()
    for (const { transfers: all } of chains.slice(0, Math.min(rounds, 25))) {
      await other.goto(`${console.url}/sign-in`, { waitUntil: 'load' })
      signIn.push(await other.evaluate(() => performance.getEntriesByType('navigation')[0]?.duration ?? 0))
      const began = performance.now()
      await page.goto(`${console.url}/sandbox/money/${all[0]?.known.id}`)
      await page.locator('ol.track').first().waitFor()
      track.push(performance.now() - began)
    }
    yield line('the sign-in page, loaded', signIn)
    const ratio = (at(track, 0.95) / at(signIn, 0.95)).toFixed(2)
    yield line('the page of a movement, whole load', track, `  ${ratio}x the sign-in page at p95`)

    const [list, rows] = [[] as number[], [] as number[]]
    for (let round = 0; round < Math.min(rounds, 40); round++) {
      list.push((await timed<MovementPage>(client, '/api/sandbox/movements')).millis)
      rows.push((await timed(client, '/api/sandbox/v2/transfer/transfers?limit=450')).millis)
    }
    yield line(
      'the list of movements',
      list,
      `  ${(at(list, 0.95) / at(rows, 0.95)).toFixed(2)}x 450 transfers through the proxy`,
    )
    yield line('450 transfers through the proxy', rows)
    yield matcherLine(sample)
  } finally {
    await browser.close()
    await console.stop()
    service.close()
    await sandbox.stop()
  }
}
