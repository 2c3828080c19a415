/** What only the UI knows of each write; everything else stands in its row (lib/api/operations.ts). */
import { accountStatusStyle } from '@/components/fiat-accounts/account-status'
import { orderStatusStyle } from '@/components/orders/labels'
import { ruleStatusStyle } from '@/components/rules/rule-status'
import type { StatusStyle } from '@/components/ui/status'
import type { Intent } from '@/lib/api/intents'
import { type WriteName, writeNames } from '@/lib/api/operations'
import { readOrder } from '@/lib/api/reading'

/** The lists of records created here, by their path below the environment. */
export const recordLists = { orders: 'Orders', 'fiat-accounts': 'Fiat accounts', rules: 'Rules' }
export type RecordList = keyof typeof recordLists
export const isRecordList = (text: string): text is RecordList => Object.hasOwn(recordLists, text)

/** Where a write's record is listed, and how the record's status looks. */
type RecordView = { list: RecordList; statusStyle: (status: string) => StatusStyle }

const fiatAccount: RecordView = { list: 'fiat-accounts', statusStyle: accountStatusStyle }

/** The view of each write's record; null if it creates only transfers. */
export const recordViews: Record<WriteName, RecordView | null> = {
  createOrder: { list: 'orders', statusStyle: (status) => orderStatusStyle(readOrder({ status })) },
  createFiatAccount: fiatAccount,
  updateFiatAccount: fiatAccount,
  createRule: { list: 'rules', statusStyle: ruleStatusStyle },
  initiateSandboxFiatDeposit: null,
}

/** The writes whose records a list shows; the first one creates them. */
export const writesOf = (list: RecordList) => writeNames.filter((name) => recordViews[name]?.list === list)

/** The last known status of an intent's own record; an intent refused because of another's record has none. */
export const ownStatus = ({ state, record_id, record_status }: Intent) =>
  state === 'refused' && record_id === undefined ? undefined : record_status

/** The style of that status; undefined if none is known. */
export function recordStatusStyle(intent: Intent): StatusStyle | undefined {
  const status = ownStatus(intent)
  return status ? recordViews[intent.operation]?.statusStyle(status) : undefined
}
