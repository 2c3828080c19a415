/** Answers that the console streams line by line (NDJSON). */
import { type Problem, ProblemError } from '../api/problem'
import { noteAnswer } from './clocks'
import { personHeaders, refused, unreachable } from './operation'
import { noteRequest } from './session'

/**
 * Asks this console for a stream.
 * @param body JSON of a question that changes nothing
 * @throws ProblemError with what went wrong, in whose system; AbortError where the signal ended it
 */
async function openStream(url: string, body: string, signal: AbortSignal): Promise<Response> {
  const headers = personHeaders({ 'content-type': 'application/json' })
  let response: Response
  try {
    response = await fetch(url, { method: 'POST', body, headers, cache: 'no-store', signal })
  } catch (cause) {
    signal.throwIfAborted()
    throw unreachable(false, false, cause)
  }
  noteAnswer(url, response)
  if (!response.ok) throw refused(response, await response.text(), false)
  noteRequest()
  return response
}

/** @throws ProblemError if the stream breaks off: it always ends with a line that says how */
const cutOff = (cause?: unknown) =>
  new ProblemError(502, 'console-unreachable', 'The connection ended before Mintdesk had finished.', {
    detail: 'What was read so far is shown. Nothing was changed.',
    cause,
  })

async function* textLines(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let rest = ''
  // Whoever stops reading stops the work.
  const cancel = () => void reader.cancel().catch(() => undefined)
  signal.addEventListener('abort', cancel)
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const lines = `${rest}${decoder.decode(next.value, { stream: true })}`.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } finally {
    signal.removeEventListener('abort', cancel)
    cancel()
  }
}

/** A problem that a line of a stream has. */
export function problemIn(problem: Problem): ProblemError {
  const error = new ProblemError(problem.status, 'internal-error', problem.title)
  Object.assign(error.problem, problem)
  return error
}

type LineFormat<Line> = {
  read: (text: string) => unknown
  /** Whether a stream may end after this line. */
  isLast: (line: Line) => boolean
}

/**
 * The lines of one question.
 * @param url of this console @param body a question that changes nothing
 * @throws ProblemError if it was refused or broke off; AbortError where the signal ended it
 */
export async function* streamedLines<Line>(
  url: string,
  body: object,
  { read, isLast }: LineFormat<Line>,
  signal: AbortSignal,
): AsyncGenerator<Line> {
  const response = await openStream(url, JSON.stringify(body), signal)
  let hasEnded = false
  try {
    for await (const text of response.body ? textLines(response.body, signal) : []) {
      const line = read(text) as Line
      hasEnded = isLast(line)
      yield line
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw cutOff(cause)
  }
  signal.throwIfAborted()
  if (!hasEnded) throw cutOff()
}
