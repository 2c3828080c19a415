'use client'
import { X } from 'lucide-react'
import { ShallowLink } from './address'

type ChipProps = {
  field: string
  operator: string
  value: string
  /** The same page without this filter. */
  removeHref: string
  /** After it was dropped: the focus must go somewhere. */
  onRemoved?: () => void
  /** Opens what changes it; without it the chip only tells. */
  onEdit?: (chip: HTMLButtonElement) => void
}

/** A filter in force: field, operator, value, and a way to drop it. */
export function Chip({ field, operator, value, removeHref, onRemoved, onEdit }: ChipProps) {
  const inside = 'inline-flex min-h-6 min-w-0 items-center gap-1 px-1.5 text-ink-2 max-sm:min-h-8'
  const words = (
    <span className="overflow-hidden text-left text-ellipsis">
      {field} {operator} <b className="font-label text-ink">{value}</b>
    </span>
  )
  return (
    <span className="inline-flex max-w-full rounded-2 border border-hairline-strong bg-surface whitespace-nowrap max-sm:whitespace-normal">
      {onEdit ? (
        <button type="button" className={inside} onClick={(event) => onEdit(event.currentTarget)}>
          {words}
        </button>
      ) : (
        <span className={inside}>{words}</span>
      )}
      <ShallowLink
        href={removeHref}
        onMove={onRemoved}
        className="inline-flex w-6 flex-none items-center justify-center border-l border-hairline text-ink-3 hover:text-ink max-sm:w-8"
        aria-label={`Remove filter ${field}`}
      >
        <X className="size-3.5" />
      </ShallowLink>
    </span>
  )
}
