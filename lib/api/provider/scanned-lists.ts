/** The lists that can be read whole, and how each is asked for the records of a window of time. */
import type { IssuerQuoteQuery } from './issuer-quotes'
import { timeFilters } from './transfer-terms'
import type { TransferQuery } from './transfers'

type Queries = { listTransfers: TransferQuery; listIssuerQuotes: IssuerQuoteQuery }

export type ScannedList = keyof Queries

/** Filters and order of each list, without its pages. */
export type ScannedQueries = { [List in ScannedList]: Omit<Queries[List], 'limit' | 'page_cursor'> }
export type ScannedQuery = ScannedQueries[ScannedList]

/** A time of records by which a list can be asked. */
type WindowTime = {
  /** The member of a record. */
  member: string
  /** All filters of this time, and those of a window's bounds. */
  filters: readonly string[]
  from: string
  to: string
  /** Whether records at the end of a window are in it. */
  includesEnd: boolean
  /** What orders the list by this time. */
  orderBy: Record<string, string>
}

type ListWindows = {
  created: WindowTime
  /** Absent if the list does not know changes. */
  updated?: WindowTime
  /** What the array of an answer may be called, the likeliest first. */
  members: readonly string[]
}

/** By which time a list is read in windows. */
export type WindowBy = 'created' | 'updated'

export const listWindows: Record<ScannedList, ListWindows> = {
  listTransfers: {
    created: {
      member: 'created_at',
      filters: timeFilters.CREATED_AT,
      ...{ from: 'created_at.gte', to: 'created_at.lt', includesEnd: false },
      // Spec, List transfers, rule 2.
      orderBy: { order_by: 'CREATED_AT' },
    },
    updated: {
      member: 'updated_at',
      filters: timeFilters.UPDATED_AT,
      ...{ from: 'updated_at.gte', to: 'updated_at.lt', includesEnd: false },
      orderBy: { order_by: 'UPDATED_AT' },
    },
    members: ['items'],
  },
  listIssuerQuotes: {
    created: {
      member: 'created_at',
      filters: ['created_range.begin', 'created_range.end'],
      ...{ from: 'created_range.begin', to: 'created_range.end', includesEnd: true },
      orderBy: {},
    },
    // docs/provider.md, "Reading".
    members: ['issuer_quote_executions', 'items'],
  },
}

export const scannedLists = Object.keys(listWindows) as ScannedList[]

/** @throws Error if the list does not know that time */
export function windowTime(list: ScannedList, by: WindowBy): WindowTime {
  const time = listWindows[list][by]
  if (!time) throw new Error(`${list} cannot be read by when its records were ${by}.`)
  return time
}
