import {
  allIfChanged,
  changedValues,
  filledValues,
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

/** The texts of an account of any nesting: a body that was sent, or what a service answered. */
export function accountTexts(record: unknown): AccountTexts {
  const { known } = readFiatAccount(record)
  const { wire } = known.fiat_network_instructions ?? {}
  // A pair whose value is empty says nothing of an answer, and is part of what was sent.
  const sent = isObject(record) ? record.metadata : undefined
  return {
    [ownerAt]: ownerTexts(known.fiat_account_owner),
    fiat_network_instructions: { wire: textValuesFrom(blankWire, wire) },
    metadata: toPairs(isObject(sent) ? sent : known.metadata),
  }
}

/** What would be sent; the row's schema says what is wrong with it. */
export function newAccountBody({ metadata, fiat_network_instructions, ...values }: NewAccountValues): Json {
  const pairs = toMetadata(metadata)
  return {
    fiat_account_owner: ownerOf(values.fiat_account_owner),
    fiat_network_instructions: { wire: wireOf(fiat_network_instructions.wire) ?? {} },
    ...filledValues({ ref_id: values.ref_id, identity_id: values.identity_id, account_id: values.account_id }),
    ...(pairs && { metadata: pairs }),
  }
}

/** Values that would make this account again, but under a reference of its own. */
export const newAccountValues = (body: unknown): NewAccountValues => ({
  ...accountTexts(body),
  ...textValuesFrom(blankReferences, body),
  ref_id: '',
})

/** The field that an error of the body is about. */
export function accountFieldOf(field: string, { metadata }: Pick<AccountTexts, 'metadata'>): string {
  if (field === ownerAt || field.startsWith(`${ownerAt}.`)) return ownerFieldOf(field, ownerAt)
  if (field.startsWith('fiat_network_instructions')) return wireFieldOf(field, wireAt)
  return metadataFieldOf(field, metadata)
}

/** What keeps a new account from being sent, beside the schema: instructions with nothing in them. */
export function newAccountErrors({ fiat_network_instructions, metadata }: NewAccountValues): Record<string, string> {
  const isEmpty = wireOf(fiat_network_instructions.wire) === undefined
  return {
    ...(isEmpty && { [numberAt]: 'Enter the account number, or some other wire instruction.' }),
    ...metadataErrors(metadata),
  }
}

/** What looks wrong, by field. */
export const accountWarnings = (values: AccountTexts): Record<string, string> => ({
  ...ownerWarnings(values.fiat_account_owner, ownerAt),
  ...wireWarnings(values.fiat_network_instructions.wire, wireAt),
})

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
  if (kind === 'person') return { person_details: filledValues(person_details) ?? {} }
  return kind === 'institution' ? { institution_details: filledValues(institution_details) ?? {} } : {}
}

/** What would be sent of a change: the whole description where any of it changed. */
export function ownerChanges({ kind, ...now }: OwnerTexts, before: OwnerTexts): Json | undefined {
  if (kind === '') return undefined
  const name = `${kind}_details` as const
  const details = allIfChanged(now[name], before[name])
  return details && { [name]: details }
}

/** The owner of a record that may come in any shape. */
export function ownerTexts(record: unknown): OwnerTexts {
  const texts = textValuesFrom<Omit<OwnerTexts, 'kind'>>(
    { person_details: blankOwner.person_details, institution_details: blankOwner.institution_details },
    record,
  )
  if (filledValues(texts.person_details)) return { kind: 'person', ...texts }
  return { kind: filledValues(texts.institution_details) ? 'institution' : '', ...texts }
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

export type AddressTexts = Record<AddressMember, string>

export type WireTexts = {
  account_number: string
  fiat_account_owner_address: AddressTexts
  routing_details: {
    routing_number_type: string
    routing_number: string
    bank_name: string
    bank_address: AddressTexts
  }
}

const blankAddress: AddressTexts = { country: '', address1: '', address2: '', city: '', province: '', zip_code: '' }

export const blankWire: WireTexts = {
  account_number: '',
  fiat_account_owner_address: blankAddress,
  routing_details: { routing_number_type: '', routing_number: '', bank_name: '', bank_address: blankAddress },
}

export const blankAccount: AccountTexts = {
  [ownerAt]: blankOwner,
  fiat_network_instructions: { wire: blankWire },
  metadata: [],
}

const blankReferences = { identity_id: '', account_id: '', ref_id: '' }

export const blankNewAccount: NewAccountValues = { ...blankAccount, ...blankReferences }

/** Numbers are pasted in groups: spaces are for the eye. A BIC goes in capital letters. */
const plain = ({ account_number, routing_details, ...rest }: WireTexts): WireTexts => ({
  account_number: account_number.replace(/\s/g, ''),
  ...rest,
  routing_details: { ...routing_details, routing_number: plainRoutingNumber(routing_details.routing_number) },
})

/** What would be sent of wire instructions; undefined where nothing was filled in. */
export const wireOf = (wire: WireTexts): Json | undefined => filledValues(plain(wire))

/** What would be sent of a change: members that changed, and addresses whole (service-facts, "Writing"). */
export function wireChanges(wire: WireTexts, known: WireTexts): Json | undefined {
  const before = plain(known)
  const { fiat_account_owner_address: address, routing_details, account_number } = plain(wire)
  const { bank_address, ...routing } = routing_details
  const { bank_address: bankBefore, ...routingBefore } = before.routing_details
  const bank = allIfChanged(bank_address, bankBefore)
  return withoutUndefined({
    ...changedValues({ account_number }, { account_number: before.account_number }),
    fiat_account_owner_address: allIfChanged(address, before.fiat_account_owner_address),
    routing_details: withoutUndefined({ ...changedValues(routing, routingBefore), bank_address: bank }),
  })
}

/** Warnings by field name. @param name where the instructions stand in the form: "fiat_network_instructions.wire" */
export function wireWarnings(wire: WireTexts, name: string): Record<string, string> {
  const { routing_details: routing } = wire
  const details = `${name}.routing_details`
  const ofAddress = (at: string, address: AddressTexts) =>
    Object.entries(addressWarnings(address)).map(([member, warning]) => [`${at}.${member}`, warning] as const)
  const warnings = [
    [`${name}.account_number`, accountNumberWarning(wire.account_number, routing.routing_number_type)],
    [`${details}.routing_number_type`, routingNumberTypeWarning(routing.routing_number_type)],
    [`${details}.routing_number`, routingNumberWarning(routing.routing_number_type, routing.routing_number)],
    [`${details}.bank_name`, wireTextWarning(routing.bank_name)],
    ...ofAddress(`${details}.bank_address`, routing.bank_address),
    ...ofAddress(`${name}.fiat_account_owner_address`, wire.fiat_account_owner_address),
  ] as const
  return Object.fromEntries(warnings.flatMap(([field, warning]) => (warning ? [[field, warning]] : [])))
}

/** The field that is asked for first where a service complains about a group of the instructions. */
export function wireFieldOf(field: string, name: string): string {
  if (field === 'fiat_network_instructions' || field === name) return `${name}.account_number`
  if (field === `${name}.routing_details`) return `${field}.routing_number_type`
  return /_address$/.test(field) ? `${field}.country` : field
}
