'use client'
import { ExternalLink, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { NamedProfile } from '@/components/profiles/profile-names'
import { Link } from '@/components/ui/address'
import { CopyAction, linkButtonClass, ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { RequestId } from '@/components/ui/problem'
import { Time } from '@/components/ui/time'
import type { TransferObservations } from '@/lib/api/console/observations'
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/provider/reading'
import { countText } from '@/lib/browser/labels'
import { hrefOf } from '@/lib/browser/list-url'
import { CopiedTexts } from './copy-texts'
import { type Explorer, explorerOf } from './explorers'
import { networkLabel, otherFields, undocumented } from './labels'
import { receiptName } from './receipt'
import { curlOf, type SummarizedTransfer } from './status-summary'
import { Copyable, Money, otherFacts, Pairs } from './transfer-fields'

const quietLink = 'text-sm underline decoration-hairline-strong underline-offset-3 hover:decoration-current'

type ListLinkProps = { environment: Environment; filter: string; value: string; children: ReactNode }

/** Leads to the list with one filter. */
export function ListLink({ environment, filter, value, children }: ListLinkProps) {
  const params = new URLSearchParams({ [filter]: value })
  return (
    <Link className={quietLink} href={hrefOf(`/${environment}/transfers`, params)}>
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

type Observed = { data?: TransferObservations; isError: boolean }

/** Whether money went to the destination before; "" while that is not known. */
function seenBefore({ data, isError }: Observed): string {
  if (isError) return 'Earlier transfers to it could not be loaded.'
  const others = data?.destination?.other_transfers
  if (others === undefined) return ''
  return others === 0 ? 'No other transfer to it seen here.' : `${countText(others, 'other transfer')} to it seen here.`
}

/**
 * What staff ask for first; "All fields" has the rest. A missing value is "none", but one that this kind of transfer
 * cannot have (a wire's hash) is left out.
 */
export function transferFacts(transfer: DecodedTransfer, environment: Environment, observed: Observed): Fact[] {
  const { known } = transfer
  const explorer = explorerOf(environment, transfer)
  const id = (value: string | undefined, what: string, head?: number) =>
    value && <ShortId id={value} what={what} head={head} />
  const text = (value: string | undefined, what: string) => value && <Copyable text={value} what={what} />
  const time = (value: string | undefined) => value && <Time value={value} clock="provider" withZone />
  const list = (filter: string, value: string) => (
    <ListLink environment={environment} filter={filter} value={value}>
      View transfers
    </ListLink>
  )
  const { crypto_network: network, crypto_tx_hash: hash, type } = known
  const isCrypto = type?.startsWith('CRYPTO_') ?? false
  const isFiatWithdrawal = known.direction === 'DEBIT' && !isCrypto && type?.endsWith('_WITHDRAWAL')
  const facts: [name: string, value: ReactNode, isLeftOutIfEmpty?: boolean][] = [
    ['Reference', text(known.ref_id, 'reference')],
    ['Transfer', known.id && <ShortId id={known.id} what="transfer ID" shortcut="c" />],
    [
      'Profile',
      known.profile_id && (
        <>
          <NamedProfile environment={environment} id={known.profile_id} />
          {list('profile_ids', known.profile_id)}
        </>
      ),
    ],
    [
      'Group',
      known.group_id && (
        <>
          {id(known.group_id, 'group ID')}
          {list('group_ids', known.group_id)}
        </>
      ),
      true,
    ],
    ['Network', network && (networkLabel(network) ?? <span className="font-mono text-sm">{network}</span>), !isCrypto],
    [
      'To',
      known.destination_address && (
        <>
          {id(known.destination_address, 'address')}
          {/* A line from the start, so that nothing moves once it says something. */}
          <span className="min-h-[18px] basis-full text-sm text-ink-3">{seenBefore(observed)}</span>
        </>
      ),
      !isCrypto,
    ],
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

type ColumnProps = SummarizedTransfer & { observed: Observed; className: string }

/** The facts of a transfer, and what can be copied or printed. */
export function FactsColumn({ observed, className, ...summarized }: ColumnProps) {
  const { transfer, environment, timing, requestId } = summarized
  const others = otherFacts(transfer)
  const { id } = transfer.known
  return (
    <aside aria-label="Facts" className={`mt-8 grid content-start gap-4 lg:row-span-2 lg:mt-0 ${className}`}>
      <section>
        <h2 className="mb-2">Facts</h2>
        <Facts facts={transferFacts(transfer, environment, observed)} />
      </section>
      {others.length > 0 && (
        <section>
          <h2>{otherFields}</h2>
          <p className="mb-1 text-sm text-ink-3">{undocumented}</p>
          <Facts facts={others} />
        </section>
      )}
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
      {/* Last, and once it is known by when the transfer is due, so that nothing moves. */}
      {(transfer.known.status !== 'PENDING' || timing) && <CopiedTexts {...summarized} />}
    </aside>
  )
}
