/** How a list is sorted now, and the addresses that sort it anew. */
import { hrefOf, type ListOrder, sortedBy } from '@/lib/browser/list-url'
import type { ListDescription, ListQuery } from './description'

export type Ordering = {
  is: ListOrder
  /** The same list sorted so, or why the provider cannot. */
  to: (wanted: ListOrder) => { href: string; why?: never } | { href?: never; why: string }
}

export function orderingOf<Query extends ListQuery>(
  sorting: ListDescription<unknown, Query>['sorting'],
  query: Query,
  params: URLSearchParams,
  path: string,
): Ordering {
  const usual = sorting.usual(query)
  return {
    is: sorting.of(query),
    to: (wanted) => {
      const why = sorting.whyNot(query, wanted.by)
      return why ? { why } : { href: hrefOf(path, sortedBy(params, wanted, usual, sorting.hasOrderBy)) }
    },
  }
}

/** What a click on a column asks for: the other end, or the newest first where the list was sorted by another time. */
export const wantedBy = (by: ListOrder['by'], is: ListOrder): ListOrder => ({
  by,
  order: is.by === by && is.order === 'DESC' ? 'ASC' : 'DESC',
})
