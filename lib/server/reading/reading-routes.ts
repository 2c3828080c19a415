/** The console's own reads: look-up, and what was seen of a transfer. */
import { checkForm } from '../../api/check'
import type { NarrowedLine, NarrowedPlace } from '../../api/narrowed'
import { operationNames, rowOf } from '../../api/operations'
import { type OverviewLine, overviewReads } from '../../api/overview-figures'
import { viewLists } from '../../api/saved-views'
import type { Access } from '../auth/access'
import { type AnswerDependencies, notFound, problemOf } from '../http/answer'
import type { ConsoleHandlers } from '../http/console-routes'
import { type LookupDependencies, lookupIdentifiers } from './lookup'
import { checkedRequest, type NarrowedCore, narrowedLines } from './narrowed'
import type { Overviews } from './overview/overviews'

export type ReadingDependencies = AnswerDependencies &
  LookupDependencies &
  NarrowedCore & { access: Access; overviews: Overviews }

/** The operation whose record is observed. */
const observedRead = operationNames.find((name) => rowOf(name).isObserved)

/** @returns the handlers of these operations */
export function createReading(core: ReadingDependencies) {
  const { access, observations } = core

  return {
    lookup: ({ context, body, environment, session }) =>
      lookupIdentifiers(core, body.identifiers, {
        environment,
        session,
        isPersonal: context.isPersonal,
        signal: context.request.signal,
        requestId: context.id,
        timing: context.upstream,
      }),

    readNarrowed: async ({ context, values, body: input, environment, session }) => {
      const { request } = context
      const list = Object.entries(viewLists).find(([known]) => known === values.list)?.[1]
      if (!list) throw notFound()
      access.requireRole(context, session, rowOf(list))
      const gone = new AbortController()
      const signal = AbortSignal.any([request.signal, gone.signal])
      const { headers: trace } = context.trace
      const caller = { kind: 'background', subject: session.subject, trace } as const
      const now = input.now ?? (await core.scans.now({ environment, list, caller }, signal))
      const options = { environment, session, signal, trace, now }
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
    },

    readOverview: async ({ context, body, environment, session }) => {
      const { request } = context
      for (const { list } of Object.values(overviewReads(body))) access.requireRole(context, session, rowOf(list))
      const gone = new AbortController()
      const signal = AbortSignal.any([request.signal, gone.signal])
      const caller = { kind: 'background', subject: session.subject, trace: context.trace.headers } as const
      const { isFresh, ...range } = body
      const lines = core.overviews.lines(environment, range, { caller, isFresh, signal })
      const failed = (thrown: unknown): { problem: OverviewLine['transfers']['problem'] } => {
        const { problem } = problemOf(thrown)
        return { problem: { ...problem, request_id: context.id } }
      }
      return linesAnswer<object>(lines, { failed, gone })
    },

    observedTransfer: async ({ values: { id }, owner }) => {
      if (observedRead) checkForm(observedRead, { path: { id } })
      return observations.of(owner, id.toLowerCase())
    },
  } satisfies Partial<ConsoleHandlers>
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
    cancel() {
      gone.abort()
      // Lines that wait to be taken do not see the signal, and would keep their place.
      lines.return(undefined).catch(() => undefined)
    },
  })
}
