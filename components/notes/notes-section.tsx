'use client'
import { keepPreviousData } from '@tanstack/react-query'
import { User } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useFocusAfter } from '@/components/ui/focus'
import { ReadNotices } from '@/components/ui/problem'
import { Section, Skeleton } from '@/components/ui/section'
import { useRead } from '@/components/ui/use-read'
import { deleteFormDraft, readFormDraft, restoreShape } from '@/lib/browser/form-drafts'
import { countText } from '@/lib/browser/labels'
import { notesQuery } from '@/lib/features/notes/browser/record-notes'
import {
  isOpenNote,
  maximumNotes,
  type NotedRecord,
  notesAtOnce,
  type RecordNotes,
} from '@/lib/features/notes/interface'
import { NoteForm, noteDraftKey } from './note-form'
import { NoteItem } from './note-item'

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
