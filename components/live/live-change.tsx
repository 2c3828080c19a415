'use client'
/** What the page of a record hears of the changes at the provider, and when it last showed one. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { announce } from '@/components/ui/focus'
import { Moment } from '@/components/ui/time'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import { followRows } from './live-rows'

type ChangeProps = {
  environment: Environment
  id: string
  /** "transfer" */
  noun: string
  /** Shows what changed. @returns the new status in words; undefined if the page shows nothing new */
  hear: (changed: readonly DecodedTransfer[], isReload: boolean) => Promise<string | undefined>
}

export function LiveChange({ environment, id, noun, hear }: ChangeProps) {
  const client = useQueryClient()
  const [changed, setChanged] = useState<{ id: string; at: number }>()
  const tell = useEffectEvent(async (all: readonly DecodedTransfer[], isReload: boolean) => {
    const status = await hear(all, isReload)
    if (status === undefined) return
    setChanged({ id, at: Date.now() })
    announce(`This ${noun} changed: ${status}.`)
  })
  useEffect(() => followRows(client, environment, (all, isReload) => void tell(all, isReload)), [client, environment])
  return (
    changed?.id === id && (
      <span className="flex-none text-sm text-ink-3">
        Changed <Moment at={changed.at} now={Date.now()} />
      </span>
    )
  )
}
