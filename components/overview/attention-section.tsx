'use client'
import {
  ChevronRight,
  CircleQuestionMark,
  Clock,
  FileQuestionMark,
  Hand,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from 'lucide-react'
import { useRouter } from 'next/navigation'
import { type ReactNode, useRef } from 'react'
import { byUrgency, checkWindowOf } from '@/components/activity/check-window'
import { travelRuleNeeded, usualTimesUnavailable, waitingForApproval } from '@/components/transfers/labels'
import { defaultUsualText, minimumSample, type UsualTimes, usualTimesByType } from '@/components/transfers/usual-times'
import { Button } from '@/components/ui/button'
import { useSteps } from '@/components/ui/focus'
import { isAccessLost, isRateLimited, ProblemView, StaleNotice } from '@/components/ui/problem'
import { useRowLinks } from '@/components/ui/row-links'
import { Section, Skeleton, SkeletonRows } from '@/components/ui/section'
import { LiveRegion, type StatusStyle, type Tone, toneClass } from '@/components/ui/status'
import { useDelayed, useNow, useZone } from '@/components/ui/time'
import type { ProblemError } from '@/lib/api/problem'
import { clockText, durationText, millisOf } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import { hrefOf } from '@/lib/browser/list-url'
import { writeQuery } from '@/lib/domain/query-string'
import {
  type AttentionItem,
  type AttentionKind,
  type AttentionSummary,
  amountsText,
  attentionKinds,
  attentionQuery,
  isNone,
  listNote,
  summaryCount,
} from './attention'
import { ScrollBox } from './figures-table'
import { requestsText, type UnknownItem } from './unknown-item'

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
  ['Next action', 'hidden min-[900px]:table-cell'],
  ['Oldest', 'text-right'],
] as const

type AttentionProps = {
  items: readonly AttentionItem[]
  unknown: UnknownItem
  /** Whether all has been read, so that rows no longer come and go. */
  isReady: boolean
  usualTimes?: UsualTimes
  path: string
  now?: number
}

/** A row for each kind that has something; one that fails says so and leaves the others. Kinds without anything share a line. */
export function AttentionSection({ items, unknown, isReady, usualTimes, path, now }: AttentionProps) {
  const table = useRef<HTMLTableElement>(null)
  const router = useRouter()
  const rowLinks = useRowLinks((href) => router.push(href))
  const isLate = useDelayed(!isReady)
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
  const shown = items.filter((item) => !isNone(item))
  const none = [
    ...(unknown.isNone ? ['unknown outcomes'] : []),
    ...items.filter(isNone).map(({ kind }) => styles[kind].label),
  ].map((label) => label.charAt(0).toLowerCase() + label.slice(1))
  return (
    <Section title="Needs attention">
      <LiveRegion>
        {stale?.at !== undefined && stale.problem && (
          <StaleNotice at={stale.at} error={stale.problem} onRefresh={refreshFailed} />
        )}
      </LiveRegion>
      {isReady && shown.length === 0 && !unknown.isShown ? (
        <p className="pt-3">Nothing needs attention.</p>
      ) : (
        <ScrollBox name="Needs attention">
          <table
            // Anew, because columns whose width changes would count as jumping.
            key={isReady ? 'rows' : 'skeleton'}
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
            {isReady ? (
              <tbody className="block sm:table-row-group">
                {unknown.isShown && <UnknownRow unknown={unknown} path={path} />}
                {shown.map((item, index) => (
                  <TransfersRow key={item.kind} index={index + 1} item={item} path={path} now={now} />
                ))}
              </tbody>
            ) : (
              isLate && <SkeletonRows rows={attentionKinds.length} cells={columns.map(() => cell)} />
            )}
          </table>
        </ScrollBox>
      )}
      {isReady && (
        <div className="mt-2 flex flex-wrap items-baseline gap-x-2 text-sm text-ink-3">
          {none.length > 0 && <p>None now: {none.join(', ')}.</p>}
          {usualTimes && <UsualTimesNote times={usualTimes} />}
        </div>
      )}
    </Section>
  )
}

/** After how long a pending transfer of each type is slow, and from which sample. */
function UsualTimesNote({ times }: { times: UsualTimes }) {
  const types = usualTimesByType(times)
  const why =
    times === 'unavailable'
      ? usualTimesUnavailable
      : `Fewer than ${minimumSample} completed transfers of each type and network`
  return (
    <>
      <p>
        Each transfer is counted once.
        {types.length === 0 && ` ${why}: a pending transfer counts as overdue after ${defaultUsualText}.`}
      </p>
      {types.length > 0 && (
        <details className="open:basis-full">
          <summary className="inline-flex min-h-11 list-none items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current sm:min-h-6 [&::-webkit-details-marker]:hidden">
            When a pending transfer is overdue
          </summary>
          <p className="mt-1">A pending transfer counts as overdue after:</p>
          <ul className="my-1 columns-1 sm:columns-2 lg:columns-3">
            {types.map(({ type, transfers, usual }) => (
              <li key={type}>
                {type}: {durationText(usual)} (N = {transfers.toLocaleString('en-US')})
              </li>
            ))}
            <li>All others: {defaultUsualText}</li>
          </ul>
          <p>
            95 % of the last N completed transfers of that type and network settled within this time. With fewer than{' '}
            {minimumSample}, {defaultUsualText} is the limit.
          </p>
        </details>
      )}
    </>
  )
}

