/** The way of a write to the service: each on a connection of its own, sent once, its answer read whole. */
import { buildConnector, Client } from 'undici'
import type { Environment } from '../api/environments'
import { isWrite, type OperationName, pathOf, rowOf } from '../api/operations'
import { headerOf, textOf } from './answers'
import { discard, endsAfter, type Line, lineOf, type Sent, sent, takeTurn } from './service'

/** Bytes of an answer beyond which it is no record of this interface. */
const answerLimit = 1024 * 1024

/**
 * What came of a sending: the whole answer, or nothing and why. `hasLeft` is false only where no connection was made, so
 * that the service cannot have seen anything.
 */
export type Written = { sent: Sent; text: string; contentType: string } | { cause: unknown; hasLeft: boolean }

/** A write that has its token and its turn, and may leave now; nothing of it leaves after `until` (ms since 1970). */
export type ReadyWrite = { send: (path: Record<string, string>, body: string, until: number) => Promise<Written> }

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
): Promise<Written> {
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

/**
 * Gets a write ready to leave: everything that can fail without the service having seen it is done before.
 * @throws ProblemError where there is no token, or no turn within the rate
 */
export async function readyWrite(environment: Environment, name: OperationName): Promise<ReadyWrite> {
  const row = rowOf(name)
  if (!isWrite(row)) throw new Error(`${name} changes nothing; it is read with sendRead.`)
  const line = lineOf(environment)
  await takeTurn(line, true)
  const first = await line.tokens.token(row.scope)
  return {
    async send(path, body, until) {
      const url = new URL(`${line.credential.baseUrl}${pathOf(name, path)}`)
      const left = () => until - Date.now()
      // A process that stood still since it took the write: by now it counts as unknown, and may be sent by others.
      if (left() <= 0) return { cause: new Error('Its time was over before it left.'), hasLeft: false }
      const written = await sendOnce(line, url, row.method, body, first, left())
      if (!('sent' in written) || written.sent.answer.statusCode !== 401) return written
      // A refused token: nothing was carried out, so it may be sent again with another (spec, "Authentication").
      line.tokens.forget(row.scope, first)
      const second = await line.tokens.token(row.scope).catch(() => undefined)
      if (second === undefined || second === first || left() <= 0) return written
      discard(written.sent.answer)
      return sendOnce(line, url, row.method, body, second, left())
    },
  }
}
