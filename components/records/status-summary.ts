/**
 * A transfer's status in plain English: what happened, who must do what, and by when, on screen and in print. It never
 * guesses.
 */
import type { Tone } from '@/components/ui/status'
import {
  type Condition,
  isContradictory,
  isKnownCondition,
  isKnownSecondary,
  isKnownStatus,
  mayHaveMoved,
  secondaryStatusName,
  unreadableReasons,
} from '@/lib/api/transfer-meaning'
import { waitingFor } from '@/lib/api/waits'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { claimedSide, hasTwoSides, isOdd, negativeAmounts } from '@/lib/provider/transfer-money'
import type { SecondaryStatus } from '@/lib/provider/transfers'
import { type NextAction, nextAction, type Reason } from './next-action'
import { deadlineText, overdueText, type Timing, type Zone } from './overdue'
import {
  directionLabel,
  kindNoun,
  listText,
  moneyText,
  networkText,
  otherFields,
  secondaryStatusLabel,
  statusText,
  travelRuleNeeded,
  typeText,
} from './transfer-labels'
import type { LoadedTransfer } from './transfer-reads'

/** `quotes` are the provider's own messages, word for word; `deadline` says by when, if there is anything to wait for. */
export type StatusSummary = {
  tone: Tone
  title: string
  text: string
  deadline?: string
  /** How long ago that was, with which `deadline` then begins. */
  overdue?: string
  quotes: string[]
  action: NextAction
}

const secondaryTitles: Record<SecondaryStatus, string> = {
  TRAVEL_RULE_INFO_REQUESTED: `${travelRuleNeeded}.`,
  PENDING_CUSTOMER_APPROVAL: `${waitingFor('approval')}.`,
  TRAVEL_RULE_REJECTED: 'Rejected: travel rule checks failed.',
  CUSTOMER_REJECTED: 'Rejected by a customer.',
}

/** The longest of what may be said once usual times are known. */
export const slowText = 'Support must follow up with the provider.'

export const actionTexts: Partial<Record<Reason, string>> = {
  'travel-rule': "Treasury must send sender and recipient details through the provider's portal.",
  approval: 'Your approver at the provider must approve this.',
  processing: 'No action needed.',
  completed: 'No action needed.',
  slow: slowText,
}

/** What blocks a pending transfer, and what made a failed one fail. */
const conditionTexts: Record<Condition, (asset: string, network: string) => { pending: string; failed: string }> = {
  missing_trustline: (asset, network) => ({
    pending: `The receiving account has no trustline for ${asset} on ${network}. Treasury must ask the recipient to add one.`,
    failed: `The receiving account had no trustline for ${asset} on ${network}. Treasury must ask the recipient to add one before retrying.`,
  }),
  max_rent_exceeded: (_, network) => ({
    pending: `Opening the receiving account on ${network} costs more rent than the provider pays. Treasury must ask the recipient to open it.`,
    failed: `Opening the receiving account on ${network} cost more rent than the provider pays. Treasury must ask the recipient to open it before retrying.`,
  }),
  invalid_destination_address: (_, network) => ({
    pending: `The destination address isn't a valid ${network} address. Treasury must check it with the recipient and tell the provider.`,
    failed: `The destination address isn't a valid ${network} address. Treasury must check it with the recipient before retrying.`,
  }),
  pending_customer_approval: () => ({
    pending: 'Your approver at the provider must approve this.',
    failed: 'It was waiting for approval at the provider. Treasury must review it before retrying.',
  }),
  stale_fee_quote: () => ({
    pending: 'The fee quote expired before it was used. Support must ask the provider for a new fee quote.',
    failed: 'The fee quote expired before it was used. Treasury needs a new quote before retrying.',
  }),
}

const networkOf = (known: DecodedTransfer['known']) => networkText(known) ?? 'its network'

