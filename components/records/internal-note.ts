/** The note for colleagues and for the provider's support: everything that identifies a transfer, in plain text. */

import { toUtc } from '@/lib/api/export-text'
import { secondaryStatusName } from '@/lib/api/transfer-meaning'
import { momentText } from '@/lib/browser/clock'
import { capitalized } from '@/lib/browser/labels'
import { withoutFoundNumbers } from '@/lib/domain/found-numbers'
import { visibleText } from '@/lib/domain/invisible-characters'
import { type SummarizedTransfer, statusSummary } from './status-summary'
import { kindText, moneyText } from './transfer-labels'
import { checkSum, isFree } from './transfer-sum'

/** A time in UTC with every digit of its fraction; other text as received. */
const utcText = (time: string) => toUtc(time) ?? time

/**
 * Without metadata, identities and accounts, which may name people. What people typed has its account numbers shortened.
 * @param page the address of the transfer's page
 */
export function internalNote(summarized: SummarizedTransfer, page: string): string {
  const { transfer, environment, timing, name, at, requestId } = summarized
  // Its times are in UTC, whatever the page shows.
  const summary = statusSummary(transfer, timing)
  const { known } = transfer
  const status = [known.status ?? 'No status', secondaryStatusName(transfer)].filter(Boolean).join(', ')
  const money = [
    known.amount && moneyText(known.amount, known.asset),
    known.fee && !isFree(transfer) && `fee ${moneyText(known.fee, known.asset)}`,
    known.total && checkSum(transfer).state === 'differs' && `total ${known.total}: amount and fee don't add up to it`,
  ]
  const conditions = Object.keys(known.status_details ?? {}).join(', ')
  const { from_transfer_id, to_transfer_id } = known.auto_conversion ?? {}
  const typed = (label: string, text: string | undefined) => text && `${label} ${withoutFoundNumbers(text)}`
  const id = (label: string, text: unknown) => typeof text === 'string' && text !== '' && `${label} ${text}`
  const lines = [
    name ?? kindText(known),
    money.filter(Boolean).join(', '),
    [`${status}: ${summary.title.replace(/^Completed: /, '')}`, summary.text].filter(Boolean).join(' '),
    summary.deadline,
    conditions && `Conditions: ${conditions}`,
    ...summary.quotes.map((quote) => `The provider says: “${withoutFoundNumbers(quote)}”`),
    known.created_at && `Created ${utcText(known.created_at)}`,
    known.updated_at && `Updated ${utcText(known.updated_at)}`,
    typed('Reference', known.ref_id),
    typed('Memo', known.memo),
    id('Transfer', known.id),
    id('Hash', known.crypto_tx_hash),
    id('To', known.destination_address),
    id('Group', known.group_id),
    id('Conversion source', from_transfer_id),
    id('Conversion destination', to_transfer_id),
    id('Profile', known.profile_id),
    `${capitalized(environment)}, as of ${momentText(at)} UTC`,
    requestId && `Request ${requestId}`,
    page,
  ]
  // Whoever receives the note reads it elsewhere.
  return visibleText(lines.filter(Boolean).join('\n'))
}
