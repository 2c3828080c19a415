'use client'
import { Link2, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { ShallowLink } from '@/components/ui/address'
import { whenIdle } from '@/components/ui/browser-state'
import { Button, buttonClass } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { copyText } from '@/components/ui/copy'
import { useShortcut } from '@/components/ui/preferences'
import { useZone } from '@/components/ui/time'
import { withoutFilters } from '@/lib/browser/list-filters'
import { hrefOf, withoutParams } from '@/lib/browser/list-url'
import { filterChips } from './chips'
import type { Filter, FilterProps } from './description'
import { useAppliedLists } from './filter-drafts'

// No first load needs the menu; it is loaded before it is opened. Most visits paste no list.
const loadMenu = () => import('./filter-menu')
const FilterMenu = lazy(loadMenu)
const AppliedListNote = lazy(() => import('./ids-form').then((form) => ({ default: form.AppliedListNote })))

/** A chip for each filter that is set, and what adds, clears and shares filters. The URL is their only state. */
export function FilterBar(props: FilterProps) {
  const { filters, path, params } = props
  const [open, setOpen] = useState<{ anchor: HTMLElement; filter?: Filter }>()
  const [isCopied, setCopied] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const shortcut = useShortcut('f')
  const chips = filterChips(filters, params, useZone())
  const appliedLists = useAppliedLists(filters, path, params)
  // A failure shows when the menu is opened.
  useEffect(() => whenIdle(() => loadMenu().catch(() => undefined)), [])
  const focusAdd = () => addButton.current?.focus()
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these act at once */}
      <div
        role="group"
        aria-label="Filters"
        className="flex flex-wrap items-center gap-2 max-sm:in-[.list-head]:contents max-sm:in-[.list-head]:[&>*]:order-3 print:hidden"
      >
        {chips.map(({ filter, names, ...words }) => (
          <Chip
            key={filter.name}
            {...words}
            removeHref={hrefOf(path, withoutParams(params, names))}
            onRemoved={focusAdd}
            onEdit={(anchor) => setOpen({ anchor, filter })}
          />
        ))}
        <Button
          ref={addButton}
          kind="plain"
          aria-haspopup="dialog"
          aria-expanded={open !== undefined && open.filter === undefined}
          aria-keyshortcuts={shortcut}
          onClick={(event) => setOpen(open ? undefined : { anchor: event.currentTarget })}
          className={`max-sm:in-[.list-head]:order-1! ${chips.length === 0 ? 'sm:-ml-2' : ''}`}
        >
          <Plus />
          Filter
          {shortcut && (
            <kbd
              aria-hidden
              className="hidden min-w-[18px] rounded-1 border border-hairline-strong px-1 text-center font-sans text-xs font-label text-ink-3 sm:inline"
            >
              {shortcut}
            </kbd>
          )}
        </Button>
        {chips.length > 0 && (
          <ShallowLink
            className={buttonClass({ kind: 'plain' })}
            href={hrefOf(path, withoutFilters(params))}
            onMove={focusAdd}
          >
            Clear all
          </ShallowLink>
        )}
        <Button
          kind="plain"
          className={chips.length === 0 ? 'max-sm:in-[.list-head]:hidden' : ''}
          onClick={async () => setCopied(await copyText(window.location.href))}
          onBlur={() => setCopied(false)}
        >
          <Link2 />
          {isCopied ? 'Copied' : 'Copy link'}
        </Button>
        {open && (
          <Suspense>
            <FilterMenu
              {...props}
              anchor={open.anchor}
              first={open.filter}
              onClose={() => setOpen(undefined)}
              onClosed={() => (open.anchor.isConnected ? open.anchor : addButton.current)?.focus()}
            />
          </Suspense>
        )}
      </div>
      {appliedLists.map((applied) => (
        <Suspense key={applied.filter.name}>
          <AppliedListNote {...props} {...applied} onForgotten={focusAdd} />
        </Suspense>
      ))}
    </>
  )
}
