'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { announce } from '@/components/ui/announcer'
import { Button } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/error-summary'
import { Before, Field, TextArea, told } from '@/components/ui/field'
import { asProblem } from '@/components/ui/problem'
import type { Environment } from '@/lib/api/environments'
import { type Intent, type IntentDetail, NewNote } from '@/lib/api/intents'
import { type FieldError, fieldErrors } from '@/lib/api/sentences'
import { addNote } from '@/lib/browser/intents'
import { keepIntent } from './reads'

const mostWords = 500

const answers = [
  ['yes', 'It happened'],
  ['no', 'It did not happen'],
  ['status', 'I know only its status'],
] as const
type Happened = (typeof answers)[number][0]

type NoteFormProps = {
  environment: Environment
  intent: Intent
  onNoted: (intent: IntentDetail) => void
  onLeave: () => void
}

/** What a person knows from elsewhere, signed and dated: shown as their word, never as the service's. */
export function NoteForm({ environment, intent, onNoted, onLeave }: NoteFormProps) {
  const id = useId()
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const isOpen = intent.state === 'unknown'
  const [happened, setHappened] = useState<Happened | undefined>(isOpen ? undefined : 'status')
  const [status, setStatus] = useState('')
  const [words, setWords] = useState('')
  const [tried, setTried] = useState(0)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (note: NewNote) => addNote(environment, intent.id, note),
    onSuccess: (noted) => {
      keepIntent(client, environment, noted)
      announce('Noted')
      onNoted(noted)
    },
    onError: () => setTried((before) => before + 1),
  })
  useEffect(() => form.current?.querySelector<HTMLElement>('input, textarea')?.focus(), [])

  const note: NewNote = {
    ...(happened === 'yes' || happened === 'no' ? { happened: happened === 'yes' } : {}),
    ...(status.trim() && happened !== 'no' ? { status: status.trim() } : {}),
    words: words.trim(),
  }
  const problem = asProblem(error)?.problem
  const here = errorsOf(note, happened)
  const errors = here.length > 0 ? here : (problem?.errors ?? [])
  const errorOf = (name: string) => (tried > 0 ? errors.find(({ field }) => field === name)?.message : undefined)
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
      {tried > 0 && (errors.length > 0 || problem) && (
        <ErrorSummary focusKey={tried}>
          {errors.length === 0 && <p>{[problem?.title, problem?.detail].filter(Boolean).join(' ')}</p>}
          <ul>
            {errors.map(({ field, message }) => (
              <li key={field}>
                <a
                  href={`#${id}${field}`}
                  onClick={(event) => {
                    // A fragment in the address would be a step of the history that Next does not know.
                    event.preventDefault()
                    document.getElementById(`${id}${field}`)?.focus()
                  }}
                >
                  {message}
                </a>
              </li>
            ))}
          </ul>
        </ErrorSummary>
      )}
      {isOpen && (
        <fieldset aria-describedby={told({ id: `${id}happened`, label: '', error: errorOf('happened') })}>
          <legend className="text-md font-label">What happened</legend>
          <Before id={`${id}happened`} label="" error={errorOf('happened')} />
          <div className={`options mt-1 ${errorOf('happened') ? 'wrong' : ''}`}>
            {answers.map(([value, word], at) => (
              <label key={value}>
                <input
                  // Links to the question lead to its first answer.
                  id={at === 0 ? `${id}happened` : undefined}
                  type="radio"
                  name={`${id}answers`}
                  className="radio"
                  checked={happened === value}
                  onChange={() => setHappened(value)}
                />
                <span>{word}</span>
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {happened !== 'no' && (
        <Field
          id={`${id}status`}
          label="Status"
          isOptional={happened !== 'status'}
          hint="As the service or your contact there calls it, such as FILLED"
          error={errorOf('status')}
          value={status}
          maxLength={60}
          autoComplete="off"
          onChange={({ target }) => setStatus(target.value)}
        />
      )}
      <TextArea
        id={`${id}words`}
        label="How you know it"
        hint="Who told you, and what you looked at"
        error={errorOf('words')}
        meaning={`${words.trim().length} of ${mostWords} characters`}
        className="min-h-20"
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <p className="text-sm text-ink-3">It is kept with your name and the time, and shown as noted by you.</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" aria-busy={isPending || undefined}>
          {isPending ? 'Recording…' : 'Record'}
        </Button>
        <Button kind="plain" onClick={onLeave}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** What is missing or too long, in the order of the form. */
function errorsOf(note: NewNote, happened: Happened | undefined): FieldError[] {
  const errors: FieldError[] = []
  if (happened === undefined) errors.push({ field: 'happened', message: 'Choose what happened.' })
  if (happened === 'status' && note.status === undefined)
    errors.push({ field: 'status', message: 'Write the status that you know.' })
  const parsed = NewNote.safeParse(note)
  return parsed.success ? errors : [...errors, ...fieldErrors(parsed.error)]
}
