/** The same query string means the same rows in a list, an export, a schedule and the count of a view. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodedRow, type ListRequest, unmetTerms } from '../../api/list-request'
import { durationMillis } from '../../api/own-filters'
import { nanoseconds } from '../../domain/values'
import { checkedList } from '../../features/checked-list'
import { type ExportRequest, isCreatedName } from '../../features/exports/interface'
import { exportedRequest, fixedSearch } from '../../features/exports/server/list-export'
import { searchOf } from '../../features/exports/server/schedules'
import { newSince } from '../../features/views/server/view-routes'
import { schemasOf } from '../../provider/check'
import { readQuery } from '../../provider/read-query'
import type { ScannedList } from '../../provider/scanned-lists'
import { anyFilters, anyQuote, anyQuoteFilters, anyTransfer, writtenFilters } from '../../provider/testing'

const now = Date.parse('2026-11-20T12:00:00Z')
const when = { now, zone: 'UTC' }
/** The console's clock when it works on an export. */
const later = now + 3 * 3_600_000

const lists = {
  listTransfers: { filters: anyFilters, row: anyTransfer, path: 'transfers' },
  listIssuerQuotes: { filters: anyQuoteFilters, row: anyQuote, path: 'issuer-quotes' },
} as const

type Row = { created_at: string; updated_at?: string }

const isIn = (request: ListRequest, row: Row, notes: readonly string[]) =>
  unmetTerms(request, decodedRow(request, row), notes).length === 0

const isAfter = (time: string | undefined, bound: string, isInclusive = false) => {
  const [at, from] = [nanoseconds(time ?? '') ?? 0n, nanoseconds(bound) ?? 0n]
  return isInclusive ? at >= from : at > from
}

test.each(Object.keys(lists) as ScannedList[])('any filters that %s accepts', (list) => {
  const { filters, row: anyRow, path } = lists[list]
  const since = '2026-11-19T00:00:00Z'
  const property = fc.property(
    filters,
    fc.array(anyRow as fc.Arbitrary<Row>, { minLength: 1, maxLength: 8 }),
    fc.constantFrom<string[]>([], ['Called the bank']),
    ([drawn, spelling, view], rows, notes) => {
      const params = writtenFilters(drawn, spelling, view)
      const { query: schema } = schemasOf(list)
      const isSendable = schema !== undefined && readQuery(schema, params).errors === undefined
      const { request, errors } = checkedList(list, params, when)
      const asked: ExportRequest = {
        list,
        search: params.toString(),
        zone: 'UTC',
        format: 'csv',
        hasNotes: false,
        hasBom: false,
      }
      if (!request) {
        expect(isSendable).toBe(false)
        expect(exportedRequest(asked, now)).toEqual({ errors })
        expect(() => newSince({ id: 'v', list: path, search: asked.search }, since, when)).toThrow('not valid')
        return
      }
      // It is recorded at one time and made at another.
      const made = exportedRequest({ ...asked, search: fixedSearch(asked, now) }, later)
      if (made.errors) throw new Error(JSON.stringify(made.errors))
      for (const row of rows) expect(isIn(made.request, row, notes)).toBe(isIn(request, row, notes))

      const end = Date.parse('2026-11-20T00:00:00Z')
      const scheduled = exportedRequest({ ...asked, search: searchOf(asked, 'day', end) }, later)
      if (scheduled.errors) throw new Error(JSON.stringify(scheduled.errors))
      const undated = new URLSearchParams([...params].filter(([name]) => !isCreatedName(name)))
      undated.set('x.created', 'yesterday')
      const ofDay = checkedList(list, undated, { now: end, zone: 'UTC' }).request
      if (!ofDay) throw new Error('The list refuses the period.')
      for (const row of rows) expect(isIn(scheduled.request, row, notes)).toBe(isIn(ofDay, row, notes))

      const pending = durationMillis(params.get('x.pending_over') ?? '')
      const counted = newSince({ id: 'v', list: path, search: asked.search }, since, when)
      const from = new Date(Date.parse(since) - (pending ?? 0)).toISOString()
      const isNew = (row: Row) =>
        list === 'listIssuerQuotes'
          ? isAfter(row.created_at, from, true)
          : isAfter(pending === undefined ? row.updated_at : row.created_at, from)
      for (const row of rows)
        expect(counted !== undefined && isIn(counted, row, notes)).toBe(isIn(request, row, notes) && isNew(row))
    },
  )
  fc.assert(property, { numRuns: 100 })
})
