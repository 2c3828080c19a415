'use client'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { HistoryEntry } from '@/components/record/history'
import { moneyText, typeText } from '@/components/records/transfer-labels'
import { transferStatusStyle } from '@/components/records/transfer-status'
import { Section } from '@/components/ui/section'
import { Time, useZone } from '@/components/ui/time'
import type { TransferObservations } from '@/lib/api/observations'
import { recordsRows } from '@/lib/api/record-operations'
import { secondaryStatusName } from '@/lib/api/transfer-meaning'
import { millisOf } from '@/lib/browser/clock'
import { capitalized } from '@/lib/browser/labels'
import { callConsole } from '@/lib/browser/operation'
import { isTimestamp, nanoseconds } from '@/lib/domain/values'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'

/** A state of a transfer, and when Mintdesk first saw it (ms since 1970). */
export type ObservedState = { at: number; where: 'list' | 'page' | 'noted'; transfer: DecodedTransfer }

const keyOf = (transfer: DecodedTransfer) => {
  const { status, updated_at, crypto_tx_hash, status_details } = transfer.known
  return JSON.stringify([status, updated_at, crypto_tx_hash, secondaryStatusName(transfer), status_details])
}

/** The states seen while the page is open, oldest first; the last is the current one. */
export function useObservedStates(current: ObservedState): readonly ObservedState[] {
  const [states, setStates] = useState<readonly ObservedState[]>([])
  const last = states.at(-1)
  if (last && keyOf(last.transfer) === keyOf(current.transfer)) return states
  const all = [...states, current]
  setStates(all)
  return all
}

/**
 * Asked once Get transfer has answered, and again after each change: the answer waits until what was read is noted.
 * @param transfer undefined until then
 */
export const observationsRead = (environment: Environment, transfer: DecodedTransfer | undefined) => {
  const { id = '', status, updated_at } = transfer?.known ?? {}
  return {
    queryKey: [environment, 'observed', id, status, updated_at] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<TransferObservations> => {
      return (await callConsole(environment, recordsRows.observedTransfer, { values: { id } }, { signal })).body
    },
    enabled: transfer !== undefined && id !== '',
    // What was known stays while a change is read.
    placeholderData: (before: TransferObservations | undefined) => before,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  }
}

const notedKey = ({ known }: DecodedTransfer) =>
  JSON.stringify([known.status, secondaryStatusName({ known }) ?? '', known.updated_at])

/**
 * The states that this page has seen, and those that Mintdesk noted before, each once, by when they were first seen.
 * @param seen oldest first; the last is the current one and stays the last
 */
export function withNotedStates(
  seen: readonly ObservedState[],
  noted: TransferObservations['states'],
): readonly ObservedState[] {
  const current = seen.at(-1)
  if (!current) return seen
  const states = new Map<string, ObservedState>()
  for (const { status, secondary_status: name, updated_at, seen_at } of noted) {
    if (!isTimestamp(seen_at)) continue
    const known = { ...current.transfer.known, status, updated_at, secondary_status: name ? { name } : undefined }
    const state: ObservedState = { at: millisOf(seen_at), where: 'noted', transfer: { ...current.transfer, known } }
    states.set(notedKey(state.transfer), state)
  }
  for (const state of seen) {
    const key = notedKey(state.transfer)
    const before = states.get(key)
    states.set(key, before && before.at <= state.at ? { ...state, at: before.at, where: 'noted' } : state)
  }
  const last = states.get(notedKey(current.transfer)) ?? current
  return [...[...states.values()].filter((state) => state !== last).sort((one, other) => one.at - other.at), last]
}

/**
 * `created` and `updated` are the provider's own times of this transfer, `leg` is when another leg was created, `seen` an
 * earlier state that Mintdesk saw. `firstSeen` is when it first saw this state.
 */
export type TransferEvent = {
  kind: 'leg' | 'created' | 'updated' | 'seen'
  at: string
  /** `at` in nanoseconds since 1970. */
  moment: bigint
  transfer: DecodedTransfer
  firstSeen?: ObservedState
}

/**
 * @param legs   other transfers of the same movement
 * @param states oldest first; the last is the current one
 * @returns events oldest first, without those that have no valid time
 */
