'use client'
import { ExternalLink, Printer } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { CopyAction, CopyButton, linkButtonClass, ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { RequestId } from '@/components/ui/problem'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/reading'
import { hrefOf } from '@/lib/browser/list-url'
import { type Explorer, explorerOf } from './explorers'
import { networkLabel, otherFields, undocumented } from './labels'
import { receiptName } from './receipt'
import { curlOf, type SummarizedTransfer, supportNote } from './status-summary'
import { Copyable, Money, otherFacts, Pairs } from './transfer-fields'

const quietLink = 'text-sm underline decoration-hairline-strong underline-offset-3 hover:decoration-current'

type ListLinkProps = { environment: Environment; filter: string; value: string; children: ReactNode }

/** Leads to the list with one filter. */
export function ListLink({ environment, filter, value, children }: ListLinkProps) {
  const params = new URLSearchParams({ [filter]: value })
  return (
    <Link prefetch={false} className={quietLink} href={hrefOf(`/${environment}/transfers`, params)}>
      {children}
    </Link>
  )
}

/** Opens in a new tab that learns nothing about this page. */
export function ExplorerLink({ explorer, className = quietLink }: { explorer?: Explorer; className?: string }) {
  if (!explorer?.href) return null
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
 */
function transferFacts(transfer: DecodedTransfer, environment: Environment): Fact[] {
  const { known } = transfer
  const explorer = explorerOf(environment, transfer)
  const id = (value: string | undefined, what: string, head?: number) =>
    value && <ShortId id={value} what={what} head={head} />
  const text = (value: string | undefined, what: string) => value && <Copyable text={value} what={what} />
  const time = (value: string | undefined) => value && <Time value={value} withZone />
  const idWithList = (value: string | undefined, what: string, filter: string) =>
    value && (
      <>
        {id(value, what)}
        <ListLink environment={environment} filter={filter} value={value}>
          View transfers
        </ListLink>
      </>
    )
  const { crypto_network: network, crypto_tx_hash: hash, type } = known
  const isCrypto = type?.startsWith('CRYPTO_') ?? false
  const isFiatWithdrawal = known.direction === 'DEBIT' && !isCrypto && type?.endsWith('_WITHDRAWAL')
  const facts: [name: string, value: ReactNode, isLeftOutIfEmpty?: boolean][] = [
    ['Reference', text(known.ref_id, 'reference')],
    ['Transfer', known.id && <ShortId id={known.id} what="transfer ID" shortcut="c" />],
    ['Profile', idWithList(known.profile_id, 'profile ID', 'profile_ids')],
    ['Group', idWithList(known.group_id, 'group ID', 'group_ids'), true],
    ['Network', network && (networkLabel(network) ?? <span className="font-mono text-sm">{network}</span>), !isCrypto],
    ['To', id(known.destination_address, 'address'), !isCrypto],
    [
      'Hash',
      hash && (
        <>
          {id(hash, 'hash')}
          <ExplorerLink explorer={explorer} />
          {explorer?.why && <span className="basis-full text-sm text-ink-3">{explorer.why}</span>}
        </>
      ),
      !isCrypto,
    ],
    ['Output', id(known.crypto_tx_index, 'output', 16), true],
    ['Fiat account', id(known.fiat_account_id, 'fiat account ID'), !isFiatWithdrawal],
    ['USD value', known.notional_value && <Money text={known.notional_value} asset="USD" />, !isCrypto],
    ['Created', time(known.created_at)],
    ['Updated', time(known.updated_at)],
    ['Metadata', known.metadata && <Pairs value={known.metadata} />],
    ['Memo', text(known.memo, 'memo')],
    ['Identity', id(known.identity_id, 'identity ID')],
    ['Account', id(known.account_id, 'account ID'), true],
  ]
  return facts.flatMap(([name, value, isLeftOut]): Fact[] => (isLeftOut && !value ? [] : [[name, value || undefined]]))
}

/** The facts of a transfer, its support note, and what can be copied or printed. */
export function FactsColumn(note: SummarizedTransfer) {
  const { transfer, environment, requestId } = note
  const others = otherFacts(transfer)
  const { id } = transfer.known
  return (
    <aside aria-label="Facts" className="grid content-start gap-4">
      <section>
        <h2 className="mb-2">Facts</h2>
        <Facts facts={transferFacts(transfer, environment)} />
      </section>
      {others.length > 0 && (
        <section>
          <h2>{otherFields}</h2>
          <p className="mb-1 text-sm text-ink-3">{undocumented}</p>
          <Facts facts={others} />
        </section>
      )}
      <section aria-label="Support note">
        <div className="flex items-center justify-between">
          <h2>Support note</h2>
          <CopyButton text={supportNote(note)} what="support note" />
        </div>
        <pre className="mt-2 rounded-2 border border-hairline bg-sunken px-3 py-2.5 font-mono text-sm leading-[19px] [overflow-wrap:anywhere] whitespace-pre-wrap text-ink-2">
          {supportNote(note, true)}
        </pre>
        <p className="mt-1.5 text-sm text-ink-3">Copies full IDs, without names, accounts or balances.</p>
      </section>
      <div>
        <p className="flex flex-wrap gap-x-4">
          {id && <CopyAction isPlain text={curlOf(id)} label="Copy as curl" />}
          <button type="button" className={linkButtonClass} onClick={() => window.print()}>
            <Printer className="mr-1.5 size-3.5" />
            Print {receiptName(transfer)}
          </button>
        </p>
        {requestId && <RequestId id={requestId} className="mt-1" />}
      </div>
    </aside>
  )
}
