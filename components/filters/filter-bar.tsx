'use client'
import { Link2, Plus, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ShallowLink } from '@/components/ui/address'
import { whenIdle } from '@/components/ui/browser-state'
import { Button, buttonClass } from '@/components/ui/button'
import { copyText } from '@/components/ui/copy'
import { lazyPart } from '@/components/ui/lazy-part'
import { useHasKeys, useShortcut } from '@/components/ui/preferences'
import { useZone } from '@/components/ui/time'
import { withoutFilters } from '@/lib/browser/list-filters'
import { hrefOf, withoutParams } from '@/lib/browser/list-url'
import { postFilterName } from '@/lib/provider/list-rules'
import { filterChips } from './chips'
import type { Filter, FilterProps } from './description'

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

// No first load needs the menu; it is loaded before it is opened. Most visits paste no list.
const FilterMenu = lazyPart('The filter menu', () => import('./filter-menu'), { isOverlay: true })
const AppliedLists = lazyPart('The list of values', async () => ({
  default: (await import('./ids-form')).AppliedLists,
}))

/** A chip for each filter that is set, and what adds, clears and shares filters. The URL is their only state. */
export function FilterBar({ children, ...props }: FilterProps & { children?: ReactNode }) {
  const { filters, path, params, resolved } = props
  const [open, setOpen] = useState<{ anchor: HTMLElement; filter?: Filter }>()
  const [isCopied, setCopied] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const shortcut = useShortcut('f')
  const hasKeys = useHasKeys()
  const chips = filterChips(filters, params, useZone(), resolved)
  useEffect(() => {
    return whenIdle(() => void FilterMenu.preload())
  }, [])
  const focusAdd = () => addButton.current?.focus()
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these act at once */}
      <div
        role="group"
        aria-label="Filters"
        className="flex items-center gap-2 max-sm:relative max-sm:-m-1 max-sm:overflow-x-auto max-sm:p-1 sm:flex-wrap print:hidden"
      >
        {chips.map(({ filter, names, ...words }) => (
          <Chip
            key={filter.name}
            {...words}
            removeHref={hrefOf(path, withoutParams(params, [...names, ...names.map(postFilterName)]))}
            onRemoved={focusAdd}
            onEdit={(anchor) => setOpen({ anchor, filter })}
          />
        ))}
        <Button
          ref={addButton}
          kind="plain"
          aria-haspopup="dialog"
          aria-expanded={open !== undefined && open.filter === undefined}
          {...shortcut}
          onClick={(event) => setOpen(open ? undefined : { anchor: event.currentTarget })}
          className={`flex-none max-sm:order-first ${chips.length === 0 ? 'sm:-ml-2' : ''}`}
        >
          <Plus />
          Filter
          {hasKeys && (
            <kbd
              aria-hidden
              className="hidden min-w-[18px] rounded-1 border border-hairline-strong px-1 text-center font-sans text-xs font-label text-ink-3 sm:inline"
            >
              {shortcut['data-key']}
            </kbd>
          )}
        </Button>
        {chips.length > 0 && (
          <ShallowLink
            className={buttonClass({ kind: 'plain', className: 'flex-none' })}
            href={hrefOf(path, withoutFilters(params))}
            onMove={focusAdd}
          >
            Clear all
          </ShallowLink>
        )}
        <Button
          kind="plain"
          onClick={async () => setCopied(await copyText(window.location.href))}
          onBlur={() => setCopied(false)}
          className="flex-none"
        >
          <Link2 />
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
        {children}
        {open && (
          <FilterMenu
            {...props}
            filters={filters}
            anchor={open.anchor}
            first={open.filter}
            onClose={() => setOpen(undefined)}
            onClosed={() => (open.anchor.isConnected ? open.anchor : addButton.current)?.focus()}
          />
        )}
      </div>
      {chips.some(({ filter }) => filter.kind === 'ids') && (
        <AppliedLists {...props} filters={filters} onForgotten={focusAdd} />
      )}
    </>
  )
}
