/** The address of lists as our own database has them. */

import type { ListRequest } from '../../../api/list-request'
import { viewLists } from '../../../api/list-request'
import type { RecordsPage } from '../../../api/records'
import { defaultLimit } from '../../../domain/values'
import { checkForm, invalidInput } from '../../../provider/check'
import type { Environment } from '../../../provider/environments'
import { operationNames, rowOf } from '../../../provider/operations'
import { ProblemError } from '../../../provider/problem'
import type { Access } from '../../../server/auth/access'
import type { Session } from '../../../server/auth/sessions'
import { type Clock, wholeSecond } from '../../../server/clock'
import { jsonAnswer, notFound } from '../../../server/http/answer'
import { refuse } from '../../../server/http/console-routes'
import { providerNow } from '../../../server/records/provider-time'
import { asksForNotes, type RecordList, type RecordPlace, type WalkOptions } from '../../../server/records/record-list'
import type { Records } from '../../../server/records/records'
import { readLimit, type Upstreams } from '../../../server/upstream/upstream'
import { Deadline, DeadlinePassed } from '../../../server/work/deadline'
import { checkedList } from '../../checked-list'
import type { ConsoleHandlers } from '../../handlers'
import { noteRoles } from '../../notes/input'
import type { NotedKind, ReadNote } from '../../notes/interface'

/** Matches that are counted one by one at most. */
const mostCounted = 10_000
/** Milliseconds that a count may take after its page: nobody waits long for a figure. */
const countLimit = 2_000

export type RecordListDependencies = {
  access: Access
  clock: Clock
  recordList: Pick<RecordList, 'page' | 'count'>
  recordNotes: {
    ofRecords(
      environment: Environment,
      kind: NotedKind,
      ids: readonly string[],
      session: Session,
    ): Promise<Map<string, ReadNote[]>>
  }
  records: Pick<Records, 'extent'>
  upstreams: Upstreams
}

/** What a cursor belongs to: a place in one order of a list means nothing in another. */
const placesOf = ({ list, order }: ListRequest) => [list, order.by, order.order]

const cursorOf = (request: ListRequest, { time, id }: RecordPlace) =>
  Buffer.from(JSON.stringify([...placesOf(request), time, id])).toString('base64url')

/** @throws ProblemError 400 at `page_cursor` */
function placeAt(request: ListRequest, cursor: string): RecordPlace {
  let read: unknown
  try {
    read = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    read = undefined
  }
  const [time, id, ...others] = Array.isArray(read) ? read.slice(3) : []
  const isOurs = JSON.stringify(Array.isArray(read) && read.slice(0, 3)) === JSON.stringify(placesOf(request))
  const isText = (part: unknown): part is string => typeof part === 'string' && !part.includes('\u0000')
  if (isOurs && isText(time) && isText(id) && others.length === 0) return { time, id }
  refuse([{ field: 'page_cursor', message: 'This page belongs to another list, or to another order of this one.' }])
}

const tooLong = () =>
  new ProblemError(503, 'console-busy', 'Searching this list took too long.', {
    detail: 'Add a filter that leaves fewer records, such as a time, a status or an asset.',
  })

/** @returns what the work returns, and undefined if it takes longer @throws what it throws */
async function within<Result>(deadline: Deadline, work: (signal: AbortSignal) => Promise<Result>) {
  try {
    return await work(deadline.signal)
  } catch (failure) {
    if (failure instanceof DeadlinePassed) return undefined
    throw failure
  } finally {
    deadline.release()
  }
}

/** @returns the handler of the operation */
export function createRecordLists(core: RecordListDependencies) {
  const { access, clock, recordList, recordNotes, records, upstreams } = core
  return {
    listRecords: async ({ context, values, body, environment, owner, session }) => {
      const list = Object.entries(viewLists).find(([known]) => known === values.list)?.[1]
      if (!list) throw notFound()
      access.requireRole(context, session, rowOf(list))
      const { subject } = session
      const { signal } = context.request
      const caller = { kind: 'background', subject, trace: context.trace.headers } as const
      const search = new URLSearchParams(body.search)
      // A whole second, as the addresses of later pages have it.
      const read = wholeSecond(await providerNow(upstreams.of(environment), { list, caller, clock, signal }))
      const { request, errors } = checkedList(list, search, { now: read, zone: body.zone })
      if (!request) throw invalidInput('The filters of this list are not valid.', errors)
      if (asksForNotes(request) && !session.roles.some((role) => noteRoles('transfer').includes(role)))
        throw new ProblemError(403, 'not-permitted', 'Your role may not read notes, so it cannot filter by them.')
      const options = (until: AbortSignal): WalkOptions => ({
        subject,
        signal: until,
        notesOf: async (ids) => {
          const notes = await recordNotes.ofRecords(environment, 'transfer', ids, session)
          return new Map([...notes].map(([id, all]) => [id, all.flatMap(({ text }) => text ?? [])]))
        },
      })
      const cursor = search.get('page_cursor')
      const after = cursor === null ? undefined : placeAt(request, cursor)
      const limit = Number(search.get('limit') ?? defaultLimit)
      // Before the page, which may have more than this says, and never less.
      const extent = await records.extent(owner, list)
      const page = await within(new Deadline(clock, readLimit, signal), (until) =>
        recordList.page(owner, request, limit, { ...options(until), ...(after && { after }) }),
      )
      if (!page) throw tooLong()
      const counted =
        after || page.next
          ? await within(new Deadline(clock, countLimit, signal), (until) =>
              recordList.count(owner, request, mostCounted, options(until)),
            )
          : { count: page.rows.length, isMore: false }
      const more: Omit<RecordsPage, 'rows'> = {
        next_page_cursor: page.next ? cursorOf(request, page.next) : '',
        ...(counted && { count: counted.count, ...(counted.isMore && { is_more: true }) }),
        now: request.now,
        ...(extent && { extent }),
      }
      return jsonAnswer(`{"rows":[${page.rows.map(({ text }) => text).join(',')}],${JSON.stringify(more).slice(1)}`)
    },
  } satisfies Partial<ConsoleHandlers>
}

/** The operation whose record is observed. */
const observedRead = operationNames.find((name) => rowOf(name).isObserved)

/** @returns the handler of the operation */
const createObserved = (records: Records) =>
  ({
    observedTransfer: async ({ values: { id }, owner }) => {
      if (observedRead) checkForm(observedRead, { path: { id } })
      return records.of(owner, id.toLowerCase())
    },
  }) satisfies Partial<ConsoleHandlers>

export const registerRecords = (core: RecordListDependencies & { records: Records }) => ({
  handlers: { ...createRecordLists(core), ...createObserved(core.records) },
})
