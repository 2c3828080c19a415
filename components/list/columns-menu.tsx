'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useId, useLayoutEffect, useRef, useState } from 'react'
import { replaceAddress, ShallowLink } from '@/components/ui/address'
import { Button, SegmentedControl, segmentClass } from '@/components/ui/button'
import { Popover } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { usePreference } from '@/components/ui/preferences'
import { ToggleGroup } from '@/components/ui/toggle-group'
import { hrefOf } from '@/lib/browser/list-url'
import { preferences } from '@/lib/browser/preferences'
import type { ListOrder } from '@/lib/provider/list-rules'
import {
  type Column,
  chosenColumns,
  columnsName,
  defaultColumns,
  densityIn,
  hasAllRows,
  type Ordering,
  type Selectable,
  widthLimits,
  withViewParam,
  writtenColumns,
} from './column'

/**
 * The list with these columns; the default is left out of the URL.
 * @param widths CSS pixels by key; other columns keep the width that was chosen, and undefined forgets it
 */
export function withColumns(
  params: URLSearchParams,
  selected: readonly Selectable[],
  columns: readonly Selectable[],
  sortedBy: string,
  widths: Record<string, number | undefined> = {},
): URLSearchParams {
  const before = chosenColumns(params)
  const widthOf = (key: string) => (Object.hasOwn(widths, key) ? widths[key] : before.get(key))
  const written = writtenColumns(selected, widthOf)
  const isDefault = written === writtenColumns(defaultColumns(columns, sortedBy))
  return withViewParam(params, columnsName, isDefault ? undefined : written)
}

/** Moves a column one place left (-1) or right (1); the first place is fixed. */
export function moveColumn<Column extends Selectable>(
  selected: readonly Column[],
  key: string,
  by: 1 | -1,
): readonly Column[] {
  const from = selected.findIndex((column) => column.key === key)
  const to = from + by
  const column = selected[from]
  if (!column || from < 1 || to < 1 || to >= selected.length) return selected
  return selected.toSpliced(from, 1).toSpliced(to, 0, column)
}

/** The list with all its rows rendered at once, or not. */
export const withAllRows = (params: URLSearchParams, isOn: boolean) =>
  withViewParam(params, 'x.rows', isOn ? 'all' : undefined)

type MenuColumn = Pick<Column<never>, 'key' | 'name' | 'sort' | 'isExtra'>

