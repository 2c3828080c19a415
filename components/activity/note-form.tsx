'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { RadioGroup } from '@/components/forms/fields'
import { FormErrorSummary } from '@/components/forms/form-error-summary'
import { Button } from '@/components/ui/button'
import { describedBy, Field, FieldPrefix, TextArea } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { asProblem } from '@/components/ui/problem'
import type { Intent, IntentDetail, NewNote } from '@/lib/api/intents'
import { addNote, writeErrorText } from '@/lib/browser/intents'
import { isSettledByNote } from './meaning'
import { dropNoteDraft, keepNoteDraft, type NotePlace, readNoteDraft } from './note-draft'
import { answers, noteOf } from './note-words'
import { keepIntent } from './reads'

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
      <FormErrorSummary
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
          <div className="mt-1">
            <RadioGroup
              id={`${id}happened`}
              name={`${id}answers`}
              options={answers(intent.state).map(([value, label]) => ({ value, label }))}
              value={values.happened}
              onChange={(happened) => change({ happened })}
              isInvalid={errorOf('happened') !== undefined}
            />
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
