/**
 * A reply that support can send to a customer as it is: what happened, what it means for the money, what happens next and
 * by when. No ids of ours, no inner words, no blame; money is only said to have moved once the transfer is completed.
 */

import { isContradictory, isKnownCondition, mayHaveMoved, secondaryStatusName } from '@/lib/api/transfer-meaning'
import { momentText } from '@/lib/browser/clock'
import { teamSettings } from '@/lib/browser/team'
import { visibleText } from '@/lib/domain/invisible-characters'
import { defaultReply, fillReply, type TeamSettings } from '@/lib/features/team/interface'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { claimedSide } from '@/lib/provider/transfer-money'
import { explorerOf } from './explorers'
import { deadlineOf, dueText } from './overdue'
import type { SummarizedTransfer } from './status-summary'
import { kindNoun, moneyText, networkText } from './transfer-labels'
import { checkSum, isFree } from './transfer-sum'

type Known = DecodedTransfer['known']

/** `withdrawal`, `wire deposit`; customers need not know which of their transfers are internal. */
function nounOf(known: Known): string {
  const noun = kindNoun(known)
  return noun.endsWith('transfer') ? 'transfer' : noun.replace('crypto ', '')
}

/** `Your withdrawal of 249,970.00 USDG (payout-60583)`. @param aside what is said of it in brackets */
const moneyOf = (known: Known, aside: string) =>
  `Your ${nounOf(known)}${known.amount ? ` of ${moneyText(known.amount, known.asset)}` : ''}${aside && ` (${aside})`}`
/** `Your withdrawal of 249,970.00 USDG on Ethereum` */
function subjectOf(known: Known, aside: string): string {
  const network = networkText(known)
  return `${moneyOf(known, aside)}${network ? ` on ${network}` : ''}`
}

/** `credited to your balance`; undefined if that is not known. */
function balanceText(known: Known): string | undefined {
  const side = claimedSide(known)
  return side && `${side} ${side === 'credited' ? 'to' : 'from'} your balance`
}

/** The effect on the balance, in exact figures only where they add up. */
function completedText(transfer: DecodedTransfer): string {
  const { total, fee, asset, balance_asset: balance } = transfer.known
  const side = balanceText(transfer.known)
  if (!side) return ''
  const isOtherAsset = balance !== undefined && balance !== asset
  if (!total || (!isOtherAsset && checkSum(transfer).state !== 'matches')) return `It was ${side}.`
  const taken = claimedSide(transfer.known) === 'credited' ? 'after' : 'including'
  const feeText = fee && !isFree(transfer) && !isOtherAsset ? `, ${taken} a fee of ${moneyText(fee, asset)}` : ''
  return `${moneyText(total, balance ?? asset)} was ${side}${feeText}.`
}

/** What the recipient must do before a condition is resolved. */
function conditionText(condition: string, known: Known): string | undefined {
  const asset = known.asset ?? 'this asset'
  const network = networkText(known) ?? 'its network'
  if (condition === 'missing_trustline')
    return `The receiving account cannot hold ${asset} on ${network} yet. Please ask its owner to add a trustline for ${asset}, and let us know once that is done.`
  if (condition === 'max_rent_exceeded')
    return `The receiving account on ${network} has to be opened first. Please ask its owner to open it, and let us know once that is done.`
  if (condition === 'invalid_destination_address')
    return `The destination address was not accepted on ${network}. Please check it with the recipient and send us the correct one.`
  if (condition === 'stale_fee_quote')
    return 'The fee has to be quoted again. We are taking care of this; there is nothing you need to do.'
  return undefined
}

function pendingState(known: Known): string {
  const { type, crypto_tx_hash: hash } = known
  const network = networkText(known) ?? 'its network'
  if (type === 'CRYPTO_WITHDRAWAL')
    return hash
      ? `has been sent to ${network} and is waiting to settle. It is not complete yet.`
      : `is being processed. It has not been seen on ${network} yet.`
  if (type === 'CRYPTO_DEPOSIT')
    return `${hash ? `arrived on ${network} and is waiting to settle` : `has not been seen on ${network} yet`}. It is not credited to your balance yet.`
  return claimedSide(known) === 'credited'
    ? 'is being processed. It is not credited to your balance yet.'
    : 'is being processed. It is not complete yet.'
}

/** Of a transfer that waits for a person: `arrived on Ethereum and is on hold`. */
function heldState({ type, crypto_tx_hash: hash, ...known }: Known): string {
  const network = networkText(known)
  const done = type === 'CRYPTO_DEPOSIT' ? 'arrived on' : type === 'CRYPTO_WITHDRAWAL' ? 'has been sent to' : ''
  return hash && network && done ? `${done} ${network} and is on hold` : 'is on hold'
}

