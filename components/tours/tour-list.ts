/** The tours by name: what each shows, for the places that offer them. Their steps are loaded when one runs. */

import { decisionRoles } from '@/lib/api/approval'
import { activityWriters } from '@/lib/api/intents'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'

export const tourKeys = ['mint', 'customer', 'lost', 'month', 'stop'] as const
export type TourKey = (typeof tourKeys)[number]

/** What a demo lets this visitor do: rehearse, and be someone else. */
export type DemoRights = { mayRehearse: boolean; isWorld: boolean }

/** What a tour is shown to: `roles` and `rights` say which one is offered next. */
export type TourProps = { environment: Environment; person: string; roles: readonly Role[]; rights: DemoRights }

/** `roles` may finish it, with such a right; absent for all. */
type TourName = { title: string; sentence: string; roles?: readonly Role[]; needs?: keyof DemoRights }

export const tourNames: Record<TourKey, TourName> = {
  mint: {
    title: 'Mint 100,000 USDC from a wire',
    sentence: 'Say it in one sentence, let the wire come, and watch each station fill in.',
    roles: activityWriters,
  },
  customer: {
    title: 'Find a customer’s money',
    sentence: 'Paste an e-mail, see each claim beside the facts, and copy one reply.',
  },
  lost: {
    title: 'Survive a lost answer',
    sentence: 'Send an order, lose its answer on purpose, and check that there is exactly one.',
    roles: activityWriters,
    needs: 'mayRehearse',
  },
  month: {
    title: 'Close the month',
    sentence: 'Export last month, reconcile the bank’s file, and find the three lines that differ.',
  },
  stop: {
    title: 'Stop a payment that should not leave',
    sentence: 'Find an order that is too large for one person, be the second one, and decline it.',
    roles: decisionRoles,
    needs: 'isWorld',
  },
}

/** The key that an address names in `?tour=`, if any. */
export const tourKeyOf = (text: string | null): TourKey | undefined => tourKeys.find((key) => key === text)

/** Those that a person with these roles can finish. */
export const toursFor = (held: readonly Role[], rights: DemoRights): readonly TourKey[] =>
  tourKeys.filter((key) => {
    const { roles, needs } = tourNames[key]
    return (roles?.some((role) => held.includes(role)) ?? true) && (needs === undefined || rights[needs])
  })
