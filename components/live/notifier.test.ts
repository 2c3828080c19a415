import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/provider/reading'
import { noticeOf } from './notifier'

test.each([
  ['FAILED', undefined, 'Transfer failed'],
  ['FAILED', 'PENDING_CUSTOMER_APPROVAL', 'Transfer failed'],
  ['FAILED', 'A_NAME_OF_TOMORROW', 'Transfer failed'],
  ['COMPLETED', 'CUSTOMER_REJECTED', 'Contradictory status of a transfer'],
  ['PENDING', 'TRAVEL_RULE_REJECTED', 'Contradictory status of a transfer'],
  ['PENDING', 'TRAVEL_RULE_INFO_REQUESTED', 'Travel rule details needed'],
  ['PENDING', undefined, undefined],
  ['COMPLETED', undefined, undefined],
])('%s with %s gives the notice "%s"', (status, name, title) => {
  const transfer = readTransfer({ id: 'a', amount: '1', asset: 'USD', status, secondary_status: name && { name } })
  expect(noticeOf(transfer)?.title).toBe(title)
})
