/** The lists that can be read whole: what the provider's rules say of their filters, and how records of a window are asked for. */
import type { IssuerQuoteQuery } from './issuer-quotes'
import type { ListRules } from './list-rules'
import { combinableFilters, exclusiveFilters, timeFilters } from './transfer-terms'
import type { TransferQuery } from './transfers'

type Queries = { listTransfers: TransferQuery; listIssuerQuotes: IssuerQuoteQuery }

export type ScannedList = keyof Queries

/** Filters and order of each list, without its pages. */
export type ScannedQueries = { [List in ScannedList]: Omit<Queries[List], 'limit' | 'page_cursor'> }
export type ScannedQuery = ScannedQueries[ScannedList]

/** The provider's rules for the filters of its lists. */
export const listRules: Record<ScannedList, ListRules> = {
  /** Spec, List transfers, rules 1 and 2. */
  listTransfers: {
    alone: exclusiveFilters,
    free: combinableFilters,
    times: [
      {
        names: timeFilters.CREATED_AT,
        relative: 'x.created',
        from: 'created_at.gte',
        to: 'created_at.lt',
        orderBy: 'CREATED_AT',
      },
      {
        names: timeFilters.UPDATED_AT,
        relative: 'x.updated',
        from: 'updated_at.gte',
        to: 'updated_at.lt',
        orderBy: 'UPDATED_AT',
        defaultOrder: 'ASC',
      },
    ],
  },
  /** Spec, List issuer quote executions: every filter, in any combination. The range includes both ends. */
  listIssuerQuotes: {
    alone: [],
    free: ['profile_id', 'status'],
    times: [
      {
        names: ['created_range.begin', 'created_range.end'],
        relative: 'x.created',
        from: 'created_range.begin',
        to: 'created_range.end',
        includesEnd: true,
      },
    ],
  },
}

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

/** By which time a list is read in windows. */
export type WindowBy = 'created' | 'updated'

/** Their names, for who needs one of them. */
export const transferList = 'listTransfers'
export const quoteList = 'listIssuerQuotes'

export const scannedLists = Object.keys(listRules) as ScannedList[]

/** A time by which a list is read in windows; undefined if the list does not know it. */
export function timeOf(list: ScannedList, by: WindowBy): WindowTime | undefined {
  const time = listRules[list].times.find(({ relative }) => relative === `x.${by}`)
  if (!time) return undefined
  const { names: filters, from, to, includesEnd = false, orderBy } = time
  return { member: `${by}_at`, filters, from, to, includesEnd, orderBy: orderBy ? { order_by: orderBy } : {} }
}

/** @throws Error if the list does not know that time */
export function windowTime(list: ScannedList, by: WindowBy): WindowTime {
  const time = timeOf(list, by)
  if (!time) throw new Error(`${list} cannot be read by when its records were ${by}.`)
  return time
}
