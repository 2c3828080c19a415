/** What somebody is writing about an intent: kept in the tab as a form's draft is, and gone with a sign-out. */
import type { Environment } from '@/lib/api/environments'
import { type DraftKey, deleteFormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'

/** `happened`: "" where nothing was chosen, `status` where only a status is told. */
export type NoteDraft = { happened: string; status: string; words: string }
const blank: NoteDraft = { happened: '', status: '', words: '' }

/** Whose note it is, and about which intent. */
export type NotePlace = { person: string; environment: Environment; intent: string }

const placeOf = ({ person, environment, intent }: NotePlace): DraftKey => ({
  person,
  environment,
  path: `activity/${intent}/note`,
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
