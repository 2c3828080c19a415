'use client'
import { CircleCheck } from 'lucide-react'
import { amountText } from '@/components/ui/amount'
import { Section } from '@/components/ui/section'
import { Time, useZone } from '@/components/ui/time'
import type { DecodedTransfer } from '@/lib/api/reading'
import { secondaryLabel, typeLabel } from './labels'
import type { ObservedState } from './observed-states'
import { eventsOf, type TransferEvent } from './transfer-events'
import { secondaryName, transferStatusStyle } from './transfer-status'

type Props = {
  transfer: DecodedTransfer
  sides: readonly DecodedTransfer[]
  readings: readonly ObservedState[]
  /** When the page was read, ms since 1970: times of that day are said without it. */
  now: number
}

/** What is known to have happened, oldest first: nothing is guessed at. */
export function WhatHappened({ transfer, sides, readings, now }: Props) {
  const { name } = useZone()
  const all = eventsOf(transfer, sides, readings)
  if (all.length === 0) return null
  return (
    <Section title="What happened" more={`${name}; "seen" is when Mintdesk read it`}>
      <ol className="mt-4">
        {all.map((one) => (
          <li
            key={`${one.kind} ${one.at} ${one.of.known.id}`}
            className="relative grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-hairline-strong not-last:before:content-['']"
          >
            <Mark happening={one} />
            <b className="font-label [overflow-wrap:anywhere]">{titleOf(one)}</b>
            <span className="text-ink-2">
              <Time value={one.at} now={now} />
            </span>
            <div className="col-span-2 col-start-2 text-ink-2">
              <Detail happening={one} now={now} />
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** The state where it says something; what only began is done. */
function Mark({ happening }: { happening: TransferEvent }) {
  const isBegun = happening.kind === 'created' && happening.isThis && !happening.first
  const { icon, tone } = isBegun ? { icon: CircleCheck, tone: 'ok' } : transferStatusStyle(happening.of)
  const Icon = icon
  return <Icon className={`tone-${tone} mt-0.5 text-tone`} />
}

const stateWords = (transfer: DecodedTransfer) => {
  const { word } = transferStatusStyle(transfer)
  const name = secondaryName(transfer)
  return [word.toLowerCase(), name && (secondaryLabel(name) ?? name)].filter(Boolean).join(', ')
}

function titleOf(happening: TransferEvent): string {
  const { of } = happening
  if (happening.kind === 'updated') return `Last updated, ${stateWords(of)}`
  if (happening.kind === 'seen') return `Seen ${stateWords(of)}`
  const state = happening.first ? `, ${stateWords(of)}` : ''
  if (happening.isThis) return `This transfer created${state}`
  const { type, amount, asset } = of.known
  const name = type ? (typeLabel(type) ?? type) : 'Transfer'
  const what = amount ? `${name} of ${[amountText(amount), asset].filter(Boolean).join(' ')}` : name
  return `${what} created`
}

const whereWords: Record<ObservedState['where'], string> = { list: 'in the list', page: 'by this page' }

function Detail({ happening, now }: { happening: TransferEvent; now: number }) {
  if (happening.kind === 'seen') return <>{capital(whereWords[happening.where])}; it has since changed.</>
  if (happening.kind === 'created' && !happening.isThis) {
    const { updated_at } = happening.of.known
    return (
      <>
        {capital(stateWords(happening.of))}
        {updated_at && (
          <>
            , last updated <Time value={updated_at} now={now} />
          </>
        )}
        .
      </>
    )
  }
  const { first } = happening
  if (!first) return null
  return (
    <>
      First seen <Time value={new Date(first.at).toISOString()} now={now} />, {whereWords[first.where]}.
    </>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
