/**
 * What a pasted e-mail says of money beside its identifiers: amounts with their asset, days and networks, in English. What
 * may be something else is left out, because a claim that nobody made would be compared with a record.
 */
import { type Mention, mentionsIn, type PastedIdentifier } from '../../api/console/pasted/pasted-identifiers'
import type { CryptoNetwork } from '../../api/provider/transfers'
import { type FileAmount, isAmbiguous, notationOf, readAmount } from './file-amounts'

/** A calendar day; `month` counts from 0, and a mail often leaves out the year. */
export type SaidDay = { year?: number; month: number; day: number }

/** Days that the words may mean; relative ones count from the day on which they are read. */
export type SaidDate = { days: readonly SaidDay[] } | { weekday: number; isLast: boolean } | { daysAgo: number }

type Said =
  | { kind: 'identifier'; key: string; pasted: PastedIdentifier }
  /** `readings`: exact decimals, two if the text may be read two ways. `isSign`: a dollar may be a dollar stablecoin's. */
  | { kind: 'amount'; readings: readonly string[]; asset: string; isSign: boolean; isFee: boolean }
  | { kind: 'date'; date: SaidDate }
  | { kind: 'network'; network: CryptoNetwork }

/** One claim, by its offsets in the letter. `near`: the key of the nearest identifier, whose record it is about. */
export type Claim = Said & { start: number; end: number; text: string; near?: string }

/** `text` is the mail as it was read, without secrets. */
export type Letter = { text: string; claims: Claim[] }

type Found = Said & { start: number; end: number }

