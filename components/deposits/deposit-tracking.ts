'use client'
/**
 * Finds and tracks the transfers of a sandbox deposit. A deposit has no reference (spec, "Initiate sandbox fiat deposit"):
 * its wire is found by memo, amount and time, and later transfers by the provider's links.
 */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { fetchTransfers } from '@/components/overview/limited-reads'
import { transferTitle } from '@/components/transfers/labels'
import { endsOf, isSameId } from '@/components/transfers/reconciliation'
import { transferStatusStyle } from '@/components/transfers/transfer-status'
import { announce } from '@/components/ui/focus'
import { asProblem, isAccessLost, isRateLimited } from '@/components/ui/problem'
import type { IntentDetail } from '@/lib/api/console/intents'
import type { Environment } from '@/lib/api/environments'
import type { DecodedTransfer } from '@/lib/api/provider/reading'
import { millisOf } from '@/lib/browser/clock'
import { compareDecimals } from '@/lib/domain/decimals'
import { isObject } from '@/lib/domain/json'
import { nanoseconds } from '@/lib/domain/values'

/** What identifies a deposit. */
export type DepositKey = { amount: string; memo: string }

/** @returns undefined if the body cannot be decrypted or lacks either */
export function depositKey(body: unknown): DepositKey | undefined {
  const { amount, memo_id: memo } = isObject(body) ? body : {}
  return typeof amount === 'string' && typeof memo === 'string' ? { amount, memo } : undefined
}

/** `link` is how the transfer was found: by memo and amount, or by a link to a transfer that was. */
export type LinkedTransfer = { transfer: DecodedTransfer; link: 'memo' | 'conversion' | 'group' }

type Transfers = readonly DecodedTransfer[]

/** The wires with this memo and amount, created at `from` (RFC 3339) or later. */
export function matchingWires(transfers: Transfers, { amount, memo }: DepositKey, from: string): Transfers {
  const start = nanoseconds(from) ?? 0n
  return transfers.filter(({ known }) => {
    const created = nanoseconds(known.created_at ?? '')
    return (
      known.type === 'WIRE_DEPOSIT' &&
      known.memo === memo &&
      compareDecimals(known.amount ?? '', amount) === 0 &&
      // A transfer without a time may be the one.
      (created === undefined || created >= start)
    )
  })
}

function linkBetween(one: DecodedTransfer, other: DecodedTransfer): LinkedTransfer['link'] | undefined {
  const names = (from: DecodedTransfer, to: DecodedTransfer) =>
    Object.values(endsOf(from)).some((end) => isSameId(end, to.known.id))
  if (names(one, other) || names(other, one)) return 'conversion'
  return isSameId(one.known.group_id, other.known.group_id) ? 'group' : undefined
}

const createdAt = ({ transfer }: LinkedTransfer) => nanoseconds(transfer.known.created_at ?? '') ?? 0n

/** The wires and everything that `auto_conversion` and `group_id` link to them, also indirectly; oldest first. */
export function linkedTransfers(wires: Transfers, transfers: Transfers): LinkedTransfer[] {
  const linked: LinkedTransfer[] = wires.map((transfer) => ({ transfer, link: 'memo' }))
  const left = new Set(transfers.filter((one) => !wires.some(({ known }) => isSameId(known.id, one.known.id))))
  // The array grows during the loop: a transfer that was found may link to more.
  for (const { transfer } of linked) {
    for (const other of left) {
      const link = linkBetween(transfer, other)
      if (!link) continue
      linked.push({ transfer: other, link })
      left.delete(other)
    }
  }
  return linked.sort((a, b) => (createdAt(a) < createdAt(b) ? -1 : createdAt(a) > createdAt(b) ? 1 : 0))
}

/** COMPLETE was seen instead of COMPLETED (docs/provider.md, "Reading"). An unknown status may still change. */
const isFinal = ({ transfer }: LinkedTransfer) =>
  ['COMPLETED', 'COMPLETE', 'FAILED'].includes(transfer.known.status ?? '')

export type Tracking = {
  phase: 'tracking' | 'settled' | 'stopped' | 'timed-out'
  /** When it began or was resumed, in ms since 1970. */
  startedAt: number
  /** How many reads in a row changed nothing after everything had settled. */
  unchangedReads: number
  transfers: readonly LinkedTransfer[]
}

/** Milliseconds for which a deposit is tracked. */
export const trackingLimit = 600_000
/** A rule acts shortly after the money arrives, so settled transfers are read a few more times. */
const finalReads = 4

export const startTracking = (startedAt: number): Tracking => ({
  phase: 'tracking',
  startedAt,
  unchangedReads: 0,
  transfers: [],
})

const fingerprint = (transfers: readonly LinkedTransfer[]) =>
  JSON.stringify(transfers.map(({ transfer: { known } }) => [known.id, known.status, known.updated_at]))

