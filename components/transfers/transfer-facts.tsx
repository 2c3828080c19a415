'use client'
import { ExternalLink } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { CopyButton, ShortId } from '@/components/ui/copy'
import type { Fact } from '@/components/ui/facts'
import { Time } from '@/components/ui/time'
import type { DecodedTransfer } from '@/lib/api/reading'
import { hrefOf } from '@/lib/browser/list-url'
import type { Explorer } from './explorers'
import { networkLabel } from './labels'
import { asText, pairsOf } from './transfer-fields'

const id = (value: string | undefined, what: string, head?: number) =>
  value && <ShortId id={value} what={what} head={head} />

const text = (value: string | undefined, what: string) =>
  value && (
    <span>
      {value} <CopyButton text={value} what={what} />
    </span>
  )

function network(value: string | undefined): ReactNode {
  if (!value) return undefined
  return networkLabel(value) ?? <span className="font-mono text-sm">{value}</span>
}

/** A link among facts: its line is quiet until it is pointed at. */
export const quietLink = 'text-sm underline decoration-hairline-strong underline-offset-3 hover:decoration-current'

/** The list with one filter: everything of the same profile or group. */
const narrowed = (list: string, name: string, value: string | undefined, what: string, title: string) =>
  value && (
    <>
      <ShortId id={value} what={what} />
      <Link prefetch={false} className={quietLink} href={hrefOf(list, new URLSearchParams({ [name]: value }))}>
        {title}
      </Link>
    </>
  )

/** A hash, and the way to look at it outside, or why there is none. */
function hash(value: string | undefined, explorer: Explorer | undefined): ReactNode {
  if (!value) return undefined
  return (
    <>
      {id(value, 'hash')}
      {explorer?.href && <ExplorerLink explorer={explorer} className={quietLink} />}
      {explorer?.why && <span className="basis-full text-sm text-ink-3">{explorer.why}</span>}
    </>
  )
}

/** Leads outside on a click only: in a tab of its own, which learns nothing of this one. */
export function ExplorerLink({ explorer, className }: { explorer: Explorer; className: string }) {
  if (!explorer.href) return null
  return (
    <a
      href={explorer.href}
      target="_blank"
      rel="noopener noreferrer"
      referrerPolicy="no-referrer"
      title={explorer.site}
      aria-label={`Explorer, ${explorer.site}, in a new tab`}
      className={className}
    >
      Explorer
      <ExternalLink className="ml-1 size-3.5" />
    </a>
  )
}

/** Pairs in one line each; `isWhole` sets values as they are on the wire, each with a button that copies it. */
export function Pairs({ value, isWhole }: { value: unknown; isWhole?: boolean }) {
  return (
    <ul>
      {pairsOf(value).map(([name, one]) => (
        <li key={name}>
          <span className="text-ink-3">{name}</span>{' '}
          <span className={isWhole ? 'font-mono text-sm text-ink-2' : undefined}>{one}</span>
          {isWhole && <CopyButton text={one} what={name} />}
        </li>
      ))}
    </ul>
  )
}

/**
 * What staff ask for first; the rest stands under "All fields". What is missing is "none", but what cannot be there
 * (a hash of a wire) is left out.
 * @param list the path of the list, for links to what belongs together
 */
export function transferFacts({ known }: DecodedTransfer, list: string, explorer: Explorer | undefined): Fact[] {
  const isCrypto = known.type?.startsWith('CRYPTO_') ?? false
  const isSent = known.direction === 'DEBIT' && !isCrypto && known.type?.endsWith('_WITHDRAWAL')
  const facts: [string, ReactNode, boolean?][] = [
    ['Reference', text(known.ref_id, 'reference')],
    [
      'Transfer',
      known.id && (
        <span>
          <ShortId id={known.id} />
          <CopyButton text={known.id} what="transfer id" shortcut="c" />
        </span>
      ),
    ],
    ['Profile', narrowed(list, 'profile_ids', known.profile_id, 'profile id', 'View transfers')],
    ['Group', narrowed(list, 'group_ids', known.group_id, 'group id', 'View transfers'), true],
    ['Network', network(known.crypto_network), !isCrypto],
    ['To', id(known.destination_address, 'address'), !isCrypto],
    ['Hash', hash(known.crypto_tx_hash, explorer), !isCrypto],
    ['Output', id(known.crypto_tx_index, 'output', 16), true],
    ['Fiat account', id(known.fiat_account_id, 'fiat account id'), !isSent],
    [
      'USD value',
      known.notional_value && (
        <span>
          <Amount text={known.notional_value} isFree /> <span className="text-ink-3">USD</span>
        </span>
      ),
      !isCrypto,
    ],
    ['Created', known.created_at && <Time value={known.created_at} withZone />],
    ['Updated', known.updated_at && <Time value={known.updated_at} withZone />],
    ['Metadata', known.metadata && <Pairs value={known.metadata} />],
    ['Memo', text(known.memo, 'memo')],
    ['Identity', id(known.identity_id, 'identity id')],
    ['Account', id(known.account_id, 'account id'), true],
  ]
  return facts.flatMap(([name, value, isQuiet]): Fact[] => (isQuiet && !value ? [] : [[name, value || undefined]]))
}

/** Fields that the spec does not list, as they came. */
export const otherFacts = ({ other }: DecodedTransfer): Fact[] =>
  Object.entries(other).map(([name, value]) => [
    name,
    <span key={name}>
      <span className="font-mono text-sm">{asText(value)}</span> <CopyButton text={asText(value)} what={name} />
    </span>,
  ])
