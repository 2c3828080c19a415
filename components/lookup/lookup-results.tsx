'use client'
import { RefreshCw } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { TableHandle } from '@/components/list/record-table'
import { Link } from '@/components/ui/address'
import { useOnline } from '@/components/ui/browser-state'
import { Button } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
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
import type { LookupQuestion } from '@/lib/features/lookup/interface'
import type { Environment } from '@/lib/provider/environments'
import { Candidates } from './candidates'
import { answerText, readingNames, resultNames, searchedText, sumText, whatItIs, whatToTry } from './labels'
import { hrefOfRow, lookupColumns } from './lookup-columns'
import { sharedText } from './lookup-links'
import { type Lookup, type LookupProgress, type LookupRow, lineResults, useLookup } from './lookup-query'
import { ResultTable } from './result-table'
import { resultsCells } from './results-csv'

type ResultsProps = {
  environment: Environment
  other?: Environment
  lookup: Lookup
  /** Another part of the page says how far it is, and shows candidates. */
  isFolded?: true
}

/** How far down the results of a look-up were scrolled, for a person who comes back to them. */
const scrolled = new WeakMap<Lookup, number>()

const resultOf = ({ result }: LookupRow) => result

/** What a look-up has found so far. */
export function LookupResults({ environment, other, lookup, isFolded }: ResultsProps) {
  const progress = useLookup(lookup)
  const { rows, counts, status, askAgain } = progress
  const [explained, setExplained] = useState<number>()
  const columns = useMemo(
    () => lookupColumns({ environment, onExplain: ({ index }) => setExplained(index), onAskAgain: askAgain }),
    [environment, askAgain],
  )
  const table = useRef<TableHandle>(null)
  useEffect(() => {
    const handle = table.current
    handle?.scrollTo(scrolled.get(lookup) ?? 0)
    return () => void scrolled.set(lookup, handle?.top() ?? 0)
  }, [lookup])

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
        end={!isFolded && <AnsweredAt {...progress} />}
      >
        {!isFolded && <LookupStatus progress={progress} />}
        {searched && !isFolded && <p className="pt-2 text-sm text-ink-3">{searched}</p>}
        {lookup.omitted > 0 && (
          <Note tone="wait" className="my-2" title={`${countText(lookup.omitted, 'identifier')} left out.`}>
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
            <Button kind="plain" onClick={() => askAgain()}>
              <RefreshCw />
              Ask again for {counts.failed.toLocaleString('en-US')}
            </Button>
          )}
        </ResultTable>
      </Section>
      {!isFolded && !isAsking && <Candidates environment={environment} rows={rows} />}
      {chosen && !isAsking && chosen.answer && chosen.result !== 'found' && (
        <WhereLooked
          key={chosen.index}
          environment={environment}
          other={other}
          row={chosen}
          lookup={lookup}
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

/** As of when it was answered. */
export const AnsweredAt = ({ at }: Pick<LookupProgress, 'at'>) =>
  at !== undefined && (
    <span className="text-sm text-ink-3 max-sm:hidden">
      <Moment at={at} now={at} />
    </span>
  )

type StatusProps = { progress: LookupProgress }

/** How far it is, and what stopped it. */
export function LookupStatus({ progress }: StatusProps) {
  const { problem, problemAt, resume } = progress
  const isOnline = useOnline()
  return (
    <>
      <Progress progress={progress} />
      <LiveRegion>
        {!isOnline && <OfflineNotice>What was found stays. The rest is asked when you are back online.</OfflineNotice>}
        {problem && isRateLimited(problem) && (
          <RateLimitNotice key={problemAt} error={problem} since={problemAt} onRetry={resume} />
        )}
        {problem && isOnline && !isRateLimited(problem) && !isAccessLost(problem) && (
          <Note tone="bad" className="my-2" title={problem.problem.title}>
            {problem.problem.detail}
            <RequestIdSentence error={problem} />
          </Note>
        )}
      </LiveRegion>
      {problem && isAccessLost(problem) && <SessionEnded error={problem} />}
    </>
  )
}

/** How far it is, and what a person may do about it. */
function Progress({ progress: { rows, counts, status, cancel, resume } }: StatusProps) {
  const done = rows.length - counts.waiting
  if (status === 'done') return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2 print:hidden">
      <progress className="h-1.5 w-60 max-w-full accent-env" max={rows.length} value={done} aria-label="Asked" />
      <span className="text-sm text-ink-2">
        {done.toLocaleString('en-US')} of {rows.length.toLocaleString('en-US')} answered
      </span>
      <Button size="small" onClick={status === 'running' ? cancel : resume}>
        {status === 'running' ? 'Cancel' : 'Resume'}
      </Button>
    </div>
  )
}

type WhereLookedProps = {
  environment: Environment
  other?: Environment
  row: LookupRow
  lookup: Lookup
  isChosen: boolean
}

const cell = 'border-b border-hairline py-1.5 pr-2 text-left sm:pr-4 align-top'

/** Questions with what each was asked as; those that our own database answered alike are one. */
function shownQuestions(asked: readonly LookupQuestion[]): (LookupQuestion & { readAs: string })[] {
  const nameOf = ({ field }: LookupQuestion) => readingNames[field]
  const isNone = ({ isOwn, count }: LookupQuestion) => isOwn === true && count === 0
  const none = asked.filter(isNone)
  const rest = asked.filter((one) => !isNone(one))
  return [
    ...none.slice(0, 1).map((first) => ({ ...first, readAs: `${none.map(nameOf).join(', ')}, in Mintdesk` })),
  ].concat(rest.map((one) => ({ ...one, readAs: one.isOwn ? `${nameOf(one)}, in Mintdesk` : nameOf(one) })))
}

export function WhereLooked({ environment, other, row, lookup, isChosen }: WhereLookedProps) {
  const { pasted, answer, result } = row
  const asked = shownQuestions(answer?.asked ?? [])
  const text = sharedText(lookup)
  const isPartial = pasted.identifier?.kind === 'partial'
  const section = useRef<HTMLDivElement>(null)
  // Below a long table a person would not see that it changed.
  useEffect(() => {
    if (!isChosen) return
    section.current?.focus({ preventScroll: true })
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <div ref={section} tabIndex={-1} className="outline-none">
      <Section
        title={`Where we looked for line ${pasted.line}`}
        end={<ShortId id={pasted.text} what={pasted.identifier && 'identifier'} head={10} />}
      >
        {asked.length > 0 && (
          <table className="w-full max-w-[960px] wrap-anywhere">
            <thead className="text-sm text-ink-3">
              <tr>
                {['Read as', 'Asked as', 'Answer'].map((head) => (
                  <th key={head} scope="col" className={`${cell} border-hairline-strong font-label`}>
                    {head}
                  </th>
                ))}
                <th scope="col" className={`${cell} border-hairline-strong pr-0 text-right font-label`}>
                  Took
                </th>
              </tr>
            </thead>
            <tbody>
              {asked.map((question) => (
                <tr key={question.readAs}>
                  <td className={`${cell} [overflow-wrap:normal]`}>{question.readAs}</td>
                  <td className={cell}>
                    <ul>
                      {question.values.map((value) => (
                        <li key={value}>
                          <ShortId id={value} head={10} />
                        </li>
                      ))}
                    </ul>
                  </td>
                  <td className={`${cell} ${question.problem ? 'text-bad' : ''}`}>
                    {answerText(question)}
                    {question.problem?.request_id && (
                      <span className="text-ink-3"> Request ID {question.problem.request_id}</span>
                    )}
                  </td>
                  <td className={`${cell} pr-0 text-right whitespace-nowrap`}>{Math.round(question.millis)} ms</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {answer && answer.requests.length > 0 && (
          <ul className="mt-2">
            {answer.requests.map(({ id, summary, state }) => (
              <li key={id}>
                <Link href={`/${environment}/activity/${id}`}>{summary}</Link>{' '}
                <span className="text-ink-3">request {state}</span>
              </li>
            ))}
          </ul>
        )}
        <ul className="mt-2 max-w-[80ch] text-sm text-ink-3">
          {whatToTry(row).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
          {result === 'not-found' && !isPartial && other && (
            <li>
              It may belong to the other environment:{' '}
              {text === undefined ? (
                `look it up in ${other}.`
              ) : (
                <a className="underline" href={`/${other}/lookup?${new URLSearchParams({ q: text })}`}>
                  look in {other}
                </a>
              )}
            </li>
          )}
        </ul>
      </Section>
    </div>
  )
}
