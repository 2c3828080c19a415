/** The words of a look-up: results, what was asked, and what to try when nothing was found. */

import { Ban, CircleCheck, CircleDashed, CircleQuestionMark, OctagonX, ShieldAlert, Wallet } from 'lucide-react'
import { kindText } from '@/components/transfers/labels'
import type { StatusStyle } from '@/components/ui/status'
import type { LookupQuestion, LookupSource } from '@/lib/api/console/lookup'
import { countText } from '@/lib/browser/labels'
import { type LineResult, type LookupRow, lineResults, type RunState } from './lookup-run'

/** As what an identifier was asked, in a sentence. */
export const readingNames: Record<LookupSource, string> = {
  ids: 'transfer',
  group_ids: 'group',
  ref_ids: 'reference',
  profile_ids: 'profile',
  identity_ids: 'identity',
  account_ids: 'account',
  crypto_tx_hashes: 'hash',
  records: 'shortened identifier',
  requests: 'request',
}

export const resultNames: Record<LineResult, string> = {
  found: 'Found',
  several: 'Several',
  candidates: 'Candidates',
  'not-found': 'Not found',
  address: 'Address',
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
  if (result === 'address') return { tone: 'off', icon: Wallet, label }
  if (result === 'found' || result === 'several') return { tone: 'ok', icon: CircleCheck, label }
  if (result === 'refused') return { tone: 'bad', icon: ShieldAlert, label, isLoud: true }
  if (result === 'failed') return { tone: 'bad', icon: OctagonX, label, isLoud: true }
  return { tone: 'off', icon: result === 'waiting' ? CircleDashed : Ban, label }
}

const orList = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** By which reading a line was found, in a sentence. */
export const readingThatMatched = ({ answer }: LookupRow) => readingNames[answer?.field ?? 'records']

/** What was pasted; of a UUID also by which reading it was found. */
export const readAs = (row: LookupRow) =>
  row.pasted.identifier?.kind === 'uuid' && row.answer?.field
    ? `${row.pasted.label}, ${readingThatMatched(row)}`
    : row.pasted.label

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
  if (result === 'refused' || result === 'address') return pasted.refused ?? 'This cannot be looked up.'
  if (result === 'failed') return problem?.problem.title ?? failureIn(answer?.asked ?? []) ?? 'No answer came.'
  if (result === 'waiting') return ''
  return notFoundText(row)
}

/** The same for a cell of the table, which has no room for every reading: "Where we looked" names them. */
export function shortlyWhatItIs(row: LookupRow): string {
  const isLong = row.result === 'not-found' && row.pasted.identifier?.kind === 'uuid' && !row.answer?.requests.length
  const count = row.answer?.asked.filter(({ field }) => field !== 'requests').length ?? 0
  return isLong && count > 3 ? 'Not found as any kind of ID' : whatItIs(row)
}

const failureIn = (asked: readonly LookupQuestion[]) => asked.find(({ problem }) => problem)?.problem?.title

/** Exactly as what it was asked. */
function notFoundText({ pasted, answer }: LookupRow): string {
  const requests = answer?.requests ?? []
  if (requests.length > 0) return `No transfer, but ${countText(requests.length, 'request')} made in Mintdesk`
  const { identifier } = pasted
  if (identifier?.kind === 'partial') return 'No transfer matches'
  if (identifier?.kind === 'hash' && /^[0-9a-f]{64}$/.test(identifier.value))
    return 'Not found as a hash, with and without 0x, on any network'
  if (identifier?.kind === 'hash')
    return `Not found as a ${identifier.value.length > 44 ? 'Solana signature' : 'Sui digest'}`
  const fields = (answer?.asked ?? [])
    .filter(({ field }) => field !== 'requests')
    .map(({ field }) => readingNames[field])
  return fields.length > 0 ? `Not found as ${orList.format(fields)}` : 'Not found'
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

/** `4 found + 1 found several times + 1 not found = 6`: every line is in exactly one of the numbers. */
export function sumText(counts: RunState['counts'], total: number): string {
  const parts = lineResults.filter((result) => counts[result] > 0)
  if (parts.length === 0) return ''
  const nameOf = (result: LineResult) =>
    result === 'several' ? 'found several times' : resultNames[result].toLowerCase()
  const texts = parts.map((result) => `${counts[result].toLocaleString('en-US')} ${nameOf(result)}`)
  return `${texts.join(' + ')} = ${total.toLocaleString('en-US')}`
}

/** `0.41 s` */
export const secondsText = (millis: number) => `${(millis / 1000).toFixed(2)} s`

/** What a question was answered with. */
export function answerText({ field, count, problem }: LookupQuestion): string {
  if (problem) return [problem.title, problem.detail].filter(Boolean).join(' ')
  const noun = field === 'requests' ? 'request' : 'transfer'
  return count ? countText(count, noun) : `no ${noun}`
}

const noAddressSearch = 'The provider has no search by address: filter Transfers by it instead.'

/** What a person can do about a line without a transfer. */
export function whatToTry({ pasted: { identifier, text, isAddress }, result }: LookupRow): string[] {
  if (result === 'refused') return ['Secrets are not looked up. Use the hash of the transaction, a reference or an ID.']
  if (result === 'failed') return ['No answer yet. Try again.']
  if (identifier?.kind === 'hash')
    return [
      "The hash may be on chain and not yet known to the provider. Deposits appear after the network's confirmations.",
      ...(/^0x/i.test(text) ? [`A Sui address looks the same. ${noAddressSearch}`] : []),
      ...(isAddress ? [`A Solana address looks the same. ${noAddressSearch}`] : []),
    ]
  return ['Paste the whole ID']
}
