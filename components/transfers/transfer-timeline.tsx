'use client'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { TimelineItem } from '@/components/ui/facts'
import { Section } from '@/components/ui/section'
import { toneClass } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import type { DecodedTransfer } from '@/lib/api/reading'
import { nanoseconds } from '@/lib/api/values'
import { capitalize, moneyText, secondaryStatusLabel, typeText } from './labels'
import { secondaryStatusName, transferStatusStyle } from './transfer-status'

/** A state of a transfer, and when Mintdesk first saw it (ms since 1970). */
export type ObservedState = { at: number; where: 'list' | 'page'; transfer: DecodedTransfer }

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
 * `created` and `updated` are the provider's own times; `seen` is an earlier state that Mintdesk saw. `firstSeen` is when
 * it first saw the current state.
 */
export type TransferEvent =
  | { kind: 'created'; at: string; transfer: DecodedTransfer; isThis: boolean; firstSeen?: ObservedState }
  | { kind: 'updated'; at: string; transfer: DecodedTransfer; firstSeen?: ObservedState }
  | { kind: 'seen'; at: string; transfer: DecodedTransfer; where: ObservedState['where'] }

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
  const firstSeen = states.at(-1)
  const events: TransferEvent[] = []
  for (const leg of legs) {
    const at = leg.known.created_at
    if (at) events.push({ kind: 'created', at, transfer: leg, isThis: false })
  }
  const isUnchanged = created_at !== undefined && created_at === updated_at
  if (created_at)
    events.push({
      ...{ kind: 'created', at: created_at, transfer, isThis: true },
      firstSeen: isUnchanged ? firstSeen : undefined,
    })
  if (updated_at && !isUnchanged) events.push({ kind: 'updated', at: updated_at, transfer, firstSeen })
  for (const { at, where, transfer } of states.slice(0, -1))
    events.push({ kind: 'seen', at: new Date(at).toISOString(), transfer, where })
  return events
    .flatMap((event) => {
      const moment = nanoseconds(event.at)
      return moment === undefined ? [] : [{ event, moment }]
    })
    .sort((a, b) => (a.moment < b.moment ? -1 : a.moment > b.moment ? 1 : 0))
    .map(({ event }) => event)
}

type TimelineProps = {
  transfer: DecodedTransfer
  legs: readonly DecodedTransfer[]
  states: readonly ObservedState[]
  /** When the page was read (ms since 1970): times of that day leave out the date. */
  now: number
}

/** The known events, oldest first. */
export function TransferTimeline({ transfer, legs, states, now }: TimelineProps) {
  const { name } = useZone()
  const events = eventsOf(transfer, legs, states)
  if (events.length === 0) return null
  return (
    <Section title="What happened" more={`${name}; “seen” is when Mintdesk read it`}>
      <ol className="mt-4">
        {events.map((event) => (
          <TimelineItem
            key={`${event.kind} ${event.at} ${event.transfer.known.id}`}
            mark={<Mark event={event} />}
            title={titleOf(event)}
            end={<Time value={event.at} now={now} />}
          >
            <Detail event={event} now={now} />
          </TimelineItem>
        ))}
      </ol>
    </Section>
  )
}

/** The icon of the state; a plain check for a creation that was followed by more. */
function Mark({ event }: { event: TransferEvent }) {
  const isCreation = event.kind === 'created' && event.isThis && !event.firstSeen
  const { icon: Icon, tone } = isCreation
    ? ({ icon: CircleCheck, tone: 'ok' } as const)
    : transferStatusStyle(event.transfer)
  return <Icon className={`${toneClass[tone]} mt-0.5 text-tone`} />
}

function stateText(transfer: DecodedTransfer): string {
  const name = secondaryStatusName(transfer)
  const status = transferStatusStyle(transfer).label.toLowerCase()
  return [status, name && (secondaryStatusLabel(name) ?? name)].filter(Boolean).join(', ')
}

function titleOf(event: TransferEvent): string {
  const { transfer } = event
  if (event.kind === 'updated') return `Last updated, ${stateText(transfer)}`
  if (event.kind === 'seen') return `Seen ${stateText(transfer)}`
  if (event.isThis) return `This transfer created${event.firstSeen ? `, ${stateText(transfer)}` : ''}`
  const { type, amount, asset } = transfer.known
  return `${typeText(type)}${amount ? ` of ${moneyText(amount, asset)}` : ''} created`
}

const whereTexts: Record<ObservedState['where'], string> = { list: 'in the list', page: 'on this page' }

function Detail({ event, now }: { event: TransferEvent; now: number }) {
  if (event.kind === 'seen') return <>{capitalize(whereTexts[event.where])}; it has since changed.</>
  if (event.kind === 'created' && !event.isThis) {
    const { updated_at } = event.transfer.known
    return (
      <>
        {capitalize(stateText(event.transfer))}
        {updated_at && (
          <>
            , last updated <Time value={updated_at} now={now} />
          </>
        )}
        .
      </>
    )
  }
  const { firstSeen } = event
  if (!firstSeen) return null
  return (
    <>
      First seen <Time value={new Date(firstSeen.at).toISOString()} now={now} />, {whereTexts[firstSeen.where]}.
    </>
  )
}
