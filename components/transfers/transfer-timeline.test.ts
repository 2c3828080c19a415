import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/provider/reading'
import { eventsOf, type TransferEvent, withNotedStates } from './transfer-timeline'

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

const seconds = (at: number) => Date.UTC(2026, 10, 19, 14, 32, at)
const timeAt = (at: number) => new Date(seconds(at)).toISOString()
const stateOf = (status: string, updated: number, name?: string) =>
  readTransfer({ id: 'this', status, updated_at: timeAt(updated), secondary_status: name && { name }, memo: 'kept' })
const seen = (at: number, status: string, updated: number, name?: string) =>
  ({ at: seconds(at), where: 'page', transfer: stateOf(status, updated, name) }) as const
const noted = (at: number, status: string, updated: number, name?: string) => ({
  status,
  updated_at: timeAt(updated),
  seen_at: timeAt(at),
  ...(name && { secondary_status: name }),
})
const shown = (...args: Parameters<typeof withNotedStates>) =>
  withNotedStates(...args).map(({ at, where, transfer: { known } }) => [known.status, (at - seconds(0)) / 1000, where])

test('states noted before the page was opened come first, oldest first', () => {
  const states = [noted(2, 'PENDING', 1), noted(9, 'PENDING', 8, 'TRAVEL_RULE_INFO_REQUESTED')]
  expect(shown([seen(50, 'COMPLETED', 40)], states)).toEqual([
    ['PENDING', 2, 'noted'],
    ['PENDING', 9, 'noted'],
    ['COMPLETED', 50, 'page'],
  ])
})

test('a state that was noted earlier than the page saw it counts once, from then', () => {
  expect(shown([seen(50, 'COMPLETED', 40)], [noted(2, 'PENDING', 1), noted(43, 'COMPLETED', 40)])).toEqual([
    ['PENDING', 2, 'noted'],
    ['COMPLETED', 43, 'noted'],
  ])
})

test('an earlier update of the same status is not taken for the present one', () => {
  expect(shown([seen(50, 'PENDING', 40)], [noted(2, 'PENDING', 1)])).toEqual([
    ['PENDING', 2, 'noted'],
    ['PENDING', 50, 'page'],
  ])
})

test('the current state stays the last, also where a later one was noted', () => {
  expect(shown([seen(50, 'PENDING', 40)], [noted(60, 'COMPLETED', 55)]).at(-1)).toEqual(['PENDING', 50, 'page'])
})

test('without notes, and with notes without a time, only what the page saw is there', () => {
  const page = [seen(1, 'PENDING', 0), seen(5, 'COMPLETED', 4)]
  expect(withNotedStates(page, [])).toEqual(page)
  expect(withNotedStates(page, [{ status: 'FAILED', seen_at: 'yesterday' }])).toEqual(page)
})
