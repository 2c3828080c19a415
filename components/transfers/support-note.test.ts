import { expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/reading'
import { plainSentence } from './plain-sentence'
import { curlOf, supportNote } from './support-note'

const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const hash = '0x95cd603fe577fa9548ec0c9b50b067566fe07c8af6acba45f6196f3a15d511f6'
const at = Date.UTC(2026, 10, 19, 14, 32, 8)

/** What would tell who somebody is, or what they hold. */
const secret = {
  customer_id: 'customer-of-somebody',
  profile_id: 'profile-of-somebody',
  identity_id: 'identity-of-somebody',
  account_id: 'account-of-somebody',
  fiat_account_id: 'bank-account-of-somebody',
  ref_id: 'salary-of-somebody',
  memo: 'memo-of-somebody',
  destination_address: '0xaddress-of-somebody',
  metadata: { approver: 'name-of-somebody' },
  note_of_bank: 'other-field-of-somebody',
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
  status_details: { odd_condition: { message: 'message-of-somebody' } },
  crypto_network: 'ETHEREUM',
  crypto_tx_hash: hash,
  created_at: '2026-11-19T14:31:52.104882Z',
  updated_at: '2026-11-19T14:32:01.530117Z',
})

test('the note has full ids, the state, environment, time and request, and nothing of a person', () => {
  const note = supportNote({
    transfer,
    environment: 'production',
    sentence: plainSentence(transfer),
    at,
    requestId: 'req_9f27c1d0',
  })
  expect(note.split('\n')).toEqual([
    'Crypto withdrawal, Ethereum',
    '249,970.00 USDG, fee 5.00 USDG',
    expect.stringMatching(/^PENDING: Sent to Ethereum, waiting for it to settle\. .*odd_condition/),
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

test('on screen its ids are cut, and nothing else differs', () => {
  const note = { transfer, environment: 'sandbox', sentence: plainSentence(transfer), at, requestId: 'req_1' } as const
  const [whole, short] = [supportNote(note).split('\n'), supportNote(note, true).split('\n')]
  expect(short).toContain('Transfer 512f26ad-a3c3…3cb5')
  expect(short.filter((line) => !line.includes('…'))).toEqual(whole.filter((line) => !/^(Transfer|Hash) /.test(line)))
})

test('of a transfer without anything a note is still a note', () => {
  const empty = readTransfer({})
  const sentence = plainSentence(empty)
  const note = supportNote({ transfer: empty, environment: 'sandbox', sentence, at, requestId: '' })
  expect(note).toMatch(/^Transfer\nNo status: It has no status\./)
  expect(note).not.toMatch(/undefined|null/)
})

test('the command line leaves address and token to the shell', () => {
  expect(curlOf(id)).toBe(
    `curl --request GET \\\n  --url "$BASE_URL/v2/transfer/transfers/${id}" \\\n  --header "Authorization: Bearer $ACCESS_TOKEN"`,
  )
})