/** Symbols, and words for them. */
const signs: Record<string, string> = { $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', dollar: 'USD', euro: 'EUR' }
/** Codes that are read in small letters too; the others are words then. */
const codes = 'USDC|USDG|USDL|USDP|USDT|USD|PYUSD|EURC|EURI|EUR|GBP|CHF|JPY|SGD|HKD|AUD|CAD|BTC|ETH|XLM|PAXG'
const capitalCodes = 'SOL|LTC|BCH|POL|DAI|AED|BRL|MXN|NOK|SEK|DKK'
const number = String.raw`(?:\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)`
const insensitive = (source: string) => source.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`)
const code = `(?:${insensitive(codes)}|${capitalCodes})`
const amounts = new RegExp(
  String.raw`(?<![\w.,/#$€£])(?:(?<sign>US\$|[$€£]) ?|(?<before>${code})[ \u00a0])?(?<number>${number})(?: ?(?<after>[€£]|${code}(?![\w-])|(?:US )?(?:dollar|euro)s?\b))?`,
  'gu',
)
/** 46k, 1.2 million, 5 %, 100/day: not the number that it begins with. */
const goesOn = /^(?:[\w%/]|[.,]\d|[ \u00a0]?(?:k|m|mm|mn|bn|million|billion|thousand|%|=|per cent)(?![a-z]))/i
/** A bound, an estimate or a rate is not an amount of a transfer. */
const isNoClaim =
  /(?:up to|limit of|more than|less than|over|under|about|around|approximately|approx\.?|roughly|nearly|almost|at least|at most|minimum of|maximum of|balance of|balance is|[~≈<>=±])\s*$/i

/** Which amounts a mail writes with a comma, if one of them tells; a group of three after a point may be either. */
function* findAmounts(text: string): Generator<Found> {
  const found = [...text.matchAll(amounts)].flatMap((match) => {
    const { sign, before, number: digits = '', after } = match.groups ?? {}
    const end = match.index + match[0].length
    const named = before ?? after
    const read = readAmount(digits)
    if ((!sign && !named) || !read || goesOn.test(text.slice(end, end + 12))) return []
    const lead = text.slice(Math.max(0, match.index - 24), match.index)
    if (isNoClaim.test(lead) || !/[1-9]/.test(digits)) return []
    const word = /^(?:US )?(dollar|euro)/.exec(named ?? '')?.[1]
    const mark = word ?? (named !== undefined && named in signs ? named : undefined)
    const isSign = named === undefined || mark !== undefined
    const asset = isSign ? (signs[mark ?? sign ?? ''] ?? '') : named.toUpperCase()
    const isFee = /\bfees?(?: of| was| is|:)?\s*$/i.test(lead) || /^ (?:in )?fees?\b/i.test(text.slice(end, end + 9))
    return [{ start: match.index, end, read, asset, isSign, isFee, digits }]
  })
  const notation = notationOf(found.map(({ read }) => read))
  for (const { read, digits, ...rest } of found) yield { kind: 'amount', readings: readingsOf(read, digits), ...rest }

  function readingsOf(read: FileAmount, digits: string): string[] {
    const { point, comma } = read.digits
    const all = [point, comma].filter((one) => one !== undefined)
    if (!isAmbiguous(read) || /^0/.test(digits)) return all.slice(0, 1)
    // English groups by commas; a point before three digits may be a group's in any mail.
    return notation === undefined && /^\d+\.\d{3}$/.test(digits)
      ? all
      : [read.digits[notation ?? 'point']].filter((one) => one !== undefined)
  }
}

const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const month =
  '(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)'
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekday = `(${weekdays.join('|')})`
const ordinal = String.raw`(\d{1,2})(?:st|nd|rd|th)?`
const ofYear = String.raw`(?:,? (\d{4})(?!\d))?`

const monthOf = (name = '') => monthNames.indexOf(name.slice(0, 3))
const dayOf = (year: string | undefined, monthFrom0: number, day: string | undefined): SaidDay => ({
  ...(year !== undefined && { year: Number(year.length === 2 ? `20${year}` : year) }),
  month: monthFrom0,
  day: Number(day),
})
const isDay = ({ year = 2024, month: of, day }: SaidDay) => {
  const date = new Date(Date.UTC(year, of, day))
  return of >= 0 && date.getUTCMonth() === of && date.getUTCDate() === day && year > 2000
}

type DateForm = { pattern: RegExp; read: (parts: (string | undefined)[]) => SaidDate }
const forms: readonly DateForm[] = [
  {
    pattern: /(?<![\w.-])(\d{4})-(\d{2})-(\d{2})(?:T[\d:.]+(?:Z|[+-][\d:]+)?)?(?![\w-])/g,
    read: ([year, of, day]) => ({ days: [dayOf(year, Number(of) - 1, day)] }),
  },
  {
    pattern: new RegExp(String.raw`(?<![\w.,-])${ordinal} (?:of )?${month}\b\.?${ofYear}`, 'g'),
    read: ([day, of, year]) => ({ days: [dayOf(year, monthOf(of), day)] }),
  },
  {
    pattern: new RegExp(String.raw`\b${month}\.? ${ordinal}${ofYear}(?![\w%:]|[.,]\d)`, 'g'),
    read: ([of, day, year]) => ({ days: [dayOf(year, monthOf(of), day)] }),
  },
  {
    // 03/04/2026 is the 3rd of April or the 4th of March.
    pattern: /(?<![\w./-])(\d{1,2})(?:\/(\d{1,2})\/(\d{4}|\d{2})|\.(\d{1,2})\.(\d{4}))(?![\w/-]|\.\d)/g,
    read: ([first, other, year, otherDotted, yearDotted]) => {
      const dayFirst = dayOf(year ?? yearDotted, Number(other ?? otherDotted) - 1, first)
      const monthFirst = dayOf(year, Number(first) - 1, other)
      return { days: other !== undefined && other !== first ? [dayFirst, monthFirst] : [dayFirst] }
    },
  },
  {
    pattern: new RegExp(String.raw`\b(?:last|past) ${weekday}\b`, 'gi'),
    read: ([name = '']) => ({ weekday: weekdayOf(name), isLast: true }),
  },
  {
    pattern: new RegExp(String.raw`(?<=\b[Oo]n )${weekday}\b(?!,? (?:the )?\d|,? ${month})`, 'g'),
    read: ([name = '']) => ({ weekday: weekdayOf(name), isLast: false }),
  },
  { pattern: /\byesterday\b/gi, read: () => ({ daysAgo: 1 }) },
]
const weekdayOf = (name: string) => weekdays.findIndex((one) => one.toLowerCase() === name.toLowerCase())

/** The day of a deadline, or of a paper, is not the day of a transfer. */
const isOtherDay =
  /\b(?:by|until|till|before|due|deadline|dated|(?:invoice|statement|contract|call|meeting|e-?mail|message|ticket|letter)(?: of| from| on)?)(?: the| on)?\s*$/i
const isHeader = /^\s*(?:Date|Sent|From|To|Cc|Received|Reply-To)\s*:|\bwrote:\s*$/i
const isFuture = /\b(?:will|shall|going to|could you|can you|please)\b/i
const movesMoney =
  /\b(?:sen[dt]|sending|transfer\w*|wire[ds]?|pa(?:y|id|yment|yout)s?|deposit\w*|withdr\w+|receiv\w+|credit\w*|debit\w*|initiat\w+|execut\w+|convert\w*|redeem\w*|mint\w*|settle\w*|moved|arriv\w+)\b/i

/** @param others what else is in the letter, which a day may be of */
function* findDates(text: string, others: readonly { start: number; end: number }[]): Generator<Found> {
  const sentences = sentencesOf(text)
  for (const { pattern, read } of forms)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].replace(/\.$/, '').length]
      const date = read(match.slice(1))
      const days = 'days' in date ? date.days.filter(isDay) : undefined
      const lineStart = text.lastIndexOf('\n', start) + 1
      const [line = ''] = text.slice(lineStart).split('\n')
      const sentence = sentences.find((one) => one.start <= start && start < one.end) ?? { start: 0, end: text.length }
      const words = text.slice(sentence.start, sentence.end)
      const isOfMoney =
        movesMoney.test(words) || others.some((one) => one.start >= sentence.start && one.end <= sentence.end)
      if (days?.length === 0 || isHeader.test(line) || isOtherDay.test(text.slice(Math.max(0, start - 30), start)))
        continue
      if (!isOfMoney || ('weekday' in date && !date.isLast && isFuture.test(words))) continue
      yield { kind: 'date', start, end, date: days ? { days } : date }
    }
}

