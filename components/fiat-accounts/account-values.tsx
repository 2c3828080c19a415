'use client'
/** A fiat account as texts, in both of its forms and in records: its bodies, its warnings, and what it shows of itself. */
import { type ReactNode, useState } from 'react'
import type { ReviewFact } from '@/components/forms/description'
import {
  filledValues,
  messagesOf,
  metadataFieldOf,
  type Pair,
  textValuesFrom,
  toPairs,
} from '@/components/forms/form-values'
import { CopyButton, linkButtonClass } from '@/components/ui/copy'
import { lastFour } from '@/lib/domain/account-numbers'
import { isObject, type Json } from '@/lib/domain/json'
import { readFiatAccount } from '@/lib/provider/records'
import {
  type AddressMember,
  accountNumberWarning,
  addressWarnings,
  countryName,
  looksMasked,
  plainRoutingNumber,
  routingNumberTypeWarning,
  routingNumberWarning,
  wireTextWarning,
} from './bank-checks'

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

type AddressTexts = Record<AddressMember, string>
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

export const numberOf = ({ fiat_network_instructions: { wire } }: Pick<AccountTexts, 'fiat_network_instructions'>) =>
  wire.account_number.replace(/\s/g, '')

/** The owner as sent; empty without a kind, which the schema refuses. */
export function ownerBody({ kind, person_details, institution_details }: OwnerTexts): Json {
  if (kind === 'person') return { person_details: filledValues(person_details) ?? {} }
  return kind === 'institution' ? { institution_details: filledValues(institution_details) ?? {} } : {}
}

export function ownerTexts(record: unknown): OwnerTexts {
  const texts = textValuesFrom(blankDetails, record)
  if (filledValues(texts.person_details)) return { kind: 'person', ...texts }
  return { kind: filledValues(texts.institution_details) ? 'institution' : '', ...texts }
}

/** '' if no name is known */
export function ownerName({ kind, person_details: person, institution_details: institution }: OwnerTexts): string {
  if (kind === 'person') return `${person.first_name.trim()} ${person.last_name.trim()}`.trim()
  return kind === 'institution' ? institution.name.trim() : ''
}

/** Digits are pasted in groups, so spaces are dropped; a BIC is upper case. */
export const normalizeWire = ({ account_number, routing_details, ...rest }: WireTexts): WireTexts => ({
  ...rest,
  account_number: account_number.replace(/\s/g, ''),
  routing_details: { ...routing_details, routing_number: plainRoutingNumber(routing_details.routing_number) },
})

/** The wire instructions as sent; undefined if nothing is filled in. */
export const wireBody = (wire: WireTexts): Json | undefined => filledValues(normalizeWire(wire))

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

/** The form field for an error of the body; an error of a group leads to its first field. */
export function accountFieldOf(field: string, { metadata = [] }: { metadata?: readonly Pair[] }): string {
  if (field === ownerAt || /\.(?:person|institution)_details$/.test(field)) return `${ownerAt}.kind`
  if (field === 'fiat_network_instructions' || field === wireAt) return numberAt
  if (field === routingAt) return `${field}.routing_number_type`
  if (field.startsWith(wireAt) && field.endsWith('_address')) return `${field}.country`
  return metadataFieldOf(field, metadata)
}

/** Warnings never block sending. */
export function accountWarnings(account: Omit<AccountTexts, 'metadata'>): Record<string, string> {
  const { kind, person_details: person, institution_details: institution } = account.fiat_account_owner
  const {
    account_number,
    routing_details: routing,
    fiat_account_owner_address,
  } = account.fiat_network_instructions.wire
  const { routing_number_type: type, routing_number } = routing
  const addressMessages = (at: string, address: AddressTexts) =>
    Object.fromEntries(
      Object.entries(addressWarnings(address)).map(([member, warning]) => [`${at}.${member}`, warning]),
    )
  return messagesOf({
    ...(kind === 'person' && {
      [`${ownerAt}.person_details.first_name`]: wireTextWarning(person.first_name),
      [`${ownerAt}.person_details.last_name`]: wireTextWarning(person.last_name),
    }),
    ...(kind === 'institution' && { [`${ownerAt}.institution_details.name`]: wireTextWarning(institution.name) }),
    [numberAt]: accountNumberWarning(account_number, type),
    [`${routingAt}.routing_number_type`]: routingNumberTypeWarning(type),
    [`${routingAt}.routing_number`]: routingNumberWarning(type, routing_number),
    [`${routingAt}.bank_name`]: wireTextWarning(routing.bank_name),
    ...addressMessages(bankAddressAt, routing.bank_address),
    ...addressMessages(ownerAddressAt, fiat_account_owner_address),
  })
}

