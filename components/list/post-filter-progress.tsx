'use client'
/** How far a list that Mintdesk filters was read. */
import { ChevronsDown, OctagonX, Square } from 'lucide-react'
import { useEffect } from 'react'
import { filterChips } from '@/components/filters/chips'
import type { FilterProps } from '@/components/filters/description'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { isRateLimited, RateLimitNotice, RequestIdSentence } from '@/components/ui/problem'
import { EmptyState } from '@/components/ui/section'
import { LiveRegion, Note } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import type { ProblemError } from '@/lib/api/problem'
import type { ListOrder } from '@/lib/api/provider/list-rules'
import { rowOf } from '@/lib/api/provider/operations'
import type { ScannedList } from '@/lib/api/provider/scanned-lists'
import { clockText } from '@/lib/browser/clock'
import { writeQuery } from '@/lib/domain/query-string'
import { type PostFilterState, unread } from './list-read'
import UnmatchedNote from './unmatched-note'

type PostFilterProps = Omit<FilterProps, 'path'> & {
  list: ScannedList
  state?: PostFilterState
  /** The rows on screen. */
  found: number
  isReading: boolean
  problem?: ProblemError
  /** When it stopped the reading, ms since 1970. */
  problemAt: number
  order: ListOrder
  onRead: () => void
  onStop: () => void
}

/** What was read and found, what the provider was asked, and buttons that stop and read on. */
export default function PostFilterProgress(props: PostFilterProps) {
  const { filters, params, resolved, list, state = unread, found, isReading, problem, problemAt, order } = props
  const { onRead, onStop } = props
  const zone = useZone()
  const { isComplete, asked } = state
  const text = postFilterText(state, found, isReading, asked?.order ?? order, zone)
  const moved = isReading ? '' : movedText(state, asked?.order ?? order, zone, filters.plural)
  const chips = filterChips(filters, params, zone, resolved)
  const namesOf = (isPostFiltered: boolean) =>
    chips
      .filter((chip) => chip.isPostFiltered === isPostFiltered)
      .map(({ field, operator, value }) => `${field} ${operator} ${value}`)
      .join(', ')
  const [provided, applied] = [namesOf(false), namesOf(true)]
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
          <Button size="small" className="print:hidden" onClick={isReading ? onStop : onRead}>
            {isReading ? <Square /> : <ChevronsDown />}
            {isReading ? 'Stop' : 'Read on'}
          </Button>
        )}
      </div>
      <p className="mt-1 text-sm text-ink-2 [overflow-wrap:anywhere]">
        {provided ? `The provider applies ${provided}.` : `The provider is asked for all ${filters.plural}.`}{' '}
        {applied && `Mintdesk applies ${applied}.`} {moved}
      </p>
      {asked && (
        <details className="text-sm text-ink-3 print:hidden">
          <summary className="inline-block min-h-6 cursor-pointer underline max-sm:min-h-11 max-sm:py-2.5">
            Developer
          </summary>
          <code className="block py-1 font-mono [overflow-wrap:anywhere]">{requestText(list, asked)}</code>
        </details>
      )}
      <LiveRegion>
        {state.outside > 0 && <UnmatchedNote count={state.outside} isLeftOut />}
        {problem && isRateLimited(problem) && (
          <RateLimitNotice key={problemAt} error={problem} since={problemAt} onRetry={onRead} />
        )}
        {problem && !isRateLimited(problem) && (
          <Note
            tone="bad"
            icon={OctagonX}
            className="my-2"
            title="Reading stopped."
            actions={
              <Button size="small" onClick={onRead}>
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
function requestText(list: ScannedList, { query, order }: NonNullable<PostFilterState['asked']>): string {
  const sorted =
    list === 'listTransfers' ? { ...query, order_by: order.by, order: order.order } : { ...query, order: order.order }
  return `${rowOf(list).method} ${rowOf(list).path}?${decodeURIComponent(writeQuery(sorted).toString())}`
}

type Zone = { zone: string; name: string }

const count = (rows: number) => rows.toLocaleString('en-US')

/** Before every record: the reading has passed the beginning of time as services know it. */
const longAgo = Date.UTC(1970, 0, 1)

/** `back to 3 Mar 2026 14:00:00 UTC`; '' if nothing is known to be complete. */
function reachedText({ place }: PostFilterState, { order }: ListOrder, { zone, name }: Zone): string {
  const reached = place?.cursor === undefined ? place?.completeFrom : undefined
  if (reached === undefined) return ''
  if (order === 'ASC') return `, up to ${clockText(new Date(reached).toISOString(), undefined, zone)} ${name}`
  if (reached < longAgo) return ', back to before 1970'
  return `, back to ${clockText(new Date(reached).toISOString(), undefined, zone)} ${name}`
}

/**
 * Says so if rows may have been missed: with the newest changes first, a row that changes before it is read moves to where
 * the list was read already.
 */
function movedText({ asked }: PostFilterState, { by, order }: ListOrder, zone: Zone, plural: string): string {
  if (!asked || by !== 'UPDATED_AT' || order !== 'DESC') return ''
  const since = clockText(new Date(asked.start.now).toISOString(), undefined, zone.zone)
  return `Of ${plural} that changed after ${since} ${zone.name}, some may be missing: refresh to see them.`
}

/** `37 found in 4,000 read, back to 3 Mar 2026 14:00:00 UTC. Older ones were not read.` */
function postFilterText(
  state: PostFilterState,
  found: number,
  isReading: boolean,
  order: ListOrder,
  zone: Zone,
): string {
  const foundText = found === 0 ? 'None found' : `${count(found)} found`
  if (state.isComplete)
    return `${foundText}. ${state.read === 1 ? 'The only one was' : `All ${count(state.read)} were`} read.`
  const reached = reachedText(state, order, zone)
  const text = `${foundText} in ${count(state.read)} read${reached}`
  if (isReading) return `${text}…`
  if (!reached) return `${text}. The rest was not read.`
  return `${text}. ${order.order === 'DESC' ? 'Older' : 'Newer'} ones were not read.`
}
