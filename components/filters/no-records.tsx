'use client'
import { ShallowLink } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/section'
import { useZone } from '@/components/ui/time'
import { withoutFilters } from '@/lib/browser/list-filters'
import { firstPage, hrefOf, pagePosition, withoutParams } from '@/lib/browser/list-url'
import { filterChips } from './chips'
import type { ListFilters } from './description'

type NoRecordsProps = { filters: ListFilters; path: string; params: URLSearchParams }

/** A page without rows: nothing there yet, nothing that fits the filters, or a walk that has come to its end. */
export default function NoRecords({ filters, path, params }: NoRecordsProps) {
  const chips = filterChips(filters, params, useZone())
  if (pagePosition(params).cursor) {
    return (
      <EmptyState
        title="Nothing on this page"
        acts={
          <ShallowLink className={buttonClass()} href={hrefOf(path, firstPage(params))}>
            First page
          </ShallowLink>
        }
      >
        <p>The list ended before it.</p>
      </EmptyState>
    )
  }
  const hasIds = chips.some(({ filter }) => filter.kind === 'ids')
  if (chips.length === 0) {
    return (
      <EmptyState title={`No ${filters.many} yet`}>
        <p>{filters.firstWords}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={`No ${filters.many} match ${chips.length === 1 ? 'this filter' : 'all these filters'}`}
      acts={
        <>
          {chips.map(({ field, operator, value, names }) => (
            <ShallowLink
              key={field}
              className={`${buttonClass()} max-w-full max-sm:py-2`}
              href={hrefOf(path, withoutParams(params, names))}
            >
              <span className="overflow-hidden text-ellipsis">
                Remove filter "{field} {operator} {value}"
              </span>
            </ShallowLink>
          ))}
          {chips.length > 1 && (
            <ShallowLink className={buttonClass('plain')} href={hrefOf(path, withoutFilters(params))}>
              Clear all
            </ShallowLink>
          )}
        </>
      }
    >
      <p>{filters.noneWords ?? (hasIds ? 'Check that the value is complete.' : 'Remove a filter to see more.')}</p>
    </EmptyState>
  )
}
