/**
 * What a page's URL asks of a list: the part that is sent to the provider, the most selective one that its rules allow, and
 * the rest, by which Mintdesk filters the rows itself. Both parts together mean every filter of the URL.
 */

import { uncheckedQuery } from '../domain/query-string'
import { type FieldError, shortName, unknownNames } from '../provider/field-errors'
import type { IssuerQuoteQuery } from '../provider/issuer-quotes'
import { sentNames } from '../provider/list-parts'
import {
  askedParams,
  type ListOrder,
  type ListQuery,
  orderBy,
  orderNames,
  pageNames,
  positionNames,
  postFilterName,
  providerNames,
} from '../provider/list-rules'
import { unmetIssuerQuoteFilters, unmetTransferFilters } from '../provider/matching'
import { type DecodedIssuerQuote, type DecodedTransfer, readIssuerQuote, readTransfer } from '../provider/reading'
import { listRules, type ScannedList } from '../provider/scanned-lists'
import type { TransferQuery } from '../provider/transfers'
import { durationMillis, isOwnTermMet, type ListedRecord, ownFilterErrors, ownNames, type Term } from './own-filters'
import { asOfName, readAsOf, relativeTimeErrors, resolvedTimes, type TimedList, type When } from './relative-times'

export type ListRequest = (
  | { list: 'listTransfers'; query: TransferQuery }
  | { list: 'listIssuerQuotes'; query: IssuerQuoteQuery }
) & {
  /** Without terms nothing is narrowed. */
  terms: readonly Term[]
  order: ListOrder
  /** The moment by which its filters are judged: milliseconds since 1970, by the provider's clock. */
  now: number
}

/** The filters that may have several values. */
const severalValues: Record<ScannedList, readonly string[]> = {
  listTransfers: [...listRules.listTransfers.alone, ...listRules.listTransfers.free],
  listIssuerQuotes: ['status'],
}

const orders: readonly string[] = ['ASC', 'DESC'] satisfies ListOrder['order'][]
const orderTimes: readonly string[] = ['CREATED_AT', 'UPDATED_AT'] satisfies ListOrder['by'][]

/** Every name that a list's query string may have. */
function knownNames(list: ScannedList): string[] {
  const rules = listRules[list]
  const provided = providerNames(rules)
  const hasOrders = rules.times.some((time) => time.orderBy !== undefined)
  return [
    ...provided,
    ...orderNames.filter((name) => name !== 'order_by' || hasOrders),
    'page_cursor',
    ...rules.times.flatMap(({ relative = [] }) => relative),
    ...[...provided, ...ownNames(list)].map(postFilterName),
    ...pageNames,
    ...positionNames,
  ]
}

/** A name that nobody knows would be a filter that nobody applies. */
function unknownIn(list: ScannedList, search: URLSearchParams): FieldError[] {
  const known = knownNames(list)
  const unknown = [...new Set(search.keys())].filter((name) => !known.includes(name))
  const sentences = unknownNames(unknown, known).split('\n')
  return unknown.map((name, at) => ({ field: shortName(name), message: sentences[at] ?? '' }))
}

const unreadableMoment = (search: URLSearchParams): FieldError[] => {
  const asOf = search.get(asOfName)
  if (asOf === null || readAsOf(asOf)) return []
  return [{ field: asOfName, message: 'The time at which this list was read cannot be read. Remove it.' }]
}

/** The values of parameters by their names, in one pass. */
function valuesByName(params: URLSearchParams): Map<string, string[]> {
  const byName = new Map<string, string[]>()
  for (const [name, value] of params) {
    const values = byName.get(name)
    if (values) values.push(value)
    else byName.set(name, [value])
  }
  return byName
}

const writtenTwice = (names: readonly string[], params: URLSearchParams): FieldError[] =>
  names
    .filter((name) => params.has(name) && params.has(postFilterName(name)))
    .map((name) => ({
      field: postFilterName(name),
      message: `This filter is in the link twice, as ${name} and as ${postFilterName(name)}. Remove one.`,
    }))

/**
 * Reads a page's query string. Only the provider's schemas know what values its own filters may have: whoever may load them
 * calls `checkedList`.
 * @param when what relative times count from, and the moment of the request unless the query string names one (`x.as_of`)
 */
