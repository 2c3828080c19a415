/**
 * The values of a change to a fiat account, and what it sends. Spec, "Update fiat account"; docs/provider.md, "Writing": only
 * what changed, addresses as a whole, nothing empty, and never a masked number.
 */
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { type FormDescription, type SentencePart, sentence, sentenceText } from '@/components/forms/description'
import { valueAt } from '@/components/forms/form-store'
import {
  filledValues,
  mergeRecords,
  metadataErrors,
  metadataText,
  type Pair,
  type TextValues,
  toMetadata,
  withoutUndefined,
} from '@/components/forms/form-values'
import { ShortId } from '@/components/ui/copy'
import { lastFour } from '@/lib/domain/account-numbers'
import { isObject, type Json } from '@/lib/domain/json'
import {
  type AccountFact,
  type AccountTexts,
  accountFacts,
  accountFieldOf,
  accountTexts,
  accountWarnings,
  normalizeWire,
  numberAt,
  numberOf,
  ownerBody,
  ownerName,
} from './account-values'
import { looksMasked } from './bank-checks'
import type { KnownAccount } from './known-account'

/** `known` is what was known when the draft began, at `known_at` (RFC 3339); the difference to it is sent. */
export type ChangeValues = AccountTexts & { known: AccountTexts; known_at: string }

/** A masked number is not offered for editing. */
function withoutMaskedNumber(texts: AccountTexts): AccountTexts {
  const { wire } = texts.fiat_network_instructions
  if (!looksMasked(wire.account_number)) return texts
  return { ...texts, fiat_network_instructions: { wire: { ...wire, account_number: '' } } }
}

/**
 * The values that a change starts with, or that would send these changes.
 * @param record the account's known details, in any shape
 */
export function changeValues(record: unknown, knownAt = '', changes?: unknown): ChangeValues {
  const known = accountTexts(record)
  const now = isObject(changes) ? accountTexts(mergeRecords(isObject(record) ? record : {}, changes)) : known
  return { ...withoutMaskedNumber(now), known, known_at: knownAt }
}

/** Applies a draft's changes to the latest known details. */
export function rebaseChanges(values: ChangeValues, { known, known_at }: ChangeValues): ChangeValues {
  const record = {
    ...known,
    fiat_account_owner: ownerBody(known.fiat_account_owner),
    metadata: toMetadata(known.metadata),
  }
  return changeValues(record, known_at, changesBody(values))
}

const sortedJson = (pairs: readonly Pair[]) => JSON.stringify(Object.entries(toMetadata(pairs) ?? {}).sort())

/** Sent as a whole if one of their members changed (docs/provider.md, "Writing"). */
const wholeGroups = ['person_details', 'institution_details', 'fiat_account_owner_address', 'bank_address']

/** The texts that are filled in and differ from `before`; undefined if none does. */
function changedTexts(texts: TextValues, before: TextValues): Json | undefined {
  const members = Object.entries(texts).map(([name, text]) => {
    const old = before[name]
    if (typeof text === 'string') return [name, text.trim() === old ? undefined : text.trim() || undefined]
    const changes = changedTexts(text, typeof old === 'object' ? old : {})
    return [name, changes && wholeGroups.includes(name) ? filledValues(text) : changes]
  })
  return withoutUndefined(Object.fromEntries(members))
}

/** What would be sent: only what differs from what was known. Metadata is replaced as a whole. */
export function changesBody({ known, known_at: _, ...now }: ChangeValues): Json {
  const { kind, ...details } = now.fiat_account_owner
  const owner = kind === '' ? {} : { [`${kind}_details`]: details[`${kind}_details`] }
  const wireOf = ({ fiat_network_instructions: { wire } }: AccountTexts) => ({ wire: normalizeWire(wire) })
  const changes = withoutUndefined({
    fiat_account_owner: changedTexts(owner, known.fiat_account_owner),
    fiat_network_instructions: changedTexts(wireOf(now), wireOf(known)),
    metadata: sortedJson(now.metadata) === sortedJson(known.metadata) ? undefined : toMetadata(now.metadata),
  })
  return changes ?? {}
}

/** Errors that the schema cannot find. */
export function changeErrors(values: ChangeValues): Record<string, string> {
  if (looksMasked(numberOf(values)))
    return { [numberAt]: 'Enter the full account number, or leave it empty to keep the current one.' }
  const errors = metadataErrors(values.metadata)
  if (Object.keys(errors).length > 0 || Object.keys(changesBody(values)).length > 0) return errors
  return { '': 'Nothing has changed. Change a field before you continue.' }
}

