'use client'
/** Reads a movement again when one of its transfers changes, or a new one on its profiles comes. Loaded once the page is idle. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { followRows } from '@/components/live/live-rows'
import { announce } from '@/components/ui/focus'
import { Moment } from '@/components/ui/time'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { concerns, type LoadedMovement, movementRead, withNewer } from './movement-read'
import { movementState } from './movement-texts'

type LiveProps = { environment: Environment; id: string; movement: LoadedMovement }

export default function LiveMovement({ environment, id, movement }: LiveProps) {
  const client = useQueryClient()
  const [changed, setChanged] = useState<{ id: string; at: number }>()

  const hear = useEffectEvent(async (all: readonly DecodedTransfer[], isReload: boolean) => {
    const { enabled: _, ...read } = movementRead(client, environment, id, true)
    if (!isReload && !concerns(movement, all)) return
    // What is known is shown before the whole is read again.
    const newer = withNewer(movement, all)
    if (newer !== movement) client.setQueryData<LoadedMovement>(read.queryKey, newer, { updatedAt: movement.at })
    const before = movementState(movement).label
    const answer = await client.fetchQuery({ ...read, staleTime: 0 }).catch(() => newer)
    const after = movementState(answer).label
    if (after === before && answer.transfers.length === movement.transfers.length && newer === movement) return
    setChanged({ id, at: Date.now() })
    announce(`This movement changed: ${after}.`)
  })

  useEffect(() => followRows(client, environment, (all, isReload) => void hear(all, isReload)), [client, environment])
  return (
    changed?.id === id && (
      <span className="flex-none text-sm text-ink-3">
        Changed <Moment at={changed.at} now={Date.now()} />
      </span>
    )
  )
}
