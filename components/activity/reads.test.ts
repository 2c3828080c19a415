import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { IntentDetail, IntentPage } from '@/lib/api/intents'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'
import { keepIntent } from './queries'

const intent: IntentDetail = {
  id: 'a78edf98-50ec-4f60-b99b-e995eebe1f0f',
  environment: 'sandbox',
  operation: 'createOrder',
  state: 'confirmed',
  person: 'Ines Okafor',
  is_mine: true,
  summary: 'Sell 12.50 BTC',
  record_status: 'OPEN',
  status_at: '2026-11-19T13:23:05.000Z',
  created_at: '2026-11-19T13:23:04.000Z',
  is_conflict: false,
  path: {},
  events: [],
}

const showing = intentsQuery('sandbox', {}).queryKey
const unknown = intentsQuery('sandbox', { states: ['unknown'] }).queryKey

/** Which lists are read again after a change: one that shows the intent, and one that does not. */
function readAgainAfter(more: Partial<IntentDetail>) {
  const client = new QueryClient()
  client.setQueryData(intentQuery('sandbox', intent.id).queryKey, intent)
  client.setQueryData<IntentPage>(showing, { intents: [intent], next_page_cursor: '' })
  client.setQueryData<IntentPage>(unknown, { intents: [], next_page_cursor: '' })
  keepIntent(client, 'sandbox', { ...intent, ...more })
  return [showing, unknown].map((key) => client.getQueryState(key)?.isInvalidated)
}

test('a list that shows an intent is read again after every check of it, so that "Known since" is current', () => {
  expect(readAgainAfter({ status_at: '2026-11-19T13:40:00.000Z' })).toEqual([true, false])
  expect(readAgainAfter({ is_conflict: true, reason: 'price differs.' })).toEqual([true, false])
})

test('every list is read again where an intent may have moved from one to another', () => {
  expect(readAgainAfter({ record_status: 'FILLED' })).toEqual([true, true])
  expect(readAgainAfter({ state: 'refused' })).toEqual([true, true])
})
