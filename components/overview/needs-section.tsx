'use client'
import { ChevronRight, Clock, FileQuestionMark, Hand, OctagonX, TriangleAlert } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useCallback, useRef } from 'react'
import { fewestExamples, type UsualTimes, usualTypes, usualWithoutExamplesText } from '@/components/transfers/settling'
import { useRowLinks } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { useSteps } from '@/components/ui/focus'
import { StaleNotice } from '@/components/ui/freshness'
import { isAccessLost, isRateLimited, ProblemView } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import type { StatusStyle } from '@/components/ui/status'
import { useZone } from '@/components/ui/time'
import { writeQuery } from '@/lib/api/query-string'
import { clockText, durationText, millisOf } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { FiguresBox } from './figures-box'
import type { Need } from './need-reads'
import { howMuch, listNote, type NeedName, type NeedSummary, needCount, needQuery } from './needs'

const looks: Record<NeedName, Pick<StatusStyle, 'tone' | 'icon' | 'word'>> = {
  'travel-rule': { tone: 'wait', icon: FileQuestionMark, word: 'Travel rule information needed' },
  approval: { tone: 'wait', icon: Hand, word: 'Waiting for customer approval' },
  failed: { tone: 'bad', icon: OctagonX, word: 'Failed in the last 24 h' },
  pending: { tone: 'wait', icon: Clock, word: 'Held up, or pending longer than usual' },
}

type NeedsProps = { needs: readonly Need[]; settlings?: UsualTimes; path: string; now?: number }

/** What needs attention, each row with its own read; a row that fails says so and takes nothing from the others. */
export function NeedsSection({ needs, settlings, path, now }: NeedsProps) {
  const table = useRef<HTMLTableElement>(null)
  const router = useRouter()
  useRowLinks(
    table,
    useCallback((href: string) => router.push(href), [router]),
  )
  useSteps(
    useCallback((by) => {
      const links = [...(table.current?.querySelectorAll<HTMLElement>('tbody a') ?? [])]
      const at = links.indexOf(document.activeElement as HTMLElement)
      links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus()
    }, []),
  )
  const troubled = needs.filter(({ problem }) => problem && !isRateLimited(problem))
  const [first] = troubled
  const stale = troubled.find(({ found, problem }) => found && problem && !isAccessLost(problem))
  const againAll = () => {
    for (const { again } of troubled) again()
  }
  if (first?.problem && troubled.length === needs.length && (!stale || isAccessLost(first.problem))) {
    return (
      <Section title="Needs attention">
        <ProblemView error={first.problem} what="What needs attention" at={first.problemAt} onRetry={againAll} />
      </Section>
    )
  }
  return (
    <Section title="Needs attention">
      {stale?.found && stale.problem && <StaleNotice at={stale.found.at} error={stale.problem} onNow={againAll} />}
      <FiguresBox name="Needs attention, figures">
        <table ref={table} className="figures needs" aria-label="Needs attention">
          <thead>
            <tr>
              <th scope="col" className="number">
                Count
              </th>
              <th scope="col">What</th>
              <th scope="col">How much</th>
              <th scope="col" className="max-lg:hidden">
                Who acts
              </th>
              <th scope="col" className="number">
                Oldest
              </th>
              <td className="w-8" />
            </tr>
          </thead>
          <tbody>
            {needs.map((need, index) => (
              <NeedRow key={need.name} index={index} need={need} path={path} now={now} />
            ))}
          </tbody>
        </table>
      </FiguresBox>
      {settlings && <SlowAfter times={settlings} />}
    </Section>
  )
}

