/** What a note says of an intent, as far as that fits how the intent stands. */
import { type IntentState, NewNote } from '@/lib/api/intents'
import { type FieldError, fieldErrors } from '@/lib/api/sentences'
import type { NoteDraft } from './note-draft'

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
