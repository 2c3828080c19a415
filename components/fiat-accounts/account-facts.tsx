'use client'

import { CircleCheck, CircleDashed, Clock, OctagonX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ReviewFact } from '@/components/forms/description'
import { type Pair, toMetadata } from '@/components/forms/form-values'
import { CopyButton, linkButtonClass } from '@/components/ui/copy'
import type { StatusStyle } from '@/components/ui/status'
import { endOfNumber } from '@/lib/api/account-numbers'
import type { FiatAccountStatus } from '@/lib/api/fiat-accounts'
import { countryName, looksMasked, plainRoutingNumber } from '@/lib/browser/bank-checks'
import type { AddressTexts, WireTexts } from './account-values'
import { type OwnerTexts, ownerName } from './account-values'

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
  const line = Object.entries(toMetadata(pairs) ?? {}).map(([key, value]) => `${key} ${value}`.trim())
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

/** An account number by its last four; the whole of it is shown and copied on demand. A masked one stays as it came. */
export function AccountNumber({ number }: { number: string }) {
  const [isShown, setShown] = useState(false)
  if (looksMasked(number)) return <span className="font-mono text-sm">{number}</span>
  return (
    <span>
      <span className="font-mono text-sm [overflow-wrap:anywhere]">{isShown ? number : endOfNumber(number)}</span>
      {isShown && <CopyButton text={number} what="account number" />}{' '}
      <button type="button" className={`${linkButtonClass} text-ink-2`} onClick={() => setShown(!isShown)}>
        {isShown ? 'Hide' : 'Show'} <span className="sr-only">the whole account number</span>
      </button>
    </span>
  )
}

const looks: Record<FiatAccountStatus, StatusStyle> = {
  PENDING: { tone: 'wait', icon: Clock, word: 'Pending' },
  APPROVED: { tone: 'ok', icon: CircleCheck, word: 'Approved' },
  REJECTED: { tone: 'bad', icon: OctagonX, word: 'Rejected', isLoud: true },
}

const isKnown = (status: string): status is FiatAccountStatus => Object.hasOwn(looks, status)

/** How a fiat account's status looks; one that is not known stays as it came. */
export const accountStatusStyle = (status: string): StatusStyle =>
  isKnown(status) ? looks[status] : { tone: 'off', icon: CircleDashed, word: status || 'no status' }
