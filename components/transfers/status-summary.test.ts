import { describe, expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/reading'
import { secondaryStatuses, transferStatuses, transferTypes } from '@/lib/api/transfers'
import { typeGroups, typeLabel } from './labels'
import { plainSentence } from './plain-sentence'
import { rowStatusStyle, transferStatusStyle } from './transfer-status'

const conditions = [
  'missing_trustline',
  'max_rent_exceeded',
  'pending_customer_approval',
  'stale_fee_quote',
  'invalid_destination_address',
  'a_condition_of_tomorrow',
]
const transfer = (fields: object) =>
  readTransfer({ type: 'CRYPTO_WITHDRAWAL', asset: 'USDC', direction: 'DEBIT', crypto_network: 'STELLAR', ...fields })

describe('every state has a plain sentence', () => {
  const names = [undefined, ...secondaryStatuses, 'A_NAME_OF_TOMORROW']
  const all = [...transferStatuses, 'COMPLETE', undefined].flatMap((status) =>
    names.flatMap((name) =>
      [undefined, ...conditions].map((condition) => ({
        status,
        secondary_status: name && { name, detail: 'As the service has it' },
        status_details: condition && { [condition]: { message: 'A message' } },
      })),
    ),
  )
  test.each(all)('$status, $secondary_status.name, $status_details', (fields) => {
    const { title, text, said } = plainSentence(transfer(fields), { now: 0, settlings: [] })
    expect(title).toMatch(/^[A-Z].*\.$/)
    expect(text).toMatch(/^[A-Z].*\.$/)
    expect(`${title} ${text}`).not.toMatch(/!|sorry|undefined|null|\[object/)
    expect(said).toEqual([
      ...(fields.secondary_status ? ['As the service has it'] : []),
      ...(fields.status_details ? ['A message'] : []),
    ])
  })
})

test('a pair that does not go together is said, not smoothed over', () => {
  const { title } = plainSentence(transfer({ status: 'COMPLETED', secondary_status: { name: 'CUSTOMER_REJECTED' } }))
  expect(title).toContain('contradict each other')
})

test('several conditions are all said, each with who can remove it', () => {
  const { title, text, said } = plainSentence(
    transfer({
      status: 'PENDING',
      status_details: { missing_trustline: { message: 'One' }, stale_fee_quote: { message: 'Two' }, odd_one: 'Three' },
    }),
  )
  expect(title).toBe('Not yet seen on Stellar.')
  expect(text).toMatch(/no trustline for USDC on Stellar\. Treasury must ask.*fee quote.*condition odd_one/)
  expect(said).toEqual(['One', 'Two', 'Three'])
})

test('a failure is described in the past, and a withdrawal with a hash is checked before it is retried', () => {
  const failed = { status: 'FAILED', status_details: { missing_trustline: { message: 'x' } } }
  expect(plainSentence(transfer(failed)).text).toContain('had no trustline')
  const { title, text } = plainSentence(transfer({ status: 'FAILED', crypto_tx_hash: 'ab' }))
  expect([title, text]).toEqual([
    'This transfer failed.',
    expect.stringContaining('Check the hash before retrying: funds may have moved.'),
  ])
})

test.each([undefined, ...secondaryStatuses, 'A_NAME_OF_TOMORROW'])(
  'a failed withdrawal with a hash says once to check the hash, with %s too',
  (name) => {
    const seen = transfer({ status: 'FAILED', crypto_tx_hash: 'ab', secondary_status: name && { name } })
    expect(plainSentence(seen).text.match(/Check the hash before retrying: funds may have moved\./g)).toHaveLength(1)
  },
)

test('a completed transfer that still lists a condition is a question to the provider', () => {
  const { tone, title, text } = plainSentence(
    transfer({ status: 'COMPLETED', total: '12.50', status_details: { missing_trustline: { message: 'x' } } }),
  )
  expect([tone, title]).toEqual(['wait', 'Completed: 12.50 USDC was debited from the profile.'])
  expect(text).toBe(
    'The provider still lists missing_trustline. Support must ask the provider whether anything is left to do.',
  )
})

test('an approval that both secondary status and condition ask for is described once', () => {
  const { text } = plainSentence(
    transfer({
      status: 'PENDING',
      secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' },
      status_details: { pending_customer_approval: { message: 'One more' } },
    }),
  )
  expect(text.match(/must approve/g)).toHaveLength(1)
})

test.each(['secondary_status', 'status_details'])('a %s that is no object is pointed out', (name) => {
  const { text } = plainSentence(transfer({ status: 'PENDING', [name]: 'TRAVEL_RULE_INFO_REQUESTED' }))
  expect(text).toContain(`The provider adds ${name} in a form`)
})

test('what is new to this console stays as it came', () => {
  expect(transferStatusStyle(transfer({ status: 'HELD_FOR_REVIEW' })).word).toBe('HELD_FOR_REVIEW')
  expect(plainSentence(transfer({ status: 'HELD_FOR_REVIEW' })).title).toContain('HELD_FOR_REVIEW')
  expect(typeLabel('FEDNOW_DEPOSIT')).toBeUndefined()
  expect(typeLabel('ACME_TRANSFER_DEBIT')).toBe('Platform transfer')
})

test('a row without its required fields says so, and keeps its status', () => {
  const look = rowStatusStyle(readTransfer({ id: 'x', status: 'PENDING' }))
  expect([look.word, look.why]).toEqual(['Incomplete row', 'Pending'])
})

test('the menu offers each of the 19 types once', () => {
  expect(Object.values(typeGroups).flat().sort()).toEqual([...transferTypes].sort())
})
