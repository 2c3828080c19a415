/** How a list describes its filters. Everything in this folder works from such a description and knows no resource. */
import type { LucideIcon } from 'lucide-react'
import type { IdKind } from '@/lib/browser/identifiers'
import type { ListRules, TimeNames } from '@/lib/browser/list-filters'

/** A value of the API and its word on screen. */
export type Choice = { value: string; word: string }

/** Any of some values that the provider lists. */
export type ChoiceFilter = {
  kind: 'choice'
  name: string
  word: string
  icon: LucideIcon
  /** Choices by the title of their group; "" has none. */
  groups: Record<string, readonly Choice[]>
}

/** Identifiers, as people paste them. */
export type IdFilter = {
  kind: 'ids'
  name: string
  word: string
  icon: LucideIcon
  /** "reference", "references". */
  one: string
  many: string
  /** How a pasted text is read. */
  ids: IdKind
  /** The field of a record that holds it, where the filter asks for certain records: those that are not there are named. */
  field?: string
  /** Values that the provider accepts at once (spec, Limits). */
  most: number
  hint?: string
}

/** A range of time. */
export type TimeFilter = {
  kind: 'time'
  /** Names the filter where one name is needed: the first part of a range. */
  name: string
  word: string
  icon: LucideIcon
  time: TimeNames
  /** Whether the end of a range belongs to it. */
  isEndIncluded: boolean
}

export type Filter = ChoiceFilter | IdFilter | TimeFilter

/** The filters of one list, in the order in which they are offered and shown. */
export type ListFilters = {
  /** "transfers": the records in sentences. */
  many: string
  /** What will be here, said where nothing is yet. */
  firstWords: string
  /** Said where nothing fits; without it, a general hint. */
  noneWords?: string
  rules: ListRules
  filters: readonly Filter[]
}

/** The names in the address that a filter stands for. */
export const namesOf = (filter: Filter): readonly string[] =>
  filter.kind === 'time' ? filter.time.names : [filter.name]

const viewWords: Record<string, string> = {
  limit: 'Rows a page',
  order: 'Order',
  order_by: 'Order by',
  page_cursor: 'Page',
}

/** The filter that a name of the address belongs to. */
export const filterOf = ({ filters }: ListFilters, name: string) =>
  filters.find((filter) => namesOf(filter).includes(name))

/** The name of any part of the address, as a sentence may use it. */
export const partName = (list: ListFilters, name: string): string =>
  filterOf(list, name)?.word ?? viewWords[name] ?? name

/** The filters that some parts of the address belong to, each named once: "Type, Status". */
export const partNames = (list: ListFilters, names: readonly string[]): string =>
  [...new Set(names.map((name) => partName(list, name)))].join(', ')
