/** Long work in pieces, between which a browser draws and a server answers. */

/** A frame has 16 ms at 60 Hz; the rest is for what else the page does. */
const pieceMillis = 8

export type WorkOptions = {
  signal?: AbortSignal
  /** From 0 to 1. */
  onProgress?: (done: number) => void
}

const nextTask = () =>
  new Promise<void>((resolve) => {
    // Timers wait at least 4 ms; messages do not.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })

/** Called often, with how much is done: what to wait for, if the current task has taken long. */
export type Pause = (done: number) => Promise<void> | undefined

/** @throws the signal's reason, as soon as it is aborted */
export function pauses({ signal, onProgress }: WorkOptions = {}): Pause {
  let begun = performance.now()
  return (done) => {
    signal?.throwIfAborted()
    if (performance.now() - begun < pieceMillis) return undefined
    onProgress?.(done)
    return nextTask().then(() => {
      begun = performance.now()
    })
  }
}

/** Work that stops now and then, so that whoever else waits for the thread has it before it goes on. */
export type Steps<Result = void> = Generator<undefined, Result>

/** Whether a loop stops after so many turns: a millisecond or less of work. */
export const isStep = (turn: number) => turn % 256 === 255

/** The result of work that does not stop. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** The result of work in pieces. @throws the signal's reason, as soon as it is aborted */
export async function inPieces<Result>(steps: Steps<Result>, options?: WorkOptions): Promise<Result> {
  const pause = pauses(options)
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause(0.5)
  }
}
