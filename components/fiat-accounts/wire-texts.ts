/** Wire instructions as a form holds them. */

import { changed, filled, present, wholeIfChanged } from '@/components/forms/texts'
import type { Json } from '@/lib/api/json'
import {
  type AddressMember,
  accountNumberWarning,
  addressWarnings,
  plainRoutingNumber,
  routingNumberTypeWarning,
  routingNumberWarning,
  wireTextWarning,
} from '@/lib/browser/bank-checks'

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

/** Numbers are pasted in groups: spaces are for the eye. A BIC goes in capital letters. */
const plain = ({ account_number, routing_details, ...rest }: WireTexts): WireTexts => ({
  account_number: account_number.replace(/\s/g, ''),
  ...rest,
  routing_details: { ...routing_details, routing_number: plainRoutingNumber(routing_details.routing_number) },
})

/** What would be sent of wire instructions; undefined where nothing was filled in. */
export const wireOf = (wire: WireTexts): Json | undefined => filled(plain(wire))

/** What would be sent of a change: members that changed, and addresses whole (service-facts, "Writing"). */
export function wireChanges(wire: WireTexts, known: WireTexts): Json | undefined {
  const before = plain(known)
  const { fiat_account_owner_address: address, routing_details, account_number } = plain(wire)
  const { bank_address, ...routing } = routing_details
  const { bank_address: bankBefore, ...routingBefore } = before.routing_details
  const bank = wholeIfChanged(bank_address, bankBefore)
  return present({
    ...changed({ account_number }, { account_number: before.account_number }),
    fiat_account_owner_address: wholeIfChanged(address, before.fiat_account_owner_address),
    routing_details: present({ ...changed(routing, routingBefore), bank_address: bank }),
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
