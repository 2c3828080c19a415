/** The owner of a fiat account as a form holds it: exactly one of the two descriptions is sent. */

import { filled, textsFrom, wholeIfChanged } from '@/components/forms/texts'
import type { Json } from '@/lib/api/json'
import { wireTextWarning } from '@/lib/browser/bank-checks'

export type OwnerTexts = {
  kind: '' | 'person' | 'institution'
  person_details: { first_name: string; last_name: string }
  institution_details: { name: string }
}

export const blankOwner: OwnerTexts = {
  kind: '',
  person_details: { first_name: '', last_name: '' },
  institution_details: { name: '' },
}

/** What would be sent of an owner. Where no kind is chosen that is nothing, which the schema refuses in its own words. */
export function ownerOf({ kind, person_details, institution_details }: OwnerTexts): Json {
  if (kind === 'person') return { person_details: filled(person_details) ?? {} }
  return kind === 'institution' ? { institution_details: filled(institution_details) ?? {} } : {}
}

/** What would be sent of a change: the whole description where any of it changed. */
export function ownerChanges({ kind, ...now }: OwnerTexts, before: OwnerTexts): Json | undefined {
  if (kind === '') return undefined
  const name = `${kind}_details` as const
  const details = wholeIfChanged(now[name], before[name])
  return details && { [name]: details }
}

/** The owner of a record that may come in any shape. */
export function ownerTexts(record: unknown): OwnerTexts {
  const texts = textsFrom<Omit<OwnerTexts, 'kind'>>(
    { person_details: blankOwner.person_details, institution_details: blankOwner.institution_details },
    record,
  )
  if (filled(texts.person_details)) return { kind: 'person', ...texts }
  return { kind: filled(texts.institution_details) ? 'institution' : '', ...texts }
}

/** The owner's name, or nothing where none is known. */
export function ownerName({ kind, person_details, institution_details }: OwnerTexts): string {
  const person = [person_details.first_name, person_details.last_name].map((text) => text.trim())
  return kind === 'person'
    ? person.filter(Boolean).join(' ')
    : kind === 'institution'
      ? institution_details.name.trim()
      : ''
}

/** Warnings by field name. @param name where the owner stands in the form: "fiat_account_owner" */
export function ownerWarnings(owner: OwnerTexts, name: string): Record<string, string> {
  const { first_name, last_name } = owner.person_details
  const texts =
    owner.kind === 'person'
      ? { 'person_details.first_name': first_name, 'person_details.last_name': last_name }
      : owner.kind === 'institution'
        ? { 'institution_details.name': owner.institution_details.name }
        : {}
  const warnings = Object.entries(texts).map(([field, text]) => [`${name}.${field}`, wireTextWarning(text)] as const)
  return Object.fromEntries(warnings.flatMap(([field, warning]) => (warning ? [[field, warning]] : [])))
}

/** The field that is asked for where a service complains about the owner as a whole. */
export const ownerFieldOf = (field: string, name: string) =>
  field === name || /\.(?:person|institution)_details$/.test(field) ? `${name}.kind` : field
