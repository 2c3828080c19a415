/** The values of the fiat account form, their errors and warnings, and the body that they become. */
import {
  allIfChanged,
  changedValues,
  filledValues,
  messagesOf,
  metadataErrors,
  metadataFieldOf,
  type Pair,
  textValuesFrom,
  toMetadata,
  toPairs,
  withoutUndefined,
} from '@/components/forms/form-values'
import { isObject, type Json } from '@/lib/api/json'
import { readFiatAccount } from '@/lib/api/reading'
import {
  type AddressMember,
  accountNumberWarning,
  addressWarnings,
  plainRoutingNumber,
  routingNumberTypeWarning,
  routingNumberWarning,
  wireTextWarning,
} from '@/lib/browser/bank-checks'

/** Paths of the parts, in the form as in the body. */
export const ownerAt = 'fiat_account_owner'
export const wireAt = 'fiat_network_instructions.wire'
export const numberAt = `${wireAt}.account_number`
export const routingAt = `${wireAt}.routing_details`
export const bankAddressAt = `${routingAt}.bank_address`
export const ownerAddressAt = `${wireAt}.fiat_account_owner_address`

const blankDetails = { person_details: { first_name: '', last_name: '' }, institution_details: { name: '' } }

/** Only the details of the chosen kind are sent. */
export type OwnerTexts = typeof blankDetails & { kind: '' | 'person' | 'institution' }
export const blankOwner: OwnerTexts = { kind: '', ...blankDetails }

export type AddressTexts = Record<AddressMember, string>
const blankAddress: AddressTexts = { country: '', address1: '', address2: '', city: '', province: '', zip_code: '' }

export const blankWire = {
  account_number: '',
  fiat_account_owner_address: blankAddress,
  routing_details: { routing_number_type: '', routing_number: '', bank_name: '', bank_address: blankAddress },
}
export type WireTexts = typeof blankWire

/** What both a new account and a change can say. */
export type AccountTexts = {
  fiat_account_owner: OwnerTexts
  fiat_network_instructions: { wire: WireTexts }
  metadata: Pair[]
}

const blankReferences = { identity_id: '', account_id: '', ref_id: '' }
export type NewAccountValues = AccountTexts & typeof blankReferences

export const blankNewAccount: NewAccountValues = {
  fiat_account_owner: blankOwner,
  fiat_network_instructions: { wire: blankWire },
  metadata: [],
  ...blankReferences,
}

export const numberOf = ({ fiat_network_instructions: { wire } }: Pick<AccountTexts, 'fiat_network_instructions'>) =>
  wire.account_number.replace(/\s/g, '')

/** The owner as sent; empty without a kind, which the schema refuses. */
export function ownerBody({ kind, person_details, institution_details }: OwnerTexts): Json {
  if (kind === 'person') return { person_details: filledValues(person_details) ?? {} }
  return kind === 'institution' ? { institution_details: filledValues(institution_details) ?? {} } : {}
}

/** The whole description of the owner if any of it changed. */
export function ownerChanges({ kind, ...now }: OwnerTexts, before: OwnerTexts): Json | undefined {
  if (kind === '') return undefined
  const name = `${kind}_details` as const
  const details = allIfChanged(now[name], before[name])
  return details && { [name]: details }
}

export function ownerTexts(record: unknown): OwnerTexts {
  const texts = textValuesFrom(blankDetails, record)
  if (filledValues(texts.person_details)) return { kind: 'person', ...texts }
  return { kind: filledValues(texts.institution_details) ? 'institution' : '', ...texts }
}

/** '' if no name is known */
export function ownerName({
  kind,
  person_details: { first_name, last_name },
  institution_details,
}: OwnerTexts): string {
  if (kind === 'person') return `${first_name.trim()} ${last_name.trim()}`.trim()
  return kind === 'institution' ? institution_details.name.trim() : ''
}

/** Digits are pasted in groups, so spaces are dropped; a BIC is upper case. */
const normalizeWire = ({ account_number, routing_details, ...rest }: WireTexts): WireTexts => ({
  ...rest,
  account_number: account_number.replace(/\s/g, ''),
  routing_details: { ...routing_details, routing_number: plainRoutingNumber(routing_details.routing_number) },
})

/** The wire instructions as sent; undefined if nothing is filled in. */
export const wireBody = (wire: WireTexts): Json | undefined => filledValues(normalizeWire(wire))

