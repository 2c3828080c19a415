import { CircleCheck, CircleDashed, Clock, OctagonX } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import type { FiatAccountStatus } from '@/lib/api/fiat-accounts'

const looks: Record<FiatAccountStatus, StatusStyle> = {
  PENDING: { tone: 'wait', icon: Clock, word: 'Pending' },
  APPROVED: { tone: 'ok', icon: CircleCheck, word: 'Approved' },
  REJECTED: { tone: 'bad', icon: OctagonX, word: 'Rejected', isLoud: true },
}

const isKnown = (status: string): status is FiatAccountStatus => Object.hasOwn(looks, status)

/** How a fiat account's status looks; one that is not known stays as it came. */
export const accountStatusStyle = (status: string): StatusStyle =>
  isKnown(status) ? looks[status] : { tone: 'off', icon: CircleDashed, word: status || 'no status' }
