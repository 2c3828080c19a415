'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { filterChips } from '@/components/filters/chips'
import { listRead } from '@/components/list/list-read'
import { transferFilters, transferRead, transferSource } from '@/components/records/transfer-reads'
import { Link, useAddress, useFollow } from '@/components/ui/address'
import { SegmentedControl, segmentClass } from '@/components/ui/button'
import { announce, useSteps } from '@/components/ui/focus'
import { useShortcut } from '@/components/ui/preferences'
import { useZone } from '@/components/ui/time'
import { hrefOf, nextCursorIn, pagePosition } from '@/lib/browser/list-url'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedPage, DecodedTransfer } from '@/lib/provider/reading'
import type { Transfer } from '@/lib/provider/transfers'

/** A transfer's place among the loaded rows of its list, in words, with the ids next to it. */
type ListPosition = { row: DecodedTransfer; text: string; previous?: string; next?: string }

/** @returns undefined if the page does not have the transfer */
export function positionIn(page: DecodedPage<Transfer>, params: URLSearchParams, id: string): ListPosition | undefined {
  // A row without an id has no page of its own.
  const rows = page.items.filter(({ known }) => known.id !== undefined)
  const index = rows.findIndex(({ known }) => known.id?.toLowerCase() === id.toLowerCase())
  const row = rows[index]
  if (!row) return undefined
  const [previous, next] = [rows[index - 1]?.known.id, rows[index + 1]?.known.id]
  const hasEarlier = pagePosition(params).cursor !== undefined
  const hasLater = nextCursorIn(params, page.next) !== undefined || page.mayGoOn
  const count = page.items.length
  if (count === 1 && !hasEarlier && !hasLater) return { row, text: '1 of 1 loaded, the only one in the list' }
  const texts = [
    `${(index + 1).toLocaleString('en-US')} of ${count.toLocaleString('en-US')} loaded`,
    previous === undefined && (hasEarlier ? 'start of this page' : 'start of list'),
    next === undefined && (hasLater ? 'end of this page' : 'end of list'),
  ]
  return { row, text: texts.filter(Boolean).join(', '), previous, next }
}

/**
 * The place of a transfer in the page of the list that the person came from, and when that page was read. The page is the
 * list's own read under its own key, never refreshed here, so that the order stays while the person steps through it.
 * @param from the list's query string; if undefined, only an already loaded plain list is used
 */
export function useListPosition(environment: Environment, from: string | undefined, id: string) {
  const params = new URLSearchParams(from)
  const { zone } = useZone()
  const isWanted = from !== undefined
  const { data, isError } = useQuery({
    ...listRead(environment, transferSource, params, zone),
    enabled: isWanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  const position = data && positionIn(data, params, id)
  const row = position && { transfer: position.row, at: data.at, requestId: data.requestId }
  if (isWanted && isError && !data) return { why: 'The list could not be loaded.' }
  return { position, row, why: data && !position ? 'Not on this page of the list' : undefined }
}

/** The address of another transfer, from which the same list is reached. */
export function useTransferHref(environment: Environment) {
  const { search } = useAddress()
  return (id: string) => hrefOf(`/${environment}/transfers/${encodeURIComponent(id)}`, new URLSearchParams(search))
}

/** The page of the list that the person came from, named by its filters. */
export function useBackToList(environment: Environment, from: string | undefined) {
  const params = new URLSearchParams(from)
  const names = filterChips(transferFilters, params, useZone()).map(({ field, value }) => `${field} ${value}`)
  const { number, cursor } = pagePosition(params)
  const page = cursor ? [number ? `page ${number}` : 'a later page'] : []
  return {
    // Only the query string comes from `x.from`, so the link cannot leave the list.
    href: hrefOf(`/${environment}/transfers`, params),
    lead: 'Back to the list: ',
    name: [...(names.length > 0 ? names : ['All transfers']), ...page].join(', '),
  }
}

type NeighbourProps = {
  environment: Environment
  position: ListPosition
  /** Whether this transfer itself has been read: prefetching must not delay it. */
  isLoaded: boolean
}

/** Steps to the previous and next transfer of the list, by links and by j and k. */
export function NeighbourLinks({ environment, position: { text, previous, next }, isLoaded }: NeighbourProps) {
  const follow = useFollow()
  const client = useQueryClient()
  const hrefOfTransfer = useTransferHref(environment)
  // Reads the likely next transfers as background work.
  useEffect(() => {
    for (const id of isLoaded ? [next, previous] : []) {
      const { enabled, ...read } = transferRead(environment, id ?? '', true)
      if (enabled) void client.prefetchQuery(read)
    }
  }, [client, environment, isLoaded, next, previous])
  // A second key press before the next page has come would lead to the same transfer again.
  const isLeaving = useRef(false)
  useSteps((by) => {
    const id = by === 1 ? next : previous
    if (id === undefined) return announce(text)
    if (isLeaving.current) return
    isLeaving.current = true
    follow(hrefOfTransfer(id))
  })
  const isAtEnd = previous === undefined || next === undefined
  return (
    <>
      <span className={`text-sm whitespace-nowrap text-ink-3 ${isAtEnd ? '' : 'max-sm:sr-only'}`}>{text}</span>
      <SegmentedControl name="Previous and next transfer">
        <StepLink
          href={previous && hrefOfTransfer(previous)}
          name="Previous"
          shortcut="k"
          rel="prev"
          icon={ChevronUp}
        />
        <StepLink href={next && hrefOfTransfer(next)} name="Next" shortcut="j" rel="next" icon={ChevronDown} />
      </SegmentedControl>
    </>
  )
}

type StepProps = { href?: string; name: string; shortcut: string; rel: string; icon: LucideIcon }

function StepLink({ href, name, shortcut, rel, icon: Icon }: StepProps) {
  const keys = useShortcut(shortcut)
  const content = (
    <>
      <Icon className="size-3.5" />
      <kbd aria-hidden className="max-sm:hidden">
        {shortcut}
      </kbd>
    </>
  )
  if (href)
    return (
      <Link href={href} rel={rel} aria-label={name} {...keys} className={segmentClass(false)}>
        {content}
      </Link>
    )
  const className = `${segmentClass(false)} pointer-events-none opacity-50`
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: it leads nowhere; the text before it says why
    // biome-ignore lint/a11y/useSemanticElements: a link without an address has no element of its own
    <span role="link" aria-disabled="true" aria-label={name} className={className}>
      {content}
    </span>
  )
}
