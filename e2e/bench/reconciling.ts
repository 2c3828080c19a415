/**
 * Reconcile in Chromium with as many lines as a file may have: the time, the heap and the pieces of each step, beside the least
 * that both sides take, splitting the same lines and parsing the same answers, and beside a page that does nothing.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium } from '@playwright/test'
import { seededTransfers } from '../../lib/sandbox/seed/seed'
import { chromiumOptions, scriptOf } from './distant'
import type { Taken } from './reconciling-page'

/** A statement of so many transfers, and what the look-up answers for each reference. */
function sampleOf(count: number) {
  const answers = new Map<string, string>()
  const lines = ['Date;Reference;Amount;Currency;Counterparty;Purpose;Status']
  for (const transfer of seededTransfers({ transfers: count, anchor: Date.UTC(2026, 10, 19, 16) })) {
    const reference = `pay-${String(lines.length).padStart(6, '0')}-q`
    const { amount, asset, direction, created_at: created } = transfer
    answers.set(reference, JSON.stringify({ ...transfer, ref_id: reference }))
    const signed = direction === 'DEBIT' ? `-${amount}` : amount
    const purpose = `Payment ${lines.length} for invoice ${reference} of the customer`
    lines.push([created.slice(0, 10), reference, signed, asset, 'Orsa Shipping Ltd', purpose, 'booked'].join(';'))
  }
  return { statement: `${lines.join('\n')}\n`, answers }
}

const question = (value: string) =>
  JSON.stringify({ field: 'ref_ids', values: [value], isOwn: true, count: 1, millis: 0.4 })

async function serve(count: number): Promise<{ url: string; close: () => void }> {
  const { statement, answers } = sampleOf(count)
  const files: Record<string, [string, string]> = {
    '/': ['text/html', '<!doctype html><title>Reconcile</title><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', await scriptOf('reconciling-page.ts')],
    '/statement.csv': ['text/csv', statement],
  }
  const server = createServer(async (request, response) => {
    const file = files[request.url ?? '/']
    if (file) return void response.writeHead(200, { 'content-type': file[0] }).end(file[1])
    if (request.url !== '/api/sandbox/lookup') return void response.writeHead(404).end()
    let body = ''
    for await (const piece of request.setEncoding('utf8')) body += piece
    const { identifiers } = JSON.parse(body) as { identifiers: { value: string }[] }
    const results = identifiers.map(({ value }) => {
      const found = answers.get(value)
      const verdict = found ? '"verdict":"found","field":"ref_ids"' : '"verdict":"not-found"'
      return `{${verdict},"transfers":[${found ?? ''}],"isMore":false,"requests":[],"asked":[${question(value)}]}`
    })
    response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'req_0123456789ab' })
    response.end(`{"results":[${results.join(',')}],"calls":1}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, close: () => void server.close() }
}

type Done = { steps: Record<string, Taken>; matched: number }

const shown = ({ millis, heap, pieces }: Taken) =>
  `${(millis / 1_000).toFixed(1).padStart(6)} s, heap at most ${heap.toFixed(0).padStart(4)} MB, pieces p95 ${pieces.usual.toFixed(1)} ms, longest ${pieces.longest.toFixed(0)} ms`

/** @yields a line for each step, and one for all of them */
export async function* benchReconciling(count: number): AsyncGenerator<string> {
  const served = await serve(count)
  const options = chromiumOptions()
  const browser = await chromium.launch({ ...options, args: [...options.args, '--enable-precise-memory-info'] })
  const run = async <Result>(script: string): Promise<Result> => {
    const page = await browser.newPage()
    page.on('pageerror', (error) => console.error(`The page threw: ${error.message}`))
    await page.goto(served.url)
    await page.waitForFunction('globalThis.reconciled')
    const result = await page.evaluate<Result>(script)
    await page.close()
    return result
  }
  try {
    const { taken: idle } = await run<{ taken: Taken }>('idle()')
    const { taken: least } = await run<{ taken: Taken }>('least()')
    const { steps, matched } = await run<Done>('reconciled()')
    yield `  nothing    ${shown(idle)}`
    yield `  least      ${shown(least)}`
    for (const [name, taken] of Object.entries(steps)) yield `  ${name.padEnd(10)} ${shown(taken)}`
    const all = Object.values(steps)
    const millis = all.reduce((sum, one) => sum + one.millis, 0)
    const heap = Math.max(...all.map((one) => one.heap))
    const times = (one: number, other: number) => `${(one / other).toFixed(1)}x the least`
    yield `  all: ${(millis / 1_000).toFixed(1)} s (aim 60 s; ${times(millis, least.millis)}), heap at most ${heap.toFixed(0)} MB (aim 300 MB; ${times(heap, least.heap)}); ${matched.toLocaleString('en-GB')} lines matched`
  } finally {
    await browser.close()
    served.close()
  }
}
