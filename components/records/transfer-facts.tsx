'use client'
import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '@/components/ui/address'
import { ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Time } from '@/components/ui/time'
import type { TransferObservations } from '@/lib/api/observations'
import { countText } from '@/lib/browser/labels'
import { hrefOf } from '@/lib/browser/list-url'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { type Explorer, explorerOf } from './explorers'
import { NamedProfile } from './profile-names'
import type { SummarizedTransfer } from './status-summary'
import { Copyable, type Field, fieldOf, Money, otherFacts, Pairs } from './transfer-fields'
import { networkLabel, otherFields, undocumented } from './transfer-labels'

const quietLink = 'text-sm underline decoration-hairline-strong underline-offset-3 hover:decoration-current'

type ListLinkProps = { environment: Environment; filter: string; value: string; children: ReactNode }

/** Leads to the list with one filter. */
function ListLink({ environment, filter, value, children }: ListLinkProps) {
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
  if (isError) return 'Earlier transfers to it could not be loaded'
  const others = data?.destination?.other_transfers
  if (others === undefined) return ''
  return others === 0 ? 'First transfer to this address' : `${countText(others, 'other transfer')} to it seen here.`
}

/** What staff ask for first, in this order; "All fields" has the rest. */
const factNames = [
  ...['ref_id', 'id', 'profile_id', 'group_id', 'crypto_network', 'destination_address', 'crypto_tx_hash'],
  ...['crypto_tx_index', 'fiat_account_id', 'notional_value', 'created_at', 'updated_at', 'metadata', 'memo'],
  ...['identity_id', 'account_id'],
] as const satisfies readonly Field[0][]

/** A missing value is "none", but one that this kind of transfer cannot have (a wire's hash) is left out. */
export function transferFacts(transfer: DecodedTransfer, environment: Environment, observed: Observed): Fact[] {
  const { known } = transfer
  const explorer = explorerOf(environment, transfer)
  const list = (filter: string, value: string | undefined) => (
    <ListLink environment={environment} filter={filter} value={value ?? ''}>
      View transfers
    </ListLink>
  )
  const beside: Partial<Record<Field[0], ReactNode>> = {
    profile_id: list('profile_ids', known.profile_id),
    group_id: list('group_ids', known.group_id),
    // A line from the start, so that nothing moves once it says something.
    destination_address: <span className="min-h-[18px] basis-full text-sm text-ink-3">{seenBefore(observed)}</span>,
    crypto_tx_hash: (
      <>
        <ExplorerLink explorer={explorer} />
        {explorer?.why && <span className="basis-full text-sm text-ink-3">{explorer.why}</span>}
      </>
    ),
  }
  const isCrypto = known.type?.startsWith('CRYPTO_') ?? false
  const isFiatWithdrawal = known.direction === 'DEBIT' && !isCrypto && known.type?.endsWith('_WITHDRAWAL') === true
  const needed: Partial<Record<Field[0], boolean>> = {
    group_id: false,
    crypto_tx_index: false,
    account_id: false,
    fiat_account_id: isFiatWithdrawal,
    crypto_network: isCrypto,
    destination_address: isCrypto,
    crypto_tx_hash: isCrypto,
    notional_value: isCrypto,
  }
  return factNames.flatMap((name): Fact[] => {
    const value = known[name]
    if (value === undefined) return needed[name] === false ? [] : [[fieldOf(name)[1], undefined]]
    return [
      [
        fieldOf(name)[1],
        <>
          <FactValue name={name} value={value} environment={environment} />
          {beside[name]}
        </>,
      ],
    ]
  })
}

type FactValueProps = { name: (typeof factNames)[number]; value: unknown; environment: Environment }

function FactValue({ name, value, environment }: FactValueProps): ReactNode {
  const [, label, kind] = fieldOf(name)
  if (typeof value !== 'string') return <Pairs value={value} />
  if (kind === 'time') return <Time value={value} clock="provider" withZone />
  if (kind === 'dollars') return <Money text={value} asset="USD" />
  if (kind === 'text') return <Copyable text={value} what={label.toLowerCase()} />
  if (name === 'profile_id') return <NamedProfile environment={environment} id={value} />
  if (name === 'crypto_network') return networkLabel(value) ?? <span className="font-mono text-sm">{value}</span>
  const what =
    name === 'destination_address' ? 'address' : `${label.toLowerCase()}${/(?:^|_)id$/.test(name) ? ' ID' : ''}`
  return (
    <ShortId
      id={value}
      what={what}
      head={name === 'crypto_tx_index' ? 16 : undefined}
      shortcut={name === 'id' ? 'c' : undefined}
    />
  )
}

type ColumnProps = Pick<SummarizedTransfer, 'transfer' | 'environment'> & { observed: Observed; className: string }

/** The facts of a transfer. */
export function FactsColumn({ observed, className, transfer, environment }: ColumnProps) {
  const others = otherFacts(transfer)
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
    </aside>
  )
}
