import { describe, expect, test } from 'vitest'
import { transfer } from '@/components/testing/records'
import { type PastedIdentifier, pastedIdentifiers } from '@/lib/api/pasted/pasted-identifiers'
import { readLetter } from '@/lib/features/lookup/browser/letter'
import { readTransfer } from '@/lib/provider/reading'
import type { Transfer } from '@/lib/provider/transfers'
import { claimsSum, daysSaid, judgeClaims } from './claim-facts'
import { replyOf } from './letter-reply'
import type { LookupRow } from './lookup-query'

const hash = '0xe569ce95b1c34b7d09e5a1c2d8f76b4e3a9c0d12e4f5a6b7c8d9e0f766f05886'
/** A Monday. */
const now = Date.parse('2026-11-23T11:12:08Z')
const reader = { now, zone: 'Asia/Singapore', here: 'Europe/Berlin' }

type Answers = Record<string, { result: LookupRow['result']; transfers?: Transfer[]; field?: 'ref_ids' }>

/** The rows of a look-up; what has no answer was not found. */
function rowsOf(mail: string, answers: Answers): LookupRow[] {
  const found = ({ text }: PastedIdentifier) => answers[text] ?? { result: 'not-found' as const }
  return pastedIdentifiers(mail).identifiers.map((pasted, index) => {
    const { result, transfers = [] } = found(pasted)
    const field = pasted.identifier?.kind === 'reference' ? ('ref_ids' as const) : ('crypto_tx_hashes' as const)
    const answer = { verdict: 'found' as const, field, transfers: [], isMore: false, requests: [], asked: [] }
    return { index, pasted, result, transfers: transfers.map(readTransfer), answer, at: now }
  })
}

const judged = (mail: string, answers: Answers) =>
  judgeClaims(readLetter(mail)?.claims ?? [], rowsOf(mail, answers), reader)

/** `1,200.00 USD: differs, 1,250.00 USD. 50.00 more than they say` */
const texts = (mail: string, answers: Answers) =>
  judged(mail, answers).map(
    ({ claim, verdict, fact, text }) => `${claim.text}: ${verdict}, ${[fact, text].filter(Boolean).join(' ')}`,
  )

const deposit = transfer({
  id: 'd-1',
  type: 'CRYPTO_DEPOSIT',
  crypto_network: 'ARBITRUM_ONE',
  crypto_tx_hash: hash,
  status: 'PENDING',
  amount: '17106.19',
  asset: 'PYUSD',
  created_at: '2026-11-19T22:48:00Z',
  balance_asset: undefined,
  secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' },
})
const payout = transfer({
  id: 'p-1',
  type: 'BANK_WITHDRAWAL',
  direction: 'DEBIT',
  status: 'PENDING',
  ref_id: 'payout-60583',
  created_at: '2026-11-23T09:00:00Z',
})
const wire = transfer({ id: 'w-1', amount: '46000.00', ref_id: 'wire-in-88675', created_at: '2026-11-20T09:08:41Z' })
const candidates = [transfer({ id: 'c-1', amount: '8400.00' }), transfer({ id: 'c-2', amount: '950.25' })]

const drawn = `Hi support,

We sent 17,106.19 PYUSD last Friday, hash ${hash}, and our customer still has nothing.

Also payout-60583 for 1,200.00 USD is late, and the wire wire-in-88675 for $46,000.00 from 20 November is not credited.

There was a second PYUSD transfer, I only have the start: 0x7c41f09b. Invoice INV-2291.

Dana, Kestrel Pay`
const answers: Answers = {
  [hash]: { result: 'found', transfers: [deposit] },
  'payout-60583': { result: 'found', transfers: [payout] },
  'wire-in-88675': { result: 'found', transfers: [wire] },
  '0x7c41f09b': { result: 'candidates', transfers: candidates },
}

