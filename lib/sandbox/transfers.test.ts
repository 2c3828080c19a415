import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeQuery } from '../domain/query-string'
import { nanoseconds } from '../domain/values'
import { unmetTransferFilters } from '../provider/matching'
import { readTransfer } from '../provider/reading'
import {
  combinableFilters,
  comparisons,
  exclusiveFilters,
  secondaryStatuses,
  transferStatuses,
  transferTypes,
} from '../provider/transfer-terms'
import type { Transfer, TransferQuery } from '../provider/transfers'
import { createRandom } from './random'
import { seededTransfers } from './seed/seed'
import { anchor, type Service, startService } from './testing'

let service: Service
const kept = [...seededTransfers({ transfers: 2000, anchor })]
beforeAll(async () => {
  service = await startService(2000)
})
afterAll(() => service.stop())

const path = '/v2/transfer/transfers'
type Page = { items: Transfer[]; next_page_cursor: string }

async function list(query: TransferQuery): Promise<Page> {
  const reply = await service.ask(`${path}?${writeQuery(query)}`)
  expect([reply.status, reply.body.detail]).toEqual([200, undefined])
  return reply.body as unknown as Page
}

async function refusedAt(query: string): Promise<string[]> {
  const reply = await service.ask(`${path}?${query}`)
  expect(reply.status).toBe(400)
  return (reply.body.errors as { field: string }[]).map(({ field }) => field)
}

async function walk(query: TransferQuery): Promise<Transfer[]> {
  const items: Transfer[] = []
  for (let cursor: string | undefined; cursor !== ''; ) {
    const page = await list({ ...query, page_cursor: cursor })
    items.push(...page.items)
    cursor = page.next_page_cursor
  }
  return items
}

const read = new Map(kept.map((transfer) => [transfer, readTransfer(transfer)]))
const seen = (transfer: Transfer) => read.get(transfer) ?? readTransfer(transfer)

/** The list as a plain filter and sort of everything that is kept have it. */
function expected(query: TransferQuery): Transfer[] {
  const { limit: _, page_cursor: __, ...filters } = query
  const found = kept.filter((transfer) => unmetTransferFilters(filters, seen(transfer)).length === 0)
  const names = Object.keys(query)
  const onlyUpdates =
    names.some((name) => name.startsWith('updated_')) && !names.some((name) => name.startsWith('created_'))
  const by =
    (query.order_by ?? (onlyUpdates ? 'UPDATED_AT' : 'CREATED_AT')) === 'UPDATED_AT' ? 'updated_at' : 'created_at'
  const ascending = (query.order ?? (query.order_by === 'UPDATED_AT' ? 'ASC' : 'DESC')) === 'ASC'
  const sorted = found
    .map((transfer) => ({ transfer, time: timesOf(transfer)[by], sequence: sequences.get(transfer) ?? 0 }))
    .sort((a, b) => (a.time === b.time ? a.sequence - b.sequence : a.time < b.time ? -1 : 1))
    .map(({ transfer }) => transfer)
  return ascending ? sorted : sorted.reverse()
}

const times = new Map<Transfer, { created_at: bigint; updated_at: bigint }>()
function timesOf(transfer: Transfer) {
  const { created_at, updated_at } = transfer
  const known = times.get(transfer) ?? {
    created_at: nanoseconds(created_at) ?? 0n,
    updated_at: nanoseconds(updated_at) ?? 0n,
  }
  times.set(transfer, known)
  return known
}

const sequences = new Map(kept.map((transfer, index) => [transfer, index]))

const idsOf = (transfers: Transfer[]) => transfers.map(({ id }) => id)

async function expectExactly(query: TransferQuery): Promise<void> {
  const all = idsOf(expected(query))
  expect(idsOf(await walk({ ...query, limit: 1000 })), JSON.stringify(query)).toEqual(all)
  const first = await list({ ...query, limit: 7 })
  expect(idsOf(first.items)).toEqual(all.slice(0, 7))
}

const random = createRandom(7)
const one = <Item>(items: readonly Item[]): Item => {
  const item = items[random.below(items.length)]
  if (item === undefined) throw new Error('Nothing to choose from.')
  return item
}
const seenOf = (
  field: 'profile_id' | 'identity_id' | 'account_id' | 'ref_id' | 'id' | 'group_id' | 'crypto_tx_hash',
) => [...new Set(kept.flatMap((transfer) => transfer[field] ?? []))]
/** Values of each filter: some that are there, sometimes one that is not. */
const valuesFor: Record<(typeof exclusiveFilters)[number] | (typeof combinableFilters)[number], readonly string[]> = {
  profile_ids: seenOf('profile_id'),
  identity_ids: seenOf('identity_id'),
  account_ids: seenOf('account_id'),
  ref_ids: seenOf('ref_id'),
  ids: seenOf('id'),
  group_ids: seenOf('group_id'),
  crypto_tx_hashes: seenOf('crypto_tx_hash'),
  type: transferTypes,
  statuses: transferStatuses,
  secondary_statuses: secondaryStatuses,
}
const some = (name: keyof typeof valuesFor, most: number) =>
  Array.from({ length: 1 + random.below(most) }, () => one(valuesFor[name]))

