/** Answers that are lines of JSON, sent as they come. */

type LineEnds<Line> = { failed: (thrown: unknown) => Line; gone: AbortController }

/** @returns a stream of NDJSON */
export const linesAnswer = <Line>(lines: AsyncGenerator<Line>, ends: LineEnds<Line>) =>
  new Response(lineStream(lines, ends), {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  })

/** Lines of JSON as they come; a failure is the last of them, never a silent end. Nobody reads on: the work stops. */
function lineStream<Line>(lines: AsyncGenerator<Line>, { failed, gone }: LineEnds<Line>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
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
}