test('the claims of the drawing are judged as drawn, and their sum is that of the verdicts', () => {
  expect(texts(drawn, answers)).toEqual([
    '17,106.19 PYUSD: matches, Crypto deposit on Arbitrum One, same amount',
    'last Friday: matches, Friday 20 Nov 06:48:00 in Singapore, Thursday 19 Nov 22:48:00 UTC',
    `${hash}: matches, Crypto deposit on Arbitrum One, all 66 characters`,
    'payout-60583: matches, Bank withdrawal, found by reference',
    '1,200.00 USD: differs, 1,250.00 USD. 50.00 more than they say',
    'wire-in-88675: matches, Wire deposit, found by reference',
    '$46,000.00: matches, Wire deposit, same amount',
    '20 November: matches, Friday 20 Nov 09:08:41 UTC',
    '0x7c41f09b: unclear, 2 candidates',
    'INV-2291: not-found, Not found',
  ])
  expect(claimsSum(judged(drawn, answers))).toBe('10 claims: 7 match, 1 differs, 1 unclear, 1 not found')
})

test('the transfers to an address that is named are no records of the mail', () => {
  const address = '0x00000000219ab540356cBB839Cbe05303d7705Fa'
  const mail = `We sent 46,000.00 USD to ${address}, our reference is inv-404.`
  const found = { [address]: { result: 'several' as const, transfers: [wire, { ...wire, id: 'w-2' }] } }
  expect(texts(mail, found)).toEqual([
    '46,000.00 USD: not-found, No transfer found has this amount',
    `${address}: unclear, `,
    'inv-404: not-found, Not found',
  ])
  expect(
    replyOf(judged(mail, found), rowsOf(mail, found), { environment: 'sandbox', timing: undefined, at: now }),
  ).not.toContain('0x')
})

describe('no match is a guess', () => {
  const mail = 'We ask about inv-404, it was 46,000.00 USD on Ethereum.'
  test('an amount whose identifier was not found is the only record that has it', () => {
    expect(texts(`${mail} wire-in-88675 too.`, answers)[1]).toBe('46,000.00 USD: matches, Wire deposit, same amount')
  })
  test('it is unclear if two records have it, and not found if none has', () => {
    const both = { ...answers, 'payout-60583': { result: 'found' as const, transfers: [{ ...wire, id: 'w-2' }] } }
    const two = texts(`${mail} wire-in-88675 and payout-60583 too.`, both)
    expect(two[1]).toBe('46,000.00 USD: unclear, 2 transfers have this amount')
    expect(two[2]).toBe('Ethereum: not-found, Its transfer was not found')
    expect(texts(mail, answers)[1]).toBe('46,000.00 USD: not-found, No transfer found has this amount')
  })
  test('an amount that another record has is unclear, not that record’s', () => {
    expect(texts('payout-60583 was for 46,000.00 USD. See also wire-in-88675', answers)[1]).toBe(
      '46,000.00 USD: unclear, payout-60583 has 1,250.00 USD; wire deposit has 46,000.00 USD',
    )
  })
  test('what a shortened hash is near waits for the choice', () => {
    const short = 'We sent 950.25 USD with 0x7c41f09b to you.'
    expect(texts(short, answers)[0]).toBe('950.25 USD: unclear, Depends on which transfer 0x7c41f09b is')
    const rows = rowsOf(short, answers).map((row) => ({ ...row, chosen: row.transfers[1] }))
    const [amount, partial] = judgeClaims(readLetter(short)?.claims ?? [], rows, reader)
    expect([amount?.verdict, partial?.verdict, partial?.text]).toEqual([
      'matches',
      'matches',
      'Wire deposit, chosen on 10 characters',
    ])
  })
  test('an amount that may be read two ways is unclear although one of them fits', () => {
    expect(texts('We ask for payout-60583 of 1.250 USD', answers)[1]).toBe(
      '1.250 USD: unclear, Reads as 1.250 or 1,250; the transfer has 1,250.00 USD',
    )
  })
  test('a row without an answer is judged as nothing', () => {
    expect(texts('payout-60583 for 1 USD is late', { 'payout-60583': { result: 'failed' } })).toEqual([
      'payout-60583: waiting, No answer yet. Try again.',
      '1 USD: waiting, No answer yet. Try again.',
    ])
  })
})

test.each([
  ['1,260.00 USD', 'matches, Bank withdrawal, same total, fee included'],
  ['$1,250', 'matches, Bank withdrawal, same amount'],
  ['1,250.00 USDC', 'differs, 1,250.00 USD. Another asset'],
  ['1,300.00 USD', 'differs, 1,250.00 USD. 50.00 less than they say'],
  ['a fee of $10', 'matches, Bank withdrawal, same fee'],
  ['a fee of $12', 'differs, 10.00 USD. 2.00 less than they say'],
])('%s of a payout of 1,250.00 USD with a fee of 10.00: %s', (said, text) => {
  const [, amount] = texts(`payout-60583 with ${said} is late`, answers)
  expect(amount).toBe(`${said.replace('a fee of ', '')}: ${text}`)
})

