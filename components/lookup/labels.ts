/** The words of a look-up: results, what was asked, and what to try when nothing was found. */

import { Ban, CircleCheck, CircleDashed, CircleQuestionMark, OctagonX, ShieldAlert } from 'lucide-react'
import { kindText } from '@/components/records/transfer-labels'
import type { StatusStyle } from '@/components/ui/status'
import type { RecordsExtent } from '@/lib/api/records'
import { nowBy } from '@/lib/browser/clocks'
import { capitalized, countText } from '@/lib/browser/labels'
import { isBehind, minuteText } from '@/lib/browser/records-extent'
import { type LookupQuestion, type LookupSource, ownFields } from '@/lib/features/lookup/interface'
import type { Environment } from '@/lib/provider/environments'
import { type LineResult, type LookupRow, lineResults } from './lookup-query'

/** As what an identifier was asked, in a sentence. */
export const readingNames: Record<LookupSource, string> = {
  ids: 'transfer',
  group_ids: 'group',
  ref_ids: 'reference',
  profile_ids: 'profile',
  identity_ids: 'identity',
  account_ids: 'account',
  crypto_tx_hashes: 'hash',
  destination_address: 'address',
  memo: 'memo',
  amount: 'amount',
  partial: 'shortened identifier',
  requests: 'request',
}

export const resultNames: Record<LineResult, string> = {
  found: 'Found',
  several: 'Several',
  candidates: 'Candidates',
  'not-found': 'Not found',
  refused: 'Refused',
  failed: 'Failed',
  waiting: 'Not asked yet',
}

/** How many transfers one line has, as far as they are listed: `2`, `10+`. */
export const matchCount = ({ transfers, answer }: LookupRow) => `${transfers.length}${answer?.isMore ? '+' : ''}`

export function resultStyle(row: LookupRow): StatusStyle {
  const { result } = row
  const label = result === 'several' ? `Found ${matchCount(row)}` : resultNames[result]
  if (result === 'candidates') return { tone: 'unknown', icon: CircleQuestionMark, label: candidatesText(row) }
  if (result === 'found' || result === 'several') return { tone: 'ok', icon: CircleCheck, label }
  if (result === 'refused') return { tone: 'bad', icon: ShieldAlert, label, isLoud: true }
  if (result === 'failed') return { tone: 'bad', icon: OctagonX, label, isLoud: true }
  return { tone: 'off', icon: result === 'waiting' ? CircleDashed : Ban, label }
}

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const andList = new Intl.ListFormat('en-GB')

/** By which reading a line was found, in a sentence. */
export const readingThatMatched = ({ answer }: LookupRow) => readingNames[answer?.field ?? 'partial']

export const isOwnField = (field: LookupSource | undefined) => ownFields.some((one) => one === field)

/** What was pasted; of a UUID also by which reading it was found, and what only our own database is searched by. */
export function readAs(row: LookupRow): string {
  const { pasted, answer } = row
  const name = readingThatMatched(row)
  if (pasted.identifier?.kind === 'uuid' && answer?.field) return `${pasted.label}, ${name}`
  return isOwnField(answer?.field) ? capitalized(name) : pasted.label
}

/** Whether all transfers are of one group, and which. */
function groupOf({ transfers, answer }: LookupRow): string | undefined {
  const [first] = transfers
  const id = first?.known.group_id
  return id && !answer?.isMore && transfers.every(({ known }) => known.group_id === id) ? id : undefined
}

/** How many transfers a shortened identifier could be of. */
const candidatesText = (row: LookupRow) =>
  row.transfers.length === 1 && !row.answer?.isMore ? '1 candidate' : `${matchCount(row)} candidates`

/** The characters of an identifier that were compared, as they were pasted. */
export const characterCount = ({ pasted: { text } }: LookupRow) => text.replace(/[^0-9A-Za-z-]/g, '').length

/** On how little a shortened identifier matched: another one may have the same characters. */
function matchedOn(row: LookupRow): string {
  if (row.pasted.identifier?.kind !== 'partial') return ''
  return `, matched on ${countText(characterCount(row), 'character')} only`
}

/** The transfers of a line, of which there is one or more. */
function foundText(row: LookupRow): string {
  const { result, transfers } = row
  const [first] = transfers
  if (!first || result === 'found' || transfers.length === 1) return first ? kindText(first.known) : ''
  const isPair = transfers.length === 2 && groupOf(row) !== undefined
  if (isPair && /^INTERNAL_/.test(first.known.type ?? '')) return 'Two sides of one internal transfer'
  return groupOf(row) ? `${transfers.length} transfers of one group` : `${matchCount(row)} transfers`
}

/** What a line is: its transfer, its transfers, or why there is none. */
export function whatItIs(row: LookupRow): string {
  const { pasted, result, transfers, answer, problem } = row
  if (transfers.length > 0 && (result === 'found' || result === 'several' || result === 'candidates'))
    return `${foundText(row)}${matchedOn(row)}`
  if (result === 'refused') return pasted.refused ?? 'This cannot be looked up.'
  if (result === 'failed') return problem?.problem.title ?? failureIn(answer?.asked ?? []) ?? 'No answer came.'
  if (result === 'waiting') return ''
  return notFoundText(row)
}

/** The same for a cell of the table, which has no room for every reading: "Where we looked" names them. */
export function shortlyWhatItIs(row: LookupRow): string {
  const isLong = row.result === 'not-found' && row.pasted.identifier?.kind === 'uuid' && !row.answer?.requests.length
  return isLong && readingsAsked(row).length > 3 ? 'No transfer has this ID' : whatItIs(row)
}

