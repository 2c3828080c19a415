import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/provider/reading'
import { internalNote } from './copy-texts'
import { curlOf } from './raw-json'
import { statusSummary } from './status-summary'

const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const hash = '0x95cd603fe577fa9548ec0c9b50b067566fe07c8af6acba45f6196f3a15d511f6'
const at = Date.UTC(2026, 10, 19, 14, 32, 8)

const page = 'https://desk.example/production/transfers/512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const noteOf = (members: Omit<Parameters<typeof internalNote>[0], 'summary'>) =>
  internalNote({ ...members, summary: statusSummary(members.transfer, members.timing) }, page)

/** Values that would reveal a person or what they hold. */
const secret = {
  customer_id: 'customer-of-a-person',
  identity_id: 'identity-of-a-person',
  account_id: 'account-of-a-person',
  fiat_account_id: 'bank-account-of-a-person',
  metadata: { approver: 'name-of-a-person' },
  note_of_bank: 'other-field-of-a-person',
}
const transfer = readTransfer({
  ...secret,
  id,
  amount: '249970.00',
  fee: '5.00',
  total: '249975.00',
  asset: 'USDG',
  direction: 'DEBIT',
  type: 'CRYPTO_WITHDRAWAL',
  status: 'PENDING',
  status_details: { odd_condition: { message: 'Account 1234 5678 4512 is unknown' } },
  profile_id: 'profile-1',
  ref_id: 'payroll 0011223388 99',
  memo: 'for DE75512108001245126819',
  destination_address: '0x7Be3a19F4c20D5D8e1b6A2F0c93E47d1508Fa6C4',
  crypto_network: 'ETHEREUM',
  crypto_tx_hash: hash,
  created_at: '2026-11-19T14:31:52.104882Z',
  updated_at: '2026-11-19T14:32:01.530117Z',
})

test('the note has IDs, hash, group, times in UTC, status, deadline, page and request, and no personal data', () => {
  const timing = { now: Date.parse('2026-11-19T14:33:00Z'), usualTimes: [] }
  const seen = {
    ...transfer,
    known: { ...transfer.known, group_id: 'group-1', created_at: '2026-11-19T15:31:52.104882+01:00' },
  }
  const note = noteOf({ transfer: seen, timing, environment: 'production', at, requestId: 'req_9f27c1d0' })
  expect(note.split('\n')).toEqual([
    'Crypto withdrawal, Ethereum',
    '249,970.00 USDG, fee 5.00 USDG',
    expect.stringMatching(/^PENDING: Sent to Ethereum, waiting for settlement\. .*odd_condition/),
    'Overdue from 20 Nov 2026 14:32 UTC. Limit 24 h: too few to compare. Pending 1 min 07 s.',
    'Conditions: odd_condition',
    'The provider says: “Account ••4512 is unknown”',
    'Created 2026-11-19T14:31:52.104882Z',
    'Updated 2026-11-19T14:32:01.530117Z',
    'Reference payroll ••8899',
    'Memo for ••6819',
    `Transfer ${id}`,
    `Hash ${hash}`,
    'To 0x7Be3a19F4c20D5D8e1b6A2F0c93E47d1508Fa6C4',
    'Group group-1',
    'Profile profile-1',
    'Production, as of 19 Nov 2026 14:32:08 UTC',
    'Request req_9f27c1d0',
    page,
  ])
  expect(note).not.toContain('of-a-person')
})

test('a total that amount and fee do not add up to is in the note', () => {
  const odd = readTransfer({
    id,
    amount: '10',
    fee: '1',
    total: '12',
    asset: 'USD',
    type: 'WIRE_DEPOSIT',
    status: 'COMPLETED',
  })
  expect(noteOf({ transfer: odd, environment: 'sandbox', at, requestId: '' })).toContain(
    "10 USD, fee 1 USD, total 12: amount and fee don't add up to it",
  )
})

test('an overdue transfer is overdue in the note, with the figures', () => {
  const usualTimes = [{ type: 'Crypto withdrawal, Ethereum', transfers: 210, median: 180_000, p95: 840_000 }]
  const timing = { now: Date.parse('2026-11-19T16:02:00Z'), usualTimes }
  expect(noteOf({ transfer, timing, environment: 'sandbox', at, requestId: '' })).toContain(
    'Overdue by 1 h 16 min: usually 3 min, 95 % within 14 min. Pending 1 h 30 min. From 210 completed crypto withdrawals on Ethereum.',
  )
})

test('the note spells out invisible characters, which its reader could not see', () => {
  const odd = readTransfer({ id, status: 'DONE\u202e', created_at: '2026-11-19T14:31:52Z' })
  const note = noteOf({ transfer: odd, environment: 'sandbox', at, requestId: '' })
  expect(note).toContain('DONE⟨U+202E⟩')
  expect(note).not.toContain('\u202e')
})

test('an empty transfer still has a note', () => {
  const note = noteOf({ transfer: readTransfer({}), environment: 'sandbox', at, requestId: '' })
  expect(note).toMatch(/^Transfer\nNo status: This transfer has no status\./)
  expect(note).not.toMatch(/undefined|null/)
})

test('the curl command takes address and token from shell variables', () => {
  expect(curlOf(id)).toBe(
    `curl --request GET \\\n  --url "$BASE_URL/v2/transfer/transfers/${id}" \\\n  --header "Authorization: Bearer $ACCESS_TOKEN"`,
  )
})
