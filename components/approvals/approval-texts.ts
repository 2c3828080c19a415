/** What a request that waits for approval is called, and why it waits, in words. */
import { moneyText } from '@/components/transfers/labels'
import type { ApprovalFacts } from '@/lib/api/console/approvals/approval'
import { hoursText, type Requirement } from '@/lib/api/console/approvals/policy'
import type { Intent } from '@/lib/api/console/intents'
import { destinationOf } from '@/lib/api/provider/destinations'
import type { Moved } from '@/lib/api/provider/summaries'
import { shorten } from '@/lib/browser/identifiers'
import { countText } from '@/lib/browser/labels'
import { compareDecimals, negated, sumOf, withPlaces } from '@/lib/domain/decimals'

export const difference = (more: string, less: string) => withPlaces(sumOf([more, negated(less)]) ?? '', 2)

/** Why a rule asks, as an approver reads it. @param facts undefined in lists */
export function reasonText({ because, threshold, count }: Requirement, facts?: ApprovalFacts): string {
  const own = facts?.moved.amounts.find(({ asset }) => asset === threshold?.asset)?.amount
  const sum = threshold && moneyText(threshold.amount, threshold.asset)
  if (because === 'destination')
    return facts?.destination?.first_seen ? 'Its destination is still new' : 'Its destination was never paid'
  if (because === 'unlisted') return 'Its destination is not approved'
  if (because === 'cooling') return 'Its destination was approved only recently'
  if (because === 'limit') {
    return `Above the ${threshold?.per ?? 'desk'}'s limit of ${sum} in ${hoursText(threshold?.hours ?? 24)}`
  }
  if (because === 'amount' && own !== undefined && threshold) {
    const more = difference(own, threshold.amount)
    return compareDecimals(more, '0') === 0
      ? `Exactly the ${sum} from which approval is needed`
      : `${moneyText(more, threshold.asset)} above the ${sum} that needs no approval`
  }
  if (because === 'amount' && facts) return `What it moves in ${threshold?.asset} is not known before it is sent`
  if (because === 'amount') return `At or above ${sum}`
  return `Every request of this kind needs ${countText(count, 'approver')}`
}

/** The amount that a request is about: the one of its threshold, else the first that is known. */
export function mainAmount({ approval }: Pick<Intent, 'approval'>): { amount: string; asset: string } | undefined {
  const amounts = approval?.facts?.moved.amounts ?? []
  const asset = approval?.requirements.find(({ threshold }) => threshold)?.threshold?.asset
  const known = amounts.flatMap((one) => (one.amount === undefined ? [] : [{ asset: one.asset, amount: one.amount }]))
  return known.find((one) => one.asset === asset) ?? known[0]
}

/** Where it goes: `fiat account 512f26ad…3cb5`. */
export function destinationText({ destination }: Pick<Moved, 'destination'>): string | undefined {
  const found = destinationOf(destination)
  if (!found) return undefined
  const { kind, value, network } = found
  if (kind === 'address') return `${value} on ${network}`
  return `${kind === 'account' ? 'fiat account' : kind} ${shorten(value, 8)}`
}
