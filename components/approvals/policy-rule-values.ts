/** What the form of a rule offers, what is typed into it, and the rule that this makes. */

import { groupedAmount } from '@/components/forms/amount-meanings'
import { limitHours, limitScopes, thresholdText } from '@/lib/api/approval'
import { withPlaces } from '@/lib/domain/decimals'
import { amountError, normalizeAmount } from '@/lib/domain/normalize-input'
import { absentIn, absentText, isOrder, type PolicyRule } from '@/lib/features/approvals/policy'
import { namesProfile } from '@/lib/provider/destinations'
import type { Environment } from '@/lib/provider/environments'
import { isChange, writeNames, writeRowOf } from '@/lib/provider/operations'
import { markets } from '@/lib/provider/order-terms'
import type { DefaultRole } from '@/lib/provider/roles'
import { assetsLike } from '@/lib/provider/rule-terms'

export const conditions = ['always', 'amount', 'limit', 'destination', 'unlisted'] as const
export type Condition = (typeof conditions)[number]
/** Within the sentence: "Orders in the sandbox that move 250,000.00 USD and more need one approver". */
export const conditionTexts: Record<Condition, string> = {
  always: 'always',
  amount: 'that move',
  limit: 'that bring the total above',
  destination: 'to a new destination',
  unlisted: 'to a destination that is not approved',
}

const conditionOf = ({ from, limit, cooling_hours, is_listed }: PolicyRule): Condition => {
  if (from || limit) return from ? 'amount' : 'limit'
  return cooling_hours === undefined ? 'always' : is_listed ? 'unlisted' : 'destination'
}

/** One that no rule of an earlier version has. */
export const newRuleId = () => `rule-${Date.now().toString(36)}`

/** What most desks begin with. Facts of the operations say which requests each is for. */
export function templatesOf(environment: Environment): { title: string; rule: Omit<PolicyRule, 'id'> }[] {
  const everywhere = writeNames.filter((name) => !writeRowOf(name).isSandboxOnly)
  const moving = everywhere.filter((name) => writeRowOf(name).moves.money !== null)
  const from = { amount: '100000.00', asset: 'USD', equal_assets: assetsLike('USD') }
  const held = { environments: [environment], expires_hours: 24 }
  const one = { count: 1, roles: ['approver' as const] }
  // Few desks have two people with the role of an approver alone.
  const two = { count: 2, roles: ['approver' as const, 'admin' as const] }
  return [
    { title: `Two people for ${thresholdText(from)}`, rule: { ...held, operations: moving, from, approvers: two } },
    { title: 'Every new destination', rule: { ...held, operations: moving, cooling_hours: 0, approvers: one } },
    {
      title: 'Every change of a fiat account',
      rule: { ...held, operations: everywhere.filter(isChange), approvers: one },
    },
  ]
}

/** A typed sum as its field shows it once it is left. What is no amount, or may be two, stays. */
export const shownSum = (typed: string, asset: string): string =>
  amountError(typed, 'amount', asset) ? typed : groupedAmount(normalizeAmount(typed, asset))

/** The values of the form, as typed. */
export const valuesOf = (environment: Environment, rule: PolicyRule | undefined) => ({
  operations: rule?.operations ?? [],
  environments: rule?.environments ?? [environment],
  condition: rule ? conditionOf(rule) : ('amount' as Condition),
  amount: groupedAmount((rule?.from ?? rule?.limit)?.amount ?? ''),
  asset: (rule?.from ?? rule?.limit)?.asset ?? 'USD',
  equal: (rule?.from ?? rule?.limit)?.equal_assets ?? [],
  hours: String(rule?.limit?.hours ?? 24),
  per: String(rule?.limit?.per ?? 'desk'),
  cooling: String(rule?.cooling_hours ?? 24),
  side: rule?.side ?? '',
  market: rule?.market ?? '',
  profile: rule?.profile ?? '',
  result: rule && !rule.approvers ? 'refused' : 'approved',
  count: String(rule?.approvers?.count ?? 1),
  roles: rule?.approvers ? (rule.approvers.roles ?? []) : (['approver'] as DefaultRole[]),
  people: rule?.approvers?.people ?? [],
  expires: String(rule?.expires_hours ?? 24),
})
export type Values = ReturnType<typeof valuesOf>

