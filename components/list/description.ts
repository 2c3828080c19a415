/** How a resource describes its list. Everything in this folder works from such a description and knows no resource. */
import type * as z from 'zod/mini'
import type { ListFilters } from '@/components/filters/description'
import type { Environment } from '@/lib/api/environments'
import type { Decoded, DecodedPage, Place } from '@/lib/api/reading'
import type { ListOrder } from '@/lib/browser/list-url'
import type { Answer } from '@/lib/browser/operation'
import type { Column } from './column'

/** What every list query has. */
export type ListQuery = { limit?: number; order?: ListOrder['order'] }

/** How the provider sorts a list. */
type Sorting<Query> = {
  /** What a query is sorted by. */
  of: (query: Query) => ListOrder
  /** What it is sorted by where the address does not say it. */
  usual: (query: Query) => ListOrder
  /** Whether the provider accepts `order_by`. */
  hasOrderBy: boolean
  /** Why the list cannot be sorted by a time now, in one sentence. */
  whyNot: (query: Query, by: ListOrder['by']) => string | undefined
}

export type ListDescription<Known, Query extends ListQuery> = {
  title: string
  subtitle?: string
  /** What readers must know of the figures, at the foot. */
  footnote?: string
  filters: ListFilters
  query: z.ZodMiniType<Query>
  /** Query options of the read. */
  read: (
    environment: Environment,
    query: Query,
  ) => { queryKey: readonly unknown[]; queryFn: (context: { signal: AbortSignal }) => Promise<Answer> }
  readPage: (raw: unknown, place: Place) => DecodedPage<Known>
  /** The filters of the query that a row does not satisfy, by their names in the address. */
  unmet: (query: Query, row: Decoded<Known>) => readonly string[]
  sorting: Sorting<Query>
  /** In their usual order; the first one always leads. */
  columns: readonly Column<Decoded<Known>>[]
  idOf: (row: Decoded<Known>) => string | undefined
  /** What a row's own page is called; without it rows have none. */
  pageName?: string
}
