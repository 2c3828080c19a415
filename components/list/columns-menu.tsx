'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { replaceAddress, ShallowLink } from '@/components/ui/address'
import { Button, SegmentedControl, segmentClass } from '@/components/ui/button'
import { Popover } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { usePreference } from '@/components/ui/preferences'
import { ToggleGroup } from '@/components/ui/toggle-group'
import type { ListOrder } from '@/lib/browser/list-filters'
import { hrefOf } from '@/lib/browser/list-url'
import { type Column, defaultColumns, hasAllRows, moveColumn, type Ordering, withAllRows, withColumns } from './column'

type MenuColumn = Pick<Column<never>, 'key' | 'name' | 'sort' | 'isExtra'>

export type ViewProps = {
  path: string
  params: URLSearchParams
  /** Every column of the list, and the selected ones in their order. */
  columns: readonly MenuColumn[]
  selected: readonly MenuColumn[]
  ordering: Ordering
  /** Whether a phone's cards have fixed columns. */
  hasFixedCards: boolean
}

type MenuProps = ViewProps & { anchor: RefObject<HTMLButtonElement | null>; onClose: () => void }

const sectionClass = 'mt-2 border-t border-hairline pt-2'

/** How a list is shown: columns, order, row height, and whether all rows are rendered. */
export default function ColumnsMenu(props: MenuProps) {
  const { path, params, columns, selected, ordering, hasFixedCards, anchor, onClose } = props
  const { by } = ordering.current
  const allRows = useId()
  const [density, setDensity] = usePreference('density')
  return (
    <Popover label="Columns and order" anchor={anchor} align="end" onClose={onClose}>
      <div className={hasFixedCards ? 'hidden sm:block' : ''}>
        <ColumnList
          selected={selected}
          columns={columns}
          defaults={defaultColumns(columns, by)}
          onSelect={(next) => replaceAddress(hrefOf(path, withColumns(params, next, columns, by)))}
        />
      </div>
      <div className={sectionClass}>
        <h2 className="px-2">Order</h2>
        {columns.map(({ sort, name }) => sort && <OrderOptions key={sort} by={sort} name={name} ordering={ordering} />)}
      </div>
      <div className={`${sectionClass} hidden min-h-9 items-center justify-between gap-2 px-2 sm:flex`}>
        <h2>Row height</h2>
        <ToggleGroup label="Row height" options={densities} value={density} onChange={setDensity} />
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
          <span className="block text-sm text-ink-3">
            For screen readers and find in page. Otherwise only rows in and near view are rendered.
          </span>
        </span>
      </label>
    </Popover>
  )
}

const densities = [
  ['roomy', 'Roomy'],
  ['default', 'Default'],
  ['tight', 'Tight'],
] as const

type ColumnListProps = Pick<ViewProps, 'columns' | 'selected'> & {
  defaults: readonly MenuColumn[]
  onSelect: (selected: readonly MenuColumn[]) => void
}

/** Shows, hides and moves columns by checkboxes and buttons, without dragging (WCAG 2.5.7). */
function ColumnList({ selected, columns, defaults, onSelect }: ColumnListProps) {
  const id = useId()
  const focused = useRef('')
  const isDefault = defaults.length === selected.length && defaults.every((column, at) => column === selected[at])
  // Moving an item in the list takes the focus away.
  // biome-ignore lint/correctness/useExhaustiveDependencies: items move when the selection changes
  useLayoutEffect(() => {
    if (document.activeElement === document.body) document.getElementById(focused.current)?.focus()
  }, [selected])
  return (
    <>
      <div className="flex items-center justify-between pl-2">
        <h2 id={id}>Columns</h2>
        <Button kind="plain" size="small" onClick={() => isDefault || onSelect(defaults)} aria-disabled={isDefault}>
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
              className="aria-disabled:opacity-40"
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
                className={`flex min-h-11 flex-1 items-center gap-2 rounded-2 px-2 sm:min-h-7 ${isFirst ? '' : 'hover:bg-hover'}`}
              >
                <Checkbox
                  id={`${id} ${key}`}
                  checked={isShown}
                  aria-disabled={isFirst || undefined}
                  onChange={() => isFirst || toggle()}
                />
                {name}
                {isFirst && <span className="ml-auto text-sm text-ink-3">always first</span>}
              </label>
              {isShown && !isFirst && moveButton(-1, index === 1)}
              {isShown && !isFirst && moveButton(1, index === selected.length - 1)}
            </li>
          )
        })}
      </ul>
    </>
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
