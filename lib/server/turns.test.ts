import { expect, test } from 'vitest'
import { mapInPieces } from './turns'

/** Work on one item that takes a millisecond or more. */
function slow(item: number): number {
  const end = performance.now() + 1
  while (performance.now() < end);
  return item * 2
}

test('long work lets others in between, and keeps its order', async () => {
  let turns = 0
  let isDone = false
  const turn = () => {
    turns += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const items = Array.from({ length: 50 }, (_, index) => index)
  const results = await mapInPieces(items, slow)
  isDone = true
  expect(results).toEqual(items.map((item) => item * 2))
  // 50 ms in pieces of at least 5 and hardly more than 6.
  expect(turns).toBeGreaterThan(4)
})

test('it ends between two pieces when nobody waits for it any more', async () => {
  const gone = new AbortController()
  let worked = 0
  const work = mapInPieces(
    Array.from({ length: 200 }, (_, index) => index),
    (item) => {
      worked += 1
      return slow(item)
    },
    gone.signal,
  )
  setImmediate(() => gone.abort())
  await expect(work).rejects.toThrow('aborted')
  expect(worked).toBeLessThan(100)
})
