'use client'
import { ChevronLeft } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pushAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/dialog'
import { withFilter } from '@/lib/browser/list-filters'
import { hrefOf } from '@/lib/browser/list-url'
import { conflictOf, type Filter, type FilterProps, isSameValues, namesOf } from './description'
import { ChoiceForm, type FilterValues } from './filter-form'
import { IdsForm } from './ids-form'
import { TimeForm } from './time-form'

type MenuProps = FilterProps & {
  anchor: HTMLElement
  /** The filter whose form opens first; without it the list of filters. */
  first?: Filter
  onClose: () => void
  /** After the menu is gone: returns the focus. */
  onClosed: () => void
}

const disjunction = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/**
 * Adds and changes filters. Those that can't be combined with the filters that are set are disabled, for one reason, until
 * the person chooses to replace these.
 */
export default function FilterMenu({ anchor, first, filters, path, params, onClose, onClosed }: MenuProps) {
  const [filter, setFilter] = useState(first)
  const [isReplacing, setReplacing] = useState(false)
  const anchorRef = useRef(anchor)
  const content = useRef<HTMLDivElement>(null)
  const reason = useId()
  const open = (next: Filter | undefined) => {
    const previous = filter?.name
    // The focused button is removed with its panel.
    flushSync(() => setFilter(next))
    focusFirst(content.current, previous)
  }
  const replace = () => {
    flushSync(() => setReplacing(true))
    content.current?.querySelector<HTMLElement>('[data-replaces]')?.focus()
  }
  const apply = (values: FilterValues) => {
    const names = filter ? namesOf(filter) : []
    const isChanged = names.some((name) => !isSameValues(values[name] ?? [], params.getAll(name)))
    // Filters that it can't be combined with are removed.
    if (isChanged) pushAddress(hrefOf(path, withFilter(filters.rules, params, values)))
    onClose()
  }
  const conflict = filter && conflictOf(filters, filter, params)
  const form = {
    ...{ filters, path, params, onApply: apply, onClose },
    submitLabel: conflict ? `Use instead of ${conflict}` : 'Apply',
  }
  const conflicts = filters.filters.flatMap((one) => conflictOf(filters, one, params) ?? [])
  const labels = disjunction.format(new Set(conflicts))
  return (
    <Popover
      ref={content}
      label={filter ? `Filter by ${filter.label}` : 'Add a filter'}
      anchor={anchorRef}
      align="start"
      onOpen={() => focusFirst(content.current)}
      onClose={onClose}
      onClosed={onClosed}
    >
      {filter ? (
        <>
          <div className="flex items-center gap-1">
            <Button kind="plain" size="icon" aria-label="All filters" onClick={() => open(undefined)}>
              <ChevronLeft />
            </Button>
            <h2>{filter.label}</h2>
          </div>
          {filter.kind === 'time' && <TimeForm {...form} filter={filter} />}
          {filter.kind === 'choice' && <ChoiceForm {...form} filter={filter} />}
          {filter.kind === 'ids' && <IdsForm {...form} filter={filter} />}
        </>
      ) : (
        <ul onKeyDown={moveFocus}>
          {filters.filters.map((one, index) => {
            const { name, label, kind, icon: Icon } = one
            const isFirstOfKind = index > 0 && filters.filters[index - 1]?.kind !== kind
            const hasConflict = conflictOf(filters, one, params) !== undefined
            const isDisabled = hasConflict && !isReplacing
            return (
              <li key={name} className={isFirstOfKind ? 'mt-1.5 border-t border-hairline pt-1.5' : ''}>
                <button
                  type="button"
                  className="flex min-h-11 w-full items-center gap-2 rounded-2 px-2 py-1 text-left not-disabled:hover:bg-pressed disabled:text-ink-3 disabled:opacity-60 sm:min-h-[30px]"
                  data-filter={name}
                  data-replaces={hasConflict || undefined}
                  disabled={isDisabled}
                  aria-describedby={hasConflict ? reason : undefined}
                  onClick={() => open(one)}
                >
                  <Icon />
                  {label}
                </button>
              </li>
            )
          })}
          {conflicts.length > 0 && (
            <li className="mt-1.5 flex items-center justify-between gap-2 border-t border-hairline px-2 pt-1.5 text-sm text-ink-2">
              <p id={reason}>
                {isReplacing ? `The filter you choose replaces ${labels}.` : `Can't be combined with ${labels}.`}
              </p>
              {!isReplacing && (
                <Button kind="plain" size="small" className="flex-none" onClick={replace}>
                  Replace<span className="sr-only"> {labels}</span>
                </Button>
              )}
            </li>
          )}
        </ul>
      )}
    </Popover>
  )
}

/** Focuses the first control that can be used, or the filter whose form was left. */
function focusFirst(content: HTMLElement | null, previous?: string): void {
  const item = previous && content?.querySelector<HTMLElement>(`[data-filter="${previous}"]:enabled`)
  const target =
    item || content?.querySelector<HTMLElement>('form :is(input, textarea, button):enabled, li button:enabled')
  target?.focus()
  if (target instanceof HTMLTextAreaElement) target.select()
}

/** The arrow keys move through the filters, as in any menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')]
  const focused = buttons.findIndex((button) => button.matches(':focus'))
  const next = focused + (event.key === 'ArrowDown' ? 1 : -1)
  buttons[(next + buttons.length) % buttons.length]?.focus()
}
