/** Lets only so many calls run at once; the rest wait their turn, first come first served. */
export type ConcurrencyLimit = <Result>(signal: AbortSignal | undefined, work: () => Promise<Result>) => Promise<Result>

/** @param most calls that run at once */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  let running = 0
  const waiting: (() => void)[] = []
  const turn = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        running += 1
        resolve()
      }
      const leave = () => {
        const place = waiting.indexOf(begin)
        if (place >= 0) waiting.splice(place, 1)
        reject(signal?.reason)
      }
      if (signal?.aborted) return reject(signal.reason)
      if (running < most) return begin()
      signal?.addEventListener('abort', leave, { once: true })
      waiting.push(begin)
    })
  return async (signal, work) => {
    await turn(signal)
    try {
      return await work()
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}
