/** The time by which a list is read: the provider's, because its records have it. */
import type { ScannedList } from '../../api/provider/scanned-lists'
import type { Clock } from '../clock'
import { Deadline } from '../deadline'
import type { Caller } from '../upstream/rate'
import { readLimit, type Upstream } from '../upstream/upstream'
import { readListAnswer } from './page-rows'

type Options = { list: ScannedList; caller: Caller; clock: Clock; signal: AbortSignal }

/**
 * The provider's time, in milliseconds since 1970. If no answer has said it yet, the list is asked for a row.
 * @throws ProblemError if it does not answer; the signal's reason
 */
export async function providerNow(
  upstream: Pick<Upstream, 'read' | 'now' | 'knownTime'>,
  { list, caller, clock, signal }: Options,
): Promise<number> {
  if (upstream.knownTime() === undefined) {
    const deadline = new Deadline(clock, readLimit, signal)
    try {
      const options = { caller, deadline, acceptsGzip: true, timing: { trace: caller.trace } }
      await readListAnswer(await upstream.read(list, { query: { limit: 1 } }, options), list, caller.subject)
    } finally {
      deadline.release()
    }
  }
  return upstream.now()
}
