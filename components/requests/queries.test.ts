import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { intentOf } from '@/components/activity/testing'
import type { IntentDetail, IntentPage } from '@/lib/api/intents'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'
import { updateIntentCache } from './queries'

const intent = intentOf({ record_status: 'OPEN', status_at: '2026-11-19T13:23:05.000Z' })

const showing = intentsQuery('sandbox', {}).queryKey
const unknown = intentsQuery('sandbox', { states: ['unknown'] }).queryKey

/** Whether a change invalidates a list that shows the intent, and one that does not. */
function invalidatedBy(changes: Partial<IntentDetail>) {
  const client = new QueryClient()
  client.setQueryData(intentQuery('sandbox', intent.id).queryKey, intent)
  client.setQueryData<IntentPage>(showing, { intents: [intent], next_page_cursor: '' })
  client.setQueryData<IntentPage>(unknown, { intents: [], next_page_cursor: '' })
  updateIntentCache(client, { ...intent, ...changes })
  return [showing, unknown].map((key) => client.getQueryState(key)?.isInvalidated)
}

test('a list that shows an intent is read again after every check of it', () => {
  expect(invalidatedBy({ status_at: '2026-11-19T13:40:00.000Z' })).toEqual([true, false])
  expect(invalidatedBy({ is_conflict: true, reason: 'price differs.' })).toEqual([true, false])
})

test('every list is read again after a change that may move the intent to another list', () => {
  expect(invalidatedBy({ record_status: 'FILLED' })).toEqual([true, true])
  expect(invalidatedBy({ state: 'refused' })).toEqual([true, true])
})