const failureIn = (asked: readonly LookupQuestion[]) => asked.find(({ problem }) => problem)?.problem?.title

/** As what a line was asked, each once. */
const readingsAsked = ({ answer }: Pick<LookupRow, 'answer'>) => [
  ...new Set(answer?.asked.flatMap(({ field }) => (field === 'requests' ? [] : readingNames[field]))),
]

/** Exactly as what it was asked. */
function notFoundText({ pasted, answer }: LookupRow): string {
  const requests = answer?.requests ?? []
  if (requests.length > 0) return `No transfer, but ${countText(requests.length, 'request')} made in Mintdesk`
  const { identifier } = pasted
  if (identifier?.kind === 'partial') return 'No transfer matches'
  if (identifier?.kind === 'hash' && /^[0-9a-f]{64}$/.test(identifier.value))
    return 'No transfer has this hash, with or without 0x, on any network'
  if (identifier?.kind === 'hash')
    return `No transfer has this ${identifier.value.length > 44 ? 'Solana signature' : 'Sui digest or Solana address'}`
  if (identifier?.kind === 'address') return 'No transfer to this address'
  const fields = readingsAsked({ answer })
  return fields.length > 0 ? `No transfer has this ${orList.format(fields)}` : 'Not found'
}

/** The most that one result has in common, for its amount, asset and status. */
export function sharedTransfer({ transfers }: LookupRow) {
  const [first] = transfers
  if (!first) return {}
  const isShared = (field: 'amount' | 'asset' | 'status') =>
    transfers.every(({ known }) => known[field] === first.known[field])
  const isOne = transfers.length === 1
  return {
    transfer: first,
    amount: isShared('amount') && isShared('asset') ? first.known.amount : undefined,
    isDebit: isOne && first.known.direction === 'DEBIT',
    asset: isShared('asset') ? first.known.asset : undefined,
    hasStatus: isOne || isShared('status'),
  }
}

/** `4 found + 1 found several times + 1 not found = 6`: every line is in exactly one of the numbers. One alone: `not found`. */
export function sumText(counts: Readonly<Record<LineResult, number>>, total: number): string {
  const parts = lineResults.filter((result) => counts[result] > 0)
  if (parts.length === 0) return ''
  const names: Partial<Record<LineResult, string>> = { several: 'found several times', candidates: 'with candidates' }
  const nameOf = (result: LineResult) => names[result] ?? resultNames[result].toLowerCase()
  if (total === 1) return parts.map(nameOf).join()
  const texts = parts.map((result) => `${counts[result].toLocaleString('en-US')} ${nameOf(result)}`)
  return addedText(texts, total)
}

/** `2 found + 1 not found = 3`; one count says itself. */
export const addedText = (counts: readonly string[], total: number) =>
  counts.length === 1 ? counts.join() : `${counts.join(' + ')} = ${total.toLocaleString('en-US')}`

/** What a question was answered with. */
export function answerText({ field, count, problem }: LookupQuestion): string {
  if (problem) return [problem.title, problem.detail].filter(Boolean).join(' ')
  const noun = field === 'requests' ? 'request' : 'transfer'
  return count ? countText(count, noun) : `no ${noun}`
}

/** Among what it was searched. */
export function amongText(environment: Environment, records: RecordsExtent | undefined): string {
  if (!records) return 'among what was looked at here'
  const { since, until } = records
  const all = `among all transfers${since === undefined ? '' : ` since ${minuteText(since)}`}`
  return isBehind(records, nowBy('provider', environment)) ? `${all}, as of ${minuteText(until)}` : all
}

/** Among what addresses, memos and amounts were searched, where the answer depends on it; undefined where it does not. */
export function searchedText(environment: Environment, rows: readonly LookupRow[]): string | undefined {
  const searched = rows.filter(({ result, answer }) => result === 'not-found' || isOwnField(answer?.field))
  const fields = searched.flatMap(({ answer }) => answer?.asked.map(({ field }) => field) ?? [])
  const names = ownFields.flatMap((field) => (field !== 'partial' && fields.includes(field) ? readingNames[field] : []))
  if (names.length === 0) return undefined
  return `Searched by ${andList.format(names)} ${amongText(environment, searched[0]?.records)}.`
}

/** What our own database says of a line that the provider gave no answer to. */
function knownText({ records, answer }: LookupRow): string | undefined {
  const own = new Set(
    answer?.asked.flatMap(({ field, isOwn, count }) => (isOwn && count === 0 ? readingNames[field] : [])),
  )
  if (!records || own.size === 0) return undefined
  const since = records.since === undefined ? '' : ` since ${minuteText(records.since)}`
  return `Among the transfers that Mintdesk has${since}, up to ${minuteText(records.until)}, it is no ${orList.format(own)}.`
}

/** What a person can do about a line without a transfer. */
export function whatToTry(row: LookupRow): string[] {
  const {
    pasted: { identifier },
    result,
  } = row
  if (result === 'refused') return ['Secrets are not looked up. Use the hash of the transaction, a reference or an ID.']
  if (result === 'failed') return [knownText(row) ?? '', 'No answer yet. Try again.'].filter(Boolean)
  if (identifier?.kind === 'hash')
    return [
      "The hash may be on chain and not yet known to the provider. Deposits appear after the network's confirmations.",
    ]
  if (identifier?.kind === 'address') return ['Only the destination of a transfer is searched, and only in Mintdesk.']
  return ['Check it for missing characters, or try the hash.']
}