export function listRequest(
  list: ScannedList,
  search: URLSearchParams,
  when: When,
): { request: ListRequest; errors?: never } | { request?: never; errors: FieldError[] } {
  const rules = listRules[list]
  const names = providerNames(rules)
  const params = resolvedTimes(list, search, when)
  const errors = [
    ...unknownIn(list, search),
    ...unreadableMoment(search),
    ...relativeTimeErrors(search),
    ...writtenTwice(names, params),
    ...ownFilterErrors(list, params),
  ]
  if (errors.length > 0) return { errors }

  const { now } = readAsOf(search.get(asOfName) ?? '') ?? when
  const asked = valuesByName(askedParams(rules, params))
  const given: ListQuery = {}
  const [order = '', by = ''] = [params.get('order') ?? '', params.get('order_by') ?? '']
  if (orders.includes(order)) given.order = order as ListOrder['order']
  if (orderTimes.includes(by)) given.order_by = by as ListOrder['by']
  const sorted = orderBy(rules, (name) => asked.has(name), given)

  const duration = durationMillis(params.get('x.pending_over') ?? '')
  if (duration !== undefined) {
    // Both follow from it, and let the provider leave rows out.
    const status = list === 'listTransfers' ? 'statuses' : 'status'
    const [created] = rules.times
    if (!asked.has(status)) asked.set(status, ['PENDING'])
    if (created && sorted.by === 'CREATED_AT' && !created.names.some((name) => asked.has(name)))
      asked.set(created.to, [new Date(now - duration).toISOString()])
  }

  const sent = sentNames(rules, (name) => asked.has(name), sorted.by)
  const isPostFiltered = (name: string) => names.includes(name) && !sent.includes(name)
  const query = new URLSearchParams(
    sent.flatMap((name) => (asked.get(name) ?? []).map((value): [string, string] => [name, value])),
  )
  const own = ownNames(list).map((name) => ({ name, values: params.getAll(postFilterName(name)) }))
  const terms = [
    ...[...asked].flatMap(([name, values]) => (isPostFiltered(name) ? [{ name, values }] : [])),
    ...own.filter(({ values }) => values.length > 0),
  ]
  // The schema of the list checks the query before it is sent.
  const request = { list, query: uncheckedQuery(query, severalValues[list]), terms, order: sorted, now }
  return { request: request as ListRequest }
}

/** What is sent, in the list's order. */
export const orderedQuery = ({ list, query, order }: ListRequest): Record<string, unknown> => ({
  ...query,
  ...(list === 'listTransfers' && { order_by: order.by }),
  order: order.order,
})

/** A row as the provider sent it, decoded. */
export const decodedRow = ({ list }: ListRequest, json: unknown): ListedRecord =>
  list === 'listTransfers' ? readTransfer(json) : readIssuerQuote(json)

/** The provider's filters by which Mintdesk filters, as a query of the list. */
function postFilterQuery({ list, terms }: ListRequest): Record<string, unknown> {
  const own = ownNames(list)
  const params = new URLSearchParams(
    terms.flatMap(({ name, values }) => (own.includes(name) ? [] : values.map((value) => [name, value]))),
  )
  return uncheckedQuery(params, severalValues[list])
}

/** Every filter of a request that the provider knows, sent or not, and the others. */
type Conditions = { provided: Record<string, unknown>; own: readonly Term[] }

const conditions = new WeakMap<ListRequest, Conditions>()

function conditionsOf(request: ListRequest): Conditions {
  const names = ownNames(request.list)
  const known = conditions.get(request) ?? {
    provided: { ...request.query, ...postFilterQuery(request) },
    own: request.terms.filter(({ name }) => names.includes(name)),
  }
  conditions.set(request, known)
  return known
}

/** Every filter of a request, sent or not: the provider's by their names, Mintdesk's own without `x.`. */
export function allTerms(request: ListRequest): Term[] {
  const { provided, own } = conditionsOf(request)
  const asked = Object.entries(provided).map(([name, values]) => ({ name, values: [values].flat().map(String) }))
  return [...asked, ...own]
}

/**
 * The filters that a row does not match, those that were sent included: some services ignore filters that they do not know.
 * @param notes the texts of the row's notes, if the request asks for notes
 * @returns their names without `x.`; [] if the row matches everything
 */
export function unmetTerms(request: ListRequest, row: ListedRecord, notes?: readonly string[]): readonly string[] {
  const { provided, own } = conditionsOf(request)
  const facts = { now: request.now, notes }
  const unmet =
    request.list === 'listTransfers'
      ? unmetTransferFilters(provided, row as DecodedTransfer)
      : unmetIssuerQuoteFilters(provided, row as DecodedIssuerQuote)
  return [...unmet, ...own.filter((term) => !isOwnTermMet(request.list, term, row, facts)).map(({ name }) => name)]
}

/** The provider's lists that have views, by the path of their page, and the operation that reads each. */
export const viewLists = { transfers: 'listTransfers', 'issuer-quotes': 'listIssuerQuotes' } as const satisfies Record<
  string,
  TimedList
>
/** The list of movements is made here, of transfers: no filter but its own narrows it, and what is new in it is not counted. */
export type ViewList = keyof typeof viewLists | 'money'
