import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { timeFilters } from '../../api/provider/transfer-terms'
import { anchor } from '../../sandbox/testing'
import { seededClock, shiftedClock } from '../testing'
import type { ListScanRequest } from './list-scans'
import type { ListRow } from './page-rows'
import {
  asker,
  never,
  quotesPath,
  readAll,
  startGateway,
  startScannedService,
  transferList,
  transfersPath,
} from './testing/scans'

let scanned: Awaited<ReturnType<typeof startScannedService>>
beforeAll(async () => {
  scanned = await startScannedService(2_000)
})
afterAll(() => scanned.service.stop())

async function gatewayOf(rewrite?: Parameters<typeof startGateway>[1]) {
  const gateway = await startGateway(scanned.service, rewrite)
  onTestFinished(gateway.stop)
  return gateway
}

test.each([
  ['', {}],
  ['order=ASC&order_by=CREATED_AT', { order: 'ASC' }],
  ['type=WIRE_DEPOSIT', { type: ['WIRE_DEPOSIT'] }],
  ['statuses=FAILED&statuses=PENDING', { statuses: ['FAILED', 'PENDING'] }],
] as const)('transfers with "%s" are the same as in a serial walk, in its order', async (search, query) => {
  const { items, reasons } = await readAll(scanned.scansOf().scans, {
    list: 'listTransfers',
    query: { ...query } as ListScanRequest['query'],
  })
  expect(reasons).toEqual([])
  expect(items).toEqual(await scanned.walked(transfersPath, search))
})

test('issuer quotes, whose bounds are both inclusive, are the same as in a serial walk', async () => {
  const { scans } = scanned.scansOf({ rowsPerPage: 10 })
  const quotes = { list: 'listIssuerQuotes' } as const
  const newest = await readAll(scans, quotes)
  expect([newest.items, newest.reasons]).toEqual([await scanned.walked(quotesPath, ''), []])
  const oldest = await readAll(scans, { ...quotes, query: { order: 'ASC' } })
  expect([oldest.items, oldest.reasons]).toEqual([await scanned.walked(quotesPath, 'order=ASC'), []])
})

test('bounds within a second are kept exactly', async () => {
  const all = await scanned.walked(transfersPath, '')
  const [newest, oldest] = [String(all[10]?.created_at), String(all[900]?.created_at)]
  const query = { 'created_at.lt': newest, 'created_at.gt': oldest }
  const { items } = await readAll(scanned.scansOf().scans, { ...transferList, query })
  expect(items).toEqual(all.filter(({ created_at: at }) => String(at) < newest && String(at) > oldest))
  expect(items.length).toBeGreaterThan(800)
})

test('a filter of the time of changes is read serially, in its own order', async () => {
  const query = { 'updated_at.gte': new Date(anchor - 86_400_000 * 10).toISOString(), order_by: 'UPDATED_AT' } as const
  const { items } = await readAll(scanned.scansOf().scans, { ...transferList, query })
  expect(items).toEqual(await scanned.walked(transfersPath, new URLSearchParams(query).toString()))
})

test('a result is taken up where it was complete', async () => {
  const { scans } = scanned.scansOf()
  const all = await scanned.walked(transfersPath, '')
  for (const order of ['DESC', 'ASC'] as const) {
    const scan = { ...transferList, query: { order, order_by: 'CREATED_AT' as const } }
    const first: ListRow[] = []
    let complete = { rows: 0, from: 0 }
    for await (const batch of scans.read({ ...asker, ...scan }, never)) {
      if (batch.kind === 'restart') throw new Error(batch.reason)
      first.push(...batch.rows)
      const isGiven = ({ createdAt }: ListRow) =>
        order === 'ASC' ? createdAt < batch.completeFrom : createdAt >= batch.completeFrom
      complete = { rows: first.filter(isGiven).length, from: batch.completeFrom }
      if (first.length > 1_000) break
    }
    const { rows } = await readAll(scans, { ...scan, completeFrom: complete.from })
    const ids = [...first.slice(0, complete.rows), ...rows].map(({ id }) => id)
    expect(ids).toEqual((order === 'ASC' ? all.toReversed() : all).map(({ id }) => id))
  }
})

