/** How a list describes its filters, and the words for their parameters. This folder knows no resource. */
import { amountText } from '@/components/ui/amount'
import type { IdKind } from '@/lib/browser/identifiers'
import type { FieldError } from '@/lib/provider/field-errors'
import { type ListOrder, type ListRules, postFilterName, type TimeNames, timeParams } from '@/lib/provider/list-rules'
import { type ProblemError, problemKind } from '@/lib/provider/problem'
import type { filterIcons } from './filter-icons'

type Common = {
  /** The parameter; for a range, its first one. */
  name: string
  label: string
  /** Filters of Mintdesk's own have theirs in own-forms.tsx. */
  icon?: keyof typeof filterIcons
  /** Among the first in a long menu. */
  isCommon?: true
}

export type Choice = { value: string; label: string }

/** Any of the values that the provider lists. */
export type ChoiceFilter = Common & {
  kind: 'choice'
  /** Choices by the title of their group; "" has none. */
  groups: Record<string, readonly Choice[]>
  /** Where records may have values that the provider does not list: the parameter of Mintdesk's own that takes them too. */
  observed?: { name: string; of: (known: object) => unknown }
}

/** Whether a value is one that a filter lists. */
export const isListed = ({ groups }: ChoiceFilter, value: string) =>
  Object.values(groups).some((choices) => choices.some((choice) => choice.value === value))

/** The values of a filter by its parameters: all under Mintdesk's own if one of them is not the provider's. */
export function choiceValues(filter: ChoiceFilter, values: readonly string[]): Record<string, readonly string[]> {
  const { name, observed } = filter
  if (!observed || observed.name === name) return { [name]: values }
  const isOwn = values.some((value) => !isListed(filter, value))
  return { [name]: isOwn ? [] : values, [observed.name]: isOwn ? values : [] }
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

/** The words of a chip that follow its label. */
type Own = Common & { chip: (params: URLSearchParams) => { operator: string; value: string } }

/** A range of exact amounts, both inclusive, by which only Mintdesk can filter. */
export type RangeFilter = Own & { kind: 'range'; to: string; isSigned?: true; hint?: string }

/** A text, by which only Mintdesk can filter. */
export type TextFilter = Own & { kind: 'text' }

export type Filter = ChoiceFilter | IdFilter | TimeFilter | RangeFilter | TextFilter

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
export type FilterProps = {
  filters: ListFilters
  path: string
  params: URLSearchParams
  /** The same with the times that relative ones had when the list was read; undefined without any, or before. */
  resolved?: URLSearchParams
}

/** The parameters of a filter. */
export function namesOf(filter: Filter): readonly string[] {
  if (filter.kind === 'time') return timeParams(filter.time)
  if (filter.kind === 'range') return [filter.name, filter.to]
  const own = filter.kind === 'choice' ? filter.observed?.name : undefined
  return own === undefined || own === filter.name ? [filter.name] : [filter.name, own]
}

/** The parameters that may have several values. */
export const listNames = ({ filters }: ListFilters): readonly string[] =>
  filters.flatMap((filter) =>
    filter.kind === 'choice' || (filter.kind === 'ids' && filter.maximum > 1) ? namesOf(filter) : [],
  )

/** What Mintdesk refused in a URL. `rest` counts the errors that its answer does not list. */
export type RefusedQuery = { errors: readonly FieldError[]; rest?: string }

/** @returns undefined for any other error; only the console checks a query before anything is sent */
export function refusedQuery(error: ProblemError | undefined): RefusedQuery | undefined {
  const { type, meta, errors = [], detail = '' } = error?.problem ?? {}
  if (problemKind(type) !== 'invalid-input' || meta?.answered_by === 'service') return undefined
  const last = detail.split('. ').at(-1)
  return { errors, rest: last?.endsWith(' not listed.') ? last : undefined }
}

export const filterOf = ({ filters }: ListFilters, name: string) =>
  filters.find((filter) => namesOf(filter).some((own) => own === name || postFilterName(own) === name))

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

/** Whether two filters hold the same values in the same order. */
export const isSameValues = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((value, index) => value === other[index])

/** `is at least 100.00`, `is 1,000.00 to 250,000.00`; the digits as they are. */
export const amountFilter = (label: string, more: Pick<RangeFilter, 'isSigned' | 'hint'> = {}): RangeFilter => ({
  kind: 'range',
  name: 'x.amount.gte',
  to: 'x.amount.lte',
  label,
  ...more,
  chip: (params) => {
    const [from = '', to = ''] = ['x.amount.gte', 'x.amount.lte'].map((name) => amountText(params.get(name) ?? ''))
    if (from && to) return { operator: 'is', value: `${from} to ${to}` }
    return from ? { operator: 'is at least', value: from } : { operator: 'is at most', value: to }
  },
})

/** @param operator `contains` */
export const textFilter = (name: string, label: string, operator: string): TextFilter => ({
  kind: 'text',
  name,
  label,
  chip: (params) => ({ operator, value: params.getAll(name).join(', ') }),
})
