/**
 * Compares what an e-mail says with the records that were found. A claim is about the record of the nearest identifier; an
 * amount whose identifier was not found may be any other record's. Where two records fit, it is unclear: no match is a guess.
 */
import { moneyText, networkText, typeText } from '@/components/records/transfer-labels'
import { amountText } from '@/components/ui/amount'
import { type PastedIdentifier, pastedKey } from '@/lib/api/pasted/pasted-identifiers'
import { shortMonths } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import { addressKey } from '@/lib/domain/address-ends'
import { compareDecimals, negated, sumOf } from '@/lib/domain/decimals'
import { isTimestamp } from '@/lib/domain/values'
import { dateText, wallClock } from '@/lib/domain/wall-clock'
import type { Claim, SaidDate } from '@/lib/features/lookup/browser/letter'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { characterCount, readingThatMatched, whatItIs } from './labels'
import type { LookupRow } from './lookup-query'

export const verdicts = ['matches', 'differs', 'unclear', 'not-found', 'waiting'] as const
export type Finding = (typeof verdicts)[number]

/** `fact` is the record's value where it differs from the claim; `text` adds what else is known. */
export type Judged = { verdict: Finding; fact?: string; text: string }

/** A claim with its number in the letter, and the row of the identifier that it is about. */
export type JudgedClaim = Judged & { number: number; claim: Claim; row?: LookupRow }

/** `now` is ms since 1970 by the provider's clock; `zone` that of the desk's times, and `here` the browser's. */
type Reader = { now: number; zone: string; here: string }

type AmountClaim = Extract<Claim, { kind: 'amount' }>
type DateClaim = Extract<Claim, { kind: 'date' }>

const isFound = ({ result }: LookupRow) => result === 'found' || result === 'several'

/** Whether what was pasted is an address: what may be a hash is one if it was found as one. */
export const isAddress = ({ identifier, isAddress: mayBe }: PastedIdentifier, row: LookupRow | undefined) =>
  identifier?.kind === 'address' ||
  (mayBe === true && (row?.result === 'not-found' || row?.answer?.field === 'destination_address'))

/** The records of a row; candidates are none until a person has chosen, and an address names none of its transfers. */
export const recordsOf = (row: LookupRow | undefined): readonly DecodedTransfer[] =>
  row?.chosen ? [row.chosen] : row && isFound(row) && !isAddress(row.pasted, row) ? row.transfers : []

/** Each record once. */
export const distinctRecords = (rows: readonly LookupRow[]): DecodedTransfer[] => [
  ...new Map(rows.flatMap(recordsOf).map((one) => [one.known.id ?? one, one])).values(),
]

/** `Crypto deposit on Arbitrum One` */
const describe = ({ known }: DecodedTransfer) => [typeText(known.type), networkText(known)].filter(Boolean).join(' on ')

const noAnswer: Judged = { verdict: 'waiting', text: 'No answer yet. Try again.' }

/** Every claim with its verdict, in the order of the letter. */
export function judgeClaims(claims: readonly Claim[], rows: readonly LookupRow[], reader: Reader): JudgedClaim[] {
  const byKey = new Map(rows.map((row) => [pastedKey(row.pasted), row]))
  const records = distinctRecords(rows)
  return claims.map((claim, at) => {
    const row = byKey.get((claim.kind === 'identifier' ? claim.key : claim.near) ?? '')
    return { number: at + 1, claim, row, ...judge(claim, row, records, reader) }
  })
}

function judge(claim: Claim, row: LookupRow | undefined, records: readonly DecodedTransfer[], reader: Reader): Judged {
  if (claim.kind === 'identifier') {
    return judgeIdentifier(row, records, isAddress(claim.pasted, row) && claim.pasted.text)
  }
  if (row?.result === 'waiting' || row?.result === 'failed') return noAnswer
  const own = recordsOf(row)
  if (own.length === 0 && row?.result === 'candidates')
    return { verdict: 'unclear', text: `Depends on which transfer ${row.pasted.text} is` }
  if (claim.kind === 'amount') return judgeAmount(claim, row, own, records)
  const [first, ...others] = own
  if (!first) return { verdict: 'not-found', text: 'Its transfer was not found' }
  const judged = (one: DecodedTransfer) =>
    claim.kind === 'date' ? judgeDate(claim, one, reader) : judgeNetwork(claim.network, one)
  const answer = judged(first)
  const isShared = others.every((one) => judged(one).verdict === answer.verdict)
  return isShared ? answer : { verdict: 'unclear', text: `Not the same for all ${own.length} transfers` }
}

