'use client'

import {
  CircleCheck,
  CirclePause,
  Clock,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  RotateCw,
  TriangleAlert,
} from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect, useRef } from 'react'
import { transfersAround } from '@/components/activity/transfers-around'
import { transferStatusStyle } from '@/components/transfers/transfer-status'
import { amountText } from '@/components/ui/amount'
import { useOnline } from '@/components/ui/browser-state'
import { Button, buttonClass } from '@/components/ui/button'
import { linkButtonClass, ShortId } from '@/components/ui/copy'
import { TimelineItem } from '@/components/ui/facts'
import { announce } from '@/components/ui/focus'
import { OfflineNotice, StaleNotice, UpdatedAgo } from '@/components/ui/freshness'
import { Note } from '@/components/ui/note'
import { useDelayed } from '@/components/ui/now'
import { isAccessLost, isRateLimited, ProblemView, RateLimitNotice } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import type { Tone } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { type Arrival, type Asked, arrivalName, askedOf } from './deposit-transfers'
import { type Following, lookedFrom, useFollow } from './use-follow'

type TrackerProps = { intent: IntentDetail; environment: Environment }

/**
 * What came of a sandbox deposit: the transfers that follow from it until they have settled. Where no answer came, the
 * transfers that could be it: a deposit has no reference, so nobody can tell which one is.
 */
export function DepositTracker({ intent, environment }: TrackerProps) {
  const { state, body, sent_at, created_at } = intent
  if (state !== 'confirmed' && state !== 'unknown') return null
  const asked = askedOf(body)
  if (!asked) {
    return (
      <Note tone="wait" icon={TriangleAlert}>
        <p>
          <b>What was sent cannot be opened any more.</b> Without its memo and amount its transfers cannot be told from
          others. <Link href={transfersAround(environment, intent)}>Transfers of the hour after it was sent</Link>
        </p>
      </Note>
    )
  }
  const props = { intent, environment, asked, sentAt: sent_at ?? created_at }
  return state === 'confirmed' ? <Arrivals {...props} /> : <Candidates {...props} />
}

type PartProps = TrackerProps & { asked: Asked; sentAt: string }

function Arrivals({ intent, environment, asked, sentAt }: PartProps) {
  const following = useFollow({ environment, intent: intent.id, asked, sentAt, isKnown: true })
  const wires = following.arrivals.filter(({ evidence }) => evidence === 'memo').length
  return (
    <Looked
      title="What came of it"
      more={"found by memo and amount, then by the provider's own links"}
      following={following}
      line={arrivalsLine(following)}
      outside={transfersAround(environment, intent)}
    >
      {wires > 1 && (
        <Note tone="wait" icon={TriangleAlert} className="my-3">
          <p>
            <b>{wires} wires fit this deposit.</b> A deposit has no reference, so those of the same memo and amount
            cannot be told apart, later ones included. All are followed.
          </p>
        </Note>
      )}
      <ArrivalList environment={environment} arrivals={following.arrivals} at={following.at} />
    </Looked>
  )
}

function Candidates({ intent, environment, asked, sentAt }: PartProps) {
  const following = useFollow({ environment, intent: intent.id, asked, sentAt, isKnown: false })
  const { arrivals, at } = following
  const found = arrivals.length
  return (
    <Looked
      title="Transfers that could be it"
      more={`wires of ${amountText(asked.amount)} with memo ${asked.memo}`}
      following={following}
      line={candidatesLine(following)}
      outside={transfersAround(environment, intent)}
    >
      {found > 0 && (
        <p className="mt-2 text-ink-2">
          {found === 1 ? 'It has' : 'They have'} the memo and amount of this deposit.{' '}
          {found === 1 ? 'Whether it' : 'Which of them'} came of it cannot be known: a deposit carries no reference.
        </p>
      )}
      <ArrivalList environment={environment} arrivals={arrivals} at={at} />
      <p className="mt-3 text-sm text-ink-3">
        Created from <Time value={lookedFrom(sentAt)} withZone /> on, a minute before it was sent, because clocks
        differ. There is no end: a later wire with the same memo and amount is listed too.
      </p>
      <Note
        tone="wait"
        icon={TriangleAlert}
        className="mt-5"
        acts={
          <Link
            prefetch={false}
            className={buttonClass('outline', 'note')}
            href={`/${environment}/deposits/new?again=${intent.id}`}
          >
            <RotateCw />
            Send it again
          </Link>
        }
      >
        <p>
          <b>Sending it again is another deposit.</b>{' '}
          {found > 0
            ? 'If one of the transfers above is this one, there will be two.'
            : 'If the first one arrives after all, there will be two.'}
        </p>
      </Note>
    </Looked>
  )
}

type LookedProps = {
  title: string
  more: string
  following: Following
  /** How the looking stands, in words. */
  line: Line
  /** The list of all transfers of that time. */
  outside: string
  children: ReactNode
}