/** The state after a read at `at` (ms since 1970). */
export function trackRead(before: Tracking, transfers: readonly LinkedTransfer[], at: number): Tracking {
  const hasSettled = transfers.length > 0 && transfers.every(isFinal)
  const isUnchanged = hasSettled && fingerprint(transfers) === fingerprint(before.transfers)
  const next = { ...before, transfers, unchangedReads: isUnchanged ? before.unchangedReads + 1 : 0 }
  // A manual refresh may find more after the end.
  if (before.phase === 'settled') return hasSettled ? next : { ...next, phase: 'tracking', startedAt: at }
  if (before.phase !== 'tracking') return next
  if (next.unchangedReads >= finalReads) return { ...next, phase: 'settled' }
  return trackFailure(next, at)
}

/** The state after a failed read: only time has passed. */
export const trackFailure = (before: Tracking, at: number): Tracking =>
  before.phase === 'tracking' && at - before.startedAt >= trackingLimit ? { ...before, phase: 'timed-out' } : before

/** Status changes between two reads, for a screen reader: "Wire deposit 250.00 USD: completed." */
export function changesBetween(before: readonly LinkedTransfer[], now: readonly LinkedTransfer[]): string {
  const known = new Map(before.map(({ transfer }) => [transfer.known.id, transfer.known.status]))
  return now
    .filter(({ transfer }) => known.get(transfer.known.id) !== transfer.known.status)
    .map(({ transfer }) => `${transferTitle(transfer)}: ${transferStatusStyle(transfer).label.toLowerCase()}.`)
    .join(' ')
}

const pollMillis = 2_000
/** Clocks differ, so transfers count from a minute before the deposit was sent. */
const clockSkew = 60_000
const pageSize = 1000
const maxPages = 5
export const maxTransfers = pageSize * maxPages

/** The first creation time that counts. There is no last one, because a sandbox clock can be moved forwards. */
const searchStart = (sentAt: string) => new Date(millisOf(sentAt) - clockSkew).toISOString().replace(/\.\d+Z$/, 'Z')

const oldestFirst = { order_by: 'CREATED_AT', order: 'ASC', limit: pageSize } as const

type ReadOptions = { signal: AbortSignal; isBackground: boolean }

async function transfersSince(environment: Environment, from: string, options: ReadOptions) {
  const transfers: DecodedTransfer[] = []
  const cursors: string[] = []
  for (;;) {
    const query = { ...oldestFirst, 'created_at.gte': from, page_cursor: cursors.at(-1) }
    const page = await fetchTransfers(environment, query, { place: { limit: pageSize, cursors }, ...options })
    transfers.push(...page.items)
    if (page.next === undefined || cursors.length + 1 >= maxPages)
      return { transfers, at: page.at, hasMore: page.next !== undefined || page.isRepeated }
    cursors.push(page.next)
  }
}

export type DepositProps = { environment: Environment; intent: IntentDetail; deposit: DepositKey }

/**
 * Reads the transfers of a deposit every two seconds until all have settled or the time is up. Only the first read and
 * manual refreshes extend the session.
 */
export function useDepositTracking({ environment, intent, deposit: { amount, memo } }: DepositProps) {
  // If the outcome is unknown, a matching wire may belong to someone else, so its links are not followed.
  const isConfirmed = intent.state === 'confirmed'
  const from = searchStart(intent.sent_at ?? intent.created_at)
  const [tracking, setTracking] = useState(() => startTracking(Date.now()))
  const isManual = useRef(true)
  const { data, error, errorUpdatedAt, isFetching, refetch } = useQuery({
    queryKey: [environment, 'listTransfers', 'deposit', intent.id] as const,
    queryFn: ({ signal }) => {
      const isBackground = !isManual.current
      isManual.current = false
      return transfersSince(environment, from, { signal, isBackground })
    },
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => {
      const problem = asProblem(state.error)
      const isBlocked = problem !== undefined && (isAccessLost(problem) || isRateLimited(problem))
      return tracking.phase === 'tracking' && !isBlocked ? pollMillis : false
    },
  })
  const shown = useRef<readonly LinkedTransfer[] | undefined>(undefined)
  // Before the browser paints the new data without the new transfers.
  useLayoutEffect(() => {
    if (!data) return
    const wires = matchingWires(data.transfers, { amount, memo }, from)
    const transfers = linkedTransfers(wires, isConfirmed ? data.transfers : wires)
    setTracking((before) => trackRead(before, transfers, data.at))
    const changes = shown.current && changesBetween(shown.current, transfers)
    shown.current = transfers
    if (changes) announce(changes)
  }, [data, amount, memo, from, isConfirmed])
  useEffect(() => {
    if (errorUpdatedAt > 0) setTracking((before) => trackFailure(before, errorUpdatedAt))
  }, [errorUpdatedAt])

  const refresh = useCallback(() => {
    isManual.current = true
    void refetch()
  }, [refetch])
  return {
    ...tracking,
    from,
    /** When the list was last read, in ms since 1970. */
    at: data?.at,
    /** Whether the list is longer than what was read. */
    hasMore: data?.hasMore ?? false,
    isReading: isFetching,
    problem: asProblem(error),
    problemAt: errorUpdatedAt,
    refresh,
    stop: () => setTracking((before) => ({ ...before, phase: 'stopped' })),
    resume: () => {
      setTracking(({ transfers }) => ({ ...startTracking(Date.now()), transfers }))
      refresh()
    },
  }
}
