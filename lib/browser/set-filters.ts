/** A list's URL with other filters. All can be combined: the URL names the part that the provider is sent. */
import { withPartsNamed } from '../provider/list-parts'
import { askedParams, filteredTimes, type ListRules, timeParams } from '../provider/list-rules'
import { withoutParams, withParams } from './list-url'

const timeOf = (rules: ListRules, name: string) => rules.times.find((time) => timeParams(time).includes(name))

/** Whether the list is explicitly sorted by another time than this one. */
export function isSortedByOther(rules: ListRules, name: string, params: URLSearchParams): boolean {
  const sorted = timeOf(rules, name)?.orderBy
  return sorted !== undefined && params.has('order_by') && params.get('order_by') !== sorted
}

/**
 * The list with one filter replaced, at its first page: as much of its filters as the provider can combine by the API's
 * names, the others as `x.…`.
 * @param values the filter's parameters with their values. Other parameters of the same time are removed, and so is an
 *               order by another time that the list is not filtered by. Without values the filter is removed.
 */
export function withFilter(
  rules: ListRules,
  params: URLSearchParams,
  values: Record<string, readonly string[]>,
): URLSearchParams {
  const asked = askedParams(rules, params)
  const added = Object.keys(values).filter((name) => (values[name] ?? []).length > 0)
  const replaced = Object.keys(values).flatMap((name) => {
    const time = timeOf(rules, name)
    return time ? timeParams(time) : []
  })
  const next = withParams(withoutParams(asked, replaced), values)
  const isOrderLost =
    added.some((name) => isSortedByOther(rules, name, next)) &&
    !filteredTimes(rules, (name) => next.has(name)).some((time) => time.orderBy === next.get('order_by'))
  return withPartsNamed(rules, isOrderLost ? withoutParams(next, ['order_by', 'order']) : next)
}

/** The list without the filter with these parameters, at its first page. */
export const withoutFilter = (rules: ListRules, params: URLSearchParams, names: readonly string[]) =>
  withFilter(rules, params, Object.fromEntries(names.map((name) => [name, []])))
