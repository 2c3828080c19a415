'use client'
import { Info, Link2, Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { ShallowLink } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { copyText } from '@/components/ui/copy'
import { useShortcut } from '@/components/ui/preferences'
import { Note } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import { withFilter, withoutFilters } from '@/lib/browser/list-filters'
import { hrefOf, withoutParams } from '@/lib/browser/list-url'
import { filterChips } from './chips'
import { conflictOf, type Filter, type FilterProps } from './description'
import { useAppliedLists } from './filter-drafts'
import type { FilterValues } from './filter-form'

// Most visits open no menu and paste no list.
const FilterMenu = lazy(() => import('./filter-menu'))
const AppliedListNote = lazy(() => import('./ids-form').then((form) => ({ default: form.AppliedListNote })))

/** A filter that conflicts with others, with its values and the query string it was refused at. */
type Refused = { filter: Filter; values: FilterValues; at: string }

/** A chip for each filter that is set, and what adds, clears and shares filters. The URL is their only state. */
export function FilterBar(props: FilterProps) {
  const { filters, path, params } = props
  const [open, setOpen] = useState<{ anchor: HTMLElement; filter?: Filter }>()
  const [refused, setRefused] = useState<Refused>()
  const [isCopied, setCopied] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const shortcut = useShortcut('f')
  const chips = filterChips(filters, params, useZone())
  const appliedLists = useAppliedLists(filters, path, params)
  const search = params.toString()
  const conflict = refused?.at === search ? conflictOf(filters, refused.filter, params) : undefined
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
          className={`flex-none max-sm:order-first ${chips.length === 0 ? 'sm:-ml-2' : ''}`}
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
          className="flex-none max-sm:min-w-11"
        >
          <Link2 />
          <span className={isCopied ? undefined : 'max-sm:sr-only'}>{isCopied ? 'Copied' : 'Copy link'}</span>
        </Button>
        {open && (
          <Suspense>
            <FilterMenu
              {...props}
              anchor={open.anchor}
              first={open.filter}
              onRefused={(filter, values) => setRefused({ filter, values, at: search })}
              onClose={() => setOpen(undefined)}
              onClosed={() => (open.anchor.isConnected ? open.anchor : addButton.current)?.focus()}
            />
          </Suspense>
        )}
      </div>
      {refused && conflict && (
        <Note
          title={`${refused.filter.label} was not added.`}
          tone="off"
          icon={Info}
          role="status"
          className="mt-3 mb-2"
          actions={
            <>
              <ShallowLink
                className={buttonClass({ size: 'small' })}
                href={hrefOf(path, withFilter(filters.rules, params, refused.values))}
                onMove={focusAdd}
              >
                Use {refused.filter.label} instead of {conflict.labels}
              </ShallowLink>
              <Button
                kind="plain"
                size="small"
                onClick={() => {
                  setRefused(undefined)
                  focusAdd()
                }}
              >
                Dismiss
              </Button>
            </>
          }
        >
          {conflict.sentence}
        </Note>
      )}
      {appliedLists.map((applied) => (
        <Suspense key={applied.filter.name}>
          <AppliedListNote {...props} {...applied} onForgotten={focusAdd} />
        </Suspense>
      ))}
    </>
  )
}
