'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { ProblemList } from '@/components/forms/problem-list'
import { Button } from '@/components/ui/button'
import { describedBy, Field, FieldPrefix, TextArea } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import { type Intent, type IntentDetail, type IntentState, NewNote } from '@/lib/api/intents'
import { type FieldError, fieldErrors } from '@/lib/api/sentences'
import { type DraftPlace, deleteFormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import { addNote, writeErrorText } from '@/lib/browser/intents'
import { isSettledByNote } from './labels'
import { keepIntent } from './queries'

const mostWords = 500

type NoteFormProps = {
  place: NotePlace
  intent: Intent
  onNoted: (intent: IntentDetail) => void
  onLeave: () => void
}

/** What a person knows from elsewhere, signed and dated: shown as their word, never as the provider's. */
export function NoteForm({ place, intent, onNoted, onLeave }: NoteFormProps) {
  const id = useId()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [kept] = useState(() => readNoteDraft(place))
  const isOpen = intent.state === 'unknown' || isSettledByNote(intent)
  const [values, setValues] = useState(kept ?? { happened: isOpen ? '' : 'status', status: '', words: '' })
  const [tried, setTried] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (note: NewNote) => addNote(place.environment, intent.id, note),
    onSuccess: (noted) => {
      dropNoteDraft(place)
      keepIntent(client, place.environment, noted)
      announce('Noted')
      onNoted(noted)
    },
    onError: () => setTried((before) => before + 1),
  })
  useEffect(() => {
    // One that comes back by itself leaves the keyboard where it is.
    if (!kept) form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [kept])
  const change = (part: Partial<typeof values>) => {
    const next = { ...values, ...part }
    setValues(next)
    keepNoteDraft(place, next)
  }
  const { note, errors: here, asksStatus, mustHaveStatus } = noteOf(values, intent.state, isOpen)
  const thrown = asProblem(error)
  const whole = thrown && { field: '', message: writeErrorText(thrown) }
  const refused = thrown?.problem.errors?.length ? thrown.problem.errors : whole ? [whole] : []
  const errors = tried === 0 ? [] : here.length > 0 ? here : refused
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (here.length === 0) return mutate(note)
    setTried((before) => before + 1)
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Record what happened"
      onSubmit={submit}
      className="grid max-w-[560px] gap-4 border-l-3 border-hairline-strong py-1 pl-4"
    >
      <ProblemList
        errors={Object.fromEntries(errors.map(({ field, message }) => [`${id}${field}`, message]))}
        tries={tried}
      />
      {!isOpen && values.happened !== 'status' && (
        <p role="status" className="text-ink-2">
          The provider has confirmed the outcome meanwhile. Your note is kept in the history.
        </p>
      )}
      {isOpen && (
        <fieldset aria-describedby={describedBy({ id: `${id}happened`, label: '', error: errorOf('happened') })}>
          <legend className="text-md font-label">What happened</legend>
          <FieldPrefix id={`${id}happened`} label="" error={errorOf('happened')} />
          <div className={`options mt-1 ${errorOf('happened') ? 'wrong' : ''}`}>
            {answers(intent.state).map(([value, word], at) => (
              <label key={value}>
                <input
                  // Links to the question lead to its first answer.
                  id={at === 0 ? `${id}happened` : undefined}
                  type="radio"
                  name={`${id}answers`}
                  className="radio"
                  checked={values.happened === value}
                  onChange={() => change({ happened: value })}
                />
                <span>{word}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {asksStatus && (
        <Field
          id={`${id}status`}
          label="Status"
          isOptional={!mustHaveStatus}
          hint="As the provider names it, such as FILLED"
          error={errorOf('status')}
          value={values.status}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => change({ status: target.value })}
        />
      )}
      <TextArea
        id={`${id}words`}
        label="How you know it"
        hint="Who told you, and what you looked at"
        error={errorOf('words')}
        meaning={`${values.words.trim().length} of ${mostWords} characters`}
        className="min-h-20"
        value={values.words}
        onChange={({ target }) => change({ words: target.value })}
      />
      <p className="text-sm text-ink-3">Recorded with your name and the time, and shown as noted by you.</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" aria-busy={isPending || undefined}>
          {isPending ? 'Recording…' : 'Record'}
        </Button>
        <Button
          kind="plain"
          onClick={() => {
            dropNoteDraft(place)
            onLeave()
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** `happened`: "" where nothing was chosen, `status` where only a status is told. */
export type NoteDraft = { happened: string; status: string; words: string }
const blank: NoteDraft = { happened: '', status: '', words: '' }

/** Whose note it is, and about which intent. */
export type NotePlace = { person: string; environment: Environment; intent: string }

const placeOf = ({ person, environment, intent }: NotePlace): DraftPlace => ({
  person,
  environment,
  place: `activity/${intent}/note`,
})

/** @returns undefined where this tab holds none */
export function readNoteDraft(place: NotePlace): NoteDraft | undefined {
  const draft = readFormDraft(placeOf(place))
  return draft && restoreShape(blank, draft.values)
}

/** Keeps what was typed; nothing where there is nothing. */
export function keepNoteDraft(place: NotePlace, values: NoteDraft): void {
  if (values.status === '' && values.words === '') dropNoteDraft(place)
  // A note is no write of its own.
  else saveFormDraft(placeOf(place), { values, intent: '', savedAt: Date.now() })
}

export const dropNoteDraft = (place: NotePlace) => deleteFormDraft(placeOf(place))

const all = [
  ['yes', 'It happened'],
  ['no', 'It did not happen'],
  ['status', 'I know only its status'],
] as const

/** What can have happened; what a note says did not happen has no status. */
export const answers = (state: IntentState) => all.filter(([value]) => value !== 'status' || state !== 'refused')

/**
 * A draft as it would be recorded, with what is missing or too long, in the order of the form.
 * @param isOpen whether a person's word still says how it ended; if not, it is not sent
 */
export function noteOf({ happened, status, words }: NoteDraft, state: IntentState, isOpen: boolean) {
  const asksStatus = happened !== 'no' && (isOpen || state === 'confirmed')
  const mustHaveStatus = asksStatus && happened === 'status'
  const note: NewNote = {
    ...(isOpen && (happened === 'yes' || happened === 'no') && { happened: happened === 'yes' }),
    ...(asksStatus && status.trim() && { status: status.trim() }),
    words: words.trim(),
  }
  const errors: FieldError[] = []
  if (isOpen && happened === '') errors.push({ field: 'happened', message: 'Choose what happened.' })
  if (mustHaveStatus && note.status === undefined)
    errors.push({ field: 'status', message: 'Write the status that you know.' })
  const parsed = NewNote.safeParse(note)
  return {
    note,
    asksStatus,
    mustHaveStatus,
    errors: parsed.success ? errors : [...errors, ...fieldErrors(parsed.error)],
  }
}
