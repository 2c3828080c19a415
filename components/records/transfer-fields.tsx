import type { ReactNode } from 'react'
import { Amount } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy'
import type { Fact } from '@/components/ui/facts'
import type { DecodedTransfer } from '@/lib/provider/reading'
import type { Transfer } from '@/lib/provider/transfers'
import { directionLabel, networkLabel, statusLabel, typeLabelWithSide } from './transfer-labels'

/** How a field is shown: `name` is an enumerated value, `pairs` an object. */
type FieldKind = 'id' | 'amount' | 'dollars' | 'time' | 'text' | 'name' | 'pairs'
export type Field = readonly [name: keyof Transfer, label: string, kind: FieldKind]

/** Every field of the spec, by the title of its group. */
export const fieldGroups: Record<string, readonly Field[]> = {
  State: [
    ['type', 'Type', 'name'],
    ['direction', 'Direction', 'name'],
    ['status', 'Status', 'name'],
    ['secondary_status', 'Secondary status', 'pairs'],
    ['status_details', 'Status details', 'pairs'],
    ['created_at', 'Created', 'time'],
    ['updated_at', 'Updated', 'time'],
  ],
  Money: [
    ['amount', 'Amount', 'amount'],
    ['fee', 'Fee', 'amount'],
    ['total', 'Total', 'amount'],
    ['asset', 'Asset', 'text'],
    ['balance_asset', 'Balance asset', 'text'],
    // Spec: "the USD value of amount plus fee at transfer time".
    ['notional_value', 'USD value', 'dollars'],
  ],
  Route: [
    ['crypto_network', 'Network', 'name'],
    ['destination_address', 'To', 'id'],
    ['crypto_tx_hash', 'Hash', 'id'],
    ['crypto_tx_index', 'Output', 'id'],
    ['fiat_account_id', 'Fiat account', 'id'],
    ['memo', 'Memo', 'text'],
  ],
  Owner: [
    ['profile_id', 'Profile', 'id'],
    ['customer_id', 'Customer', 'id'],
    ['identity_id', 'Identity', 'id'],
    ['account_id', 'Account', 'id'],
  ],
  Record: [
    ['id', 'Transfer', 'id'],
    ['ref_id', 'Reference', 'text'],
    ['group_id', 'Group', 'id'],
    ['auto_conversion', 'Conversion', 'pairs'],
    ['metadata', 'Metadata', 'pairs'],
  ],
}

const allFields = new Map(Object.values(fieldGroups).flatMap((fields) => fields.map((field) => [field[0], field])))
export const fieldOf = (name: Field[0]): Field => allFields.get(name) ?? [name, name, 'text']

export const fieldCount = ({ known, other }: DecodedTransfer) => Object.keys(known).length + Object.keys(other).length

/** A string as it is, anything else as JSON. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The entries of an object field; nested objects stay JSON. */
export const pairsOf = (value: unknown): [name: string, text: string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, inner]) => [name, asText(inner)] as [string, string])
    : []

/** The labels of enumerated values; undefined for an unknown value. */
export const valueLabels: Partial<Record<Field[0], (value: string) => string | undefined>> = {
  type: typeLabelWithSide,
  status: statusLabel,
  direction: directionLabel,
  crypto_network: networkLabel,
}

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

/** A value, shown as `children` or as it is, with a button that copies it. */
export function Copyable({ text, what, children = text }: { text: string; what: string; children?: ReactNode }) {
  return (
    <span>
      {children} <CopyButton text={text} what={what} />
    </span>
  )
}

export function Money({ text, asset }: { text: string; asset?: string }) {
  return (
    <span>
      <Amount text={text} isFree /> <span className="text-ink-3">{asset}</span>
    </span>
  )
}

/** Fields that the spec does not list, as received. */
export const otherFacts = ({ other }: DecodedTransfer): Fact[] =>
  Object.entries(other).map(([name, value]) => [
    name,
    <Copyable key={name} text={asText(value)} what={name}>
      <span className="font-mono text-sm">{asText(value)}</span>
    </Copyable>,
  ])
