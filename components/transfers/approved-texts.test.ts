/**
 * What is said about every status, secondary status and condition, word for word, in approved/: on the page, and in the
 * reply to a customer. Read a changed file aloud before you approve it with `--update`.
 */
import { describe, expect, test } from 'vitest'
import { statusSummary } from '@/components/records/status-summary'
import { supportReply } from '@/components/records/support-reply'
import { readTransfer } from '@/lib/provider/reading'
import { secondaryStatuses, transferStatuses, transferTypes } from '@/lib/provider/transfer-terms'

const conditions = [
  'missing_trustline',
  'max_rent_exceeded',
  'pending_customer_approval',
  'stale_fee_quote',
  'invalid_destination_address',
  'a_condition_of_tomorrow',
]
const statuses = [...transferStatuses, 'HELD_FOR_REVIEW', undefined]
const names = [undefined, ...secondaryStatuses, 'A_NAME_OF_TOMORROW']
const hash = `0x${'0a'.repeat(32)}`

const base = {
  id: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5',
  profile_id: 'profile-of-ours',
  group_id: 'group-of-ours',
  amount: '250.00',
  fee: '5.00',
  total: '255.00',
  asset: 'USDC',
  type: 'CRYPTO_WITHDRAWAL',
  direction: 'DEBIT',
  crypto_network: 'STELLAR',
  created_at: '2026-11-19T14:00:00Z',
  updated_at: '2026-11-19T14:00:00Z',
}
const usualTimes = [{ type: 'Crypto withdrawal, Stellar', transfers: 40, median: 60_000, p95: 600_000 }]
const inTime = { usualTimes, now: Date.parse('2026-11-19T14:02:00Z') }
const late = { usualTimes, now: Date.parse('2026-11-19T15:00:00Z') }

function textsOf(fields: object, timing = inTime) {
  const transfer = readTransfer({ ...base, ...fields })
  const summary = statusSummary(transfer, timing)
  const reply = supportReply({
    transfer,
    timing,
    summary,
    environment: 'production',
    at: timing.now,
    requestId: 'req_1',
  })
  return { sentence: [summary.title, summary.text, summary.deadline].filter(Boolean).join(' '), summary, reply }
}

type Case = { name: string; fields: object; timing?: typeof inTime }

const combinations: Case[] = statuses.flatMap((status) =>
  names.flatMap((name) =>
    [undefined, ...conditions].map((condition) => ({
      name: [status ?? 'no status', name, condition].filter(Boolean).join(', '),
      fields: {
        status,
        secondary_status: name && { name, detail: 'x' },
        status_details: condition && { [condition]: { message: 'x' } },
      },
    })),
  ),
)

