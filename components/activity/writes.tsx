/** What only the UI knows of each write: a new write is one missing member here. */
import type { ComponentType } from 'react'
import { DepositTracker } from '@/components/deposits/deposit-tracker'
import { AccountOutcome } from '@/components/fiat-accounts/account-outcome'
import { accountStatusStyle } from '@/components/fiat-accounts/account-status'
import { mainAmount } from '@/components/orders/labels'
import { OrderOutcome } from '@/components/orders/order-outcome'
import { orderStatusStyle } from '@/components/orders/order-status'
import { orderValues } from '@/components/orders/order-values'
import { ruleStatusStyle } from '@/components/rules/rule-facts'
import { RuleOutcome } from '@/components/rules/rule-outcome'
import type { StatusStyle } from '@/components/ui/status'
import type { Environment } from '@/lib/api/environments'
import { type Intent, type IntentDetail, type WriteName, writeNames } from '@/lib/api/intents'
import { readOrder } from '@/lib/api/reading'

/** The lists of records created here, by their path below the environment. */
export const recordLists = { orders: 'Orders', 'fiat-accounts': 'Fiat accounts', rules: 'Rules' }
export type RecordList = keyof typeof recordLists
export const isRecordList = (text: string): text is RecordList => Object.hasOwn(recordLists, text)

type WriteView = {
  /** "Create order" */
  label: string
  /** In a sentence: "This order was never sent." */
  noun: string
  /** The form, below the environment. */
  form: (path: Record<string, string>) => string
  Outcome: ComponentType<{ intent: IntentDetail; environment: Environment }>
  /** What follows once it is confirmed. */
  nextStep: string
  /** What a check does if the provider never received the request; only for writes that can be replayed. */
  ifNotReceived?: string
  /** The record that it creates or changes; undefined where it leaves none. */
  record?: { label: string; list: RecordList; statusStyle: (status: string) => StatusStyle }
  /** The amount to type again before it is sent in production. */
  amountToConfirm?: (intent: IntentDetail) => { text: string; asset: string } | undefined
}

const fiatAccount = { label: 'Fiat account', list: 'fiat-accounts', statusStyle: accountStatusStyle } as const

// The outcomes are not lazy: one that came later would move what is read below it.
export const writes: Record<WriteName, WriteView> = {
  createOrder: {
    label: 'Create order',
    noun: 'order',
    form: () => 'orders/new',
    Outcome: OrderOutcome,
    nextStep: '',
    ifNotReceived: 'this check places it now, at current prices',
    record: { label: 'Order', list: 'orders', statusStyle: (status) => orderStatusStyle(readOrder({ status })) },
    amountToConfirm: ({ path, body }) => mainAmount(orderValues({ path, body })),
  },
  createFiatAccount: {
    label: 'Create fiat account',
    noun: 'fiat account',
    form: () => 'fiat-accounts/new',
    Outcome: AccountOutcome,
    nextStep: 'The provider reviews it before money can be sent to it.',
    ifNotReceived: 'this check registers it now',
    record: fiatAccount,
  },
  updateFiatAccount: {
    label: 'Update fiat account',
    noun: 'change',
    form: ({ id = '' }) => `fiat-accounts/${encodeURIComponent(id)}/edit`,
    Outcome: AccountOutcome,
    nextStep: 'The provider reviews the account again before money can be sent to it.',
    record: fiatAccount,
  },
  createRule: {
    label: 'Create rule',
    noun: 'rule',
    form: () => 'rules/new',
    Outcome: RuleOutcome,
    nextStep: 'It now runs automatically.',
    ifNotReceived: 'this check creates it now, and it takes effect immediately',
    record: { label: 'Rule', list: 'rules', statusStyle: ruleStatusStyle },
  },
  initiateSandboxFiatDeposit: {
    label: 'Simulate deposit',
    noun: 'deposit',
    form: () => 'deposits/new',
    Outcome: DepositTracker,
    nextStep: 'Its transfers appear below.',
  },
}

/** The writes whose records a list shows; the first one creates them. */
export const writesOf = (list: RecordList) => writeNames.filter((name) => writes[name].record?.list === list)

/** The last known status of an intent's own record; an intent refused because of another's record has none. */
export const ownStatus = ({ state, record_id, record_status }: Intent) =>
  state === 'refused' && record_id === undefined ? undefined : record_status

/** How that status looks; undefined where none is known. */
export function recordStatusStyle(intent: Intent): StatusStyle | undefined {
  const status = ownStatus(intent)
  return status ? writes[intent.operation].record?.statusStyle(status) : undefined
}