const filters = [...exclusiveFilters, ...combinableFilters]
const moment = (field: 'created_at' | 'updated_at') => one(kept)[field]

describe('List transfers', () => {
  test('returns exactly the stored record', async () => {
    const { items } = await list({ limit: 1000 })
    expect(items).toEqual(expected({}).slice(0, 1000))
    expect(items[0]).toStrictEqual(JSON.parse(JSON.stringify(kept.at(-1))))
  })

  test.each(filters)('filters by %s, one value or many', async (name) => {
    await expectExactly({ [name]: [one(valuesFor[name])] })
    await expectExactly({ [name]: some(name, 8) })
    await expectExactly({ [name]: [one(valuesFor[name])], order_by: 'UPDATED_AT' })
    const values = valuesFor[name].slice(0, 100)
    await expectExactly({ [name]: [...values, ...values].slice(0, 100), order_by: 'UPDATED_AT', order: 'DESC' })
  })

  test('finds nothing for unknown values', async () => {
    for (const name of filters) {
      if (name === 'type' || name.endsWith('statuses')) continue
      expect(await list({ [name]: ['nobody has this'] })).toEqual({ items: [], next_page_cursor: '' })
    }
  })

  test.each(comparisons.flatMap((comparison) => [`created_at.${comparison}`, `updated_at.${comparison}`] as const))(
    'filters by %s',
    async (name) => {
      await expectExactly({ [name]: moment(name.startsWith('created') ? 'created_at' : 'updated_at') })
    },
  )

  test('accepts several bounds on both times', async () => {
    for (let round = 0; round < 12; round++) {
      const query: TransferQuery = {}
      for (const field of ['created_at', 'updated_at'] as const)
        for (const comparison of comparisons)
          if (comparison !== 'eq' && random.chance(0.5)) query[`${field}.${comparison}`] = moment(field)
      await expectExactly(query)
    }
    const { created_at, updated_at } = one(kept)
    await expectExactly({ 'created_at.eq': created_at, 'updated_at.eq': updated_at })
    await expectExactly({ 'updated_at.gte': updated_at, 'updated_at.lte': updated_at, 'created_at.lte': updated_at })
  })

  test.each(exclusiveFilters)('combines %s with times, in every order', async (name) => {
    const values = some(name, 5)
    const created = { 'created_at.gte': kept[400]?.created_at, 'created_at.lt': kept[1600]?.created_at }
    const updated = { 'updated_at.gt': kept[400]?.created_at, 'updated_at.lte': kept[1600]?.created_at }
    await expectExactly({ [name]: values, ...created })
    await expectExactly({ [name]: values, ...created, order: 'ASC', order_by: 'CREATED_AT' })
    await expectExactly({ [name]: values, ...updated })
    await expectExactly({ [name]: values, ...updated, order_by: 'UPDATED_AT' })
    await expectExactly({ [name]: values, ...created, ...updated })
  })

  test('combines the four free filters with each other and with times', async () => {
    for (let round = 0; round < 30; round++) {
      const query: Record<string, unknown> = {}
      for (const name of combinableFilters)
        if (random.chance(0.5)) query[name] = some(name, name.endsWith('statuses') ? 3 : 60)
      if (random.chance(0.4)) query['created_at.gte'] = moment('created_at')
      if (random.chance(0.3)) query['updated_at.lt'] = moment('updated_at')
      await expectExactly(query)
    }
  })

  test('refuses each pair of the six exclusive filters, and each with a free filter (rule 1)', async () => {
    for (const [index, first] of exclusiveFilters.entries())
      for (const second of [...exclusiveFilters.slice(index + 1), ...combinableFilters]) {
        const query = writeQuery({ [first]: [one(valuesFor[first])], [second]: [one(valuesFor[second])] })
        expect(await refusedAt(query.toString())).toEqual([second])
      }
  })

  test('refuses to order by another time than the filtered one (rule 2)', async () => {
    for (const comparison of comparisons) {
      const time = '2026-11-19T00:00:00Z'
      expect(await refusedAt(`order_by=CREATED_AT&updated_at.${comparison}=${time}`)).toEqual([
        `updated_at.${comparison}`,
      ])
      expect(await refusedAt(`order_by=UPDATED_AT&created_at.${comparison}=${time}`)).toEqual([
        `created_at.${comparison}`,
      ])
    }
  })

  test('sorts newest first, by the filtered time, and oldest first only with order_by=UPDATED_AT', async () => {
    const since = kept[1800]?.created_at
    for (const query of [
      {},
      { order_by: 'CREATED_AT' },
      { order_by: 'UPDATED_AT' },
      { order: 'ASC' },
      { order: 'DESC', order_by: 'UPDATED_AT' },
      { 'updated_at.gte': since },
      { 'updated_at.gte': since, order_by: 'UPDATED_AT' },
      { 'updated_at.gte': since, 'created_at.gte': since },
    ] satisfies TransferQuery[])
      expect(idsOf((await list({ ...query, limit: 50 })).items)).toEqual(idsOf(expected(query).slice(0, 50)))
  })

  test('returns 100 rows by default', async () => {
    expect((await list({})).items).toHaveLength(100)
    for (const limit of ['0', '1001', '1.5', '-1', 'many', ''])
      expect(await refusedAt(`limit=${limit}`)).toEqual(['limit'])
  })

  test('refuses unknown names with a suggestion', async () => {
    const reply = await service.ask(`${path}?typ=WIRE_DEPOSIT&limit=5&limit=6&statuses=DONE`)
    expect(reply.body.errors).toEqual(
      expect.arrayContaining([
        { field: 'typ', message: expect.stringContaining('"type"') },
        { field: 'limit', message: expect.stringContaining('one value') },
        { field: 'statuses.0', message: expect.stringContaining('COMPLETED') },
      ]),
    )
    const many = new URLSearchParams(Array.from({ length: 101 }, (_, index) => ['ref_ids', `ref-${index}`]))
    expect(await refusedAt(many.toString())).toEqual(['ref_ids'])
    expect(await refusedAt('created_at.gte=2026-11-31T00:00:00Z')).toEqual(['created_at.gte'])
  })
})

