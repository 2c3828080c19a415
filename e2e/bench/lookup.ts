/**
 * How long finding a transfer takes, with 40 ms of latency at the provider: from the paste of a hash to what it found,
 * beside the filter way and a plain search page; calls of each kind of identifier; ten thousand at once.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import type { LookupIdentifier } from '../../lib/features/lookup/input'
import type { LookupAnswer, LookupField } from '../../lib/features/lookup/interface'
import type { Transfer } from '../../lib/provider/transfers'
import { freePort, startConsoleOn, startProcess } from '../processes'
import { type Browser as Client, demoBrowser } from '../session'
import { at, chromiumOptions, distant, line, signedIn } from './distant'
import { sampleOf, startLargeService, valuesOf } from './lookup-sample'

const root = join(import.meta.dirname, '..', '..')
/** Aims: milliseconds from paste to row, p95; and how much faster ten thousand are than one call each. */
const aimMillis = 190
const aimTimes = 50
const atOnce = 100
/** As many requests as the page sends at a time. */
const inFlight = 4
const rowsOfPlainPage = 10_000
/** Milliseconds after which a look-up is not awaited any more. */
const longestWait = 15_000
/** Rounds that load what the others have, and do not count. */
const warmUp = 5

const uuid = (value: string): LookupIdentifier => ({ kind: 'uuid', value })
const hashed = (value: string): LookupIdentifier => ({
  kind: 'hash',
  value: /^0x|^[0-9a-fA-F]{64}$/.test(value) ? value.replace(/^0x/, '').toLowerCase() : value,
})
const reference = (value: string): LookupIdentifier =>
  /^[0-9a-f]{8}-/.test(value) ? uuid(value) : { kind: 'reference', value }

async function lookup(client: Client, identifiers: readonly LookupIdentifier[]): Promise<LookupAnswer> {
  const answer = await client('/api/sandbox/lookup', { method: 'POST', json: { identifiers } })
  if (answer.status !== 200) throw new Error(`Look-up answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

async function timed<Value>(work: () => Promise<Value>): Promise<{ millis: number; value: Value }> {
  const began = performance.now()
  const value = await work()
  return { millis: performance.now() - began, value }
}

/** Calls and time of each kind, over HTTP. */
async function kindLines(client: Client, sample: readonly Transfer[]): Promise<string[]> {
  const kinds: [string, LookupIdentifier[]][] = [
    ['hash', valuesOf(sample, 'crypto_tx_hashes').map(hashed)],
    ['reference', valuesOf(sample, 'ref_ids').map((value) => ({ kind: 'reference' as const, value }))],
    ['UUID of a transfer', valuesOf(sample, 'ids').map(uuid)],
    ['UUID of a group', valuesOf(sample, 'group_ids').map(uuid)],
    ['UUID of a profile', valuesOf(sample, 'profile_ids').map(uuid)],
    ['UUID of an identity', valuesOf(sample, 'identity_ids').map(uuid)],
    ['UUID of an account', valuesOf(sample, 'account_ids').map(uuid)],
    ['UUID of nothing', Array.from({ length: 20 }, () => uuid(crypto.randomUUID()))],
  ]
  const lines: string[] = []
  for (const [name, identifiers] of kinds) {
    const millis: number[] = []
    const calls = new Set<number>()
    const found = new Set<string>()
    for (const one of identifiers.slice(0, 20)) {
      const { millis: taken, value } = await timed(() => lookup(client, [one]))
      millis.push(taken)
      calls.add(value.calls)
      found.add(value.results[0]?.verdict ?? '')
    }
    lines.push(line(`  ${name}`, millis, `  ${[...calls].join(', ')} calls at once: ${[...found].join(', ')}`))
  }
  return lines
}

/** Ten thousand identifiers: in hundreds as the page sends them, beside one call of the list each. */
async function batchLines(client: Client, sample: readonly Transfer[]): Promise<string[]> {
  const kinds: [LookupField, LookupIdentifier][][] = [
    valuesOf(sample, 'crypto_tx_hashes').map((value) => ['crypto_tx_hashes', hashed(value)]),
    valuesOf(sample, 'ref_ids').map((value) => ['ref_ids', reference(value)]),
    valuesOf(sample, 'ids').map((value) => ['ids', uuid(value)]),
  ]
  const longest = Math.max(...kinds.map(({ length }) => length))
  const mixed = Array.from({ length: longest }, (_, index) => kinds.flatMap((kind) => kind.slice(index, index + 1)))
  const all = mixed.flat().slice(0, 10_000)
  const batches = Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) =>
    all.slice(index * atOnce, (index + 1) * atOnce).map(([, identifier]) => identifier),
  )
  const counts: Record<string, number> = {}
  let calls = 0
  const { millis } = await timed(async () => {
    const waiting = [...batches]
    const work = async () => {
      for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
        const answer = await lookup(client, batch)
        calls += answer.calls
        for (const { verdict } of answer.results) counts[verdict] = (counts[verdict] ?? 0) + 1
      }
    }
    await Promise.all(Array.from({ length: inFlight }, work))
  })
  const alone = all.filter((_, index) => index % Math.ceil(all.length / 200) === 0)
  const { millis: serial } = await timed(async () => {
    for (const [field, identifier] of alone) {
      const value = identifier.kind === 'partial' ? '' : identifier.value
      const forms = identifier.kind === 'hash' && value.length === 64 ? [`0x${value}`, value] : [value]
      const query = new URLSearchParams(forms.map((form) => [field, form]))
      const answer = await client(`/api/sandbox/v2/transfer/transfers?${query}`)
      await answer.text()
      if (answer.status !== 200) throw new Error(`The list answered ${answer.status}.`)
    }
  })
  const expected = (serial / alone.length) * all.length
  const said = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`)
  return [
    `${all.length.toLocaleString('en-GB')} identifiers: ${(millis / 1000).toFixed(1)} s in ${calls} calls (${said.join(', ')})`,
    `  one call each: ${(serial / alone.length).toFixed(0)} ms a call over ${alone.length}, so ${(expected / 1000).toFixed(0)} s; 1/${(expected / millis).toFixed(0)} of that (aim 1/${aimTimes})`,
  ]
}

