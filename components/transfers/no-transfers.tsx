'use client'
import { buttonClass } from '@/components/ui/button'
import { Empty } from '@/components/ui/empty'
import { ShallowLink } from '@/components/ui/shallow-link'
import { firstPage, hrefOf, stepOf, withoutFilters, withoutParts } from '@/lib/browser/list-url'
import { filterChips } from './filter-words'

/** A page without rows: nothing there yet, nothing that fits the filters, or a walk that has come to its end. */
export function NoTransfers({ path, params }: { path: string; params: URLSearchParams }) {
  const chips = filterChips(params)
  if (stepOf(params).cursor) {
    return (
      <Empty
        title="Nothing on this page"
        acts={
          <ShallowLink className={buttonClass()} href={hrefOf(path, firstPage(params))}>
            First page
          </ShallowLink>
        }
      >
        <p>The list ended before it.</p>
      </Empty>
    )
  }
  if (chips.length === 0) {
    return (
      <Empty title="No transfers yet">
        <p>Deposits, withdrawals and conversions of your profiles appear here as soon as the service creates them.</p>
      </Empty>
    )
  }
  return (
    <Empty
      title={chips.length === 1 ? 'No transfers fit this filter' : 'No transfers fit all these filters'}
      acts={
        <>
          {chips.map(({ field, operator, value, names }) => (
            <ShallowLink
              key={field}
              className={`${buttonClass()} max-sm:h-auto max-sm:min-h-10 max-sm:py-2 max-sm:leading-5 max-sm:whitespace-normal`}
              href={hrefOf(path, withoutParts(params, names))}
            >
              Drop "{field} {operator} {value}"
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
      <p>The service answered, and has none.</p>
    </Empty>
  )
}
