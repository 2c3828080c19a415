/** How a list describes its filters, and the words for their parameters. This folder knows no resource. */
import type { LucideIcon } from 'lucide-react'
import type { IdKind } from '@/lib/browser/identifiers'
import { conflictingNames, type ListOrder, type ListRules, type TimeNames } from '@/lib/browser/list-filters'

type Common = {
  /** The parameter; for a range of time, its first one. */
  name: string
  label: string
  icon: LucideIcon
}

export type Choice = { value: string; label: string }

/** Any of the values that the provider lists. */
export type ChoiceFilter = Common & {
  kind: 'choice'
  /** Choices by the title of their group; "" has none. */
  groups: Record<string, readonly Choice[]>
}

/** Identifiers, typed or pasted. */
export type IdFilter = Common & {
  kind: 'ids'
  /** "reference", "references". */
  singular: string
  plural: string
  idKind: IdKind
  /** The field of a record that holds the identifier, if identifiers without a record are to be reported. */
  field?: string
  /** Values that the provider accepts in one request (spec, Limits). */
  maximum: number
  hint?: string
}

/** A range of time. */
export type TimeFilter = Common & { kind: 'time'; time: TimeNames; isEndInclusive: boolean }

export type Filter = ChoiceFilter | IdFilter | TimeFilter

/** The filters of one list, in the order in which they are offered and shown. */
export type ListFilters = {
  /** "transfers": the records in sentences. */
  plural: string
  /** Shown if the list is empty without filters. */
  emptyText: string
  /** Shown if no record matches; without it, a general hint. */
  noMatchText?: string
  rules: ListRules
  filters: readonly Filter[]
}

/** What the components of this folder work on: a list's filters, its path and its query string. */
export type FilterProps = { filters: ListFilters; path: string; params: URLSearchParams }

/** The parameters of a filter. */
export const namesOf = (filter: Filter): readonly string[] =>
  filter.kind === 'time' ? filter.time.names : [filter.name]

export const filterOf = ({ filters }: ListFilters, name: string) =>
  filters.find((filter) => namesOf(filter).includes(name))

const viewLabels: Record<string, string> = {
  limit: 'Rows per page',
  order: 'Order',
  order_by: 'Order by',
  page_cursor: 'Page',
}

/** The label of any parameter; the parameter itself if it is unknown. */
export const labelOf = (list: ListFilters, name: string): string =>
  filterOf(list, name)?.label ?? viewLabels[name] ?? name

const conjunction = new Intl.ListFormat('en-GB')

/** The labels of several parameters, each once: "Type and Status". */
export const labelsOf = (list: ListFilters, names: readonly string[]): string =>
  conjunction.format(new Set(names.map((name) => labelOf(list, name))))

/** `created, newest first` */
export const orderLabel = ({ by, order }: ListOrder): string =>
  `${by === 'CREATED_AT' ? 'created' : 'updated'}, ${order === 'DESC' ? 'newest' : 'oldest'} first`

/** The labels of the filters that a filter can't be combined with. @returns undefined if it can be combined with all */
export function conflictOf(list: ListFilters, filter: Filter, params: URLSearchParams): string | undefined {
  const names = conflictingNames(list.rules, filter.name, params)
  return names.length > 0 ? labelsOf(list, names) : undefined
}

/** Whether two filters hold the same values in the same order. */
export const isSameValues = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value, index) => value === other[index])
