/**
 * A transfer's state in plain words: what it is, what happens next, who must act. Meanings of the secondary statuses are
 * the spec's; those of status_details are service-facts' ("Reading"); what neither says is not guessed at.
 */
import { amountText } from '@/components/ui/amount'
import type { Tone } from '@/components/ui/status'
import type { SeenTransfer } from '@/lib/api/reading'
import { secondaryName } from './transfer-status'
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

/** What stands in the way: `now` says who can remove it, `before` what it was that made the transfer fail. */
type Condition = { now: string; before: string }

/** The conditions of `status_details`, by their keys. */
const conditions: Record<string, (asset: string, network: string) => Condition> = {
  missing_trustline: (asset, network) => ({
    now: `The receiving account has no trustline for ${asset} on ${network}: its owner must add one.`,
    before: `The receiving account had no trustline for ${asset} on ${network}: its owner must add one before a new transfer is made.`,
  }),
  max_rent_exceeded: (_, network) => ({
    now: `Opening the receiving account on ${network} would cost more rent than the service pays: its owner must open it first.`,
    before: `Opening the receiving account on ${network} would have cost more rent than the service pays: its owner must open it before a new transfer is made.`,
  }),
  pending_customer_approval: () => ({
    now: 'It waits for an approval on your side: whoever may approve at the service must decide.',
    before: 'It had been waiting for an approval on your side.',
  }),
  stale_fee_quote: () => ({
    now: 'The fee quote ran out before it was used: ask your service contact whether the fee is quoted again.',
    before: 'The fee quote ran out before it was used: a new transfer needs a new quote.',
  }),
  invalid_destination_address: (_, network) => ({
    now: `The destination address is not one of ${network}: check it with the receiver, and tell your service contact.`,
    before: `The destination address is not one of ${network}: check it with the receiver before a new transfer is made.`,
  }),
}

const isOfCrypto = (type: string) => type.startsWith('CRYPTO_')
const networkOf = ({ crypto_network: name }: SeenTransfer['known']) => networkWord(name ?? '') ?? name ?? 'its network'

function pendingSentence({ known }: SeenTransfer): { title: string; text: string } {
  const network = networkOf(known)
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

/** What was sent and failed may still have moved: then a second one could be paid twice. */
const beforeAnother = ({ status, direction, crypto_tx_hash, ...known }: SeenTransfer['known']) =>
  status === 'FAILED' && direction === 'DEBIT' && crypto_tx_hash !== undefined
    ? `It has a hash, so see on ${networkOf(known)} whether it moved before a new one is made.`
    : undefined

function basis(transfer: SeenTransfer): Omit<PlainSentence, 'said'> {
  const { status } = transfer.known
  if (status === 'COMPLETED') return { tone: 'ok', ...completedSentence(transfer) }
  if (status === 'PENDING') return { tone: 'wait', ...pendingSentence(transfer) }
  if (status === 'FAILED') {
    const text = 'The service gave no reason; ask your service contact with the transfer id.'
    return { tone: 'bad', title: 'Failed, and it will not go on.', text }
  }
  const title = status
    ? `The service gives the status ${status}, which this console does not know.`
    : 'It has no status.'
  return { tone: 'off', title, text: 'Ask your service contact what it means before you act on it.' }
}

/** The conditions in `status_details`, ours in words where known, and the service's own messages. */
function detailsOf({ known }: SeenTransfer, besides?: string): { ours: string[]; said: string[] } {
  const ours: string[] = []
  const said: string[] = []
  for (const [name, value] of Object.entries(known.status_details ?? {})) {
    const words = Object.hasOwn(conditions, name) ? conditions[name] : undefined
    // The secondary status says the same.
    const isSaid = name === 'pending_customer_approval' && besides === 'PENDING_CUSTOMER_APPROVAL'
    if (!words) ours.push(`The service names the condition ${name}, which this console does not know.`)
    else if (!isSaid) {
      const { now, before } = words(known.asset ?? 'the asset', networkOf(known))
      ours.push(known.status === 'FAILED' ? before : now)
    }
    const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : value
    if (typeof message === 'string' && message !== '') said.push(message)
  }
  return { ours, said }
}

/** Reasons that came in a form which is not an object: nobody may be told that all is well because of that. */
const unreadReasons = ({ other }: SeenTransfer) =>
  ['secondary_status', 'status_details'].filter((name) => other[name] !== undefined)

/** The sentence without a secondary status that is known: the state, and what stands in the way. */
function withDetails(transfer: SeenTransfer, plain: Omit<PlainSentence, 'said'>, ours: string[]) {
  const { status } = transfer.known
  if (ours.length === 0) return plain
  if (status === 'COMPLETED') {
    const text = `The service still lists what should be over by now. ${ours.join(' ')} Ask your service contact whether anything is left to do.`
    return { ...plain, tone: 'wait' as const, text }
  }
  const isReplaced = plain.text === nobody || status === 'FAILED'
  return { ...plain, text: [...ours, ...(isReplaced ? [] : [plain.text])].join(' ') }
}

/** @returns the sentence of any transfer, whatever its status, secondary status and details are or lack */
export function plainSentence(transfer: SeenTransfer): PlainSentence {
  const sentence = sentenceOf(transfer)
  const warning = beforeAnother(transfer.known)
  return warning ? { ...sentence, text: `${sentence.text} ${warning}` } : sentence
}

function sentenceOf(transfer: SeenTransfer): PlainSentence {
  const { status, secondary_status } = transfer.known
  const name = secondaryName(transfer)
  const detail = typeof secondary_status?.detail === 'string' ? secondary_status.detail : undefined
  const { ours, said: messages } = detailsOf(transfer, name)
  const said = detail ? [detail, ...messages] : messages
  const unread = unreadReasons(transfer)
  if (unread.length > 0)
    ours.push(`The service adds ${unread.join(' and ')} in a form that this console does not read; see "Other fields".`)
  const plain = withDetails(transfer, basis(transfer), ours)
  if (!name) return { ...plain, said }
  const meant = Object.hasOwn(secondaries, name) ? secondaries[name] : undefined
  if (!meant) {
    const title = `${plain.title} The service adds ${name}, which this console does not know.`
    const text = plain.text === nobody ? 'Ask your service contact what it means.' : plain.text
    return { ...plain, title, text, said }
  }
  if (meant.with === status) {
    return { tone: plain.tone, title: meant.title, text: [...ours, meant.text].join(' '), said }
  }
  const state = (statusWord(status ?? '') ?? status ?? 'no status').toLowerCase()
  return {
    tone: status === 'FAILED' ? 'bad' : 'wait',
    title: `The service says ${state} and also "${secondaryWord(name)}", which do not go together.`,
    text: [...ours, 'Ask your service contact which one holds before you act on it.'].join(' '),
    said,
  }
}
