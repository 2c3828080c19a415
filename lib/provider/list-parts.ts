/**
 * Which part of any filters one request can have. A page's URL writes that part by the API's names, and the rest as `x.…`: with
 * any of these the list is read from Mintdesk's own database.
 */
import {
  askedParams,
  type ListOrder,
  type ListRules,
  orderBy,
  positionNames,
  postFilterName,
  providerNames,
} from './list-rules'

/** The filters of transfers that rule 1 divides, from the one that usually leaves the fewest rows: ours, the spec says nothing of it. */
export const selectivity: readonly string[] = [
  'ids',
  'crypto_tx_hashes',
  'ref_ids',
  'group_ids',
  'account_ids',
  'identity_ids',
  'profile_ids',
  'secondary_statuses',
  'type',
  'statuses',
]

/**
 * Which of any filters one request can have: of those that exclude each other the most selective part, and the times by
 * which the list is sorted.
 * @param has whether the list is filtered by this parameter
 * @param by  the time by which it is sorted
 */
export function sentNames(rules: ListRules, has: (name: string) => boolean, by: ListOrder['by']): string[] {
  const top = selectivity.find(has)
  const isAlone = top !== undefined && rules.alone.includes(top)
  const times = rules.times.filter((time) => time.orderBy === undefined || time.orderBy === by)
  return [...(isAlone ? [top] : rules.free), ...times.flatMap(({ names }) => names)].filter(has)
}

/**
 * The same filters as a page's URL writes them: those that are sent by the API's names, the others as `x.…`. Other
 * parameters stay as they are, but for its page if any name changes: a cursor belongs to where the list was read.
 */
export function withPartsNamed(rules: ListRules, params: URLSearchParams): URLSearchParams {
  const asked = askedParams(rules, params)
  const has = (name: string) => asked.has(name)
  const order_by = asked.get('order_by') as ListOrder['by'] | null
  const sent = sentNames(rules, has, orderBy(rules, has, order_by ? { order_by } : {}).by)
  const isPostFiltered = (name: string) => providerNames(rules).includes(name) && !sent.includes(name)
  const named = new URLSearchParams(
    [...asked].map(([name, value]) => [isPostFiltered(name) ? postFilterName(name) : name, value]),
  )
  if (named.toString() !== params.toString()) for (const name of ['page_cursor', ...positionNames]) named.delete(name)
  return named
}
