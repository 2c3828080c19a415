'use client'
import { keepPreviousData } from '@tanstack/react-query'
import { CircleCheck, CircleDot, StickyNote, User } from 'lucide-react'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { FormButtons, WriteError } from '@/components/forms/small-form'
import { Button } from '@/components/ui/button'
import { announce, useFocusAfter } from '@/components/ui/focus'
import { ReadNotices } from '@/components/ui/problem'
import { Section, Skeleton } from '@/components/ui/section'
import { toneClass } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { useRead } from '@/components/ui/use-read'
import { hasDraft } from '@/lib/browser/draft-storage'
import { deleteFormDraft, readFormDraft, restoreShape } from '@/lib/browser/form-drafts'
import { countText } from '@/lib/browser/labels'
import { writeErrorText } from '@/lib/browser/send-write'
import { notesQuery } from '@/lib/features/notes/browser/record-notes'
import {
  dueForNoOne,
  isOpenNote,
  maximumNotes,
  type NotedRecord,
  notesAtOnce,
  type Person,
  type RecordNote,
  type RecordNotes,
} from '@/lib/features/notes/interface'
import { AssigneeFields } from './assignee-field'
import { useNoteChange } from './changes'
import { dueDayText, eventText } from './labels'
import { NoteForm, noteDraftKey } from './note-form'

/** Milliseconds after which notes of others appear. */
const interval = 30_000

type SectionProps = {
  record: NotedRecord
  title?: string
  /** Whether it is left out until there is a note. */
  isLeftOut?: boolean
}

/** The notes of a record, oldest first, and the form for another one. */
export default function NotesSection({ record, title = 'Notes', isLeftOut = false }: SectionProps) {
  const [limit, setLimit] = useState(notesAtOnce)
  // What is shown stays while more is read.
  const read = useRead({ ...notesQuery(record, limit), placeholderData: keepPreviousData }, interval)
  const { shown: loaded, at = 0, isPlaceholderData } = read
  const open = loaded?.notes.filter(isOpenNote).length ?? 0
  if (isLeftOut && (loaded?.notes.length ?? 0) === 0) return null
  return (
    <Section title={title} more={`${open > 0 ? `${open} open; ` : ''}for your team, never sent to the provider`}>
      <ReadNotices what="The notes" {...read} />
      {loaded && loaded.omitted > 0 && (
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <p className="text-ink-2">{countText(loaded.omitted, 'older note')} not shown.</p>
          {limit < maximumNotes && (
            <Button
              kind="plain"
              aria-busy={isPlaceholderData || undefined}
              onClick={() => setLimit(Math.min(limit + 3 * notesAtOnce, maximumNotes))}
            >
              {isPlaceholderData ? 'Reading older notes…' : 'Show older notes'}
            </Button>
          )}
        </div>
      )}
      {loaded && <LoadedNotes record={record} loaded={loaded} now={at} />}
      {read.isLate && <Skeleton className="mt-4 w-64" />}
    </Section>
  )
}

/** Whether a note is being written. One that was added, although its answer was lost, is not. */
function hasNewNote(record: NotedRecord, { notes, me }: RecordNotes): boolean {
  const key = noteDraftKey(record, me.subject)
  const draft = readFormDraft(key)
  const added = notes.find(({ id }) => id === draft?.intent)
  const { text } = restoreShape({ text: '' }, draft?.values)
  if (draft === undefined || added?.text === undefined || added.text !== text.trim()) return draft !== undefined
  deleteFormDraft(key)
  return false
}

type LoadedProps = { record: NotedRecord; loaded: RecordNotes; now: number }

