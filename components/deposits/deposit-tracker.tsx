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
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { transfersAfterSending } from '@/components/activity/check-window'
import { transferTitle } from '@/components/transfers/labels'
import { transferStatusStyle } from '@/components/transfers/transfer-status'
import { Link } from '@/components/ui/address'
import { amountText } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/button-link'
import { linkButtonClass, ShortId } from '@/components/ui/copy'
import { announce } from '@/components/ui/focus'
import { isAccessLost, ReadNotices, UpdatedAgo } from '@/components/ui/problem'
import { Section } from '@/components/ui/section'
import { Note, type Tone, toneClass } from '@/components/ui/status'
import { Time, useDelayed } from '@/components/ui/time'
import { TimelineItem } from '@/components/ui/timeline-item'
import type { Environment } from '@/lib/api/environments'
import { countText } from '@/lib/browser/labels'
import {
  type DepositProps,
  depositKey,
  type LinkedTransfer,
  maxTransfers,
  type Tracking,
  useDepositTracking,
} from './deposit-tracking'

/** `onRead` is called once the transfers are there, or cannot be read. */
type TrackerProps = Omit<DepositProps, 'deposit'> & { onRead: () => void }

/**
 * The transfers of a sandbox deposit, until they settle. If the outcome is unknown, the transfers that match it: without a
 * reference, it is unknown which one is the deposit.
 */
export function DepositTracker({ intent, environment, onRead }: TrackerProps) {
  const { state, body } = intent
  if (state !== 'confirmed' && state !== 'unknown') return null
  const deposit = depositKey(body)
  if (!deposit) {
    return (
      <Note tone="wait" icon={TriangleAlert} title="The request can't be decrypted.">
        Without its memo and amount, its transfers can't be identified.{' '}
        <Link href={transfersAfterSending(environment, intent)}>Transfers of the hour after it was sent</Link>
      </Note>
    )
  }
  return <TrackedDeposit {...{ intent, environment, deposit, onRead }} />
}

function TrackedDeposit({ onRead, ...props }: DepositProps & TrackerProps) {
  const { intent, environment, deposit } = props
  const isConfirmed = intent.state === 'confirmed'
  const tracking = useDepositTracking(props)
  const { transfers, at, problem, problemAt, isReading, refresh, hasMore } = tracking
  const isRead = at !== undefined || problem !== undefined
  const isSlow = useDelayed(!isRead)
  const tellRead = useEffectEvent(onRead)
  // Before the browser paints, so that what is below comes with the transfers.
  useLayoutEffect(() => {
    if (isRead) tellRead()
  }, [isRead])
  const shownAt = problem && isAccessLost(problem) ? undefined : at
  const wires = transfers.filter(({ link }) => link === 'memo').length
  return (
    <Section
      // Its button's baseline is that of its icon, which changes.
      isTall
      title={isConfirmed ? 'Transfers of this deposit' : 'Possible matches'}
      more={
        isConfirmed
          ? 'matched by memo and amount, then by link'
          : `wires of ${amountText(deposit.amount)} with memo ${deposit.memo}`
      }
      end={
        <span className="flex items-center gap-2">
          <UpdatedAgo {...{ isReading, problem, problemAt }} at={shownAt} onRefresh={refresh} />
        </span>
      }
    >
      <ReadNotices what="The transfers" at={shownAt} problem={problem} problemAt={problemAt} onRetry={refresh} />
      {!isRead && (
        <p className="mt-3 min-h-5 text-ink-2">{isSlow && 'Loading the transfers since the deposit was sent.'}</p>
      )}
      {shownAt !== undefined && (
        <>
          <StatusLine tracking={tracking} isConfirmed={isConfirmed} />
          {isConfirmed && wires > 1 && (
            <Note tone="wait" icon={TriangleAlert} className="my-3" title={`${wires} wires match this deposit.`}>
              All wires with its memo and amount are shown, including later ones.
            </Note>
          )}
          {!isConfirmed && transfers.length > 0 && (
            <p className="mt-2 text-ink-2">
              The memo and amount are those of this deposit, but a match can't be confirmed.
            </p>
          )}
          <TransferTimeline environment={environment} transfers={transfers} at={shownAt} />
          {!isConfirmed && (
            <Note
              tone="wait"
              icon={TriangleAlert}
              className="mt-5"
              title="Sending again makes another deposit."
              actions={
                <ButtonLink size="small" href={`/${environment}/deposits/new?again=${intent.id}`}>
                  <RotateCw />
                  Send again
                </ButtonLink>
              }
            >
              {transfers.length > 0
                ? 'If a transfer above is this deposit, there will be two.'
                : 'If the first one still arrives, there will be two.'}
            </Note>
          )}
          {hasMore && (
            <p className="mt-3 text-ink-2">
              Only the first {maxTransfers.toLocaleString('en')} transfers since the deposit was sent were searched;
              there may be more of this deposit.
            </p>
          )}
          <p className="mt-3">
            <Link className={linkButtonClass} href={transfersAfterSending(environment, intent)}>
              All transfers of the hour after it was sent
            </Link>
          </p>
        </>
      )}
    </Section>
  )
}

