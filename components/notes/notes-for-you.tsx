'use client'
import { useQuery } from '@tanstack/react-query'
import { AtSign } from 'lucide-react'
import { Link } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { asProblem, isAccessLost } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { type AssignedNote, hasOwnPage } from '@/lib/api/console/noted-records'
import type { Environment } from '@/lib/api/environments'
import { shorten } from '@/lib/browser/identifiers'
import { assignedNotesQuery } from '@/lib/browser/record-notes'
import { kindLabels } from './labels'

/** The open notes that are assigned to this person; for admins also those of people without access. */
export function useNotesForYou(environment: Environment) {
  const { data, error, isPending, dataUpdatedAt, refetch } = useQuery({
    ...assignedNotesQuery(environment),
    retry: false,
    refetchInterval: 60_000,
  })
  const problem = asProblem(error)
  return {
    ...{ environment, problem },
    notes: problem && isAccessLost(problem) ? [] : (data?.notes ?? []),
    isMore: data?.is_more ?? false,
    at: dataUpdatedAt,
    isSettled: !isPending || problem !== undefined,
    refresh: () => void refetch(),
  }
}

const pathOf = ({ kind, record }: AssignedNote) =>
  `${hasOwnPage(kind) ? 'transfers' : 'activity'}/${encodeURIComponent(record)}`

/** Those notes, newest first, each with the page of its record; nothing if there are none. */
export function NotesForYou({ environment, notes, isMore, at, problem, refresh }: ReturnType<typeof useNotesForYou>) {
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
  if (notes.length === 0) return null
  return (
    <Section title="Notes for you" more={isMore ? `the newest ${notes.length}` : `${notes.length} open`}>
      <ul>
        {notes.map((note) => (
          <li
            key={note.id}
            className="grid gap-x-4 gap-y-0.5 border-b border-hairline py-2 sm:min-h-(--row) sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center sm:py-1"
          >
            <Link
              href={`/${environment}/${pathOf(note)}`}
              className="flex min-h-11 min-w-0 items-center hover:underline sm:min-h-6"
            >
              <AtSign className="mr-1.5 size-[15px] flex-none text-wait" />
              <span className="min-w-0 truncate">{note.text ?? 'This note can no longer be read.'}</span>
            </Link>
            <p className="text-sm text-ink-3 [overflow-wrap:anywhere]">
              {kindLabels[note.kind]} <span className="font-mono">{shorten(note.record, 8)}</span>, from {note.person},{' '}
              {note.assignee && `for ${note.assignee}, who no longer has access, `}
              <Time value={note.at} now={at} withZone />
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}
