import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { listRequest } from '../../api/console/list-request'
import type { OverviewLine } from '../../api/console/overview-figures'
import { quoteSearch, type TransferTerms, transferSearch } from '../../api/console/overview-links'
import { checkForm } from '../../api/provider/check'
import type { ScannedList } from '../../api/provider/scanned-lists'
import { compareDecimals, sumOf } from '../../domain/decimals'
import { writeQuery } from '../../domain/query-string'
import { anchor } from '../../sandbox/testing'
import { untilAborted } from '../clock'
import { listRows } from '../scans/list-rows'
import { openConsole } from '../scans/testing'
import { asker, never, quotesPath, startGateway, startScannedService, transfersPath } from '../scans/testing/scans'
import { seededClock, shiftedClock } from '../testing'
import { Overviews, type Scans } from './overviews'

let scanned: Awaited<ReturnType<typeof startScannedService>>
beforeAll(async () => {
  scanned = await startScannedService(1_500)
})
afterAll(() => scanned.service.stop())
beforeEach(async () => {
  expect((await scanned.stress({})).status).toBe(200)
})

const day = 86_400_000
const range = { from: anchor - 30 * day, to: anchor - day, zone: 'UTC' }
const { caller } = asker

/** Overviews of the service, and how many requests it had. */
async function overviewsOf() {
  const gateway = await startGateway(scanned.service)
  onTestFinished(gateway.stop)
  const seeded = seededClock()
  const clock = shiftedClock(seeded)
  const { scans } = scanned.scansOf({ origin: gateway.origin, clock })
  const now = () => seeded.now() + clock.shift
  return { overviews: new Overviews({ clock: { ...clock, now }, scans }), scans, gateway, clock }
}

async function lastOf(lines: AsyncIterable<OverviewLine>): Promise<OverviewLine> {
  let last: OverviewLine | undefined
  for await (const line of lines) last = line
  if (!last) throw new Error('There was no line.')
  return last
}

