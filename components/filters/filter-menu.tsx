'use client'
import { ChevronLeft, Filter } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pushAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { Popover } from '@/components/ui/dialog'
import { askedParams } from '@/lib/api/provider/list-rules'
import { hrefOf } from '@/lib/browser/list-url'
import { withFilter } from '@/lib/browser/set-filters'
import { type Filter as FilterOf, type FilterProps, isSameValues, namesOf } from './description'
import { ChoiceForm, type FilterValues } from './filter-form'
import { filterIcons } from './filter-icons'
import { IdsForm } from './ids-form'
import { ownIcons, RangeForm, TextForm } from './own-forms'
import { TimeForm } from './time-form'

type MenuProps = FilterProps & {
  anchor: HTMLElement
  /** The filter whose form opens first; without it the list of filters. */
  first?: FilterOf
  onClose: () => void
  /** After the menu is gone: returns the focus. */
  onClosed: () => void
}

/** Those of Mintdesk's own come last, whatever their form. */
const groupOf = ({ name, kind }: FilterOf) => (name.startsWith('x.') ? 'own' : kind)

/** Adds and changes filters. All can be combined: Mintdesk filters by those that the provider cannot combine. */
export default function FilterMenu({ anchor, first, filters, path, params: written, onClose, onClosed }: MenuProps) {
  const params = askedParams(filters.rules, written)
  const [filter, setFilter] = useState(first)
  const anchorRef = useRef(anchor)
  const content = useRef<HTMLDivElement>(null)
  const typed = useRef({ word: '', at: Number.NEGATIVE_INFINITY })
  const open = (next: FilterOf | undefined) => {
    const previous = filter?.name
    // The focused button is removed with its panel.
    flushSync(() => setFilter(next))
    focusFirst(content.current, previous)
  }
  const apply = (values: FilterValues) => {
    const names = filter ? namesOf(filter) : []
    const isChanged = names.some((name) => !isSameValues(values[name] ?? [], params.getAll(name)))
    if (isChanged) pushAddress(hrefOf(path, withFilter(filters.rules, params, values)))
    onClose()
  }
  const form = { filters, path, params, onApply: apply, onClose, submitLabel: 'Apply' }
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
          {filter.kind === 'range' && <RangeForm {...form} filter={filter} />}
          {filter.kind === 'text' && <TextForm {...form} filter={filter} />}
        </>
      ) : (
        <ul onKeyDown={(event) => moveFocus(event, typed.current)}>
          {filters.filters.map((one, index) => {
            const { name, label, icon } = one
            const Icon = icon ? filterIcons[icon] : (ownIcons[name] ?? Filter)
            const before = filters.filters[index - 1]
            const isFirstOfKind = before !== undefined && groupOf(before) !== groupOf(one)
            return (
              <li key={name} className={isFirstOfKind ? 'mt-1.5 border-t border-hairline pt-1.5' : ''}>
                <button
                  type="button"
                  className="flex min-h-11 w-full items-center gap-2 rounded-2 px-2 py-1 text-left hover:bg-pressed sm:min-h-[30px]"
                  data-filter={name}
                  onClick={() => open(one)}
                >
                  <Icon />
                  {label}
                </button>
              </li>
            )
          })}
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

/** Milliseconds after which a letter begins a new word. */
const pause = 700

/** The arrow keys move through the filters, and letters go to the next one that begins with them, as in any menu. */
function moveFocus(event: KeyboardEvent<HTMLElement>, typed: { word: string; at: number }): void {
  const { key, timeStamp, currentTarget, ctrlKey, metaKey, altKey } = event
  const by = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0
  const isLetter = /^\p{L}$/u.test(key) && !ctrlKey && !metaKey && !altKey
  if (by === 0 && !isLetter) return
  event.preventDefault()
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>('button:enabled')]
  const focused = buttons.findIndex((button) => button.matches(':focus'))
  const around = (from: number) => buttons.map((_, index) => buttons[(from + index + buttons.length) % buttons.length])
  const isSameWord = isLetter && timeStamp - typed.at < pause
  typed.word = (isSameWord ? typed.word : '') + key.toLowerCase()
  typed.at = isLetter ? timeStamp : Number.NEGATIVE_INFINITY
  const isMeant = (button?: HTMLElement) => button?.textContent?.toLowerCase().startsWith(typed.word)
  const next = by === 0 ? around(isSameWord ? focused : focused + 1).find(isMeant) : around(focused + by)[0]
  next?.focus()
}