function pendingTitle(transfer: DecodedTransfer): string {
  const { known } = transfer
  const { type, crypto_tx_hash: hash } = known
  const network = networkOf(known)
  if (type === 'CRYPTO_WITHDRAWAL')
    return hash ? `Sent to ${network}, waiting for settlement.` : `Not yet seen on ${network}.`
  if (type === 'CRYPTO_DEPOSIT')
    return hash ? `Seen on ${network}, waiting for settlement.` : `Waiting for the deposit on ${network}.`
  return `The provider is processing this ${kindNoun(known)}${claimedSide(known) === 'credited' ? '; it is not credited yet' : ''}.`
}

/** Says that nothing was debited only without a hash: otherwise funds may have moved. */
function failedTitle(transfer: DecodedTransfer): string {
  const { known } = transfer
  const side = claimedSide(known)
  const effect = side && !mayHaveMoved(transfer) ? `; it was not ${side}` : ''
  return `This ${kindNoun(known)} failed${effect}.`
}

/** `total` is the change of the balance (spec, Transfer), here named only if a conversion put it in another asset. */
function completedTitle({ known }: DecodedTransfer): string {
  const side = claimedSide(known)
  if (!side) return 'Completed.'
  const { asset, balance_asset: balance, total } = known
  const what = total && balance && balance !== asset ? `${moneyText(total, balance)} was ` : ''
  return `Completed: ${what}${side} ${side === 'credited' ? 'to' : 'from'} the profile.`
}

function titleOf(transfer: DecodedTransfer): string {
  const { status } = transfer.known
  const name = secondaryStatusName(transfer)
  if (isContradictory(transfer))
    return `The provider reports both ${statusText(status)} and "${secondaryStatusLabel(name ?? '')}", which contradict each other.`
  if (!isKnownStatus(status)) {
    const secondary = isKnownSecondary(name) ? `"${secondaryStatusLabel(name)}"` : ''
    if (!status) return `This transfer has no status${secondary && `, only ${secondary}`}.`
    return `The provider reports the status ${status}, which Mintdesk doesn't recognise${secondary && `, with ${secondary}`}.`
  }
  if (isKnownSecondary(name)) return secondaryTitles[name]
  if (status === 'FAILED') return failedTitle(transfer)
  return status === 'COMPLETED' ? completedTitle(transfer) : pendingTitle(transfer)
}

/** One sentence for each part that Mintdesk does not know, or that cannot be right. */
function unknownTexts(transfer: DecodedTransfer): string[] {
  const { known } = transfer
  const name = secondaryStatusName(transfer)
  const conditions = Object.keys(transfer.known.status_details ?? {}).filter((one) => !isKnownCondition(one))
  const unreadable = unreadableReasons(transfer)
  return [
    hasTwoSides(known)
      ? `The provider reports the type ${typeText(known.type)} and the direction ${directionLabel(known.direction ?? '') ?? known.direction}, which contradict each other.`
      : '',
    ...negativeAmounts(known).map(
      (part) => `The provider reports a negative ${part}: ${moneyText(known[part] ?? '', known.asset)}.`,
    ),
    name && !isKnownSecondary(name) ? `The provider adds ${name}, which Mintdesk doesn't recognise.` : '',
    ...conditions.map((one) => `The provider reports the condition ${one}, which Mintdesk doesn't recognise.`),
    unreadable.length > 0
      ? `The provider adds ${listText(unreadable)} in an unexpected format; see "${otherFields}".`
      : '',
  ].filter(Boolean)
}

function knownTexts({ known }: DecodedTransfer, { reason }: NextAction): string[] {
  const conditions = Object.keys(known.status_details ?? {}).filter(isKnownCondition)
  return conditions.flatMap((name) => {
    // The reason's own text says the same.
    if (name === 'pending_customer_approval' && reason === 'approval') return []
    const { pending, failed } = conditionTexts[name](known.asset ?? 'the asset', networkOf(known))
    return known.status === 'FAILED' ? failed : pending
  })
}