function LoadedNotes({ record, loaded, now }: LoadedProps) {
  const { notes, me, is_read_only: isReadOnly } = loaded
  const [writing, write] = useState<'note' | 'handover' | undefined>(() =>
    hasNewNote(record, loaded) ? 'note' : undefined,
  )
  const buttons = { note: useRef<HTMLButtonElement>(null), handover: useRef<HTMLButtonElement>(null) }
  const last = useRef<'note' | 'handover'>('note')
  useFocusAfter(writing !== undefined, () => buttons[last.current].current)
  const open = (what: 'note' | 'handover') => {
    last.current = what
    write(what)
  }
  return (
    <>
      {notes.length > 0 && (
        <ol aria-label="Notes">
          {notes.map((note) => (
            <NoteItem key={note.id} record={record} note={note} me={me} now={now} isReadOnly={isReadOnly} />
          ))}
        </ol>
      )}
      <div className="mt-3">
        {isReadOnly ? (
          notes.length === 0 && <p className="text-ink-3">No notes yet.</p>
        ) : writing ? (
          <NoteForm record={record} me={me} isHandover={writing === 'handover'} onClose={() => write(undefined)} />
        ) : (
          <div className="flex flex-wrap items-center gap-3">
            <Button ref={buttons.note} onClick={() => open('note')}>
              Add a note
            </Button>
            <Button ref={buttons.handover} onClick={() => open('handover')}>
              <User />
              Hand over
            </Button>
            {notes.length === 0 && <p className="text-ink-3">No notes yet.</p>}
          </div>
        )}
      </div>
    </>
  )
}

type ItemProps = {
  record: NotedRecord
  note: RecordNote
  me: Person
  /** When it was read, ms since 1970. */
  now: number
  isReadOnly?: boolean
}

/** One note: who, when, text, for whom, whether it is done, its history, and what can be done with it. */
export function NoteItem({ record, note, me, now, isReadOnly }: ItemProps) {
  const { id, at, person, text, assignee, done, events } = note
  const [opened, open] = useState<'assign' | 'correct' | undefined>(() =>
    note.is_mine && hasDraft(noteDraftKey(record, me.subject, id)) ? 'correct' : undefined,
  )
  const item = useRef<HTMLLIElement>(null)
  const close = () => open(undefined)
  useFocusAfter(opened !== undefined, () => item.current?.querySelector('button'))
  const { start, isPending, problem } = useNoteChange(record, id, (changed) =>
    announce(changed.done ? 'Marked as done' : 'Opened again'),
  )
  const isOpen = isOpenNote(note)
  const about = <span className="sr-only"> note of {person}</span>
  const [Icon, tone] = done
    ? ([CircleCheck, 'ok'] as const)
    : isOpen
      ? ([CircleDot, 'wait'] as const)
      : ([StickyNote, 'off'] as const)
  return (
    <li
      ref={item}
      className="grid grid-cols-[16px_minmax(0,1fr)] gap-x-3 border-b border-hairline py-3 last:border-b-0 print:break-inside-avoid"
    >
      <Icon className={`${toneClass[tone]} mt-0.5 text-tone`} />
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2 [overflow-wrap:anywhere] [&>*]:min-w-0">
          <b className="font-label">{person}</b>
          <span className="text-sm text-ink-3">
            <Time value={at} now={now} withZone />
          </span>
          <NoteState note={note} now={now} />
        </p>
        {opened === 'correct' ? (
          <NoteForm record={record} me={me} note={note} onClose={close} />
        ) : (
          <p className="mt-0.5 whitespace-pre-wrap [overflow-wrap:anywhere]">
            {text ?? (
              <span className="text-ink-3">
                This note can no longer be read, because the secret of this console has changed.
              </span>
            )}
          </p>
        )}
        {opened === 'assign' && <AssignForm record={record} note={note} onClose={close} />}
        <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          {opened === undefined && !isReadOnly && (
            <div className="-ml-2 flex flex-wrap gap-x-1 gap-y-2 max-sm:ml-0 print:hidden">
              <Button
                kind="plain"
                size="small"
                aria-busy={isPending || undefined}
                onClick={() => start({ action: done ? 'reopen' : 'done' })}
              >
                {done ? 'Open again' : 'Mark as done'}
                {about}
              </Button>
              {!done && (
                <Button kind="plain" size="small" onClick={() => open('assign')}>
                  {assignee ? 'Reassign' : 'Assign'}
                  {about}
                </Button>
              )}
              {note.is_mine && text !== undefined && (
                <Button kind="plain" size="small" onClick={() => open('correct')}>
                  Correct
                  {about}
                </Button>
              )}
            </div>
          )}
          {events.length > 0 && <NoteHistory events={events} earlier={note.earlier} now={now} />}
        </div>
        <WriteError problem={problem} className="mt-1" />
      </div>
    </li>
  )
}

