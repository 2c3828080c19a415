'use client'
import { ChevronDown, ChevronLeft, Filter } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { pushAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { findOptions } from '@/components/ui/combobox'
import { Popover } from '@/components/ui/dialog'
import { Field } from '@/components/ui/field'
import { hrefOf } from '@/lib/browser/list-url'
import { withFilter } from '@/lib/browser/set-filters'
import { askedParams } from '@/lib/provider/list-rules'
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

/** Adds and changes filters. All can be combined: Mintdesk filters by those that the provider cannot combine. */
export default function FilterMenu({ anchor, first, filters, path, params: written, onClose, onClosed }: MenuProps) {
  const params = askedParams(filters.rules, written)
  const [filter, setFilter] = useState(first)
  const anchorRef = useRef(anchor)
  const content = useRef<HTMLDivElement>(null)
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
        <FilterList filters={filters.filters} onChoose={open} />
      )}
    </Popover>
  )
}

/** More filters than this have titles and a search. */
const manyFilters = 8

/** The titles of groups. Those that only Mintdesk applies come last, whatever their form. */
const groupTitles = ['Common', 'Status and time', 'Identifiers', 'Details'] as const
function groupOf({ isCommon, name, kind }: FilterOf): (typeof groupTitles)[number] {
  if (isCommon) return 'Common'
  if (name.startsWith('x.')) return 'Details'
  return kind === 'ids' ? 'Identifiers' : 'Status and time'
}

type FilterListProps = { filters: readonly FilterOf[]; onChoose: (filter: FilterOf) => void }

/** The filters to choose from: with many, a search box and titled groups. */
function FilterList({ filters, onChoose }: FilterListProps) {
  const [text, setText] = useState('')
  const isLong = filters.length > manyFilters
  const found = findOptions(
    filters.map((one) => ({ value: one.name, label: one.label, note: groupOf(one) })),
    text,
  )
  const matching = filters.filter(({ name }) => found.some(({ value }) => value === name))
  const groups = groupTitles
    .map((title) => ({ title, members: matching.filter((one) => groupOf(one) === title) }))
    .filter(({ members }) => members.length > 0)
  return (
    <form
      onKeyDown={moveFocus}
      onSubmit={(event) => {
        event.preventDefault()
        const first = groups[0]?.members[0]
        if (first) onChoose(first)
      }}
    >
      {isLong && (
        <div className="sticky -top-1.5 z-1 bg-raised pb-1">
          <Field
            id="filter-search"
            type="search"
            label="Search filters"
            isLabelHidden
            placeholder="Search filters"
            autoComplete="off"
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
      )}
      {groups.map(({ title, members }, index) => (
        <section key={title} className={index > 0 ? 'mt-1.5 border-t border-hairline pt-1.5' : ''}>
          {isLong && <h2 className="px-2 pb-0.5 text-sm font-label text-ink-3">{title}</h2>}
          <ul>
            {members.map((one) => {
              const Icon = one.icon ? filterIcons[one.icon] : (ownIcons[one.name] ?? Filter)
              return (
                <li key={one.name}>
                  <button
                    type="button"
                    className="flex min-h-11 w-full items-center gap-2 rounded-2 px-2 py-1 text-left hover:bg-pressed sm:min-h-[30px]"
                    data-filter={one.name}
                    onClick={() => onChoose(one)}
                  >
                    <Icon />
                    {one.label}
                  </button>
                </li>
              )
            })}
          </ul>
        </section>
      ))}
      {isLong && (
        <p role="status" className={matching.length > 0 ? 'sr-only' : 'px-2 py-1 text-ink-2'}>
          {matching.length === 0
            ? 'No filter has this name.'
            : text && `${matching.length} of ${filters.length} filters`}
        </p>
      )}
      <MoreBelow key={matching.length} />
    </form>
  )
}

/** At the foot of what scrolls: shows that there are more below, until its end is seen. */
function MoreBelow() {
  const end = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setCut(entry?.isIntersecting === false))
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <div ref={end} className="h-px" />
      {isCut && (
        <div
          aria-hidden
          className="pointer-events-none sticky -bottom-1.5 -mx-1.5 flex items-center justify-center gap-1 border-t border-hairline bg-raised py-1 text-sm text-ink-3"
        >
          <ChevronDown className="size-3.5" />
          More filters
        </div>
      )}
    </>
  )
}

/** Focuses the first control that can be used, or the filter whose form was left. */
function focusFirst(content: HTMLElement | null, previous?: string): void {
  const item = previous && content?.querySelector<HTMLElement>(`[data-filter="${previous}"]:enabled`)
  const target = item || content?.querySelector<HTMLElement>('form :is(input, textarea, button):enabled')
  target?.focus()
  if (target instanceof HTMLTextAreaElement) target.select()
}

/** The arrow keys move through the filters, and letters go to the search. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget, target, ctrlKey, metaKey, altKey } = event
  const search = currentTarget.querySelector('input')
  const by = { ArrowDown: 1, ArrowUp: -1 }[key] ?? 0
  if (by === 0) {
    const isLetter = /^[\p{L}\p{N}]$/u.test(key) && !ctrlKey && !metaKey && !altKey
    // The letter is typed where the focus now is.
    if (isLetter && target !== search) search?.focus()
    return
  }
  event.preventDefault()
  const stops = [...currentTarget.querySelectorAll<HTMLElement>('input, button:enabled')]
  const at = stops.findIndex((stop) => stop.matches(':focus'))
  stops[(at + by + stops.length) % stops.length]?.focus()
}
