/**
 * A transfer's state in plain words: what it is, what happens next, who must act. Meanings of the secondary statuses are
 * the spec's; those of status_details are service-facts' ("Reading"); what neither says is not guessed at.
 */
import { amountText } from '@/components/ui/amount'
import type { Tone } from '@/components/ui/status'
import type { SeenTransfer } from '@/lib/api/reading'
import { networkWord, secondaryWord, statusWord } from './words'

/** `said` is what the service itself says, quoted word for word. */
export type PlainSentence = { tone: Tone; title: string; text: string; said: string[] }

const nobody = 'Nobody needs to act.'

/** Which secondary status goes with which status, and what then holds. */
const secondaries: Record<string, { with: string; title: string; text: string }> = {
  TRAVEL_RULE_INFO_REQUESTED: {
    with: 'PENDING',
    title: 'Travel-rule information is needed before this goes on.',
    text: 'You act: send the information about sender and receiver to the service. This console cannot send it.',
  },
  PENDING_CUSTOMER_APPROVAL: {
    with: 'PENDING',
    title: 'Waiting for customer approval.',
    text: 'Your side acts: whoever may approve at the service must decide. This console cannot approve it.',
  },
  TRAVEL_RULE_REJECTED: {
    with: 'FAILED',
    title: 'Rejected for good, because travel-rule checks failed.',
    text: 'It will not go on. Settle with the service what was missing before a new transfer is made.',
  },
  CUSTOMER_REJECTED: {
    with: 'FAILED',
    title: 'Rejected by a customer.',
    text: 'It will not go on. If that was a mistake, a new transfer must be made.',
  },
}

/** What stands in the way, and who can remove it; the condition is the key in `status_details`. */
const conditions: Record<string, (asset: string, network: string) => string> = {
  missing_trustline: (asset, network) =>
    `The receiving account has no trustline for ${asset} on ${network}: its owner must add one.`,
  max_rent_exceeded: (_, network) =>
    `Opening the receiving account on ${network} would cost more rent than the service pays: its owner must open it first.`,
  pending_customer_approval: () => 'It waits for an approval on your side.',
  stale_fee_quote: () => 'The fee quote ran out before it was used: a new transfer needs a new quote.',
  invalid_destination_address: (_, network) =>
    `The destination address is not one of ${network}: check it with the receiver, and make a new transfer.`,
}

const isOfCrypto = (type: string) => type.startsWith('CRYPTO_')

function pendingSentence({ known }: SeenTransfer): { title: string; text: string } {
  const network = networkWord(known.crypto_network ?? '') ?? known.crypto_network ?? 'its network'
  const isWithdrawal = known.direction === 'DEBIT'
  if (isOfCrypto(known.type ?? '')) {
    if (known.crypto_tx_hash)
      return { title: `${isWithdrawal ? 'Sent to' : 'Seen on'} ${network}, waiting for it to settle.`, text: nobody }
    if (isWithdrawal) return { title: `The service has not shown it on ${network} yet.`, text: nobody }
    return { title: `The service waits for it on ${network}.`, text: nobody }
  }
  return { title: 'The service is still working on it.', text: nobody }
}

/** `total` is the change of the balance (spec, Transfer), in `balance_asset` where a conversion is included. */
function completedSentence({ known }: SeenTransfer): { title: string; text: string } {
  const side = known.direction === 'CREDIT' ? 'credited to' : known.direction === 'DEBIT' ? 'debited from' : undefined
  if (!side) return { title: 'Done.', text: nobody }
  const asset = known.balance_asset ?? known.asset
  const what = known.total && asset ? `${amountText(known.total)} ${asset} was` : 'it was'
  return { title: `Done: ${what} ${side} the profile.`, text: nobody }
}

function basis(transfer: SeenTransfer): Omit<PlainSentence, 'said'> {
  const { status } = transfer.known
  if (status === 'COMPLETED') return { tone: 'ok', ...completedSentence(transfer) }
  if (status === 'PENDING') return { tone: 'wait', ...pendingSentence(transfer) }
  if (status === 'FAILED') {
    const text =
      'It will not go on. The service gave no secondary status; ask your service contact with the transfer id.'
    return { tone: 'bad', title: 'Failed.', text }
  }
  const title = status
    ? `The service gives the status ${status}, which this console does not know.`
    : 'It has no status.'
  return { tone: 'off', title, text: 'Ask your service contact what it means before you act on it.' }
}

/** The conditions in `status_details`, ours in words where known, and the service's own messages. */
function detailsOf({ known }: SeenTransfer): { ours: string[]; said: string[] } {
  const network = networkWord(known.crypto_network ?? '') ?? known.crypto_network ?? 'its network'
  const ours: string[] = []
  const said: string[] = []
  for (const [name, value] of Object.entries(known.status_details ?? {})) {
    const words = Object.hasOwn(conditions, name) ? conditions[name] : undefined
    ours.push(words ? words(known.asset ?? 'the asset', network) : `The service names the condition ${name}.`)
    const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : value
    if (typeof message === 'string' && message !== '') said.push(message)
  }
  return { ours, said }
}

/** @returns the sentence of any transfer, whatever its status, secondary status and details are or lack */
export function plainSentence(transfer: SeenTransfer): PlainSentence {
  const { status, secondary_status } = transfer.known
  const name = typeof secondary_status?.name === 'string' ? secondary_status.name : undefined
  const detail = typeof secondary_status?.detail === 'string' ? secondary_status.detail : undefined
  const { ours, said } = detailsOf(transfer)
  const plain = basis(transfer)
  const meant = name && Object.hasOwn(secondaries, name) ? secondaries[name] : undefined
  const all = detail ? [detail, ...said] : said
  // With a condition in the way, "nobody needs to act" would not be true.
  const withConditions = (text: string) =>
    ours.length > 0 ? [...ours, ...(text === nobody || plain.tone === 'bad' ? [] : [text])].join(' ') : text
  if (!name) return { ...plain, text: withConditions(plain.text), said: all }
  if (!meant) {
    const title = `${plain.title} The service adds ${name}, which this console does not know.`
    return { ...plain, title, text: withConditions(plain.text), said: all }
  }
  if (meant.with === status) {
    return { tone: plain.tone, title: meant.title, text: [...ours, meant.text].join(' '), said: all }
  }
  const state = (statusWord(status ?? '') ?? status ?? 'no status').toLowerCase()
  return {
    tone: status === 'FAILED' ? 'bad' : 'wait',
    title: `The service says ${state} and also "${secondaryWord(name)}", which do not go together.`,
    text: [...ours, 'Ask your service contact which one holds before you act on it.'].join(' '),
    said: all,
  }
}
