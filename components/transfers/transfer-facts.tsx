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
import { Pairs } from './transfer-fields'

const id = (value: string | undefined, what: string, head?: number) =>
  value && <ShortId id={value} what={what} head={head} />

const text = (value: string | undefined, what: string) =>
  value && (
    <span>
      {value} <CopyButton text={value} what={what} />
    </span>
  )

const network = (value: string | undefined) =>
  value && (networkLabel(value) ?? <span className="font-mono text-sm">{value}</span>)

/** A link among facts, underlined faintly until it is hovered. */
export const quietLink = 'text-sm underline decoration-hairline-strong underline-offset-3 hover:decoration-current'

/** An id and the list of its transfers. */
const idWithList = (list: string, filter: string, value: string | undefined, what: string) =>
  value && (
    <>
      <ShortId id={value} what={what} />
      <Link prefetch={false} className={quietLink} href={hrefOf(list, new URLSearchParams({ [filter]: value }))}>
        View transfers
      </Link>
    </>
  )

/** A hash with its explorer link, or why there is none. */
const hash = (value: string | undefined, explorer: Explorer | undefined) =>
  value && (
    <>
      {id(value, 'hash')}
      {explorer?.href && <ExplorerLink explorer={explorer} className={quietLink} />}
      {explorer?.why && <span className="basis-full text-sm text-ink-3">{explorer.why}</span>}
    </>
  )

/** Opens in a new tab that learns nothing about this page. */
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

/**
 * What staff ask for first; "All fields" has the rest. A missing value is "none", but one that this kind of transfer
 * cannot have (a wire's hash) is left out.
 * @param list the list's path
 */
export function transferFacts({ known }: DecodedTransfer, list: string, explorer: Explorer | undefined): Fact[] {
  const isCrypto = known.type?.startsWith('CRYPTO_') ?? false
  const isFiatWithdrawal = known.direction === 'DEBIT' && !isCrypto && known.type?.endsWith('_WITHDRAWAL')
  const facts: [name: string, value: ReactNode, isLeftOutIfEmpty?: boolean][] = [
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
    ['Profile', idWithList(list, 'profile_ids', known.profile_id, 'profile id')],
    ['Group', idWithList(list, 'group_ids', known.group_id, 'group id'), true],
    ['Network', network(known.crypto_network), !isCrypto],
    ['To', id(known.destination_address, 'address'), !isCrypto],
    ['Hash', hash(known.crypto_tx_hash, explorer), !isCrypto],
    ['Output', id(known.crypto_tx_index, 'output', 16), true],
    ['Fiat account', id(known.fiat_account_id, 'fiat account id'), !isFiatWithdrawal],
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
  return facts.flatMap(([name, value, isLeftOut]): Fact[] => (isLeftOut && !value ? [] : [[name, value || undefined]]))
}
