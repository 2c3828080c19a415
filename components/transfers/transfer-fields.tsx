import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Time } from '@/components/ui/time'
import type { DecodedTransfer } from '@/lib/api/reading'
import type { Transfer } from '@/lib/api/transfers'
import { directionLabel, networkLabel, otherFields, statusLabel, typeLabelWithSide, undocumented } from './labels'

/** How a field is shown: `name` is an enumerated value, `pairs` an object. */
type FieldKind = 'id' | 'amount' | 'dollars' | 'time' | 'text' | 'name' | 'pairs'
export type Field = { name: keyof Transfer; label: string; kind: FieldKind }

const field = (name: keyof Transfer, label: string, kind: FieldKind): Field => ({ name, label, kind })

export const fieldGroups: readonly { title: string; fields: readonly Field[] }[] = [
  {
    title: 'State',
    fields: [
      field('type', 'Type', 'name'),
      field('direction', 'Direction', 'name'),
      field('status', 'Status', 'name'),
      field('secondary_status', 'Secondary status', 'pairs'),
      field('status_details', 'Status details', 'pairs'),
      field('created_at', 'Created', 'time'),
      field('updated_at', 'Updated', 'time'),
    ],
  },
  {
    title: 'Money',
    fields: [
      field('amount', 'Amount', 'amount'),
      field('fee', 'Fee', 'amount'),
      field('total', 'Total', 'amount'),
      field('asset', 'Asset', 'text'),
      field('balance_asset', 'Balance asset', 'text'),
      // Spec: "the USD value of amount plus fee at transfer time".
      field('notional_value', 'USD value', 'dollars'),
    ],
  },
  {
    title: 'Route',
    fields: [
      field('crypto_network', 'Network', 'name'),
      field('destination_address', 'To', 'id'),
      field('crypto_tx_hash', 'Hash', 'id'),
      field('crypto_tx_index', 'Output', 'id'),
      field('fiat_account_id', 'Fiat account', 'id'),
      field('memo', 'Memo', 'text'),
    ],
  },
  {
    title: 'Owner',
    fields: [
      field('profile_id', 'Profile', 'id'),
      field('customer_id', 'Customer', 'id'),
      field('identity_id', 'Identity', 'id'),
      field('account_id', 'Account', 'id'),
    ],
  },
  {
    title: 'Record',
    fields: [
      field('id', 'Transfer', 'id'),
      field('ref_id', 'Reference', 'text'),
      field('group_id', 'Group', 'id'),
      field('auto_conversion', 'Conversion', 'pairs'),
      field('metadata', 'Metadata', 'pairs'),
    ],
  },
]

/** How many fields the transfer has, undocumented ones included. */
export const fieldCount = ({ known, other }: DecodedTransfer) => Object.keys(known).length + Object.keys(other).length

/** A string as it is, anything else as JSON. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The entries of an object field; nested objects stay JSON. */
export const pairsOf = (value: unknown): [name: string, text: string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, inner]) => [name, asText(inner)] as [string, string])
    : []

const valueLabels: Partial<Record<Field['name'], (value: string) => string | undefined>> = {
  type: typeLabelWithSide,
  status: statusLabel,
  direction: directionLabel,
  crypto_network: networkLabel,
}
/** The label of an enumerated value; undefined for an unknown one. */
export const valueLabel = (name: Field['name'], value: string) => valueLabels[name]?.(value)

/** Entries one per line. `isWhole` shows values as received, each with a copy button. */
export function Pairs({ value, isWhole }: { value: unknown; isWhole?: boolean }) {
  return (
    <ul>
      {pairsOf(value).map(([name, text]) => (
        <li key={name}>
          <span className="text-ink-3">{name}</span>{' '}
          <span className={isWhole ? 'font-mono text-sm text-ink-2' : undefined}>{text}</span>
          {isWhole && <CopyButton text={text} what={name} />}
        </li>
      ))}
    </ul>
  )
}

/** Fields that the spec does not list, as received. */
export const otherFacts = ({ other }: DecodedTransfer): Fact[] =>
  Object.entries(other).map(([name, value]) => [
    name,
    <span key={name}>
      <span className="font-mono text-sm">{asText(value)}</span> <CopyButton text={asText(value)} what={name} />
    </span>,
  ])

function fieldValue({ known }: DecodedTransfer, { name, label, kind }: Field): ReactNode {
  const value = known[name]
  if (value === undefined) return undefined
  if (typeof value !== 'string') return <Pairs value={value} isWhole />
  const copy = <CopyButton text={value} what={label.toLowerCase()} />
  const raw = <span className="font-mono text-sm text-ink-2">{value}</span>
  switch (kind) {
    case 'amount':
    case 'dollars':
      return (
        <span>
          <Amount text={value} isFree /> <span className="text-ink-3">{kind === 'dollars' ? 'USD' : known.asset}</span>{' '}
          {copy}
        </span>
      )
    case 'time':
      return (
        <>
          <span>
            <Time value={value} withZone />
          </span>
          <span>
            {raw} {copy}
          </span>
        </>
      )
    case 'name': {
      const text = valueLabel(name, value)
      return (
        <>
          {text && <span>{text}</span>} {raw}
        </>
      )
    }
    default:
      return (
        <span>
          {kind === 'text' ? value : raw} {copy}
        </span>
      )
  }
}

/** Every documented field in its group, in full and with its API name, then the undocumented ones. */
export function AllFields({ transfer }: { transfer: DecodedTransfer }) {
  const others = otherFacts(transfer)
  return (
    <div className="grid gap-8 pt-2">
      {fieldGroups.map(({ title, fields }) => (
        <FieldGroup
          key={title}
          title={title}
          facts={fields.map((field): Fact => [field.label, fieldValue(transfer, field), field.name])}
        />
      ))}
      {others.length > 0 && <FieldGroup title={otherFields} note={undocumented} facts={others} />}
    </div>
  )
}

function FieldGroup({ title, note, facts }: { title: string; note?: string; facts: readonly Fact[] }) {
  return (
    <section className="grid grid-cols-1 gap-x-6 lg:grid-cols-[176px_minmax(0,1fr)]">
      <div className="mb-1 lg:mb-0">
        <h2>{title}</h2>
        {note && <p className="text-sm text-ink-3">{note}</p>}
      </div>
      <Facts
        facts={facts}
        className="border-t border-hairline-strong sm:grid-cols-[minmax(248px,max-content)_minmax(0,1fr)] max-sm:grid-cols-[150px_minmax(0,1fr)]"
      />
    </section>
  )
}