/** The fields that were emptied: an update cannot remove anything (docs/provider.md, "Writing"). */
function emptiedFields(now: TextValues, before: TextValues, parent = ''): string[] {
  return Object.entries(before).flatMap(([name, old]) => {
    const [text, field] = [now[name], `${parent}${name}`]
    if (typeof old !== 'string') return emptiedFields(typeof text === 'object' ? text : {}, old, `${field}.`)
    return old !== '' && typeof text === 'string' && text.trim() === '' ? [field] : []
  })
}

/** Whether a path is part of a body; every member of an address that is sent is. */
const isSent = (body: Json, path: string) => valueAt(body, path.replace(/_address\.\w+$/, '_address')) !== undefined

/** Warnings about what would be sent and about fields that were emptied. */
export function changeWarnings(values: ChangeValues): Record<string, string> {
  const known = withoutMaskedNumber(values.known)
  const body = changesBody(values)
  const textsOf = ({ fiat_account_owner, fiat_network_instructions }: AccountTexts) => ({
    fiat_account_owner,
    fiat_network_instructions,
  })
  const isMetadataEmptied = toMetadata(known.metadata) !== undefined && toMetadata(values.metadata) === undefined
  const emptied = [...emptiedFields(textsOf(values), textsOf(known)), ...(isMetadataEmptied ? ['metadata'] : [])]
  return Object.fromEntries([
    ...emptied.map((field) => [field, "Empty fields aren't sent: the account keeps its current value."]),
    ...Object.entries(accountWarnings(values)).filter(([field]) => isSent(body, field)),
  ])
}

/** The facts that a change would alter, with their value before. */
export function changedFacts(values: ChangeValues): (AccountFact & { before: ReactNode })[] {
  const body = changesBody(values)
  const factsOf = (account: AccountTexts): AccountFact[] => [
    ...accountFacts(account),
    { name: 'Metadata', field: 'metadata', value: metadataText(account.metadata), paths: ['metadata'] },
  ]
  const before = factsOf(values.known)
  return factsOf(values)
    .map((fact, index) => ({ ...fact, before: before[index]?.value }))
    .filter(({ paths }) => paths.some((path) => isSent(body, path)))
}

/** "Change the bank and the owner address of fiat account ••0087 of Ada Okafor." */
export function changeSentence(values: ChangeValues): SentencePart[] {
  const names = changedFacts(values).map(({ name }) => `the ${name.toLowerCase()}`)
  const number = numberOf(values.known)
  const owner = ownerName(values.known.fiat_account_owner)
  const account = number ? sentence` ${lastFour(number)}` : []
  return sentence`Change ${new Intl.ListFormat('en-GB').format(names)} of fiat account${account}${owner ? sentence` of ${owner}` : []}.`
}

/** The form of a change to the account with this id, without its fields. */
export const changeDescription = (id: string, known: KnownAccount | undefined) =>
  ({
    operation: 'updateFiatAccount',
    pathValues: { id },
    blank: changeValues(known?.record, known?.at),
    toInput: (values) => ({ path: { id }, body: changesBody(values) }),
    fromInput: ({ body }) => changeValues(known?.record, known?.at, body),
    fieldFor: accountFieldOf,
    review(values) {
      const facts = changedFacts(values)
      const number = numberOf(values.known)
      const account = number ? `account ${lastFour(number)}` : 'account'
      return {
        action: `Change ${account}`,
        summary: sentenceText(changeSentence(values)),
        facts: [
          { name: 'Fiat account', value: <ShortId id={id} what="fiat account ID" /> },
          ...facts.map(({ name, field, before, value }) => ({
            name,
            field,
            value: (
              <>
                <span className="text-ink-3">
                  <span className="sr-only">from </span>
                  {before ?? 'not known here'}
                </span>{' '}
                <ArrowRight className="mx-1 text-ink-3" />{' '}
                <span>
                  <span className="sr-only">to </span>
                  {value}
                </span>
              </>
            ),
          })),
        ],
      }
    },
    steps(values) {
      const isReviewed = changedFacts(values).some(({ field }) => field !== 'metadata')
      return [
        ['Sent once', 'Anything that you did not change stays the same.'],
        isReviewed
          ? ['The provider reviews the account again', 'It is Pending until the provider approves or rejects it.']
          : ['Metadata changes', 'The provider may review the account again.'],
        ['A lost answer stays unknown', 'A change has no reference, so Mintdesk cannot look up its outcome.'],
      ]
    },
  }) satisfies Omit<FormDescription<ChangeValues>, 'Fields' | 'Aside' | 'loadChecks' | 'Review'>
