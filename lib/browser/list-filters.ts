/** What a list's filters may do to its address: which go together, and what goes when another comes. */
import { aloneFilters, freeFilters, timeFilters } from '../api/transfers'
import { firstPage, withoutParams, withParams } from './list-url'

/** A time that a list is filtered by: every name that it has in the address. */
export type TimeNames = {
  names: readonly string[]
  /** The names that a range is written with. */
  from: string
  to: string
  /** The `order_by` that goes with it, where the service has one (List transfers, rule 2). */
  orderBy?: string
}

/** What the service says about the filters of one list. */
export type ListRules = {
  /** At most one of these, and beside it only times. */
  alone: readonly string[]
  /** These go with each other and with times. */
  free: readonly string[]
  /** One of these at a time: the console asks for one time, and orders by it (service-facts, "Writing"). */
  times: readonly TimeNames[]
}

export const createdTime: TimeNames = {
  names: timeFilters.CREATED_AT,
  from: 'created_at.gte',
  to: 'created_at.lt',
  orderBy: 'CREATED_AT',
}
export const updatedTime: TimeNames = {
  names: timeFilters.UPDATED_AT,
  from: 'updated_at.gte',
  to: 'updated_at.lt',
  orderBy: 'UPDATED_AT',
}
/** Spec, List transfers, rules 1 and 2. */
export const transferRules: ListRules = { alone: aloneFilters, free: freeFilters, times: [createdTime, updatedTime] }

export const createdRange: TimeNames = {
  names: ['created_range.begin', 'created_range.end'],
  from: 'created_range.begin',
  to: 'created_range.end',
}
/** Spec, List issuer quote executions: no rule; every filter goes with every other. */
export const issuerQuoteRules: ListRules = { alone: [], free: ['profile_id', 'status'], times: [createdRange] }

const timeOf = (rules: ListRules, name: string) => rules.times.find(({ names }) => names.includes(name))

/**
 * The filters of this address that cannot stay when `name` is added. Rule 1 parts the filters into those that go with
 * times only and those that go with each other; of two times the list goes by one.
 * @param name any name of the filter in the address: `type`, `created_at.gte`
 */
export function conflictingNames(rules: ListRules, name: string, params: URLSearchParams): string[] {
  const time = timeOf(rules, name)
  // An address may hold two times, in no order of its own: whoever changes one of them keeps the other.
  if (time?.names.some((own) => params.has(own))) return []
  const rivals = time
    ? rules.times.filter((other) => other !== time).flatMap(({ names }) => names)
    : rules.alone.includes(name)
      ? [...rules.alone, ...rules.free]
      : rules.free.includes(name)
        ? rules.alone
        : []
  return rivals.filter((rival) => rival !== name && params.has(rival))
}

/** Whether the address asks for an order that does not go with this time (rule 2). */
export function isSortedByOther(rules: ListRules, name: string, params: URLSearchParams): boolean {
  const orderBy = timeOf(rules, name)?.orderBy
  return orderBy !== undefined && params.has('order_by') && params.get('order_by') !== orderBy
}

/**
 * The list with a filter set anew, at its first page; what the service does not take beside it goes.
 * @param parts the names of one filter with their values; all other names of the same time go, and so does an order by
 *              the other time. No values take the filter out, and then nothing else goes.
 */
export function withFilter(
  rules: ListRules,
  params: URLSearchParams,
  parts: Record<string, readonly string[]>,
): URLSearchParams {
  const gone = Object.keys(parts).flatMap((name) => timeOf(rules, name)?.names ?? [])
  const set = Object.keys(parts).filter((name) => (parts[name] ?? []).length > 0)
  const rivals = set.flatMap((name) => conflictingNames(rules, name, params))
  const order = set.some((name) => isSortedByOther(rules, name, params)) ? ['order_by', 'order'] : []
  return withParams(withoutParams(params, [...gone, ...rivals, ...order]), parts)
}

/** What an address holds that is no filter: how the list is shown. */
const view = ['limit', 'order', 'order_by']

/** The list without a filter: its view (rows a page, order) stays. */
export function withoutFilters(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...firstPage(params)].filter(([name]) => view.includes(name) || name.startsWith('x.')))
}
