/** Answers that are lines of JSON, sent as they come. */
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
