'use client'
/** The read of a movement, under the same key on every page. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { asProblem, isAccessLost, isRateLimited } from '@/components/ui/problem'
import { useRead } from '@/components/ui/use-read'
import { groupOf, keyOf, type Matched, movementsAmong, namedBy } from '@/lib/api/movement-links'
import { callConsole } from '@/lib/browser/operation'
import { uuidPattern } from '@/lib/domain/values'
import { isNewer } from '@/lib/features/live/browser/live-rows'
import { type Accounts, accountsOf } from '@/lib/features/money/balance'
import type { MovementAnswer } from '@/lib/features/money/interface'
import { moneyRows } from '@/lib/features/money/operations'
import { type Station, stationsOf } from '@/lib/features/money/stations'
import type { Environment } from '@/lib/provider/environments'
import { hashKey } from '@/lib/provider/matching'
import { type DecodedTransfer, readTransfer } from '@/lib/provider/reading'

/** A movement as it was read; `at` is ms since 1970, by this browser. */
export type LoadedMovement = Omit<MovementAnswer, 'transfers'> &
  Matched & { stations: readonly Station[]; accounts: Accounts; at: number; requestId: string }

type Read = Omit<LoadedMovement, keyof Matched | 'stations' | 'accounts'> & { transfers: readonly DecodedTransfer[] }

/** @param newest versions of its transfers that are known; none is replaced by an older one */
function assembled(read: Read, newest: readonly DecodedTransfer[]): LoadedMovement {
  const versions = new Map(newest.map((one) => [one.known.id, one]))
  const transfers = read.transfers.map((one) => {
    const known = versions.get(one.known.id)
    return known && isNewer(known, one) ? known : one
  })
  // The provider's answer is one movement; without transfers it is a plan's.
  const [matched = { transfers: [], links: [] }] = movementsAmong(transfers, read.joins)
  const stations = stationsOf(matched)
  return { ...read, ...matched, stations, accounts: accountsOf(stations) }
}

/** The same with newer versions of its transfers; itself if there are none. */
export const withNewer = (movement: LoadedMovement, newest: readonly DecodedTransfer[]): LoadedMovement =>
  newest.some((one) => movement.transfers.some((own) => own.known.id === one.known.id && isNewer(one, own)))
    ? assembled(movement, newest)
    : movement

/**
 * Whether something is still to happen, and how soon: milliseconds until it is read again.
 * @param since when a sandbox deposit was sent, RFC 3339
 */
export function pollMillis({ stations, ahead = [], plan, at }: LoadedMovement, since?: string): number | false {
  const isOpen = (stations.length === 0 && !plan?.withdrawn) || ahead.length > 0
  const isMoving = stations.some(({ state }) => state === 'moving')
  const isWaiting = stations.some(({ state }) => state === 'waiting' || state === 'unknown')
  if (!isOpen && !isMoving && !isWaiting) return false
  const last = Date.parse(stations.at(-1)?.started ?? plan?.at ?? since ?? '')
  const isRecent = at - last < 600_000
  // A deposit whose wire has not come by then will not be found.
  if (!isRecent && stations.length === 0 && !plan) return false
  return isRecent && !isWaiting ? 3_000 : 30_000
}

/** What it shares with others of its movement: the group, and the hash. */
const marksOf = (one: DecodedTransfer) => {
  const hash = one.known.crypto_tx_hash
  return [groupOf(one), hash && hashKey(hash)].filter((mark) => mark !== undefined)
}

/** Whether transfers that changed are of this movement, or may be: they name each other, or a plan waits on their profile. */
export function concerns({ transfers, plan }: LoadedMovement, changed: readonly DecodedTransfer[]): boolean {
  const keys = new Set(transfers.map(keyOf))
  const named = new Set(transfers.flatMap((one) => Object.values(namedBy(one))))
  const shared = new Set(transfers.flatMap((one) => marksOf(one)))
  return changed.some((one) => {
    const { from = '', to = '' } = namedBy(one)
    return (
      [keyOf(one), from, to].some((key) => keys.has(key)) ||
      named.has(keyOf(one)) ||
      marksOf(one).some((value) => shared.has(value)) ||
      (transfers.length === 0 && one.known.profile_id === plan?.rule.profile_id)
    )
  })
}

/** @param id of a plan, of the request for its rule, of any of its transfers, or of the request of a sandbox deposit */
export const movementRead = (client: QueryClient, environment: Environment, id: string, isBackground = false) => {
  const queryKey = [environment, 'readMovement', { path: { id } }] as const
  return {
    queryKey,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<LoadedMovement> => {
      const { body, at, requestId } = await callConsole(
        environment,
        moneyRows.readMovement,
        { values: { id } },
        { signal, isBackground },
      )
      const known = client.getQueryData<LoadedMovement>(queryKey)?.transfers ?? []
      return assembled({ ...body, transfers: body.transfers.map(readTransfer), at, requestId }, known)
    },
    enabled: uuidPattern.test(id),
    retry: false,
    staleTime: 3_000,
    refetchOnWindowFocus: false,
  }
}

type MovementOptions = {
  isOn?: boolean
  /** When a sandbox deposit was sent, RFC 3339. */
  since?: string
}

/** A movement that stays current while something is still to happen. @param id see `movementRead` */
export function useMovement(environment: Environment, id: string, { isOn = true, since }: MovementOptions = {}) {
  const client = useQueryClient()
  const read = movementRead(client, environment, id)
  const { queryKey } = read
  const { shown, isPending, ...state } = useRead({
    ...read,
    enabled: read.enabled && isOn,
    queryFn: (context) =>
      // Only the first read is a person's: later ones do not prolong the session.
      movementRead(client, environment, id, client.getQueryData(queryKey) !== undefined).queryFn(context),
    refetchInterval: ({ state }) => {
      const failure = asProblem(state.error)
      const isRefused = failure !== undefined && (isAccessLost(failure) || isRateLimited(failure))
      return state.data && !isRefused ? pollMillis(state.data, since) : false
    },
  })
  const isMissing = !read.enabled || state.problem?.problem.status === 404
  const movement = isMissing ? undefined : shown
  return {
    ...state,
    movement,
    at: movement?.at,
    isMissing,
    /** Whether there is neither an answer nor an error yet. */
    isPending: read.enabled && isOn && isPending,
    onRetry: () => void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey })),
  }
}
