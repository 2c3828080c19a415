/** What the form of a new fiat account holds, and what it sends. Spec, "Create fiat account". */
import { metadataOf, type Pair, pairErrors, pairFieldOf, pairsOf } from '@/components/forms/metadata-pairs'
import { filled, textsFrom } from '@/components/forms/texts'
import { isObject, type Json } from '@/lib/api/json'
import { readFiatAccount } from '@/lib/api/reading'
import { blankOwner, type OwnerTexts, ownerFieldOf, ownerOf, ownerTexts, ownerWarnings } from './owner-texts'
import { blankWire, type WireTexts, wireFieldOf, wireOf, wireWarnings } from './wire-texts'

/** What can be said of an account when it is made and when it is changed. */
export type AccountTexts = {
  fiat_account_owner: OwnerTexts
  fiat_network_instructions: { wire: WireTexts }
  metadata: Pair[]
}

export type NewAccountValues = AccountTexts & { identity_id: string; account_id: string; ref_id: string }

/** Where the parts stand in the form, as in the body. */
export const ownerAt = 'fiat_account_owner'
export const wireAt = 'fiat_network_instructions.wire'
export const numberAt = `${wireAt}.account_number`

export const blankAccount: AccountTexts = {
  [ownerAt]: blankOwner,
  fiat_network_instructions: { wire: blankWire },
  metadata: [],
}

const blankReferences = { identity_id: '', account_id: '', ref_id: '' }

export const blankNewAccount: NewAccountValues = { ...blankAccount, ...blankReferences }

/** The texts of an account of any nesting: a body that was sent, or what a service answered. */
export function accountTexts(record: unknown): AccountTexts {
  const { known } = readFiatAccount(record)
  const { wire } = known.fiat_network_instructions ?? {}
  // A pair whose value is empty says nothing of an answer, and is part of what was sent.
  const sent = isObject(record) ? record.metadata : undefined
  return {
    [ownerAt]: ownerTexts(known.fiat_account_owner),
    fiat_network_instructions: { wire: textsFrom(blankWire, wire) },
    metadata: pairsOf(isObject(sent) ? sent : known.metadata),
  }
}

/** What would be sent; the row's schema says what is wrong with it. */
export function newAccountBody({ metadata, fiat_network_instructions, ...values }: NewAccountValues): Json {
  const pairs = metadataOf(metadata)
  return {
    fiat_account_owner: ownerOf(values.fiat_account_owner),
    fiat_network_instructions: { wire: wireOf(fiat_network_instructions.wire) ?? {} },
    ...filled({ ref_id: values.ref_id, identity_id: values.identity_id, account_id: values.account_id }),
    ...(pairs && { metadata: pairs }),
  }
}

/** Values that would make this account again, but under a reference of its own. */
export const newAccountValues = (body: unknown): NewAccountValues => ({
  ...accountTexts(body),
  ...textsFrom(blankReferences, body),
  ref_id: '',
})

/** The field that an error of the body is about. */
export function accountFieldOf(field: string, { metadata }: Pick<AccountTexts, 'metadata'>): string {
  if (field === ownerAt || field.startsWith(`${ownerAt}.`)) return ownerFieldOf(field, ownerAt)
  if (field.startsWith('fiat_network_instructions')) return wireFieldOf(field, wireAt)
  return pairFieldOf(field, metadata)
}

/** What keeps a new account from being sent, beside the schema: instructions with nothing in them. */
export function newAccountErrors({ fiat_network_instructions, metadata }: NewAccountValues): Record<string, string> {
  const isEmpty = wireOf(fiat_network_instructions.wire) === undefined
  return {
    ...(isEmpty && { [numberAt]: 'Enter the account number, or some other wire instruction.' }),
    ...pairErrors(metadata),
  }
}

/** What looks wrong, by field. */
export const accountWarnings = (values: AccountTexts): Record<string, string> => ({
  ...ownerWarnings(values.fiat_account_owner, ownerAt),
  ...wireWarnings(values.fiat_network_instructions.wire, wireAt),
})
