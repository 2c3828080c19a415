import { describe, expect, test } from 'vitest'
import { readTransfer } from '@/lib/api/reading'
import { secondaryStatuses, transferStatuses, transferTypes } from '@/lib/api/transfers'
import { plainSentence } from './plain-sentence'
import { rowStatusLook, statusLook } from './transfer-status'
import { typeGroups, typeWord } from './words'

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
    const { title, text, said } = plainSentence(transfer(fields))
    expect(title).toMatch(/^[A-Z].*\.$/)
    expect(text).toMatch(/^[A-Z].*\.$/)
    expect(`${title} ${text}`).not.toMatch(/!|sorry|undefined|null|\[object/)
    expect(said).toEqual([
      ...(fields.secondary_status ? ['As the service has it'] : []),
      ...(fields.status_details ? ['A message'] : []),
    ])
    if (fields.status_details) expect(text).not.toContain('Nobody needs to act')
  })
})

test('a pair that does not go together is said, not smoothed over', () => {
  const { title } = plainSentence(transfer({ status: 'COMPLETED', secondary_status: { name: 'CUSTOMER_REJECTED' } }))
  expect(title).toContain('do not go together')
})

test('what is new to this console stays as it came', () => {
  expect(statusLook(transfer({ status: 'HELD_FOR_REVIEW' })).word).toBe('HELD_FOR_REVIEW')
  expect(plainSentence(transfer({ status: 'HELD_FOR_REVIEW' })).title).toContain('HELD_FOR_REVIEW')
  expect(typeWord('FEDNOW_DEPOSIT')).toBeUndefined()
  expect(typeWord('ACME_TRANSFER_DEBIT')).toBe('Platform transfer')
})

test('a row without its required fields says so, and keeps its status', () => {
  const look = rowStatusLook(readTransfer({ id: 'x', status: 'PENDING' }))
  expect([look.word, look.why]).toEqual(['Incomplete row', 'Pending'])
})

test('the menu offers each of the 19 types once', () => {
  expect(Object.values(typeGroups).flat().sort()).toEqual([...transferTypes].sort())
})
