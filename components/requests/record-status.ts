/** How the status of a record looks. Lists need it without the record's facts; an order's says more (orders/labels.ts). */
import { CircleCheck, CircleDashed, CircleOff, Clock, OctagonX } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import type { FiatAccountStatus } from '@/lib/provider/fiat-accounts'
import type { TransferStatus } from '@/lib/provider/transfers'

/** The contract lists no statuses of rules (docs/provider.md, "Reading"). */
type KnownStatus = FiatAccountStatus | TransferStatus | 'ACTIVE' | 'DELETED'

const statusStyles: Record<KnownStatus, StatusStyle> = {
  PENDING: { tone: 'wait', icon: Clock, label: 'Pending' },
  APPROVED: { tone: 'ok', icon: CircleCheck, label: 'Approved' },
  ACTIVE: { tone: 'ok', icon: CircleCheck, label: 'Active' },
  COMPLETED: { tone: 'ok', icon: CircleCheck, label: 'Completed' },
  REJECTED: { tone: 'bad', icon: OctagonX, label: 'Rejected', isLoud: true },
  FAILED: { tone: 'bad', icon: OctagonX, label: 'Failed', isLoud: true },
  DELETED: { tone: 'off', icon: CircleOff, label: 'Deleted' },
}

const isKnown = (status: string): status is KnownStatus => Object.hasOwn(statusStyles, status)

/** Unknown statuses are shown unchanged. */
export const styleOfStatus = (status: string): StatusStyle =>
  isKnown(status) ? statusStyles[status] : { tone: 'off', icon: CircleDashed, label: status }
