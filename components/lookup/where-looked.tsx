'use client'
import { useEffect, useRef } from 'react'
/** Everything that was asked for one line, and what a person can try next. */
import { Link } from '@/components/ui/address'
import { ShortId } from '@/components/ui/copy'
import { Section } from '@/components/ui/section'
import type { LookupQuestion } from '@/lib/features/lookup/interface'
import type { Environment } from '@/lib/provider/environments'
import { answerText, readingNames, whatToTry } from './labels'
import { sharedText } from './lookup-links'
import type { Lookup, LookupRow } from './lookup-query'

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
