'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { sortLabels } from '@/components/filters/sort-labels'
import { ShallowLink } from '@/components/ui/address'
import { buttonClass, SegmentedControl, segmentClass } from '@/components/ui/button'
import { defaultLimit } from '@/lib/api/values'
import {
  hrefOf,
  type ListOrder,
  pageAfter,
  pageBefore,
  pagePosition,
  withoutParams,
  withParams,
} from '@/lib/browser/list-url'

const limits = [100, 500, 1000]

/** The count of loaded rows: the provider gives no total. */
export function countWords(rows: number, hasMore: boolean, params: URLSearchParams): string {
  const { number } = pagePosition(params)
  const page = number === 1 ? '' : number ? `Page ${number}: ` : 'A later page: '
  return `${page}${rows.toLocaleString('en-US')} loaded, ${hasMore ? 'more available' : 'end of list'}`
}

type FootProps = {
  path: string
  params: URLSearchParams
  limit?: number
  order: ListOrder
  /** The count in words; "" while rows are on their way. */
  count: string
  footnote?: string
  next?: string
  onMove: () => void
}

/** What is loaded, how it is sorted, and the ways on and back: real addresses each. */
export function ListFoot({ path, params, limit = defaultLimit, order, count, footnote, next, onMove }: FootProps) {
  const isNewestFirst = order.order === 'DESC'
  const before = pageBefore(params)
  const number = pagePosition(params).number ?? 2
  const back = before?.isFirst && number > 2 ? 'First page' : isNewestFirst ? 'Newer' : 'Older'
  const on = isNewestFirst ? 'Older' : 'Newer'
  const isSorted = params.has('order') || params.has('order_by')
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pt-3 text-ink-2">
      <span role="status">{count}</span>
      <span className="text-sm text-ink-3">
        {footnote ?? `Order: ${sortLabels(order)} (the provider sorts by created or updated only)`}
        {isSorted && (
          <>
            {' '}
            <ShallowLink className="underline" href={hrefOf(path, withoutParams(params, ['order', 'order_by']))}>
              Back to the usual order
            </ShallowLink>
          </>
        )}
      </span>
      <div className="ml-auto flex flex-wrap items-center gap-2 print:hidden">
        <span className="max-sm:hidden">Rows a page</span>
        <SegmentedControl name="Rows a page">
          {[...new Set([...limits, limit])]
            .sort((a, b) => a - b)
            .map((rows) => (
              <ShallowLink
                key={rows}
                className={segmentClass(rows === limit)}
                aria-current={rows === limit ? 'true' : undefined}
                href={hrefOf(path, withParams(params, { limit: rows === defaultLimit ? [] : [String(rows)] }))}
              >
                {rows}
              </ShallowLink>
            ))}
        </SegmentedControl>
        {before ? (
          <ShallowLink className={buttonClass()} rel="prev" href={hrefOf(path, before.params)} onMove={onMove}>
            <ChevronLeft />
            {back}
          </ShallowLink>
        ) : (
          <Off>
            <ChevronLeft />
            {back}
          </Off>
        )}
        {next ? (
          <ShallowLink
            className={buttonClass()}
            rel="next"
            href={hrefOf(path, pageAfter(params, next))}
            onMove={onMove}
          >
            {on}
            <ChevronRight />
          </ShallowLink>
        ) : (
          <Off>
            {on}
            <ChevronRight />
          </Off>
        )}
      </div>
    </div>
  )
}

/** A link to where there is nothing; the count beside it says why. */
function Off({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: it leads nowhere
    // biome-ignore lint/a11y/useSemanticElements: a link without an address has no element of its own
    <span role="link" aria-disabled="true" className={buttonClass('off')}>
      {children}
    </span>
  )
}
