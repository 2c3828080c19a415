/** What only the UI knows of each write; everything else stands in its row (lib/api/operations.ts). */
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
import type { Intent, IntentDetail } from '@/lib/api/intents'
import { type WriteName, writeNames } from '@/lib/api/operations'
import { readOrder } from '@/lib/api/reading'

/** The lists of records created here, by their path below the environment. */
export const recordLists = { orders: 'Orders', 'fiat-accounts': 'Fiat accounts', rules: 'Rules' }
export type RecordList = keyof typeof recordLists
export const isRecordList = (text: string): text is RecordList => Object.hasOwn(recordLists, text)

type WriteView = {
  /** The section of its page that shows what it created or changed. */
  Outcome: ComponentType<{ intent: IntentDetail; environment: Environment }>
  /** Where its record is listed, and how the record's status looks; undefined where it leaves no record. */
  record?: { list: RecordList; statusStyle: (status: string) => StatusStyle }
  /** The amount to type again before it is sent in production. */
  amountToConfirm?: (intent: IntentDetail) => { text: string; asset: string } | undefined
}

const fiatAccount: WriteView = {
  Outcome: AccountOutcome,
  record: { list: 'fiat-accounts', statusStyle: accountStatusStyle },
}

// The outcomes are not lazy: one that came later would move what is read below it.
export const writes: Record<WriteName, WriteView> = {
  createOrder: {
    Outcome: OrderOutcome,
    record: { list: 'orders', statusStyle: (status) => orderStatusStyle(readOrder({ status })) },
    amountToConfirm: ({ path, body }) => mainAmount(orderValues({ path, body })),
  },
  createFiatAccount: fiatAccount,
  updateFiatAccount: fiatAccount,
  createRule: { Outcome: RuleOutcome, record: { list: 'rules', statusStyle: ruleStatusStyle } },
  initiateSandboxFiatDeposit: { Outcome: DepositTracker },
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
