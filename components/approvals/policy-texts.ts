/** Rules of policies as plain sentences. */
import { hoursText, scopeTexts, thresholdText } from '@/lib/api/approval'
import { type Sum, sumText } from '@/lib/api/planned'
import { capitalized, namesText } from '@/lib/browser/labels'
import type { PolicyRule } from '@/lib/features/approvals/policy'
import { namesProfile } from '@/lib/provider/destinations'
import { type WriteName, writeNames, writeRowOf } from '@/lib/provider/operations'

/** "orders, rules and changes of fiat accounts". */
export const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')

/** How many people a rule can ask for. */
export const fewNumbers = ['one', 'two', 'three', 'four', 'five']

/** " (USDC and USDG count as USD)". */
const equalText = ({ asset, equal_assets = [] }: Sum) =>
  equal_assets.length > 0
    ? ` (${listed(equal_assets)} ${equal_assets.length > 1 ? 'count' : 'counts'} as ${asset})`
    : ''

/** "to a destination that is not approved (or was approved less than 24 h ago)". */
function destinationText(hours: number, isListed = false): string {
  const recent = isListed ? 'or was approved' : 'or one first approved'
  const which = isListed ? 'a destination that is not approved' : 'a new destination'
  return `to ${which}${hours > 0 ? ` (${recent} less than ${hoursText(hours)} ago)` : ''}`
}

/** When a rule asks: "of 250,000.00 USD and more". */
function conditionText({ from, limit, cooling_hours, is_listed }: Omit<PolicyRule, 'id'>): string {
  const parts = [
    from && `of ${thresholdText(from)}${equalText(from)}`,
    limit &&
      `above ${sumText(limit)}${equalText(limit)} in ${hoursText(limit.hours)} for ${scopeTexts[limit.per].toLowerCase()}`,
    cooling_hours !== undefined && destinationText(cooling_hours, is_listed),
  ].filter((part) => part !== undefined && part !== false)
  return parts.join(' or ')
}

/** `orders`, `changes of fiat accounts`. */
export function requestsText(name: WriteName): string {
  const { noun, record, changesRecordAt } = writeRowOf(name)
  const created = writeNames.map(writeRowOf).find((row) => row.record === record && !row.changesRecordAt)
  return changesRecordAt && created ? `${noun}s of ${created.noun}s` : `${noun}s`
}

/** "the sandbox and production". */
export const placesText = (environments: PolicyRule['environments']) =>
  listed(environments.map((name) => (name === 'sandbox' ? 'the sandbox' : name)))

/** What is held because nobody can tell how much it is: ", and whatever cannot be compared with USD,". */
function incomparableText({ from, limit }: Omit<PolicyRule, 'id'>): string {
  const assets = [from, limit].flatMap((sum) => (sum ? [sum.asset] : []))
  return assets.length > 0 ? `, and whatever cannot be compared with ${[...new Set(assets)].join(' or ')},` : ''
}

/**
 * "Orders of 250,000.00 USD and more in production, and whatever cannot be compared with USD, need one approver within 24 h."
 * @param nameOf      the names of people by subject
 * @param profileName the name of a profile, or what stands for it
 */
export function ruleText(
  rule: Omit<PolicyRule, 'id'>,
  nameOf: (subject: string) => string,
  profileName = (id: string) => `profile ${id}`,
): string {
  const { operations, environments, side, market, profile, approvers, expires_hours } = rule
  const { count = 0, roles = [], people = [] } = approvers ?? {}
  const what = listed(operations.map(requestsText))
  const isTold = operations.every((name) => namesProfile(writeRowOf(name)))
  const narrowed = [side?.toLowerCase(), market, profile && `${profileName(profile)}${isTold ? '' : ' or none'}`]
    .filter(Boolean)
    .join(', ')
  const who = [roles.length > 0 && namesText(roles), people.length > 0 && namesText(people.map(nameOf))]
    .filter(Boolean)
    .join(', or ')
  const number = fewNumbers[count - 1] ?? String(count)
  const when = conditionText(rule)
  const places = placesText(environments)
  const which = `${capitalized(what)}${narrowed && ` (${narrowed})`}${when && ` ${when}`} in ${places}${incomparableText(rule)}`
  const always = when ? '' : 'always '
  if (!approvers) return `${which} are ${always}refused.`
  // Approvers need no name; others who may approve do.
  const whose = who === 'approver' ? '' : ` (${who})`
  return `${which} ${always}need ${number} ${count === 1 ? 'approver' : 'approvers'}${whose} within ${hoursText(expires_hours)}.`
}

/** Said of a typed ID that is none of those offered: a name that nobody has would pass for one. */
export const unknownText = (typed: string, options: readonly { value: string }[]) =>
  typed.trim() === '' || options.some(({ value }) => value === typed.trim())
    ? undefined
    : 'None of those listed: it counts as an ID.'
