/** Rules of policies as plain sentences. */
import { moneyText } from '@/components/transfers/labels'
import { hoursText, type PolicyRule, scopeTexts } from '@/lib/api/console/approvals/policy'
import { writeRowOf } from '@/lib/api/provider/operations'
import { capitalized, namesText } from '@/lib/browser/labels'

const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')

const fewNumbers = ['no', 'one', 'two', 'three', 'four', 'five']

/** When a rule asks: "from 250,000.00 USD". */
export function conditionText({ from, limit, cooling_hours, is_listed }: PolicyRule): string {
  const parts = [
    from && `from ${moneyText(from.amount, from.asset)}`,
    limit &&
      `above ${moneyText(limit.amount, limit.asset)} in ${hoursText(limit.hours)} for ${scopeTexts[limit.per].toLowerCase()}`,
    cooling_hours !== undefined &&
      (cooling_hours === 0
        ? `to a${is_listed ? ' destination that is not approved' : ' new destination'}`
        : `to a destination ${is_listed ? 'that is not approved, or was' : 'approved'} less than ${hoursText(cooling_hours)} ago`),
  ].filter((part) => part !== undefined && part !== false)
  return parts.join(' or ')
}

/**
 * "Create order from 250,000.00 USD in production needs one approver (approver or admin) within 24 h."
 * @param nameOf the names of people by subject
 */
export function ruleText(rule: PolicyRule, nameOf: (subject: string) => string): string {
  const { operations, environments, side, market, profile, approvers, expires_hours } = rule
  const { count = 0, roles = [], people = [] } = approvers ?? {}
  const what = listed(operations.map((name) => writeRowOf(name).label.toLowerCase()))
  const narrowed = [side?.toLowerCase(), market, profile && `profile ${profile}`].filter(Boolean).join(', ')
  const who = [roles.length > 0 && namesText(roles), people.length > 0 && namesText(people.map(nameOf))]
    .filter(Boolean)
    .join(', or ')
  const number = fewNumbers[count] ?? String(count)
  const needs = `${operations.length > 1 ? 'need' : 'needs'} ${number} ${count === 1 ? 'approver' : 'approvers'}`
  const when = conditionText(rule)
  const which = `${capitalized(what)}${narrowed && ` (${narrowed})`}${when && ` ${when}`} in ${listed(environments)}`
  if (!approvers) return `${which} ${operations.length > 1 ? 'are' : 'is'} ${when ? '' : 'always '}refused.`
  return `${which} ${when ? '' : 'always '}${needs} (${who}) within ${hoursText(expires_hours)}.`
}
