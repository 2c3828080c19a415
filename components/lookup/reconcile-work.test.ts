import { expect, test } from 'vitest'
import { lookupOfLines } from './reconcile-work'

test('the look-up of a file is made in pieces, and ends when it is cancelled', async () => {
  const controller = new AbortController()
  let [made, most, turns] = [0, 0, 0]
  const signal = Object.assign(controller.signal, {
    throwIfAborted() {
      ;[most, made, turns] = [Math.max(most, made), 0, turns + 1]
      if (turns === 3_000) throw new Error('cancelled')
    },
  })
  const identifiers = Array.from({ length: 2_000 }, (_, at) => ({
    key: `id:inv-${at}`,
    get identifier() {
      made += 1
      return { kind: 'reference', value: `inv-${at}` } as const
    },
  }))
  const { lookup } = await lookupOfLines('sandbox', { identifiers }, { signal })
  expect(lookup.begun.rows).toHaveLength(2_000)
  expect([most, turns]).toEqual([1, 2_000])
  await expect(lookupOfLines('sandbox', { identifiers }, { signal })).rejects.toThrow('cancelled')
})
