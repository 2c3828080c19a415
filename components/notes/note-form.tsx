'use client'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { FormButtons, submitOnCtrlEnter, WriteError } from '@/components/forms/small-form'
import { TextArea } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import type { DraftKey } from '@/lib/browser/draft-storage'
import { deleteFormDraft, newIntentId, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import { holdsNumber } from '@/lib/domain/found-numbers'
import { removeSecretKeys } from '@/lib/domain/secret-keys'
import {
  dueForNoOne,
  maximumNote,
  type NotedRecord,
  noteTextError,
  type Person,
  type RecordNote,
} from '@/lib/features/notes/interface'
import { problemKind } from '@/lib/provider/problem'
import { AssigneeFields } from './assignee-field'
import { useNewNote, useNoteChange } from './changes'

type NoteDraft = { text: string; assignee: string; due: string }

const secretRemoved =
  'A secret key was removed from the text. It was not saved or sent: anyone who has it can move the funds.'
/**
 * The text with every secret masked, and why. The words of seed phrases weigh 20 kB, so they are loaded when a note is sent;
 * if they cannot be, the server refuses the text.
 */
async function maskedText(text: string): Promise<{ text: string; refused: string }> {
  const { secretRefused, withoutSecrets } = await import('@/lib/api/pasted/pasted-identifiers')
  return { text: withoutSecrets(text), refused: secretRefused }
}

/** Where the draft of a new note, or of a correction, is kept in the tab. */
export const noteDraftKey = ({ environment, kind, id }: NotedRecord, person: string, note?: string): DraftKey => ({
  person,
  environment,
  path: `notes/${kind}/${id}${note ? `/${note}` : ''}`,
})

const addLabels = { label: 'Add note', pending: 'Adding…' }
const handoverLabels = { label: 'Hand over', pending: 'Handing over…' }
const correctLabels = { label: 'Save correction', pending: 'Saving…' }

type NoteFormProps = {
  record: NotedRecord
  me: Person
  /** The note to correct; without it a new one is written. */
  note?: RecordNote
  /** Whether it is to give the record to a colleague: somebody must be chosen. */
  isHandover?: boolean
  onClose: () => void
}

/** Writes a note, or corrects one's own. What is typed is kept in the tab until it is added. */
export function NoteForm({ record, me, note, isHandover = false, onClose }: NoteFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const draftKey = noteDraftKey(record, me.subject, note?.id)
  const [draft] = useState(() => readFormDraft(draftKey))
  const [noteId, setNoteId] = useState(() => draft?.intent || newIntentId())
  const [values, setValues] = useState<NoteDraft>(() => {
    const blank = { text: note?.text ?? '', assignee: '', due: '' }
    return draft ? restoreShape(blank, draft.values) : blank
  })
  const [tries, setTries] = useState(0)
  const [secret, setSecret] = useState<string>()
  const done = (announcement: string) => () => {
    deleteFormDraft(draftKey)
    announce(announcement)
    onClose()
  }
  const adding = useNewNote(record, done(isHandover ? 'Handed over' : 'Note added'))
  const correcting = useNoteChange(record, note?.id ?? '', done('Note corrected'))
  const { isPending, problem } = note ? correcting : adding
  const isReused = problem !== undefined && problemKind(problem.problem.type) === 'note-reused'
  useEffect(() => {
    // A form that its draft opened does not take the focus.
    const field = draft ? undefined : form.current?.querySelector('textarea')
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [draft])
  useEffect(() => {
    // What was typed since is a note of its own.
    if (isReused) setNoteId(newIntentId())
  }, [isReused])
  const invalid = noteTextError(values.text)
  const fieldErrors = problem?.problem.errors ?? []
  const errorOf = (field: string) => fieldErrors.find((one) => one.field === field)?.message
  const textError = secret ?? (tries > 0 ? (invalid ?? errorOf('text')) : undefined)
  const hasOtherError = problem && !fieldErrors.some(({ field }) => Object.hasOwn(values, field))
  const isForNoOne = (isHandover || values.due !== '') && values.assignee === ''
  const change = (changes: Partial<NoteDraft>) => {
    const next = { ...values, ...changes }
    setValues(next)
    if (Object.values(next).every((text) => text.trim() === '')) deleteFormDraft(draftKey)
    else saveFormDraft(draftKey, { values: next, intent: noteId, savedAt: Date.now() })
  }
  const type = (typed: string) => {
    const { text, secrets } = removeSecretKeys(typed)
    setSecret(secrets > 0 ? secretRemoved : undefined)
    change({ text })
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTries(tries + 1)
    setSecret(undefined)
    const focus = () => form.current?.querySelector('textarea')?.focus()
    if (invalid !== undefined) return focus()
    if (isForNoOne) return form.current?.querySelector('select')?.focus()
    const masked = await maskedText(values.text).catch(() => undefined)
    if (masked && masked.text !== values.text) {
      setSecret(masked.refused)
      change({ text: masked.text })
      return focus()
    }
    if (note) correcting.start({ action: 'correct', text: values.text.trim() })
    else {
      const { assignee, due } = values
      adding.start({ id: noteId, text: values.text.trim(), ...(assignee && { assignee }), ...(due && { due }) })
    }
  }
  const cancel = () => {
    deleteFormDraft(draftKey)
    onClose()
  }
  const length = values.text.trim().length
  return (
    <form
      ref={form}
      noValidate
      aria-label={note ? 'Correct the note' : isHandover ? 'Hand over' : 'New note'}
      onSubmit={submit}
      onKeyDown={submitOnCtrlEnter}
      className="grid max-w-[560px] gap-3 py-1 print:hidden"
    >
      <TextArea
        id={`${id}text`}
        label={note ? 'Corrected text' : isHandover ? 'What is left to do' : 'Note'}
        hint={note ? 'The text before stays in the history.' : undefined}
        error={textError}
        warning={
          holdsNumber(values.text)
            ? 'This looks like an account number. Treasury and admin see it whole, others its last four digits.'
            : undefined
        }
        meaning={length > maximumNote - 200 && `${length} of ${maximumNote} characters`}
        className="min-h-20"
        value={values.text}
        onChange={({ target }) => type(target.value)}
      />
      {!note && (
        <AssigneeFields
          id={id}
          record={record}
          isOptional={!isHandover}
          value={values}
          errors={{
            assignee:
              tries > 0 && isForNoOne ? (isHandover ? 'Choose who takes over.' : dueForNoOne) : errorOf('assignee'),
            due: errorOf('due'),
          }}
          onChange={change}
        />
      )}
      {hasOtherError && <WriteError problem={problem} />}
      <FormButtons
        {...(note ? correctLabels : isHandover ? handoverLabels : addLabels)}
        isPending={isPending}
        onCancel={cancel}
      />
    </form>
  )
}
