import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/provider/reading'
import { withNotedStates } from './observations'

const seconds = (at: number) => Date.UTC(2026, 10, 19, 14, 32, at)
const time = (at: number) => new Date(seconds(at)).toISOString()
const transfer = (status: string, updated: number, name?: string) =>
  readTransfer({ id: 'this', status, updated_at: time(updated), secondary_status: name && { name }, memo: 'kept' })
const seen = (at: number, status: string, updated: number, name?: string) =>
  ({ at: seconds(at), where: 'page', transfer: transfer(status, updated, name) }) as const
const noted = (at: number, status: string, updated: number, name?: string) => ({
  ...{ status, updated_at: time(updated), seen_at: time(at) },
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
