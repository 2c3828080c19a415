/**
 * What is new in a pinned view since its reader opened it: records that match now and were created or changed since. A view
 * of what is pending for some time has new records without any change; there, those that have become so old count.
 */

import type { ListRequest } from '../../../api/list-request'
import { viewLists } from '../../../api/list-request'
import { durationMillis } from '../../../api/own-filters'
import { resolvedTimes, type When } from '../../../api/relative-times'
import { nanoseconds } from '../../../domain/values'
import { invalidInput } from '../../../provider/check'
import { askedParams, orderNames } from '../../../provider/list-rules'
import { listRules } from '../../../provider/scanned-lists'
import { asksForNotes, type RecordList } from '../../../server/records/record-list'
import type { Records } from '../../../server/records/records'
import type { Owner } from '../../../server/upstream/upstream'
import { checkedList } from '../../checked-list'
import { maximumNew, type SavedView, type ViewCount } from '../interface'

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

/** What a count is taken from, for whom, and by which moment: `now` is ms since 1970 by the provider's clock. */
export type CountOptions = {
  records: Pick<Records, 'lists'>
  recordList: RecordList
  subject: string
  zone: string
  now: number
  signal: AbortSignal
}

/**
 * Counts what is new.
 * @param since RFC 3339, by the provider's clock
 * @returns undefined if it cannot be known: the view's filters need notes, not everything since then has been read, or too many must be looked at
 * @throws ProblemError if the view's filters cannot be used; the driver's error
 */
export async function countNew(
  owner: Owner,
  view: CountedView,
  since: string,
  { records, recordList, subject, zone, now, signal }: CountOptions,
): Promise<ViewCount | undefined> {
  const request = newSince(view, since, { now, zone })
  if (!request) return { view: view.id, count: 0, is_more: false }
  const reading = await records.lists[request.list].reading(owner)
  if (asksForNotes(request) || !reading || reading.from > Date.parse(since)) return undefined
  const counted = await recordList.count(owner, request, maximumNew, { subject, signal })
  if (!counted) return undefined
  const { count, isMore } = counted
  return { view: view.id, count: Math.min(count, maximumNew), is_more: isMore || count > maximumNew }
}
