/** The status of what the service made of an intent, as it is shown. */
import { accountStatusStyle } from '@/components/fiat-accounts/account-facts'
import { orderStatusStyle } from '@/components/orders/labels'
import { ruleStatusStyle } from '@/components/rules/labels'
import type { StatusStyle } from '@/components/ui/status'
import type { Intent } from '@/lib/api/intents'
import { readOrder } from '@/lib/api/reading'

/** The last known status of an intent's own record; one that was refused because of another's record has none. */
export const ownStatus = ({ state, record_id, record_status }: Intent) =>
  state === 'refused' && record_id === undefined ? undefined : record_status

/** How that status looks; undefined where none is known. */
export function recordStatusStyle(intent: Intent): StatusStyle | undefined {
  const status = ownStatus(intent)
  if (!status) return undefined
  if (intent.operation === 'createOrder') return orderStatusStyle(readOrder({ status }))
  return intent.operation === 'createRule' ? ruleStatusStyle(status) : accountStatusStyle(status)
}
