/**
 * What is new in a pinned view since its reader opened it: records that match now and were created or changed since. A view
 * of what is pending for some time has new records without any change; there, those that have become so old count.
 */
import { checkForm } from '../../api/check'
import { exactJson } from '../../api/exact-json'
import { listRequest, narrowedQuery, unmetTerms } from '../../api/list-request'
import { rowOf } from '../../api/operations'
import { durationMillis } from '../../api/own-filters'
import { writeQuery } from '../../api/query-string'
import { readIssuerQuotePage, readTransferPage } from '../../api/reading'
import { resolvedTimes } from '../../api/relative-times'
import { maximumNew, type SavedView, type ViewCount, viewLists } from '../../api/saved-views'
import type { Deadline } from '../deadline'
import { wholeAnswer } from '../http/provider-answer'
import { listLimit } from '../upstream/answers'
import type { Upstream } from '../upstream/upstream'

/** Rows of a read, reads of one count, and the highest count. */
const usual = { rows: 200, reads: 3, most: maximumNew }

type CountedView = Pick<SavedView, 'id' | 'list' | 'search'>

/** A view's query string as the request for what is new in it. @param since RFC 3339 */
export function newSince({ list, search }: CountedView, since: string, when: { now: number; zone: string }) {
  const params = resolvedTimes(viewLists[list], new URLSearchParams(search), when)
  for (const name of ['limit', 'order', 'order_by']) params.delete(name)
  const pending = durationMillis(params.get('x.pending_over') ?? '')
  if (pending !== undefined) {
    const before = new Date(Date.parse(since) - pending).toISOString()
    params.append(list === 'transfers' ? 'created_at.gt' : 'created_range.begin', before)
  } else if (list === 'transfers') {
    params.append('updated_at.gt', since)
    params.set('order_by', 'UPDATED_AT')
  } else {
    // Issuer quotes can be asked for by the time of their creation only. Of two beginnings the later one counts.
    const begin = params.get('created_range.begin')
    if (!begin || Date.parse(begin) < Date.parse(since)) params.set('created_range.begin', since)
  }
  return params
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
  const row = rowOf(name)
  const now = upstream.now()
  const { request } = listRequest(name, newSince(view, since, { now, zone }), { now, zone })
  if (!request || request.terms.some((term) => term.name === 'note')) return undefined
  const sorted = { ...(view.list === 'transfers' && { order_by: request.order.by }), order: 'DESC' as const }
  const query = { ...request.query, ...sorted, limit: limits.rows }
  checkForm(name, { query: writeQuery(query) })
  // One by one: the provider would refuse some of them together.
  for (const [term, values] of Object.entries(narrowedQuery(request)))
    checkForm(name, { query: writeQuery({ [term]: values }) })
  const read = view.list === 'transfers' ? readTransferPage : readIssuerQuotePage
  let count = 0
  const cursors: string[] = []
  for (let reads = 0; reads < limits.reads; reads++) {
    const cursor = cursors.at(-1)
    const page = { query: { ...query, ...(cursor !== undefined && { page_cursor: cursor }) } }
    const caller = { kind: 'background', subject } as const
    const received = await upstream.read(name, page, { caller, deadline, acceptsGzip: true })
    const { json } = await wholeAnswer(received, row, { limit: listLimit, parse: exactJson })
    const { items, next } = read(json, { limit: limits.rows, cursors })
    count += items.filter((item) => unmetTerms(request, item, { now }).length === 0).length
    if (count > limits.most) return { view: view.id, count: limits.most, is_more: true }
    if (next === undefined) return { view: view.id, count, is_more: false }
    cursors.push(next)
  }
  return count > 0 ? { view: view.id, count, is_more: true } : undefined
}