/** Conditions are only named here: it is not known whether they still hold. */
function unclearText(transfer: DecodedTransfer): string {
  const { status, status_details = {} } = transfer.known
  const names = Object.keys(status_details).filter(isKnownCondition)
  const listed = names.length > 0 ? [`The provider still lists ${listText(names)}.`] : []
  const question = isContradictory(transfer)
    ? 'Support must ask the provider which one is right before anyone acts on it.'
    : status === 'COMPLETED' && !isOdd(transfer.known)
      ? 'Support must ask the provider whether anything is left to do.'
      : 'Support must ask the provider what it means before anyone acts on it.'
  return [...listed, ...unknownTexts(transfer), question].join(' ')
}

function failedText(transfer: DecodedTransfer, action: NextAction): string {
  const [known, unknown] = [knownTexts(transfer, action), unknownTexts(transfer)]
  const remedy = isKnownSecondary(secondaryStatusName(transfer))
    ? 'Treasury must resolve this with the provider before retrying.'
    : unknown.length > 0
      ? 'Treasury must ask the provider what it means before retrying.'
      : known.length === 0
        ? 'The provider gave no reason. Treasury must ask for it with the transfer ID before retrying.'
        : ''
  return [...known, ...unknown, remedy].filter(Boolean).join(' ')
}

function textOf(transfer: DecodedTransfer, action: NextAction): string {
  if (action.reason === 'failed') return failedText(transfer, action)
  if (action.reason === 'unclear' && transfer.known.status !== 'PENDING') return unclearText(transfer)
  if (isContradictory(transfer)) return unclearText(transfer)
  const unknown = unknownTexts(transfer)
  const question = unknown.length > 0 ? 'Support must ask the provider what it means.' : ''
  return [actionTexts[action.reason], ...knownTexts(transfer, action), ...unknown, question].filter(Boolean).join(' ')
}

function toneOf({ known: { status } }: DecodedTransfer, { reason }: NextAction): Tone {
  if (status === 'FAILED') return 'bad'
  if (!isKnownStatus(status)) return 'off'
  return reason === 'completed' ? 'ok' : 'wait'
}

/** The detail of the secondary status, and the message of each condition. */
function quotesOf({ known: { secondary_status, status_details = {} } }: DecodedTransfer): string[] {
  const messages = Object.values(status_details).map((value: unknown) =>
    typeof value === 'object' && value !== null && 'message' in value ? value.message : value,
  )
  const texts = [secondary_status?.detail, ...messages].filter(
    (one) => typeof one === 'string' && one !== '',
  ) as string[]
  // The provider may say the same in both places.
  return [...new Set(texts)]
}

/** By when, of a transfer that someone waits for. */
function deadlineOf(transfer: DecodedTransfer, { reason, actor }: NextAction, timing?: Timing, zone?: Zone) {
  if (transfer.known.status === 'PENDING')
    return deadlineText(transfer, timing, reason !== 'processing' && reason !== 'slow', zone)
  return actor === 'nobody' ? undefined : 'No deadline.'
}

/** Takes a transfer with any status, secondary status and details, or none. */
export function statusSummary(transfer: DecodedTransfer, timing?: Timing, zone?: Zone): StatusSummary {
  const action = nextAction(transfer, timing)
  const warning = mayHaveMoved(transfer) ? 'Check the hash before retrying: funds may have moved.' : ''
  return {
    tone: toneOf(transfer, action),
    title: titleOf(transfer),
    text: [textOf(transfer, action), warning].filter(Boolean).join(' '),
    deadline: deadlineOf(transfer, action, timing, zone),
    overdue: overdueText(transfer, timing),
    quotes: quotesOf(transfer),
    action,
  }
}

/** A transfer with what the page says about it. */
export type SummarizedTransfer = LoadedTransfer & {
  environment: Environment
  summary: StatusSummary
  /** Undefined while usual times load, and for a transfer that needs none. */
  timing?: Timing
  /** Its name instead of its type's: `Converted USD to USDG`. */
  name?: string
}
