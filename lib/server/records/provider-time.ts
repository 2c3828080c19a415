/** The time by which a list is read: the provider's, because its records have it. */
import type { ScannedList } from '../../provider/scanned-lists'
import type { Clock } from '../clock'
import type { Caller } from '../upstream/rate'
import type { Upstream } from '../upstream/upstream'
import { readList } from './page-rows'

type Options = { list: ScannedList; caller: Caller; clock: Clock; signal: AbortSignal }

/**
 * The provider's time, in milliseconds since 1970. If no answer has said it yet, the list is asked for a row.
 * @throws ProblemError if it does not answer; the signal's reason
 */
export async function providerNow(
  upstream: Pick<Upstream, 'read' | 'now' | 'knownTime'>,
  { list, ...asking }: Options,
): Promise<number> {
  if (upstream.knownTime() === undefined) await readList(upstream, list, { limit: 1 }, asking)
  return upstream.now()
}
