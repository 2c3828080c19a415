/** How a member of a request is compared with the record's: providers write one value in several ways. */
import { compareDecimals } from '../domain/decimals'
import { nanoseconds, uuidPattern } from '../domain/values'

/** What a write names by a value, and as what. */
export type Naming = {
  as: 'owner' | 'source' | 'destination'
  /**
   * `details`: of an account at a bank, which no list can name. `deposits`: where deposits arrive, of a profile that only the
   * provider knows.
   */
  kind: 'profile' | 'account' | 'address' | 'identity' | 'customer' | 'details' | 'deposits'
}

export type Party = Naming & {
  /** The same text for the same one; absent where nobody can tell which it is before the write is sent. */
  key?: string
}

/** What a value means by the kind of its schema, and all within it whose kinds say nothing. */
export type Member = {
  /** How its text is read; as a plain text if absent. */
  as?: Reading
  /** Another value means another request. Otherwise a difference is only shown. */
  isDecisive: boolean
  /** An object of one of several kinds: a record must show which, and another kind is decisive. */
  isOneOf?: true
  /** No provider fills it in, so a record that has it was requested with it. */
  isOnlyGiven?: true
  /** It names something, so the row says what (`moves`). */
  isName?: true
}

const folded = (text: string) => text.toLowerCase()
/** Letters and digits alone: `ETH-USD`, `eth/usd`, `Post only limit`. */
const bare = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
const plainNumber = (text: string) => text.replace(/[\s.-]/g, '').toUpperCase()

/** Milliseconds from 13 digits or RFC 3339: an order's expiry is sent as digits and answered as RFC 3339. */
function millis(text: string): bigint | undefined {
  if (/^\d{13}$/.test(text)) return BigInt(text)
  const exact = nanoseconds(text)
  return exact === undefined ? undefined : exact / 1_000_000n
}

/** Whether the service masked an account number (`XXXX4512`). A masked number is never written back. */
export const isMasked = (accountNumber: string) => /[X*•]{2,}/i.test(accountNumber)

/** Whether a masked number (`XXXX4512`) can be this one: its visible ends match. */
function isCoveredBy(number: string, masked: string): boolean {
  const [whole, shown] = [plainNumber(number), plainNumber(masked)]
  const first = shown.search(/[X*•]{2}/)
  const last = Math.max(...['X', '*', '•'].map((mark) => shown.lastIndexOf(mark)))
  return first < 0 || (whole.startsWith(shown.slice(0, first)) && whole.endsWith(shown.slice(last + 1)))
}

/** A decimal without a sign, separators of thousands or an exponent: `+1,000.00` and `1e3` are 1000. */
function decimalText(text: string): string {
  const plain = /^\+?\d{1,3}(?:[,'\s]\d{3})+(?:\.\d+)?$/.test(text) ? text.replace(/[,'\s]/g, '') : text
  const [, whole = '', fraction = '', power = ''] = /^\+?(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,2}))?$/.exec(plain) ?? []
  if (whole + fraction === '') return plain
  const zeros = '0'.repeat(100)
  const point = whole.length + zeros.length + Number(power)
  const digits = `${zeros}${whole}${fraction}${zeros}`
  return `${digits.slice(0, point)}.${digits.slice(point)}`
}

const isExactly = (asked: string, there: string) =>
  asked === there || (uuidPattern.test(asked) && folded(asked) === folded(there))

/** Whether two texts mean the same, by what they are. */
const readings = {
  text: isExactly,
  decimal: (asked: string, there: string) => compareDecimals(decimalText(asked), decimalText(there)) === 0,
  /** A word of a closed list, a market or a network. */
  word: (asked: string, there: string) => bare(asked) === bare(there),
  /** Hexadecimal and Bech32 addresses have no case of their own; all others do. */
  address: (asked: string, there: string) =>
    /^(?:0x[0-9a-f]+|(?:bc|tb|ltc|addr|cosmos|bitcoincash:)[0-9a-z]+)$/i.test(asked) && folded(asked) === folded(there),
  accountNumber: (asked: string, there: string) =>
    isMasked(there) ? isCoveredBy(asked, there) : plainNumber(asked) === plainNumber(there),
  time: (asked: string, there: string) => millis(asked) !== undefined && millis(asked) === millis(there),
} satisfies Record<string, (asked: string, there: string) => boolean>
export type Reading = keyof typeof readings

/** Whether the record's text means what was asked for. */
export function isSameText({ as = 'text' }: Pick<Member, 'as'>, asked: string, there: string): boolean {
  return isExactly(asked.trim(), there.trim()) || readings[as](asked.trim(), there.trim())
}
