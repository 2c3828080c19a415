/** The provider's answer to a read, on its way to the browser: good ones pass through, the others become problems. */
import type { Readable } from 'node:stream'
import { isJsonType } from '../../api/json'
import type { Row } from '../../api/row'
import {
  answerLimit,
  discard,
  encodingOf,
  headerOf,
  isTimeout,
  plainBody,
  textOf,
  type UpstreamAnswer,
  unanswered,
  unreadableAnswer,
} from '../upstream/answers'
import { refusalOf } from '../upstream/refusals'
import { jsonAnswer } from './answer'

/**
 * A body as a web stream, read from the provider only as fast as the browser takes it. By events, because an iterator
 * makes several promises per chunk, and those are expensive where Next tracks each one.
 */
function streamOf(body: Readable): ReadableStream<Uint8Array> {
  let size = 0
  return new ReadableStream({
    start(controller) {
      body.on('data', (chunk: Uint8Array) => {
        size += chunk.byteLength
        if (size > answerLimit) return body.destroy(new Error(`The answer is longer than ${answerLimit} bytes.`))
        controller.enqueue(chunk)
        if ((controller.desiredSize ?? 0) <= 0) body.pause()
      })
      body.once('end', () => controller.close())
      body.once('error', (cause) => controller.error(cause))
    },
    pull() {
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
  const { answer } = received
  if (answer.statusCode < 200 || answer.statusCode > 299) throw await refusalOf(received, row)
  if (
    answer.statusCode === 204 ||
    !isJsonType(headerOf(answer, 'content-type')) ||
    !['', 'identity', 'gzip'].includes(encodingOf(answer))
  ) {
    discard(answer)
    throw unreadableAnswer('The provider answered with something that is not JSON.')
  }
  if (row.isList) return jsonAnswer(streamOf(plainBody(answer)))
  const text = await textOf(answer).catch((cause) => {
    if (isTimeout(cause)) throw unanswered(cause)
    throw unreadableAnswer('The answer was cut off before it was complete.', cause)
  })
  try {
    JSON.parse(text)
  } catch (cause) {
    throw unreadableAnswer('The provider sent an answer that is not complete JSON.', cause)
  }
  return jsonAnswer(text)
}
