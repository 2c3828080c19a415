/** Shared by tests: generated text, filters and transfers. */
import * as fc from 'fast-check'
import { transferTypes } from './transfer-terms'

/** The surrogates, which are no characters. */
const [first, count] = [0xd800, 0x800]

/** Any character; the library's own `binary` lists all million of them first, in half a second of each process. */
const character = fc.nat({ max: 0x10ffff - count }).map(
  (at) => String.fromCodePoint(at < first ? at : at + count),
  (text) => {
    const point = typeof text === 'string' && /^\P{Cs}$/u.test(text) ? text.codePointAt(0) : undefined
    if (point === undefined) throw new Error('Not one character.')
    return point < first ? point : point - count
  },
)

/** Text of any characters, sometimes the name of an object's own member, such as `__proto__`. */
export const anyText = fc.string({ unit: character })

/** A decimal of at most 38 digits as services write them: leading zeros, no whole part, no fraction, a sign. */
export const decimal = fc
  .tuple(
    fc.stringMatching(/^[0-9]{1,38}$/, { size: 'max' }),
    fc.integer({ min: 0, max: 38 }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([digits, at, hasFraction, isNegative]) => {
    const point = Math.min(at, digits.length - 1)
    return `${isNegative ? '-' : ''}${hasFraction ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits}`
  })

const some = <Value>(...values: Value[]) => fc.subarray(values, { minLength: 1 })
const time = (name: string) =>
  fc
    .tuple(
      fc.constantFrom('lt', 'lte', 'eq', 'gte', 'gt'),
      fc.constantFrom('2026-11-19T00:00:00Z', '2026-11-19T00:00:00.5Z', '2026-11-20T00:00:00Z'),
    )
    .map(([comparison, at]): [string, string[]] => [`${name}.${comparison}`, [at]])
const named = (name: string, ...values: string[]) => some(...values).map((list): [string, string[]] => [name, list])
const one = (name: string, ...values: string[]) =>
  fc.constantFrom(...values).map((value): [string, string[]] => [name, [value]])

/** Every filter of transfers, as the page's URL or a person may write it: in either spelling. */
export const anyFilters = fc
  .uniqueArray(
    fc.oneof(
      named('ids', 't1', 't2', 't3'),
      named('ref_ids', 'r1', 'r2'),
      named('group_ids', 'g1', 'g2'),
      named('profile_ids', 'p1', 'p2'),
      named('account_ids', 'a1'),
      named('identity_ids', 'i1'),
      named('crypto_tx_hashes', '0xAB', 'cd'),
      named('type', 'WIRE_DEPOSIT', 'CRYPTO_WITHDRAWAL'),
      named('statuses', 'PENDING', 'FAILED'),
      named('secondary_statuses', 'CUSTOMER_REJECTED'),
      time('created_at'),
      time('updated_at'),
      one('x.amount.gte', '0', '1.5', '2.000'),
      one('x.amount.lte', '3', '2', '100'),
      named('x.asset', 'USD', 'usdc'),
      named('x.direction', 'CREDIT', 'DEBIT'),
      named('x.network', 'BASE', 'INK'),
      one('x.memo', 'rent'),
      one('x.note', 'bank'),
      named('x.metadata', 'k=v', 'n'),
      one('x.destination_address', 'abc'),
      one('x.pending_over', '1h', '1d'),
    ),
    { selector: ([name]) => name, maxLength: 6 },
  )
  .chain((filters) =>
    fc.tuple(
      fc.constant(filters),
      fc.array(fc.boolean(), { minLength: filters.length, maxLength: filters.length }),
      fc.constantFrom('', 'order_by=UPDATED_AT', 'order_by=CREATED_AT&order=ASC', 'order=ASC', 'limit=500'),
    ),
  )

/** The same of issuer quotes. */
export const anyQuoteFilters = fc
  .uniqueArray(
    fc.oneof(
      one('profile_id', 'p1', 'p2'),
      named('status', 'PENDING', 'COMPLETE'),
      one('created_range.begin', '2026-11-18T00:00:00Z', '2026-11-20T00:00:00Z'),
      one('created_range.end', '2026-11-19T00:00:00Z', '2026-11-21T00:00:00Z'),
      one('x.created', 'last-24h', 'today'),
      one('x.amount.gte', '-250', '3'),
      one('x.amount.lte', '3', '100'),
      named('x.asset', 'usdg', 'PYUSD'),
      named('x.issuance', 'MINTED', 'REDEEMED'),
      named('x.ref_ids', 'r1', 'r2'),
      one('x.pending_over', '1h', '1d'),
    ),
    { selector: ([name]) => name, maxLength: 5 },
  )
  .chain((filters) =>
    fc.tuple(
      fc.constant(filters),
      fc.array(fc.boolean(), { minLength: filters.length, maxLength: filters.length }),
      fc.constantFrom('', 'order=ASC', 'limit=500'),
    ),
  )

/** A query string with these filters. @param spelling whether each is written `x.…` */
export function writtenFilters(
  filters: readonly [string, string[]][],
  spelling: readonly boolean[],
  view: string,
): URLSearchParams {
  const params = new URLSearchParams(view)
  for (const [index, [name, values]] of filters.entries())
    for (const value of values) params.append(spelling[index] && !name.startsWith('x.') ? `x.${name}` : name, value)
  return params
}

const optional = <Value>(...values: Value[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
/** A transfer as a provider may list it, of which these filters find some. */
export const anyTransfer = fc.record({
  id: optional('t1', 't2', 't9'),
  ref_id: optional('r1', 'r9'),
  group_id: optional('g1'),
  profile_id: optional('p1', 'p9'),
  account_id: optional('a1'),
  identity_id: optional('i1'),
  crypto_tx_hash: optional('0xab', 'CD', 'ef'),
  type: fc.constantFrom(...transferTypes.slice(0, 5)),
  status: fc.constantFrom('PENDING', 'FAILED', 'COMPLETED'),
  secondary_status: optional({ name: 'CUSTOMER_REJECTED' }),
  created_at: fc.constantFrom('2026-11-19T00:00:00.5Z', '2026-11-20T11:30:00Z', '2026-11-18T10:00:00Z'),
  updated_at: fc.constantFrom('2026-11-19T00:00:00Z', '2026-11-20T11:30:00.000000001Z'),
  amount: fc.constantFrom('1.50', '2', '0.999', 'x'),
  asset: optional('USD', 'USDC'),
  direction: optional('CREDIT', 'DEBIT'),
  crypto_network: optional('BASE'),
  memo: optional('RENT', 'other'),
  metadata: optional<Record<string, unknown>>({ k: 'v' }, { n: 1 }, { k: 'v', n: 2 }),
  destination_address: optional('abc', 'ABC'),
})

/** An issuer quote, likewise. */
export const anyQuote = fc.record({
  id: optional('q1', 'q2'),
  principal: fc.constantFrom('-250.00', '10', '3', 'x'),
  token_principal: fc.constantFrom('-250', '10'),
  asset_type: fc.constantFrom('USDG', 'PYUSD'),
  ref_id: fc.constantFrom('r1', 'r2', ''),
  profile_id: fc.constantFrom('p1', 'p2'),
  status: fc.constantFrom('PENDING', 'COMPLETE'),
  created_at: fc.constantFrom('2026-11-19T00:00:00.5Z', '2026-11-20T11:30:00Z', '2026-11-18T10:00:00Z', ''),
})

/** What hostile texts repeat: each makes some careless search begin again at every place, or look back at all before. */
export const hostileParts = [
  ...['1 ', 'a ', 'a 1 ', '27 ca ', '27ca 64af ', 'ab\n', 'S 1 ', '1.', '12345678 ', 'DE00 1234 ', '2026-11-22 '],
  // A word of seed phrases, of which twelve are none.
  ...['abandon ', 'zoo ', '5Kabcdefgh1 ', 'xprv111111111111111111111 1 ', 'sk_12345678901234567 ', 'bearer aaaa'],
  ...[
    '-----BEGIN PRIVATE KEY-----',
    '[',
    '[1,',
    '(',
    '<',
    '"',
    "'a",
    '\\',
    '%25',
    '%',
    '\u202e',
    '\u{1F3F4}',
    '\u{1F600}',
  ],
  ...['https://a.b/?512f26ad-a3c3-4634-ac3c-6b12b7b33cb5/', 'http://', 'ref ', 'ref id ', 'INV-1 ', 'a-', 'a@', '@ '],
  ...[
    '…',
    'a…',
    '...',
    '> ',
    '=\n',
    'a=',
    ':',
    ';',
    ',',
    '-',
    '_',
    '.',
    ' ',
    '\n',
    '\t',
    'Version/',
    '&',
    'a=b&',
    '[]',
  ],
] as const

/** The costliest of them where each costs a request. */
export const costlyParts = [
  '1 ',
  'zoo ',
  '27 ca ',
  '[1,',
  '-----BEGIN PRIVATE KEY-----',
  '\u{1F3F4}',
  'a@',
  '%',
  '&',
] as const

/** @returns at most so many characters, and no half of a part */
export const hostileText = (part: string, length: number): string => part.repeat(Math.floor(length / part.length))

/** Milliseconds of the processor that work takes, so that what else runs on the machine does not count. */
export function processorTime(work: () => unknown): number {
  const begun = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(begun)
  return (user + system) / 1_000
}