test.each([
  [{ weekday: 5, isLast: true }, ['2026-11-20']],
  [{ weekday: 1, isLast: true }, ['2026-11-16']],
  [{ weekday: 0, isLast: true }, ['2026-11-22']],
  [{ weekday: 1, isLast: false }, ['2026-11-23']],
  [{ daysAgo: 1 }, ['2026-11-22']],
  [{ days: [{ month: 10, day: 20 }] }, ['2026-11-20']],
  [{ days: [{ month: 11, day: 24 }] }, ['2025-12-24']],
  [{ days: [{ year: 2024, month: 1, day: 29 }] }, ['2024-02-29']],
])('on Monday 23 November %j is %j', (said, days) => expect(daysSaid(said, now)).toEqual(days))

test.each([
  ['20 November', 'matches, Friday 20 Nov 06:48:00 in Singapore, Thursday 19 Nov 22:48:00 UTC'],
  ['19 November', 'unclear, Friday 20 Nov 06:48:00 in Singapore, but Thursday 19 Nov 23:48:00 in Berlin'],
  ['18 November', 'differs, Thursday 19 Nov 22:48:00 UTC. Friday 20 Nov 06:48:00 in Singapore'],
  ['19 November at 2 pm Pacific', 'matches, Thursday 19 Nov 22:48:00 UTC'],
  ['20 November at 2 pm Pacific', 'differs, Thursday 19 Nov 22:48:00 UTC.'],
  ['19 November (UTC)', 'matches, Thursday 19 Nov 22:48:00 UTC'],
  ['20 November, 07:48 JST', 'matches, Friday 20 Nov 07:48:00 JST, Thursday 19 Nov 22:48:00 UTC'],
  ['20 November 7.48 am CST', 'matches, Friday 20 Nov 06:48:00 in Singapore, Thursday 19 Nov 22:48:00 UTC'],
])('for a desk in Singapore %s is %s', (said, text) => {
  const mail = `We sent 17,106.19 PYUSD on ${said} with reference payout-60583. Has it arrived?`
  const date = texts(mail, { 'payout-60583': { result: 'found', transfers: [deposit] } }).at(1)
  expect(date?.replace(/^[^:]*: /, '')).toBe(text)
})

test('a reply corrects a day that is wrong in the zone that the mail names', () => {
  const mail = 'We sent 17,106.19 PYUSD at 2 pm Pacific on 20 November with reference payout-60583. Has it arrived?'
  const found = { 'payout-60583': { result: 'found' as const, transfers: [deposit] } }
  expect(
    replyOf(judged(mail, found), rowsOf(mail, found), { environment: 'sandbox', timing: undefined, at: now }),
  ).toContain('(payout-60583; recorded on 19 Nov 2026 22:48 UTC; your message says 20 November)')
})

test('on a Wednesday last Monday may be that of the week before', () => {
  expect(daysSaid({ weekday: 1, isLast: true }, now + 2 * 86_400_000)).toEqual(['2026-11-23', '2026-11-16'])
})

test('one reply names the differences and what is missing, and no ID of ours', () => {
  const timing = { now, usualTimes: [] }
  const reply = replyOf(judged(drawn, answers), rowsOf(drawn, answers), { environment: 'production', timing, at: now })
  expect(reply).toContain('Your deposit of 17,106.19 PYUSD arrived on Arbitrum One and is on hold: we need')
  expect(reply).toContain("we need the sender's and recipient's name and address. Please reply with them.")
  expect(reply).toContain(
    'Your bank withdrawal of 1,250.00 USD (payout-60583; your message says 1,200.00 USD) is being',
  )
  expect(reply).toContain('For 0x7c41f09b, please send us the whole hash.')
  expect(reply).toContain('We could not find INV-2291.')
  expect(reply).not.toMatch(/profile-1|customer-1|[dpwc]-\d/)
  expect(reply).not.toContain('8,400.00')
})