const askAgain = 'We are checking its status and will write to you as soon as we know more.'
const doNotRepeat = 'Please do not send it again in the meantime.'

function pendingText({ transfer, summary, timing }: SummarizedTransfer, aside: string): string {
  const { known } = transfer
  const start = `${moneyOf(known, aside)} ${pendingState(known)}`
  const held = `${moneyOf(known, aside)} ${heldState(known)}`
  const conditions = Object.keys(known.status_details ?? {}).filter(isKnownCondition)
  const requests = conditions.flatMap((one) => conditionText(one, known) ?? [])
  const deadline = timing && deadlineOf(transfer, timing)
  const late = deadline?.overdueBy !== undefined ? ' This is taking longer than usual.' : ''
  const { reason } = summary.action
  if (reason === 'travel-rule')
    return `${held}: we need the sender's and recipient's name and address. Please reply with them.`
  if (reason === 'approval')
    return [`${held} until it is approved. We will write to you when it is complete.`, ...requests].join(' ')
  if (reason === 'destination' || reason === 'fee-quote') return [`${start}${late}`, ...requests].join(' ')
  if (reason === 'unclear') return `${start}${late} ${askAgain} ${doNotRepeat}`
  if (reason === 'slow')
    return `${start}${late} We are following this up and will write to you as soon as we know more. ${doNotRepeat}`
  // The desk's limit is no promise to a customer.
  const due =
    deadline &&
    !deadline.isOwnLimit &&
    ` We expect it to complete by ${dueText(deadline.dueAt)}. If it has not, we will follow it up.`
  return `${start}${due || ' We will write to you if it is delayed.'} There is nothing you need to do.`
}

function failedText({ transfer }: SummarizedTransfer, aside: string): string {
  const { known } = transfer
  const side = balanceText(known)
  const start = `${subjectOf(known, aside)} could not be completed.`
  if (mayHaveMoved(transfer))
    return `${start} We are checking the transaction on the network before anything is sent again, and will write to you with the result. ${doNotRepeat}`
  const money = side ? ` It was not ${side}.` : ''
  const name = secondaryStatusName(transfer)
  if (name === 'TRAVEL_RULE_REJECTED')
    return `${start}${money} It did not pass the checks that such transfers are subject to. We are finding out whether it can be sent again and will write to you. ${doNotRepeat}`
  if (name === 'CUSTOMER_REJECTED')
    return `${start}${money} It was declined when it was up for approval. If it should still be sent, please let us know.`
  const requests = Object.keys(known.status_details ?? {}).flatMap((one) => conditionText(one, known) ?? [])
  if (requests.length > 0 && !name) return [`${start}${money}`, ...requests].join(' ')
  return `${start}${money} We are finding out why and will write to you. ${doNotRepeat}`
}

/** What is said of one transfer. @param aside what stands in brackets after its amount */
export function bodyOf(summarized: SummarizedTransfer, aside = ''): string {
  const { transfer, summary } = summarized
  const { known } = transfer
  const { reason } = summary.action
  if (reason === 'failed') return failedText(summarized, aside)
  if (reason === 'completed')
    return [`${subjectOf(known, aside)} is complete.`, completedText(transfer), 'There is nothing you need to do.']
      .filter(Boolean)
      .join(' ')
  if (known.status === 'PENDING' && !isContradictory(transfer)) return pendingText(summarized, aside)
  return `We are checking the status of your ${subjectOf(known, aside).slice('Your '.length)} and will write to you as soon as we know more. ${doNotRepeat}`
}

/** The hash of each public transfer, and where it can be followed. */
export const transactionText = (environment: Environment, transfers: readonly DecodedTransfer[]) =>
  transfers
    .flatMap((transfer) => {
      const { crypto_tx_hash: hash } = transfer.known
      const href = explorerOf(environment, transfer)?.href
      return [hash && `Transaction hash: ${hash}`, href && `Follow it on the network: ${href}`]
    })
    .filter(Boolean)
    .join('\n')

/** A reply to a customer, by the desk's template. */
export const replyText = (
  values: Readonly<Record<'message' | 'transaction' | 'as_of', string>>,
  { reply_en = defaultReply, name: desk }: TeamSettings = teamSettings(),
): string => {
  return visibleText(fillReply(reply_en, { ...values, desk }))
}

/** Names no time until usual times are loaded. */
export function supportReply(summarized: SummarizedTransfer, team?: TeamSettings): string {
  const { transfer, environment, at } = summarized
  const values = {
    message: bodyOf(summarized),
    transaction: transactionText(environment, [transfer]),
    as_of: statusLine(environment, at),
  }
  return replyText(values, team)
}

export const statusLine = (environment: Environment, at: number) =>
  `Status on ${momentText(at).slice(0, -3)} UTC.${environment === 'sandbox' ? ' Test message: no real money was involved.' : ''}`
