/** How a rule's status looks. Lists need it without the rule's values. */
import { CircleCheck, CircleDashed, CircleOff, Clock, OctagonX } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'

const statusStyles: Record<string, StatusStyle> = {
  ACTIVE: { tone: 'ok', icon: CircleCheck, label: 'Active' },
  PENDING: { tone: 'wait', icon: Clock, label: 'Pending' },
  REJECTED: { tone: 'bad', icon: OctagonX, label: 'Rejected', isLoud: true },
  DELETED: { tone: 'off', icon: CircleOff, label: 'Deleted' },
}

/** Unknown statuses are shown unchanged. */
export const ruleStatusStyle = (status: string): StatusStyle =>
  (Object.hasOwn(statusStyles, status) ? statusStyles[status] : undefined) ?? {
    tone: 'off',
    icon: CircleDashed,
    label: status,
  }
