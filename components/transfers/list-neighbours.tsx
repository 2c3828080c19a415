'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronLeft, ChevronUp } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { filterChips } from '@/components/filters/chips'
import type { LoadedPage } from '@/components/list/list-read'
import { SegmentedControl, segmentClass } from '@/components/ui/button'
import { announce, useSteps } from '@/components/ui/focus'
import { useShortcut } from '@/components/ui/preferences'
import { useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import { readQuery } from '@/lib/api/query-string'
import type { DecodedPage, DecodedTransfer } from '@/lib/api/reading'
import { type Transfer, TransferQuery } from '@/lib/api/transfers'
import { apiParams, hrefOf, nextCursorIn, pagePosition } from '@/lib/browser/list-url'
import { isSameId } from './reconciliation'
import { transferFilters, transferPageRead, transferRead } from './transfer-reads'

/** A transfer's place among the loaded rows of its list, counted from 1, with the ids next to it. */
export type ListPosition = {
  number: number
  count: number
  row: DecodedTransfer
  previous?: string
  next?: string
  /** Whether the list continues before and after this page. */
  hasEarlier: boolean
  hasLater: boolean
}

/** @param params the list's query string; undefined if the page does not have the transfer */
export function positionIn(page: DecodedPage<Transfer>, params: URLSearchParams, id: string): ListPosition | undefined {
  // A row without an id has no page of its own.
  const rows = page.items.filter(({ known }) => known.id !== undefined)
  const index = rows.findIndex(({ known }) => isSameId(known.id, id))
  const row = rows[index]
  if (!row) return undefined
  return {
    number: index + 1,
    count: page.items.length,
    row,
    previous: rows[index - 1]?.known.id,
    next: rows[index + 1]?.known.id,
    hasEarlier: pagePosition(params).cursor !== undefined,
    hasLater: nextCursorIn(params, page.next) !== undefined,
  }
}

/** `2 of 100 loaded`, and at either end of the page whether the list ends there. */
export function positionText({ number, count, previous, next, hasEarlier, hasLater }: ListPosition): string {
  if (count === 1 && !hasEarlier && !hasLater) return '1 of 1 loaded, the only one in the list'
  const ends = [
    previous === undefined && (hasEarlier ? 'start of this page' : 'start of list'),
    next === undefined && (hasLater ? 'end of this page' : 'end of list'),
  ].filter(Boolean)
  return [`${number.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} loaded`, ...ends].join(', ')
}

/** The page of the list that the person came from. */
export type ListPage = { params: URLSearchParams; page: LoadedPage<Transfer> }

/**
 * The list's own read under its own key, never refreshed here, so that the order stays while the person steps through it.
 * @param from the list's query string; if undefined, only an already loaded plain list is used
 */
export function useListPage(environment: Environment, from: string | undefined) {
  const params = useMemo(() => new URLSearchParams(from), [from])
  const { query } = useMemo(() => readQuery(TransferQuery, apiParams(params)), [params])
  const isWanted = query !== undefined && from !== undefined
  const { data: page, isError } = useQuery({
    ...transferPageRead(environment, query ?? {}),
    enabled: isWanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const list = useMemo((): ListPage | undefined => page && query && { params, page }, [page, query, params])
  return { list, hasFailed: isWanted && isError && !page }
}

type BackLinkProps = { list: string; from: string | undefined }

/** Leads back to the page of the list that the person came from, named by its filters. */
export function BackLink({ list, from }: BackLinkProps) {
  const params = new URLSearchParams(from)
  const chips = filterChips(transferFilters, params, useZone())
  const { number, cursor } = pagePosition(params)
  const names = chips.map(({ field, value }) => `${field} ${value}`)
  const page = cursor ? [number ? `page ${number}` : 'a later page'] : []
  const text = [...(names.length > 0 ? names : ['All transfers']), ...page].join(', ')
  return (
    // Only the query string comes from `x.from`, so the link cannot leave the list.
    <Link
      prefetch={false}
      aria-keyshortcuts={useShortcut('u')}
      title={text}
      className="inline-flex min-h-10 min-w-0 items-center gap-1 text-ink-2 hover:underline sm:min-h-6 print:hidden"
      href={hrefOf(list, params)}
    >
      <ChevronLeft className="size-3.5" />
      <span className="sr-only">Back to the list: </span>
      <span className="overflow-hidden text-ellipsis whitespace-nowrap">{text}</span>
    </Link>
  )
}

type NeighbourProps = {
  environment: Environment
  position: ListPosition
  hrefOfTransfer: (id: string) => string
  /** Whether this transfer itself has been read: prefetching must not delay it. */
  isLoaded: boolean
}

/** Steps to the previous and next transfer of the list, by links and by j and k. */
export function NeighbourLinks({ environment, position, hrefOfTransfer, isLoaded }: NeighbourProps) {
  const router = useRouter()
  const { previous, next } = position
  usePrefetch(environment, isLoaded ? [next, previous] : [])
  // A second key press before the next page has come would lead to the same transfer again.
  const isLeaving = useRef(false)
  useSteps((by) => {
    const id = by === 1 ? next : previous
    if (id === undefined) return announce(positionText(position))
    if (isLeaving.current) return
    isLeaving.current = true
    router.push(hrefOfTransfer(id))
  })
  const isAtEnd = previous === undefined || next === undefined
  return (
    <>
      <span className={`text-sm whitespace-nowrap text-ink-3 ${isAtEnd ? '' : 'max-sm:sr-only'}`}>
        {positionText(position)}
      </span>
      <SegmentedControl name="Previous and next transfer">
        <StepLink href={previous && hrefOfTransfer(previous)} name="Previous" shortcut="k" rel="prev">
          <ChevronUp className="size-3.5" />
        </StepLink>
        <StepLink href={next && hrefOfTransfer(next)} name="Next" shortcut="j" rel="next">
          <ChevronDown className="size-3.5" />
        </StepLink>
      </SegmentedControl>
    </>
  )
}

type StepProps = { href?: string; name: string; shortcut: string; rel: string; children: ReactNode }

function StepLink({ href, name, shortcut, rel, children }: StepProps) {
  const keys = useShortcut(shortcut)
  const content = (
    <>
      {children}
      <kbd aria-hidden className="max-sm:hidden">
        {shortcut}
      </kbd>
    </>
  )
  if (href)
    return (
      // Prefetched, unlike other links: these are there to step through a list quickly.
      <Link prefetch href={href} rel={rel} aria-label={name} aria-keyshortcuts={keys} className={segmentClass(false)}>
        {content}
      </Link>
    )
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: it leads nowhere; the text before it says why
    // biome-ignore lint/a11y/useSemanticElements: a link without an address has no element of its own
    <span
      role="link"
      aria-disabled="true"
      aria-label={name}
      className={`${segmentClass(false)} pointer-events-none opacity-50`}
    >
      {content}
    </span>
  )
}

/** Reads the likely next transfers as background work. */
function usePrefetch(environment: Environment, ids: readonly (string | undefined)[]): void {
  const client = useQueryClient()
  const wanted = ids.filter((id) => id !== undefined).join()
  useEffect(() => {
    for (const id of wanted.split(',').filter(Boolean)) {
      const { enabled, ...read } = transferRead(environment, id, true)
      if (enabled) void client.prefetchQuery(read)
    }
  }, [client, environment, wanted])
}
