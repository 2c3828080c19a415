/** An account in words, line by line, for whoever agrees to it or looks at what came of it. */
import type { ReactNode } from 'react'
import type { ReviewFact } from '@/components/forms/description'
import { metadataOf, type Pair } from '@/components/forms/metadata-pairs'
import { countryName, plainRoutingNumber } from '@/lib/browser/bank-checks'
import { AccountNumber } from './account-number'
import { type OwnerTexts, ownerName } from './owner-texts'
import type { AddressTexts, WireTexts } from './wire-texts'

/** An address in one line, in the order in which it is written on an envelope; undefined where there is none. */
export function addressLine(address: AddressTexts): string | undefined {
  const { address1, address2, city, province, zip_code, country } = address
  const code = country.trim()
  const name = countryName(code)
  const parts = [address1, address2, city, [province.trim(), zip_code.trim()].filter(Boolean).join(' ')]
  const line = [...parts.map((part) => part.trim()), name ? `${name} (${code})` : code].filter(Boolean)
  return line.length > 0 ? line.join(', ') : undefined
}

/** "ABA 021000089" */
export function routingText({
  routing_details: { routing_number_type, routing_number },
}: WireTexts): string | undefined {
  return [routing_number_type.trim(), plainRoutingNumber(routing_number)].filter(Boolean).join(' ') || undefined
}

/** "desk A, team ops" */
export function metadataLine(pairs: readonly Pair[]): string | undefined {
  const line = Object.entries(metadataOf(pairs) ?? {}).map(([key, value]) => `${key} ${value}`.trim())
  return line.length > 0 ? line.join(', ') : undefined
}

const ownerKinds = { person: 'a person', institution: 'an institution', '': '' }

/** Who owns it, and that it is a person or an institution. @param name where the owner stands in the form */
export function ownerFacts(owner: OwnerTexts, name: string): ReviewFact[] {
  const text = ownerName(owner)
  const value: ReactNode = text && (
    <>
      {text} <span className="text-ink-3">{ownerKinds[owner.kind]}</span>
    </>
  )
  return [{ name: 'Owner', value: value || undefined, field: `${name}.kind` }]
}

/** The instructions line by line. @param name where they stand in the form */
export function wireFacts(wire: WireTexts, name: string): ReviewFact[] {
  const details = `${name}.routing_details`
  const number = wire.account_number.replace(/\s/g, '')
  return [
    {
      name: 'Account number',
      value: number ? <AccountNumber number={number} /> : undefined,
      field: `${name}.account_number`,
    },
    { name: 'Routing number', value: routingText(wire), field: `${details}.routing_number` },
    { name: 'Bank', value: wire.routing_details.bank_name.trim() || undefined, field: `${details}.bank_name` },
    {
      name: 'Bank’s address',
      value: addressLine(wire.routing_details.bank_address),
      field: `${details}.bank_address.country`,
    },
    {
      name: 'Owner’s address',
      value: addressLine(wire.fiat_account_owner_address),
      field: `${name}.fiat_account_owner_address.country`,
    },
  ]
}
