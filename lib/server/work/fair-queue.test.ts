import { expect, test } from 'vitest'
import { mapInPieces, Places, untilServed } from './fair-queue'

/** Work on one item that takes a millisecond or more. */
function slow(item: number): number {
  const end = performance.now() + 1
  while (performance.now() < end);
  return item * 2
}

test('long work lets others in between, and keeps its order', async () => {
  let passed = 0
  let isDone = false
  const turn = () => {
    passed += 1
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const items = Array.from({ length: 50 }, (_, index) => index)
  const results = await mapInPieces('ines', items, slow)
  isDone = true
  expect(results).toEqual(items.map((item) => item * 2))
  // 50 ms in pieces of at least 5 and hardly more than 6.
  expect(passed).toBeGreaterThan(4)
})

test('it ends between two pieces when nobody waits for it any more', async () => {
  const gone = new AbortController()
  let worked = 0
  const work = mapInPieces(
    'ines',
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

test('people take turns: a piece of one waits for one piece of another, however many that one has', async () => {
  const order: string[] = []
  const piece = async (subject: string) => {
    await untilServed(subject)
    order.push(subject)
  }
  const loud = Array.from({ length: 20 }, () => piece('loud'))
  await Promise.all([...loud, piece('quiet'), piece('quiet')])
  expect(order.slice(0, 4).sort()).toEqual(['loud', 'loud', 'quiet', 'quiet'])
})

test.each([1, 10, 50])('beside %i loud people a piece waits for at most one of each of them', async (people) => {
  const order: string[] = []
  const piece = (subject: string) => untilServed(subject).then(() => order.push(subject))
  const all = Array.from({ length: 20 * people }, (_, nth) => piece(`loud ${nth % people}`))
  await Promise.all([...all, piece('quiet')])
  expect(order.indexOf('quiet')).toBeLessThanOrEqual(people)
})

test('a turn of the event loop has one piece, so what arrives meanwhile is not held up by all that waits', async () => {
  const seen: number[] = []
  let passed = 0
  const count = () => {
    passed += 1
    if (seen.length < 10) setImmediate(count)
  }
  setImmediate(count)
  await Promise.all(Array.from({ length: 10 }, () => untilServed('ines').then(() => seen.push(passed))))
  expect(new Set(seen).size).toBe(10)
})

test('places are for so many at once and so many of one person, and people who wait take turns', async () => {
  const places = new Places({ all: 3, ofOne: 2 })
  const { signal } = new AbortController()
  const began: string[] = []
  const take = async (name: string, subject: string) => {
    const leave = await places.take(subject, signal)
    began.push(name)
    return leave
  }
  const [first, second] = [await take('loud 1', 'loud'), await take('loud 2', 'loud')]
  const waiting = [take('loud 3', 'loud'), take('loud 4', 'loud')]
  await take('quiet 1', 'quiet')
  const other = take('quiet 2', 'quiet')
  expect(began).toEqual(['loud 1', 'loud 2', 'quiet 1'])
  first()
  first()
  await waiting[0]
  second()
  await other
  expect(began).toEqual(['loud 1', 'loud 2', 'quiet 1', 'loud 3', 'quiet 2'])
})

test('whoever goes away leaves the line', async () => {
  const places = new Places({ all: 1, ofOne: 1 })
  const gone = new AbortController()
  const leave = await places.take('ines', gone.signal)
  const waiting = places.take('tomas', gone.signal)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  leave()
  expect(await places.take('lena', new AbortController().signal)).toBeTypeOf('function')
})