/** From one end of a sentence or paragraph to the next. */
function sentencesOf(text: string): { start: number; end: number }[] {
  const ends = [...text.matchAll(/[.!?](?=\s)|\n\s*\n/g)].map(({ index, 0: mark }) => index + mark.length)
  return [0, ...ends].map((start, at) => ({ start, end: ends[at] ?? text.length }))
}

/** How a network is written. `isWord`: only beside words that say that it is a network. */
const networks: Record<CryptoNetwork, { names: string; isWord?: true }> = {
  BITCOIN_CASH: { names: 'Bitcoin Cash', isWord: true },
  BITCOIN: { names: 'Bitcoin', isWord: true },
  ETHEREUM: { names: 'Ethereum' },
  LITECOIN: { names: 'Litecoin', isWord: true },
  SOLANA: { names: 'Solana' },
  POLYGON_POS: { names: 'Polygon(?: PoS)?' },
  BASE: { names: 'Base', isWord: true },
  ARBITRUM_ONE: { names: 'Arbitrum(?: One)?' },
  STELLAR: { names: 'Stellar', isWord: true },
  INK: { names: 'Ink', isWord: true },
  XLAYER: { names: 'X ?Layer' },
}

function* findNetworks(text: string): Generator<Found> {
  for (const [name, { names, isWord }] of Object.entries(networks))
    for (const { index: start, 0: found } of text.matchAll(new RegExp(String.raw`(?<![\w-])${names}(?![\w-])`, 'g'))) {
      const end = start + found.length
      const isNamed =
        /\b(?:on|via|over|through|using)(?: the)? $/i.test(text.slice(Math.max(0, start - 14), start)) ||
        /^ (?:network|mainnet|chain|blockchain)\b/i.test(text.slice(end, end + 12))
      if (isNamed || !isWord) yield { kind: 'network', start, end, network: name as CryptoNetwork }
    }
}

/** How far an identifier is from a claim, in characters; what ends a thought counts for more. */
function distance(text: string, claim: Found, { start, end }: Mention): number {
  const between = start >= claim.end ? text.slice(claim.end, start) : text.slice(end, claim.start)
  const weight = /\n\s*\n/.test(between)
    ? 10_000
    : /[.!?]\s/.test(between)
      ? 1_000
      : /,? and |;|\n/.test(between)
        ? 40
        : 0
  return between.length + weight
}

/** Whether a text is written by a person, and no list, table or log. */
const isProse = (text: string) => !/^\s*[[{<]|":/.test(text) && /\b[a-z]{2,},? [a-z]{2,}/.test(text)

/** Longer texts are lists or whole threads. */
export const maximumLetter = 20_000

/**
 * Reads an e-mail.
 * @returns undefined for a text that says nothing beside its identifiers
 */
export function readLetter(pasted: string): Letter | undefined {
  if (pasted.length > maximumLetter || !isProse(pasted)) return undefined
  const { text, mentions } = mentionsIn(pasted)
  const asked = mentions.filter(({ pasted: { identifier, isAddress } }) => identifier || isAddress)
  if (asked.length === 0) return undefined
  const taken: { start: number; end: number }[] = [...mentions]
  const found: Found[] = []
  const take = (one: Found) => {
    if (taken.some(({ start, end }) => one.start < end && start < one.end)) return
    taken.push(one)
    found.push(one)
  }
  for (const one of findAmounts(text)) take(one)
  for (const one of findDates(text, [...taken])) take(one)
  for (const one of findNetworks(text)) take(one)
  if (found.length === 0) return undefined
  const records = asked.filter(({ pasted: { identifier } }) => identifier)
  const nearest = (claim: Found) =>
    records.reduce<Mention | undefined>(
      (best, one) => (best && distance(text, claim, best) <= distance(text, claim, one) ? best : one),
      undefined,
    )?.key
  const isFirst = ({ key }: Mention, at: number) => asked.findIndex((one) => one.key === key) === at
  const identifiers = asked
    .filter(isFirst)
    .map(({ start, end, key, pasted: one }) => ({ kind: 'identifier' as const, start, end, key, pasted: one }))
  const claims = [...identifiers, ...found.map((one) => ({ ...one, near: nearest(one) }))]
    .sort((one, other) => one.start - other.start)
    .map((one) => ({ ...one, text: text.slice(one.start, one.end).replace(/\s+/g, ' ') }))
  return { text, claims }
}
