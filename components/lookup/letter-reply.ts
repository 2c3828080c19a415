/** Drafts one reply to an e-mail from the facts. */

import type { Timing } from '@/components/records/overdue'
import { statusSummary } from '@/components/records/status-summary'
import { bodyOf, replyText, statusLine } from '@/components/records/support-reply'
import { listText, networkText } from '@/components/records/transfer-labels'
import { millisOf, momentText } from '@/lib/browser/clock'
import { shorten } from '@/lib/browser/identifiers'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { type JudgedClaim, recordsOf } from './claim-facts'
import type { LookupRow } from './lookup-query'

/** What a reply is drafted for: where, with which usual times, and as of when (ms since 1970). */
type Occasion = { environment: Environment; timing: Timing | undefined; at: number }

/** What differs, in words that go into brackets. */
function differenceOf({ claim }: JudgedClaim, { known }: DecodedTransfer): string {
  const says = `your message says ${claim.text}`
  const { created_at: created } = known
  if (claim.kind === 'date' && created) return `recorded on ${momentText(millisOf(created)).slice(0, -3)} UTC; ${says}`
  if (claim.kind === 'network') return `recorded on ${networkText(known)}; ${says}`
  return says
}

/** Only what the customer wrote names a transfer: no ID is taken from the record. */
function asideOf(row: LookupRow, transfer: DecodedTransfer, judged: readonly JudgedClaim[]): string[] {
  const { text, identifier } = row.pasted
  const differing = judged.filter((one) => one.row?.index === row.index && one.verdict === 'differs')
  return [...(identifier?.kind === 'reference' ? [text] : []), ...differing.map((one) => differenceOf(one, transfer))]
}

/** Two sides of one movement are one to the customer. */
const movementOf = ({ known }: DecodedTransfer) =>
  known.group_id ? [known.group_id, known.amount, known.asset].join(' ') : known.id

/** A list in a sentence, as the customer wrote its members. */
const textsOf = (rows: readonly LookupRow[]) => listText(rows.map(({ pasted }) => shorten(pasted.text, 22)))

export function replyOf(
  judged: readonly JudgedClaim[],
  rows: readonly LookupRow[],
  { environment, timing, at }: Occasion,
): string {
  const bodies = new Map<unknown, string>()
  for (const row of rows)
    for (const transfer of recordsOf(row)) {
      const movement = movementOf(transfer) ?? transfer
      if (bodies.has(movement)) continue
      const loaded = { transfer, at: row.at ?? at, requestId: row.requestId ?? '' }
      const summarized = { ...loaded, environment, summary: statusSummary(transfer, timing), timing }
      bodies.set(movement, bodyOf(summarized, asideOf(row, transfer, judged).join('; ')))
    }
  const open = rows.filter(
    ({ chosen, result, pasted }) =>
      !chosen && pasted.identifier?.kind !== 'address' && (result === 'candidates' || result === 'not-found'),
  )
  const isPartial = ({ pasted }: LookupRow) => pasted.identifier?.kind === 'partial'
  const shortened = open.filter(isPartial)
  const missing = open.filter((row) => !isPartial(row))
  const paragraphs = [
    ...bodies.values(),
    shortened.length > 0 && `For ${textsOf(shortened)}, please send us the whole hash.`,
    missing.length > 0 &&
      `We could not find ${textsOf(missing)}. Please check it, or send us the transaction hash or the reference of the payment.`,
  ]
  const message = paragraphs.filter(Boolean).join('\n\n')
  return replyText({ message, transaction: '', as_of: statusLine(environment, at) })
}
