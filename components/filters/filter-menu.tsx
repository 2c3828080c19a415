'use client'
import { ChevronLeft } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pushAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { withFilter } from '@/lib/browser/list-filters'
import { hrefOf } from '@/lib/browser/list-url'
import { ChoiceForm } from './choice-form'
import { type Filter, type ListFilters, namesOf } from './description'
import { IdsForm } from './ids-form'
import { isSame } from './pasted'
import { type Refusal, refusalOf } from './refused'
import { TimeForm } from './time-form'

type Parts = Record<string, readonly string[]>

/** What each form of the menu gets. */
export type FormProps<Kind extends Filter> = {
  filter: Kind
  list: ListFilters
  path: string
  params: URLSearchParams
  submitWords: string
  /** Whether what is applied would not be added, but explained beside the chips. */
  isRefused: boolean
  onApply: (parts: Parts) => void
  /** The panel has done its work by a link. */
  onClose: () => void
}

type MenuProps = {
  anchor: HTMLElement
  /** The filter whose panel it begins with; without it the list of filters. */
  first?: Filter
  filters: ListFilters
  path: string
  params: URLSearchParams
  /** A filter was filled in that can't be combined with others that are set. */
  onRefused: (filter: Filter, parts: Parts) => void
  onClose: () => void
  /** After it has gone: the focus goes back where it came from. */
  onClosed: () => void
}

/** The menu that adds and changes filters. A filter that can't be combined shows the reason and a way to swap. */
export default function FilterMenu({ anchor, first, filters, path, params, onRefused, onClose, onClosed }: MenuProps) {
  const [panel, setPanel] = useState<{ filter: Filter; isSwap: boolean } | undefined>(
    first && { filter: first, isSwap: false },
  )
  const anchorRef = useRef(anchor)
  const content = useRef<HTMLDivElement>(null)
  const open = (filter: Filter | undefined, isSwap = false) => {
    const left = panel?.filter.name
    // The button that was pressed is gone with its list.
    flushSync(() => setPanel(filter && { filter, isSwap }))
    focusFirst(content.current, left)
  }
  const refusal = panel && refusalOf(filters, panel.filter, params)
  const apply = (parts: Parts) => {
    if (!panel) return
    const isSet = Object.values(parts).some((values) => values.length > 0)
    const isNew = namesOf(panel.filter).some((name) => !isSame(parts[name] ?? [], params.getAll(name)))
    if (refusal && !panel.isSwap && isSet) onRefused(panel.filter, parts)
    else if (isNew) pushAddress(hrefOf(path, withFilter(filters.rules, params, parts)))
    onClose()
  }
  const form = panel && {
    list: filters,
    path,
    params,
    submitWords: panel.isSwap && refusal ? `Use instead of ${refusal.beside}` : 'Apply',
    isRefused: refusal !== undefined && !panel.isSwap,
    onApply: apply,
    onClose,
  }
  return (
    <Popover.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Popover.Anchor virtualRef={anchorRef} />
      <Popover.Portal>
        <Popover.Content
          ref={content}
          className="menu"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={panel ? `Filter by ${panel.filter.word}` : 'Add a filter'}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focusFirst(content.current)
          }}
          // The button that opened it closes it by itself.
          onInteractOutside={(event) => anchor.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClosed()
          }}
        >
          {panel && form ? (
            <>
              <div className="flex items-center gap-1">
                <Button kind="plain" size="icon" aria-label="All filters" onClick={() => open(undefined)}>
                  <ChevronLeft />
                </Button>
                <h2>{panel.filter.word}</h2>
              </div>
              {panel.filter.kind === 'time' && <TimeForm {...form} filter={panel.filter} />}
              {panel.filter.kind === 'choice' && <ChoiceForm {...form} filter={panel.filter} />}
              {panel.filter.kind === 'ids' && <IdsForm {...form} filter={panel.filter} />}
            </>
          ) : (
            <ul onKeyDown={walk}>
              {filters.filters.map((filter, index) => (
                <Item
                  key={filter.name}
                  filter={filter}
                  isFirstOfKind={index > 0 && filters.filters[index - 1]?.kind !== filter.kind}
                  refusal={refusalOf(filters, filter, params)}
                  onOpen={(isSwap) => open(filter, isSwap)}
                />
              ))}
            </ul>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

/** Where the keyboard begins: the first thing to choose or write, or the filter whose panel was left. */
function focusFirst(content: HTMLElement | null, left?: string): void {
  const item = left && content?.querySelector<HTMLElement>(`[data-filter="${left}"]`)
  const field = content?.querySelector<HTMLElement>('form input, form textarea, form button, li button')
  const target = item || field
  target?.focus()
  if (target instanceof HTMLTextAreaElement) target.select()
}

/** Up and down walk the list, as in any menu. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.findIndex((button) => button.matches(':focus'))
  const next = at + (event.key === 'ArrowDown' ? 1 : -1)
  buttons[(next + buttons.length) % buttons.length]?.focus()
}

type ItemProps = {
  filter: Filter
  isFirstOfKind: boolean
  refusal: Refusal | undefined
  onOpen: (isSwap: boolean) => void
}

function Item({ filter, isFirstOfKind, refusal, onOpen }: ItemProps) {
  const Icon = filter.icon
  const row =
    'flex min-h-[30px] min-w-0 flex-1 items-center gap-2 rounded-2 px-2 py-1 text-left hover:bg-pressed max-sm:min-h-11'
  return (
    <li className={isFirstOfKind ? 'mt-1.5 border-t border-hairline pt-1.5' : ''}>
      <div className="flex items-center gap-1">
        <button
          type="button"
          className={`${row} ${refusal ? 'text-ink-3' : ''}`}
          data-filter={filter.name}
          aria-describedby={refusal && `why-${filter.name}`}
          onClick={() => onOpen(false)}
        >
          <Icon />
          {filter.word}
        </button>
        {refusal && (
          <Button
            kind="plain"
            size="note"
            aria-label={`Swap: use ${filter.word} instead of ${refusal.beside}`}
            onClick={() => onOpen(true)}
          >
            Swap
          </Button>
        )}
      </div>
      {refusal && (
        <p id={`why-${filter.name}`} className="-mt-1 pr-2 pb-1 pl-8 text-sm text-ink-3">
          {refusal.short}
        </p>
      )}
    </li>
  )
}
