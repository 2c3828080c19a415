import {
  ArrowDownLeft,
  ArrowUpRight,
  CircleCheck,
  CircleDashed,
  Clock,
  FileQuestionMark,
  Hand,
  OctagonX,
  TriangleAlert,
} from 'lucide-react'
import type { StatusStyle } from '@/components/ui/status'
import { secondaryStatusName } from '@/lib/api/transfer-meaning'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { isOdd } from '@/lib/provider/transfer-money'
import { deadlineText, overdueText, type Timing } from './overdue'
import {
  networkText,
  noType,
  secondaryStatusLabel,
  secondaryStatusShortLabel,
  statusLabel,
  typeLabel,
} from './transfer-labels'

const statusStyles = {
  PENDING: { tone: 'wait', icon: Clock },
  COMPLETED: { tone: 'ok', icon: CircleCheck },
  FAILED: { tone: 'bad', icon: OctagonX, isLoud: true },
} as const

const secondaryIcons: Record<string, StatusStyle['icon']> = {
  TRAVEL_RULE_INFO_REQUESTED: FileQuestionMark,
  PENDING_CUSTOMER_APPROVAL: Hand,
}

/** A transfer's status with its secondary status spelled out. Unknown values are shown as received. */
export function transferStatusStyle(transfer: Pick<DecodedTransfer, 'known'>): StatusStyle {
  const { status = '' } = transfer.known
  const name = secondaryStatusName(transfer)
  const why = name ? (secondaryStatusLabel(name) ?? name) : isOdd(transfer.known) ? 'unclear' : undefined
  const label = statusLabel(status)
  if (!label) return { tone: 'off', icon: CircleDashed, label: status || 'no status', why }
  const style = statusStyles[status as keyof typeof statusStyles]
  const icon =
    (status === 'PENDING' && name && Object.hasOwn(secondaryIcons, name) && secondaryIcons[name]) || style.icon
  return { ...style, icon, label, why }
}

/**
 * The same in a list: a reason is short, and a row that lacks required fields says so.
 * @param timing where usual times are known: a pending transfer that is overdue says so
 */
export function rowStatusStyle(transfer: DecodedTransfer, timing?: Timing): StatusStyle {
  if (transfer.missing.length === 0) {
    const style = transferStatusStyle(transfer)
    const short = secondaryStatusShortLabel(secondaryStatusName(transfer) ?? '')
    const overdue = overdueText(transfer, timing)
    if (!short && !overdue) return style
    const why = [short ?? style.why, overdue && 'overdue'].filter(Boolean).join(', ')
    const inFull = [style.why ? `${style.label}: ${style.why}` : style.label, overdue && deadlineText(transfer, timing)]
    return { ...style, why, inFull: inFull.filter(Boolean).join('. ') }
  }
  const why = transfer.known.status && (statusLabel(transfer.known.status) ?? transfer.known.status)
  return { tone: 'wait', icon: TriangleAlert, label: 'Incomplete row', why, isLoud: true }
}

/** In or out as an arrow; an unknown direction has none. */
export function DirectionArrow({ direction, className = 'size-3.5' }: { direction?: string; className?: string }) {
  if (direction === 'CREDIT') return <ArrowDownLeft className={className} />
  if (direction === 'DEBIT') return <ArrowUpRight className={className} />
  return null
}

export function TypeLabel({ type }: { type?: string }) {
  if (!type) return <span className="text-ink-3">{noType}</span>
  return typeLabel(type) ?? <span className="font-mono">{type}</span>
}

/** @param name instead of its type's */
export function TransferName({ transfer: { known }, name }: { transfer: DecodedTransfer; name?: string }) {
  const network = networkText(known)
  return (
    <>
      <DirectionArrow direction={known.direction} className="" /> {name ?? <TypeLabel type={known.type} />}
      {network && `, ${network}`}
    </>
  )
}

/** Only a completed transfer has a receipt; any other is printed as a record of its status. */
export const receiptName = ({ known }: DecodedTransfer) => (known.status === 'COMPLETED' ? 'receipt' : 'record')
