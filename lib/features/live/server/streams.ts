/** The feed of changes as server-sent events (HTML Living Standard, 9.2) for as long as a page listens. */

import { Tally } from '../../../domain/tally'
import { rowOf } from '../../../provider/operations'
import { overAfter, ProblemError } from '../../../provider/problem'
import type { Access } from '../../../server/auth/access'
import type { RequestContext } from '../../../server/auth/request-context'
import type { Clock } from '../../../server/clock'
import type { ServerCore } from '../../../server/core'
import { followedList } from '../../../server/records/changes'
import type { ConsoleHandlers } from '../../handlers'
import { type ChangeEvent, type EndEvent, heartbeatMillis, type StateEvent } from '../interface'
import { type FeedEvent, Live, type LiveDependencies } from './live'

export type StreamDependencies = { access: Access; live: Live; clock: Clock }

/** Streams that are open at once: of one person, and in total. */
export type StreamLimits = { perPerson: number; total: number }
const usualLimits: StreamLimits = { perPerson: 12, total: 500 }

/** Bytes that wait for a slow reader; beyond them the stream ends, and the reader goes on from its last event. */
const mostWaiting = 1024 * 1024

const tooMany = () =>
  new ProblemError(429, 'console-busy', 'Too many pages are receiving live updates.', {
    detail: 'This page can be refreshed by hand. Close other tabs of Mintdesk to receive live updates here.',
    ...overAfter(60),
  })

type Sent =
  | { event: 'change'; data: ChangeEvent }
  | { event: 'state'; data: StateEvent }
  | { event: 'end'; data: EndEvent }
  | { event: 'reload'; data: object }

const textOf = ({ event, data }: Sent, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

function textOfFeed(event: FeedEvent): string {
  if (event.kind === 'change') return textOf({ event: 'change', data: { record: event.change.json } }, event.id)
  if (event.kind === 'reload') return textOf({ event: 'reload', data: {} }, event.id)
  const { kind: _, ...data } = event
  return textOf({ event: 'state', data })
}

const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'x-content-type-options': 'nosniff',
  // A server in between must neither keep the events, nor pack them, nor hold them back.
  'cache-control': 'private, no-store, no-transform',
  'x-accel-buffering': 'no',
  // A server that stops would wait for the connection to time out.
  connection: 'close',
}

/** @returns the handler of the operation */
export function createStreams(core: StreamDependencies, limits = usualLimits) {
  const { access, live, clock } = core
  const open = new Tally()

  /** Counts a stream. @returns what ends that; undefined if there are too many */
  function enter(person: string): (() => void) | undefined {
    if (open.total >= limits.total || open.of(person) >= limits.perPerson) return undefined
    open.add(person)
    return () => open.add(person, -1)
  }

  /** Why the person may no longer listen; undefined while they may. A page that only listens does not extend the session. */
  async function refusal(context: RequestContext): Promise<EndEvent['reason'] | undefined> {
    const session = await access.sessionOf(context.request.headers.get('cookie'), false)
    if (!session || 'ended' in session) return 'session'
    return session.roles.some((role) => rowOf(followedList).roles.includes(role)) ? undefined : 'role'
  }

  return {
    followChanges: async ({ context, environment, session }) => {
      const { request } = context
      // Before a stream is counted: the environment may not be configured.
      live.stateOf(environment)
      const leave = enter(session.subject)
      if (!leave) throw tooMany()
      const encoder = new TextEncoder()
      let end = (_?: EndEvent['reason']) => {}
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            let isOver = false
            let cancelCheck = () => {}
            const send = (text: string) => {
              if (isOver) return
              controller.enqueue(encoder.encode(text))
              if ((controller.desiredSize ?? 0) < -mostWaiting) end('behind')
            }
            const stop = () => end('stopping')
            end = (reason) => {
              if (isOver) return
              if (reason) controller.enqueue(encoder.encode(textOf({ event: 'end', data: { reason } })))
              isOver = true
              unsubscribe()
              cancelCheck()
              live.closing.removeEventListener('abort', stop)
              request.signal.removeEventListener('abort', leaveStream)
              leave()
              if (reason) controller.close()
            }
            const leaveStream = () => end('stopping')
            const check = async () => {
              // A database that does not answer does not say that they may; the browser asks again.
              const reason = await refusal(context).catch(() => 'stopping' as const)
              if (reason) return end(reason)
              if (isOver) return
              send(textOf({ event: 'state', data: live.stateOf(environment) }))
              cancelCheck = clock.after(heartbeatMillis, check)
            }
            let unsubscribe = () => {}
            cancelCheck = clock.after(heartbeatMillis, check)
            live.closing.addEventListener('abort', stop)
            request.signal.addEventListener('abort', leaveStream)
            unsubscribe = live.subscribe(
              environment,
              (event) => send(textOfFeed(event)),
              request.headers.get('last-event-id') ?? undefined,
            )
            if (isOver) unsubscribe()
            if (live.closing.aborted || request.signal.aborted) stop()
          },
          cancel: () => end(),
        },
        new ByteLengthQueuingStrategy({ highWaterMark: 0 }),
      )
      return new Response(body, { headers })
    },
  } satisfies Partial<ConsoleHandlers>
}

/** @returns also what `close` does, for a server that stops and would wait for the streams of pages */
export function registerLive(core: ServerCore & Pick<LiveDependencies, 'watch'>) {
  const live = new Live(core)
  return { handlers: createStreams({ ...core, live }), close: () => live.close() }
}
