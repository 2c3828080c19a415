/** Which filters of a list can be combined, and how the list is sorted. Each list states its own rules as data. */
import { firstPage, withoutParams, withParams } from './list-url'

/** The parameters that every list query may have. */
export type ListQuery = {
  limit?: number
  page_cursor?: string
  order?: 'ASC' | 'DESC'
  order_by?: 'CREATED_AT' | 'UPDATED_AT'
}

export type ListOrder = { by: 'CREATED_AT' | 'UPDATED_AT'; order: 'ASC' | 'DESC' }

/** A time that a list is filtered by. */
export type TimeNames = {
  /** Every parameter that filters by it. */
  names: readonly string[]
  /** The parameters that a range is written with. */
  from: string
  to: string
  /** The `order_by` for this time, if the list has one. */
  orderBy?: ListOrder['by']
  /** The provider's order if `order_by` names this time and `order` is absent; DESC if not given. */
  defaultOrder?: ListOrder['order']
}

/** The provider's rules for the filters of one list. */
export type ListRules = {
  /** At most one of these, combined with times only. */
  alone: readonly string[]
  /** These can be combined with each other and with times. */
  free: readonly string[]
  /** One of these at a time: the console filters and sorts by the same time (service-facts, "Writing"). */
  times: readonly TimeNames[]
}

const timeOf = (rules: ListRules, name: string) => rules.times.find(({ names }) => names.includes(name))

/**
 * The parameters that have to go if the filter `name` is added.
 * @param name any parameter of the filter: `type`, `created_at.gte`
 */
export function conflictingNames(rules: ListRules, name: string, params: URLSearchParams): string[] {
  const time = timeOf(rules, name)
  // A link may filter by two times without sorting. Changing one of them keeps the other.
  if (time?.names.some((own) => params.has(own))) return []
  const others = time
    ? rules.times.filter((other) => other !== time).flatMap(({ names }) => names)
    : rules.alone.includes(name)
      ? [...rules.alone, ...rules.free]
      : rules.free.includes(name)
        ? rules.alone
        : []
  return others.filter((other) => other !== name && params.has(other))
}

/** Whether the list is explicitly sorted by another time than this one. */
export function isSortedByOther(rules: ListRules, name: string, params: URLSearchParams): boolean {
  const orderBy = timeOf(rules, name)?.orderBy
  return orderBy !== undefined && params.has('order_by') && params.get('order_by') !== orderBy
}

/**
 * The list with one filter replaced, at its first page, without the filters that conflict with it.
 * @param values the filter's parameters with their values. Other parameters of the same time are removed, and so is an
 *               order by another time. Without values the filter is removed, and nothing else.
 */
export function withFilter(
  rules: ListRules,
  params: URLSearchParams,
  values: Record<string, readonly string[]>,
): URLSearchParams {
  const replaced = Object.keys(values).flatMap((name) => timeOf(rules, name)?.names ?? [])
  const added = Object.keys(values).filter((name) => (values[name] ?? []).length > 0)
  const conflicting = added.flatMap((name) => conflictingNames(rules, name, params))
  const order = added.some((name) => isSortedByOther(rules, name, params)) ? ['order_by', 'order'] : []
  return withParams(withoutParams(params, [...replaced, ...conflicting, ...order]), values)
}

const viewNames = ['limit', 'order', 'order_by']

/** The list without filters; page size, order and columns stay. */
export function withoutFilters(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...firstPage(params)].filter(([name]) => viewNames.includes(name) || name.startsWith('x.')),
  )
}

/** The times that a query filters by. */
const filteredTimes = ({ times }: ListRules, query: object) =>
  times.filter(({ names }) => names.some((name) => (query as Record<string, unknown>)[name] !== undefined))

/** How the provider sorts a list. It follows `order_by`, then the filtered time; newest first unless the rules say otherwise. */
export function orderOf(rules: ListRules, query: ListQuery): ListOrder {
  const [filtered, ...others] = filteredTimes(rules, query)
  const named = rules.times.find(({ orderBy }) => orderBy !== undefined && orderBy === query.order_by)
  return {
    by: query.order_by ?? (others.length === 0 ? filtered?.orderBy : undefined) ?? 'CREATED_AT',
    order: query.order ?? named?.defaultOrder ?? 'DESC',
  }
}

/**
 * The query as it is sent: with a time filter, `order_by` and `order` are always explicit (service-facts, "Writing").
 * With filters of two times nothing is added, because either order would be refused.
 */
export function withOrder<Query extends ListQuery>(rules: ListRules, query: Query): Query {
  const [filtered, ...others] = filteredTimes(rules, query)
  if (!filtered?.orderBy || others.length > 0) return query
  const { by, order } = orderOf(rules, query)
  return { ...query, order_by: by, order }
}

/** The filtered time that keeps a list from being sorted by another: the provider sorts by the filtered time only. */
export const timeAgainstOrder = (rules: ListRules, query: ListQuery, by: ListOrder['by']) =>
  filteredTimes(rules, query).find(({ orderBy }) => orderBy !== undefined && orderBy !== by)

/** The list sorted differently, at its first page. The default order is left out of the URL, any other is complete. */
export function sortedBy(
  rules: ListRules,
  query: ListQuery,
  params: URLSearchParams,
  wanted: ListOrder,
): URLSearchParams {
  const { order: _, order_by: __, ...unsorted } = query
  const usual = orderOf(rules, unsorted)
  const isUsual = wanted.by === usual.by && wanted.order === usual.order
  const hasOrderBy = rules.times.some(({ orderBy }) => orderBy !== undefined)
  return withParams(params, {
    order_by: isUsual || !hasOrderBy ? [] : [wanted.by],
    order: isUsual ? [] : [wanted.order],
  })
}
