'use client'
import { ChevronLeft } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
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
  /** A filter was applied that conflicts with others. */
  onRefused: (filter: Filter, values: FilterValues) => void
  onClose: () => void
  /** After the menu is gone: returns the focus. */
  onClosed: () => void
}

/** Adds and changes filters. A filter that can't be combined with others says so and can replace them. */
export default function FilterMenu({ anchor, first, filters, path, params, onRefused, onClose, onClosed }: MenuProps) {
  const [panel, setPanel] = useState<{ filter: Filter; isSwap: boolean } | undefined>(
    first && { filter: first, isSwap: false },
  )
  const anchorRef = useRef(anchor)
  const content = useRef<HTMLDivElement>(null)
  const open = (filter: Filter | undefined, isSwap = false) => {
    const previous = panel?.filter.name
    // The focused button is removed with its panel.
    flushSync(() => setPanel(filter && { filter, isSwap }))
    focusFirst(content.current, previous)
  }
  const panelConflict = panel && conflictOf(filters, panel.filter, params)
  const apply = (values: FilterValues) => {
    if (!panel) return
    const isSet = Object.values(values).some((each) => each.length > 0)
    const isChanged = namesOf(panel.filter).some((name) => !isSameValues(values[name] ?? [], params.getAll(name)))
    if (panelConflict && !panel.isSwap && isSet) onRefused(panel.filter, values)
    else if (isChanged) pushAddress(hrefOf(path, withFilter(filters.rules, params, values)))
    onClose()
  }
  const form = panel && {
    ...{ filters, path, params, onApply: apply, onClose },
    submitLabel: panel.isSwap && panelConflict ? `Use instead of ${panelConflict.labels}` : 'Apply',
    hasConflict: panelConflict !== undefined && !panel.isSwap,
  }
  return (
    <Popover
      ref={content}
      label={panel ? `Filter by ${panel.filter.label}` : 'Add a filter'}
      anchor={anchorRef}
      align="start"
      onOpen={() => focusFirst(content.current)}
      onClose={onClose}
      onClosed={onClosed}
    >
      {panel && form ? (
        <>
          <div className="flex items-center gap-1">
            <Button kind="plain" size="icon" aria-label="All filters" onClick={() => open(undefined)}>
              <ChevronLeft />
            </Button>
            <h2>{panel.filter.label}</h2>
          </div>
          {panel.filter.kind === 'time' && <TimeForm {...form} filter={panel.filter} />}
          {panel.filter.kind === 'choice' && <ChoiceForm {...form} filter={panel.filter} />}
          {panel.filter.kind === 'ids' && <IdsForm {...form} filter={panel.filter} />}
        </>
      ) : (
        <ul onKeyDown={moveFocus}>
          {filters.filters.map((filter, index) => {
            const { name, label, kind, icon: Icon } = filter
            const isFirstOfKind = index > 0 && filters.filters[index - 1]?.kind !== kind
            const conflict = conflictOf(filters, filter, params)
            return (
              <li key={name} className={isFirstOfKind ? 'mt-1.5 border-t border-hairline pt-1.5' : ''}>
                <div className="flex items-center gap-1">
                  <button
                    type="button"
                    className={`flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-2 px-2 py-1 text-left hover:bg-pressed sm:min-h-[30px] ${conflict ? 'text-ink-3' : ''}`}
                    data-filter={name}
                    aria-describedby={conflict && `why-${name}`}
                    onClick={() => open(filter)}
                  >
                    <Icon />
                    {label}
                  </button>
                  {conflict && (
                    <Button
                      kind="plain"
                      size="small"
                      aria-label={`Swap: use ${label} instead of ${conflict.labels}`}
                      onClick={() => open(filter, true)}
                    >
                      Swap
                    </Button>
                  )}
                </div>
                {conflict && (
                  <p id={`why-${name}`} className="-mt-1 pr-2 pb-1 pl-8 text-sm text-ink-3">
                    {conflict.short}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Popover>
  )
}

/** Focuses the first control, or the filter whose form was left. */
function focusFirst(content: HTMLElement | null, previous?: string): void {
  const item = previous && content?.querySelector<HTMLElement>(`[data-filter="${previous}"]`)
  const target = item || content?.querySelector<HTMLElement>('form input, form textarea, form button, li button')
  target?.focus()
  if (target instanceof HTMLTextAreaElement) target.select()
}

/** The arrow keys move through the filters, as in any menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const focused = buttons.findIndex((button) => button.matches(':focus'))
  const next = focused + (event.key === 'ArrowDown' ? 1 : -1)
  buttons[(next + buttons.length) % buttons.length]?.focus()
}
