'use client'
import { ChevronRight, Clock, FileQuestionMark, Hand, OctagonX, TriangleAlert } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { countText, travelRuleNeeded, usualTimesUnavailable, waitingForApproval } from '@/components/transfers/labels'
import { defaultUsualText, minimumSample, type UsualTimes, usualTimesByType } from '@/components/transfers/usual-times'
import { useRowLinks } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { useSteps } from '@/components/ui/focus'
import { isAccessLost, isRateLimited, ProblemView, StaleNotice } from '@/components/ui/problem'
import { Section, Skeleton } from '@/components/ui/section'
import { LiveRegion, type StatusStyle, toneClass } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import { writeQuery } from '@/lib/api/query-string'
import { clockText, durationText, millisOf } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import {
  type AttentionItem,
  type AttentionKind,
  type AttentionSummary,
  amountsText,
  attentionQuery,
  listNote,
  summaryCount,
} from './attention'
import { ScrollBox } from './figures-table'

const styles: Record<AttentionKind, Pick<StatusStyle, 'tone' | 'icon' | 'label'>> = {
  'travel-rule': { tone: 'wait', icon: FileQuestionMark, label: travelRuleNeeded },
  approval: { tone: 'wait', icon: Hand, label: waitingForApproval },
  failed: { tone: 'bad', icon: OctagonX, label: 'Failed in the last 24 h' },
  pending: { tone: 'wait', icon: Clock, label: 'Blocked, or pending longer than usual' },
}

const head = 'h-(--row-tight) border-b border-hairline-strong px-2 font-label'
const columns = [
  ['Count', 'text-right'],
  ['What', ''],
  ['Amount', ''],
  ['Next action', 'hidden lg:table-cell'],
  ['Oldest', 'text-right'],
] as const

type AttentionProps = { items: readonly AttentionItem[]; usualTimes?: UsualTimes; path: string; now?: number }

