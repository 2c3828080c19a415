/** The provider's answer to a read, on its way to the browser: good ones pass through, the others become problems. */
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { isJsonType } from '../../api/json'
import type { Row } from '../../api/row'
import {
  discard,
  encodingOf,
  headerOf,
  isTimeout,
  isTooDeep,
  listLimit,
  plainBody,
  textOf,
  type UpstreamAnswer,
  unanswered,
  unreadableAnswer,
} from '../upstream/answers'
import { refusalOf } from '../upstream/refusals'
import type { Secrets } from '../upstream/secrets'
import { jsonAnswer } from './answer'

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
        if (size > listLimit) return body.destroy(new Error(`The answer is longer than ${listLimit} bytes.`))
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

/**
 * The answer to the browser: lists pass unparsed as they stream in, single records are read whole first.
 * @throws ProblemError if the answer is an error, or is not JSON
 */
export async function forwardAnswer(received: UpstreamAnswer, row: Row): Promise<Response> {
  const { answer, secrets } = received
  if (answer.statusCode < 200 || answer.statusCode > 299) throw await refusalOf(received, row)
  if (
    answer.statusCode === 204 ||
    !isJsonType(headerOf(answer, 'content-type')) ||
    !['', 'identity', 'gzip'].includes(encodingOf(answer))
  ) {
    discard(answer)
    throw unreadableAnswer('The provider answered with something that is not JSON.')
  }
  if (row.isList) return jsonAnswer(streamOf(plainBody(answer), secrets))
  const text = await textOf(answer).catch((cause) => {
    if (isTimeout(cause)) throw unanswered(cause)
    throw unreadableAnswer('The answer was cut off before it was complete.', cause)
  })
  if (isTooDeep(text)) throw unreadableAnswer('The provider sent an answer that is nested too deeply to be a record.')
  try {
    JSON.parse(text)
  } catch (cause) {
    throw unreadableAnswer('The provider sent an answer that is not complete JSON.', cause)
  }
  return jsonAnswer(secrets.removedFrom(text))
}
