/** Any combination of filters survives the URL, the schema, the chips and the forms. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { issuerQuoteFilters } from '@/components/records/issuer-quote-reads'
import { transferFilters } from '@/components/records/transfer-reads'
import { toUtc } from '@/lib/api/export-text'
import { distinctIds } from '@/lib/browser/equal-identifiers'
import { apiParams, hrefOf, pageAfter } from '@/lib/browser/list-url'
import { parsePastedIds, splitIntoBatches } from '@/lib/browser/pasted-ids'
import { withFilter } from '@/lib/browser/set-filters'
import { editableTime, parseTime } from '@/lib/browser/zoned-time'
import { writeQuery } from '@/lib/domain/query-string'
import { nanoseconds } from '@/lib/domain/values'
import { IssuerQuoteQuery, issuerQuoteStatuses } from '@/lib/provider/issuer-quotes'
import { readQuery } from '@/lib/provider/read-query'
import { exclusiveFilters, secondaryStatuses, transferStatuses, transferTypes } from '@/lib/provider/transfer-terms'
import { TransferQuery } from '@/lib/provider/transfers'
import { filterChips } from './chips'
import type { ListFilters } from './description'

const states = Number(process.env.FILTER_STATES ?? 1_500)
const timeout = 180_000
const zones = ['UTC', 'Europe/Zurich', 'Australia/Lord_Howe', 'America/St_Johns']

const fraction = fc.oneof(fc.constant(''), fc.stringMatching(/^\.\d{1,9}$/))
const offset = fc.constantFrom('Z', '+01:00', '-03:30', '+10:30')
const millis = fc.integer({ min: Date.UTC(1999, 0), max: Date.UTC(2060, 0) })
const time = fc
  .tuple(millis, fraction, offset)
  .map(([at, digits, zone]) => new Date(at).toISOString().replace(/\.\d+Z$/, `${digits}${zone}`))

const odd = fc.string({ minLength: 1, maxLength: 10, unit: 'grapheme' })
const id = fc.oneof(fc.uuid(), fc.constantFrom('a,b', 'inv 1; 2', '0', ' ', '#&=?%', '"x"'), odd)
const hash = fc.oneof(fc.stringMatching(/^(0x)?[0-9a-f]{64}$/), fc.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{88}$/))
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 5 })
const hashes = fc.uniqueArray(hash, { minLength: 1, maxLength: 4 })
const some = <Value extends string>(values: readonly Value[]) => fc.subarray([...values], { minLength: 1 })
const limit = fc.integer({ min: 1, max: 1000 })
const order = fc.constantFrom('ASC' as const, 'DESC' as const)

const alone = fc
  .tuple(fc.constantFrom(...exclusiveFilters), ids, some(transferTypes))
  .map(([name, values, types]) => ({ [name]: name === 'type' ? types : values }))
const free = fc.record(
  {
    group_ids: ids,
    crypto_tx_hashes: hashes,
    statuses: some(transferStatuses),
    secondary_statuses: some(secondaryStatuses),
  },
  { requiredKeys: [] },
)
const bounds = (by: 'created_at' | 'updated_at') => {
  const each = { lt: time, lte: time, eq: time, gte: time, gt: time }
  return fc
    .record(each, { requiredKeys: [] })
    .map((all) => Object.fromEntries(Object.entries(all).map(([name, value]) => [`${by}.${name}`, value])))
}
const timesAndView = fc.oneof(
  fc.tuple(
    bounds('created_at'),
    fc.record({ limit, order, order_by: fc.constant('CREATED_AT') }, { requiredKeys: [] }),
  ),
  fc.tuple(
    bounds('updated_at'),
    fc.record({ limit, order, order_by: fc.constant('UPDATED_AT') }, { requiredKeys: [] }),
  ),
)
const transferState = fc
  .tuple(fc.oneof(alone, free), timesAndView)
  .map(([filters, [times, view]]): Record<string, unknown> => ({ ...filters, ...times, ...view }))
const quoteState = fc
  .record(
    {
      profile_id: id,
      status: some(issuerQuoteStatuses),
      range: fc.record({ begin: time, end: time }, { requiredKeys: [] }),
      limit,
      order,
    },
    { requiredKeys: [] },
  )
  .map(({ range = {}, ...rest }): Record<string, unknown> => {
    const [begin, end] = [range.begin, range.end].filter((one) => one !== undefined).sort(byMoment)
    return {
      ...rest,
      ...(begin !== undefined && { 'created_range.begin': begin }),
      ...(end !== undefined && { 'created_range.end': end }),
    }
  })
const byMoment = (one: string, other: string) => Number((nanoseconds(one) ?? 0n) - (nanoseconds(other) ?? 0n))

describe.each([
  ['transfers', transferFilters, TransferQuery, transferState],
  ['issuer quotes', issuerQuoteFilters, IssuerQuoteQuery, quoteState],
] as const)('%s', (_, list: ListFilters, schema, state) => {
  /** The address of a state, as a browser gives it back. */
  const addressOf = (given: object) =>
    new URL(hrefOf('/sandbox/list', pageAfter(writeQuery(given), 'cursor')), 'http://here').searchParams
  const queryOf = (params: URLSearchParams) => {
    const { query, errors } = readQuery(schema, apiParams(params))
    expect(errors).toBeUndefined()
    return query
  }

  test(
    `${states.toLocaleString('en-US')} combinations survive the URL and the chips`,
    () => {
      fc.assert(
        fc.property(state, fc.constantFrom(...zones), (given, zone) => {
          const params = addressOf(given)
          expect(queryOf(params)).toEqual({ ...given, page_cursor: 'cursor' })
          const chips = filterChips(list, params, { zone, name: zone })
          const view = Object.fromEntries(
            ['limit', 'order', 'order_by']
              .filter((name) => given[name] !== undefined)
              .map((name) => [name, given[name]]),
          )
          const rebuilt = chips.reduce(
            (all, { names }) =>
              withFilter(list.rules, all, Object.fromEntries(names.map((name) => [name, params.getAll(name)]))),
            writeQuery(view),
          )
          expect(queryOf(rebuilt)).toEqual(given)
        }),
        { numRuns: states },
      )
    },
    timeout,
  )

  test(
    'every form reads back what it shows',
    () => {
      fc.assert(
        fc.property(state, fc.constantFrom(...zones), (given, zone) => {
          const params = addressOf(given)
          for (const { filter } of filterChips(list, params, { zone, name: zone })) {
            if (filter.kind === 'time')
              for (const one of filter.time.names.flatMap((name) => params.getAll(name))) {
                const reading = parseTime(editableTime(one, zone), zone)
                const read = 'choices' in reading ? reading.choices.map(({ text }) => parseTime(text, zone)) : [reading]
                expect(read).toContainEqual({ kind: 'time', time: toUtc(one) })
              }
            if (filter.kind !== 'ids') continue
            const shown = distinctIds(params.getAll(filter.name), filter.idKind)
            // Values with line ends or outer spaces cannot be typed into the form, which leaves them as they are.
            if (
              shown.some(
                (value) => value.trim() !== value || /[\s\u200b-\u200d\u2060\ufeff]/.test(value.replaceAll(' ', '')),
              )
            )
              continue
            const read = parsePastedIds(shown.join('\n'), filter.idKind, { known: shown })
            if (read.errors.length > 0) continue
            expect(read.ids).toEqual(shown)
            const asked = splitIntoBatches(read.ids, filter.idKind, 1000).flatMap(({ values }) => values)
            expect(asked).toEqual(expect.arrayContaining(filter.idKind === 'hash' ? [] : params.getAll(filter.name)))
            expect(distinctIds(asked, filter.idKind).length).toBe(shown.length)
          }
        }),
        { numRuns: states / 5 },
      )
    },
    timeout,
  )
})
