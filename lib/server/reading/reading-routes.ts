/** The console's own reads: look-up, and what was seen of a transfer. */
import * as z from 'zod/mini'
import { checkForm, invalidInput } from '../../api/check'
import { isEnvironment } from '../../api/environments'
import { fieldErrors, fieldMessage } from '../../api/field-errors'
import { LookupRequest } from '../../api/lookup-input'
import type { NarrowedLine, NarrowedPlace } from '../../api/narrowed'
import { NarrowedRequest } from '../../api/narrowed-input'
import { operationNames, rowOf } from '../../api/operations'
import { type OverviewLine, overviewReads } from '../../api/overview-figures'
import { OverviewRequest } from '../../api/overview-input'
import { viewLists } from '../../api/saved-views'
import type { Access } from '../auth/access'
import type { Session } from '../auth/sessions'
import { type AnswerDependencies, answer, jsonAnswer, notFound, problemOf } from '../http/answer'
import { jsonOf } from '../http/body'
import type { ConsoleRequest, RequestContext } from '../http/request-context'
import { ownerOf } from '../writes/execute'
import { lookupList } from './list-calls'
import { type LookupDependencies, lookupIdentifiers } from './lookup'
import { checkedRequest, type NarrowedCore, narrowedLines } from './narrowed'
import type { Overviews } from './overview/overviews'

export type ReadingDependencies = AnswerDependencies &
  LookupDependencies &
  NarrowedCore & { access: Access; overviews: Overviews }

/** The values of a route's path, as Next gives them. */
type Route<Values> = { params: Promise<Values & { environment: string }> }

/** The operation whose record is observed. */
const observedRead = operationNames.find((name) => rowOf(name).isObserved)

/** @returns the handlers of these addresses, by what they do */
export function createReading(core: ReadingDependencies) {
  const { access, writes, observations } = core

  /** Who asks, in which environment; those who may use this operation may. @throws ProblemError 401, 403 or 404 */
  async function admit(context: RequestContext, environment: string, name = lookupList) {
    if (!isEnvironment(environment)) throw notFound()
    context.environment = environment
    const session: Session = await access.requireSession(context)
    const owner = ownerOf(writes.upstreams.of(environment))
    access.requireRole(context, session, rowOf(name))
    return { environment, session, owner }
  }

  return {
    /** It reads, but it is checked as a write is: another site must not make a browser send hundreds of calls. */
    lookup: (request: ConsoleRequest, { params }: Route<object>): Promise<Response> =>
      answer(core, request, 'lookup', async (context) => {
        const { environment, session } = await admit(context, (await params).environment)
        access.requirePerson(context, session)
        access.requireSameOrigin(context)
        const read = z.safeParse(LookupRequest, await jsonOf(request), { error: fieldMessage })
        if (!read.success) throw invalidInput('The request is not valid.', fieldErrors(read.error))
        const found = await lookupIdentifiers(core, read.data.identifiers, {
          environment,
          session,
          isPersonal: context.isPersonal,
          signal: request.signal,
          requestId: context.id,
          timing: context.upstream,
        })
        return jsonAnswer(JSON.stringify(found))
      }),

    /** As look-up it reads, and is checked as a write is: each request makes up to twenty calls. */
    narrowed: (request: ConsoleRequest, { params }: Route<{ list: string }>): Promise<Response> =>
      answer(core, request, 'narrowed', async (context) => {
        const { environment: name, list: path } = await params
        const list = Object.entries(viewLists).find(([known]) => known === path)?.[1]
        if (!list) throw notFound()
        const { environment, session } = await admit(context, name, list)
        access.requirePerson(context, session)
        access.requireSameOrigin(context)
        const body = z.safeParse(NarrowedRequest, await jsonOf(request), { error: fieldMessage })
        if (!body.success) throw invalidInput('The request is not valid.', fieldErrors(body.error))
        const input = body.data
        const gone = new AbortController()
        const signal = AbortSignal.any([request.signal, gone.signal])
        const { headers: trace } = context.trace
        const options = { environment, session, signal, trace, now: writes.upstreams.of(environment).now() }
        const asked = checkedRequest(list, input, options)
        let place: NarrowedPlace | undefined = input.place
        const reached = (next: NarrowedPlace) => {
          place = next
        }
        const lines = narrowedLines(core, asked, input, options, reached)
        const failed = (thrown: unknown): NarrowedLine => {
          const { problem } = problemOf(thrown)
          return { kind: 'problem', problem: { ...problem, request_id: context.id }, ...(place && { place }) }
        }
        return linesAnswer(lines, { failed, gone })
      }),

    /** It is checked as a write is, because each range may take many calls. */
    overview: (request: ConsoleRequest, { params }: Route<object>): Promise<Response> =>
      answer(core, request, 'overview', async (context) => {
        const { environment, session } = await admit(context, (await params).environment)
        access.requirePerson(context, session)
        access.requireSameOrigin(context)
        const body = z.safeParse(OverviewRequest, await jsonOf(request), { error: fieldMessage })
        if (!body.success) throw invalidInput('The request is not valid.', fieldErrors(body.error))
        for (const { list } of Object.values(overviewReads(body.data)))
          access.requireRole(context, session, rowOf(list))
        const gone = new AbortController()
        const signal = AbortSignal.any([request.signal, gone.signal])
        const caller = { kind: 'background', subject: session.subject, trace: context.trace.headers } as const
        const { isFresh, ...range } = body.data
        const lines = core.overviews.lines(environment, range, { caller, isFresh, signal })
        const failed = (thrown: unknown): { problem: OverviewLine['transfers']['problem'] } => {
          const { problem } = problemOf(thrown)
          return { problem: { ...problem, request_id: context.id } }
        }
        return linesAnswer<object>(lines, { failed, gone })
      }),

    observed: (request: ConsoleRequest, { params }: Route<{ id: string }>): Promise<Response> =>
      answer(core, request, 'observed', async (context) => {
        const { environment, id } = await params
        const { owner } = await admit(context, environment, observedRead)
        if (observedRead) checkForm(observedRead, { path: { id } })
        return jsonAnswer(JSON.stringify(await observations.of(owner, id.toLowerCase())))
      }),
  }
}

type LineEnds<Line> = { failed: (thrown: unknown) => Line; gone: AbortController }

const linesAnswer = <Line>(lines: AsyncGenerator<Line>, ends: LineEnds<Line>) =>
  new Response(lineStream(lines, ends), {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })

/** Lines of JSON as they come; a failure is the last of them, never a silent end. Nobody reads on: the work stops. */
function lineStream<Line>(lines: AsyncGenerator<Line>, { failed, gone }: LineEnds<Line>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const write = (line: Line) => controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      try {
        const next = await lines.next()
        if (next.done) controller.close()
        else write(next.value)
      } catch (thrown) {
        if (gone.signal.aborted) return
        write(failed(thrown))
        controller.close()
      }
    },
    cancel: () => gone.abort(),
  })
}
