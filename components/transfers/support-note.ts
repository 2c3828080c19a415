/** A note for the provider's support: full ids and the status, but no names, accounts or balances. */
import { shorten } from '@/components/ui/copy'
import type { Environment } from '@/lib/api/environments'
import { pathOf } from '@/lib/api/operations'
import { momentText } from '@/lib/browser/clock'
import { capitalize, moneyText, transferName } from './labels'
import type { StatusSummary } from './status-summary'
import type { LoadedTransfer } from './transfer-reads'
import { secondaryStatusName } from './transfer-status'

/** A transfer with what the page says about it. */
export type SummarizedTransfer = LoadedTransfer & { environment: Environment; summary: StatusSummary }

/**
 * The note as plain text, without references, memos, metadata, addresses, profiles, accounts and identities: these may
 * name people or reveal what they hold.
 * @param isShort shortens ids as on screen; the copied note has them in full
 */
export function supportNote(
  { transfer, environment, summary, at, requestId }: SummarizedTransfer,
  isShort = false,
): string {
  const { known } = transfer
  const status = [known.status ?? 'No status', secondaryStatusName(transfer)].filter(Boolean).join(', ')
  const money = [
    known.amount && moneyText(known.amount, known.asset),
    known.fee && `fee ${moneyText(known.fee, known.asset)}`,
  ]
  const conditions = Object.keys(known.status_details ?? {}).join(', ')
  const { from_transfer_id, to_transfer_id } = known.auto_conversion ?? {}
  const idLine = (label: string, id: unknown) => typeof id === 'string' && `${label} ${isShort ? shorten(id, 13) : id}`
  return [
    transferName(transfer),
    money.filter(Boolean).join(', '),
    [`${status}: ${summary.title}`, summary.text].filter(Boolean).join(' '),
    conditions && `Conditions: ${conditions}`,
    known.created_at && `Created ${known.created_at}`,
    known.updated_at && `Updated ${known.updated_at}`,
    idLine('Transfer', known.id),
    idLine('Hash', known.crypto_tx_hash),
    idLine('Group', known.group_id),
    idLine('Conversion source', from_transfer_id),
    idLine('Conversion destination', to_transfer_id),
    `${capitalize(environment)}, as of ${momentText(at)} UTC`,
    requestId && `Request ${requestId}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** The read of this transfer as a curl command; the provider's address and the token are shell variables. */
export function curlOf(id: string): string {
  return [
    'curl --request GET \\',
    `  --url "$BASE_URL${pathOf('getTransfer', { id })}" \\`,
    '  --header "Authorization: Bearer $ACCESS_TOKEN"',
  ].join('\n')
}