/** After how long a pending transfer is slow, by type, and what that was computed from. */
function SlowAfter({ times }: { times: UsualTimes }) {
  const types = usualTypes(times)
  const once = 'Each transfer is counted once.'
  if (types.length === 0) {
    const why =
      times === 'unread'
        ? ' Usual times could not be read:'
        : ` Fewer than ${fewestExamples} completed transfers of each type:`
    return (
      <p className="mt-2 text-sm text-ink-3">
        {once}
        {why} a pending transfer is slow after {usualWithoutExamplesText}.
      </p>
    )
  }
  return (
    <div className="mt-2 text-sm text-ink-3">
      <p>{once}</p>
      <details>
        <summary className="inline-flex min-h-6 list-none items-center underline decoration-hairline-strong underline-offset-3 hover:decoration-current max-sm:min-h-10 [&::-webkit-details-marker]:hidden">
          When a pending transfer is slow
        </summary>
        <p className="mt-1">A pending transfer is slow after:</p>
        <ul className="my-1 columns-3 max-lg:columns-2 max-sm:columns-1">
          {types.map(({ type, transfers, usual }) => (
            <li key={type}>
              {type}: {durationText(usual)} (N = {transfers.toLocaleString('en-US')})
            </li>
          ))}
          <li>Other types: {usualWithoutExamplesText}</li>
        </ul>
        <p>
          95 % of the last N completed transfers of that type settled within this time. A type with fewer than{' '}
          {fewestExamples} counts among the others.
        </p>
      </details>
    </div>
  )
}

function NeedRow({ need, index, path, now }: { need: Need; index: number; path: string; now?: number }) {
  const { name, found, problem } = need
  const { tone, icon: Icon, word } = looks[name]
  const query = found?.summary.list ?? (now === undefined ? undefined : needQuery(name, now))
  const href = query && hrefOf(`${path}/transfers`, writeQuery(query))
  const isShown = found && !(problem && isAccessLost(problem))
  return (
    <tr data-index={index} data-href={href}>
      <td className="number count">
        {isShown ? (
          <span className={found.summary.count === 0 ? 'text-ink-3' : undefined}>{needCount(found.summary)}</span>
        ) : (
          !problem && <span className="bone w-5" />
        )}
      </td>
      <td className={`main tone-${tone}`}>
        <Icon className={`mr-1.5 size-[15px] ${isShown && found.summary.count === 0 ? 'text-ink-3' : 'text-tone'}`} />
        <a href={href}>{word}</a>
        {isShown && found.summary.listed !== undefined && (
          <span className="text-sm text-ink-3"> ({listNote(found.summary)})</span>
        )}
      </td>
      <td className="what text-ink-2">
        {isShown ? (
          <Amounts summary={found.summary} />
        ) : problem && !isRateLimited(problem) ? (
          <span className="whitespace-normal">
            <span className="text-bad">Could not be read.</span> {problem.problem.title}{' '}
            <Button size="note" onClick={need.again} aria-label={`Try again: ${word}`}>
              Try again
            </Button>
          </span>
        ) : (
          <span className="bone w-48" />
        )}
      </td>
      <td className="beside text-ink-2 max-lg:hidden">{isShown && found.summary.who.join(', ')}</td>
      <td className="number when">{isShown && <Oldest summary={found.summary} at={found.at} />}</td>
      <td className="beside number">
        <ChevronRight className="size-3.5 text-ink-3" />
      </td>
    </tr>
  )
}

function Amounts({ summary }: { summary: NeedSummary }) {
  const { count, unfit } = summary
  return (
    <>
      {count === 0 && unfit === 0 && <span className="text-ink-3">None</span>}
      {count > 0 && <span title={howMuch(summary, true)}>{howMuch(summary)}</span>}
      {unfit > 0 && (
        <span className="ml-2 text-wait">
          <TriangleAlert className="size-3.5" /> {unfit.toLocaleString('en-US')} rows outside the filter
        </span>
      )}
    </>
  )
}

/** The age of the oldest that was read; where the newest come first, more may be older. */
function Oldest({ summary, at }: { summary: NeedSummary; at: number }) {
  const { zone, name } = useZone()
  const { oldest, isOldestKnown } = summary
  if (!oldest) return null
  return (
    <time dateTime={oldest} title={`${clockText(oldest, undefined, zone)} ${name}`} className="whitespace-nowrap">
      {isOldestKnown ? '' : 'over '}
      {durationText(at - millisOf(oldest))}
    </time>
  )
}
