'use client'
import { Popover } from 'radix-ui'
import { type RefObject, useId } from 'react'
import { replaceAddress, ShallowLink } from '@/components/ui/address'
import { SegmentedControl, segmentClass } from '@/components/ui/button'
import { usePreference } from '@/components/ui/preferences'
import { hrefOf, type ListOrder } from '@/lib/browser/list-url'
import { isWhole, usualColumns, withColumns, withWhole } from './chosen-columns'
import type { Column } from './column'
import { ColumnChoices } from './column-choices'
import type { ListQuery } from './description'
import type { Ordering } from './ordering'
import type { ViewProps } from './view-button'

const densities = [
  ['roomy', 'Roomy'],
  ['default', 'Default'],
  ['tight', 'Tight'],
] as const

type MenuProps<Known, Query extends ListQuery> = ViewProps<Known, Query> & {
  anchor: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** How a list is shown: its columns and their order, how it is sorted, how dense it is, and whether all rows are drawn. */
export default function ViewMenu<Known, Query extends ListQuery>(props: MenuProps<Known, Query>) {
  const { list, path, params, columns, ordering, anchor, onClose } = props
  const by = ordering.is.by
  const title = useId()
  return (
    <Popover.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Popover.Anchor virtualRef={anchor as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          className="menu"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          aria-label="Columns and order"
          onInteractOutside={(event) => anchor.current?.contains(event.target as Node) && event.preventDefault()}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
          }}
        >
          {/* A phone's cards are the same whatever the columns are, unless they hold everything. */}
          <div className={list.pageName ? 'max-sm:hidden' : ''}>
            <ColumnChoices
              chosen={columns}
              columns={list.columns}
              usual={usualColumns(list.columns, by)}
              onChoose={(next) => replaceAddress(hrefOf(path, withColumns(params, next, list.columns, by)))}
            />
          </div>
          <Order columns={list.columns} ordering={ordering} />
          <Density />
          <label
            htmlFor={`${title}-whole`}
            className="mt-2 flex min-h-8 items-start gap-2 rounded-2 border-t border-hairline px-2 pt-3 pb-1 max-sm:min-h-11"
          >
            <input
              id={`${title}-whole`}
              type="checkbox"
              className="check mt-[3px]"
              checked={isWhole(params)}
              onChange={({ target }) => replaceAddress(hrefOf(path, withWhole(params, target.checked)))}
            />
            <span>
              Show all rows at once
              <span className="block text-sm text-ink-3">
                For screen readers and find in page. Else only the rows near you are drawn.
              </span>
            </span>
          </label>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

const ends = [
  ['DESC', 'newest first'],
  ['ASC', 'oldest first'],
] as const

/** The orders that the provider offers; each disabled one says why. */
function Order<Row>({ columns, ordering }: { columns: readonly Column<Row>[]; ordering: Ordering }) {
  const { is, to } = ordering
  return (
    <div className="mt-2 border-t border-hairline pt-2">
      <h2 className="px-2">Order</h2>
      {columns.map(({ sort, name }) => {
        if (!sort) return null
        const why = to({ by: sort, order: 'DESC' }).why
        if (why) {
          return (
            <p key={sort} className="px-2 py-1 text-ink-3">
              {name}
              <span className="block text-sm">{why}</span>
            </p>
          )
        }
        return (
          <div key={sort} className="flex min-h-9 items-center justify-between gap-2 px-2 max-sm:min-h-11">
            {name}
            <SegmentedControl name={`Order by ${name.toLowerCase()}`}>
              {ends.map(([order, word]) => {
                const wanted: ListOrder = { by: sort, order }
                const isOn = is.by === sort && is.order === order
                return (
                  <ShallowLink
                    key={order}
                    href={to(wanted).href ?? ''}
                    className={segmentClass(isOn)}
                    aria-current={isOn ? 'true' : undefined}
                  >
                    <span className="sr-only">{name}, </span>
                    {word}
                  </ShallowLink>
                )
              })}
            </SegmentedControl>
          </div>
        )
      })}
    </div>
  )
}

function Density() {
  const [density, setDensity] = usePreference('density')
  return (
    <div className="mt-2 flex min-h-9 items-center justify-between gap-2 border-t border-hairline px-2 pt-2 max-sm:hidden">
      <h2>Rows</h2>
      <SegmentedControl name="Height of rows">
        {densities.map(([value, word]) => (
          <button
            key={value}
            type="button"
            className={segmentClass(density === value)}
            aria-pressed={density === value}
            onClick={() => setDensity(value)}
          >
            {word}
          </button>
        ))}
      </SegmentedControl>
    </div>
  )
}
