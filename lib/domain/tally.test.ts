import { expect, test } from 'vitest'
import { Tally } from './tally'

test('each name has its own count, and all of them a sum', () => {
  const open = new Tally()
  for (const name of ['a', 'b', 'a']) open.add(name)
  expect([open.of('a'), open.of('b'), open.of('c'), open.total]).toEqual([2, 1, 0, 3])
  open.add('a', -1)
  open.add('b', -1)
  expect([open.of('a'), open.of('b'), open.total]).toEqual([1, 0, 1])
})
