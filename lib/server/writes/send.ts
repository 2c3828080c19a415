/** Sends a write to the service: each on a connection of its own, once, its answer read whole. */
import { setTimeout as pause } from 'node:timers/promises'
import { buildConnector, Client } from 'undici'
import type { Environment } from '../../api/environments'
import { isWrite, type OperationName, pathOf, rowOf } from '../../api/operations'
import { ProblemError } from '../../api/problem'
import { headerOf, textOf } from '../answers'
import { discard, endsAfter, type Line, lineOf, type Sent, sent, takeTurn } from '../service'

/** Bytes of an answer beyond which it is no record of this interface. */
const answerLimit = 1024 * 1024

/**
 * What came of a sending: the whole answer, or nothing and why. `hasLeft` is false only where no connection was made, so
 * that the service cannot have seen anything.
 */
export type Sending = { sent: Sent; text: string; contentType: string } | { cause: unknown; hasLeft: boolean }

/** A moment until which something may be done, on a clock that nobody sets and on the one that people set. */
export type Deadline = { steady: number; wall: number }

export const deadlineIn = (millis: number): Deadline => ({
  steady: performance.now() + millis,
  wall: Date.now() + millis,
})

/**
 * Whole milliseconds left until a deadline. The steady clock counts although the other is set back; the other one counts
 * although the machine was asleep.
 */
export const millisLeft = ({ steady, wall }: Deadline): number =>
  Math.ceil(Math.min(steady - performance.now(), wall - Date.now()))

/** A write that has its token and its place in the rate, and may leave now; nothing of it leaves after the deadline. */
export type ReadyWrite = { send: (path: Record<string, string>, body: string, deadline: Deadline) => Promise<Sending> }

/**
 * A client for one request. A kept connection may be dying while the request is on it, and then nobody knows whether the
 * service has read it; with its own connection that can happen only while it is being answered.
 */
function ownClient(origin: string, millis: number) {
  const connector = buildConnector({ timeout: 5_000 })
  const state = { isConnected: false }
  const client = new Client(origin, {
    pipelining: 0,
    headersTimeout: millis,
    bodyTimeout: millis,
    connect: (options, callback) =>
      connector(options, (...result) => {
        state.isConnected ||= result[0] === null
        callback(...result)
      }),
  })
  return { client, state }
}

async function sendOnce(
  line: Line,
  url: URL,
  method: string,
  body: string,
  token: string,
  millis: number,
): Promise<Sending> {
  const { client, state } = ownClient(url.origin, millis)
  const end = endsAfter(millis)
  try {
    const answer = await client.request({
      path: url.pathname,
      method: method as 'POST' | 'PUT',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
      },
      body,
      signal: end,
    })
    const whole = sent(line, answer, [token])
    return { sent: whole, text: await textOf(answer, answerLimit), contentType: headerOf(answer, 'content-type') }
  } catch (cause) {
    return { cause, hasLeft: state.isConnected }
  } finally {
    end.emit('done')
    void client.destroy().catch(() => undefined)
  }
}

/** Milliseconds for which a write waits for its token: others may be asked for first. */
const tokenLimit = 12_000

/** @throws ProblemError where the token does not come in time, or not at all */
async function tokenOf(line: Line, scope: string): Promise<string> {
  const late = new ProblemError(504, 'service-timeout', 'The token service did not answer in time.', {
    detail: 'Without a token nothing was sent. Press again in a moment.',
    meta: { answered_by: 'console' },
  })
  const token = await Promise.race([line.tokens.token(scope), pause(tokenLimit, undefined, { ref: false })])
  if (token === undefined) throw late
  return token
}

/**
 * Gets a write ready to leave: everything that can fail without the service having seen it is done before.
 * @throws ProblemError where there is no token, or no place in the rate
 */
export async function readyWrite(
  environment: Environment,
  name: OperationName,
  isPersonal = true,
): Promise<ReadyWrite> {
  const row = rowOf(name)
  if (!isWrite(row)) throw new Error(`${name} changes nothing; it is read with sendRead.`)
  const line = lineOf(environment)
  await takeTurn(line, isPersonal)
  const first = await tokenOf(line, row.scope)
  return {
    async send(path, body, deadline) {
      const url = new URL(`${line.credential.baseUrl}${pathOf(name, path)}`)
      // A process that stood still since it claimed the write: it counts as unknown now, and others may check it.
      if (millisLeft(deadline) <= 0) return { cause: new Error('Its deadline passed before it left.'), hasLeft: false }
      const sending = await sendOnce(line, url, row.method, body, first, millisLeft(deadline))
      if (!('sent' in sending) || sending.sent.answer.statusCode !== 401) return sending
      // A refused token: nothing was carried out, so it may be sent again with another (spec, "Authentication").
      line.tokens.forget(row.scope, first)
      const second = await tokenOf(line, row.scope).catch(() => undefined)
      if (second === undefined || second === first || millisLeft(deadline) <= 0) return sending
      discard(sending.sent.answer)
      return sendOnce(line, url, row.method, body, second, millisLeft(deadline))
    },
  }
}