export function eventsOf(
  transfer: DecodedTransfer,
  legs: readonly DecodedTransfer[],
  states: readonly ObservedState[],
): TransferEvent[] {
  const { created_at, updated_at } = transfer.known
  const current = states.at(-1)
  const events: TransferEvent[] = []
  const add = (kind: TransferEvent['kind'], at: string | undefined, of: DecodedTransfer, firstSeen?: ObservedState) => {
    const moment = nanoseconds(at ?? '')
    if (at && moment !== undefined) events.push({ kind, at, moment, transfer: of, firstSeen })
  }
  for (const leg of legs) add('leg', leg.known.created_at, leg)
  const isUnchanged = created_at === updated_at
  add('created', created_at, transfer, isUnchanged ? current : undefined)
  if (!isUnchanged) add('updated', updated_at, transfer, current)
  for (const state of states.slice(0, -1)) add('seen', new Date(state.at).toISOString(), state.transfer, state)
  return events.sort((one, other) => Number(one.moment - other.moment))
}

type TimelineProps = {
  events: readonly TransferEvent[]
  /** What must happen next; undefined if nothing does. */
  next?: string
  /** By when it is expected. */
  nextBy?: string
  /** When the page was read (ms since 1970): times of that day leave out the date. */
  now: number
}

export function TransferTimeline({ events, next, nextBy, now }: TimelineProps) {
  const { name } = useZone()
  // Until a change was seen or noted, "first seen" would only be when the page was opened.
  const isWatched = events.some(({ kind, firstSeen }) => kind === 'seen' || firstSeen?.where === 'noted')
  if (events.length === 0) return null
  return (
    <Section title="What happened" more={name}>
      <ol className="mt-4">
        {events.map((event) => (
          <TimelineEntry
            key={`${event.kind} ${event.at} ${event.transfer.known.id}`}
            event={event}
            isWatched={isWatched}
            now={now}
          />
        ))}
        {next && <HistoryEntry icon={CircleDashed} title={`Next: ${next}`} end={nextBy && `by about ${nextBy}`} />}
      </ol>
    </Section>
  )
}

const whereTexts: Record<ObservedState['where'], string> = {
  list: 'in the list',
  page: 'on this page',
  noted: 'by Mintdesk',
}

const isTravelRule = (transfer: DecodedTransfer) =>
  transfer.known.status === 'PENDING' && secondaryStatusName(transfer) === 'TRAVEL_RULE_INFO_REQUESTED'

/** `Debited 99,990.00 USD`, of what was completed on one side. */
function movedText({ known }: DecodedTransfer): string | undefined {
  const { status, direction, amount, asset } = known
  if (status !== 'COMPLETED' || !amount || (direction !== 'DEBIT' && direction !== 'CREDIT')) return undefined
  return `${direction === 'DEBIT' ? 'Debited' : 'Credited'} ${moneyText(amount, asset)}`
}

type EntryProps = { event: TransferEvent; isWatched: boolean; now: number }

function TimelineEntry({ event, isWatched, now }: EntryProps) {
  const { kind, at, transfer, firstSeen } = event
  const { type, asset, updated_at } = transfer.known
  const style = transferStatusStyle(transfer)
  const state = [style.label.toLowerCase(), style.why].filter(Boolean).join(', ')
  const moved = movedText(transfer)
  const titles: Record<TransferEvent['kind'], string> = {
    leg: moved ?? `${typeText(type)}${asset ? ` in ${asset}` : ''} created`,
    created: (firstSeen && moved) ?? `Created${firstSeen ? `, ${state}` : ''}`,
    updated: isTravelRule(transfer) ? 'Travel rule details requested' : `Updated, ${state}`,
    seen: `Seen ${state}`,
  }
  // A creation that was followed by more has a plain check.
  const { icon, tone } = kind === 'created' && !firstSeen ? ({ icon: CircleCheck, tone: 'ok' } as const) : style
  const where = firstSeen && whereTexts[firstSeen.where]
  return (
    <HistoryEntry icon={icon} tone={tone} title={titles[kind]} end={<Time value={at} clock="provider" now={now} />}>
      {kind === 'leg' && (
        <>
          {capitalized(state)}
          {updated_at && (
            <>
              , updated <Time value={updated_at} clock="provider" now={now} />
            </>
          )}
          .
        </>
      )}
      {kind === 'seen' && where && `${capitalized(where)}; it has since changed.`}
      {kind !== 'seen' && firstSeen && isWatched && (
        <>
          First seen <Time value={new Date(firstSeen.at).toISOString()} now={now} />, {where}.
        </>
      )}
    </HistoryEntry>
  )
}