/** An account number by its last four digits; shown and copied in full on demand. A masked one is shown as received. */
export function AccountNumber({ number }: { number: string }) {
  const [isRevealed, setRevealed] = useState(false)
  if (looksMasked(number)) return <span className="font-mono text-sm">{number}</span>
  return (
    <span>
      <span className="font-mono text-sm [overflow-wrap:anywhere]">{isRevealed ? number : lastFour(number)}</span>
      {isRevealed && <CopyButton text={number} what="account number" />}{' '}
      <button type="button" className={`${linkButtonClass} text-ink-2`} onClick={() => setRevealed(!isRevealed)}>
        {isRevealed ? 'Hide' : 'Show'} <span className="sr-only">the full account number</span>
      </button>
    </span>
  )
}

/** An address on one line, in the order of an envelope; '' if it is empty. */
function addressLine({ address1, address2, city, province, zip_code, country }: AddressTexts): string {
  const code = country.trim()
  const name = countryName(code)
  const parts = [address1, address2, city, `${province.trim()} ${zip_code}`, name ? `${name} (${code})` : code]
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ')
}

/** A fact about an account, and the paths in its body that it shows. */
export type AccountFact = ReviewFact & { field: string; paths: readonly string[] }

/** The owner and the wire instructions, line by line. */
export function accountFacts(account: Omit<AccountTexts, 'metadata'>): AccountFact[] {
  const { routing_details: routing, fiat_account_owner_address } = account.fiat_network_instructions.wire
  const { kind } = account.fiat_account_owner
  const nameFields = { '': 'kind', person: 'person_details.first_name', institution: 'institution_details.name' }
  const owner = ownerName(account.fiat_account_owner)
  const number = numberOf(account)
  const routingNumber = `${routing.routing_number_type.trim()} ${plainRoutingNumber(routing.routing_number)}`.trim()
  const routingPaths = [`${routingAt}.routing_number_type`, `${routingAt}.routing_number`]
  const line = (name: string, field: string, value: ReactNode, paths = [field]): AccountFact => ({
    name,
    field,
    value: value || undefined,
    paths,
  })
  const ownerValue = owner && (
    <>
      {owner} <span className="text-ink-3">{kind === 'person' ? 'a person' : 'an institution'}</span>
    </>
  )
  return [
    line('Owner', `${ownerAt}.${nameFields[kind]}`, ownerValue, [ownerAt]),
    line('Account number', numberAt, number && <AccountNumber number={number} />),
    line('Routing number', `${routingAt}.routing_number`, routingNumber, routingPaths),
    line('Bank', `${routingAt}.bank_name`, routing.bank_name.trim()),
    line('Bank address', `${bankAddressAt}.country`, addressLine(routing.bank_address), [bankAddressAt]),
    line('Owner address', `${ownerAddressAt}.country`, addressLine(fiat_account_owner_address), [ownerAddressAt]),
  ]
}

/** The spec requires the sender's bank details of a sandbox deposit; these are fictitious. */
export const exampleWire: WireTexts = {
  ...blankWire,
  account_number: '1234567890',
  routing_details: {
    ...blankWire.routing_details,
    // A valid ABA check digit that no bank uses.
    routing_number_type: 'ABA',
    routing_number: '123456780',
    bank_name: 'Example Bank',
    bank_address: { ...blankWire.routing_details.bank_address, country: 'US', city: 'New York' },
  },
  fiat_account_owner_address: { ...blankWire.fiat_account_owner_address, country: 'US', city: 'New York' },
}
