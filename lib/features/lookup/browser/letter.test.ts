import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Claim, readLetter } from './letter'

const hash = '0xe569ce95b1c34b7d09e5a1c2d8f76b4e3a9c0d12e4f5a6b7c8d9e0f766f05886'

/** What an e-mail claims, one text for each claim: its kind, its words, and as what they are read. */
function claimsOf(text: string): string[] {
  return (readLetter(text)?.claims ?? []).map((claim) => `${claim.text} = ${readingOf(claim)}`)
}

function readingOf(claim: Claim): string {
  if (claim.kind === 'identifier') return claim.pasted.isAddress ? 'address' : (claim.pasted.identifier?.kind ?? '')
  if (claim.kind === 'amount') return `${claim.readings.join('|')} ${claim.asset}${claim.isFee ? ' fee' : ''}`
  if (claim.kind === 'network') return claim.network
  const { date } = claim
  if ('daysAgo' in date) return `${date.daysAgo} day ago`
  if ('weekday' in date) return `${date.isLast ? 'last' : 'on'} ${date.weekday}`
  return date.days.map(({ year = '-', month, day }) => `${year}/${month + 1}/${day}`).join('|')
}

const drawn = `Hi support,

We sent 17,106.19 PYUSD last Friday, hash ${hash}, and our customer still has nothing.

Also payout-60583 for 1,200.00 USD is late, and the wire wire-in-88675 for $46,000.00 from 20 November is not credited.

There was a second PYUSD transfer, I only have the start: 0x7c41f09b. Invoice INV-2291.

Dana, Kestrel Pay`

test('the e-mail of the drawing has its ten claims, each near the identifier that it is about', () => {
  expect(claimsOf(drawn)).toEqual([
    '17,106.19 PYUSD = 17106.19 PYUSD',
    'last Friday = last 5',
    `${hash} = hash`,
    'payout-60583 = reference',
    '1,200.00 USD = 1200.00 USD',
    'wire-in-88675 = reference',
    '$46,000.00 = 46000.00 USD',
    '20 November = -/11/20',
    '0x7c41f09b = partial',
    'INV-2291 = reference',
  ])
  const near = readLetter(drawn)?.claims.map(({ near: key = '' }) => key.replace(/^\w+:/, '').slice(0, 8))
  expect(near).toEqual(['e569ce95', 'e569ce95', '', '', 'payout-6', '', 'wire-in-', 'wire-in-', '', ''])
})

/** Realistic e-mails, with all that they claim. */
const mails: readonly (readonly [mail: string, claims: readonly string[]])[] = [
  [
    'Hello team, our deposit of 250,000 USDC (ref dep-2041) has not arrived yet.',
    ['250,000 USDC = 250000 USDC', 'dep-2041 = reference'],
  ],
  [
    'Hi, we wired USD 46,000.00 on 20 November 2026 with reference WIRE-88675 and it is missing.',
    ['USD 46,000.00 = 46000.00 USD', '20 November 2026 = 2026/11/20', 'WIRE-88675 = reference'],
  ],
  [
    'Please check payout-77: our customer received 499.00 USD and not 500.00 USD.',
    ['payout-77 = reference', '499.00 USD = 499.00 USD', '500.00 USD = 500.00 USD'],
  ],
  [
    `The transfer was sent on Ethereum yesterday:\n${hash}\nIt is for 12.5 ETH.`,
    ['Ethereum = ETHEREUM', 'yesterday = 1 day ago', `${hash} = hash`, '12.5 ETH = 12.5 ETH'],
  ],
  [
    'Hi, payout-12 was initiated on Nov 3, 2026 and the 25.00 USD fee looks wrong to us.',
    ['payout-12 = reference', 'Nov 3, 2026 = 2026/11/3', '25.00 USD = 25.00 USD fee'],
  ],
  ['We paid a fee of $10 for payout-13, is this right?', ['$10 = 10 USD fee', 'payout-13 = reference']],
  [
    'Our bank sent €1.250,00 and €3,50 for inv-2041 on 03/04/2026.',
    ['€1.250,00 = 1250.00 EUR', '€3,50 = 3.50 EUR', 'inv-2041 = reference', '03/04/2026 = 2026/4/3|2026/3/4'],
  ],
  ['The deposit inv-9001 of 1.250 USDC is missing.', ['inv-9001 = reference', '1.250 USDC = 1.250|1250 USDC']],
  ['The deposit inv-9002 of 0.125 BTC is missing.', ['inv-9002 = reference', '0.125 BTC = 0.125 BTC']],
  [
    'We sent 1 000 000.50 USDG to you on the Solana network, tx dep-500-a1.',
    ['1 000 000.50 USDG = 1000000.50 USDG', 'Solana = SOLANA', 'dep-500-a1 = reference'],
  ],
  [
    'Hi all, withdrawal wd-4410 went out via Base on 2026-11-18, please confirm.',
    ['wd-4410 = reference', 'Base = BASE', '2026-11-18 = 2026/11/18'],
  ],
  [
    'Subject: missing 5,000.00 USDC\nDate: Mon, 23 Nov 2026 09:12:44 +0000\n\nHi, order po-5512 has not been paid.',
    ['5,000.00 USDC = 5000.00 USDC', 'po-5512 = reference'],
  ],
  [
    'On Mon, 16 Nov 2026 Dana wrote:\n> the 20 USD of inv-330 is late\n\nAny news?',
    ['20 USD = 20 USD', 'inv-330 = reference'],
  ],
  [
    'Could you trace 3,300 dollars that we sent last Monday (wire-in-4)?',
    ['3,300 dollars = 3300 USD', 'last Monday = last 1', 'wire-in-4 = reference'],
  ],
  [
    'We have sent 100 usdc and 200 usdc for po-71, both on 21st of November.',
    ['100 usdc = 100 USDC', '200 usdc = 200 USDC', 'po-71 = reference', '21st of November = -/11/21'],
  ],
  [
    'The client says inv-771 was credited on Tuesday, we see nothing of the £900.10.',
    ['inv-771 = reference', 'Tuesday = on 2', '£900.10 = 900.10 GBP'],
  ],
  [
    'It went to 0x00000000219ab540356cBB839Cbe05303d7705Fa for inv-881, 75.00 PYUSD in total.',
    ['0x00000000219ab540356cBB839Cbe05303d7705Fa = address', 'inv-881 = reference', '75.00 PYUSD = 75.00 PYUSD'],
  ],
  [
    'Hello, mint-2026-11 for US$1,000,000 was redeemed over Polygon PoS.',
    ['mint-2026-11 = reference', 'US$1,000,000 = 1000000 USD', 'Polygon PoS = POLYGON_POS'],
  ],
  [
    'We never received 4,999.999999 USDG, reference g-9f21-22, from last Thursday.',
    ['4,999.999999 USDG = 4999.999999 USDG', 'g-9f21-22 = reference', 'last Thursday = last 4'],
  ],
  [
    'Invoice dated 3 November, inv-4410: we paid 88.20 EUR on 5 November.',
    ['inv-4410 = reference', '88.20 EUR = 88.20 EUR', '5 November = -/11/5'],
  ],
  // Not claims: bounds, estimates, rates, deadlines, percents, other counts, versions, times, words that are networks elsewhere.
  [
    'Please send the 40 USD of inv-1001 by Friday, or by 30 November at the latest.',
    ['40 USD = 40 USD', 'inv-1001 = reference'],
  ],
  ['We sent about 5,000 USD for inv-1002, up to 10,000 USD is our limit.', []],
  ['The rate was 1 USD = 0.92 EUR when we did inv-1003.', ['0.92 EUR = 0.92 EUR', 'inv-1003 = reference'].slice(0, 0)],
  ['Our 46k USD, or $1.2 million, and 5% of inv-1004 are late.', []],
  ['Based on our base fee, the stellar team in Ink Street asks for inv-1005.', []],
  ['We have 3 transfers and 12 tickets for inv-1006, version 1.2.26, at 10:45.', []],
  ['Let us talk on Friday about inv-1007, we will call you.', []],
  ['It may be that 3 of us march on the 4th for inv-1008.', []],
  ['Could you look at inv-1009 and call +41 44 668 18 00 please?', []],
  ['The meeting on 12 November was about inv-1010 and its invoice.', []],
]

