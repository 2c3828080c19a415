/**
 * What is new in a pinned view since its reader opened it: records that match now and were created or changed since. A view
 * of what is pending for some time has new records without any change; there, those that have become so old count.
 */

import { checkedList } from '../../api/console/checked-list'
import { type ListRequest, orderedQuery } from '../../api/console/list-request'
import { durationMillis } from '../../api/console/own-filters'
import { resolvedTimes, type When } from '../../api/console/relative-times'
import { maximumNew, type SavedView, type ViewCount, viewLists } from '../../api/console/saved-views'
import { invalidInput } from '../../api/provider/check'
import { askedParams, orderNames } from '../../api/provider/list-rules'
import { pageEnd } from '../../api/provider/reading'
import { listRules } from '../../api/provider/scanned-lists'
import { nanoseconds } from '../../domain/values'
import type { Deadline } from '../deadline'
import { matchingRows } from '../scans/matching-rows'
import { readListAnswer } from '../scans/page-rows'
import { providerNow } from '../scans/provider-time'
import type { Upstream } from '../upstream/upstream'

/** Rows of a read, reads of one count, and the highest count. */
const usual = { rows: 200, reads: 3, most: maximumNew }

type CountedView = Pick<SavedView, 'id' | 'search'> & { list: keyof typeof viewLists }

/** @throws ProblemError 400 */
function requested(list: CountedView['list'], search: URLSearchParams, when: When): ListRequest {
  const { request, errors } = checkedList(viewLists[list], search, when)
  if (!request) throw invalidInput('The filters of this view are not valid.', errors)
  return request
}

const isBefore = (one: string, other: string) => (nanoseconds(one) ?? 0n) < (nanoseconds(other) ?? 0n)

/**
 * The request for what is new in a view.
 * @param since RFC 3339
 * @returns undefined if nothing can be, because the view ends before
 * @throws ProblemError 400 if its filters cannot be used
 */
export function newSince({ list, search }: CountedView, since: string, when: When): ListRequest | undefined {
  const view = new URLSearchParams(search)
  requested(list, view, when)
  const name = viewLists[list]
  const params = askedParams(listRules[name], resolvedTimes(name, view, when))
  for (const ordering of orderNames) params.delete(ordering)
  const pending = durationMillis(params.get('x.pending_over') ?? '')
  const from = pending === undefined ? since : new Date(Date.parse(since) - pending).toISOString()
  // Issuer quotes can be asked for by the time of their creation only.
  const bound =
    list === 'issuer-quotes' ? 'created_range.begin' : pending === undefined ? 'updated_at.gt' : 'created_at.gt'
  if (bound === 'updated_at.gt') params.set('order_by', 'UPDATED_AT')
  // Of two bounds the later one counts.
  const own = params.get(bound)
  if (own === null || isBefore(own, from)) params.set(bound, from)
  const end = params.get('created_range.end')
  if (end !== null && isBefore(end, params.get(bound) ?? '')) return undefined
  const request = requested(list, params, when)
  return { ...request, order: { ...request.order, order: 'DESC' } }
}

export type CountOptions = { subject: string; zone: string; deadline: Deadline }

/**
 * Counts what is new, by a few reads as a background caller.
 * @param since RFC 3339, by the provider's clock
 * @returns undefined if it cannot be known: the view's filters need notes, or nothing was found in the rows that were read,
 *          and there are more
 * @throws ProblemError if the view's filters cannot be used, or the provider does not answer
 */
export async function countNew(
  upstream: Upstream,
  view: CountedView,
  since: string,
  { subject, zone, deadline }: CountOptions,
  limits = usual,
): Promise<ViewCount | undefined> {
  const name = viewLists[view.list]
  const caller = { kind: 'background', subject } as const
  const now = await providerNow(upstream, { list: name, caller, clock: upstream.clock, signal: deadline.signal })
  const request = newSince(view, since, { now, zone })
  if (!request) return { view: view.id, count: 0, is_more: false }
  if (request.terms.some((term) => term.name === 'note')) return undefined
  const query = { ...orderedQuery(request), limit: limits.rows }
  let count = 0
  const cursors: string[] = []
  for (let reads = 0; reads < limits.reads; reads++) {
    const cursor = cursors.at(-1)
    const page = { query: { ...query, ...(cursor !== undefined && { page_cursor: cursor }) } }
    const received = await upstream.read(name, page, { caller, deadline, acceptsGzip: true })
    const { rows, next: follows } = await readListAnswer(received, name, subject)
    const { next, mayGoOn = false } = pageEnd(rows.length, follows, { limit: limits.rows, cursors })
    count += (await matchingRows(request, rows, { subject })).rows.length
    if (count > limits.most) return { view: view.id, count: limits.most, is_more: true }
    if (next === undefined && mayGoOn) break
    if (next === undefined) return { view: view.id, count, is_more: false }
    cursors.push(next)
  }
  return count > 0 ? { view: view.id, count, is_more: true } : undefined
}
