/** Work in the background that goes on until the console stops, whatever fails. */
import { ProblemError } from '../../provider/problem'
import { type Clock, wait } from '../clock'

/** Milliseconds after a failure at most, unless the provider asks for more. */
const longestPause = 60_000

/** Milliseconds that a failure asks to wait, if it does. */
function askedWait(failure: unknown): number {
  const seconds = failure instanceof ProblemError ? Number(failure.headers['retry-after']) : Number.NaN
  return Number.isFinite(seconds) ? seconds * 1_000 : 0
}

type Repeating = {
  clock: Clock
  signal: AbortSignal
  pause: number
  /** Lets the next step begin at once; after a failure it does not. */
  wake?: { now: () => void }
  failed: (failure: unknown, isFirst: boolean) => void
}

/**
 * Calls again and again until it is aborted, at longer and longer intervals while it fails.
 * @property pause half of the wait after a first failure, milliseconds; it doubles with each further one
 * @property failed hears of a failure, and whether it is the first of a row: a provider may be away for long
 * @param step how long to wait until the next call, milliseconds
 */
export async function repeat(
  { clock, signal, pause, wake, failed }: Repeating,
  step: () => Promise<number>,
): Promise<void> {
  for (let failures = 0; !signal.aborted; ) {
    // A call while the step is under way may be for what it has passed over already.
    const over = new AbortController()
    const end = () => over.abort()
    if (wake) wake.now = end
    let millis: number
    try {
      millis = await step()
      failures = 0
    } catch (failure) {
      if (signal.aborted) return
      failures += 1
      millis = Math.max(askedWait(failure), Math.min(longestPause, pause * 2 ** failures))
      failed(failure, failures === 1)
    }
    // It may have been aborted during the step: an event that is over would not end the wait.
    if (signal.aborted) return
    signal.addEventListener('abort', end, { once: true })
    await wait(clock, millis, failures > 0 ? signal : over.signal).catch(() => undefined)
    signal.removeEventListener('abort', end)
  }
}
