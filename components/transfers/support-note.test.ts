import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/reading'
import { curlOf, statusSummary, supportNote } from './status-summary'

const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const hash = '0x95cd603fe577fa9548ec0c9b50b067566fe07c8af6acba45f6196f3a15d511f6'
const at = Date.UTC(2026, 10, 19, 14, 32, 8)

/** Values that would reveal a person or what they hold. */
const secret = {
  customer_id: 'customer-of-a-person',
  profile_id: 'profile-of-a-person',
  identity_id: 'identity-of-a-person',
  account_id: 'account-of-a-person',
  fiat_account_id: 'bank-account-of-a-person',
  ref_id: 'salary-of-a-person',
  memo: 'memo-of-a-person',
  destination_address: '0xaddress-of-a-person',
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
  status_details: { odd_condition: { message: 'message-of-a-person' } },
  crypto_network: 'ETHEREUM',
  crypto_tx_hash: hash,
  created_at: '2026-11-19T14:31:52.104882Z',
  updated_at: '2026-11-19T14:32:01.530117Z',
})

test('the note has full IDs, status, environment, time and request, and no personal data', () => {
  const note = supportNote({
    transfer,
    environment: 'production',
    summary: statusSummary(transfer),
    at,
    requestId: 'req_9f27c1d0',
  })
  expect(note.split('\n')).toEqual([
    'Crypto withdrawal, Ethereum',
    '249,970.00 USDG, fee 5.00 USDG',
    expect.stringMatching(/^PENDING: Sent to Ethereum, waiting for settlement\. .*odd_condition/),
    'Conditions: odd_condition',
    'Created 2026-11-19T14:31:52.104882Z',
    'Updated 2026-11-19T14:32:01.530117Z',
    `Transfer ${id}`,
    `Hash ${hash}`,
    'Production, as of 19 Nov 2026 14:32:08 UTC',
    'Request req_9f27c1d0',
  ])
  expect(note).not.toContain('of-somebody')
})

test('on screen only its IDs are shortened', () => {
  const note = { transfer, environment: 'sandbox', summary: statusSummary(transfer), at, requestId: 'req_1' } as const
  const [whole, short] = [supportNote(note).split('\n'), supportNote(note, true).split('\n')]
  expect(short).toContain('Transfer 512f26ad-a3c3…3cb5')
  expect(short.filter((line) => !line.includes('…'))).toEqual(whole.filter((line) => !/^(Transfer|Hash) /.test(line)))
})

test('the note spells out invisible characters, which its reader could not see', () => {
  const odd = readTransfer({ id, status: 'DONE\u202e', created_at: '2026-11-19T14:31:52Z' })
  const note = supportNote({
    transfer: odd,
    environment: 'sandbox',
    summary: statusSummary(odd),
    at,
    requestId: '',
  })
  expect(note).toContain('DONE⟨U+202E⟩')
  expect(note).not.toContain('\u202e')
})

test('an empty transfer still has a note', () => {
  const empty = readTransfer({})
  const summary = statusSummary(empty)
  const note = supportNote({ transfer: empty, environment: 'sandbox', summary, at, requestId: '' })
  expect(note).toMatch(/^Transfer\nNo status: This transfer has no status\./)
  expect(note).not.toMatch(/undefined|null/)
})

test('the curl command takes address and token from shell variables', () => {
  expect(curlOf(id)).toBe(
    `curl --request GET \\\n  --url "$BASE_URL/v2/transfer/transfers/${id}" \\\n  --header "Authorization: Bearer $ACCESS_TOKEN"`,
  )
})