test('a cancelled scan ends within half a second and leaves no request open', async () => {
  const gateway = await gatewayOf((url) => (url.searchParams.has('page_cursor') ? undefined : url))
  const { scans } = scanned.scansOf({ origin: gateway.origin })
  const controller = new AbortController()
  const reading = readAll(scans, transferList, { signal: controller.signal })
  reading.catch(() => undefined)
  await vi.waitFor(() => expect(gateway.open).toBeGreaterThan(0))
  const began = performance.now()
  controller.abort(new Error('The person has gone.'))
  await expect(reading).rejects.toThrow('The person has gone.')
  await vi.waitFor(() => expect(gateway.open).toBe(0), 500)
  expect(performance.now() - began).toBeLessThan(500)
})

test('a service that ignores creation times is read serially, noted in the log, and for an hour', async () => {
  const gateway = await gatewayOf((url) => {
    for (const name of timeFilters.CREATED_AT) url.searchParams.delete(name)
    return url
  })
  const seeded = seededClock()
  const clock = shiftedClock(seeded)
  const { scans, recorded } = scanned.scansOf({
    origin: gateway.origin,
    clock: { ...clock, now: () => seeded.now() + clock.shift },
  })
  const query = { 'created_at.lt': new Date(anchor - 86_400_000).toISOString() }
  const all = await scanned.walked(transfersPath, new URLSearchParams(query).toString())
  const first = await readAll(scans, { ...transferList, query })
  expect([first.items, first.reasons]).toEqual([all, ['A row was created outside the requested time.']])
  expect(recorded.lines).toMatchObject([
    { event: 'scan-restarted', operation: 'listTransfers', reason: 'A row was created outside the requested time.' },
  ])
  const again = await readAll(scans, { ...transferList, query })
  expect([again.items, again.reasons]).toEqual([all, []])
  clock.shift = 3_601_000
  expect((await readAll(scans, { ...transferList, query })).reasons).toHaveLength(1)
})

test('a filter that the provider refuses is reported, and says nothing of its windows', async () => {
  const { scans, recorded } = scanned.scansOf()
  const query = { type: ['NO_SUCH_TYPE'] } as unknown as ListScanRequest['query']
  await expect(readAll(scans, { ...transferList, query })).rejects.toMatchObject({ problem: { status: 400 } })
  expect(recorded.lines).toEqual([])
  expect((await readAll(scans, transferList)).reasons).toEqual([])
})

test('cursors that are refused after a while lose nothing', async () => {
  const used = new Map<string, number>()
  const gateway = await gatewayOf((url) => {
    const cursor = url.searchParams.get('page_cursor')
    const window = url.searchParams.get('created_at.lt') ?? ''
    if (!cursor) return url
    used.set(window, (used.get(window) ?? 0) + 1)
    // Each query has two cursors that are accepted.
    if ((used.get(window) ?? 0) > 2) url.searchParams.set('page_cursor', 'expired')
    return url
  })
  const { scans } = scanned.scansOf({ origin: gateway.origin })
  const { items, reasons } = await readAll(scans, transferList)
  expect([items, reasons]).toEqual([await scanned.walked(transfersPath, ''), []])
})

test('people come first: their calls wait for no slot while a list is scanned', async () => {
  const gateway = await gatewayOf()
  const { scans, upstreams } = scanned.scansOf({ origin: gateway.origin, settings: { upstreamRate: 40 } })
  const reading = readAll(scans, transferList)
  const upstream = upstreams.of('sandbox')
  const waits: number[] = []
  for (let calls = 0; calls < 8; calls++) {
    const began = performance.now()
    await upstream.rate.slot({ kind: 'read', subject: 'ines' }, never)
    waits.push(performance.now() - began)
    await vi.waitFor(() => expect(gateway.requests).toBeGreaterThan(5 * calls), 5_000)
  }
  const { items } = await reading
  expect(items.length).toBeGreaterThanOrEqual(2_000)
  expect(Math.max(...waits)).toBeLessThan(20)
})
