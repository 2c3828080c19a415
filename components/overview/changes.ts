'use client'
/** What changed since a person last looked: transfers that ended or stopped, and requests from here. */
import { useQuery } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { moneyText, secondaryStatusShortLabel, typeText } from '@/components/records/transfer-labels'
import { transferStatusStyle } from '@/components/records/transfer-status'
import { ownStatus, recordStatusStyle, stateStyle } from '@/components/requests/labels'
import type { Tone } from '@/components/ui/status'
import { activityReaders, type Intent } from '@/lib/api/intents'
import { meaningOf, secondaryStatusName } from '@/lib/api/transfer-meaning'
import { millisOf } from '@/lib/browser/clock'
import { intentsQuery } from '@/lib/browser/intents'
import { storedText, storeText } from '@/lib/browser/stored-text'
import { isTimestamp } from '@/lib/domain/values'
import type { OverviewPresent } from '@/lib/features/overview/interface'
import type { Environment } from '@/lib/provider/environments'
import { type DecodedTransfer, readTransfer } from '@/lib/provider/reading'
import { isOpenStatus } from '@/lib/provider/records'
import type { Role } from '@/lib/provider/roles'

/** `path` is below the environment's. */
export type Change = { key: string; at: string; tone: Tone; icon: LucideIcon; text: string; path?: string }

/** Requests that are read, at most. */
const mostRequests = 100

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
    key: id ?? JSON.stringify(transfer.known),
    at,
    tone,
    icon,
    text: [typeText(type), money, happened].filter(Boolean).join(' '),
    path: id && `transfers/${encodeURIComponent(id)}`,
  }
}

function changeOfIntent(intent: Intent): Change {
  const { tone, icon, label } = (ownStatus(intent) && recordStatusStyle(intent)) || stateStyle(intent)
  // Each check notes when it read a status; only one that ends the record is a change.
  const isEnd = !isOpenStatus(intent.operation, ownStatus(intent) ?? '')
  const times = [intent.created_at, intent.settled_at ?? '', (isEnd && intent.status_at) || '']
  return {
    key: intent.id,
    at: times.sort().at(-1) ?? '',
    tone,
    icon,
    text: `${intent.summary}: ${label.toLowerCase()}`,
    path: `activity/${intent.id}`,
  }
}

/** Newest first. @param since ms since 1970 */
export const changesOf = (transfers: readonly DecodedTransfer[], intents: readonly Intent[], since: number): Change[] =>
  [...transfers.flatMap((transfer) => changeOf(transfer) ?? []), ...intents.map(changeOfIntent)]
    .filter(({ at }) => millisOf(at) >= since)
    .sort((one, other) => millisOf(other.at) - millisOf(one.at))

/** Milliseconds after which who comes back looks anew: back from a transfer, they still see what was new before. */
const pause = 30 * 60_000

/**
 * When this person last looked before they came to the page now, as this browser remembers it, and notes that they look.
 * @param now ms since 1970, by the provider's clock
 * @returns undefined if this browser does not know
 */
export function lastOpened(environment: Environment, person: string, now: number): number | undefined {
  const name = `mintdesk:last-opened:${environment}:${person}`
  // The end of the look before, "" if there was none, and when the page was last seen.
  const [before = '', seen = ''] = storedText('localStorage', name).split(' ')
  const isSameLook = seen !== '' && now - Number(seen) < pause
  const last = isSameLook ? before : seen
  storeText('localStorage', name, `${last} ${now}`)
  return last === '' || !Number.isFinite(Number(last)) ? undefined : Number(last)
}

/**
 * When this person last looked, once the page is in the browser, and since when changes are shown.
 * @param now by the provider's clock, ms since 1970; undefined until the page is in the browser
 */
export function useLastOpened(environment: Environment, person: string, now: number | undefined) {
  const [opened, setOpened] = useState<{ last?: number; since: number }>()
  useEffect(() => {
    if (now === undefined) return
    // Who keeps the page open looks all the time, and still sees what was new when it opened.
    const last = lastOpened(environment, person, now)
    setOpened((known) => known ?? { last, since: Math.floor((last ?? now - day) / 1000) * 1000 })
  }, [environment, person, now])
  return opened
}

const day = 24 * 3_600_000

/** @param changed the transfers among them, once they are read */
export function useChanges(
  environment: Environment,
  roles: readonly Role[],
  { changed, since }: { changed: OverviewPresent['changed'] | undefined; since: number | undefined },
) {
  const requests = useQuery({
    ...intentsQuery(environment, { limit: mostRequests }, true),
    enabled: since !== undefined && roles.some((role) => activityReaders.includes(role)),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const intents = requests.data?.intents
  const changes = useMemo(
    () => changed && since !== undefined && changesOf(changed.first.map(readTransfer), intents ?? [], since),
    [changed, since, intents],
  )
  return {
    /** Undefined until they are read. */
    changes: changes || undefined,
    isSettled: !requests.isLoading,
    hasMore: changed?.isMore === true,
    refresh: () => void (requests.isFetched && requests.refetch()),
  }
}
