'use client'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { RadioGroup } from '@/components/forms/fields'
import { FormErrorSummary } from '@/components/forms/form-error-summary'
import { Button } from '@/components/ui/button'
import { describedBy, Field, FieldPrefix, TextArea } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import type { Environment } from '@/lib/api/environments'
import { type FieldError, fieldErrors } from '@/lib/api/field-errors'
import { type Intent, type IntentState, NewNote } from '@/lib/api/intents'
import { type DraftKey, deleteFormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import { addNote, writeErrorText } from '@/lib/browser/intents'
import { useIntentAction } from './intent-action'
import { isSettledByNote } from './labels'

/** `result`: "" before an answer is chosen, `status` where only a status is known. */
type NoteDraft = { result: string; status: string; words: string }
const blank: NoteDraft = { result: '', status: '', words: '' }

const results = [
  ['yes', 'It went through'],
  ['no', 'It did not go through'],
  ['status', 'I only know its status'],
] as const

/**
 * The note that a draft would record, with its errors in the order of the form.
 * @param isUnsettled whether a note can still settle the outcome; if not, `happened` is not sent
 */
export function noteFromDraft({ result, status, words }: NoteDraft, state: IntentState, isUnsettled: boolean) {
  const hasStatus = result !== 'no' && (isUnsettled || state === 'confirmed')
  const needsStatus = hasStatus && result === 'status'
  const note: NewNote = {
    ...(isUnsettled && (result === 'yes' || result === 'no') && { happened: result === 'yes' }),
    ...(hasStatus && status.trim() && { status: status.trim() }),
    words: words.trim(),
  }
  const errors: FieldError[] = []
  if (isUnsettled && result === '') errors.push({ field: 'happened', message: 'Choose what happened.' })
  if (needsStatus && note.status === undefined)
    errors.push({ field: 'status', message: 'Enter the status, such as FILLED.' })
  const parsed = NewNote.safeParse(note)
  return { note, hasStatus, needsStatus, errors: parsed.success ? errors : [...errors, ...fieldErrors(parsed.error)] }
}

type NotePlace = { person: string; environment: Environment; intent: Intent }

/** Where this tab keeps a note that is being written; sign-out deletes it as it deletes a form's draft. */
const draftPlace = ({ person, environment, intent }: NotePlace): DraftKey => ({
  person,
  environment,
  path: `activity/${intent.id}/note`,
})

const readDraft = (place: NotePlace) => readFormDraft(draftPlace(place))

function saveDraft(place: NotePlace, values: NoteDraft): void {
  if (values.status === '' && values.words === '') deleteFormDraft(draftPlace(place))
  // A note is not a write of its own.
  else saveFormDraft(draftPlace(place), { values, intent: '', savedAt: Date.now() })
}

/** A note on an intent, and the button that opens it; a draft in this tab opens it at once. */
export function useNote(place: NotePlace, canAct: boolean) {
  const [isOpen, setOpen] = useState(() => canAct && readDraft(place) !== undefined)
  return {
    isOpen,
    button: (label: string, kind: 'plain' | 'outline' = 'plain') => (
      <Button kind={kind} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {label}
      </Button>
    ),
    // It stays open although the outcome is settled meanwhile.
    form: isOpen && canAct && <NoteForm {...place} onClose={() => setOpen(false)} />,
  }
}

/** What a person knows from elsewhere, signed and dated: shown as their word, never as the provider's. */
function NoteForm({ onClose, ...place }: NotePlace & { onClose: () => void }) {
  const { environment, intent } = place
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft] = useState(() => readDraft(place))
  const isUnsettled = intent.state === 'unknown' || isSettledByNote(intent)
  const [values, setValues] = useState<NoteDraft>(() =>
    draft ? restoreShape(blank, draft.values) : { ...blank, result: isUnsettled ? '' : 'status' },
  )
  const [tries, setTries] = useState(0)
  const { note, hasStatus, needsStatus, errors: invalid } = noteFromDraft(values, intent.state, isUnsettled)
  const close = () => {
    deleteFormDraft(draftPlace(place))
    onClose()
  }
  const { start, isPending, problem } = useIntentAction({
    environment,
    id: intent.id,
    kind: 'note',
    run: () => addNote(environment, intent.id, note),
    onSuccess: () => {
      announce('Note recorded')
      close()
    },
    onError: () => setTries((before) => before + 1),
  })
  useEffect(() => {
    // A form reopened by its draft does not take the focus.
    if (!draft) form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [draft])
  const change = (changes: Partial<NoteDraft>) => {
    const next = { ...values, ...changes }
    setValues(next)
    saveDraft(place, next)
  }
  const refused = problem?.problem.errors?.length
    ? problem.problem.errors
    : problem
      ? [{ field: '', message: writeErrorText(problem) }]
      : []
  const errors = tries === 0 ? [] : invalid.length > 0 ? invalid : refused
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (invalid.length === 0) start()
    else setTries((before) => before + 1)
  }
  const options = results
    .filter(([value]) => value !== 'status' || intent.state !== 'refused')
    .map(([value, label]) => ({ value, label }))
  const group = { id: `${id}happened`, label: '', error: errorOf('happened') }
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
        tries={tries}
      />
      {!isUnsettled && values.result !== 'status' && (
        <p role="status" className="text-ink-2">
          The provider has since confirmed the outcome. Your note will be added to the history.
        </p>
      )}
      {isUnsettled && (
        <fieldset aria-describedby={describedBy(group)}>
          <legend className="text-md font-label">What happened</legend>
          <FieldPrefix {...group} />
          <div className="mt-1">
            <RadioGroup
              id={group.id}
              name={`${id}results`}
              options={options}
              value={values.result}
              onChange={(result) => change({ result })}
              isInvalid={group.error !== undefined}
            />
          </div>
        </fieldset>
      )}
      {hasStatus && (
        <Field
          id={`${id}status`}
          label="Status"
          isOptional={!needsStatus}
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
        label="How you know this"
        hint="Who told you, or what you checked"
        error={errorOf('words')}
        meaning={`${values.words.trim().length} of 500 characters`}
        className="min-h-20"
        value={values.words}
        onChange={({ target }) => change({ words: target.value })}
      />
      <p className="text-sm text-ink-3">Recorded with your name and the time, and shown as noted by you.</p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" aria-busy={isPending || undefined}>
          {isPending ? 'Recording…' : 'Record'}
        </Button>
        <Button kind="plain" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