/** On a phone a row is a card of two lines. */
const cell = 'sm:h-(--row-height) sm:border-b sm:border-hairline sm:px-2'
const rowClass =
  'grid min-h-14 grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-b border-hairline py-2 -outline-offset-2 outline-focus has-[a:focus-visible]:outline-(length:--focus-width) data-href:cursor-pointer data-href:hover:bg-hover sm:table-row'

type RowProps = {
  tone: Tone
  icon: LucideIcon
  label: string
  /** Undefined until the address is known. */
  href?: string
  index: number
  count: ReactNode
  /** Follows the label. */
  note?: string
  what: ReactNode
  action?: string
  oldest: ReactNode
}

function Row({ tone, icon: Icon, label, href, index, count, note, what, action, oldest }: RowProps) {
  return (
    <tr data-index={index} data-href={href} className={rowClass}>
      <td
        className={`${cell} order-2 text-right leading-[22px] font-label sm:w-[72px] sm:leading-5 sm:text-md sm:font-title`}
      >
        {count}
      </td>
      <td
        className={`${cell} order-1 text-lg leading-[22px] font-label whitespace-normal sm:text-base sm:leading-5 sm:font-text sm:whitespace-nowrap ${toneClass[tone]}`}
      >
        <Icon className="mr-1.5 size-[15px] text-tone" />
        <a href={href} className="hover:underline focus-visible:outline-transparent">
          {label}
        </a>
        {note && <span className="text-sm text-ink-3"> ({note})</span>}
      </td>
      <td className={`${cell} order-3 whitespace-normal text-ink-2 sm:w-[45%]`}>{what}</td>
      <td className={`${cell} hidden text-ink-2 min-[900px]:table-cell`}>{action}</td>
      <td className={`${cell} order-4 text-right text-ink-3 sm:text-ink`}>{oldest}</td>
      <td className={`${cell} hidden text-right sm:table-cell`}>
        <ChevronRight className="size-3.5 text-ink-3" />
      </td>
    </tr>
  )
}

type TransfersProps = { item: AttentionItem; index: number; path: string; now?: number }

/** The transfers of a kind. */
function TransfersRow({ item: { kind, summary, readAt, problem, refresh }, index, path, now }: TransfersProps) {
  const query = summary?.list ?? (now === undefined ? undefined : attentionQuery(kind, now))
  const { label } = styles[kind]
  return (
    <Row
      {...styles[kind]}
      index={index}
      href={query && hrefOf(`${path}/transfers`, writeQuery(query))}
      count={summary ? summaryCount(summary) : !problem && <Skeleton className="w-5" />}
      note={summary && listNote(summary)}
      what={
        summary ? (
          <Amounts summary={summary} />
        ) : problem && !isRateLimited(problem) ? (
          <CouldNotLoad problem={problem} label={label} onRetry={refresh} />
        ) : (
          <Skeleton className="w-48" />
        )
      }
      action={summary?.actors.join(', ')}
      oldest={summary && readAt !== undefined && <Oldest summary={summary} at={readAt} />}
    />
  )
}

type CouldNotLoadProps = { problem: ProblemError; label: string; onRetry: () => void }

const CouldNotLoad = ({ problem, label, onRetry }: CouldNotLoadProps) => (
  <>
    <span className="text-bad">Could not be loaded.</span> {problem.problem.title}{' '}
    <Button size="small" onClick={onRetry} aria-label={`Try again: ${label}`}>
      Try again
    </Button>
  </>
)

const minute = 60_000

const unknownLabel = 'Unknown outcome'

/** The requests with an unknown outcome, which lead to the activity. */
function UnknownRow({ unknown, path }: { unknown: UnknownItem; path: string }) {
  const { intents, isMore, problem, refresh } = unknown
  const { zone, name } = useZone()
  const sent = intents.map((intent) => intent.sent_at ?? intent.created_at).sort()[0]
  // By this browser's clock, which also measured how much time is left.
  const here = Math.floor(useNow(minute) / minute) * minute
  const now = useNow(minute, 'console')
  const [urgent] = byUrgency(intents, here)
  const window = urgent && checkWindowOf(urgent, here)
  return (
    <Row
      tone="unknown"
      icon={CircleQuestionMark}
      label={unknownLabel}
      index={0}
      href={`${path}/activity`}
      count={intents.length > 0 && `${intents.length}${isMore ? ' or more' : ''}`}
      what={
        intents.length > 0
          ? requestsText(intents)
          : problem && <CouldNotLoad problem={problem} label={unknownLabel} onRetry={refresh} />
      }
      action={window?.kind === 'open' ? `Treasury checks within ${durationText(window.left)}` : 'Treasury records it'}
      oldest={
        sent && (
          <time dateTime={sent} title={`${clockText(sent, undefined, zone)} ${name}`}>
            {durationText(Math.max(0, now - millisOf(sent)))}
          </time>
        )
      }
    />
  )
}

function Amounts({ summary }: { summary: AttentionSummary }) {
  const { count, mismatched } = summary
  return (
    <>
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
