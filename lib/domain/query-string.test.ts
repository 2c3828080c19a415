import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IssuerQuoteQuery, issuerQuoteStatuses } from '../provider/issuer-quotes'
import { queryNames, readQuery } from '../provider/read-query'
import {
  comparisons,
  cryptoNetworks,
  exclusiveFilters,
  secondaryStatuses,
  transferStatuses,
  transferTypes,
} from '../provider/transfer-terms'
import { forbiddenPairs, mismatchedTimes, TransferQuery } from '../provider/transfers'
import { writeQuery } from './query-string'

const id = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }).filter((text) => text.length <= 255)
const ids = fc.array(id, { minLength: 1, maxLength: 5 })
const time = fc
  .tuple(
    fc.date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2050-01-01T00:00:00Z'), noInvalidDate: true }),
    fc.constantFrom('', '.5', '.123456789'),
    fc.constantFrom('Z', '+05:30', '-08:00'),
  )
  .map(([date, fraction, zone]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`)
const listed = <Value>(values: readonly Value[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 })
const paging = {
  limit: fc.integer({ min: 1, max: 1000 }),
  order: fc.constantFrom('ASC' as const, 'DESC' as const),
  page_cursor: id,
}

const alone = fc.oneof(
  fc.constantFrom(...exclusiveFilters.filter((name) => name !== 'type')).chain((name) => fc.record({ [name]: ids })),
  fc.record({ type: listed(transferTypes) }),
)
const free = fc.record(
  {
    group_ids: ids,
    crypto_tx_hashes: ids,
    statuses: listed(transferStatuses),
    secondary_statuses: listed(secondaryStatuses),
  },
  { requiredKeys: [] },
)
const times = fc
  .constantFrom('created_at', 'updated_at')
  .chain((family) =>
    fc.record(
      {
        ...Object.fromEntries(comparisons.map((comparison) => [`${family}.${comparison}`, time])),
        order_by: fc.constant(family.toUpperCase()),
      },
      { requiredKeys: [] },
    ),
  )
/** Any transfer query that rules 1 and 2 allow. */
const transferQuery = fc
  .tuple(fc.oneof(alone, free), times, fc.record(paging, { requiredKeys: [] }))
  .map((parts) => Object.assign({}, ...parts) as object)

describe('a query', () => {
  test('of transfers survives writing and reading', () => {
    fc.assert(
      fc.property(transferQuery, (query) => {
        const text = writeQuery(query).toString()
        expect(readQuery(TransferQuery, new URLSearchParams(text))).toEqual({ query })
      }),
      { numRuns: 2000 },
    )
  })

  test('of issuer quotes survives writing and reading', () => {
    const query = fc.record(
      { profile_id: id, status: listed(issuerQuoteStatuses), 'created_range.begin': time, ...paging },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(query, (asked) => {
        expect(readQuery(IssuerQuoteQuery, writeQuery(asked))).toEqual({ query: asked })
      }),
      { numRuns: 500 },
    )
  })

  test('of any text is accepted or refused with sentences', () => {
    const name = fc.oneof(fc.constantFrom(...queryNames(TransferQuery), '__proto__', 'constructor'), fc.string())
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string()), { maxLength: 6 }), (pairs) => {
        const params = new URLSearchParams(pairs)
        const read = readQuery(TransferQuery, params)
        for (const { message } of read.errors ?? []) expect(message).toMatch(/[.?]$/)
        const known = [...params.keys()].every((key) => queryNames(TransferQuery).includes(key))
        if (!known) expect(read.errors).toBeDefined()
      }),
      { numRuns: 2000 },
    )
  })

  test('omits undefined members and empty arrays', () => {
    expect(writeQuery({ limit: undefined, ids: [], order: 'ASC' }).toString()).toBe('order=ASC')
  })

  test('lists the names in the order of the spec', () => {
    expect(queryNames(IssuerQuoteQuery)).toEqual([
      'profile_id',
      'status',
      'created_range.begin',
      'created_range.end',
      'limit',
      'page_cursor',
      'order',
    ])
  })
})

test('pairs forbidden by rule 1 name the later filter first', () => {
  expect(forbiddenPairs({ ids: ['a'], type: ['RTP_DEPOSIT'], statuses: ['PENDING'] })).toEqual([
    ['type', 'ids'],
    ['statuses', 'ids'],
  ])
  expect(forbiddenPairs({ statuses: ['PENDING'], group_ids: ['g'] })).toEqual([])
})

test('rule 2 applies only with order_by', () => {
  const query = { 'created_at.gte': '2026-11-01T00:00:00Z', 'updated_at.lt': '2026-11-01T00:00:00Z' }
  expect(mismatchedTimes(query)).toEqual([])
  expect(mismatchedTimes({ ...query, order_by: 'UPDATED_AT' })).toEqual(['created_at.gte'])
})

test('the lists of the spec have its lengths: 19 types, 11 networks', () => {
  expect([transferTypes.length, cryptoNetworks.length]).toEqual([19, 11])
})