function judgeIdentifier(
  row: LookupRow | undefined,
  records: readonly DecodedTransfer[],
  address: string | false,
): Judged {
  if (address) {
    const own = records.find(({ known }) => addressKey(known.destination_address ?? '') === addressKey(address))
    if (own) return { verdict: 'matches', text: `Destination of the ${describe(own).toLowerCase()}` }
    return { verdict: 'unclear', text: '' }
  }
  if (!row || row.result === 'waiting' || row.result === 'failed') return noAnswer
  const { pasted, transfers, result } = row
  if (row.chosen) return { verdict: 'matches', text: `${describe(row.chosen)}, chosen on ${characters(row)}` }
  if (result === 'candidates') return { verdict: 'unclear', text: countText(transfers.length, 'candidate') }
  const [first] = transfers
  if (!first || !isFound(row)) return { verdict: 'not-found', text: whatItIs(row) }
  const what = transfers.length === 1 ? describe(first) : whatItIs(row)
  const how = pasted.identifier?.kind === 'hash' ? `all ${characters(row)}` : `found by ${readingThatMatched(row)}`
  return { verdict: 'matches', text: `${what}, ${how}` }
}

const characters = (row: LookupRow) => countText(characterCount(row), 'character')

const magnitude = (text: string) => text.replace(/^-/, '')
const isAsset = ({ asset, isSign }: AmountClaim, known = '') => (isSign ? known.includes(asset) : known === asset)

/** Which amount of a record the words give, in any of their readings. */
export function partWith(claim: AmountClaim, { known }: DecodedTransfer): 'amount' | 'total' | 'fee' | undefined {
  const parts = claim.isFee ? (['fee'] as const) : (['amount', 'total'] as const)
  return parts.find((part) => {
    const asset = part === 'total' ? (known.balance_asset ?? known.asset) : known.asset
    const value = known[part]
    return (
      value !== undefined &&
      isAsset(claim, asset) &&
      claim.readings.some((one) => compareDecimals(one, magnitude(value)) === 0)
    )
  })
}

function judgeAmount(
  claim: AmountClaim,
  row: LookupRow | undefined,
  own: readonly DecodedTransfer[],
  records: readonly DecodedTransfer[],
): Judged {
  const moneyOf = ({ known }: DecodedTransfer) => {
    const value = claim.isFee ? known.fee : known.amount
    return value === undefined ? undefined : moneyText(value, known.asset)
  }
  const fits = records.filter((one) => partWith(claim, one))
  const ownFits = own.filter((one) => fits.includes(one))
  const [fit] =
    own.length > 0 && ownFits.length === own.length ? own : own.length === 0 && fits.length === 1 ? fits : []
  if (claim.readings.length > 1 && fits.length > 0) {
    const readings = claim.readings.map((one) => amountText(one)).join(' or ')
    return {
      verdict: 'unclear',
      text: `Reads as ${readings}; the transfer has ${moneyOf(fit ?? (fits[0] as DecodedTransfer))}`,
    }
  }
  if (fit) {
    const part = partWith(claim, fit)
    const same = part === 'total' ? 'same total, fee included' : `same ${part}`
    return { verdict: 'matches', text: `${describe(fit)}, ${same}` }
  }
  if (own.length === 0)
    return fits.length > 1
      ? { verdict: 'unclear', text: `${fits.length} transfers have this amount` }
      : { verdict: 'not-found', text: 'No transfer found has this amount' }
  const amounts = [...new Set(own.map(moneyOf))]
  const fact = amounts.length === 1 ? amounts[0] : undefined
  if (fact === undefined) return { verdict: 'unclear', text: `${own.length} transfers with other amounts` }
  const name = row?.pasted.text
  const [other] = fits
  if (other && ownFits.length === 0)
    return { verdict: 'unclear', text: `${name} has ${fact}; ${describe(other).toLowerCase()} has ${moneyOf(other)}` }
  if (ownFits.length > 0)
    return { verdict: 'unclear', text: `${ownFits.length} of ${own.length} transfers have this amount` }
  return { verdict: 'differs', fact: `${fact}.`, text: differenceText(claim, own[0] as DecodedTransfer) }
}

/** `50.00 more than they say` */
function differenceText(claim: AmountClaim, { known }: DecodedTransfer): string {
  if (!isAsset(claim, known.asset)) return 'Another asset'
  const value = magnitude((claim.isFee ? known.fee : known.amount) ?? '')
  const difference = sumOf([value, negated(claim.readings[0] ?? '')])
  if (difference === undefined) return ''
  return `${amountText(magnitude(difference))} ${difference.startsWith('-') ? 'less' : 'more'} than they say`
}

