/**
 * What a pasted e-mail says of money beside its identifiers: amounts with their asset, days and networks, in English. What
 * may be something else is left out, because a claim that nobody made would be compared with a record.
 */
import { type Mention, mentionsIn, type PastedIdentifier } from '../../../api/pasted/pasted-identifiers'
import { finished, inPieces, type Steps } from '../../../api/pasted/yielding'
import { type FileAmount, isAmbiguous, notationOf, readAmount } from '../../../domain/statements/numbers'
import type { CryptoNetwork } from '../../../provider/transfers'

/** A calendar day; `month` counts from 0, and a mail often leaves out the year. */
export type SaidDay = { year?: number; month: number; day: number }

/** Days that the words may mean; relative ones count from the day on which they are read. */
export type SaidDate = { days: readonly SaidDay[] } | { weekday: number; isLast: boolean } | { daysAgo: number }

/** A zone that the words name, by its IANA name, and as they name it: "Pacific". */
type SaidZone = { id: string; name: string }

type Said =
  | { kind: 'identifier'; key: string; pasted: PastedIdentifier }
  /** `readings`: exact decimals, two if the text may be read two ways. `isSign`: a dollar may be a dollar stablecoin's. */
  | { kind: 'amount'; readings: readonly string[]; asset: string; isSign: boolean; isFee: boolean }
  | { kind: 'date'; date: SaidDate; zone?: SaidZone }
  | { kind: 'network'; network: CryptoNetwork }

/** One claim, by its offsets in the letter. `near`: the key of the nearest identifier, whose record it is about. */
export type Claim = Said & { start: number; end: number; text: string; near?: string }

/** `text` is the mail as it was read, without secrets. */
export type Letter = { text: string; claims: Claim[] }

type Span = { start: number; end: number }
type Found = Said & Span

const byPlace = (one: Span, other: Span) => one.start - other.start

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

/** Zones as mails name them. CST, IST and BST are each that of several places. */
const zones: Readonly<Record<string, string>> = {
  UTC: 'UTC',
  GMT: 'UTC',
  CET: 'Europe/Berlin',
  CEST: 'Europe/Berlin',
  Pacific: 'America/Los_Angeles',
  PT: 'America/Los_Angeles',
  PST: 'America/Los_Angeles',
  PDT: 'America/Los_Angeles',
  Eastern: 'America/New_York',
  ET: 'America/New_York',
  EST: 'America/New_York',
  EDT: 'America/New_York',
  SGT: 'Asia/Singapore',
  HKT: 'Asia/Hong_Kong',
  JST: 'Asia/Tokyo',
}
/** `25 November at 8 pm Pacific`, `25 November (UTC)`. */
const zoneAfter =
  /^[ ,(]{0,2}(?:(?:at|around|about) )?(?:\d{1,2}(?:[:.]\d\d){0,2} ?(?:[AaPp]\.?[Mm]\.?)?[ ,(]{0,2})?(UTC|GMT|CES?T|Pacific|P[SD]?T|Eastern|E[SD]?T|SGT|HKT|JST)(?![\w-]| [A-Z])/
/** `8 pm Pacific on 25 November`. */
const zoneBefore =
  /(?<=\d ?(?:[AaPp]\.?[Mm]\.?)? )(UTC|GMT|CES?T|Pacific|P[SD]?T|Eastern|E[SD]?T|SGT|HKT|JST)(?![\w-]| [A-Z])(?: time)?,?(?: on)?(?: the)? $/

/** The zone that a day is said in. */
function zoneOf(text: string, start: number, end: number): SaidZone | undefined {
  if (/\dZ$/.test(text.slice(start, end))) return { id: 'UTC', name: 'UTC' }
  const [, name = ''] =
    zoneAfter.exec(text.slice(end, end + 40)) ?? zoneBefore.exec(text.slice(Math.max(0, start - 40), start)) ?? []
  const id = zones[name]
  return id === undefined ? undefined : { id, name }
}

/** The day of a deadline, or of a paper, is not the day of a transfer. */
const isOtherDay =
  /\b(?:by|until|till|before|due|deadline|dated|(?:invoice|statement|contract|call|meeting|e-?mail|message|ticket|letter)(?: of| from| on)?)(?: the| on)?\s*$/i
const isHeader = /^\s*(?:Date|Sent|From|To|Cc|Received|Reply-To)\s*:|\bwrote:\s*$/i
const isFuture = /\b(?:will|shall|going to|could you|can you|please)\b/i
const movesMoney =
  /\b(?:sen[dt]|sending|transfer\w*|wire[ds]?|pa(?:y|id|yment|yout)s?|deposit\w*|withdr\w+|receiv\w+|credit\w*|debit\w*|initiat\w+|execut\w+|convert\w*|redeem\w*|mint\w*|settle\w*|moved|arriv\w+)\b/i

/** @param others what else is in the letter, which a day may be of; in its order */
function* findDates(text: string, others: readonly Span[]): Generator<Found> {
  const sentences = sentencesOf(text)
  // Once for each, because a letter may have a thousand days in one line.
  const said = sentences.map(({ start, end }) => {
    const words = text.slice(start, end)
    return { isOfMoney: movesMoney.test(words) || hasWithin(others, start, end), isFuture: isFuture.test(words) }
  })
  const lines = new Map<number, boolean>()
  const isInHeader = (at: number) => {
    const start = text.lastIndexOf('\n', at) + 1
    const known = lines.get(start)
    if (known !== undefined) return known
    const answer = isHeader.test(text.slice(start).split('\n', 1)[0] ?? '')
    lines.set(start, answer)
    return answer
  }
  for (const { pattern, read } of forms)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].replace(/\.$/, '').length]
      const date = read(match.slice(1))
      const days = 'days' in date ? date.days.filter(isDay) : undefined
      const sentence = said[firstAfter(sentences, start) - 1]
      if (days?.length === 0 || isInHeader(start) || isOtherDay.test(text.slice(Math.max(0, start - 30), start)))
        continue
      if (!sentence?.isOfMoney || ('weekday' in date && !date.isLast && sentence.isFuture)) continue
      const zone = zoneOf(text, start, end)
      yield { kind: 'date', start, end, date: days ? { days } : date, ...(zone && { zone }) }
    }
}

