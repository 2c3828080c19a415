/** How a rule's status looks. Lists need it without the rule's values. */
import { CircleCheck, CircleDashed, CircleOff, Clock, OctagonX } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'

const statusStyles: Record<string, StatusStyle> = {
  ACTIVE: { tone: 'ok', icon: CircleCheck, word: 'Active' },
  PENDING: { tone: 'wait', icon: Clock, word: 'Pending' },
  REJECTED: { tone: 'bad', icon: OctagonX, word: 'Rejected', isLoud: true },
  DELETED: { tone: 'off', icon: CircleOff, word: 'Deleted' },
}

/** Unknown statuses are shown unchanged. */
export const ruleStatusStyle = (status: string): StatusStyle =>
  (Object.hasOwn(statusStyles, status) ? statusStyles[status] : undefined) ?? {
    tone: 'off',
    icon: CircleDashed,
    word: status,
  }
