/** Long work on the one thread of a process is done in pieces, between which other requests have their turn. */
import { setImmediate } from 'node:timers/promises'

/** Milliseconds of work between two turns of the event loop. */
const pieceMillis = 5

/**
 * Maps a list and lets the event loop turn after each piece.
 * @param work   on one item, synchronous and bounded
 * @param signal ends it between two pieces
 * @throws the signal's reason
 */
export async function mapInPieces<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Result,
  signal?: AbortSignal,
): Promise<Result[]> {
  const results: Result[] = []
  let begun = performance.now()
  for (const item of items) {
    results.push(work(item))
    if (performance.now() - begun < pieceMillis) continue
    await setImmediate()
    signal?.throwIfAborted()
    begun = performance.now()
  }
  return results
}