/** A row for each kind; one that fails says so and leaves the others. */
export function AttentionSection({ items, usualTimes, path, now }: AttentionProps) {
  const table = useRef<HTMLTableElement>(null)
  const router = useRouter()
  const rowLinks = useRowLinks((href) => router.push(href))
  useSteps((by) => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])]
    const index = links.indexOf(document.activeElement as HTMLElement)
    links[Math.max(0, Math.min(links.length - 1, index + by))]?.focus()
  })
  const failed = items.filter(({ problem }) => problem && !isRateLimited(problem))
  const [first] = failed
  const stale = failed.find(({ summary }) => summary)
  const refreshFailed = () => {
    for (const { refresh } of failed) refresh()
  }
  if (first?.problem && failed.length === items.length && (!stale || isAccessLost(first.problem))) {
    return (
      <Section title="Needs attention">
        <ProblemView error={first.problem} what="What needs attention" at={first.problemAt} onRetry={refreshFailed} />
      </Section>
    )
  }
  return (
    <Section title="Needs attention">
      <LiveRegion>
        {stale?.at !== undefined && stale.problem && (
          <StaleNotice at={stale.at} error={stale.problem} onRefresh={refreshFailed} />
        )}
      </LiveRegion>
      <ScrollBox name="Needs attention">
        <table
          ref={table}
          {...rowLinks}
          aria-label="Needs attention"
          className="block w-full border-separate border-spacing-0 text-left whitespace-nowrap sm:table"
        >
          <thead className="hidden text-sm text-ink-3 sm:table-header-group">
            <tr>
              {columns.map(([name, more]) => (
                <th key={name} scope="col" className={`${head} ${more}`}>
                  {name}
                </th>
              ))}
              <td className={`${head} w-8`} />
            </tr>
          </thead>
          <tbody className="block sm:table-row-group">
            {items.map((item, index) => (
              <AttentionRow key={item.kind} index={index} item={item} path={path} now={now} />
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {usualTimes && <UsualTimesNote times={usualTimes} />}
    </Section>
  )
}

/** After how long a pending transfer of each type is slow, and from which sample. */
function UsualTimesNote({ times }: { times: UsualTimes }) {
  const types = usualTimesByType(times)
  const why =
    times === 'unavailable' ? usualTimesUnavailable : `Fewer than ${minimumSample} completed transfers of each type`
  return (
    <div className="mt-2 text-sm text-ink-3">
      <p>
        Each transfer is counted once.
        {types.length === 0 && ` ${why}: a pending transfer counts as slow after ${defaultUsualText}.`}
      </p>
      {types.length > 0 && (
        <details>
          <summary className="inline-flex min-h-10 list-none items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current sm:min-h-6 [&::-webkit-details-marker]:hidden">
            When a pending transfer is slow
          </summary>
          <p className="mt-1">A pending transfer counts as slow after:</p>
          <ul className="my-1 columns-1 sm:columns-2 lg:columns-3">
            {types.map(({ type, transfers, usual }) => (
              <li key={type}>
                {type}: {durationText(usual)} (N = {transfers.toLocaleString('en-US')})
              </li>
            ))}
            <li>Other types: {defaultUsualText}</li>
          </ul>
          <p>
            95 % of the last N completed transfers of that type settled within this time. Types with fewer than{' '}
            {minimumSample} count as other types.
          </p>
        </details>
      )}
    </div>
  )
}

/** On a phone a row is a card of two lines. */
const cell = 'sm:h-(--row-height) sm:border-b sm:border-hairline sm:px-2'
const rowClass =
  '-mx-2 grid min-h-14 grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-b border-hairline p-2 -outline-offset-2 outline-focus has-[a:focus-visible]:outline-(length:--focus-width) data-href:cursor-pointer data-href:hover:bg-hover sm:table-row'

type RowProps = { item: AttentionItem; index: number; path: string; now?: number }

function AttentionRow({ item: { kind, summary, at, problem, refresh }, index, path, now }: RowProps) {
  const { tone, icon: Icon, label } = styles[kind]
  const query = summary?.list ?? (now === undefined ? undefined : attentionQuery(kind, now))
  const href = query && hrefOf(`${path}/transfers`, writeQuery(query))
  const isEmpty = summary?.count === 0
  return (
    <tr data-index={index} data-href={href} className={rowClass}>
      <td
        className={`${cell} order-2 text-right leading-[22px] font-label sm:w-[72px] sm:leading-5 sm:text-md sm:font-title ${isEmpty ? 'text-ink-3' : ''}`}
      >
        {summary ? summaryCount(summary) : !problem && <Skeleton className="w-5" />}
      </td>
      <td
        className={`${cell} order-1 text-lg leading-[22px] font-label whitespace-normal sm:text-base sm:leading-5 sm:font-text sm:whitespace-nowrap ${toneClass[tone]}`}
      >
        <Icon className={`mr-1.5 size-[15px] ${isEmpty ? 'text-ink-3' : 'text-tone'}`} />
        <a href={href} className="hover:underline focus-visible:outline-transparent">
          {label}
        </a>
        {summary?.listedCount !== undefined && <span className="text-sm text-ink-3"> ({listNote(summary)})</span>}
      </td>
      <td className={`${cell} order-3 whitespace-normal text-ink-2 sm:w-[45%]`}>
        {summary ? (
          <Amounts summary={summary} />
        ) : problem && !isRateLimited(problem) ? (
          <>
            <span className="text-bad">Could not be loaded.</span> {problem.problem.title}{' '}
            <Button size="small" onClick={refresh} aria-label={`Try again: ${label}`}>
              Try again
            </Button>
          </>
        ) : (
          <Skeleton className="w-48" />
        )}
      </td>
      <td className={`${cell} hidden text-ink-2 lg:table-cell`}>{summary?.actors.join(', ')}</td>
      <td className={`${cell} order-4 text-right text-ink-3 sm:text-ink`}>
        {summary && at !== undefined && <Oldest summary={summary} at={at} />}
      </td>
      <td className={`${cell} hidden text-right sm:table-cell`}>
        <ChevronRight className="size-3.5 text-ink-3" />
      </td>
    </tr>
  )
}

function Amounts({ summary }: { summary: AttentionSummary }) {
  const { count, mismatched } = summary
  return (
    <>
      {count === 0 && mismatched === 0 && <span className="text-ink-3">None</span>}
      {count > 0 && <span title={amountsText(summary, true)}>{amountsText(summary)}</span>}
      {mismatched > 0 && (
        <span className="ml-2 text-wait">
          <TriangleAlert className="size-3.5" /> {countText(mismatched, 'row')} outside the filter
        </span>
      )}
    </>
  )
}

/** The age of the oldest transfer read. If the newest come first, unread ones may be older. */
function Oldest({ summary: { oldest, isOldestKnown }, at }: { summary: AttentionSummary; at: number }) {
  const { zone, name } = useZone()
  if (!oldest) return null
  return (
    <time dateTime={oldest} title={`${clockText(oldest, undefined, zone)} ${name}`}>
      {isOldestKnown ? '' : 'over '}
      {durationText(at - millisOf(oldest))}
    </time>
  )
}
