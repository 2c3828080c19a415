/** The provider's answer to a read, on its way to the browser: good ones pass through, the others become problems. */
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { isJsonType } from '../../domain/json'
import { ProblemError } from '../../provider/problem'
import type { Row } from '../../provider/row'
import {
  bytesOf,
  discard,
  encodingOf,
  headerOf,
  isTimeout,
  isTooDeep,
  listLimit,
  plainBody,
  TooDeep,
  TooLong,
  type UpstreamAnswer,
  unanswered,
  unreadableAnswer,
} from './answers'
import { refusalOf } from './refusals'
import type { Secrets } from './secrets'

/**
 * A body as a web stream without our secrets, read from the provider only as fast as the browser takes it. By events,
 * because an iterator makes several promises per chunk, and those are expensive where Next tracks each one.
 */
function streamOf(body: Readable, secrets: Secrets): ReadableStream<Uint8Array> {
  const filter = secrets.filter()
  let size = 0
  return new ReadableStream({
    start(controller) {
      body.on('data', (chunk: Uint8Array) => {
        size += chunk.byteLength
        if (size > listLimit) return body.destroy(new TooLong(`The answer is longer than ${listLimit} bytes.`))
        const passed = filter.push(chunk)
        if (passed.length === 0) return
        controller.enqueue(passed)
        body.pause()
      })
      body.once('end', () => {
        controller.enqueue(filter.end())
        controller.close()
      })
      body.once('error', (cause) => controller.error(cause))
    },
    async pull() {
      // Other requests have their turn first, or a provider that sends without end would take all of this process.
      await setImmediate()
      body.resume()
    },
    cancel() {
      body.destroy()
    },
  })
}

/** The statuses whose body is the whole of what was asked for: its own, or a gateway's form of it (RFC 9110, 15.3). */
const completeStatuses = [200, 203]

/** @throws ProblemError if the answer is an error, or is not JSON; its body is closed then */
async function requireJson(received: UpstreamAnswer, row: Row): Promise<void> {
  const { answer } = received
  if (answer.statusCode < 200 || answer.statusCode > 299) throw await refusalOf(received, row)
  if (
    completeStatuses.includes(answer.statusCode) &&
    isJsonType(headerOf(answer, 'content-type')) &&
    ['', 'identity', 'gzip'].includes(encodingOf(answer))
  )
    return
  discard(answer)
  throw answer.statusCode === 206
    ? unreadableAnswer('The provider answered with a part of what was asked for.')
    : unreadableAnswer('The provider answered with something that is not JSON.')
}

/**
 * What an answer says that is read whole.
 * @param limit bytes beyond which it is refused
 * @param parse reads the bytes, without our secrets
 * @throws ProblemError if the answer is an error, or is not complete JSON; what `parse` throws if that is one
 */
export async function parsedAnswer<Read>(
  received: UpstreamAnswer,
  row: Row,
  { limit, parse }: { limit?: number; parse: (bytes: Buffer) => Read | Promise<Read> },
): Promise<Read> {
  await requireJson(received, row)
  const sent = await bytesOf(received.answer, limit).catch((cause) => {
    if (isTimeout(cause)) throw unanswered(cause)
    if (cause instanceof TooLong) throw unreadableAnswer('The provider sent an answer that is too long to be read.')
    throw unreadableAnswer('The answer was cut off before it was complete.', cause)
  })
  try {
    return await parse(received.secrets.removedFromBytes(sent))
  } catch (cause) {
    if (cause instanceof ProblemError) throw cause
    if (cause instanceof TooDeep)
      throw unreadableAnswer('The provider sent an answer that is nested too deeply to be a record.')
    throw unreadableAnswer('The provider sent an answer that is not complete JSON.', cause)
  }
}

/** The same as a text, and what `parse` reads in it. */
export const wholeAnswer = (
  received: UpstreamAnswer,
  row: Row,
  { limit, parse = JSON.parse }: { limit?: number; parse?: (text: string) => unknown } = {},
): Promise<{ text: string; json: unknown }> =>
  parsedAnswer(received, row, {
    limit,
    parse(bytes) {
      const text = bytes.toString('utf8')
      if (isTooDeep(text)) throw new TooDeep()
      return { text, json: parse(text) }
    },
  })

/**
 * The JSON that the browser is answered: lists pass unparsed as they stream in, single records are read whole first.
 * @param note hears the text of a single record
 * @throws ProblemError if the answer is an error, or is not JSON
 */
export async function forwardedBody(
  received: UpstreamAnswer,
  row: Row,
  note: (text: string) => void = () => undefined,
): Promise<string | ReadableStream<Uint8Array>> {
  if (row.isList) {
    await requireJson(received, row)
    return streamOf(plainBody(received.answer), received.secrets)
  }
  const { text } = await wholeAnswer(received, row)
  note(text)
  return text
}
