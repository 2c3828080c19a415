/** Every field that the spec gives a transfer, in groups, under the words of this page. */
import type { DecodedTransfer } from '@/lib/api/reading'
import type { Transfer } from '@/lib/api/transfers'
import { networkLabel, statusLabel, typeLabelWithSide } from './labels'

/** What a field holds decides how it is shown: `name` is a value of the service's own, `pairs` an object. */
export type FieldKind = 'id' | 'amount' | 'dollars' | 'time' | 'text' | 'name' | 'pairs'
export type Field = { name: keyof Transfer; word: string; kind: FieldKind }

const field = (name: keyof Transfer, word: string, kind: FieldKind): Field => ({ name, word, kind })

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

/** How many fields came, those that the spec does not list among them. */
export const fieldCount = ({ known, other }: DecodedTransfer) => Object.keys(known).length + Object.keys(other).length

/** A value of any kind as text; what is no text stays JSON. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The pairs of an object field; a value that holds pairs itself stays JSON. */
export const pairsOf = (value: unknown): [name: string, text: string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, inner]) => [name, asText(inner)] as [string, string])
    : []

const directions: Record<string, string> = { CREDIT: 'In', DEBIT: 'Out' }

/** Our word for a value of the service's own; undefined where it is not known. */
export function wordOf(name: Field['name'], value: string): string | undefined {
  if (name === 'type') return typeLabelWithSide(value)
  if (name === 'status') return statusLabel(value)
  if (name === 'crypto_network') return networkLabel(value)
  return Object.hasOwn(directions, value) ? directions[value] : undefined
}
