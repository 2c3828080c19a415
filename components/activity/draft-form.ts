/** The form that an intent was sent from, by its draft in this tab. */
import type { Environment } from '@/lib/api/environments'
import { readFormDraft } from '@/lib/browser/form-drafts'
import { newForms } from './intent-words'

/** Forms of changes have an address each: those that this tab keeps a draft of. */
function keptEdits(): string[] {
  try {
    return Object.keys(window.sessionStorage).flatMap((key) => /fiat-accounts\/[^/]+\/edit/.exec(key) ?? [])
  } catch {
    return []
  }
}

/** @returns its address below the environment; undefined where no draft is of this intent */
export const formHolding = (person: string, environment: Environment, intent: string): string | undefined =>
  [...Object.values(newForms), ...keptEdits()].find(
    (place) => readFormDraft({ person, environment, place })?.intent === intent,
  )
