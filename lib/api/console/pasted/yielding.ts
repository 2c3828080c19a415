/** Long work in the browser, in pieces between which it draws and answers. */

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