/** What shows that the transfer is there: its address, and an element of the page. */
type Sign = { path?: string; css: string; text: string }

/** Starts counting in the page at the next event of this kind, and returns how to wait for the sign. */
async function fromEvent(page: Page, event: string, sign: Sign): Promise<() => Promise<number>> {
  await page.evaluate(
    ([name, { path, css, text }, longest]) => {
      const isShown = () =>
        (path === undefined || location.pathname.endsWith(path)) &&
        [...document.querySelectorAll(css)].some(
          (element) => element.checkVisibility() && (element.textContent ?? '').includes(text),
        )
      const shown = new Promise<number>((resolve, reject) => {
        const begin = () => {
          const began = performance.now()
          const check = () => {
            const passed = performance.now() - began
            if (isShown()) resolve(passed)
            else if (passed > longest)
              reject(new Error(`Not shown after ${passed} ms at ${location}: ${document.body.innerText}`))
            else requestAnimationFrame(check)
          }
          requestAnimationFrame(check)
        }
        addEventListener(name, begin, { capture: true, once: true })
      })
      Object.assign(window, { shown })
    },
    [event, sign, longestWait] as const,
  )
  return () => page.evaluate(() => Reflect.get(window, 'shown') as Promise<number>)
}

/** The box in the bar: `/`, paste, Enter. */
async function byBox(page: Page, hash: string, { id }: Transfer): Promise<number> {
  const wait = await fromEvent(page, 'input', { path: id, css: `#main [title="${hash}"]`, text: '' })
  await page.keyboard.press('/')
  await page.keyboard.insertText(hash)
  await page.keyboard.press('Enter')
  return wait()
}

/** The filter of the list: menu, hash, paste, apply. The clicks follow each other as fast as a program makes them. */
async function byFilter(page: Page, list: string, hash: string, { id }: Transfer): Promise<number> {
  await page.goto(list)
  await page.locator('tbody tr a[href*="/transfers/"]').first().waitFor()
  const wait = await fromEvent(page, 'pointerdown', { css: `tbody tr:has(a[href*="${id}"])`, text: '' })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const menu = page.getByRole('dialog')
  await menu.getByRole('button', { name: 'Hash', exact: true }).click()
  await menu.getByRole('textbox').first().click()
  await page.keyboard.insertText(hash)
  await menu.getByRole('button', { name: 'Apply', exact: true }).click()
  return wait()
}

const plainPage = (service: string) => `<!doctype html><title>Search</title><input autofocus><table></table><script>
document.querySelector('input').addEventListener('input', async ({ target }) => {
  const answer = await fetch('${service}/transfers?crypto_tx_hash=' + encodeURIComponent(target.value))
  const rows = await answer.json()
  document.querySelector('table').innerHTML = rows.map(({ id, amount, asset }) =>
    '<tr><td>' + id + '<td>' + amount + ' ' + asset).join('')
})</script>`

