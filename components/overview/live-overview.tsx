'use client'
/** Reads again what needs attention when something changes at the provider. Loaded once the page is idle. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followRows } from '@/components/live/live-rows'
import type { Environment } from '@/lib/provider/environments'
import { attentionKinds, attentionRead } from './attention'
import { changesKey } from './changes'

/** Milliseconds between two reads: each kind takes a call, and a busy provider changes all the time. */
const readEvery = 15_000

export default function LiveOverview({ environment }: { environment: Environment }) {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let readAt = 0
    const read = () => {
      timer = undefined
      readAt = Date.now()
      for (const kind of attentionKinds) {
        // A failure shows beside what it could not refresh.
        const refreshed = { ...attentionRead(client, environment, kind, true), staleTime: 0 }
        void client.fetchQuery(refreshed).catch(() => undefined)
      }
      void client.invalidateQueries({ queryKey: changesKey(environment) })
    }
    const stop = followRows(client, environment, () => {
      timer ??= setTimeout(read, Math.max(0, readAt + readEvery - Date.now()))
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, environment])
  return null
}
