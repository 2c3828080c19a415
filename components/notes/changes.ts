'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useWrite } from '@/components/forms/small-form'
import { newIntentId } from '@/lib/browser/form-drafts'
import { noteMarkQuery } from '@/lib/features/notes/browser/note-marks'
import {
  addRecordNote,
  assignedNotesQuery,
  changeRecordNote,
  notesKey,
} from '@/lib/features/notes/browser/record-notes'
import type { NoteChange } from '@/lib/features/notes/input'
import type { NotedRecord, RecordNote, RecordNotes } from '@/lib/features/notes/interface'

/** The notes with one added, or replaced by its newest state. */
export function withNote(before: RecordNotes, note: RecordNote): RecordNotes {
  const isThere = before.notes.some(({ id }) => id === note.id)
  const notes = isThere ? before.notes.map((one) => (one.id === note.id ? note : one)) : [...before.notes, note]
  return { ...before, notes }
}

/** Sends what changes a record's notes, and shows the result wherever it is shown. `start` does nothing while it runs. */
function useNoteWrite<Input>(
  record: NotedRecord,
  run: (input: Input) => Promise<RecordNote>,
  onSuccess: (note: RecordNote) => void,
) {
  const client = useQueryClient()
  return useWrite({
    mutationFn: run,
    onSuccess: (note) => {
      client.setQueriesData<RecordNotes>({ queryKey: notesKey(record) }, (before) => before && withNote(before, note))
      onSuccess(note)
    },
    onSettled: () => {
      const { queryKey } = noteMarkQuery(record)
      for (const key of [notesKey(record), queryKey, assignedNotesQuery(record.environment).queryKey])
        void client.invalidateQueries({ queryKey: key })
    },
  })
}

/** Adds a note to a record. */
export const useNewNote = (record: NotedRecord, onSuccess: (note: RecordNote) => void) =>
  useNoteWrite(
    record,
    (note: { id: string; text: string; assignee?: string; due?: string }) =>
      addRecordNote(record.environment, { ...note, kind: record.kind, record: record.id }),
    onSuccess,
  )

/** What is changed, without the id of the change. */
type Change = NoteChange extends infer One ? (One extends NoteChange ? Omit<One, 'id'> : never) : never

/** Changes a note. A failed change keeps its id when it is tried again, because it may have arrived. */
export function useNoteChange(record: NotedRecord, note: string, onSuccess: (note: RecordNote) => void) {
  const attempt = useRef<{ change: string; id: string }>(undefined)
  const write = useNoteWrite(
    record,
    (change: NoteChange) => changeRecordNote(record.environment, note, change),
    (changed) => {
      attempt.current = undefined
      onSuccess(changed)
    },
  )
  const start = (change: Change) => {
    const text = JSON.stringify(change)
    if (attempt.current?.change !== text) attempt.current = { change: text, id: newIntentId() }
    write.start({ ...change, id: attempt.current.id } as NoteChange)
  }
  return { ...write, start }
}
