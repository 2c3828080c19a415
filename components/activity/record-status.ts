/** The status of what the service made of an intent, as it is shown. */
import { accountStatusLook } from '@/components/fiat-accounts/account-status'
import { orderStatusLook } from '@/components/orders/order-status'
import { ruleStatusLook } from '@/components/rules/rule-facts'
import type { StatusLook } from '@/components/ui/status'
import type { Intent } from '@/lib/api/intents'
import { readOrder } from '@/lib/api/reading'

/** The last known status of an intent's own record; one that was refused because of another's record has none. */
export const ownStatus = ({ state, record_id, record_status }: Intent) =>
  state === 'refused' && record_id === undefined ? undefined : record_status

/** How that status looks; undefined where none is known. */
export function recordStatusLook(intent: Intent): StatusLook | undefined {
  const status = ownStatus(intent)
  if (!status) return undefined
  if (intent.operation === 'createOrder') return orderStatusLook(readOrder({ status }))
  return intent.operation === 'createRule' ? ruleStatusLook(status) : accountStatusLook(status)
}
