/** What a request that waits for approval is called, and why it waits, in words. */
import { moneyText } from '@/components/records/transfer-labels'
import type { ApprovalFacts } from '@/lib/api/approval'
import { hoursText, type Requirement, thresholdText } from '@/lib/api/approval'
import type { Intent, IntentEventKind } from '@/lib/api/intents'
import { plannedSum, sumText } from '@/lib/api/planned'
import { shorten } from '@/lib/browser/identifiers'
import { countText } from '@/lib/browser/labels'
import { negated, sumOf, withPlaces } from '@/lib/domain/decimals'
import { amountIn, destinationsIn } from '@/lib/features/approvals/policy'
import { destinationOf, idIn } from '@/lib/provider/destinations'
import { isChange, type WriteName } from '@/lib/provider/operations'
import type { Moved } from '@/lib/provider/summaries'

/** Events whose words people wrote to each other: they stand above the decision. */
export const questionKinds: readonly IntentEventKind[] = ['reason', 'question', 'declined']

export const difference = (more: string, less: string) => withPlaces(sumOf([more, negated(less)]) ?? '', 2)

/**
 * Why a rule of the policy asks, as an approver reads it.
 * @param facts undefined in lists
 * @param hasPlans whether it creates a rule for planned money, which later money runs as well
 */
export function reasonText(
  { because, threshold, count, is_unknown }: Requirement,
  facts?: ApprovalFacts,
  hasPlans = false,
): string {
  const sum = threshold && sumText(threshold)
  if (because === 'destination') {
    if (!facts?.destination) return 'Its destination is new'
    return facts.destination.first_seen ? 'Its destination is still new' : 'Its destination was never paid'
  }
  if (because === 'unlisted') return 'Its destination is not approved'
  if (because === 'cooling') return 'Its destination was approved only recently'
  if (is_unknown && hasPlans) return `Its rule also moves what comes later, which cannot be compared with ${sum}`
  if (is_unknown) {
    const isOfIt = facts?.moved.amounts.some(({ asset }) => asset === threshold?.asset)
    return isOfIt
      ? `What it moves in ${threshold?.asset} is not known before it is sent`
      : `What it moves cannot be compared with ${sum}`
  }
  if (because === 'limit') {
    return `Above the ${threshold?.per ?? 'desk'}'s limit of ${sum} in ${hoursText(threshold?.hours ?? 24)}`
  }
  if (because === 'amount') {
    const own = facts && threshold && amountIn(facts.moved, threshold)
    const counted = facts?.moved.amounts.find(({ amount }) => amount !== undefined && amount === own)
    return [counted && moneyText(own ?? '', counted.asset), threshold && `${thresholdText(threshold)} need approval`]
      .filter(Boolean)
      .join('; ')
  }
  return `Every request of this kind needs ${countText(count, 'approver')}`
}

/** The amount that a request is about: what was planned for it, the one of its threshold, else the first that is known. */
export function mainAmount({ approval }: Pick<Intent, 'approval'>): { amount: string; asset: string } | undefined {
  const planned = plannedSum(approval?.plans ?? [])
  if (planned) return planned
  const amounts = approval?.facts?.moved.amounts ?? []
  const threshold = approval?.requirements.find((one) => one.threshold)?.threshold
  const known = amounts.flatMap((one) => (one.amount === undefined ? [] : [{ asset: one.asset, amount: one.amount }]))
  return known.find((one) => one.asset === threshold?.asset) ?? known[0]
}

/** The profile that a request is for. */
export const profileIn = ({ parties }: Moved): string | undefined => {
  const owner = parties.find(({ as, kind }) => as === 'owner' && kind === 'profile')
  return owner && idIn(owner)
}

/** Where it goes: `fiat account 512f26ad…3cb5`. A change of an account goes nowhere. */
export function destinationText(operation: WriteName, moved: Moved): string | undefined {
  const texts = destinationsIn(moved).flatMap((to) => {
    const found = isChange(operation) ? undefined : destinationOf(to)
    if (!found) return []
    const { kind, value, network } = found
    if (kind === 'address') return [`${value} on ${network}`]
    return [`${kind === 'account' ? 'fiat account' : kind} ${shorten(value, 8)}`]
  })
  return texts.join(' and ') || undefined
}
