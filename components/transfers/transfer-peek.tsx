'use client'
import { useQuery } from '@tanstack/react-query'
import type { RowExport } from '@/components/exports/selection-bar'
import type { PeekProps } from '@/components/list/row-tools'
import { useMovement } from '@/components/money/movement-read'
import { TransferTrack } from '@/components/money/transfer-track'
import { NoteLine } from '@/components/notes/note-mark'
import { deadlineOf } from '@/components/records/overdue'
import { statusSummary } from '@/components/records/status-summary'
import { transferFacts } from '@/components/records/transfer-facts'
import { AmountAndStatus, StatusNote } from '@/components/records/transfer-head'
import { transferRead } from '@/components/records/transfer-reads'
import { TransferName } from '@/components/records/transfer-status'
import { useUsualTimes } from '@/components/records/usual-times'
import { Facts } from '@/components/ui/facts'
import { asProblem, isAccessLost, ReadNotices } from '@/components/ui/problem'
import { SkeletonLines } from '@/components/ui/section'
import { useDelayed, useNow, useZone } from '@/components/ui/time'
import { nanoseconds } from '@/lib/domain/values'
import type { Environment } from '@/lib/provider/environments'
import { type DecodedTransfer, transferFields } from '@/lib/provider/reading'
import { useTransferHref } from './list-neighbours'

type Seen = { transfer: DecodedTransfer; at: number }

/** The later state of a transfer by the provider's time of its update, else the one that was read last. */
export function newestOf(row: Seen | undefined, read: Seen | undefined): Seen | undefined {
  if (!row || !read) return read ?? row
  const [rowTime, readTime] = [row, read].map(({ transfer }) => nanoseconds(transfer.known.updated_at ?? ''))
  if (rowTime === undefined || readTime === undefined || rowTime === readTime) return row.at > read.at ? row : read
  return rowTime > readTime ? row : read
}

/** The preview of a transfer: what its row has, then what Get transfer answers, if that is not older. */
export default function TransferPeek({ environment, id, row, at, isSettled }: PeekProps<DecodedTransfer>) {
  const { enabled, ...read } = transferRead(environment, id)
  const { data, error, errorUpdatedAt, isFetching, isPaused, refetch } = useQuery({
    ...read,
    enabled: enabled && isSettled,
  })
  const problem = asProblem(error)
  const isClosed = problem !== undefined && (problem.problem.status === 404 || isAccessLost(problem))
  const seen = isClosed ? undefined : newestOf(row && at ? { transfer: row, at } : undefined, data)
  const isLate = useDelayed(!seen && isFetching && !isPaused)
  return (
    <>
      <ReadNotices
        what="The transfer"
        at={seen?.at}
        problem={problem}
        problemAt={errorUpdatedAt}
        onRetry={() => void refetch()}
      />
      {!enabled && !seen && <p>This is not a transfer ID.</p>}
      {isLate && <SkeletonLines widths={[140, 220, 90, 320, 320, 280]} className="py-2" />}
      {seen && <TransferSummary environment={environment} transfer={seen.transfer} isSettled={isSettled} />}
    </>
  )
}

type SummaryProps = { environment: Environment; transfer: DecodedTransfer; isSettled: boolean }

function TransferSummary({ environment, transfer, isSettled }: SummaryProps) {
  const { known } = transfer
  const now = useNow(10_000, 'provider')
  const usualTimes = useUsualTimes(environment, isSettled && known.status === 'PENDING')
  const timing = usualTimes && { now, usualTimes }
  const zone = useZone()
  const isOverdue = timing !== undefined && deadlineOf(transfer, timing)?.overdueBy !== undefined
  // Whether money went to its address before stands on its page.
  const facts = transferFacts(transfer, environment, { isError: false }).filter(([, value]) => value !== undefined)
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className="text-ink-2">
        <TransferName transfer={transfer} />
      </p>
      <AmountAndStatus transfer={transfer} isOverdue={isOverdue} />
      <div className="my-3">
        <StatusNote transfer={transfer} summary={statusSummary(transfer, timing, zone)} />
      </div>
      <Facts facts={facts} />
      {known.id && <NoteLine record={{ environment, kind: 'transfer', id: known.id }} isSettled={isSettled} />}
      {isSettled && known.id && (known.group_id || known.auto_conversion) && (
        <Movement environment={environment} id={known.id} />
      )}
    </div>
  )
}

function Movement({ environment, id }: { environment: Environment; id: string }) {
  return (
    <TransferTrack
      environment={environment}
      id={id}
      read={useMovement(environment, id)}
      current={id}
      hrefOf={useTransferHref(environment)}
    />
  )
}

/** @public Loaded with the preview. */
export const exported: RowExport<DecodedTransfer> = {
  plural: 'transfers',
  // In the spec's order.
  members: Object.keys(transferFields),
  membersOf: ({ known }) => known,
  objectOf: ({ raw }) => raw,
  canLookUp: true,
  notedRecord: ({ known }) => (known.id ? { kind: 'transfer', id: known.id } : undefined),
}
