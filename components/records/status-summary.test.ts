import { describe, expect, test } from 'vitest'
import { readTransfer } from '@/lib/provider/reading'
import { secondaryStatuses, transferStatuses, transferTypes } from '@/lib/provider/transfer-terms'
import { statusSummary } from './status-summary'
import { typeLabel, typesByGroup } from './transfer-labels'
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

describe('every status has a summary', () => {
  const names = [undefined, ...secondaryStatuses, 'A_NAME_OF_TOMORROW']
  const all = [...transferStatuses, 'COMPLETE', undefined].flatMap((status) =>
    names.flatMap((name) =>
      [undefined, ...conditions].map((condition) => ({
        status,
        secondary_status: name && { name, detail: 'In its own words' },
        status_details: condition && { [condition]: { message: 'A message' } },
      })),
    ),
  )
  test.each(all)('$status, $secondary_status.name, $status_details', (fields) => {
    const { title, text, quotes } = statusSummary(transfer(fields), { now: 0, usualTimes: [] })
    expect(title).toMatch(/^[A-Z].*\.$/)
    expect(text).toMatch(/^[A-Z].*\.$/)
    expect(`${title} ${text}`).not.toMatch(/!|sorry|undefined|null|\[object/)
    expect(quotes).toEqual([
      ...(fields.secondary_status ? ['In its own words'] : []),
      ...(fields.status_details ? ['A message'] : []),
    ])
  })
})

test('the total of a completed transfer is named only if a conversion put it in another asset', () => {
  const one = { status: 'COMPLETED', total: '12.50' }
  expect(statusSummary(transfer(one)).title).toBe('Completed: debited from the profile.')
  expect(statusSummary(transfer({ ...one, balance_asset: 'USDG' })).title).toBe(
    'Completed: 12.50 USDG was debited from the profile.',
  )
})

test('contradictory statuses are pointed out', () => {
  const { title } = statusSummary(transfer({ status: 'COMPLETED', secondary_status: { name: 'CUSTOMER_REJECTED' } }))
  expect(title).toContain('contradict each other')
})

test('all conditions are named, each with who can resolve it', () => {
  const { title, text, quotes } = statusSummary(
    transfer({
      status: 'PENDING',
      status_details: { missing_trustline: { message: 'One' }, stale_fee_quote: { message: 'Two' }, odd_one: 'Three' },
    }),
  )
  expect(title).toBe('Not yet seen on Stellar.')
  expect(text).toMatch(/no trustline for USDC on Stellar\. Treasury must ask.*fee quote.*condition odd_one/)
  expect(quotes).toEqual(['One', 'Two', 'Three'])
})

test('what the provider says twice is quoted once', () => {
  const { quotes } = statusSummary(
    transfer({
      status: 'PENDING',
      secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL', detail: 'One more approval is needed.' },
      status_details: { pending_customer_approval: { message: 'One more approval is needed.' } },
    }),
  )
  expect(quotes).toEqual(['One more approval is needed.'])
})

test('a failure is described in the past tense, and a withdrawal with a hash is to be checked before a retry', () => {
  const failed = { status: 'FAILED', status_details: { missing_trustline: { message: 'x' } } }
  expect(statusSummary(transfer(failed)).text).toContain('had no trustline')
  const { title, text } = statusSummary(transfer({ status: 'FAILED', crypto_tx_hash: 'ab' }))
  expect([title, text]).toEqual([
    'This crypto withdrawal failed.',
    expect.stringContaining('Check the hash before retrying: funds may have moved.'),
  ])
})

test.each([undefined, ...secondaryStatuses, 'A_NAME_OF_TOMORROW'])(
  'a failed withdrawal with a hash says once to check the hash, with %s too',
  (name) => {
    const seen = transfer({ status: 'FAILED', crypto_tx_hash: 'ab', secondary_status: name && { name } })
    expect(statusSummary(seen).text.match(/Check the hash before retrying: funds may have moved\./g)).toHaveLength(1)
  },
)

test('a completed transfer that still lists a condition leads to a question to the provider', () => {
  const { tone, title, text } = statusSummary(
    transfer({ status: 'COMPLETED', total: '12.50', status_details: { missing_trustline: { message: 'x' } } }),
  )
  expect([tone, title]).toEqual(['wait', 'Completed: debited from the profile.'])
  expect(text).toBe(
    'The provider still lists missing_trustline. Support must ask the provider whether anything is left to do.',
  )
})

test('an approval that both secondary status and condition require is described once', () => {
  const { text } = statusSummary(
    transfer({
      status: 'PENDING',
      secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' },
      status_details: { pending_customer_approval: { message: 'One more' } },
    }),
  )
  expect(text.match(/must approve/g)).toHaveLength(1)
})

test.each(['secondary_status', 'status_details'])('a %s that is not an object is pointed out', (name) => {
  const { text } = statusSummary(transfer({ status: 'PENDING', [name]: 'TRAVEL_RULE_INFO_REQUESTED' }))
  expect(text).toContain(`The provider adds ${name} in an unexpected format`)
})

test('unknown values are shown as received', () => {
  expect(transferStatusStyle(transfer({ status: 'HELD_FOR_REVIEW' })).label).toBe('HELD_FOR_REVIEW')
  expect(statusSummary(transfer({ status: 'HELD_FOR_REVIEW' })).title).toContain('HELD_FOR_REVIEW')
  expect(typeLabel('FEDNOW_DEPOSIT')).toBeUndefined()
  expect(typeLabel('ACME_TRANSFER_DEBIT')).toBe('Platform transfer')
})

test('a row without its required fields says so and keeps its status', () => {
  const look = rowStatusStyle(readTransfer({ id: 'x', status: 'PENDING' }))
  expect([look.label, look.why]).toEqual(['Incomplete row', 'Pending'])
})

test('a row shortens the reason of its status, and has it in full as well', () => {
  const style = (status: string, name: string) =>
    rowStatusStyle({ ...transfer({ status, secondary_status: { name } }), missing: [] })
  expect(style('PENDING', 'TRAVEL_RULE_INFO_REQUESTED')).toMatchObject({
    label: 'Pending',
    why: 'travel rule',
    inFull: 'Pending: travel rule details needed',
  })
  expect(style('PENDING', 'SANCTIONS_REVIEW')).toMatchObject({ why: 'SANCTIONS_REVIEW' })
})

test('a row that is overdue says so after its reason, if usual times are known', () => {
  const row = {
    ...transfer({
      status: 'PENDING',
      created_at: '2026-11-18T09:00:00Z',
      secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' },
    }),
    missing: [],
  }
  const timing = { now: Date.parse('2026-11-19T14:00:00Z'), usualTimes: [] }
  expect(rowStatusStyle(row).why).toBe('approval')
  expect(rowStatusStyle(row, timing)).toMatchObject({
    why: 'approval, overdue',
    inFull: expect.stringMatching(
      /^Pending: waiting for approval at the provider\. Overdue by 5 h\. On hold for 29 h 00 min\.$/,
    ),
  })
  expect(rowStatusStyle({ ...row, known: { ...row.known, status: 'FAILED' } }, timing).why).toBe('approval')
})

test('the menu offers each of the 19 types once', () => {
  expect(Object.values(typesByGroup).flatMap(Object.keys).sort()).toEqual([...transferTypes].sort())
})
