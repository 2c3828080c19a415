'use client'
import { RotateCw, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { transfersAround } from '@/components/activity/check-window'
import { amountText } from '@/components/ui/amount'
import { useOnline } from '@/components/ui/browser-state'
import { buttonClass } from '@/components/ui/button'
import { linkButtonClass } from '@/components/ui/copy'
import { OfflineNotice, StaleNotice, UpdatedAgo } from '@/components/ui/freshness'
import { Note } from '@/components/ui/note'
import { useDelayed } from '@/components/ui/now'
import { isAccessLost, isRateLimited, ProblemView, RateLimitNotice } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { ArrivalList } from './arrival-list'
import { type Asked, askedOf } from './deposit-transfers'
import { arrivalsLine, candidatesLine, FollowLine, type Line } from './follow-line'
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
