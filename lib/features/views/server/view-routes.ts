/** The addresses of saved views. */

import { type ListRequest, viewLists } from '../../../api/list-request'
import { durationMillis } from '../../../api/own-filters'
import { resolvedTimes, type When } from '../../../api/relative-times'
import { nanoseconds, uuidPattern } from '../../../domain/values'
import { invalidInput } from '../../../provider/check'
import { askedParams, orderNames } from '../../../provider/list-rules'
import { ProblemError } from '../../../provider/problem'
import { listRules } from '../../../provider/scanned-lists'
import type { ServerCore } from '../../../server/core'
import { notFound } from '../../../server/http/answer'
import { type RouteDependencies, refuse } from '../../../server/http/console-routes'
import { asksForNotes, type RecordList } from '../../../server/records/record-list'
import type { Records } from '../../../server/records/records'
import { traceOf } from '../../../server/telemetry/log'
import type { Owner } from '../../../server/upstream/upstream'
import { checkedList, viewErrors } from '../../checked-list'
import type { ConsoleHandlers } from '../../handlers'
import type { TeamSettings } from '../../team/interface'
import { isViewId } from '../input'
import { isOfProvider, maximumNew, type SavedView, type ViewCount, viewListsFor, viewSearch } from '../interface'
import { mayShare, sharers, ViewStore } from './view-store'

type CountedView = Pick<SavedView, 'id' | 'search'> & { list: keyof typeof viewLists }

/** @throws ProblemError 400 */
function requested(list: CountedView['list'], search: URLSearchParams, when: When): ListRequest {
  const { request, errors } = checkedList(viewLists[list], search, when)
  if (!request) throw invalidInput('The filters of this view are not valid.', errors)
  return request
}

const isBefore = (one: string, other: string) => (nanoseconds(one) ?? 0n) < (nanoseconds(other) ?? 0n)

/**
 * The request for what is new in a pinned view since its reader opened it: what matches now and was created or changed since.
 * A view of what is pending for some time has new records without any change; there, those that have become so old count.
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

type ViewDependencies = RouteDependencies & { views: ViewStore; records: Records; recordList: RecordList }

/** @returns the handlers of these operations. Which lists a role may read is checked once the list is known. */
function createViews(core: ViewDependencies) {
  const { access, views, writes, records, recordList } = core
  const known = (id: string) => {
    if (!isViewId(id)) throw notFound()
    return id
  }

  return {
    listViews: async ({ owner, session }) => {
      const starter_views = await views.chosenStarters(session)
      return {
        views: await views.of(owner, session),
        ...(starter_views && { starter_views }),
        pins: await views.pins(owner, session),
        ...(!mayShare(session) && { is_read_only: true as const }),
      }
    },

    saveView: async ({ context, body: input, values, environment, owner, session }) => {
      if (!viewListsFor(session.roles).includes(input.list))
        refuse([{ field: 'list', message: 'Your role may not read this list.' }])
      if (input.is_shared) access.requireRole(context, session, { title: 'Sharing views', roles: sharers })
      const search = new URLSearchParams(viewSearch(new URLSearchParams(input.search)))
      const now = writes.upstreams.of(environment).now()
      const errors = viewErrors(input.list, search, now)
      if (errors) refuse(errors.map(({ message }) => ({ field: 'search', message })))
      // Starter views are nobody's.
      if (!uuidPattern.test(values.id)) throw notFound()
      return views.save(owner, values.id, input, session)
    },

    removeView: async ({ values, owner, session }) => {
      await views.remove(owner, known(values.id), session)
      return {}
    },

    pinView: async ({ values, environment, owner, session }) => {
      await views.pin(owner, known(values.id), session, writes.upstreams.of(environment).now())
      return {}
    },

    unpinView: async ({ values, owner, session }) => {
      await views.unpin(owner, known(values.id), session)
      return {}
    },

    openView: async ({ body: { age }, values, environment, owner, session }) => {
      await views.opened(owner, known(values.id), session, writes.upstreams.of(environment).now() - age)
      return {}
    },

    /** A view whose filters can no longer be used is left out. */
    countNew: async ({ context, query: { zone }, environment, owner, session }) => {
      const now = writes.upstreams.of(environment).now()
      const options = { records, recordList, subject: session.subject, zone, now, signal: context.request.signal }
      const counts: ViewCount[] = []
      for (const { view, opened_at } of await views.pins(owner, session)) {
        const seen = await views.find(owner, view, session)
        if (!isOfProvider(seen.list)) continue
        const count = await countNew(owner, { ...seen, list: seen.list }, opened_at, options).catch((failure) => {
          if (!(failure instanceof ProblemError)) throw failure
          core.log.warn({ event: 'view-not-counted', environment, view, ...traceOf(failure) }, 'views')
          return undefined
        })
        if (count) counts.push(count)
      }
      return { counts }
    },
  } satisfies Partial<ConsoleHandlers>
}

/** @returns also `views`, by which pages begin */
export function registerViews(core: ServerCore & { team: { settings: () => Promise<TeamSettings> } }) {
  const views = new ViewStore({ ...core, chosenStarters: async () => (await core.team.settings()).starter_views })
  return {
    views,
    handlers: createViews({ ...core, views }),
    retention: [{ name: 'views of people who left', step: () => views.removeOld() }],
  }
}
