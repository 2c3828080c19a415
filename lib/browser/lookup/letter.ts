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
/**
 * A number with the sign or code of an asset before or after it. Codes that are no words are read in small letters too; the
 * others (SOL, POL, …) only in capitals.
 */
const amounts =
  /(?<![\w.,/#$€£])(?:(?<sign>US\$|[$€£]) ?|(?<before>(?:[Uu][Ss][Dd][Cc]|[Uu][Ss][Dd][Gg]|[Uu][Ss][Dd][Ll]|[Uu][Ss][Dd][Pp]|[Uu][Ss][Dd][Tt]|[Uu][Ss][Dd]|[Pp][Yy][Uu][Ss][Dd]|[Ee][Uu][Rr][Cc]|[Ee][Uu][Rr][Ii]|[Ee][Uu][Rr]|[Gg][Bb][Pp]|[Cc][Hh][Ff]|[Jj][Pp][Yy]|[Ss][Gg][Dd]|[Hh][Kk][Dd]|[Aa][Uu][Dd]|[Cc][Aa][Dd]|[Bb][Tt][Cc]|[Ee][Tt][Hh]|[Xx][Ll][Mm]|[Pp][Aa][Xx][Gg]|SOL|LTC|BCH|POL|DAI|AED|BRL|MXN|NOK|SEK|DKK))[ \u00a0])?(?<number>(?:\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*))(?: ?(?<after>[€£]|(?:[Uu][Ss][Dd][Cc]|[Uu][Ss][Dd][Gg]|[Uu][Ss][Dd][Ll]|[Uu][Ss][Dd][Pp]|[Uu][Ss][Dd][Tt]|[Uu][Ss][Dd]|[Pp][Yy][Uu][Ss][Dd]|[Ee][Uu][Rr][Cc]|[Ee][Uu][Rr][Ii]|[Ee][Uu][Rr]|[Gg][Bb][Pp]|[Cc][Hh][Ff]|[Jj][Pp][Yy]|[Ss][Gg][Dd]|[Hh][Kk][Dd]|[Aa][Uu][Dd]|[Cc][Aa][Dd]|[Bb][Tt][Cc]|[Ee][Tt][Hh]|[Xx][Ll][Mm]|[Pp][Aa][Xx][Gg]|SOL|LTC|BCH|POL|DAI|AED|BRL|MXN|NOK|SEK|DKK)(?![\w-])|(?:US )?(?:dollar|euro)s?\b))?/gu
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
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

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
    pattern:
      /(?<![\w.,-])(\d{1,2})(?:st|nd|rd|th)? (?:of )?(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b\.?(?:,? (\d{4})(?!\d))?/g,
    read: ([day, of, year]) => ({ days: [dayOf(year, monthOf(of), day)] }),
  },
  {
    pattern:
      /\b(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4})(?!\d))?(?![\w%:]|[.,]\d)/g,
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
    pattern: /\b(?:last|past) (Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)\b/gi,
    read: ([name = '']) => ({ weekday: weekdayOf(name), isLast: true }),
  },
  {
    pattern:
      /(?<=\b[Oo]n )(Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday)\b(?!,? (?:the )?\d|,? (?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?))/g,
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
const networks: Record<CryptoNetwork, { pattern: RegExp; isWord?: true }> = {
  BITCOIN_CASH: { pattern: /(?<![\w-])Bitcoin Cash(?![\w-])/g, isWord: true },
  BITCOIN: { pattern: /(?<![\w-])Bitcoin(?![\w-])/g, isWord: true },
  ETHEREUM: { pattern: /(?<![\w-])Ethereum(?![\w-])/g },
  LITECOIN: { pattern: /(?<![\w-])Litecoin(?![\w-])/g, isWord: true },
  SOLANA: { pattern: /(?<![\w-])Solana(?![\w-])/g },
  POLYGON_POS: { pattern: /(?<![\w-])Polygon(?: PoS)?(?![\w-])/g },
  BASE: { pattern: /(?<![\w-])Base(?![\w-])/g, isWord: true },
  ARBITRUM_ONE: { pattern: /(?<![\w-])Arbitrum(?: One)?(?![\w-])/g },
  STELLAR: { pattern: /(?<![\w-])Stellar(?![\w-])/g, isWord: true },
  INK: { pattern: /(?<![\w-])Ink(?![\w-])/g, isWord: true },
  XLAYER: { pattern: /(?<![\w-])X ?Layer(?![\w-])/g },
}

function* findNetworks(text: string): Generator<Found> {
  for (const [name, { pattern, isWord }] of Object.entries(networks))
    for (const { index: start, 0: found } of text.matchAll(pattern)) {
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
