import { expect, test } from 'vitest'
import { readTransfer } from '../provider/reading'
import { transferEvent } from './transfer-meaning'

test.each([
  [{ status: 'PENDING' }, 'changed'],
  [{ status: 'PENDING', secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } }, 'travel_rule_requested'],
  [{ status: 'PENDING', secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' } }, 'approval_needed'],
  [{ status: 'PENDING', status_details: { pending_customer_approval: { message: 'Approve it.' } } }, 'approval_needed'],
  [{ status: 'PENDING', secondary_status: { name: 'CUSTOMER_REJECTED' } }, 'changed'],
  [{ status: 'FAILED' }, 'failed'],
  [{ status: 'FAILED', secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' } }, 'failed'],
  [{ status: 'FAILED', secondary_status: { name: 'A_NAME_OF_TOMORROW' } }, 'failed'],
  [{ status: 'COMPLETED' }, 'completed'],
  [{ status: 'COMPLETED', secondary_status: {}, status_details: {} }, 'completed'],
  [{ status: 'COMPLETED', secondary_status: { name: 'CUSTOMER_REJECTED' } }, 'changed'],
  [{ status: 'COMPLETED', secondary_status: { name: 'A_NAME_OF_TOMORROW' } }, 'changed'],
  [{ status: 'COMPLETED', secondary_status: 'CUSTOMER_REJECTED' }, 'changed'],
  [{ status: 'COMPLETED', type: 'WIRE_DEPOSIT', direction: 'DEBIT' }, 'changed'],
  [{ status: 'COMPLETED', fee: '-0.50' }, 'changed'],
  [{ status: 'COMPLETE' }, 'changed'],
  [{ status: 'HELD_FOR_REVIEW', secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } }, 'changed'],
  [{}, 'changed'],
])('a change to %j is called transfer.%s', (fields, event) => {
  expect(transferEvent(readTransfer({ id: 'a', ...fields }))).toBe(`transfer.${event}`)
})
