'use client'
import { useQuery } from '@tanstack/react-query'
import { AtSign, CircleCheck, CircleDot } from 'lucide-react'
import type { ReactNode } from 'react'
import { secondaryStatusLabel, statusText } from '@/components/records/transfer-labels'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import { toneClass } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { shorten } from '@/lib/browser/identifiers'
import { dayStart, midnightOf } from '@/lib/domain/wall-clock'
import { assignedNotesQuery } from '@/lib/features/notes/browser/record-notes'
import { type AssignedNote, type HandedNote, hasOwnPage } from '@/lib/features/notes/interface'
import type { Environment } from '@/lib/provider/environments'
import { dueDayText, kindLabels } from './labels'

/** The open notes that are assigned to this person, for admins also those of people without access, and those handed over. */
export function useNotesForYou(environment: Environment) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...assignedNotesQuery(environment),
    retry: false,
    refetchInterval: 60_000,
  })
  const problem = asProblem(error)
  const shown = problem && isAccessLost(problem) ? undefined : data
  return {
    environment,
    problem,
    notes: shown?.notes ?? [],
    handedOver: shown?.handed_over ?? [],
    isMore: shown?.is_more ?? false,
    at: dataUpdatedAt,
    isSettled: !isPending || problem !== undefined,
    refresh: () => void refetch(),
  }
}

const day = 86_400_000

/**
 * The notes that are due today or were before, soonest first, and then those whose record's status has changed.
 * `dueAt` is the end of the day, ms since 1970.
 */
export function dueNotes(notes: readonly AssignedNote[], now: number, zone: string) {
  const timed = notes.map((note) => {
    const midnight = midnightOf(note.due ?? '')
    const dueAt = midnight === undefined ? undefined : dayStart(midnight + day, zone)
    return { note, dueAt: dueAt !== undefined && dueAt - now <= day ? dueAt : undefined }
  })
  return timed
    .filter(({ note, dueAt }) => dueAt !== undefined || note.status_change)
    .sort(({ dueAt: one }, { dueAt: other }) => (one ?? Number.MAX_VALUE) - (other ?? Number.MAX_VALUE))
}

const pathOf = ({ kind, record }: Pick<AssignedNote, 'kind' | 'record'>) =>
  `${kind === 'movement' ? 'money' : hasOwnPage(kind) ? 'transfers' : 'activity'}/${encodeURIComponent(record)}`

/** The open notes for this person and those that they handed over, each with the page of its record. */
export function NotesForYou(read: ReturnType<typeof useNotesForYou>) {
  const { environment, notes, handedOver, isMore, at, problem, refresh } = read
  if (problem && notes.length === 0 && !isAccessLost(problem))
    return (
      <Section title="Notes for you">
        <p className="flex flex-wrap items-center gap-2 pt-3">
          <span className="text-bad">Could not be loaded.</span> {problem.problem.title}
          <Button size="small" onClick={refresh} aria-label="Try again: Notes for you">
            Try again
          </Button>
        </p>
      </Section>
    )
  const shared = { environment, now: at }
  return (
    <div id="notes" className="scroll-mt-16">
      {notes.length > 0 && (
        <Section title="Notes for you" more={isMore ? `the newest ${notes.length}` : `${notes.length} open`}>
          <ul>
            {notes.map((note) => (
              <NoteLine key={note.id} note={note} {...shared} icon={AtSign} tone="wait">
                from {note.person}, {note.assignee && `for ${note.assignee}, who no longer has access, `}
                <Time value={note.at} now={at} withZone />
              </NoteLine>
            ))}
          </ul>
        </Section>
      )}
      {handedOver.length > 0 && (
        <Section title="Handed over" more="last changed first">
          <ul>
            {handedOver.map((note) => (
              <NoteLine key={note.id} note={note} {...shared} {...(note.done ? doneMark : openMark)}>
                {note.done ? `done, ${note.done.person}, ` : `open, for ${note.assignee}, `}
                <Time value={note.done?.at ?? note.changed_at} now={at} withZone />
              </NoteLine>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}

const doneMark = { icon: CircleCheck, tone: 'ok' } as const
const openMark = { icon: CircleDot, tone: 'off' } as const

/** `completed`, `pending, travel rule details needed` */
function statusChangeText({ status, secondary_status: secondary }: NonNullable<AssignedNote['status_change']>): string {
  return [statusText(status), secondary && (secondaryStatusLabel(secondary) ?? secondary)].filter(Boolean).join(', ')
}

type LineProps = {
  note: Omit<AssignedNote, 'assignee'> | HandedNote
  environment: Environment
  now: number
  icon: typeof AtSign
  tone: 'wait' | 'ok' | 'off'
  /** Who has it, and since when. */
  children: ReactNode
}

function NoteLine({ note, environment, now, icon: Icon, tone, children }: LineProps) {
  const { text, kind, record, due, status_change: change } = note
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-b border-hairline py-2 sm:min-h-(--row) sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:py-1">
      <Link
        href={`/${environment}/${pathOf(note)}`}
        className="flex min-h-11 min-w-0 items-center hover:underline sm:min-h-6"
      >
        <Icon className={`mr-1.5 size-[15px] flex-none text-tone ${toneClass[tone]}`} />
        <span className="min-w-0 truncate">{text ?? 'This note can no longer be read.'}</span>
      </Link>
      <p className="text-sm text-ink-3 [overflow-wrap:anywhere]">
        {change && (
          <b className={`${toneClass.wait} font-label text-tone`}>
            Now {statusChangeText(change)} since <Time value={change.at} now={now} />.{' '}
          </b>
        )}
        {due && <span className="text-ink">Due {dueDayText(due, now)}. </span>}
        {kindLabels[kind]} <span className="font-mono">{shorten(record, 8)}</span>, {children}
      </p>
    </li>
  )
}
