import Link from 'next/link'
import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy-button'
import type { Fact } from '@/components/ui/facts'
import { ShortId } from '@/components/ui/short-id'
import { Time } from '@/components/ui/time'
import type { SeenTransfer } from '@/lib/api/reading'
import { hrefOf } from '@/lib/browser/list-url'
import { networkWord } from './words'

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

const id = (value: string | undefined, what: string) => value && <ShortId id={value} what={what} />
const money = (value: string | undefined, asset: string | undefined) =>
  value && (
    <span>
      <Amount text={value} isFree /> <span className="text-ink-3">{asset}</span>
    </span>
  )
const raw = (value: string | undefined) => value && <span className="font-mono text-sm">{value}</span>
const text = (value: string | undefined, what: string) =>
  value && (
    <span>
      {value} <CopyButton text={value} what={what} />
    </span>
  )

function pairs(value: Record<string, unknown> | undefined): ReactNode {
  const entries = Object.entries(value ?? {})
  if (entries.length === 0) return undefined
  return (
    <ul>
      {entries.map(([key, one]) => (
        <li key={key}>
          <span className="text-ink-3">{key}</span> {asText(one)}
        </li>
      ))}
    </ul>
  )
}

function network(value: string | undefined): ReactNode {
  if (!value) return undefined
  return networkWord(value) ?? <span className="font-mono text-sm">{value}</span>
}

/** The list with one filter: everything of the same profile, group or account. */
const narrowed = (list: string, name: string, value: string | undefined, shown: ReactNode, title: string) =>
  value && (
    <>
      {shown}
      <Link prefetch={false} className="text-sm underline" href={hrefOf(list, new URLSearchParams({ [name]: value }))}>
        {title}
      </Link>
    </>
  )

/**
 * Every field that the spec gives a transfer, under the words of this page; what did not come is "none".
 * @param list the path of the list, for links to what belongs together
 */
export function transferFacts({ known }: SeenTransfer, list: string): Fact[] {
  const facts: [string, ReactNode | undefined | ''][] = [
    ['Reference', text(known.ref_id, 'reference')],
    ['Transfer', id(known.id, 'transfer id')],
    ['Profile', narrowed(list, 'profile_ids', known.profile_id, id(known.profile_id, 'profile id'), 'Its transfers')],
    ['Network', network(known.crypto_network)],
    ['To', id(known.destination_address, 'address')],
    ['Hash', id(known.crypto_tx_hash, 'hash')],
    ['Output', known.crypto_tx_index && <ShortId id={known.crypto_tx_index} what="output" head={16} />],
    ['Worth', money(known.notional_value, 'USD')],
    ['Created', known.created_at && <Time value={known.created_at} withZone />],
    ['Updated', known.updated_at && <Time value={known.updated_at} withZone />],
    ['Group', narrowed(list, 'group_ids', known.group_id, id(known.group_id, 'group id'), 'Both sides')],
    ['Metadata', pairs(known.metadata)],
    ['Memo', text(known.memo, 'memo')],
    ['Fiat account', id(known.fiat_account_id, 'fiat account id')],
    ['Identity', id(known.identity_id, 'identity id')],
    ['Account', id(known.account_id, 'account id')],
    ['Customer', id(known.customer_id, 'customer id')],
    ['Balance asset', known.balance_asset],
    ['Type', raw(known.type)],
    ['Direction', raw(known.direction)],
    ['Status', raw(known.status)],
    ['Secondary status', pairs(known.secondary_status)],
    ['Status details', pairs(known.status_details)],
  ]
  return facts.map(([name, value]) => [name, value || undefined])
}

/** Fields that the spec does not list, as they came. */
export const otherFacts = ({ other }: SeenTransfer): Fact[] =>
  Object.entries(other).map(([name, value]) => [
    name,
    <span key={name} className="font-mono text-sm">
      {asText(value)}
    </span>,
  ])
