/** Files that are sent as they are made. */

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
