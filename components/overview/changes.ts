'use client'
/** What changed since a person last looked: transfers that ended or stopped, and requests from here. */
import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { moneyText, secondaryStatusShortLabel, typeText } from '@/components/records/transfer-labels'
import { transferStatusStyle } from '@/components/records/transfer-status'
import { ownStatus, recordStatusStyle, stateStyle } from '@/components/requests/labels'
import { asProblem } from '@/components/ui/problem'
import type { Tone } from '@/components/ui/status'
import { activityReaders, type Intent } from '@/lib/api/intents'
import { meaningOf, secondaryStatusName } from '@/lib/api/transfer-meaning'
import { millisOf } from '@/lib/browser/clock'
import { intentsQuery } from '@/lib/browser/intents'
import { isTimestamp } from '@/lib/domain/values'
import { atSecond } from '@/lib/domain/wall-clock'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'
import type { Role } from '@/lib/provider/roles'
import type { TransferQuery } from '@/lib/provider/transfers'
import { lastOpened } from './last-opened'
import { fetchTransfers } from './limited-reads'

/** `path` is below the environment's. */
export type Change = { key: string; at: string; tone: Tone; icon: LucideIcon; text: string; path?: string }

/** Transfers and requests that are read, at most. */
const mostRead = 100

export const changesQuery = (since: number): TransferQuery => ({
  'updated_at.gte': atSecond(since),
  order_by: 'UPDATED_AT',
  order: 'DESC',
})

/** Undefined for one that goes on by itself. */
function changeOf(transfer: DecodedTransfer): Change | undefined {
  const { id, type, amount, asset, direction, updated_at: at } = transfer.known
  const meaning = meaningOf(transfer)
  if (meaning === 'pending' || !at || !isTimestamp(at)) return undefined
  const { tone, icon, label } = transferStatusStyle(transfer)
  const why = secondaryStatusShortLabel(secondaryStatusName(transfer) ?? '')
  const happened =
    meaning === 'completed'
      ? direction === 'CREDIT'
        ? 'arrived'
        : 'completed'
      : [meaning === 'failed' ? 'failed' : transfer.known.status === 'PENDING' ? 'stopped' : label.toLowerCase(), why]
          .filter(Boolean)
          .join(', ')
  const money = amount ? moneyText(amount, asset) : asset
  return {
    ...{ key: id ?? JSON.stringify(transfer.known), at, tone, icon },
    text: [typeText(type), money, happened].filter(Boolean).join(' '),
    path: id && `transfers/${encodeURIComponent(id)}`,
  }
}

function changeOfIntent(intent: Intent): Change {
  const { tone, icon, label } = (ownStatus(intent) && recordStatusStyle(intent)) || stateStyle(intent)
  const times = [intent.created_at, intent.settled_at ?? '', intent.status_at ?? '']
  return {
    ...{ key: intent.id, at: times.sort().at(-1) ?? '', tone, icon },
    text: `${intent.summary}: ${label.toLowerCase()}`,
    path: `activity/${intent.id}`,
  }
}

/** Newest first. @param since ms since 1970 */
export const changesOf = (transfers: readonly DecodedTransfer[], intents: readonly Intent[], since: number): Change[] =>
  [...transfers.flatMap((transfer) => changeOf(transfer) ?? []), ...intents.map(changeOfIntent)]
    .filter(({ at }) => millisOf(at) >= since)
    .sort((one, other) => millisOf(other.at) - millisOf(one.at))

/** What begins the key of every read of changes. */
export const changesKey = (environment: Environment) => [environment, 'listTransfers', 'changes'] as const

type Reader = { person: string; roles: readonly Role[] }

const day = 24 * 3_600_000

/** @param now by the provider's clock, ms since 1970; undefined until the page is in the browser */
export function useChanges(environment: Environment, { person, roles }: Reader, now: number | undefined) {
  const [look, setLook] = useState<{ last?: number; since: number }>()
  useEffect(() => {
    if (now === undefined) return
    // Who keeps the page open looks all the time, and still sees what was new when it opened.
    const last = lastOpened(environment, person, now)
    setLook((known) => known ?? { last, since: last ?? now - day })
  }, [environment, person, now])
  const since = look?.since
  const read = useQuery({
    queryKey: [...changesKey(environment), since],
    queryFn: ({ signal }) => {
      const options = { place: { limit: mostRead, cursors: [] }, signal, isBackground: true }
      return fetchTransfers(environment, { ...changesQuery(since ?? 0), limit: mostRead }, options)
    },
    enabled: since !== undefined,
    retry: false,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
  const requests = useQuery({
    ...intentsQuery(environment, { limit: mostRead }, true),
    enabled: since !== undefined && roles.some((role) => activityReaders.includes(role)),
    retry: false,
    refetchOnWindowFocus: false,
  })
  return {
    ...look,
    /** Undefined until they are read. */
    changes:
      read.data && since !== undefined ? changesOf(read.data.items, requests.data?.intents ?? [], since) : undefined,
    isSettled: !read.isPending && !requests.isLoading,
    hasMore: read.data?.next !== undefined,
    problem: asProblem(read.error),
    refresh: () => {
      void read.refetch()
      if (requests.isFetched) void requests.refetch()
    },
  }
}