/** "Open, for Ines Okafor", or who marked it as done and when. */
function NoteState({ note: { assignee, due, done }, now }: { note: RecordNote; now: number }): ReactNode {
  if (done)
    return (
      <span className="text-sm text-ink-2">
        Done, {done.person}, <Time value={done.at} now={now} withZone />
      </span>
    )
  if (!assignee) return null
  return (
    <span className="text-sm">
      <b className={`${toneClass.wait} font-label text-tone`}>Open</b>
      <span className="text-ink-2">
        , for {assignee.is_me ? `you (${assignee.name})` : assignee.name}
        {due && `, due ${dueDayText(due, now)}`}
      </span>
    </span>
  )
}

/** Gives a note to a person, or to no one. */
function AssignForm({ record, note, onClose }: { record: NotedRecord; note: RecordNote; onClose: () => void }) {
  const id = useId()
  const [value, setValue] = useState({ assignee: note.assignee?.subject ?? '', due: note.due ?? '' })
  const [tries, setTries] = useState(0)
  const { start, isPending, problem } = useNoteChange(record, note.id, ({ assignee }) => {
    announce(eventText({ action: 'assign', assignee: assignee?.name }))
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    if (!isForNoOne) start({ action: 'assign', assignee: value.assignee || null, due: value.due || null })
  }
  const isForNoOne = value.due !== '' && value.assignee === ''
  const errorOf = (name: string) => problem?.problem.errors?.find(({ field }) => field === name)?.message
  const dueError = errorOf('due')
  const other = problem && !dueError ? writeErrorText(problem) : undefined
  return (
    <form
      noValidate
      aria-label="Assign the note"
      onSubmit={submit}
      className="mt-2 grid max-w-[560px] gap-3 print:hidden"
    >
      <AssigneeFields
        id={id}
        record={record}
        assignee={note.assignee}
        value={value}
        errors={{ assignee: tries > 0 && isForNoOne ? dueForNoOne : (errorOf('assignee') ?? other), due: dueError }}
        onChange={(changes) => setValue({ ...value, ...changes })}
      />
      <FormButtons label="Assign" pending="Assigning…" isPending={isPending} onCancel={onClose} />
    </form>
  )
}

/** What happened to a note after it was written, oldest first. */
function NoteHistory({ events, earlier = 0, now }: Pick<RecordNote, 'events' | 'earlier'> & { now: number }) {
  return (
    <details className="open:basis-full">
      <summary className="inline-flex min-h-11 list-none items-center text-sm text-ink-3 underline decoration-hairline-strong underline-offset-3 hover:decoration-current sm:min-h-6 [&::-webkit-details-marker]:hidden">
        History, {(events.length + earlier).toLocaleString('en-US')}
      </summary>
      <ul className="text-sm text-ink-2">
        {earlier > 0 && <li className="py-0.5 text-ink-3">{countText(earlier, 'older change')} not shown</li>}
        {events.map((event) => (
          <li key={event.id} className="py-0.5 [overflow-wrap:anywhere]">
            {eventText(event)} by {event.person}, <Time value={event.at} now={now} withZone />
            {event.before !== undefined && (
              <span className="block whitespace-pre-wrap text-ink-3">Before: {event.before}</span>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
