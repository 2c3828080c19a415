/** How an account's status looks. Lists need it without the account's facts. */
import { CircleCheck, CircleDashed, Clock, OctagonX } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import type { FiatAccountStatus } from '@/lib/api/provider/fiat-accounts'

const statusStyles: Record<FiatAccountStatus, StatusStyle> = {
  PENDING: { tone: 'wait', icon: Clock, label: 'Pending' },
  APPROVED: { tone: 'ok', icon: CircleCheck, label: 'Approved' },
  REJECTED: { tone: 'bad', icon: OctagonX, label: 'Rejected', isLoud: true },
}

const isKnown = (status: string): status is FiatAccountStatus => Object.hasOwn(statusStyles, status)

/** Unknown statuses are shown unchanged. */
export const accountStatusStyle = (status: string): StatusStyle =>
  isKnown(status) ? statusStyles[status] : { tone: 'off', icon: CircleDashed, label: status || 'No status' }
