'use client'
import { OctagonX, RefreshCw, TriangleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { TableHandle } from '@/components/list/record-table'
import { useOnline } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import {
  isAccessLost,
  isRateLimited,
  OfflineNotice,
  RateLimitNotice,
  RequestIdSentence,
  SessionEnded,
} from '@/components/ui/problem'
import { EmptyState, Section } from '@/components/ui/section'
import { LiveRegion, Note } from '@/components/ui/status'
import { Moment } from '@/components/ui/time'
import { countText } from '@/lib/browser/labels'
import type { Environment } from '@/lib/provider/environments'
import { Candidates } from './candidates'
import { resultNames, searchedText, secondsText, sumText, whatItIs } from './labels'
import { hrefOfRow, lookupColumns } from './lookup-columns'
import { type LookupRow, type LookupRun, lineResults, type RunState } from './lookup-run'
import { ResultTable } from './result-table'
import { resultsCells } from './results-csv'
import { WhereLooked } from './where-looked'

type ResultsProps = {
  environment: Environment
  other?: Environment
  run: LookupRun
  /** Another part of the page says how far it is, and shows candidates. */
  isFolded?: true
}

/** How far down the results of a look-up were scrolled, for a person who comes back to them. */
const scrolled = new WeakMap<LookupRun, number>()

const resultOf = ({ result }: LookupRow) => result

/** What a look-up has found so far. */
export function LookupResults({ environment, other, run, isFolded }: ResultsProps) {
  const state = useSyncExternalStore(run.subscribe, run.state, run.state)
  const { rows, counts, status } = state
  const [explained, setExplained] = useState<number>()
  const columns = useMemo(
    () =>
      lookupColumns({
        environment,
        onExplain: ({ index }) => setExplained(index),
        onAskAgain: (row) => run.askAgain(row),
      }),
    [environment, run],
  )
  const table = useRef<TableHandle>(null)
  useEffect(() => {
    const handle = table.current
    handle?.scrollTo(scrolled.get(run) ?? 0)
    return () => void scrolled.set(run, handle?.top() ?? 0)
  }, [run])

  if (rows.length === 0)
    return (
      <EmptyState title="No identifiers in this text">
        <p>Paste a transaction hash, a reference, or an ID like 512f26ad-a3c3-4634-ac3c-6b12b7b33cb5.</p>
      </EmptyState>
    )
  // A line without a match is explained unasked, the first one if there are several.
  const missing = rows.find(({ result }) => result === 'not-found') ?? rows.find(({ result }) => result === 'failed')
  const chosen = explained === undefined ? missing : rows[explained]
  const isAsking = status === 'running'
  const searched = searchedText(environment, rows)
  return (
    <>
      <Section
        title={countText(rows.length, 'identifier')}
        more={sumText(counts, rows.length)}
        end={!isFolded && <Figures {...state} />}
      >
        {!isFolded && <RunProgress run={run} state={state} />}
        {searched && !isFolded && <p className="pt-2 text-sm text-ink-3">{searched}</p>}
        {run.omitted > 0 && (
          <Note
            tone="wait"
            icon={TriangleAlert}
            className="my-2"
            title={`${countText(run.omitted, 'identifier')} left out.`}
          >
            Look up at most 10,000 at once. Split the text and look up the rest afterwards.
          </Note>
        )}
        <ResultTable
          ref={table}
          name="Results"
          rows={rows}
          columns={columns}
          resultOf={resultOf}
          names={lineResults.map((result) => [result, resultNames[result]] as const)}
          idOf={({ index }) => String(index)}
          hrefOf={(row) => hrefOfRow(environment, row)}
          whatOf={whatItIs}
          cellsOf={resultsCells}
          fileName={`look-up-${environment}.csv`}
        >
          {!isAsking && counts.failed > 1 && (
            <Button kind="plain" onClick={() => run.askAgain()}>
              <RefreshCw />
              Ask again for {counts.failed.toLocaleString('en-US')}
            </Button>
          )}
        </ResultTable>
      </Section>
      {!isFolded && !isAsking && <Candidates environment={environment} run={run} rows={rows} />}
      {chosen && !isAsking && chosen.answer && chosen.result !== 'found' && (
        <WhereLooked
          key={chosen.index}
          environment={environment}
          other={other}
          row={chosen}
          run={run}
          isChosen={explained !== undefined}
        />
      )}
      {chosen?.problem && (
        <p className="mt-2 text-sm text-ink-2">
          Line {chosen.pasted.line}: {whatItIs(chosen)} {chosen.problem.problem.detail}
          <RequestIdSentence error={chosen.problem} />
        </p>
      )}
    </>
  )
}

/** What asking took, and as of when. */
export function Figures({ calls, millis, at }: Pick<RunState, 'calls' | 'millis' | 'at'>) {
  return (
    <span className="text-sm text-ink-3 max-sm:hidden">
      {calls > 0 && `${countText(calls, 'request')}, ${secondsText(millis)}`}
      {calls > 0 && at !== undefined && ', '}
      {at !== undefined && <Moment at={at} now={at} />}
    </span>
  )
}

type ProgressProps = { run: LookupRun; state: RunState }

/** How far it is, and what stopped it. */
export function RunProgress({ run, state }: ProgressProps) {
  const { problem } = state
  return (
    <>
      <Progress run={run} state={state} />
      <Notices run={run} state={state} />
      {problem && isAccessLost(problem) && <SessionEnded error={problem} />}
    </>
  )
}

/** How far it is, and what a person may do about it. */
function Progress({ run, state: { rows, counts, status } }: ProgressProps) {
  const done = rows.length - counts.waiting
  if (status === 'done') return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 print:hidden">
      <progress className="h-1.5 w-60 max-w-full accent-env" max={rows.length} value={done} aria-label="Asked" />
      <span className="text-sm text-ink-2">
        {done.toLocaleString('en-US')} of {rows.length.toLocaleString('en-US')} answered
      </span>
      {status === 'running' && (
        <Button size="small" onClick={() => run.cancel()}>
          Cancel
        </Button>
      )}
      {status === 'paused' && (
        <Button size="small" onClick={() => run.resume()}>
          Resume
        </Button>
      )}
    </div>
  )
}

/** What stopped the look-up. The connection and the rate limit let it go on by themselves. */
function Notices({ run, state: { problem, problemAt, status } }: ProgressProps) {
  const isOnline = useOnline()
  const goOn = useEffectEvent(() => {
    if (status === 'paused' && problem && !isAccessLost(problem) && !isRateLimited(problem)) run.resume()
  })
  useEffect(() => {
    const listen = () => goOn()
    window.addEventListener('online', listen)
    return () => window.removeEventListener('online', listen)
  }, [])
  return (
    <LiveRegion>
      {!isOnline && <OfflineNotice>What was found stays. The rest is asked when you are back online.</OfflineNotice>}
      {problem && isRateLimited(problem) && (
        <RateLimitNotice key={problemAt} error={problem} since={problemAt} onRetry={() => run.resume()} />
      )}
      {problem && isOnline && !isRateLimited(problem) && !isAccessLost(problem) && (
        <Note tone="bad" icon={OctagonX} className="my-2" title={problem.problem.title}>
          {problem.problem.detail}
          <RequestIdSentence error={problem} />
        </Note>
      )}
    </LiveRegion>
  )
}