function judgeNetwork(network: string, { known }: DecodedTransfer): Judged {
  if (known.crypto_network === network) return { verdict: 'matches', text: 'Same network' }
  const name = networkText(known)
  if (!name) return { verdict: 'unclear', text: `The ${typeText(known.type).toLowerCase()} names no network` }
  return { verdict: 'differs', fact: `${name}.`, text: '' }
}

const day = 86_400_000
const dayKey = (millis: number, zone = 'UTC') => dateText(wallClock(millis, zone))

/** The days that the words mean when they are read at `now` in a zone. */
export function daysSaid(date: SaidDate, now: number, zone = 'UTC'): string[] {
  const clock = wallClock(now, zone)
  const today = Date.UTC(clock.year, clock.month, clock.day)
  const daysAgo = (count: number) => dayKey(today - count * day)
  if ('daysAgo' in date) return [daysAgo(date.daysAgo)]
  if ('weekday' in date) {
    const weekday = new Date(today).getUTCDay()
    const ago = (weekday - date.weekday + 7) % 7
    if (!date.isLast) return [daysAgo(ago)]
    // Within this week, "last Friday" may be that of the week before.
    const sinceMonday = (weekday + 6) % 7
    return ago > 0 && ago <= sinceMonday ? [daysAgo(ago), daysAgo(ago + 7)] : [daysAgo(ago || 7)]
  }
  return date.days.map(({ year, month, day: of }) => {
    const isAhead = Date.UTC(clock.year, month, of) > now + day
    return dateText({ year: year ?? (isAhead ? clock.year - 1 : clock.year), month, day: of })
  })
}

/** `Friday 20 Nov 09:08:41` */
function longMoment(millis: number, { now, zone = 'UTC' }: { now: number; zone?: string }): string {
  const { year, month, day: of, clock } = wallClock(millis, zone)
  const isThisYear = wallClock(now, zone).year === year
  return `${weekdayOf(millis, zone)} ${of} ${shortMonths[month]}${isThisYear ? '' : ` ${year}`} ${clock}`
}
const weekdayOf = (millis: number, zone: string) => {
  const { year, month, day: of } = wallClock(millis, zone)
  return new Date(Date.UTC(year, month, of)).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long' })
}

const zoneNamed = (id: string) => ({ id, name: id === 'UTC' ? id : `in ${id.split('/').at(-1)?.replaceAll('_', ' ')}` })

/** A day is that of the zone which the mail names, else of the desk's. Where it is right in another zone alone, it may be either. */
function judgeDate(
  { date, zone: said }: DateClaim,
  { known: { created_at: created = '' } }: DecodedTransfer,
  { now, zone, here }: Reader,
): Judged {
  if (!isTimestamp(created)) return { verdict: 'unclear', text: 'The transfer has no creation time' }
  const at = Date.parse(created)
  const own = said ?? zoneNamed(zone)
  const textIn = ({ id, name }: typeof own) => `${longMoment(at, { now, zone: id })} ${name}`
  const isRight = ({ id }: typeof own) => daysSaid(date, now, id).includes(dayKey(at, id))
  const inUtc = textIn(zoneNamed('UTC'))
  const isSameDay = dayKey(at, own.id) === dayKey(at)
  if (isRight(own)) {
    const shown = isSameDay ? inUtc : `${textIn(own)}, ${inUtc}`
    const days = daysSaid(date, now, own.id)
    if (days.length > 1) return { verdict: 'unclear', text: `Could be ${days.join(' or ')}; created ${shown}` }
    return { verdict: 'matches', text: shown }
  }
  const other = said ? undefined : [here, 'UTC'].map(zoneNamed).find(isRight)
  if (other) return { verdict: 'unclear', text: `${textIn(own)}, but ${textIn(other)}` }
  return { verdict: 'differs', fact: `${inUtc}.`, text: isSameDay ? '' : textIn(own) }
}

const names: Record<Finding, [one: string, several: string]> = {
  matches: ['matches', 'match'],
  differs: ['differs', 'differ'],
  unclear: ['unclear', 'unclear'],
  'not-found': ['not found', 'not found'],
  waiting: ['without an answer', 'without an answer'],
}

/** `10 claims: 6 match, 2 differ, 1 unclear, 1 not found` */
export function claimsSum(judged: readonly JudgedClaim[]): string {
  const parts = verdicts.flatMap((verdict) => {
    const count = judged.filter((one) => one.verdict === verdict).length
    return count > 0 ? `${count} ${names[verdict][count === 1 ? 0 : 1]}` : []
  })
  return `${countText(judged.length, 'claim')}: ${parts.join(', ')}`
}
