/** Access in words, and as a table for other programs. */

import { amountText } from '@/components/ui/amount'
import type { HeldRole, PersonAccess, RoleLimits } from '@/lib/features/people/interface'
import { type Right, rights, writeRights } from '@/lib/provider/roles'

export const sourceTexts: Record<HeldRole['from'], string> = {
  claim: 'company sign-in',
  list: 'ADMIN_SUBJECTS',
  demo: 'demo user',
}

/** What each right allows, as the access review says it. Here, because every page loads the rights. */
export const rightPurposes: Record<Right, string> = {
  read: 'read lists, transfers, movements and notes',
  'look-up': 'look up what a customer sent',
  export: 'export lists',
  note: 'write notes on records',
  requests: 'read requests, approvals and policies',
  order: 'place orders, withdraw them before they are sent, plan movements',
  accounts: 'create and change fiat accounts',
  rules: 'create rules',
  approve: 'decide on what others request',
  configure: 'change policies and webhooks, end others’ sessions, release a restored copy',
  audit: 'read who has access, webhooks and the audit log',
}

const shortTexts: Record<Right, string> = {
  read: 'read',
  'look-up': 'look up',
  export: 'export',
  note: 'write notes',
  requests: 'see requests',
  order: 'place orders',
  accounts: 'change fiat accounts',
  rules: 'create rules',
  approve: 'approve',
  configure: 'change settings',
  audit: 'see the audit log',
}

/** The rights of a person, whichever role brings them. */
export const rightsOf = ({ roles }: Pick<PersonAccess, 'roles'>): Right[] =>
  rights.filter((right) => roles.some((role) => role.rights.includes(right)))

/** `Read, look up, export, write notes`. */
export function mayText(held: readonly Right[]): string {
  if (held.length === rights.length) return 'Everything'
  const text = held.map((right) => shortTexts[right]).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const allOf = new Intl.ListFormat('en', { type: 'conjunction' })

/** `at most 50,000.00 USD in one request, only for the profiles p-1 and p-2`; empty without limits. */
export function limitsText({ amounts, profiles }: RoleLimits = {}): string {
  const sums = Object.entries(amounts ?? {}).map(([asset, amount]) => `${amountText(amount)} ${asset}`)
  return [
    sums.length > 0 && `at most ${allOf.format(sums)} in one request`,
    profiles && `only for the profile${profiles.length > 1 ? 's' : ''} ${allOf.format(profiles)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const heads = ['person', 'subject', 'role', 'role_from', 'since', 'last_active', 'right', 'allows', 'limits']

/** A line for each right that a role gives a person; one without a right for those who have no access any more. */
export const accessCells = (people: readonly PersonAccess[]): string[][] => [
  heads,
  ...people.flatMap(({ name, subject, roles, since, seen_at }) =>
    roles.length === 0
      ? [[name, subject, '', '', since, seen_at, '', '', '']]
      : roles.flatMap((role) =>
          role.rights.map((right) => [
            ...[name, subject, role.name, sourceTexts[role.from], since, seen_at],
            ...[right, rightPurposes[right], writeRights.includes(right) ? limitsText(role.limits) : ''],
          ]),
        ),
  ),
]