describe('a time filter', () => {
  const whole = kept[1000]?.created_at.slice(0, -1) ?? ''
  const at = (fraction: string) => `${whole.slice(0, 19)}.${fraction}Z`
  const digits = whole.slice(20)

  test('compares to the nanosecond, not to the millisecond', async () => {
    for (const comparison of comparisons)
      for (const bound of [
        `${whole}Z`,
        at(`${digits}000`),
        at(`${digits}001`),
        at(`${digits}999`),
        at(digits.slice(0, 3)),
      ])
        await expectExactly({ [`created_at.${comparison}`]: bound })
    expect((await list({ 'created_at.eq': at(`${digits}000`) })).items.length).toBeGreaterThan(0)
    expect((await list({ 'created_at.eq': at(`${digits}001`) })).items).toEqual([])
  })

  test('accepts any zone and times beyond all records', async () => {
    const shifted = new Date(Date.parse(`${whole.slice(0, 19)}Z`) + 5.5 * 3_600_000).toISOString().slice(0, 19)
    const { items } = await list({ 'created_at.eq': `${shifted}.${digits}+05:30` })
    expect(items.length).toBeGreaterThan(0)
    for (const bound of ['0001-01-01T00:00:00Z', '1969-12-31T23:59:59.9999999Z', '9999-12-31T23:59:59.999999999Z'])
      for (const comparison of comparisons)
        expect((await list({ [`created_at.${comparison}`]: bound, limit: 5 })).items).toEqual(
          expected({ [`created_at.${comparison}`]: bound }).slice(0, 5),
        )
  })

  test('that matches nothing returns an empty page', async () => {
    const empty = { 'created_at.gt': `${whole}Z`, 'created_at.lt': `${whole}Z` }
    expect(await list(empty)).toEqual({ items: [], next_page_cursor: '' })
  })
})

describe('Get transfer', () => {
  test('returns a transfer by its id, in either case', async () => {
    const transfer = one(kept)
    for (const id of [transfer.id, transfer.id.toUpperCase()])
      expect((await service.ask(`${path}/${id}`)).body).toEqual(JSON.parse(JSON.stringify(transfer)))
  })

  test('answers 404 for an unknown id and 400 for an invalid one', async () => {
    expect((await service.ask(`${path}/512f26ad-a3c3-4634-ac3c-6b12b7b33cb5`)).status).toBe(404)
    const reply = await service.ask(`${path}/inv-20931`)
    expect([reply.status, reply.body.errors]).toEqual([400, [expect.objectContaining({ field: 'id' })]])
  })
})