/** The members that changed, and addresses as a whole (service-facts, "Writing"). */
export function wireChanges(wire: WireTexts, known: WireTexts): Json | undefined {
  const before = normalizeWire(known)
  const { fiat_account_owner_address: address, routing_details, account_number } = normalizeWire(wire)
  const { bank_address, ...routing } = routing_details
  const { bank_address: bankBefore, ...routingBefore } = before.routing_details
  return withoutUndefined({
    ...changedValues({ account_number }, { account_number: before.account_number }),
    fiat_account_owner_address: allIfChanged(address, before.fiat_account_owner_address),
    routing_details: withoutUndefined({
      ...changedValues(routing, routingBefore),
      bank_address: allIfChanged(bank_address, bankBefore),
    }),
  })
}

/** The texts of an account of any shape: a body that was sent, or an answer. */
export function accountTexts(record: unknown): AccountTexts {
  const { known } = readFiatAccount(record)
  // Reading drops metadata with an empty value, but it is part of what was sent.
  const sent = isObject(record) ? record.metadata : undefined
  return {
    fiat_account_owner: ownerTexts(known.fiat_account_owner),
    fiat_network_instructions: { wire: textValuesFrom(blankWire, known.fiat_network_instructions?.wire) },
    metadata: toPairs(isObject(sent) ? sent : known.metadata),
  }
}

export function newAccountBody({ metadata, fiat_network_instructions, ...values }: NewAccountValues): Json {
  const pairs = toMetadata(metadata)
  return {
    fiat_account_owner: ownerBody(values.fiat_account_owner),
    fiat_network_instructions: { wire: wireBody(fiat_network_instructions.wire) ?? {} },
    ...filledValues({ ref_id: values.ref_id, identity_id: values.identity_id, account_id: values.account_id }),
    ...(pairs && { metadata: pairs }),
  }
}

/** Values that would register the same account under a reference of its own. */
export const newAccountValues = (body: unknown): NewAccountValues => ({
  ...accountTexts(body),
  ...textValuesFrom(blankReferences, body),
  ref_id: '',
})

/** The form field for an error of the body; an error of a group leads to its first field. */
export function accountFieldOf(field: string, { metadata = [] }: { metadata?: readonly Pair[] }): string {
  if (field === ownerAt || /\.(?:person|institution)_details$/.test(field)) return `${ownerAt}.kind`
  if (field === 'fiat_network_instructions' || field === wireAt) return numberAt
  if (field === routingAt) return `${field}.routing_number_type`
  if (field.startsWith(wireAt) && field.endsWith('_address')) return `${field}.country`
  return metadataFieldOf(field, metadata)
}

/** Errors that the schema cannot find: empty wire instructions. */
export function newAccountErrors({ fiat_network_instructions, metadata }: NewAccountValues): Record<string, string> {
  const isEmpty = wireBody(fiat_network_instructions.wire) === undefined
  return {
    ...(isEmpty && { [numberAt]: 'Enter the account number, or another wire instruction.' }),
    ...metadataErrors(metadata),
  }
}

/** Warnings never block sending. */
export function accountWarnings(account: Omit<AccountTexts, 'metadata'>): Record<string, string> {
  const { kind, person_details, institution_details } = account.fiat_account_owner
  const {
    account_number,
    routing_details: routing,
    fiat_account_owner_address,
  } = account.fiat_network_instructions.wire
  const ofAddress = (at: string, address: AddressTexts) =>
    Object.entries(addressWarnings(address)).map(([member, warning]) => [`${at}.${member}`, warning])
  return messagesOf({
    ...(kind === 'person' && {
      [`${ownerAt}.person_details.first_name`]: wireTextWarning(person_details.first_name),
      [`${ownerAt}.person_details.last_name`]: wireTextWarning(person_details.last_name),
    }),
    ...(kind === 'institution' && {
      [`${ownerAt}.institution_details.name`]: wireTextWarning(institution_details.name),
    }),
    [numberAt]: accountNumberWarning(account_number, routing.routing_number_type),
    [`${routingAt}.routing_number_type`]: routingNumberTypeWarning(routing.routing_number_type),
    [`${routingAt}.routing_number`]: routingNumberWarning(routing.routing_number_type, routing.routing_number),
    [`${routingAt}.bank_name`]: wireTextWarning(routing.bank_name),
    ...Object.fromEntries(ofAddress(bankAddressAt, routing.bank_address)),
    ...Object.fromEntries(ofAddress(ownerAddressAt, fiat_account_owner_address)),
  })
}
