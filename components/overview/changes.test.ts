import { expect, test, vi } from 'vitest'
import type { Intent } from '@/lib/api/intents'
import { readTransferPage } from '@/lib/provider/reading'
import { changesOf, lastOpened } from './changes'
import { hour, minute, now } from './testing'

const at = (millis: number) => new Date(millis).toISOString()
const transfers = (...items: object[]) =>
  readTransferPage(
    {
      items: items.map((item) => ({ type: 'WIRE_DEPOSIT', asset: 'USD', amount: '46000.00', ...item })),
      next_page_cursor: '',
    },
    { limit: 100, cursors: [] },
  ).items

test('transfers that ended or stopped and requests from here are changes, newest first', () => {
  const rows = transfers(
    { id: 'a', status: 'COMPLETED', direction: 'CREDIT', updated_at: at(now - 5 * minute) },
    { id: 'b', status: 'FAILED', type: 'WIRE_WITHDRAWAL', direction: 'DEBIT', updated_at: at(now - 4 * minute) },
    {
      id: 'c',
      status: 'PENDING',
      updated_at: at(now - 3 * minute),
      secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' },
    },
    { id: 'goes on', status: 'PENDING', updated_at: at(now - minute) },
    { id: 'before', status: 'FAILED', updated_at: at(now - 2 * hour) },
  )
  const intent = {
    id: 'i',
    operation: 'createOrder',
    state: 'confirmed',
    summary: 'Sell 1.2 BTC at market',
    is_conflict: false,
    created_at: at(now - 2 * hour),
    settled_at: at(now - 2 * minute),
  } as Intent
  const checked = { ...intent, settled_at: at(now - 2 * hour), status_at: at(now - minute), record_status: 'SUBMITTED' }
  expect(changesOf([], [checked], now - hour), 'a check that found it still open').toEqual([])
  expect(changesOf([], [{ ...checked, record_status: 'FILLED' }], now - hour)[0]?.at).toBe(checked.status_at)
  expect(changesOf(rows, [intent], now - hour).map(({ text, path }) => [text, path])).toEqual([
    ['Sell 1.2 BTC at market: confirmed', 'activity/i'],
    ['Wire deposit 46,000.00 USD stopped, travel rule', 'transfers/c'],
    ['Wire withdrawal 46,000.00 USD failed', 'transfers/b'],
    ['Wire deposit 46,000.00 USD arrived', 'transfers/a'],
  ])
})

test('a look ends after half an hour without the page, and is remembered for each person', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => stored.set(name, text),
    },
  })
  const look = (time: number, person = 'ines') => lastOpened('sandbox', person, time)
  expect(look(now), 'the first one').toBeUndefined()
  expect(look(now + 10 * minute), 'the same one goes on').toBeUndefined()
  expect(look(now + 2 * hour)).toBe(now + 10 * minute)
  expect(look(now + 2 * hour + 20 * minute), 'back from another page').toBe(now + 10 * minute)
  expect(look(now + 5 * hour)).toBe(now + 2 * hour + 20 * minute)
  expect(look(now + 5 * hour, 'tomas')).toBeUndefined()
  vi.unstubAllGlobals()
})
