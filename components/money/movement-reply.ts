/** A reply to the customer about a whole movement: what came, what arrived, what it cost. No IDs of ours. */

import type { Timing } from '@/components/records/overdue'
import { statusSummary } from '@/components/records/status-summary'
import { bodyOf, replyText, statusLine, supportReply, transactionText } from '@/components/records/support-reply'
import { moneyText, networkText } from '@/components/records/transfer-labels'
import { millisOf, momentText } from '@/lib/browser/clock'
import { differs, flowOf, resultOf, sumsByAsset } from '@/lib/features/money/balance'
import type { Environment } from '@/lib/provider/environments'
import type { LoadedMovement } from './movement-read'
import {
  destinationText,
  feesOf,
  hashesOf,
  type MovementNames,
  type MovementState,
  moniesText,
  nounOf,
} from './movement-texts'

const minuteText = (time: string) => `${momentText(millisOf(time)).slice(0, -3)} UTC`

/** `Your wire deposit of 250,000.00 USD reached us on 23 Nov 2026 09:02 UTC.`; "" if nothing has come. */
function arrivalText({ stations }: LoadedMovement): string {
  const [first, ...others] = stations.filter(({ kind, state }) => kind === 'in' && state === 'done')
  const transfer = first?.transfers[0]
  if (!first?.in || !transfer) return ''
  if (others.length > 0) {
    const sums = sumsByAsset([first, ...others].flatMap((one) => one.in ?? []))
    return `Your ${others.length + 1} deposits of ${moniesText(sums)} in all reached us.`
  }
  const on = first.ended ? ` on ${minuteText(first.ended)}` : ''
  return `Your ${nounOf(transfer).replace('crypto ', '')} of ${moneyText(first.in.amount, first.in.asset)} reached us${on}.`
}

/** `249,965.00 USD arrived at Halden Bank ••4512 on 23 Nov 2026 11:04 UTC, after 35.00 USD in fees.` */
function resultText({ stations, accounts }: LoadedMovement, names: MovementNames): string {
  const last = stations.at(-1)
  const transfer = last?.transfers.at(-1)
  const result = resultOf(accounts)
  if (!last || !transfer || result.length === 0) return ''
  const exits = stations.filter(({ kind }) => kind === 'out')
  const network = networkText(transfer.known)
  const to = transfer.known.fiat_account_id && destinationText(transfer, names)
  const where =
    exits.length > 1 || (exits.length > 0 && last.kind !== 'out')
      ? 'was paid out or credited to your balance'
      : last.kind !== 'out'
        ? 'was credited to your balance'
        : `arrived${to ? ` at ${to}` : network ? ` on ${network}` : ''}`
  const on = last.ended ? ` on ${minuteText(last.ended)}` : ''
  const fees = feesOf(stations)
  // Fees explain the difference only where everything adds up.
  const addsUp = accounts.reason === undefined && !differs(accounts)
  const after = addsUp && fees.length > 0 ? `, after ${moniesText(fees)} in fees` : ''
  return `${moniesText(result)} ${where}${on}${after}.`
}

type Occasion = { environment: Environment; timing: Timing | undefined }

/** @returns undefined before any money has come: there is nothing to say yet */
export function movementReply(
  movement: LoadedMovement,
  { kind, transfer }: Pick<MovementState, 'kind' | 'transfer'>,
  names: MovementNames,
  { environment, timing }: Occasion,
): string | undefined {
  const { transfers, at, requestId, plan, ahead = [] } = movement
  const [first, second] = transfers
  if (!first) return undefined
  // One transfer is the smallest movement, and its own page offers the same reply.
  if (!second && !plan && ahead.length === 0 && kind !== 'returned' && kind !== 'unexplained')
    return supportReply({ transfer: first, at, requestId, environment, timing, summary: statusSummary(first, timing) })
  const arrival = arrivalText(movement)
  const rest =
    kind === 'arrived'
      ? [resultText(movement, names), 'There is nothing left for you to do.'].join(' ')
      : transfer
        ? bodyOf({ transfer, at, requestId, environment, timing, summary: statusSummary(transfer, timing) })
        : kind === 'left'
          ? `${moniesText(flowOf(movement.accounts).out)} left your balance.`
          : kind !== 'moving'
            ? 'We are looking into what comes next and will write to you.'
            : 'The rest is automatic. We will write to you when it is complete.'
  // A movement of one transfer would be named twice.
  const body = transfers.length === 1 && transfer ? rest : [arrival, rest].filter(Boolean).join(' ')
  return replyText({
    message: body,
    transaction: transactionText(environment, hashesOf(transfers)),
    as_of: statusLine(environment, at),
  })
}
