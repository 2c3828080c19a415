'use client'
/** Reads a movement again when one of its transfers changes, or a new one on its profiles comes. Loaded once the page is idle. */
import { useQueryClient } from '@tanstack/react-query'
import { LiveChange } from '@/components/live/live-change'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { concerns, type LoadedMovement, movementRead, withNewer } from './movement-read'
import { movementState } from './movement-texts'

type LiveProps = { environment: Environment; id: string; movement: LoadedMovement }

export default function LiveMovement({ environment, id, movement }: LiveProps) {
  const client = useQueryClient()

  const hear = async (all: readonly DecodedTransfer[], isReload: boolean) => {
    const { enabled: _, ...read } = movementRead(client, environment, id, true)
    if (!isReload && !concerns(movement, all)) return undefined
    // What is known is shown before the whole is read again.
    const newer = withNewer(movement, all)
    if (newer !== movement) client.setQueryData<LoadedMovement>(read.queryKey, newer, { updatedAt: movement.at })
    const before = movementState(movement).label
    const answer = await client.fetchQuery({ ...read, staleTime: 0 }).catch(() => newer)
    const after = movementState(answer).label
    const isSame = after === before && answer.transfers.length === movement.transfers.length && newer === movement
    return isSame ? undefined : after
  }
  return <LiveChange environment={environment} id={id} hear={hear} noun="movement" />
}