type Status = { tone: Tone; icon: LucideIcon; title: string; text?: string }

function trackingStatus({ phase, transfers }: Tracking, isConfirmed: boolean): Status {
  const count = transfers.length > 0 && countText(transfers.length, 'transfer')
  const found = count ? `${count} found.` : 'None found.'
  if (phase === 'stopped') return { tone: 'off', icon: CirclePause, title: 'Search stopped.', text: found }
  if (phase === 'timed-out') return { tone: 'wait', icon: Clock, title: 'Search ended after 10 minutes.', text: found }
  if (phase === 'tracking') {
    const none = isConfirmed ? 'No transfer yet.' : 'No match so far.'
    return { tone: 'busy', icon: LoaderCircle, title: count ? `${count} so far.` : none }
  }
  if (!isConfirmed) return { tone: 'off', icon: CirclePause, title: `${count}, settled.` }
  const failed = transfers.filter(({ transfer }) => transfer.known.status === 'FAILED').length
  return failed > 0
    ? { tone: 'bad', icon: OctagonX, title: `All transfers have ended: ${count}, ${failed} failed.` }
    : { tone: 'ok', icon: CircleCheck, title: `All transfers have settled: ${count}.` }
}

type StatusLineProps = { tracking: ReturnType<typeof useDepositTracking>; isConfirmed: boolean }

/** The state of the search, and a button that stops or resumes it. */
function StatusLine({ tracking, isConfirmed }: StatusLineProps) {
  const { tone, icon: Icon, title, text } = trackingStatus(tracking, isConfirmed)
  const isOn = tracking.phase === 'tracking'
  const wasOn = useRef(isOn)
  useEffect(() => {
    if (wasOn.current && !isOn) announce(title)
    wasOn.current = isOn
  }, [isOn, title])
  return (
    <p className={`${toneClass[tone]} mt-3 flex items-start gap-2`}>
      <Icon className={`mt-[5px] text-tone ${isOn ? 'animate-turn' : ''}`} />
      <span className="min-w-0 flex-1 pt-[3px]">
        <b className="font-label">{title}</b> {text && <span className="text-ink-2">{text}</span>}
      </span>
      <Button size="small" onClick={isOn ? tracking.stop : tracking.resume}>
        {isOn ? 'Stop search' : 'Search again'}
      </Button>
    </p>
  )
}

const linkLabels: Record<LinkedTransfer['link'], string> = {
  memo: 'Same memo and amount as the deposit',
  conversion: 'Converted automatically',
  group: 'Same group',
}

type TimelineProps = { environment: Environment; transfers: readonly LinkedTransfer[]; at: number }

/**
 * The transfers, oldest first, each with its status and the reason it is listed.
 * @param at when they were read, in ms since 1970: times of that day are shown without a date
 */
function TransferTimeline({ environment, transfers, at }: TimelineProps) {
  if (transfers.length === 0) return null
  return (
    <ol className="mt-4" aria-label="Transfers">
      {transfers.map(({ transfer, link }) => {
        const { id, created_at } = transfer.known
        const { icon: Icon, tone, label, why } = transferStatusStyle(transfer)
        const title = transferTitle(transfer)
        return (
          <TimelineItem
            key={id ?? title}
            mark={<Icon className={`${toneClass[tone]} mt-0.5 text-tone`} />}
            title={id ? <Link href={`/${environment}/transfers/${encodeURIComponent(id)}`}>{title}</Link> : title}
            end={created_at && <Time value={created_at} clock="provider" now={at} withZone />}
          >
            {[label, why].filter(Boolean).join(', ')}. {linkLabels[link]}.{' '}
            {id && <ShortId id={id} what="transfer ID" />}
          </TimelineItem>
        )
      })}
    </ol>
  )
}
