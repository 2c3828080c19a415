'use client'
import { useMemo } from 'react'
import type { Column } from '@/components/list/column'
import type { ListDescription } from '@/components/list/description'
import { RecordList } from '@/components/list/record-list'
import { Amount } from '@/components/ui/amount'
import { ShortId, shorten } from '@/components/ui/copy'
import { Status } from '@/components/ui/status'
import type { Environment } from '@/lib/api/environments'
import { unmetTransferFilters } from '@/lib/api/matching'
import type { DecodedTransfer } from '@/lib/api/reading'
import { type Transfer, TransferQuery } from '@/lib/api/transfers'
import { networkText, noType, typeLabel } from './labels'
import { actorLabels, nextAction } from './next-action'
import { transferFilters, transferPageRead } from './transfer-reads'
import { DirectionArrow, rowStatusStyle, TypeLabel } from './transfer-status'
import { useUsualTimes } from './usual-times'

type TransferColumn = Column<DecodedTransfer>

/** Widths next to a text, in px. */
const statusIcon = 21
const arrow = 18
const copyButton = 16
/** Characters of an id before the ellipsis. */
const idHead = 6

type IdField =
  | 'profile_id'
  | 'crypto_tx_hash'
  | 'id'
  | 'group_id'
  | 'identity_id'
  | 'account_id'
  | 'destination_address'
type IdOptions = { isExtra?: boolean; shortcut?: string; copyLabel?: string }

/** A column of shortened ids; with `copyLabel` each has a copy button. */
function idColumn(key: string, name: string, field: IdField, options: IdOptions = {}): TransferColumn {
  const { isExtra, shortcut, copyLabel } = options
  return {
    ...{ key, name, isExtra, face: 'mono', extra: copyLabel ? copyButton : 0 },
    text: ({ known }) => known[field] && shorten(known[field], idHead),
    cell: ({ known }) =>
      known[field] && <ShortId id={known[field]} what={copyLabel} head={idHead} shortcut={shortcut} />,
  }
}

/** An amount, negative if its direction is a debit. */
const amountOf = (text: string | undefined, direction?: string) =>
  text === undefined ? undefined : { text, isDebit: direction === 'DEBIT' }

/** In the order of the mock; extra columns are offered by the menu of columns. */
export const transferColumns: readonly TransferColumn[] = [
  { key: 'created', name: 'Created', sort: 'CREATED_AT', card: 'when', time: ({ known }) => known.created_at },
  { key: 'updated', name: 'Updated', sort: 'UPDATED_AT', isExtra: true, time: ({ known }) => known.updated_at },
  {
    key: 'type',
    name: 'Type',
    card: 'what',
    extra: arrow,
    text: ({ known }) => (known.type ? (typeLabel(known.type) ?? known.type) : noType),
    face: ({ known }) => (known.type && !typeLabel(known.type) ? 'mono' : 'text'),
    cell: ({ known }) => {
      const { type, direction } = known
      const onPhone = known.ref_id ?? networkText(known)
      return (
        <span title={type}>
          <DirectionArrow direction={direction} /> <TypeLabel type={type} />
          {direction && <span className="sr-only">, {direction.toLowerCase()}</span>}
          {onPhone && <span className="sm:hidden"> · {onPhone}</span>}
        </span>
      )
    },
  },
  {
    key: 'amount',
    name: 'Amount',
    card: 'main',
    amount: ({ known }) => amountOf(known.amount, known.direction),
    cell: ({ known }) => (
      <>
        {known.amount !== undefined && <Amount text={known.amount} isDebit={known.direction === 'DEBIT'} />}
        <span className="font-text text-ink-3 sm:hidden"> {known.asset}</span>
      </>
    ),
  },
  {
    key: 'asset',
    name: 'Asset',
    text: ({ known }) => known.asset,
    cell: ({ known }) => <span className="text-ink-3">{known.asset}</span>,
  },
  {
    key: 'status',
    name: 'Status',
    card: 'state',
    text: (transfer) => {
      const { label, why } = rowStatusStyle(transfer)
      return why ? `${label} · ${why}` : label
    },
    face: (transfer) => (rowStatusStyle(transfer).isLoud ? 'label' : 'text'),
    extra: statusIcon,
    cell: (transfer) => (
      <span title={transfer.missing.length > 0 ? `Missing: ${transfer.missing.join(', ')}` : undefined}>
        <Status {...rowStatusStyle(transfer)} />
      </span>
    ),
  },
  { key: 'network', name: 'Network', text: ({ known }) => networkText(known) },
  idColumn('profile', 'Profile', 'profile_id'),
  {
    key: 'reference',
    name: 'Reference',
    text: ({ known }) => known.ref_id,
    cell: ({ known }) => <span className="text-ink-2">{known.ref_id}</span>,
  },
  idColumn('hash', 'Hash', 'crypto_tx_hash', { copyLabel: 'hash' }),
  idColumn('transfer', 'Transfer', 'id', { copyLabel: 'transfer id', shortcut: 'c' }),
  { key: 'fee', name: 'Fee', isExtra: true, amount: ({ known }) => amountOf(known.fee) },
  { key: 'total', name: 'Total', isExtra: true, amount: ({ known }) => amountOf(known.total, known.direction) },
  { key: 'notional', name: 'Value in USD', isExtra: true, amount: ({ known }) => amountOf(known.notional_value) },
  { key: 'memo', name: 'Memo', isExtra: true, text: ({ known }) => known.memo },
  idColumn('group', 'Group', 'group_id', { copyLabel: 'group id', isExtra: true }),
  idColumn('identity', 'Identity', 'identity_id', { isExtra: true }),
  idColumn('account', 'Account', 'account_id', { isExtra: true }),
  idColumn('destination', 'Destination', 'destination_address', { copyLabel: 'address', isExtra: true }),
]

/** Who must act, as on overview and transfer page. Usual times are read only if the column is shown. */
export const actorColumn = (environment: Environment): TransferColumn => ({
  key: 'who',
  name: 'Next action',
  isExtra: true,
  // Wide enough for every label, because the cell may change once usual times are read.
  text: () => [...actorLabels].sort((a, b) => b.length - a.length)[0],
  cell: (transfer, now) => <WhoActs transfer={transfer} environment={environment} now={now} />,
})

function WhoActs({ transfer, environment, now }: { transfer: DecodedTransfer; environment: Environment; now: number }) {
  const usualTimes = useUsualTimes(environment, nextAction(transfer).reason === 'loading')
  return nextAction(transfer, usualTimes && { now, usualTimes }).label
}

const transfers: ListDescription<Transfer, TransferQuery> = {
  title: 'Transfers',
  filters: transferFilters,
  query: TransferQuery,
  read: transferPageRead,
  unmet: unmetTransferFilters,
  columns: transferColumns,
  idOf: ({ known }) => known.id,
  pageName: 'transfer',
}

export function TransferList({ environment }: { environment: Environment }) {
  const list = useMemo(() => ({ ...transfers, columns: [...transferColumns, actorColumn(environment)] }), [environment])
  return <RecordList environment={environment} list={list} />
}
