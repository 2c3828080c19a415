'use client'
/** Reads a transfer again when it changes at the provider. Loaded once the page is idle. */
import { useQueryClient } from '@tanstack/react-query'
import { LiveChange } from '@/components/live/live-change'
import { concerns, type LoadedMovement, movementRead } from '@/components/money/movement-read'
import { statusLabel } from '@/components/records/transfer-labels'
import { type LoadedTransfer, transferRead } from '@/components/records/transfer-reads'
import { isNewer } from '@/lib/features/live/browser/live-rows'
import type { Environment } from '@/lib/provider/environments'
import { idKey } from '@/lib/provider/matching'
import type { DecodedTransfer } from '@/lib/provider/reading'

type LiveTransferProps = { environment: Environment; id: string; transfer: DecodedTransfer }

export default function LiveTransfer({ environment, id, transfer }: LiveTransferProps) {
  const client = useQueryClient()

  /** The newest version, read by its id; the version of the list if that fails or is behind. */
  const readAgain = async (newest: DecodedTransfer | undefined) => {
    const { enabled: _, ...read } = transferRead(environment, id, true)
    const answer = await client.fetchQuery({ ...read, staleTime: 0 }).catch(() => undefined)
    const shown = answer?.transfer ?? transfer
    if (!newest || !isNewer(newest, shown)) return answer?.transfer
    const { requestId = '' } = client.getQueryData<LoadedTransfer>(read.queryKey) ?? {}
    client.setQueryData<LoadedTransfer>(read.queryKey, { transfer: newest, at: Date.now(), requestId })
    return newest
  }

  const hear = async (all: readonly DecodedTransfer[], isReload: boolean) => {
    const { queryKey } = movementRead(client, environment, id)
    const movement = client.getQueryData<LoadedMovement>(queryKey)
    if (isReload || (movement && concerns(movement, all))) void client.invalidateQueries({ queryKey })
    const newest = all.findLast(({ known }) => idKey(known.id ?? '') === idKey(id))
    if (!isReload && (!newest || !isNewer(newest, transfer))) return undefined
    const read = await readAgain(newest)
    if (!read || !isNewer(read, transfer)) return undefined
    return statusLabel(read.known.status ?? '') ?? read.known.status ?? 'no status'
  }
  return <LiveChange environment={environment} id={id} hear={hear} noun="transfer" />
}
