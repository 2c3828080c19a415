'use client'
import { Info, Link2, Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { ShallowLink } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { copyText } from '@/components/ui/copy'
import { Note } from '@/components/ui/note'
import { usePreference } from '@/components/ui/preferences'
import { useZone } from '@/components/ui/time'
import { withFilter, withoutFilters } from '@/lib/browser/list-filters'
import { hrefOf, withoutParams } from '@/lib/browser/list-url'
import { filterChips } from './chips'
import type { Filter, ListFilters } from './description'
import { usePastedParts } from './pasted'
import { refusalOf } from './refused'

// Most visits open no menu and paste no list: the code for both comes when it is needed.
const FilterMenu = lazy(() => import('./filter-menu'))
const PartsNote = lazy(() => import('./parts-note'))

type BarProps = { filters: ListFilters; path: string; params: URLSearchParams }

/** A filter that was not added, with what it would have put into the address. */
type NotAdded = { filter: Filter; parts: Record<string, readonly string[]>; at: string }

/** The filters in force, each a chip, and what adds, clears and shares them. The address is their only home. */
export function FilterBar({ filters, path, params }: BarProps) {
  const [open, setOpen] = useState<{ anchor: HTMLElement; filter?: Filter }>()
  const [notAdded, setNotAdded] = useState<NotAdded>()
  const [isCopied, setCopied] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const [keys] = usePreference('keys')
  const chips = filterChips(filters, params, useZone())
  const pasted = usePastedParts(filters, path, params)
  const search = params.toString()
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these act at once */}
      <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2 print:hidden">
        {chips.map(({ filter, names, ...words }) => (
          <Chip
            key={filter.name}
            {...words}
            removeHref={hrefOf(path, withoutParams(params, names))}
            onRemoved={() => addButton.current?.focus()}
            onEdit={(anchor) => setOpen({ anchor, filter })}
          />
        ))}
        <Button
          ref={addButton}
          kind="plain"
          aria-haspopup="dialog"
          aria-expanded={open !== undefined && open.filter === undefined}
          aria-keyshortcuts={keys === 'on' ? 'f' : undefined}
          onClick={(event) => setOpen(open ? undefined : { anchor: event.currentTarget })}
          className={chips.length === 0 ? '-ml-2' : ''}
        >
          <Plus />
          Filter
          {keys === 'on' && (
            <kbd
              aria-hidden
              className="min-w-[18px] rounded-1 border border-hairline-strong px-1 text-center font-sans text-xs font-label text-ink-3 max-sm:hidden"
            >
              f
            </kbd>
          )}
        </Button>
        {chips.length > 0 && (
          <ShallowLink
            className={buttonClass('plain')}
            href={hrefOf(path, withoutFilters(params))}
            onMove={() => addButton.current?.focus()}
          >
            Clear all
          </ShallowLink>
        )}
        <Button
          kind="plain"
          onClick={async () => setCopied(await copyText(window.location.href))}
          onBlur={() => setCopied(false)}
        >
          <Link2 />
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
        {open && (
          <Suspense>
            <FilterMenu
              anchor={open.anchor}
              first={open.filter}
              filters={filters}
              path={path}
              params={params}
              onRefused={(filter, parts) => setNotAdded({ filter, parts, at: search })}
              onClose={() => setOpen(undefined)}
              onClosed={() => (open.anchor.isConnected ? open.anchor : addButton.current)?.focus()}
            />
          </Suspense>
        )}
      </div>
      {notAdded?.at === search && (
        <Refused
          {...notAdded}
          filters={filters}
          path={path}
          params={params}
          onMove={() => addButton.current?.focus()}
          onLeave={() => {
            setNotAdded(undefined)
            addButton.current?.focus()
          }}
        />
      )}
      {pasted.map((one) => (
        <Suspense key={one.filter.name}>
          <PartsNote
            {...one}
            filters={filters}
            path={path}
            params={params}
            onForgotten={() => addButton.current?.focus()}
          />
        </Suspense>
      ))}
    </>
  )
}

type RefusedProps = BarProps & Omit<NotAdded, 'at'> & { onMove: () => void; onLeave: () => void }

/** Names filters that can't be combined; one click replaces the old filter with the new. */
function Refused({ filters, path, params, filter, parts, onMove, onLeave }: RefusedProps) {
  const refusal = refusalOf(filters, filter, params)
  if (!refusal) return null
  return (
    <Note
      tone="off"
      icon={Info}
      role="status"
      className="mt-3 mb-2"
      acts={
        <>
          <ShallowLink
            className={buttonClass('outline', 'note')}
            href={hrefOf(path, withFilter(filters.rules, params, parts))}
            onMove={onMove}
          >
            Use {filter.word} instead of {refusal.beside}
          </ShallowLink>
          <Button kind="plain" size="note" onClick={onLeave}>
            Dismiss
          </Button>
        </>
      }
    >
      <p>
        <b>{filter.word} was not added.</b> {refusal.sentence}
      </p>
    </Note>
  )
}
