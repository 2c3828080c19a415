'use client'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { FormErrorSummary } from '@/components/forms/form-error-summary'
import { FormButtons } from '@/components/forms/small-form'
import { isSettledByNote } from '@/components/requests/labels'
import { useIntentAction } from '@/components/requests/queries'
import { describedBy, Field, FieldPrefix, TextArea } from '@/components/ui/field'
import { announce } from '@/components/ui/focus'
import { RadioGroup } from '@/components/ui/radio-group'
import { NewNote } from '@/lib/api/intent-input'
import type { Intent, IntentState } from '@/lib/api/intents'
import type { DraftKey } from '@/lib/browser/draft-storage'
import { deleteFormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import { addNote } from '@/lib/browser/intents'
import { writeErrorText } from '@/lib/browser/send-write'
import { type FieldError, fieldErrors } from '@/lib/provider/field-errors'

/** `result`: "" before an answer is chosen, `status` where only a status is known. */
type NoteDraft = { result: string; status: string; words: string }
const blank: NoteDraft = { result: '', status: '', words: '' }

const results = [
  { value: 'yes', label: 'It went through' },
  { value: 'no', label: 'It did not go through' },
  { value: 'status', label: 'I only know its status' },
]

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

type NoteFormProps = { intent: Intent; draftKey: DraftKey; onClose: () => void }

/** What a person knows from elsewhere, signed and dated: shown as their word, never as the provider's. */
export function NoteForm({ intent, draftKey, onClose }: NoteFormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const [draft] = useState(() => readFormDraft(draftKey))
  const isUnsettled = intent.state === 'unknown' || isSettledByNote(intent)
  const [values, setValues] = useState<NoteDraft>(() =>
    draft ? restoreShape(blank, draft.values) : { ...blank, result: isUnsettled ? '' : 'status' },
  )
  const [tries, setTries] = useState(0)
  const { note, hasStatus, needsStatus, errors: invalid } = noteFromDraft(values, intent.state, isUnsettled)
  const close = () => {
    deleteFormDraft(draftKey)
    onClose()
  }
  const fail = () => setTries((before) => before + 1)
  const { start, isPending, problem } = useIntentAction(intent, {
    kind: 'note',
    run: (environment, id) => addNote(environment, id, note),
    onSuccess: () => {
      announce('Recorded')
      close()
    },
    onError: fail,
  })
  useEffect(() => {
    // A form reopened by its draft does not take the focus.
    if (!draft) form.current?.querySelector<HTMLElement>('input, textarea')?.focus()
  }, [draft])
  const change = (changes: Partial<NoteDraft>) => {
    const next = { ...values, ...changes }
    setValues(next)
    if (next.status === '' && next.words === '') deleteFormDraft(draftKey)
    // A note is not a write of its own.
    else saveFormDraft(draftKey, { values: next, intent: '', savedAt: Date.now() })
  }
  const failure = problem ? [{ field: '', message: writeErrorText(problem) }] : []
  const refused = problem?.problem.errors?.length ? problem.problem.errors : failure
  const errors = tries === 0 ? [] : invalid.length > 0 ? invalid : refused
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (invalid.length === 0) start()
    else fail()
  }
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
          The provider has since confirmed the outcome. What you record will be added to the history.
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
              options={results.filter(({ value }) => value !== 'status' || intent.state !== 'refused')}
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
      <FormButtons label="Record" pending="Recording…" isPending={isPending} onCancel={close} />
    </form>
  )
}
