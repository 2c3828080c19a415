/** Answers that are sent as they come: lines of JSON, and files. */
import { jsonAnswer } from './answer'

/**
 * A stream of NDJSON. A failure is the last line, never a silent end.
 * @param ends what a failure is as a line, and what is aborted when nobody reads on
 */
export function linesAnswer<Line>(
  lines: AsyncGenerator<Line>,
  { failed, gone }: { failed: (thrown: unknown) => Line; gone: AbortController },
): Response {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
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
  return jsonAnswer(stream, { 'content-type': 'application/x-ndjson; charset=utf-8' })
}

/** The pieces of a file, read only as fast as the browser takes them. */
export function byteStream(pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      } catch (failure) {
        controller.error(failure)
      }
    },
    cancel: () => void pieces.return(undefined),
  })
}