/** A page with one field in front of json-server, as quickly written as one can be. @returns its times */
async function plainTimes(page: Page, sample: readonly Transfer[], rounds: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-plain-'))
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ transfers: sample.slice(0, rowsOfPlainPage) }))
  const port = await freePort()
  const words = [join(root, 'node_modules/json-server/lib/cli/bin.js'), '--quiet', '--port', String(port)]
  const peer = startProcess([...words, join(folder, 'db.json')], {}, `http://127.0.0.1:${port}`)
  const service = await distant(peer.url)
  const site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(plainPage(service.url))
  })
  try {
    site.listen(0, '127.0.0.1')
    await once(site, 'listening')
    while (!(await fetch(`${peer.url}/transfers?_limit=1`).catch(() => undefined)))
      await new Promise((resolve) => setTimeout(resolve, 50))
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const millis: number[] = []
    for (const { id, crypto_tx_hash: hash = '' } of withOwnHash(sample.slice(0, rowsOfPlainPage)).slice(0, rounds)) {
      await page.goto(url)
      await page.getByRole('textbox').focus()
      const wait = await fromEvent(page, 'input', { css: 'tr', text: id })
      await page.keyboard.insertText(hash)
      millis.push(await wait())
    }
    return millis
  } finally {
    site.close()
    site.closeAllConnections()
    service.close()
    await peer.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The transfers whose hash no other one of the sample has. */
function withOwnHash(sample: readonly Transfer[]): Transfer[] {
  const counts = new Map<string, number>()
  for (const { crypto_tx_hash: hash } of sample) if (hash) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  return sample.filter(({ crypto_tx_hash: hash }) => hash && counts.get(hash) === 1)
}

type InBrowser = { client: Client; sample: readonly Transfer[]; rounds: number }

/** What a person waits for: by the box, by the filter, and on a plain page. */
async function* browserLines(
  browser: Browser,
  url: string,
  { client, sample, rounds }: InBrowser,
): AsyncGenerator<string> {
  const single: Transfer[] = []
  for (const one of withOwnHash(sample)) {
    if (single.length === rounds + warmUp) break
    const { results } = await lookup(client, [hashed(one.crypto_tx_hash ?? '')])
    if (results[0]?.verdict === 'found') single.push(one)
  }
  const page = await signedIn(browser, url)
  const list = `${url}/sandbox/transfers`
  await page.goto(list)
  const box: number[] = []
  for (const one of single) box.push(await byBox(page, one.crypto_tx_hash ?? '', one))
  const own = box.slice(warmUp)
  const [load = 0] = loadavg()
  yield line('paste to transfer, by the box', own, `  (aim p95 ${aimMillis}); 3 presses; load ${load.toFixed(1)}`)
  const times = (values: readonly number[]) =>
    `  the box takes ${(at(own, 0.5) / at(values, 0.5)).toFixed(2)}x its time`
  const filter: number[] = []
  for (const one of single.slice(0, 20 + warmUp)) filter.push(await byFilter(page, list, one.crypto_tx_hash ?? '', one))
  const ofFilter = filter.slice(warmUp)
  yield line('by the filter, from its menu', ofFilter, `${times(ofFilter)}; at least 5 actions`)
  const plain = (await plainTimes(page, sample, 50 + warmUp)).slice(warmUp)
  yield line(`plain page, ${rowsOfPlainPage.toLocaleString('en-GB')} on json-server`, plain, times(plain))
}

type Options = { transfers: number; rounds: number }

/** @param rounds look-ups by the box; 0 measures without a browser @returns a line a measurement, as soon as it is made */
export async function* benchLookup({ transfers, rounds }: Options): AsyncGenerator<string> {
  const sandbox = await startLargeService(transfers)
  const service = await distant(sandbox.url)
  const console = await startConsoleOn(service.url)
  const browser = await chromium.launch(chromiumOptions())
  try {
    const sample = await sampleOf(sandbox.url, 12_000)
    const client = await demoBrowser(console.url, 'treasury')
    // The first one fetches the token.
    await lookup(client, [uuid(crypto.randomUUID())])
    if (rounds > 0) yield* browserLines(browser, console.url, { client, sample, rounds })
    yield 'over HTTP, without a browser'
    yield* await kindLines(client, sample)
    yield* await batchLines(client, sample)
  } finally {
    await browser.close()
    await console.stop()
    service.close()
    await sandbox.stop()
  }
}