test.each(mails)('%s', (mail, claims) => expect(claimsOf(mail)).toEqual(claims))

describe('what is no letter has no claims', () => {
  test.each([
    ['a log line', '{"level":"info","msg":"order was settled","ref_id":"payout-1","amount":"12.00 USD"}'],
    ['a list', 'inv-1\ninv-2\n1,200.00 USD'],
    ['a text without an identifier', 'We sent 1,200.00 USD on 20 November.\nThanks'],
    ['one identifier', hash],
  ])('%s', (_, text) => expect(readLetter(text)).toBeUndefined())
})

test('a secret is masked in the letter, and offsets still fit', () => {
  const secret = 'SCZANGBA5YHTNYVVV4C3U252E2B6P6F5T3U6MM63WBSBZATAQI3EBTQ4'
  const letter = readLetter(`my key is ${secret}, and payout-60583 for 1,200.00 USD is late`)
  expect(letter?.text).not.toContain(secret)
  expect(letter?.claims.map(({ start, end }) => letter.text.slice(start, end))).toEqual([
    'payout-60583',
    '1,200.00 USD',
  ])
})

const words = fc.constantFrom(
  ...'the our customer of still has nothing please check and thanks regards team late missing Friday Base may 3 12 % 404 v1.2 10:45 1/2 #7 Hi, ok. bank on by about 2026'.split(
    ' ',
  ),
)

test('words and numbers without money, a day or a network make no claim', () => {
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), (all) => {
      const claims = readLetter(`we ask about inv-2041\n\n${all.join(' ')}`)?.claims ?? []
      const others = claims.filter(({ kind }) => kind !== 'identifier' && kind !== 'network' && kind !== 'date')
      expect(others).toEqual([])
    }),
  )
})

test('every claim is what its offsets say, none overlaps another, and an amount is read to the last digit', () => {
  const amount = fc
    .tuple(
      fc.nat({ max: 999_999_999 }),
      fc.integer({ min: 0, max: 99 }),
      fc.constantFrom('USD', 'PYUSD', 'USDC', 'EUR'),
    )
    .filter(([whole]) => whole > 0)
  fc.assert(
    fc.property(fc.array(fc.oneof(words, amount), { maxLength: 30 }), (parts) => {
      const said = parts.map((part) =>
        typeof part === 'string'
          ? part
          : `we paid ${part[0].toLocaleString('en-US')}.${String(part[1]).padStart(2, '0')} ${part[2]};`,
      )
      const letter = readLetter(`we ask for inv-2041\n\n${said.join(' ')}`)
      const claims = letter?.claims ?? []
      for (const [at, { start, end, text }] of claims.entries()) {
        expect(letter?.text.slice(start, end).replace(/\s+/g, ' ')).toBe(text)
        expect(start).toBeGreaterThanOrEqual(claims[at - 1]?.end ?? 0)
      }
      const expected = parts.flatMap((part) =>
        typeof part === 'string' ? [] : `${part[0]}.${String(part[1]).padStart(2, '0')} ${part[2]}`,
      )
      expect(claims.flatMap((one) => (one.kind === 'amount' ? `${one.readings.join('|')} ${one.asset}` : []))).toEqual(
        expected,
      )
    }),
  )
})