describe('The overview of a range', () => {
  test('has every transfer and quote that was created in it, and nothing else', async () => {
    const { overviews } = await overviewsOf()
    const { transfers, quotes, to } = await lastOf(overviews.lines('sandbox', range, { caller, signal: never }))
    const created = ({ created_at: at }: Record<string, unknown>) => Date.parse(String(at))
    const isIn = (one: Record<string, unknown>) => created(one) >= range.from && created(one) < range.to
    const wanted = (await scanned.walked(transfersPath, '')).filter(isIn)
    expect([transfers.count, transfers.isWhole, transfers.completeFrom, to]).toEqual([
      wanted.length,
      ...[true, range.from, range.to],
    ])
    expect(wanted.length).toBeGreaterThan(300)
    const credits = wanted.filter(
      ({ status, asset, direction }) => status === 'COMPLETED' && asset === 'USD' && direction === 'CREDIT',
    )
    const usd = new Map(transfers.byAsset).get('USD')
    expect(usd?.credit).toBe(sumOf(credits.map(({ amount }) => String(amount))))
    expect(new Map(transfers.byStatus).get('FAILED')).toBe(wanted.filter(({ status }) => status === 'FAILED').length)
    const periods = transfers.byPeriod.map(({ byAsset }) => new Map(byAsset).get('USD')?.credit ?? '0')
    expect(sumOf(periods)).toBe(usd?.credit)
    const complete = (await scanned.walked(quotesPath, 'status=COMPLETE')).filter(isIn)
    expect([quotes.count, quotes.isWhole]).toEqual([complete.length, true])
  })

  test('is read at most twice at once for one person, and six times for all; the others wait and end with their readers', async () => {
    let running = 0
    let most = 0
    const read = async function* (_: object, signal: AbortSignal): AsyncGenerator<never> {
      running += 1
      most = Math.max(most, running)
      await untilAborted(new Promise<never>(() => {}), signal).catch(() => undefined)
      running -= 1
      signal.throwIfAborted()
    }
    const scans = { read, catchUp: read, ceiling: () => anchor } as unknown as Scans
    const overviews = new Overviews({ clock: seededClock(), scans })
    const ends: AbortController[] = []
    const ask = (subject: string, nth: number) => {
      const end = new AbortController()
      ends.push(end)
      const asked = { ...range, from: range.from - nth * day }
      return lastOf(overviews.lines('sandbox', asked, { caller: { ...caller, subject }, signal: end.signal })).catch(
        () => 'ended',
      )
    }
    const loud = Array.from({ length: 100 }, (_, nth) => ask('loud', nth))
    // Each reads two lists.
    await expect.poll(() => running).toBe(4)
    const quiet = ask('quiet', 50)
    // The same range as one that waits for a loud person: it begins in the place of this one.
    await expect.poll(() => running).toBe(6)
    for (const subject of ['a', 'b', 'c', 'd']) void ask(subject, 200 + subject.charCodeAt(0))
    await expect.poll(() => running).toBe(12)
    for (const end of ends) end.abort(new Error('gone'))
    expect(await Promise.all([...loud, quiet])).toEqual(Array.from({ length: 101 }, () => 'ended'))
    await expect.poll(() => running).toBe(0)
    expect(most).toBe(12)
  })

  test('is empty for a day that has only begun, and for one to come', async () => {
    const { overviews, clock } = await overviewsOf()
    const midnight = Math.ceil(clock.now() / day) * day
    for (const from of [Math.floor(clock.now() / 1000) * 1000, midnight + 40 * day]) {
      const range = { from, to: from + day, zone: 'UTC' }
      const { transfers, quotes, to } = await lastOf(overviews.lines('sandbox', range, { caller, signal: never }))
      expect([transfers.count, transfers.isWhole, transfers.problem]).toEqual([0, true, undefined])
      expect([quotes.count, quotes.isWhole, quotes.problem, to]).toEqual([0, true, undefined, from])
    }
  })

  test('leads to lists that have just the rows of each figure', async () => {
    const { overviews, scans } = await overviewsOf()
    const now = range.to + 2 * day
    const { transfers, quotes, to } = await lastOf(overviews.lines('sandbox', range, { caller, signal: never }))
    /** The rows of a list's page at this address. */
    async function listed(list: ScannedList, search: URLSearchParams | undefined) {
      const { request, errors } = listRequest(list, search ?? new URLSearchParams('statuses=none'), {
        now,
        zone: 'UTC',
      })
      if (!request) throw new Error(JSON.stringify(errors))
      checkForm(list, { query: writeQuery({ ...request.query }) })
      const options = { environment: 'sandbox', caller, signal: never, now } as const
      const rows: Record<string, unknown>[] = []
      for await (const batch of listRows({ scans }, request, options))
        rows.push(...(batch.rows ?? []).map(({ json }) => json))
      return rows
    }
    const span = { from: range.from, to }
    const countOf = async (terms: TransferTerms, within = span) =>
      (await listed('listTransfers', transferSearch(within, terms))).length
    /** Exactly, whatever the places. */
    const sum = (rows: Record<string, unknown>[], field: string) => {
      const texts = rows.map((row) => String(row[field]))
      return sumOf(texts.map((text) => (field === 'amount' ? text : text.replace('-', ''))))
    }

    expect(await countOf({})).toBe(transfers.count)
    for (const [status, count] of transfers.byStatus) expect(await countOf({ status }), status).toBe(count)
    const status = 'COMPLETED'
    for (const [asset, sums] of transfers.byAsset) {
      let both = 0
      for (const side of ['credit', 'debit'] as const) {
        const rows = await listed('listTransfers', transferSearch(span, { status, asset, side }))
        expect(compareDecimals(sum(rows, 'amount') ?? '0', sums[side]), `${asset} ${side}`).toBe(0)
        both += rows.length
      }
      expect([both, await countOf({ status, asset })], asset).toEqual([sums.count, sums.count])
    }
    for (const { type, network, count } of transfers.settleTimes)
      expect(await countOf({ status, type, network: network || undefined }), `${type} ${network}`).toBe(count)
    for (const { profile, count } of transfers.topProfiles)
      expect(await countOf({ status, profile }), profile).toBe(count)
    for (const { start, byAsset } of transfers.byPeriod.slice(-3)) {
      const within = { from: start, to: Math.min(start + day, to) }
      for (const [asset, { count }] of byAsset) expect(await countOf({ status, asset }, within), asset).toBe(count)
    }
    expect(quotes.byAsset.length).toBeGreaterThan(0)
    for (const [asset, sums] of quotes.byAsset) {
      expect((await listed('listIssuerQuotes', quoteSearch(span, { asset }))).length, asset).toBe(sums.count)
      for (const side of ['credit', 'debit'] as const) {
        const rows = await listed('listIssuerQuotes', quoteSearch(span, { asset, side }))
        expect(compareDecimals(sum(rows, 'token_principal') ?? '0', sums[side]), `${asset} ${side}`).toBe(0)
      }
    }
  })

  test('is read once for all who look at it, and kept for five minutes unless it is to be fresh', async () => {
    const { overviews, gateway, clock } = await overviewsOf()
    const read = (isFresh = false) => lastOf(overviews.lines('sandbox', range, { caller, isFresh, signal: never }))
    const [one, other] = await Promise.all([read(), read()])
    const once = gateway.requests
    expect(other).toBe(one)
    expect(await read()).toBe(one)
    expect(gateway.requests).toBe(once)
    await read(true)
    expect(gateway.requests).toBeGreaterThan(once)
    const twice = gateway.requests
    clock.shift = 301_000
    await read()
    expect(gateway.requests).toBeGreaterThan(twice)
  })

  test('is no longer read when the last of its readers has gone', async () => {
    await scanned.stress({ latency: [{ operation: 'listTransfers', millis: 30_000 }] })
    const { overviews, gateway } = await overviewsOf()
    const readers = [new AbortController(), new AbortController()]
    const readings = readers.map(({ signal }) => lastOf(overviews.lines('sandbox', range, { caller, signal })))
    for (const reading of readings) reading.catch(() => undefined)
    await expect.poll(() => gateway.open).toBeGreaterThan(0)
    readers[0]?.abort(new Error('The first has gone.'))
    await expect(readings[0]).rejects.toThrow('The first has gone.')
    expect(gateway.open).toBeGreaterThan(0)
    readers[1]?.abort(new Error('So has the second.'))
    await expect(readings[1]).rejects.toThrow('So has the second.')
    await expect.poll(() => gateway.open).toBe(0)
  })

  test('keeps what could be read of one list if the other fails, says why, and is read again by the next', async () => {
    await scanned.stress({ fail: [{ operation: 'listIssuerQuotes', status: 403, times: 2 }] })
    const { overviews } = await overviewsOf()
    const read = () => lastOf(overviews.lines('sandbox', range, { caller, signal: never }))
    const first = await read()
    expect(first.quotes).toMatchObject({ isWhole: false, count: 0, problem: { status: 403 } })
    expect(first.transfers.isWhole).toBe(true)
    await scanned.stress({})
    expect((await read()).quotes).toMatchObject({ isWhole: true })
  })

  test('has what became visible late, and says how many have changed while it was read', async () => {
    const { service, stress } = scanned
    await stress({ latency: [{ operation: 'listTransfers', millis: 150 }] })
    const { overviews } = await overviewsOf()
    const known = (await scanned.walked(transfersPath, '')).map(({ id }) => service.store.transfer(String(id)))
    const [newest, other] = known.filter((one) => one && Date.parse(one.created_at) < range.to)
    if (!newest || !other) throw new Error('There are no such transfers.')
    const before = (
      await lastOf(overviews.lines('sandbox', { ...range, zone: 'Asia/Tokyo' }, { caller, signal: never }))
    ).transfers
    const updated_at = new Date(anchor).toISOString().replace('Z', '000Z')
    let isDisturbed = false
    let last: OverviewLine | undefined
    for await (const line of overviews.lines('sandbox', range, { caller, signal: never })) {
      last = line
      if (isDisturbed) continue
      isDisturbed = true
      service.store.updateTransfer({ ...newest, updated_at })
      service.store.addTransfer({ ...other, id: crypto.randomUUID(), created_at: newest.created_at, updated_at })
    }
    expect(last?.transfers).toMatchObject({ count: before.count + 1, changed: 1, isWhole: true })
  })

  test('says what it has so far, and how far back that is complete', async () => {
    await scanned.stress({ latency: [{ operation: 'listTransfers', millis: 150 }] })
    const { overviews } = await overviewsOf()
    const lines: OverviewLine[] = []
    for await (const line of overviews.lines('sandbox', range, { caller, signal: never })) lines.push(line)
    expect(lines.length).toBeGreaterThan(1)
    const [first] = lines
    expect(first?.transfers.isWhole).toBe(false)
    expect(first?.transfers.completeFrom).toBeGreaterThan(range.from)
    expect(lines.map(({ transfers }) => transfers.count)).toEqual(
      lines.map(({ transfers }) => transfers.count).toSorted((a, b) => a - b),
    )
  })
})

test('the overview is streamed to people who are signed in, from their own page only', async () => {
  const origin = `http://127.0.0.1:${scanned.service.port}`
  const desk = await openConsole(origin)
  onTestFinished(() => desk.close())
  const cookie = await desk.signIn('support')
  const home = 'http://localhost:3000'
  const post = (headers: Record<string, string>, body: object = range) =>
    desk.console.own(
      new NextRequest(`${home}/api/sandbox/overview`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    )
  const answer = await post({ cookie, origin: home })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  const lines = (await answer.text()).trim().split('\n')
  const last: OverviewLine = JSON.parse(lines.at(-1) ?? '')
  expect([last.transfers.isWhole, last.quotes.isWhole]).toEqual([true, true])
  expect((await post({ origin: home })).status).toBe(401)
  expect((await post({ cookie, origin: 'http://elsewhere.example' })).status).toBe(403)
  const refused = await post({ cookie, origin: home }, { ...range, to: range.from, zone: 'Mars/Olympus' })
  expect(refused.status).toBe(400)
  expect((await refused.json()).errors.map(({ field }: { field: string }) => field)).toContain('zone')
})
