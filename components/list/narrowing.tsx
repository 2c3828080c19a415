'use client'
/** A list that Mintdesk narrows: reads it as far as it is asked to, and says how far that is. */
import { useQueryClient } from '@tanstack/react-query'
import { ChevronsDown, OctagonX, Square } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { filterChips } from '@/components/filters/chips'
import type { FilterProps } from '@/components/filters/description'
import { replaceAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { asProblem, isRateLimited, RateLimitNotice, RequestIdSentence } from '@/components/ui/problem'
import { EmptyState } from '@/components/ui/section'
import { LiveRegion, Note } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import { mostPages } from '@/lib/api/console/narrowed'
import type { Environment } from '@/lib/api/environments'
import { withPartsNamed } from '@/lib/api/provider/list-parts'
import type { ListOrder } from '@/lib/api/provider/list-rules'
import { rowOf } from '@/lib/api/provider/operations'
import type { Decoded } from '@/lib/api/provider/reading'
import type { ScannedList } from '@/lib/api/provider/scanned-lists'
import { problemIn } from '@/lib/browser/line-stream'
import { hrefOf } from '@/lib/browser/list-url'
import { narrowedLines } from '@/lib/browser/narrowed-read'
import type { Json } from '@/lib/domain/json'
import { writeQuery } from '@/lib/domain/query-string'
import type { LoadedPage, NarrowedState } from './list-read'
import { movedText, narrowedText } from './narrowed-text'
import UnmatchedNote from './unmatched-note'

type NarrowingProps<Known> = FilterProps & {
  environment: Environment
  list: ScannedList
  /** Where the rows are kept: see `narrowedRead`. */
  queryKey: readonly unknown[]
  page: LoadedPage<Known> | undefined
  decode: (row: Json) => Decoded<Known>
  idOf: (row: Decoded<Known>) => string | undefined
  order: ListOrder
}

type Asked = NonNullable<NarrowedState['asked']>

/** Why a reading ends with its page. */
const left = 'The list was left.'

const unread: NarrowedState = { isReading: true, read: 0, isComplete: false }

/** Reads on from where the list was read to, or from its start. @returns what stops it */
function useReader<Known>({
  environment,
  list,
  filters,
  path,
  params,
  queryKey,
  page,
  decode,
  idOf,
}: NarrowingProps<Known>) {
  const client = useQueryClient()
  const { zone } = useZone()
  const controller = useRef<AbortController>(undefined)

  const read = useEffectEvent(async () => {
    controller.current?.abort()
    const own = new AbortController()
    controller.current = own
    const start: LoadedPage<Known> = page ?? { items: [], at: Date.now(), text: '', requestId: '', narrowed: unread }
    const { asked, place, read: before = 0, outside = 0 } = start.narrowed ?? unread
    let items = start.items
    let state: NarrowedState = { ...unread, read: before, outside, asked, place }
    const show = (changes: Partial<NarrowedState>) => {
      state = { ...state, ...changes }
      client.setQueryData<LoadedPage<Known>>(queryKey, { ...start, items, narrowed: state })
    }
    show({})
    try {
      const body = { search: params.toString(), zone: asked?.start.zone ?? zone, now: asked?.start.now, place }
      for await (const line of narrowedLines(environment, list, body, own.signal)) {
        if (line.kind === 'asked') show({ asked: line })
        else if (line.kind === 'restart') {
          items = start.items
          show({ place, read: before, outside })
        } else if (line.kind === 'rows') {
          const rows = line.rows.map(decode)
          // A row that changed while the list was read has moved.
          const ids = new Set(rows.map(idOf))
          const isOther = (row: Decoded<Known>) => idOf(row) === undefined || !ids.has(idOf(row))
          if (rows.length > 0) items = [...items.filter(isOther), ...rows]
          show({ read: before + line.read, outside: outside + (line.outside ?? 0), place: line.place })
        } else if (line.kind === 'end') show({ isReading: false, isComplete: !line.place, place: line.place })
        else throw problemIn(line.problem)
      }
    } catch (failure) {
      if (own.signal.aborted) {
        if (controller.current !== own) return
        // A list that was left before it began is read when it is shown again.
        if (own.signal.reason === left && state.asked === undefined) void client.resetQueries({ queryKey, exact: true })
        else show({ isReading: false })
        return
      }
      show({ isReading: false, problem: asProblem(failure as Error), problemAt: Date.now() })
    }
    if (controller.current === own) controller.current = undefined
  })

  // A filter was added or removed: the URL says anew which part the provider is sent.
  const named = hrefOf(path, withPartsNamed(filters.rules, params))
  const isNamed = named === hrefOf(path, params)
  const isUnread = page === undefined
  useEffect(() => {
    if (!isNamed) replaceAddress(named)
    else if (isUnread) void read()
  }, [isNamed, named, isUnread])
  useEffect(() => () => controller.current?.abort(left), [])
  return { read: () => void read(), stop: () => controller.current?.abort() }
}

/** What was read and found, what the provider was asked, and buttons that stop and read on. */
export default function Narrowing<Known>(props: NarrowingProps<Known>) {
  const { filters, params, resolved, list, page, order } = props
  const zone = useZone()
  const { read, stop } = useReader(props)
  const state = page?.narrowed ?? unread
  const { isReading, isComplete, asked, problem, problemAt = 0 } = state
  const found = page?.items.length ?? 0
  const text = narrowedText(state, found, asked?.order ?? order, zone)
  const moved = isReading ? '' : movedText(state, asked?.order ?? order, zone, filters.plural)
  const chips = filterChips(filters, params, zone, resolved)
  const namesOf = (isNarrowed: boolean) =>
    chips
      .filter((chip) => chip.isNarrowed === isNarrowed)
      .map(({ field, operator, value }) => `${field} ${operator} ${value}`)
      .join(', ')
  const provided = namesOf(false)
  // The text changes with every page; screen readers hear its last state.
  useEffect(() => {
    if (!isReading) announce([text, moved].filter(Boolean).join(' '))
  }, [isReading, text, moved])
  return (
    <section aria-label="How far this list was read" className="my-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 font-label text-ink tabular-nums" aria-busy={isReading}>
          {isReading && state.read === 0 ? 'Reading…' : text}
        </p>
        {!isComplete && !problem && (
          <Button size="small" className="print:hidden" onClick={isReading ? stop : read}>
            {isReading ? <Square /> : <ChevronsDown />}
            {isReading ? 'Stop' : 'Read on'}
          </Button>
        )}
      </div>
      <p className="mt-1 text-sm text-ink-2 [overflow-wrap:anywhere]">
        {provided ? `The provider applies ${provided}.` : `The provider is asked for all ${filters.plural}.`} Mintdesk
        applies {namesOf(true)}. {moved}
      </p>
      {asked && (
        <details className="text-sm text-ink-3 print:hidden">
          <summary className="inline-block min-h-6 cursor-pointer underline max-sm:min-h-11 max-sm:py-2.5">
            Request
          </summary>
          <code className="block py-1 font-mono [overflow-wrap:anywhere]">{requestText(list, asked)}</code>
          In pages of 1,000, divided by time where that is faster. Each step reads at most {mostPages} pages.
        </details>
      )}
      <LiveRegion>
        {state.outside ? <UnmatchedNote count={state.outside} isLeftOut /> : null}
        {problem && isRateLimited(problem) && (
          <RateLimitNotice key={problemAt} error={problem} since={problemAt} onRetry={read} />
        )}
        {problem && !isRateLimited(problem) && (
          <Note
            tone="bad"
            icon={OctagonX}
            className="my-2"
            title="Reading stopped."
            actions={
              <Button size="small" onClick={read}>
                Try again
              </Button>
            }
          >
            {[problem.problem.title, problem.problem.detail].filter(Boolean).join(' ')}
            <RequestIdSentence error={problem} />
          </Note>
        )}
      </LiveRegion>
      {found === 0 && !isReading && !isComplete && !problem && (
        <EmptyState title={`No ${filters.plural} found so far`}>
          <p>{text}</p>
        </EmptyState>
      )}
    </section>
  )
}

/** The request as it is sent, without its pages. */
function requestText(list: ScannedList, { query, order }: Asked): string {
  const sorted =
    list === 'listTransfers' ? { ...query, order_by: order.by, order: order.order } : { ...query, order: order.order }
  return `${rowOf(list).method} ${rowOf(list).path}?${decodeURIComponent(writeQuery(sorted).toString())}`
}
