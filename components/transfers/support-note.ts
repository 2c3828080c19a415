/** What a person may send to the provider's support: full ids and the state, but no names, accounts or balances. */
import { amountText } from '@/components/ui/amount'
import { shorten } from '@/components/ui/copy'
import type { Environment } from '@/lib/api/environments'
import { pathOf } from '@/lib/api/operations'
import type { DecodedTransfer } from '@/lib/api/reading'
import { momentText } from '@/lib/browser/clock'
import { networkLabel, typeLabel } from './labels'
import type { PlainSentence } from './plain-sentence'
import { secondaryName } from './transfer-status'

/** What a transfer is, in a few words: `Crypto withdrawal, Ethereum`. */
export function transferName({ known }: DecodedTransfer): string {
  const type = known.type ? (typeLabel(known.type) ?? known.type) : 'Transfer'
  const network = known.crypto_network && (networkLabel(known.crypto_network) ?? known.crypto_network)
  return network ? `${type}, ${network}` : type
}

const environmentWord: Record<Environment, string> = { sandbox: 'Sandbox', production: 'Production' }

export type NoteOf = {
  transfer: DecodedTransfer
  environment: Environment
  /** What the page says of it. */
  sentence: PlainSentence
  /** When it was read, ms since 1970, and by which request. */
  at: number
  requestId: string
}

/**
 * The note as plain text. References, memos, metadata, addresses, profiles, accounts and identities stay out: they may
 * name people or tell what somebody holds.
 * @param isShort cuts ids as the screen shows them; the copied note has them whole
 */
export function supportNote({ transfer, environment, sentence, at, requestId }: NoteOf, isShort = false): string {
  const { known } = transfer
  const id = (value: string) => (isShort ? shorten(value, 13) : value)
  const amount = known.amount && [amountText(known.amount), known.asset].filter(Boolean).join(' ')
  const fee = known.fee && `fee ${[amountText(known.fee), known.asset].filter(Boolean).join(' ')}`
  const { title, text } = sentence
  const state = [known.status ?? 'No status', secondaryName(transfer)].filter(Boolean).join(', ')
  const conditions = Object.keys(known.status_details ?? {}).join(', ')
  const ends = known.auto_conversion ?? {}
  const line = (word: string, value: unknown) => (typeof value === 'string' ? `${word} ${id(value)}` : undefined)
  return [
    transferName(transfer),
    [amount, fee].filter(Boolean).join(', ') || undefined,
    [`${state}: ${title}`, text].filter(Boolean).join(' '),
    conditions && `Conditions: ${conditions}`,
    known.created_at && `Created ${known.created_at}`,
    known.updated_at && `Updated ${known.updated_at}`,
    line('Transfer', known.id),
    line('Hash', known.crypto_tx_hash),
    line('Group', known.group_id),
    line('Conversion source', ends.from_transfer_id),
    line('Conversion destination', ends.to_transfer_id),
    `${environmentWord[environment]}, as of ${momentText(at)} UTC`,
    requestId && `Request ${requestId}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/**
 * The read of this transfer as a command line. The browser knows neither the service's address nor a token, so both are
 * left to variables of the shell.
 */
export function curlOf(id: string): string {
  return [
    'curl --request GET \\',
    `  --url "$BASE_URL${pathOf('getTransfer', { id })}" \\`,
    '  --header "Authorization: Bearer $ACCESS_TOKEN"',
  ].join('\n')
}
