'use client'
import { X } from 'lucide-react'
import { ShallowLink } from './address'

type ChipProps = {
  field: string
  operator: string
  value: string
  /** The same page without this filter. */
  removeHref: string
  /** Moves the focus, which was on the chip. */
  onRemoved: () => void
  /** Opens the filter's form. */
  onEdit: (chip: HTMLButtonElement) => void
}

/** An active filter: field, operator, value, and a link that removes it. */
export function Chip({ field, operator, value, removeHref, onRemoved, onEdit }: ChipProps) {
  return (
    <span className="inline-flex max-w-full flex-none rounded-2 border border-hairline-strong bg-surface whitespace-nowrap">
      <button
        type="button"
        aria-haspopup="dialog"
        className="inline-flex min-h-11 min-w-0 items-center gap-1 px-1.5 text-ink-2 sm:min-h-6"
        onClick={(event) => onEdit(event.currentTarget)}
      >
        <span className="overflow-hidden text-left text-ellipsis" title={`${field} ${operator} ${value}`}>
          {field} {operator} <b className="font-label text-ink">{value}</b>
        </span>
      </button>
      <ShallowLink
        href={removeHref}
        onMove={onRemoved}
        className="inline-flex w-11 flex-none items-center justify-center border-l border-hairline text-ink-3 hover:text-ink sm:w-6"
        aria-label={`Remove filter ${field}`}
      >
        <X className="size-3.5" />
      </ShallowLink>
    </span>
  )
}
