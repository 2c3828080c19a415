'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { filterChips } from '@/components/filters/chips'
import { type FilterProps, orderLabel } from '@/components/filters/description'
import { ShallowLink } from '@/components/ui/address'
import { buttonClass, SegmentedControl, segmentClass } from '@/components/ui/button'
import { useShortcut } from '@/components/ui/preferences'
import { useZone } from '@/components/ui/time'
import { hrefOf, pageAfter, pageBefore, pagePosition, withoutParams, withParams } from '@/lib/browser/list-url'
import { defaultLimit } from '@/lib/domain/values'
import type { Environment } from '@/lib/provider/environments'
import type { ListOrder } from '@/lib/provider/list-rules'
import type { OwnPage } from './list-read'

const limits = [100, 500, 1000]

/** Keys of the pages before and after, by their labels (components/shell/keyboard.tsx lists them). */
const olderKey = '.'
const newerKey = ','

type FooterProps = {
  path: string
  params: URLSearchParams
  limit?: number
  order: ListOrder
  /** The rows of this page; undefined while they are loading. */
  count?: number
  /** Replaces the order. */
  footnote?: ReactNode
  /** The rows of all pages, where they were counted. */
  total?: OwnPage['total']
  /** The cursor of the next page. */
  next?: string
  /** The page is full and names no next one, so rows may follow that cannot be reached. */
  mayGoOn?: boolean
  /** When relative times in the URL were read. */
  asOf?: string
  /** The names of the columns that had no room, and what shows them in a table that then scrolls sideways. */
  hidden?: readonly string[]
  onShowHidden?: () => void
  onMove: () => void
  /** Renders only the count, a live region, which announces nothing unless it was there before its text. */
  hasCountOnly?: boolean
}

/** The count, the order, and links to the pages before and after. */
export function ListFooter({ count, total, next, mayGoOn, params, hasCountOnly, ...footer }: FooterProps) {
  return (
    <div className={hasCountOnly ? 'contents' : 'flex flex-wrap items-center gap-x-3 gap-y-2 pt-3 text-ink-2'}>
      <span role="status" className="empty:absolute">
        {count === undefined ? '' : loadedText(count, { total, next, mayGoOn }, params)}
      </span>
      {!hasCountOnly && <OrderAndPages {...footer} next={next} params={params} />}
    </div>
  )
}

function OrderAndPages({ path, params, limit = defaultLimit, order, footnote, next, asOf, ...footer }: FooterProps) {
  const { hidden = [], onShowHidden, onMove } = footer
  const isNewestFirst = order.order === 'DESC'
  const before = pageBefore(params)
  const number = pagePosition(params).number ?? 2
  const backLabel = before?.isFirst && number > 2 ? 'First page' : isNewestFirst ? 'Newer' : 'Older'
  const isSorted = params.has('order') || params.has('order_by')
  return (
    <>
      <span className="text-sm text-ink-3">
        {footnote ?? `Order: ${orderLabel(order)}`}
        {isSorted && (
          <>
            {' '}
            <ShallowLink className="underline" href={hrefOf(path, withoutParams(params, ['order', 'order_by']))}>
              Default order
            </ShallowLink>
          </>
        )}
      </span>
      {hidden.length > 0 && (
        <span className="min-w-0 text-sm text-ink-3 max-sm:hidden print:hidden">
          {hidden.length === 1 ? '1 column hidden' : `${hidden.length} columns hidden`}: {hidden.join(', ')}.{' '}
          <button
            type="button"
            className="-my-1 min-h-6 text-ink-2 underline underline-offset-3"
            onClick={onShowHidden}
          >
            Show all
          </button>
        </span>
      )}
      <div className="ml-auto flex flex-wrap items-center gap-2 print:hidden">
        <span className="hidden sm:inline" aria-hidden>
          Rows per page
        </span>
        <SegmentedControl name="Rows per page">
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
        <div className="flex gap-2">
          <PageLink
            rel="prev"
            shortcut={isNewestFirst ? newerKey : olderKey}
            href={before && hrefOf(path, before.params)}
            onMove={onMove}
          >
            <ChevronLeft />
            {backLabel}
          </PageLink>
          <PageLink
            rel="next"
            shortcut={isNewestFirst ? olderKey : newerKey}
            href={next && hrefOf(path, pageAfter(params, next, asOf))}
            onMove={onMove}
          >
            {isNewestFirst ? 'Older' : 'Newer'}
            <ChevronRight />
          </PageLink>
        </div>
      </div>
    </>
  )
}

/** `100 of 4,312 found`, or the count of loaded rows: the provider gives no total. */
function countOf(rows: number, total: FooterProps['total'], isAll: boolean): string {
  const shown = rows.toLocaleString('en-US')
  if (!total) return `${shown} loaded`
  const found = `${total.isMore ? 'more than ' : ''}${total.count.toLocaleString('en-US')} found`
  return isAll ? found : `${shown} of ${found}`
}

function loadedText(
  rows: number,
  { total, next, mayGoOn }: Pick<FooterProps, 'total' | 'next' | 'mayGoOn'>,
  params: URLSearchParams,
): string {
  const { number } = pagePosition(params)
  const page = number === 1 ? '' : number ? `Page ${number}: ` : 'A later page: '
  const loaded = `${page}${countOf(rows, total, number === 1 && next === undefined)}`
  if (next !== undefined) return `${loaded}, more available`
  return mayGoOn
    ? `${loaded}. There may be more: the provider named no next page. Filter by time to see others.`
    : `${loaded}, end of list`
}

type PageLinkProps = { rel: 'prev' | 'next'; shortcut: string; href?: string; onMove: () => void; children: ReactNode }

/** A link to another page; disabled if there is none. */
function PageLink({ rel, shortcut, href, onMove, children }: PageLinkProps) {
  const keys = useShortcut(shortcut)
  if (href) {
    return (
      <ShallowLink className={buttonClass()} rel={rel} {...keys} href={href} onMove={onMove}>
        {children}
      </ShallowLink>
    )
  }
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: it leads nowhere
    // biome-ignore lint/a11y/useSemanticElements: a link without an address has no element of its own
    <span role="link" aria-disabled="true" className={buttonClass({ kind: 'off' })}>
      {children}
    </span>
  )
}

type PrintLineProps = Omit<FilterProps, 'path'> & { environment: Environment; order: ListOrder }

/** On paper only: environment, filters, order and zone. */
export function PrintLine({ environment, filters, params, resolved, order }: PrintLineProps) {
  const zone = useZone()
  const chips = filterChips(filters, params, zone, resolved).map(
    ({ field, operator, value }) => `${field} ${operator} ${value}`,
  )
  return (
    <p className="mb-2 hidden text-sm print:block">
      {environment === 'production' ? 'Production' : 'Sandbox'} · {chips.join(' · ') || 'no filter'} · order:{' '}
      {orderLabel(order)} · times in {zone.name}
    </p>
  )
}
