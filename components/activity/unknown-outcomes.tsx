'use client'
import { useQueries } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useCallback, useState } from 'react'
import { mayWrite } from '@/components/forms/role-required'
import { ShallowLink } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { StaleNotice } from '@/components/ui/freshness'
import { Note } from '@/components/ui/note'
import { Section } from '@/components/ui/section'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import type { Role } from '@/lib/api/roles'
import { intentQuery } from '@/lib/browser/intents'
import { byUrgency, checkWindowOf } from './check-window'
import { readAgain } from './reads'
import { useUnknown } from './unknown-count'
import { UnknownOutcomeRow } from './unknown-outcome-row'

type DeskProps = { environment: Environment; person: string; roles: readonly Role[]; path: string }

/** What was sent and got no answer, least time first. What was asked or noted here stays until one leaves, whoever settles it. */
export function UnknownOutcomes({ environment, person, roles, path }: DeskProps) {
  const { data, problem, isClosed, dataUpdatedAt, refetch } = useUnknown(environment)
  const [touched, setTouched] = useState<ReadonlyMap<string, Intent>>(new Map())
  const touch = useCallback((intent: Intent) => setTouched((before) => new Map(before).set(intent.id, intent)), [])
  const open = data?.intents ?? []
  const settled = [...touched.values()].filter(({ id }) => !open.some((one) => one.id === id))
  const ends = useQueries({
    queries: settled.map(({ id }) => ({ ...intentQuery(environment, id, true), retry: false, enabled: !isClosed })),
  })
  const rows = byUrgency([...open, ...settled.map((intent, at) => ends[at]?.data ?? intent)], Date.now())
  const again = () => void readAgain(refetch)
  if (isClosed) return null
  if (problem && rows.length === 0) {
    return (
      <Note
        tone="wait"
        icon={TriangleAlert}
        role="status"
        acts={
          <Button size="note" onClick={again}>
            Try again
          </Button>
        }
      >
        <p>
          <b>Unknown outcomes could not be loaded.</b> {problem.problem.title}
        </p>
      </Note>
    )
  }
  if (rows.length === 0) return null
  const isMore = data !== undefined && data.next_page_cursor !== ''
  const first = rows.find((intent) => intent.state === 'unknown' && checkWindowOf(intent, Date.now()).kind === 'ask')
  return (
    <Section title="Unknown outcomes" more={countSentence(open.length, isMore)}>
      {problem && <StaleNotice at={dataUpdatedAt} error={problem} onNow={again} />}
      <ol>
        {rows.map((intent) => (
          <UnknownOutcomeRow
            key={intent.id}
            environment={environment}
            person={person}
            intent={intent}
            mayAct={mayWrite(intent.operation, roles)}
            isFirst={intent === first}
            onTouch={touch}
          />
        ))}
      </ol>
      {isMore && (
        <p className="pt-3 text-ink-2">
          These are the newest.{' '}
          <ShallowLink className="underline" href={`${path}?states=unknown`}>
            All unknown outcomes
          </ShallowLink>{' '}
          are in the list below.
        </p>
      )}
    </Section>
  )
}

function countSentence(count: number, isMore: boolean): string {
  if (count === 0) return 'Every outcome is now known.'
  if (count === 1 && !isMore) return '1 request may or may not have happened.'
  return `${isMore ? 'More than ' : ''}${count} requests may or may not have happened.`
}
