import { CircleCheck, CircleDashed, Clock, FileQuestionMark, Hand, OctagonX, TriangleAlert } from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import type { DecodedTransfer } from '@/lib/api/reading'
import { secondaryLabel, statusLabel } from './labels'

const looks = {
  PENDING: { tone: 'wait', icon: Clock },
  COMPLETED: { tone: 'ok', icon: CircleCheck },
  FAILED: { tone: 'bad', icon: OctagonX, isLoud: true },
} as const

const waitingIcons: Record<string, StatusStyle['icon']> = {
  TRAVEL_RULE_INFO_REQUESTED: FileQuestionMark,
  PENDING_CUSTOMER_APPROVAL: Hand,
}

/** The name in `secondary_status`: `{name, detail}` was seen (service-facts, "Reading"). */
export function secondaryName({ known }: DecodedTransfer): string | undefined {
  const name = known.secondary_status?.name
  return typeof name === 'string' && name !== '' ? name : undefined
}

/** How a transfer's status looks, its secondary status spelled out beside it. Unknown values stay as they came. */
export function transferStatusStyle({ known }: Pick<DecodedTransfer, 'known'>): StatusStyle {
  const status = known.status ?? ''
  const name = secondaryName({ known } as DecodedTransfer)
  const why = name && (secondaryLabel(name) ?? name)
  const word = statusLabel(status)
  if (!word) return { tone: 'off', icon: CircleDashed, word: status || 'no status', why }
  const look = looks[status as keyof typeof looks]
  const icon = (status === 'PENDING' && name && waitingIcons[name]) || look.icon
  return { ...look, icon, word, why }
}

/** The same in a list, where a row that lacks required fields says so. */
export function rowStatusStyle(transfer: DecodedTransfer): StatusStyle {
  if (transfer.missing.length === 0) return transferStatusStyle(transfer)
  const why = transfer.known.status && (statusLabel(transfer.known.status) ?? transfer.known.status)
  return { tone: 'wait', icon: TriangleAlert, word: 'Incomplete row', why, isLoud: true }
}
