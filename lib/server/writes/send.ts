/** Sends a write to the provider: each on a connection of its own, once, its answer read whole. */
import type { Socket } from 'node:net'
import type { Dispatcher } from 'undici'
import { isWrite, type OperationName, pathOf, rowOf } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import type { ProxySettings } from '../encryption/key-settings'
import { discard, headerOf, textOf, type UpstreamAnswer, unanswered } from '../upstream/answers'
import { openConnections } from '../upstream/connections'
import type { CallOptions, Upstream, UpstreamTiming } from '../upstream/upstream'
import type { Deadline } from '../work/deadline'

/**
 * What came of a sending: the whole answer, or nothing and why. `hasLeft` is false only if no connection was made, so
 * that the provider cannot have seen anything.
 */
export type SendResult =
  | { received: UpstreamAnswer; text: string; contentType: string }
  | { cause: unknown; hasLeft: boolean }

/** A write that has its token and its slot, and may leave now; nothing of it leaves after the deadline. */
export type ReadyWrite = {
  send: (path: Record<string, string>, body: string, deadline: Deadline) => Promise<SendResult>
}

/**
 * A client for one request. A kept-alive connection may be closing while the request is on it, and then it is not known
 * whether the provider read it; on its own connection that can happen only while it is being answered.
 */
export function ownClient(proxy: ProxySettings | undefined, millis: number, ca?: string) {
  const state = { isConnected: false }
  const client = openConnections(proxy, {
    isSingle: true,
    headersTimeout: millis,
    bodyTimeout: millis,
    ca,
    onConnect: (connect) => (options, callback) =>
      connect(options, (...result) => {
        const [error, socket] = result
        state.isConnected ||= error === null
        if (socket) discardContinue(socket)
        callback(...result)
      }),
  })
  return { client, state }
}

const interim = /^HTTP\/1\.[01] 100[ \r]/
/** Bytes by which `100 Continue` is told from any other answer, and of its header fields at most. */
const [interimStart, interimMost] = [13, 8 * 1024]

/**
 * Discards `100 Continue` before the answer: a server may send it unasked (RFC 9110, 15.2.1), and undici takes it for the end
 * of the connection.
 */
function discardContinue(socket: Socket): void {
  let held = Buffer.alloc(0)
  const read = () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) held = Buffer.concat([held, chunk])
    for (let end = 0; interim.test(held.toString('latin1', 0, interimStart)); held = held.subarray(end + 4)) {
      end = held.indexOf('\r\n\r\n')
      if (end < 0 && held.length < interimMost) return
      if (end < 0) break
    }
    // Too few bytes to tell.
    if (held.length < interimStart) return
    socket.off('readable', read)
    socket.unshift(held)
  }
  socket.on('readable', read)
}

type Outgoing = {
  name: OperationName
  url: URL
  method: 'POST' | 'PUT'
  body: string
  token: string
  intent: string | undefined
}

async function sendOnce(
  upstream: Upstream,
  { name, url, method, body, token, intent }: Outgoing,
  deadline: Deadline,
  timing: UpstreamTiming,
): Promise<SendResult> {
  const { client, state } = ownClient(upstream.proxy, deadline.millisLeft)
  const began = upstream.clock.steady()
  let answer: Dispatcher.ResponseData | undefined
  try {
    answer = await client.request({
      origin: url.origin,
      path: url.pathname,
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        ...timing.trace,
      },
      body,
      signal: deadline.signal,
    })
    const received = upstream.received(answer)
    return { received, text: await textOf(answer), contentType: headerOf(answer, 'content-type') }
  } catch (cause) {
    return { cause, hasLeft: state.isConnected }
  } finally {
    upstream.noteCall(name, began, answer, timing, { intent })
    void client.destroy().catch(() => undefined)
  }
}

/**
 * Gets a write ready to leave: everything that can fail before the provider sees it happens here. The deadline is the one by
 * which its slot and its token must be there.
 * @throws ProblemError if there is no token or no slot
 */
export async function readyWrite(
  upstream: Upstream,
  name: OperationName,
  { deadline, caller, timing = {}, intent }: CallOptions,
): Promise<ReadyWrite> {
  const row = rowOf(name)
  if (!isWrite(row)) throw new Error(`${name} is a read; it is not sent as a write.`)
  const { scope, method } = row
  await upstream.rate.slot(caller, deadline.signal).catch((cause) => {
    throw cause instanceof ProblemError ? cause : unanswered(cause)
  })
  const token = await upstream.tokens.token(scope, deadline.signal)
  return {
    async send(path, body, until) {
      const url = new URL(`${upstream.credential.baseUrl}${pathOf(name, path)}`)
      // A process that was suspended after claiming the write: it counts as unknown now, and others may check it.
      if (until.millisLeft <= 0) return { cause: new Error('Its deadline passed before it left.'), hasLeft: false }
      const sending = await sendOnce(upstream, { name, url, method, body, token, intent }, until, timing)
      if (!('received' in sending) || sending.received.answer.statusCode !== 401) return sending
      // A rejected token: nothing was executed, so it may be sent again with another (spec, "Authentication").
      upstream.tokens.forget(scope, token)
      const second = await upstream.tokens.token(scope, until.signal).catch(() => undefined)
      if (second === undefined || second === token || until.millisLeft <= 0) return sending
      discard(sending.received.answer)
      return sendOnce(upstream, { name, url, method, body, token: second, intent }, until, timing)
    },
  }
}
