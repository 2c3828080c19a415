'use client'
import { useCallback, useMemo } from 'react'
import { ExportPart, latePanels } from '@/components/exports/list-parts'
import { type Column, idColumn, statusColumn } from '@/components/list/column'
import { type ListDescription, RecordList } from '@/components/list/record-list'
import LiveList from '@/components/live/live-list'
import { useNoteMarks } from '@/components/notes/note-mark'
import { nextAction } from '@/components/records/next-action'
import { profileColumn, useProfileNames } from '@/components/records/profile-names'
import { kindText, networkText, noType, typeLabel } from '@/components/records/transfer-labels'
import { transferSource } from '@/components/records/transfer-reads'
import { DirectionArrow, rowStatusStyle, TypeLabel } from '@/components/records/transfer-status'
import { useKnownUsualTimes, useUsualTimes } from '@/components/records/usual-times'
import { Amount } from '@/components/ui/amount'
import { useNow } from '@/components/ui/time'
import { ViewsControl } from '@/components/views/views-control'
import { shorten } from '@/lib/browser/identifiers'
import type { Environment } from '@/lib/provider/environments'
import { unmetTransferFilters } from '@/lib/provider/matching'
import type { DecodedTransfer } from '@/lib/provider/reading'
import type { Transfer, TransferQuery } from '@/lib/provider/transfers'

type TransferColumn = Column<DecodedTransfer>

/** The width of the arrow next to a type, in px. */
const arrow = 18
/** Characters of an id before the ellipsis. */
const head = 6

/** An amount, negative if its direction is a debit. */
const amountOf = (text: string | undefined, direction?: string) =>
  text === undefined ? undefined : { text, isDebit: direction === 'DEBIT' }

const profileOf = ({ known }: DecodedTransfer) => known.profile_id

/** In their order; extra columns are offered by the menu of columns. */
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
    isKept: true,
    text: ({ known }) => known.asset,
    cell: ({ known }) => <span className="text-ink-3">{known.asset}</span>,
  },
  statusColumn((row) => rowStatusStyle(row)),
  { key: 'network', name: 'Network', text: ({ known }) => networkText(known) },
  profileColumn({}, profileOf, head),
  {
    key: 'reference',
    name: 'Reference',
    text: ({ known }) => known.ref_id,
    cell: ({ known }) => <span className="text-ink-2">{known.ref_id}</span>,
  },
  idColumn('hash', 'Hash', ({ known }) => known.crypto_tx_hash, { head, copyLabel: 'hash' }),
  idColumn('transfer', 'Transfer', ({ known }) => known.id, { head, copyLabel: 'transfer ID', shortcut: 'c' }),
  { key: 'fee', name: 'Fee', isExtra: true, amount: ({ known }) => amountOf(known.fee) },
  { key: 'total', name: 'Total', isExtra: true, amount: ({ known }) => amountOf(known.total, known.direction) },
  { key: 'notional', name: 'Value in USD', isExtra: true, amount: ({ known }) => amountOf(known.notional_value) },
  { key: 'memo', name: 'Memo', isExtra: true, text: ({ known }) => known.memo },
  idColumn('group', 'Group', ({ known }) => known.group_id, { head, copyLabel: 'group ID', isExtra: true }),
  idColumn('identity', 'Identity', ({ known }) => known.identity_id, { head, isExtra: true }),
  idColumn('account', 'Account', ({ known }) => known.account_id, { head, isExtra: true }),
  idColumn('destination', 'Destination', ({ known }) => known.destination_address, {
    head,
    copyLabel: 'address',
    isExtra: true,
  }),
]

/** The longest label of an action (next-action.ts). */
export const widestAction = 'Treasury sends details'

/** Who must act, as on overview and transfer page. Usual times are read only if the column is shown. */
export const actorColumn = (environment: Environment): TransferColumn => ({
  key: 'who',
  name: 'Next action',
  isExtra: true,
  // Wide enough for every label, because the cell may change once usual times are read.
  text: () => widestAction,
  cell: (transfer, now) => <NextActionCell transfer={transfer} environment={environment} now={now} />,
})

type ActionCellProps = { transfer: DecodedTransfer; environment: Environment; now: number }

export function NextActionCell({ transfer, environment, now }: ActionCellProps) {
  const usualTimes = useUsualTimes(environment, nextAction(transfer).reason === 'loading')
  return nextAction(transfer, usualTimes && { now, usualTimes }).label
}

const transfers: ListDescription<Transfer, TransferQuery> = {
  ...transferSource,
  title: 'Transfers',
  views: 'transfers',
  Views: ViewsControl,
  Export: ExportPart,
  unmet: unmetTransferFilters,
  columns: transferColumns,
  pageName: 'transfer',
  tools: {
    noun: 'transfer',
    nameOf: (transfer) => `${kindText(transfer.known)} ${shorten(transfer.known.id ?? '', 8)}`,
    ...latePanels(() => import('./transfer-peek')),
  },
  Live: LiveList,
}

export function TransferList({ environment }: { environment: Environment }) {
  const { names, isLoading } = useProfileNames(environment)
  const usualTimes = useKnownUsualTimes(environment)
  const now = useNow(60_000, 'provider')
  const columns = useMemo(() => {
    const timed = [
      profileColumn(names, profileOf, head),
      statusColumn<DecodedTransfer>((row) => rowStatusStyle(row, usualTimes && { now, usualTimes })),
    ]
    return transferColumns.map((column) => timed.find(({ key }) => key === column.key) ?? column)
  }, [names, usualTimes, now])
  const recordOf = useCallback(
    ({ known: { id } }: DecodedTransfer) =>
      id === undefined ? undefined : { environment, kind: 'transfer' as const, id },
    [environment],
  )
  const marked = useNoteMarks(columns, 'status', recordOf)
  const list = useMemo(
    () => ({ ...transfers, isLoading, columns: [...marked, actorColumn(environment)] }),
    [environment, marked, isLoading],
  )
  return <RecordList environment={environment} list={list} />
}