type MenuProps = {
  path: string
  params: URLSearchParams
  /** Every column of the list, and the selected ones in their order. */
  columns: readonly MenuColumn[]
  selected: readonly MenuColumn[]
  ordering: Ordering
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

const sectionClass = 'mt-2 border-t border-hairline pt-2'

/** How a list is shown: columns, order, row height, and whether all rows are rendered. */
export default function ColumnsMenu(props: MenuProps) {
  const { path, params, columns, selected, ordering, anchor, onClose } = props
  const { by } = ordering.current
  const allRows = useId()
  const [preferred, setPreferred] = usePreference('density')
  const density = densityIn(params) ?? preferred
  /** A view has its own row height. */
  const setDensity = (next: typeof density) =>
    params.has('x.view') || densityIn(params)
      ? replaceAddress(hrefOf(path, withViewParam(params, 'x.density', next)))
      : setPreferred(next)
  return (
    <Popover label="Columns and order" anchor={anchor} align="end" onClose={onClose}>
      <div className="hidden sm:block">
        <ColumnList
          selected={selected}
          columns={columns}
          defaults={defaultColumns(columns, by)}
          widthOf={(key) => chosenColumns(params).get(key)}
          onSelect={(next, widths) => replaceAddress(hrefOf(path, withColumns(params, next, columns, by, widths)))}
        />
      </div>
      <div className={sectionClass}>
        <h2 className="px-2">Order</h2>
        {columns.map(({ sort, name }) => sort && <OrderOptions key={sort} by={sort} name={name} ordering={ordering} />)}
      </div>
      <div className={`${sectionClass} hidden min-h-9 items-center justify-between gap-2 px-2 sm:flex`}>
        <h2>{preferences.density.label}</h2>
        <ToggleGroup {...preferences.density} value={density} onChange={setDensity} />
      </div>
      <label
        htmlFor={allRows}
        className="mt-2 flex min-h-11 items-start gap-2 rounded-2 border-t border-hairline px-2 pt-3 pb-1 sm:min-h-8"
      >
        <Checkbox
          id={allRows}
          className="mt-[3px]"
          checked={hasAllRows(params)}
          onChange={({ target }) => replaceAddress(hrefOf(path, withAllRows(params, target.checked)))}
        />
        <span>
          Show all rows at once
          <span className="block text-sm text-ink-3">For screen readers and find in page</span>
        </span>
      </label>
    </Popover>
  )
}

type ColumnListProps = Pick<MenuProps, 'columns' | 'selected'> & {
  defaults: readonly MenuColumn[]
  widthOf: (key: string) => number | undefined
  onSelect: (selected: readonly MenuColumn[], widths?: Record<string, number | undefined>) => void
}

/** Shows, hides, moves and resizes columns by checkboxes, buttons and numbers, without dragging (WCAG 2.5.7). */
function ColumnList({ selected, columns, defaults, widthOf, onSelect }: ColumnListProps) {
  const id = useId()
  const focused = useRef('')
  const isDefault =
    defaults.length === selected.length &&
    defaults.every((column, at) => column === selected[at] && widthOf(column.key) === undefined)
  const reset = () => onSelect(defaults, Object.fromEntries(columns.map(({ key }) => [key, undefined])))
  // Moving an item in the list takes the focus away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: items move when the selection changes
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.getElementById(focused.current)?.focus()
  }, [selected])
  return (
    <>
      <div className="flex items-center justify-between pl-2">
        <h2 id={id}>Columns</h2>
        <Button kind="plain" size="small" onClick={() => isDefault || reset()} aria-disabled={isDefault}>
          Reset
        </Button>
      </div>
      <ul
        aria-labelledby={id}
        className="overflow-y-auto sm:max-h-[290px]"
        onFocus={({ target }) => {
          focused.current = target.id
        }}
      >
        {[...selected, ...columns.filter((column) => !selected.includes(column))].map((column, index) => {
          const { key, name } = column
          const isFirst = index === 0
          const isShown = index < selected.length
          const toggle = () => onSelect(isShown ? selected.filter((one) => one !== column) : [...selected, column])
          const moveButton = (by: 1 | -1, isDisabled: boolean) => (
            <Button
              id={`${id} ${key} ${by}`}
              kind="plain"
              size="smallIcon"
              className="aria-disabled:opacity-40 pointer-coarse:size-11"
              aria-label={`Move ${name} ${by < 0 ? 'up' : 'down'}`}
              aria-disabled={isDisabled}
              onClick={() => {
                if (isDisabled) return
                onSelect(moveColumn(selected, key, by))
                announce(`${name} is column ${index + by + 1} of ${selected.length}`)
              }}
            >
              {by < 0 ? <ArrowUp className="size-3.5" /> : <ArrowDown className="size-3.5" />}
            </Button>
          )
          return (
            <li key={key} className="flex items-center gap-1">
              <label
                htmlFor={`${id} ${key}`}
                className={`flex min-h-11 flex-1 items-center gap-2 rounded-2 px-2 sm:min-h-7 pointer-coarse:min-h-11 ${isFirst ? '' : 'hover:bg-hover'}`}
              >
                <Checkbox
                  id={`${id} ${key}`}
                  checked={isShown}
                  aria-disabled={isFirst || undefined}
                  onChange={() => isFirst || toggle()}
                />
                {name}
                {isFirst && <span className="sr-only">always first</span>}
              </label>
              {isShown && (
                <WidthField
                  column={key}
                  name={name}
                  width={widthOf(key)}
                  onChange={(width) => onSelect(selected, { [key]: width })}
                />
              )}
              {isFirst && (
                <span aria-hidden className="w-15 flex-none text-center text-sm text-ink-3 pointer-coarse:w-23">
                  first
                </span>
              )}
              {isShown && !isFirst && moveButton(-1, index === 1)}
              {isShown && !isFirst && moveButton(1, index === selected.length - 1)}
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** CSS pixels by which the arrow keys change a width. */
const step = 8

type WidthProps = {
  column: string
  name: string
  width: number | undefined
  onChange: (width: number | undefined) => void
}

/** The width of a column in pixels; empty, it is as wide as its content. The arrow keys change it in steps. */
function WidthField({ column, name, width, onChange }: WidthProps) {
  const [text, setText] = useState<string>()
  const shownWidth = () => document.querySelector<HTMLElement>(`th[data-column="${column}"]`)?.offsetWidth
  const { least, most } = widthLimits
  return (
    <input
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
      placeholder="auto"
      aria-label={`Width of ${name} in pixels`}
      title="Width in pixels; empty for automatic"
      value={text ?? width ?? ''}
      className="h-6 w-14 flex-none pointer-coarse:h-9 rounded-2 border border-hairline-strong bg-surface px-1 text-right text-sm tabular-nums text-ink [appearance:textfield] placeholder:text-ink-3"
      onChange={({ target }) => {
        setText(target.value)
        const next = Number(target.value)
        if (target.value === '') onChange(undefined)
        else if (Number.isInteger(next) && next >= least && next <= most) onChange(next)
      }}
      onKeyDown={(event) => {
        const by = { ArrowUp: step, ArrowDown: -step }[event.key]
        // Without a chosen width the keys begin at the one that the column has.
        const from = width ?? shownWidth()
        if (!by || from === undefined) return
        event.preventDefault()
        setText(undefined)
        onChange(Math.min(most, Math.max(least, from + by)))
      }}
      // What is no width is forgotten.
      onBlur={() => setText(undefined)}
    />
  )
}

const directions = [
  ['DESC', 'newest first'],
  ['ASC', 'oldest first'],
] as const

/** Both directions of an order, or why the provider does not offer it. */
function OrderOptions({ by, name, ordering }: { by: ListOrder['by']; name: string; ordering: Ordering }) {
  const { current, to } = ordering
  const { reason } = to({ by, order: 'DESC' })
  if (reason)
    return (
      <p className="px-2 py-1 text-ink-3">
        {name}
        <span className="block text-sm">{reason}</span>
      </p>
    )
  return (
    <div className="flex min-h-11 items-center justify-between gap-2 px-2 sm:min-h-9">
      {name}
      <SegmentedControl name={`Order by ${name.toLowerCase()}`}>
        {directions.map(([order, label]) => {
          const isCurrent = current.by === by && current.order === order
          return (
            <ShallowLink
              key={order}
              href={to({ by, order }).href ?? ''}
              className={segmentClass(isCurrent)}
              aria-current={isCurrent ? 'true' : undefined}
            >
              <span className="sr-only">{name}, </span>
              {label}
            </ShallowLink>
          )
        })}
      </SegmentedControl>
    </div>
  )
}
