'use client'
import { TriangleAlert } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { mayWrite } from '@/components/forms/not-for-role'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/note'
import { asProblem, takesAway } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import { ShallowLink } from '@/components/ui/shallow-link'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import type { Role } from '@/lib/api/roles'
import { DeskRow } from './desk-row'
import { byUrgency, findingOf } from './finding'
import { useUnknown } from './unknown-count'

type DeskProps = { environment: Environment; roles: readonly Role[]; path: string }

/** What was sent and got no answer, least time first. What was found out here stays until one leaves. */
export function UnknownDesk({ environment, roles, path }: DeskProps) {
  const { data, error, refetch } = useUnknown(environment)
  const [handled, setHandled] = useState<ReadonlyMap<string, Intent>>(new Map())
  const keep = useCallback((intent: Intent) => setHandled((before) => new Map(before).set(intent.id, intent)), [])
  const unknown = data?.intents
  const rows = useMemo(() => {
    const open = unknown ?? []
    const settled = [...handled.values()].filter(
      ({ id, state }) => state !== 'unknown' && !open.some((one) => one.id === id),
    )
    return byUrgency([...open, ...settled], Date.now())
  }, [unknown, handled])
  const problem = asProblem(error)
  if (problem && !data) {
    if (takesAway(problem)) return null
    return (
      <Note
        tone="wait"
        icon={TriangleAlert}
        role="status"
        acts={
          <Button size="note" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        <p>
          <b>What is not known could not be read.</b> {problem.problem.title}
        </p>
      </Note>
    )
  }
  if (rows.length === 0) return null
  const isMore = data !== undefined && data.next_page_cursor !== ''
  const first = rows.find((intent) => intent.state === 'unknown' && findingOf(intent, Date.now()).kind === 'ask')
  return (
    <Section title="Outcome not known" more={countSentence(unknown?.length ?? 0, isMore)}>
      <ol>
        {rows.map((intent) => (
          <DeskRow
            key={intent.id}
            environment={environment}
            intent={intent}
            mayAct={mayWrite(intent.operation, roles)}
            isFirst={intent === first}
            onHandled={keep}
          />
        ))}
      </ol>
      {isMore && (
        <p className="pt-3 text-ink-2">
          These are the newest.{' '}
          <ShallowLink className="underline" href={`${path}?states=unknown`}>
            All that are not known
          </ShallowLink>{' '}
          are in the list below.
        </p>
      )}
    </Section>
  )
}

function countSentence(count: number, isMore: boolean): string {
  if (count === 0) return 'Every outcome is known now.'
  if (count === 1 && !isMore) return '1 was sent and got no answer. It may or may not have happened.'
  return `${isMore ? 'More than ' : ''}${count} were sent and got no answer. They may or may not have happened.`
}
