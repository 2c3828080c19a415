/** What the provider's rules say of the filters of a list, and the order that they give it; scanned-lists.ts has the rules. */

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
  /** Every parameter of the API that filters by it. */
  names: readonly string[]
  /** The page's parameter for a range that is relative to the day of its reader (relative-times.ts). */
  relative?: string
  /** The parameters that a range is written with. */
  from: string
  to: string
  /** Whether the end belongs to a range. */
  includesEnd?: true
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
  /** One of these at a time: the console filters and sorts by the same time (docs/provider.md, "Writing"). */
  times: readonly TimeNames[]
}

/** The name of a filter that Mintdesk filters by, in a page's URL. */
export const postFilterName = (name: string) => `x.${name}`

/** Parameters of the API that say in which order and on which page rows come, and not which. */
export const orderNames: readonly string[] = ['limit', 'order', 'order_by']

/** Parameters of the page that do not decide which rows it lists. */
export const pageNames: readonly string[] = ['x.columns', 'x.rows', 'x.density', 'x.view', 'x.peek']

/** Parameters of the page that say which of a list's pages it is, and when the first one was read. */
export const positionNames: readonly string[] = ['x.as_of', 'x.page', 'x.earlier']

/** Parameters of the page that filter by a time relatively, of any list (relative-times.ts). */
export const relativeNames: readonly string[] = ['x.created', 'x.updated']

/** The parameters of a list's filters that the provider knows. */
export const providerNames = ({ alone, free, times }: ListRules): string[] => [
  ...alone,
  ...free,
  ...times.flatMap(({ names }) => names),
]

/** The parameters of a page's URL that filter by a time. */
export const timeParams = ({ names, relative }: TimeNames): readonly string[] =>
  relative === undefined ? names : [...names, relative]

/** The times that are filtered by. */
export const filteredTimes = ({ times }: ListRules, has: (name: string) => boolean) =>
  times.filter((time) => timeParams(time).some(has))

/**
 * How the provider sorts a list. It follows `order_by`, then the filtered time; newest first unless the rules say otherwise.
 * @param has whether the query filters by this parameter
 */
export function orderBy(rules: ListRules, has: (name: string) => boolean, query: ListQuery): ListOrder {
  const [filtered, ...others] = filteredTimes(rules, has)
  const named = rules.times.find(({ orderBy: by }) => by !== undefined && by === query.order_by)
  return {
    by: query.order_by ?? (others.length === 0 ? filtered?.orderBy : undefined) ?? 'CREATED_AT',
    order: query.order ?? named?.defaultOrder ?? 'DESC',
  }
}

/** The provider's filters of a URL by the API's names, sent or not; other parameters stay as they are. */
export function askedParams(rules: ListRules, params: URLSearchParams): URLSearchParams {
  const plain = new Map(providerNames(rules).map((name) => [postFilterName(name), name]))
  return new URLSearchParams([...params].map(([name, value]) => [plain.get(name) ?? name, value]))
}
