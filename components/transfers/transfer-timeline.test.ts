import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/reading'
import { eventsOf, type TransferEvent } from './transfer-events'

const time = (clock: string) => `2026-11-19T${clock}Z`
const transfer = (fields: object) => readTransfer({ id: 'this', status: 'PENDING', ...fields })
const told = (all: TransferEvent[]) => all.map(({ kind, at }) => `${kind} ${at.slice(11)}`)
const millis = (clock: string) => Date.parse(time(clock))

test("the sides and this transfer stand in order of the service's times, to the nanosecond", () => {
  const side = readTransfer({ id: 'side', created_at: time('14:31:52.100000001') })
  const all = eventsOf(transfer({ created_at: time('14:31:52.100000002'), updated_at: time('14:32:01') }), [side], [])
  expect(told(all)).toEqual(['created 14:31:52.100000001Z', 'created 14:31:52.100000002Z', 'updated 14:32:01Z'])
  expect(all.map((one) => one.kind === 'created' && one.isThis)).toEqual([false, true, false])
})

test('a state that was seen before the present one has its own place', () => {
  const before = transfer({ created_at: time('14:31:52'), updated_at: time('14:31:52') })
  const now = transfer({ created_at: time('14:31:52'), updated_at: time('14:32:01'), status: 'COMPLETED' })
  const all = eventsOf(
    now,
    [],
    [
      { at: millis('14:31:54'), where: 'list', transfer: before },
      { at: millis('14:32:04'), where: 'page', transfer: now },
    ],
  )
  expect(told(all)).toEqual(['created 14:31:52Z', 'seen 14:31:54.000Z', 'updated 14:32:01Z'])
  expect(all[2]).toMatchObject({ first: { at: millis('14:32:04'), where: 'page' } })
})

test('one that was never touched has one entry, and what has no time none', () => {
  const at = time('14:31:52')
  expect(told(eventsOf(transfer({ created_at: at, updated_at: at }), [transfer({})], []))).toEqual([
    'created 14:31:52Z',
  ])
  expect(eventsOf(transfer({ created_at: 'yesterday' }), [], [])).toEqual([])
})