/** What was read, how old it is, and what went wrong with it. */
function Looked({ title, more, following, line, outside, children }: LookedProps) {
  const { at, problem, problemAt, isReading, look, hasMore } = following
  const isOnline = useOnline()
  const isLate = useDelayed(at === undefined && !problem)
  const isGone = problem !== undefined && (at === undefined || isAccessLost(problem))
  return (
    <Section
      title={title}
      more={more}
      end={
        <span className="flex items-center gap-2">
          <UpdatedAgo at={isGone ? undefined : at} isReading={isReading} onRefresh={look} />
        </span>
      }
    >
      {!isOnline && <OfflineNotice at={at} />}
      {problem && isRateLimited(problem) && (
        <RateLimitNotice key={problemAt} error={problem} since={problemAt} onGoOn={look} />
      )}
      {problem && !isRateLimited(problem) && isGone && isOnline && (
        <ProblemView error={problem} what="The transfers" at={problemAt} onRetry={look} />
      )}
      {problem && !isRateLimited(problem) && !isGone && at !== undefined && isOnline && (
        <StaleNotice at={at} error={problem} onNow={look} />
      )}
      {at === undefined && !problem && (
        <p className="mt-3 min-h-5 text-ink-2">{isLate && 'The transfers since it was sent are being read.'}</p>
      )}
      {at !== undefined && !isGone && (
        <>
          <FollowLine following={following} line={line} />
          {children}
          {hasMore && (
            <p className="mt-3 text-ink-2">
              Only the first 5,000 transfers since it was sent were looked through; more may have come of it.
            </p>
          )}
          <p className="mt-3">
            <Link prefetch={false} className={linkButtonClass} href={outside}>
              All transfers of the hour after it was sent
            </Link>
          </p>
        </>
      )}
    </Section>
  )
}

const evidenceWords: Record<Arrival['evidence'], string> = {
  memo: 'It has the memo and the amount of the deposit',
  conversion: 'Joined by auto_conversion',
  group: 'Joined by group_id',
}

type ListProps = {
  environment: Environment
  arrivals: readonly Arrival[]
  /** When they were read, ms since 1970: times of that day are said without it. */
  at: number | undefined
}

/** Transfers in the order in which they came, each with how it stands and what makes it one of these. */
export function ArrivalList({ environment, arrivals, at }: ListProps) {
  if (arrivals.length === 0) return null
  return (
    <ol className="mt-4" aria-label="Transfers">
      {arrivals.map((arrival) => {
        const { known } = arrival.transfer
        const { icon: Icon, tone, word, why } = transferStatusStyle(arrival.transfer)
        return (
          <TimelineItem
            key={known.id ?? arrivalName(arrival)}
            mark={<Icon className={`tone-${tone} mt-0.5 text-tone`} />}
            title={
              known.id ? (
                <Link prefetch={false} href={`/${environment}/transfers/${encodeURIComponent(known.id)}`}>
                  {arrivalName(arrival)}
                </Link>
              ) : (
                arrivalName(arrival)
              )
            }
            end={known.created_at && <Time value={known.created_at} now={at} withZone />}
          >
            {[word, why].filter(Boolean).join(', ')}. {evidenceWords[arrival.evidence]}.{' '}
            {known.id && <ShortId id={known.id} what="transfer id" />}
          </TimelineItem>
        )
      })}
    </ol>
  )
}

/** How the looking for transfers stands: what holds, and what that means. */
export type Line = { tone: Tone; icon: LucideIcon; title: string; text?: string }

const counted = (count: number) => `${count} transfer${count === 1 ? '' : 's'}`

/** By whose decision nobody looks any more, and what had come by then. */
function endedLine(phase: 'stopped' | 'over', count: number): Line {
  const text = count === 0 ? 'Nothing had come by then.' : `${counted(count)} had come by then.`
  return phase === 'stopped'
    ? { tone: 'off', icon: CirclePause, title: 'You stopped the looking.', text }
    : { tone: 'wait', icon: Clock, title: 'Not looked for any longer, after 10 minutes.', text }
}

/** Of the transfers that came of a deposit. */
export function arrivalsLine({ phase, arrivals }: Following): Line {
  const count = arrivals.length
  if (phase === 'stopped' || phase === 'over') return endedLine(phase, count)
  if (phase === 'following') {
    const busy = { tone: 'busy', icon: LoaderCircle } as const
    return count === 0
      ? { ...busy, title: 'Not there yet.', text: 'The provider lists no wire with this memo and amount so far.' }
      : { ...busy, title: `${counted(count)} so far.`, text: 'Followed until all have settled.' }
  }
  const failed = arrivals.filter(({ transfer }) => transfer.known.status === 'FAILED').length
  return failed > 0
    ? {
        tone: 'bad',
        icon: OctagonX,
        title: `Everything that came of it has ended: ${counted(count)}, ${failed} failed.`,
      }
    : { tone: 'ok', icon: CircleCheck, title: `Everything that came of it has settled: ${counted(count)}.` }
}

/** Of the transfers that could have come of it. */
export function candidatesLine({ phase, arrivals }: Following): Line {
  const count = arrivals.length
  if (phase === 'stopped' || phase === 'over') return endedLine(phase, count)
  if (phase === 'settled') return { tone: 'off', icon: CirclePause, title: `${counted(count)}, settled.` }
  const title = count === 0 ? 'None so far.' : `${counted(count)} so far.`
  return { tone: 'busy', icon: LoaderCircle, title, text: 'This page looks every 2 seconds.' }
}

/** The line, and the one button that ends the looking or takes it up again. */
export function FollowLine({ following: { phase, stop, takeUp }, line }: { following: Following; line: Line }) {
  const { tone, icon: Icon, title, text } = line
  const isOn = phase === 'following'
  const wasOn = useRef(isOn)
  useEffect(() => {
    if (wasOn.current && !isOn) announce(title)
    wasOn.current = isOn
  }, [isOn, title])
  return (
    <p className={`tone-${tone} mt-3 flex items-start gap-2`}>
      <Icon className={`mt-[5px] text-tone ${isOn ? 'turning' : ''}`} />
      <span className="min-w-0 flex-1 pt-[3px]">
        <b className="font-label">{title}</b> {text && <span className="text-ink-2">{text}</span>}
      </span>
      <Button size="note" onClick={isOn ? stop : takeUp}>
        {isOn ? 'Stop looking' : 'Look again'}
      </Button>
    </p>
  )
}