/** From one end of a sentence or paragraph to the next. */
function sentencesOf(text: string): Span[] {
  const ends = [...text.matchAll(/[.!?](?=\s)|\n\s*\n/g)].map(({ index, 0: mark }) => index + mark.length)
  return [0, ...ends].map((start, at) => ({ start, end: ends[at] ?? text.length }))
}

/** How many of some places, in their order, begin at or before an offset. */
function firstAfter(places: readonly Span[], offset: number): number {
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle]?.start ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether one of some places, in their order and apart from each other, is within a span. */
function hasWithin(places: readonly Span[], start: number, end: number): boolean {
  const one = places[firstAfter(places, start - 1)]
  return one !== undefined && one.end <= end
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

const marksOf = (text: string, pattern: RegExp): Span[] =>
  [...text.matchAll(pattern)].map(({ index, 0: mark }) => ({ start: index, end: index + mark.length }))

/** How far a claim is from an identifier, in characters; what ends a thought counts for more. */
function distanceIn(text: string): (claim: Span, other: Span) => number {
  const ends = [
    { places: marksOf(text, /\n\s*\n/g), weight: 10_000 },
    { places: marksOf(text, /[.!?]\s/g), weight: 1_000 },
    { places: marksOf(text, /,? and |;|\n/g), weight: 40 },
  ]
  return (claim, other) => {
    const [from, to] = other.start >= claim.end ? [claim.end, other.start] : [other.end, claim.start]
    const weight = ends.find(({ places }) => hasWithin(places, from, to))?.weight ?? 0
    return Math.max(0, to - from) + weight
  }
}

/** Whether a text is written by a person, and no list, table or log. */
const isProse = (text: string) => !/^\s*[[{<]|":/.test(text) && /\b[a-z]{2,},? [a-z]{2,}/.test(text)

/** Longer texts are lists or whole threads. */
export const maximumLetter = 20_000

function* letterIn(pasted: string): Steps<Letter | undefined> {
  if (pasted.length > maximumLetter || !isProse(pasted)) return undefined
  const { text, mentions } = yield* mentionsIn(pasted)
  const asked = mentions.filter(({ pasted: { identifier, isAddress } }) => identifier || isAddress)
  if (asked.length === 0) return undefined
  const taken = new Uint8Array(text.length)
  for (const { start, end } of mentions) taken.fill(1, start, end)
  const found: Found[] = []
  const take = (one: Found) => {
    if (taken.subarray(one.start, one.end).includes(1)) return
    taken.fill(1, one.start, one.end)
    found.push(one)
  }
  for (const one of findAmounts(text)) take(one)
  for (const one of findDates(text, [...mentions, ...found].sort(byPlace))) take(one)
  for (const one of findNetworks(text)) take(one)
  if (found.length === 0) return undefined
  // Many transfers go to an address: nothing said beside it is about one of them.
  const records = asked.filter(({ pasted: { identifier } }) => identifier && identifier.kind !== 'address')
  const distance = distanceIn(text)
  // What is further away on the same side has more between.
  const nearest = (claim: Found): string | undefined => {
    const next = firstAfter(records, claim.start)
    const [before, after] = [records[next - 1], records[next]]
    if (!before || !after) return (before ?? after)?.key
    return (distance(claim, before) <= distance(claim, after) ? before : after).key
  }
  const keys = new Set<string>()
  const isFirst = ({ key }: Mention) => !keys.has(key) && keys.add(key)
  const identifiers = asked
    .filter(isFirst)
    .map(({ start, end, key, pasted: one }) => ({ kind: 'identifier' as const, start, end, key, pasted: one }))
  const claims = [...identifiers, ...found.map((one) => ({ ...one, near: nearest(one) }))]
    .sort(byPlace)
    .map((one) => ({ ...one, text: text.slice(one.start, one.end).replace(/\s+/g, ' ') }))
  return { text, claims }
}

/**
 * Reads an e-mail.
 * @returns undefined for a text that says nothing beside its identifiers
 */
export const readLetter = (pasted: string): Letter | undefined => finished(letterIn(pasted))

/** The same in pieces, between which the page draws. */
export const readLetterInPieces = (pasted: string): Promise<Letter | undefined> => inPieces(letterIn(pasted))
