/** A list that is scanned while the provider fails and its records change; `npm run campaign -- --only=scan` repeats it. */
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transfer } from '../../api/provider/transfers'
import { createRandom, type Random } from '../../sandbox/random'
import { GivenRows } from '../overview/given-rows'
import { fastClock } from '../testing'
import type { ListScans } from './list-scans'
import { asker, never, readAll, startScannedService, transferList, transfersPath } from './testing/scans'

const rounds = Math.ceil(Number(process.env.SCAN_SETS || 1_000) / 500)
const firstSeed = process.env.CAMPAIGN ? randomInt(1_000_000) : 1

let scanned: Awaited<ReturnType<typeof startScannedService>>
beforeAll(async () => {
  scanned = await startScannedService(1_500)
})
afterAll(() => scanned.service.stop())

/** A page is asked for eight times: with more failures one page may meet them all, and the scan rightly fails. */
const mostFailures = 7

/** Disturbs the service in one way of many. */
function disturberOf(random: Random, ids: readonly string[]) {
  const { service, stress } = scanned
  const operation = 'listTransfers'
  const now = () => new Date(service.time.now).toISOString().replace('Z', '000Z')
  const some = (change: (transfer: Transfer) => void) => () => {
    const transfer = service.store.transfer(ids[random.below(ids.length)] ?? '')
    if (transfer) change(transfer)
  }
  let failures = 0
  const failing = (name: string, times: number, how: object = {}) => {
    if (failures + times > mostFailures) return undefined
    failures += times
    return stress({ [name]: [{ operation, times, ...how }] })
  }
  const ways = [
    () => failing('fail', 3, { status: 500 }),
    () => failing('fail', 2, { status: 503, content: 'HTML' }),
    () => failing('fail', 2, { status: 429, retry_after_seconds: 1 }),
    () => failing('cut', 2),
    () => failing('drop', 2),
    () => stress({ latency: [{ operation, millis: 30 }] }),
    some((transfer) => service.store.updateTransfer({ ...transfer, status: 'FAILED', updated_at: now() })),
    some((transfer) => service.store.addTransfer({ ...transfer, id: crypto.randomUUID(), updated_at: now() })),
  ]
  return async () => {
    service.time.now += 50
    await ways[random.below(ways.length)]?.()
  }
}

type Query = { statuses?: Transfer['status'][] }

/** Scans while the service is disturbed, and catches up. @returns what came out, and what is there in the end */
async function disturbed(scans: ListScans, random: Random, query: Query) {
  const { service, stress, walked } = scanned
  const search = new URLSearchParams((query.statuses ?? []).map((status) => ['statuses', status])).toString()
  const ids = (await walked(transfersPath, search)).map(({ id }) => String(id))
  const since = service.time.now
  const request = { ...asker, ...transferList, query }
  const { rows, reasons } = await readAll(scans, request, { onBatch: disturberOf(random, ids) })
  await stress({})
  const given = new GivenRows()
  for (const row of rows) given.add(row)
  const result = new Map(rows.map(({ id, json }) => [id, json]))
  const counts = { added: 0, changed: 0 }
  for await (const { added, changed } of scans.catchUp(request, { since, given }, never)) {
    for (const { id, json } of [...added, ...changed]) result.set(id, json)
    counts.added += added.length
    counts.changed += changed.length
  }
  const isWanted = ({ status }: Record<string, unknown>) =>
    !query.statuses || query.statuses.some((one) => one === status)
  const truth = await walked(transfersPath, search)
  return {
    rows,
    reasons,
    counts,
    result: new Map([...result].filter(([, item]) => isWanted(item))),
    truth: new Map(truth.map((item) => [item.id, item])),
  }
}

test(`rows that come late, changes, refusals, failures and cut connections leave no difference, from seed ${firstSeed}`, async () => {
  const { scans } = scanned.scansOf({ clock: fastClock(20) })
  const total = { added: 0, changed: 0 }
  for (let round = 0; round < rounds; round++) {
    const random = createRandom(firstSeed + round)
    const query: Query = round % 2 === 0 ? {} : { statuses: ['COMPLETED'] }
    const { rows, reasons, counts, result, truth } = await disturbed(scans, random, query)
    expect(reasons).toEqual([])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
    const times = rows.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(result).toEqual(truth)
    total.added += counts.added
    total.changed += counts.changed
  }
  expect(Math.min(total.added, total.changed)).toBeGreaterThan(0)
}, 600_000)
