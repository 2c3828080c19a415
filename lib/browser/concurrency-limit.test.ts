import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency-limit'

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

test('no more than two run at once, and those that wait come in their order', async () => {
  const turns = createConcurrencyLimit(2)
  const begun: number[] = []
  const ends: (() => void)[] = []
  const all = [0, 1, 2, 3, 4].map((index) =>
    turns(undefined, () => {
      begun.push(index)
      return new Promise<number>((resolve) => {
        ends[index] = () => resolve(index)
      })
    }),
  )
  await settle()
  expect(begun).toEqual([0, 1])
  ends[1]?.()
  await settle()
  expect(begun).toEqual([0, 1, 2])
  ends[0]?.()
  ends[2]?.()
  await settle()
  expect(begun).toEqual([0, 1, 2, 3, 4])
  ends[3]?.()
  ends[4]?.()
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4])
})

test('one that fails makes room, and one that is called off while it waits never begins', async () => {
  const turns = createConcurrencyLimit(1)
  const begun: string[] = []
  const caller = new AbortController()
  const failing = turns(undefined, async () => {
    begun.push('failing')
    await settle()
    throw new Error('lost')
  })
  const calledOff = turns(caller.signal, async () => begun.push('called off'))
  const last = turns(undefined, async () => begun.push('last'))
  caller.abort(new Error('left'))
  await Promise.all([expect(failing).rejects.toThrow('lost'), expect(calledOff).rejects.toThrow('left')])
  await last
  expect(begun).toEqual(['failing', 'last'])
  await expect(turns(caller.signal, async () => begun.push('late'))).rejects.toThrow('left')
  expect(begun).toEqual(['failing', 'last'])
})
