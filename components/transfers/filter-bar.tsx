'use client'
import { Link2, Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Chip } from '@/components/ui/chip'
import { copyText } from '@/components/ui/copy-button'
import { ShallowLink } from '@/components/ui/shallow-link'
import { hrefOf, withoutFilters, withoutParts } from '@/lib/browser/list-url'
import type { FilterPanel } from './filter-menu'
import { type FilterChip, filterChips } from './filter-words'

// Most visits open no menu: its code comes when one is opened.
const FilterMenu = lazy(() => import('./filter-menu'))

const panelOf = ({ field, names }: FilterChip): FilterPanel | undefined => {
  if (field === 'Created') return 'created'
  return names[0] === 'type' || names[0] === 'statuses' ? names[0] : undefined
}

/** The filters in force, each a chip, and what adds, clears and shares them. The address is their only home. */
export function FilterBar({ path, params }: { path: string; params: URLSearchParams }) {
  const [open, setOpen] = useState<{ anchor: HTMLElement; panel?: FilterPanel }>()
  const [isCopied, setCopied] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  const chips = filterChips(params)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these act at once
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      {chips.map((chip) => {
        const panel = panelOf(chip)
        return (
          <Chip
            key={chip.field}
            {...chip}
            removeHref={hrefOf(path, withoutParts(params, chip.names))}
            onRemoved={() => addButton.current?.focus()}
            onEdit={panel && ((anchor) => setOpen({ anchor, panel }))}
          />
        )
      })}
      <Button
        ref={addButton}
        kind="plain"
        aria-haspopup="dialog"
        aria-expanded={open !== undefined && open.panel === undefined}
        onClick={(event) => setOpen(open ? undefined : { anchor: event.currentTarget })}
        className={chips.length === 0 ? '-ml-2' : ''}
      >
        <Plus />
        Filter
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
            firstPanel={open.panel}
            path={path}
            params={params}
            onClose={() => setOpen(undefined)}
            onClosed={() => (open.anchor.isConnected ? open.anchor : addButton.current)?.focus()}
          />
        </Suspense>
      )}
    </div>
  )
}