const total = (fields: object) => ({ fee: '0', total: '250.00', crypto_network: undefined, ...fields })
/** What else changes a sentence: the kind of transfer, its direction, a hash, time. */
const kinds: Case[] = [
  ...transferStatuses.flatMap((status) =>
    transferTypes.map((type) => ({
      name: `${status}, ${type}`,
      fields: total({ status, type, direction: /DEBIT|WITHDRAWAL/.test(type) ? 'DEBIT' : 'CREDIT' }),
    })),
  ),
  ...transferStatuses.flatMap((status) => [
    { name: `${status}, with a hash`, fields: { status, crypto_tx_hash: hash, crypto_network: 'BASE' } },
    {
      name: `${status}, deposit with a hash`,
      fields: {
        ...total({ status, crypto_tx_hash: hash }),
        type: 'CRYPTO_DEPOSIT',
        direction: 'CREDIT',
        crypto_network: 'BASE',
      },
    },
    {
      name: `${status}, unknown type and direction`,
      fields: total({ status, type: 'FEDNOW_DEPOSIT', direction: 'SIDEWAYS' }),
    },
  ]),
  ...transferStatuses.flatMap((status) => [
    { name: `${status}, deposit that is a debit`, fields: total({ status, type: 'WIRE_DEPOSIT' }) },
    { name: `${status}, with a negative fee`, fields: { status, fee: '-0.50', total: '249.50' } },
    {
      name: `${status}, with a hash and the direction WITHDRAWAL`,
      fields: { status, direction: 'WITHDRAWAL', crypto_tx_hash: hash, crypto_network: 'BASE' },
    },
  ]),
  {
    name: 'FAILED, PENDING_CUSTOMER_APPROVAL, with a hash',
    fields: { status: 'FAILED', secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' }, crypto_tx_hash: hash },
  },
  { name: 'COMPLETED, with a fee', fields: { status: 'COMPLETED' } },
  { name: 'COMPLETED, sum does not add up', fields: { status: 'COMPLETED', total: '251.00' } },
  { name: 'COMPLETED, converted', fields: { status: 'COMPLETED', total: '254.90', balance_asset: 'USDG' } },
  ...names.map((name) => ({
    name: `PENDING, ${name}, overdue`,
    fields: { status: 'PENDING', secondary_status: name && { name } },
    timing: late,
  })),
  ...conditions.map((one) => ({
    name: `PENDING, ${one}, overdue`,
    fields: { status: 'PENDING', status_details: { [one]: { message: 'x' } } },
    timing: late,
  })),
  { name: 'PENDING, too few to compare', fields: { status: 'PENDING', crypto_network: 'INK' } },
]

/** Types that differ from the others only in their name. */
const isLike = /, (?:SEN|CBIT|CUBIX|BANK)_|, INTERNAL_TRANSFER_DEBIT|, PLATFORM_TRANSFER_CREDIT/

/** Each text once, then the cases that have it. */
function approve(file: string, textOf: (texts: ReturnType<typeof textsOf>) => string) {
  const cases = new Map<string, string[]>()
  for (const { name, fields, timing } of [...combinations, ...kinds]) {
    if (isLike.test(name)) continue
    const text = textOf(textsOf(fields, timing))
    cases.set(text, [...(cases.get(text) ?? []), name])
  }
  const entries = [...cases].map(([text, all]) => `${text}\n${all.map((name) => `    ${name}`).join('\n')}`)
  return expect(`${entries.join('\n\n')}\n`).toMatchFileSnapshot(`./approved/${file}.txt`)
}

/** The same in most sentences. */
const figures =
  / usually 1 min, 95 % within 10 min\. Pending 2 min 00 s\. From 40 completed crypto withdrawals on Stellar\./

test('every combination has its approved sentences', () =>
  approve('status-sentences', ({ sentence }) => sentence.replace(figures, ' …')))

test('every combination has its approved reply', () =>
  approve('customer-replies', ({ reply }) => reply.replace('Hello,\n\n', '').replace(/\n\nStatus on .*/, '')))

const actors = {
  treasury: /Treasury/,
  approver: /Your approver/,
  provider: /Support must/,
  nobody: /No action needed\./,
  unknown: /never/,
}
const ownWords: Record<string, RegExp> = {
  missing_trustline: /trustline/,
  max_rent_exceeded: /rent/,
  pending_customer_approval: /approv/i,
  stale_fee_quote: /fee quote|stale_fee_quote/,
  invalid_destination_address: /destination address|invalid_destination_address/,
  a_condition_of_tomorrow: /a_condition_of_tomorrow/,
  TRAVEL_RULE_INFO_REQUESTED: /travel rule/i,
  TRAVEL_RULE_REJECTED: /travel rule/i,
  CUSTOMER_REJECTED: /rejected by (a )?customer/i,
  PENDING_CUSTOMER_APPROVAL: /approv/i,
  A_NAME_OF_TOMORROW: /A_NAME_OF_TOMORROW/,
  HELD_FOR_REVIEW: /HELD_FOR_REVIEW/,
}

describe('every combination', () => {
  test.each(combinations)('$name: says what it is, who must act and by when', ({ name, fields }) => {
    const { sentence, summary } = textsOf(fields)
    for (const part of name.split(', ')) if (ownWords[part]) expect(sentence).toMatch(ownWords[part])
    expect(sentence).toMatch(actors[summary.action.actor])
    if (summary.action.actor !== 'nobody') expect(sentence).toMatch(/(Overdue from|Expected by) \d|No deadline/)
    expect(sentence).not.toMatch(/this transfer\.? |undefined|null|\[object|!/)
  })

  test.each([...combinations, ...kinds])(
    '$name: the reply has no IDs, inner words, raw values or blame',
    ({ fields, timing }) => {
      const { reply, summary } = textsOf(fields, timing)
      expect(reply).not.toMatch(/512f26ad|of-ours|req_1|undefined|null|\[object/)
      expect(reply).not.toMatch(
        /provider|treasury|support|mintdesk|sandbox|internal|secondary|status_|[A-Z]{2,}_[A-Z]|_of_tomorrow/i,
      )
      expect(reply).not.toMatch(/you (failed|forgot|did not|should have)|your (mistake|fault|error)|sorry|wrong/i)
      expect(reply).toMatch(/^Hello,\n\n/)
      if (summary.action.reason !== 'completed') expect(reply).toMatch(/please|we (are|will|expect)/i)
    },
  )
})
