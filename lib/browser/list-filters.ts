/** How a list is sorted, by its own rules. */
import {
  filteredTimes,
  type ListOrder,
  type ListQuery,
  type ListRules,
  orderBy,
  orderNames,
  pageNames,
} from '../provider/list-rules'
import { firstPage, withParams } from './list-url'

/** The list without filters; page size, order, columns and the chosen view stay. */
export function withoutFilters(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...firstPage(params)].filter(([name]) => orderNames.includes(name) || pageNames.includes(name)),
  )
}

/** Whether a query filters by a parameter. */
const hasIn = (query: object) => (name: string) => (query as Record<string, unknown>)[name] !== undefined

/** How the provider sorts a list. It follows `order_by`, then the filtered time; newest first unless the rules say otherwise. */
export const orderOf = (rules: ListRules, query: ListQuery): ListOrder => orderBy(rules, hasIn(query), query)

/**
 * The query as it is sent: with a time filter, `order_by` and `order` are always explicit (docs/provider.md, "Writing").
 * With filters of two times nothing is added, because either order would be refused.
 */
export function withOrder<Query extends ListQuery>(rules: ListRules, query: Query): Query {
  const [filtered, ...others] = filteredTimes(rules, hasIn(query))
  if (!filtered?.orderBy || others.length > 0) return query
  const { by, order } = orderOf(rules, query)
  return { ...query, order_by: by, order }
}

/** The filtered time that keeps a list from being sorted by another: the provider sorts by the filtered time only. */
export const timeAgainstOrder = (rules: ListRules, query: ListQuery, by: ListOrder['by']) =>
  filteredTimes(rules, hasIn(query)).find(({ orderBy }) => orderBy !== undefined && orderBy !== by)

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
