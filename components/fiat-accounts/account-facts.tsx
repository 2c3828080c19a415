'use client'
import { type ReactNode, useState } from 'react'
import type { ReviewFact } from '@/components/forms/description'
import { CopyButton, linkButtonClass } from '@/components/ui/copy'
import { lastFour } from '@/lib/api/account-numbers'
import { countryName, looksMasked, plainRoutingNumber } from '@/lib/browser/bank-checks'
import {
  type AccountTexts,
  type AddressTexts,
  bankAddressAt,
  numberAt,
  numberOf,
  ownerAddressAt,
  ownerAt,
  ownerName,
  routingAt,
} from './account-values'

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

/** An address on one line, in the order of an envelope; undefined if it is empty. */
export function addressLine(address: AddressTexts): string | undefined {
  const { address1, address2, city, province, zip_code, country } = address
  const code = country.trim()
  const name = countryName(code)
  const parts = [address1, address2, city, `${province.trim()} ${zip_code.trim()}`, name ? `${name} (${code})` : code]
  return (
    parts
      .map((part) => part.trim())
      .filter(Boolean)
      .join(', ') || undefined
  )
}

/** A fact about an account, and the paths in its body that it shows. */
export type AccountFact = ReviewFact & { field: string; paths: readonly string[] }

/** The owner and the wire instructions, line by line. */
export function accountFacts(account: Omit<AccountTexts, 'metadata'>): AccountFact[] {
  const { fiat_account_owner: owner, fiat_network_instructions } = account
  const { routing_details: routing, fiat_account_owner_address } = fiat_network_instructions.wire
  const number = numberOf(account)
  const owningName = ownerName(owner)
  const nameField = owner.kind === 'person' ? 'person_details.first_name' : 'institution_details.name'
  const ownerValue = owningName && (
    <>
      {owningName} <span className="text-ink-3">{owner.kind === 'person' ? 'a person' : 'an institution'}</span>
    </>
  )
  const accountFact = (name: string, field: string, value: ReactNode, paths: readonly string[] = [field]) => ({
    name,
    field,
    value: value || undefined,
    paths,
  })
  const routingNumber = `${routing.routing_number_type.trim()} ${plainRoutingNumber(routing.routing_number)}`.trim()
  return [
    accountFact('Owner', `${ownerAt}.${owner.kind === '' ? 'kind' : nameField}`, ownerValue, [ownerAt]),
    accountFact('Account number', numberAt, number && <AccountNumber number={number} />),
    accountFact('Routing number', `${routingAt}.routing_number`, routingNumber, [
      `${routingAt}.routing_number_type`,
      `${routingAt}.routing_number`,
    ]),
    accountFact('Bank', `${routingAt}.bank_name`, routing.bank_name.trim()),
    accountFact('Bank address', `${bankAddressAt}.country`, addressLine(routing.bank_address), [bankAddressAt]),
    accountFact('Owner address', `${ownerAddressAt}.country`, addressLine(fiat_account_owner_address), [
      ownerAddressAt,
    ]),
  ]
}
