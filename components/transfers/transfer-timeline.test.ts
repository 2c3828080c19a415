import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/provider/reading'
import { eventsOf, type TransferEvent } from './transfer-timeline'

const time = (clock: string) => `2026-11-19T${clock}Z`
const transfer = (fields: object) => readTransfer({ id: 'this', status: 'PENDING', ...fields })
const textsOf = (all: TransferEvent[]) => all.map(({ kind, at }) => `${kind} ${at.slice(11)}`)
const millis = (clock: string) => Date.parse(time(clock))

test('legs and this transfer are in the order of their times, to the nanosecond', () => {
  const side = readTransfer({ id: 'side', created_at: time('14:31:52.100000001') })
  const all = eventsOf(transfer({ created_at: time('14:31:52.100000002'), updated_at: time('14:32:01') }), [side], [])
  expect(textsOf(all)).toEqual(['leg 14:31:52.100000001Z', 'created 14:31:52.100000002Z', 'updated 14:32:01Z'])
})

test('an earlier state has its own event', () => {
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
  expect(textsOf(all)).toEqual(['created 14:31:52Z', 'seen 14:31:54.000Z', 'updated 14:32:01Z'])
  expect(all[2]).toMatchObject({ firstSeen: { at: millis('14:32:04'), where: 'page' } })
})

test('a transfer that was never updated has one event, and one without a time none', () => {
  const at = time('14:31:52')
  expect(textsOf(eventsOf(transfer({ created_at: at, updated_at: at }), [transfer({})], []))).toEqual([
    'created 14:31:52Z',
  ])
  expect(eventsOf(transfer({ created_at: 'yesterday' }), [], [])).toEqual([])
})
