/**
 * What the form of a change holds, and what it sends. Spec, "Update fiat account"; service-facts, "Writing": only what
 * changed, addresses whole, nothing empty, and never a masked number.
 */
import {
  mergeRecords,
  metadataErrors,
  type Pair,
  type TextValues,
  toMetadata,
  withoutUndefined,
} from '@/components/forms/form-values'
import { isObject, type Json } from '@/lib/api/json'
import { looksMasked } from '@/lib/browser/bank-checks'
import {
  type AccountTexts,
  accountTexts,
  accountWarnings,
  numberAt,
  ownerAt,
  ownerChanges,
  ownerOf,
  wireAt,
  wireChanges,
} from './account-values'

/** `known` is what was known when the form was begun, at `known_at` (RFC 3339): what is sent is the difference to it. */
export type ChangeValues = AccountTexts & { known: AccountTexts; known_at: string }

const numberOf = ({ fiat_network_instructions: { wire } }: AccountTexts) => wire.account_number

/** The texts as they are offered for a change: in the place of a masked number stands nothing. */
function offered(texts: AccountTexts): AccountTexts {
  if (!looksMasked(numberOf(texts))) return texts
  const { wire } = texts.fiat_network_instructions
  return { ...texts, fiat_network_instructions: { wire: { ...wire, account_number: '' } } }
}

/** The form as it begins. @param record what is known of the account, of any nesting; nothing where nothing is */
export function changeValues(record: unknown, knownAt = ''): ChangeValues {
  const known = accountTexts(record)
  return { ...offered(known), known, known_at: knownAt }
}

/** The form as it would send these changes (again) to the account as it is known. */
export const changeValuesOf = (record: unknown, changes: unknown, knownAt = ''): ChangeValues => ({
  ...changeValues(record, knownAt),
  ...offered(accountTexts(mergeRecords(isObject(record) ? record : {}, isObject(changes) ? changes : {}))),
})

/** The same changes, to the account as it is known by now. */
export function broughtUpToDate(values: ChangeValues, { known, known_at }: ChangeValues): ChangeValues {
  const record = {
    ...known,
    fiat_account_owner: ownerOf(known.fiat_account_owner),
    metadata: toMetadata(known.metadata),
  }
  return changeValuesOf(record, changesBody(values), known_at)
}

const ordered = (pairs: readonly Pair[]) => JSON.stringify(Object.entries(toMetadata(pairs) ?? {}).sort())

/** Metadata are the client's own, and replaced whole. */
const metadataChanges = (now: readonly Pair[], before: readonly Pair[]) =>
  ordered(now) === ordered(before) ? undefined : toMetadata(now)

/** What would be sent: nothing but what differs from what was known. */
export function changesBody({ known, known_at: _, ...now }: ChangeValues): Json {
  const wire = wireChanges(now.fiat_network_instructions.wire, known.fiat_network_instructions.wire)
  const changes = withoutUndefined({
    fiat_account_owner: ownerChanges(now.fiat_account_owner, known.fiat_account_owner),
    fiat_network_instructions: wire && { wire },
    metadata: metadataChanges(now.metadata, known.metadata),
  })
  return changes ?? {}
}

/** What keeps a change from being sent, beside the schema. */
export function changeErrors(values: ChangeValues): Record<string, string> {
  const number = numberOf(values).replace(/\s/g, '')
  if (number !== '' && looksMasked(number))
    return { [numberAt]: 'Enter the whole account number, or nothing to keep it: a masked one is never written back.' }
  const errors = metadataErrors(values.metadata)
  if (Object.keys(errors).length > 0 || Object.keys(changesBody(values)).length > 0) return errors
  return { '': 'Nothing is changed. Change a field, or leave the account as it is.' }
}

const kept = 'What is left empty is not sent: the account keeps what it has here.'

/** The fields that were emptied, by their paths: an update cannot take anything away (service-facts, "Writing"). */
function emptied(now: TextValues, before: TextValues, name: string): [string, string][] {
  return Object.entries(before).flatMap(([member, old]) => {
    const [text, field] = [now[member], `${name}.${member}`]
    if (typeof old !== 'string') return emptied(typeof text === 'object' ? text : {}, old, field)
    return old !== '' && typeof text === 'string' && text.trim() === '' ? [[field, kept]] : []
  })
}

/** Whether a field is part of what would be sent; of an address, every field is. */
function isSent(body: unknown, field: string): boolean {
  const names = field.replace(/_address\.\w+$/, '_address').split('.')
  return names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), body) !== undefined
}

/** What looks wrong in what would be sent, and what was emptied, by field. */
export function changeWarnings(values: ChangeValues): Record<string, string> {
  const known = offered(values.known)
  const body = changesBody(values)
  const { kind: _, ...owner } = values.fiat_account_owner
  const { kind: __, ...ownerBefore } = known.fiat_account_owner
  const isMetadataEmptied = toMetadata(known.metadata) !== undefined && toMetadata(values.metadata) === undefined
  return Object.fromEntries([
    ...emptied(owner, ownerBefore, ownerAt),
    ...emptied(values.fiat_network_instructions.wire, known.fiat_network_instructions.wire, wireAt),
    ...(isMetadataEmptied ? [['metadata', kept]] : []),
    ...Object.entries(accountWarnings(values)).filter(([field]) => isSent(body, field)),
  ])
}
