import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { typeLabel } from './labels'

/** Which way money goes, as a shape; a direction that is not known has none. */
export function DirectionArrow({ direction, className = 'size-3.5' }: { direction?: string; className?: string }) {
  if (direction === 'CREDIT') return <ArrowDownLeft className={className} />
  if (direction === 'DEBIT') return <ArrowUpRight className={className} />
  return null
}

/** A type in words; one that is not known stays as it came. */
export function TypeLabel({ type }: { type?: string }) {
  if (!type) return <span className="text-ink-3">type missing</span>
  return typeLabel(type) ?? <span className="font-mono">{type}</span>
}
