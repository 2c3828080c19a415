/** How a resource describes its list. This folder works from such descriptions and knows no resource. */
import type * as z from 'zod/mini'
import type { ListFilters } from '@/components/filters/description'
import type { Environment } from '@/lib/api/environments'
import type { Decoded } from '@/lib/api/reading'
import type { ListQuery } from '@/lib/browser/list-filters'
import type { Column } from './column'
import type { PageRead } from './list-read'

export type ListDescription<Known, Query extends ListQuery> = {
  title: string
  subtitle?: string
  /** What readers must know about the figures; replaces the order in the foot. */
  footnote?: string
  filters: ListFilters
  query: z.ZodMiniType<Query>
  /** See `pageRead`. */
  read: (environment: Environment, query: Query) => PageRead<Known>
  /** The parameters of the query that a row does not match. */
  unmet: (query: Query, row: Decoded<Known>) => readonly string[]
  /** In their default order; the first one always leads. */
  columns: readonly Column<Decoded<Known>>[]
  idOf: (row: Decoded<Known>) => string | undefined
  /** "transfer", if each row has a page of its own. */
  pageName?: string
}
