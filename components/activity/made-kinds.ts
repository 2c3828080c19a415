/** The kinds of things that are made here and have a list of their own. */
import type { WriteName } from '@/lib/api/intents'

export type MadeKind = {
  /** Below the environment. */
  segment: string
  title: string
  subtitle: string
  /** What makes one. */
  creates: Exclude<WriteName, 'updateFiatAccount'>
  /** What else tells of one. */
  changes?: WriteName
  /** What the record's id is called. */
  recordName: string
  newWords: string
}

const known = 'as last reported by the provider or noted by a person'

export const madeKinds = {
  orders: {
    segment: 'orders',
    title: 'Orders',
    subtitle: `Orders that were placed from here, with their status ${known}`,
    creates: 'createOrder',
    recordName: 'Order',
    newWords: 'New order',
  },
  fiatAccounts: {
    segment: 'fiat-accounts',
    title: 'Fiat accounts',
    subtitle: `Fiat accounts that were registered or changed from here, with their status ${known}`,
    creates: 'createFiatAccount',
    changes: 'updateFiatAccount',
    recordName: 'Account',
    newWords: 'New fiat account',
  },
  rules: {
    segment: 'rules',
    title: 'Rules',
    subtitle: `Rules that were made from here, with their status ${known}`,
    creates: 'createRule',
    recordName: 'Rule',
    newWords: 'New rule',
  },
} as const satisfies Record<string, MadeKind>

export type MadeName = keyof typeof madeKinds
