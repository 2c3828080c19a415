import { describe, expect, test } from 'vitest'
import { readTransfer } from '@/lib/provider/reading'
import { secondaryStatuses, transferStatuses } from '@/lib/provider/transfer-terms'
import { internalNote } from './copy-texts'
import { nextAction } from './next-action'
import { statusSummary } from './status-summary'
import { settlementTimes } from './usual-times'

const now = Date.parse('2026-11-19T14:00:00Z')
const minute = 60_000
const ago = (minutes: number) => new Date(now - minutes * minute).toISOString()
const transfer = (fields: object) =>
  readTransfer({ type: 'CRYPTO_WITHDRAWAL', asset: 'USDC', direction: 'DEBIT', created_at: ago(5), ...fields })

const conditions = {
  none: undefined,
  missing_trustline: 'destination',
  max_rent_exceeded: 'destination',
  invalid_destination_address: 'destination',
  pending_customer_approval: 'approval',
  stale_fee_quote: 'fee-quote',
  a_condition_of_tomorrow: 'unclear',
} as const
const secondaries = [undefined, ...secondaryStatuses, 'A_NAME_OF_TOMORROW']

/** The reason for each status, secondary status and condition, written out by hand. */
function expected(status: string | undefined, name: string | undefined, condition: keyof typeof conditions): string {
  const belongs: Record<string, string> = {
    TRAVEL_RULE_INFO_REQUESTED: 'PENDING',
    PENDING_CUSTOMER_APPROVAL: 'PENDING',
    TRAVEL_RULE_REJECTED: 'FAILED',
    CUSTOMER_REJECTED: 'FAILED',
  }
  if (status !== 'PENDING' && status !== 'COMPLETED' && status !== 'FAILED') return 'unclear'
  if (name && belongs[name] && belongs[name] !== status) return 'unclear'
  if (status === 'FAILED') return 'failed'
  if (name === 'TRAVEL_RULE_INFO_REQUESTED') return 'travel-rule'
  if (name === 'PENDING_CUSTOMER_APPROVAL') return 'approval'
  if (status === 'COMPLETED') return name || condition !== 'none' ? 'unclear' : 'completed'
  return conditions[condition] ?? (name ? 'unclear' : 'processing')
}

const all = [...transferStatuses, 'COMPLETE', undefined].flatMap((status) =>
  secondaries.flatMap((name) =>
    Object.keys(conditions).map((condition) => ({ status, name, condition: condition as keyof typeof conditions })),
  ),
)

const named = {
  treasury: /Treasury/,
  approver: /Your approver/,
  provider: /Support must/,
  nobody: /No action needed\./,
  unknown: /never reached/,
}

test.each(all)(
  '$status, $name and $condition have the same actor in summary and internal note',
  ({ status, name, condition }) => {
    const seen = transfer({
      status,
      secondary_status: name && { name },
      status_details: condition === 'none' ? undefined : { [condition]: { message: 'A message' } },
    })
    const timing = { now, usualTimes: [] }
    const action = nextAction(seen, timing)
    expect(action.reason).toBe(expected(status, name, condition))
    const summary = statusSummary(seen, timing)
    expect(summary.action).toEqual(action)
    const note = internalNote(
      { transfer: seen, environment: 'sandbox', summary, timing, at: now, requestId: '' },
      'https://here/',
    )
    for (const text of [summary.text, note]) {
      expect(text).toMatch(named[action.actor])
      if (action.actor !== 'nobody') expect(text).not.toMatch(named.nobody)
    }
  },
)

test('of several reasons one with a known remedy comes first', () => {
  const reason = (...names: string[]) =>
    nextAction(
      transfer({
        status: 'PENDING',
        status_details: Object.fromEntries(names.map((name) => [name, { message: 'x' }])),
      }),
    ).reason
  expect(reason('odd_one', 'stale_fee_quote', 'missing_trustline')).toBe('destination')
  expect(reason('missing_trustline', 'pending_customer_approval')).toBe('approval')
  expect(reason('odd_one', 'stale_fee_quote')).toBe('fee-quote')
})

test.each(['secondary_status', 'status_details'])('a %s that is not an object is unclear', (name) => {
  const seen = transfer({ status: 'PENDING', [name]: 'TRAVEL_RULE_INFO_REQUESTED' })
  expect(nextAction(seen).reason).toBe('unclear')
})

describe('a pending transfer without a reason', () => {
  const completed = (type: string, minutes: number) => ({
    type,
    network: '',
    count: 20,
    timed: 20,
    median: minutes * 60_000,
    p95: minutes * 60_000,
  })
  const usualTimes = settlementTimes([completed('CRYPTO_WITHDRAWAL', 4), completed('ACME_TRANSFER_DEBIT', 1)])
  const actor = (fields: object) => nextAction(transfer({ status: 'PENDING', ...fields }), { now, usualTimes }).actor

  test('needs no action until 95 % of its type would have settled, and the provider after that', () => {
    expect(actor({ created_at: ago(4) })).toBe('nobody')
    expect(actor({ created_at: ago(4.01) })).toBe('provider')
    expect(actor({ type: 'OTHER_TRANSFER_CREDIT', created_at: ago(2) }), 'types of one name are one').toBe('provider')
  })

  test('has a day where too few transfers of its type were completed', () => {
    expect(actor({ type: 'RTP_DEPOSIT', direction: 'CREDIT', created_at: ago(24 * 60) })).toBe('nobody')
    expect(actor({ type: 'RTP_DEPOSIT', direction: 'CREDIT', created_at: ago(24 * 60 + 1) })).toBe('provider')
  })

  test('keeps its reason where it has one, however young or old', () => {
    const secondary_status = { name: 'PENDING_CUSTOMER_APPROVAL' }
    expect(actor({ created_at: ago(0), secondary_status })).toBe('approver')
    expect(actor({ created_at: ago(600), secondary_status })).toBe('approver')
  })

  test.each([{ usualTimes: [] }, { usualTimes: 'unavailable' }] as const)(
    'has a day with usual times $usualTimes',
    (times) => {
      const { reason } = nextAction(transfer({ status: 'PENDING', created_at: ago(24 * 60 + 1) }), { now, ...times })
      expect(reason).toBe('slow')
    },
  )

  test('does not say who acts while usual times load, on page and in the note', () => {
    const seen = transfer({ status: 'PENDING', created_at: '2026-09-01T10:00:00Z' })
    const summary = statusSummary(seen)
    expect([summary.text, summary.action.label]).toEqual(['', ''])
    const note = internalNote(
      { transfer: seen, environment: 'sandbox', summary, at: now, requestId: '' },
      'https://here/',
    )
    expect(note).toMatch(/^PENDING: Not yet seen on .*\.$/m)
  })

  test('says that it is slow and who follows up', () => {
    const { text } = statusSummary(transfer({ status: 'PENDING' }), { now, usualTimes })
    expect(text).toBe('Support must follow up with the provider.')
  })
})
