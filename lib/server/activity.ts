/** The console's own addresses beside the proxy: what it keeps of writes, and the book of its forms. */
import type { NextRequest } from 'next/server'
import * as z from 'zod/mini'
import { isEnvironment } from '../api/environments'
import { activityReaders, activityWriters, IntentQuery, NewNote, NewPreset, PresetKind } from '../api/intents'
import { ProblemError } from '../api/problem'
import { readQuery } from '../api/query-string'
import { type FieldError, fieldErrors, fieldMessage } from '../api/sentences'
import { object } from '../api/values'
import { requirePerson, requireRole, requireSameOrigin, requireSession } from './access'
import { answering, notFound } from './answering'
import { jsonAnswer } from './answers'
import { bookEntries, dropEntry, keepEntry } from './book'
import { intentDetail, intentPage, intentRow } from './intent-pages'
import { bodyOf } from './proxy'
import type { Session } from './sessions'
import { ownerOf, sendPrepared, stateNow, withState } from './writes/execute'
import { asOfNow, expire, newEvent, noteDown, type Owner, type ReadIntent, withdraw } from './writes/ledger'
import { resolve } from './writes/resolve'

/** What Next gives a route: the values of its path. */
type Route<Values> = { params: Promise<Values> }
type InEnvironment = { environment: string }
type OfIntent = InEnvironment & { id: string }

const reading = { title: 'Activity', roles: activityReaders }
const writing = { title: 'Writing', roles: activityWriters }

function refuse(errors: FieldError[]): never {
  throw new ProblemError(400, 'invalid-input', 'The request does not fit.', {
    detail: errors.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join(' '),
    errors,
  })
}

function queryBy<Schema extends z.core.$ZodType>(schema: Schema, request: NextRequest): z.output<Schema> {
  const { query, errors } = readQuery(schema, request.nextUrl.searchParams)
  return errors ? refuse(errors) : query
}

async function bodyBy<Schema extends z.core.$ZodType>(schema: Schema, request: NextRequest): Promise<z.output<Schema>> {
  const read = z.safeParse(schema, await bodyOf(request), { error: fieldMessage })
  return read.success ? read.data : refuse(fieldErrors(read.error))
}

/** Who asks, in which environment. @throws ProblemError 401, 403 or 404 */
async function admitted(
  request: NextRequest,
  { environment }: InEnvironment,
): Promise<{ owner: Owner; session: Session }> {
  if (!isEnvironment(environment)) throw notFound()
  const session = await requireSession(request)
  const owner = ownerOf(environment)
  requireRole(session, request.method === 'GET' ? reading : writing)
  if (request.method !== 'GET') {
    requireSameOrigin(request)
    requirePerson(request, session)
  }
  return { owner, session }
}

/** A call of an address below an environment, answered with JSON. */
const call =
  <Values extends InEnvironment>(
    answer: (asked: { request: NextRequest; values: Values; owner: Owner; session: Session }) => Promise<unknown>,
  ) =>
  (request: NextRequest, { params }: Route<Values>): Promise<Response> =>
    answering(request, async () => {
      const values = await params
      const { owner, session } = await admitted(request, values)
      return jsonAnswer(JSON.stringify(await answer({ request, values, owner, session })))
    })

export const listIntents = call(({ request, owner, session }) =>
  intentPage(owner, queryBy(IntentQuery, request), session),
)

export const getIntent = call<OfIntent>(({ values, owner, session }) => intentDetail(owner, values.id, session))

type OnIntent = { request: NextRequest; row: ReadIntent; session: Session }

/**
 * Does something with an intent and answers with how it stands then; every failure says how it stands as well.
 * @param read reads the body, before anything else is looked at
 */
const actOn = <Body = undefined>(
  act: (on: OnIntent, body: Body) => Promise<void>,
  read?: (request: NextRequest) => Promise<Body>,
) =>
  call<OfIntent>(async ({ request, values, owner, session }) => {
    const body = await read?.(request)
    const row = await intentRow(owner, values.id)
    try {
      // Who acts on a body reads one.
      await act({ request, row, session }, body as Body)
      return await intentDetail(owner, row.id, session)
    } catch (failure) {
      throw withState(failure, await stateNow(row.id), row.id)
    }
  })

export const findOutIntent = actOn(({ request, row, session }) =>
  resolve(row, { session, isBackground: request.headers.has('x-mintdesk-background') }),
)

export const sendIntent = actOn(({ row, session }) => sendPrepared(row, session))

export const withdrawIntent = actOn(async ({ row, session }) => {
  // Repeated because its answer was lost, it is withdrawn already.
  const isDone = row.state === 'refused' && row.sent_at === null
  if (!isDone && !(await withdraw(row.id, session.name)))
    throw new ProblemError(409, 'already-sent', 'Only what was never sent can be withdrawn.')
})

export const noteIntent = actOn<NewNote>(
  async ({ row, session }, { happened, status, words }) => {
    if (happened === false && status !== undefined)
      refuse([{ field: 'status', message: 'What did not happen has no status.' }])
    if (asOfNow(row).state !== row.state) await expire(row)
    const outcome = happened === undefined ? '' : happened ? 'It happened. ' : 'It did not happen. '
    const { name: person } = session
    const history = newEvent({
      kind: 'noted',
      words: `${outcome}${status ? `Status ${status}. ` : ''}${words}`,
      person,
    })
    if (!(await noteDown(row.id, { hasHappened: happened, status }, { ...history, person })))
      throw new ProblemError(409, 'not-noted', 'The status changed; review your note.', {
        detail: 'The provider has told how this ended, or it was never sent. Nothing was recorded.',
      })
  },
  (request) => bodyBy(NewNote, request),
)

const BookQuery = object({ kind: PresetKind })
const BookPlace = object({ kind: PresetKind, key: NewPreset.shape.key })

export const listBook = call(async ({ request, owner }) => ({
  entries: await bookEntries(owner, queryBy(BookQuery, request).kind),
}))

export const keepInBook = call(async ({ request, owner, session }) => {
  const { kind } = queryBy(BookQuery, request)
  await keepEntry(owner, kind, await bodyBy(NewPreset, request), session)
  return { entries: await bookEntries(owner, kind) }
})

export const dropFromBook = call(async ({ request, owner }) => {
  const { kind, key } = queryBy(BookPlace, request)
  await dropEntry(owner, kind, key)
  return { entries: await bookEntries(owner, kind) }
})