export const hasSum = (condition: Condition) => condition === 'amount' || condition === 'limit'
export const hasCooling = (condition: Condition) => condition === 'destination' || condition === 'unlisted'

/** What is asked for of the chosen kinds of requests: only what tells them apart. */
export function offered({ operations, asset, condition, per }: Values) {
  const isAny = operations.length === 0
  const movesMoney = isAny || operations.some((name) => writeRowOf(name).moves.money !== null)
  const hasProfile = operations.every((name) => namesProfile(writeRowOf(name)))
  const scopes = limitScopes.filter((one) => one !== 'profile' || hasProfile)
  const shown = conditions.filter((one) => movesMoney || !hasSum(one))
  return {
    conditions: shown,
    condition: shown.find((one) => one === condition) ?? 'always',
    equal: assetsLike(asset),
    scopes,
    per: scopes.find((one) => one === per) ?? 'desk',
    hasProfile,
    isOrder: !isAny && operations.every(isOrder),
  }
}

const isWhole = (text: string, least: number, most: number) =>
  /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most

export function errorsOf(values: Values): Partial<Record<keyof Values, string>> {
  const { operations, environments, amount, asset, cooling, count, expires } = values
  const { condition } = offered(values)
  const needsPeople = values.result === 'approved'
  const absent = absentIn(operations, environments)
  const sumError = amount.trim() === '' ? 'Enter an amount, like 250000.00.' : amountError(amount, 'amount', asset)
  return {
    ...(operations.length === 0 && { operations: 'Choose at least one kind of request.' }),
    ...(absent.length > 0 && { environments: absentText(absent) }),
    ...(environments.length === 0 && { environments: 'Choose at least one environment.' }),
    ...(hasSum(condition) && sumError && { amount: sumError }),
    ...(hasSum(condition) && !/^[A-Z0-9]{2,12}$/.test(asset) && { asset: 'Enter an asset, like USD.' }),
    ...(hasCooling(condition) && !isWhole(cooling, 0, 720) && { cooling: 'Enter 0 to 720 hours.' }),
    ...(needsPeople && !isWhole(count, 1, 5) && { count: 'Enter 1 to 5.' }),
    ...(needsPeople && values.roles.length + values.people.length === 0 && { roles: 'Choose a role or people.' }),
    ...(needsPeople && !isWhole(expires, 1, 720) && { expires: 'Enter 1 to 720 hours.' }),
  }
}

export const ruleOf = (values: Values, id: string): PolicyRule => {
  const { amount, asset, hours, cooling, side, profile, count, expires } = values
  const { condition, isOrder, hasProfile, ...offer } = offered(values)
  const equal = offer.equal.filter((one) => values.equal.includes(one))
  const market = markets.find((one) => one === values.market)
  const exact = withPlaces(normalizeAmount(amount, asset), 2)
  const sum = { amount: exact, asset, ...(equal.length > 0 && { equal_assets: equal }) }
  return {
    id,
    operations: values.operations,
    environments: values.environments,
    ...(isOrder && side && { side: side as 'BUY' | 'SELL' }),
    ...(isOrder && market && { market }),
    ...(hasProfile && profile.trim() && { profile: profile.trim() }),
    ...(condition === 'amount' && { from: sum }),
    ...(condition === 'limit' && {
      limit: { ...sum, hours: limitHours.find((one) => String(one) === hours) ?? 24, per: offer.per },
    }),
    ...(hasCooling(condition) && { cooling_hours: Number(cooling) }),
    ...(condition === 'unlisted' && { is_listed: true as const }),
    ...(values.result === 'approved' && {
      approvers: {
        count: Number(count),
        ...(values.roles.length > 0 && { roles: values.roles }),
        ...(values.people.length > 0 && { people: values.people }),
      },
    }),
    expires_hours: Number(expires) || 1,
  }
}
