'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { replaceAddress, ShallowLink } from '@/components/ui/address'
import { Button, SegmentedControl, segmentClass } from '@/components/ui/button'
import { Popover } from '@/components/ui/dialog'
import { Checkbox } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { usePreference } from '@/components/ui/preferences'
import { ToggleGroup } from '@/components/ui/toggle-group'
import type { Decoded } from '@/lib/api/reading'
import type { ListOrder, ListQuery } from '@/lib/browser/list-filters'
import { hrefOf } from '@/lib/browser/list-url'
import { type Column, defaultColumns, hasAllRows, moveColumn, type Ordering, withAllRows, withColumns } from './column'
import type { ListDescription } from './description'

export type ViewProps<Known, Query extends ListQuery> = {
  list: Pick<ListDescription<Known, Query>, 'columns' | 'pageName'>
  path: string
  params: URLSearchParams
  /** The selected columns, in their order. */
  columns: readonly Column<Decoded<Known>>[]
  ordering: Ordering
}

type MenuProps<Known, Query extends ListQuery> = ViewProps<Known, Query> & {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** How a list is shown: columns, order, density, and whether all rows are rendered. */
export default function ColumnsMenu<Known, Query extends ListQuery>(props: MenuProps<Known, Query>) {
  const { list, path, params, columns, ordering, anchor, onClose } = props
  const by = ordering.current.by
  const allRows = useId()
  return (
    <Popover label="Columns and order" anchor={anchor} align="end" onClose={onClose}>
      {/* A phone's card has fixed columns, unless it holds all of them. */}
      <div className={list.pageName ? 'hidden sm:block' : ''}>
        <ColumnList
          selected={columns}
          columns={list.columns}
          defaults={defaultColumns(list.columns, by)}
          onSelect={(next) => replaceAddress(hrefOf(path, withColumns(params, next, list.columns, by)))}
        />
      </div>
      <OrderOptions columns={list.columns} ordering={ordering} />
      <DensityOptions />
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

type ColumnListProps<Row> = {
  selected: readonly Column<Row>[]
  columns: readonly Column<Row>[]
  defaults: readonly Column<Row>[]
  onSelect: (selected: readonly Column<Row>[]) => void
}

/** Shows, hides and moves columns by checkboxes and buttons, without dragging (WCAG 2.5.7). */
function ColumnList<Row>({ selected, columns, defaults, onSelect }: ColumnListProps<Row>) {
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

/** The orders that the provider offers; an unavailable one says why. */
function OrderOptions<Row>({ columns, ordering }: { columns: readonly Column<Row>[]; ordering: Ordering }) {
  const { current, to } = ordering
  const option = (name: string, wanted: ListOrder, label: string): ReactNode => {
    const isCurrent = current.by === wanted.by && current.order === wanted.order
    return (
      <ShallowLink
        key={label}
        href={to(wanted).href ?? ''}
        className={segmentClass(isCurrent)}
        aria-current={isCurrent ? 'true' : undefined}
      >
        <span className="sr-only">{name}, </span>
        {label}
      </ShallowLink>
    )
  }
  return (
    <div className="mt-2 border-t border-hairline pt-2">
      <h2 className="px-2">Order</h2>
      {columns.map(({ sort, name }) => {
        if (!sort) return null
        const { reason } = to({ by: sort, order: 'DESC' })
        return reason ? (
          <p key={sort} className="px-2 py-1 text-ink-3">
            {name}
            <span className="block text-sm">{reason}</span>
          </p>
        ) : (
          <div key={sort} className="flex min-h-11 items-center justify-between gap-2 px-2 sm:min-h-9">
            {name}
            <SegmentedControl name={`Order by ${name.toLowerCase()}`}>
              {directions.map(([order, label]) => option(name, { by: sort, order }, label))}
            </SegmentedControl>
          </div>
        )
      })}
    </div>
  )
}

const densities = [
  ['roomy', 'Roomy'],
  ['default', 'Default'],
  ['tight', 'Tight'],
] as const

function DensityOptions() {
  const [density, setDensity] = usePreference('density')
  return (
    <div className="mt-2 hidden min-h-9 items-center justify-between gap-2 border-t border-hairline px-2 pt-2 sm:flex">
      <h2>Row height</h2>
      <ToggleGroup label="Row height" options={densities} value={density} onChange={setDensity} />
    </div>
  )
}
