'use client'
import {
  Ban,
  CircleCheck,
  CircleQuestionMark,
  CornerUpLeft,
  Fingerprint,
  History,
  type LucideIcon,
  MessageCircleQuestionMark,
  NotebookPen,
  Pencil,
  RotateCcw,
  RotateCw,
  Send,
  Stamp,
  TimerOff,
  Unplug,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { questionKinds } from '@/components/approvals/approval-texts'
import { RecordNotes } from '@/components/notes/record-notes'
import { HistoryEntry } from '@/components/record/history'
import { JsonFold } from '@/components/record/record-fold'
import { NamedProfile } from '@/components/records/profile-names'
import { ownStatus, stateStyles } from '@/components/requests/labels'
import { RequestJson } from '@/components/requests/request-json'
import { Link } from '@/components/ui/address'
import { ButtonLink } from '@/components/ui/button-link'
import { type Fact, Facts } from '@/components/ui/facts'
import { lazyPart } from '@/components/ui/lazy-part'
import { Section } from '@/components/ui/section'
import { Note, type Tone } from '@/components/ui/status'
import { Time, useWhole, useZone } from '@/components/ui/time'
import type { IntentDetail, IntentEvent, IntentEventKind } from '@/lib/api/intents'
import { clockText } from '@/lib/browser/clock'
import { countText } from '@/lib/browser/labels'
import { notedRecordOf } from '@/lib/features/notes/interface'
import { formPath, writeNames, writeRowOf } from '@/lib/provider/operations'
import { requestFacts } from './request-facts'
import { StateNote } from './state-note'
import { writeParts } from './write-parts'

// It compares by what the schemas say, which only few pages need. What is below it waits until it is there.
const ApprovalPanel = lazyPart('Its approval', () => import('@/components/approvals/approval-panel'))
const ConflictSection = lazyPart('The comparison with the provider', () => import('./conflict'))

/** @param now when it was read, ms since 1970 */
type IntentViewProps = {
  intent: IntentDetail
  person: string
  canAct: boolean
  now: number
  /** Beside the list of approvals, where there is no room for a second column. */
  pane?: { isChosen: boolean }
}

/** Everything known of an intent: its state, its record, what was sent and answered, and its history. */
export function IntentView({ intent, person, canAct, now, pane }: IntentViewProps) {
  const { environment, operation, state, answer, latest, approval } = intent
  const { zone, name } = useZone()
  // It may be of an operation that has been removed since.
  const isKnown = writeNames.includes(operation)
  const { record } = writeRowOf(operation)
  const noted = notedRecordOf(intent)
  const { Outcome, Waiting } = isKnown ? writeParts[operation] : {}
  // A deposit has no record: its transfers are shown, and those that could be its own while its outcome is unknown.
  const isSearched = isKnown && !record && state === 'unknown'
  const hasOwnRecord = isKnown && (state === 'confirmed' || (state === 'refused' && ownStatus(intent) !== undefined))
  // The current client id may see other transfers than an earlier one.
  const isHidden = intent.is_conflict || (!record && intent.is_earlier_credential)
  const hasOutcome = (hasOwnRecord || isSearched) && !isHidden
  const [isRead, setRead] = useState(false)
  const isWaiting = state === 'waiting' && approval !== undefined
  // What stands above the history comes late: nothing is drawn below it before.
  const [isDecidable, setDecidable] = useState(!approval)
  useEffect(() => {
    if (!approval) return
    const parts = [ApprovalPanel.preload(), isWaiting && Waiting?.preload()]
    void Promise.all(parts).then(() => setDecidable(true))
  }, [approval, isWaiting, Waiting])
  const hasPlan = isWaiting && Waiting !== undefined
  const isWhole = useWhole(isDecidable && (isRead || !(hasOutcome || hasPlan || intent.is_conflict)))
  const stateNote = <StateNote intent={intent} person={person} canAct={canAct} />
  const sent = (
    <>
      <HistorySection intent={intent} now={now} />
      <div className="mt-8 border-t border-hairline empty:hidden">
        {!isWaiting && <RequestJson intent={intent} />}
        {answer !== undefined && (
          <JsonFold title="Response" more={latest ? 'first response' : 'latest response'} value={answer} />
        )}
        {latest && (
          <JsonFold
            title="Latest record"
            more={`as of ${clockText(latest.at, now, zone)} ${name}`}
            value={latest.answer}
          />
        )}
      </div>
    </>
  )
  const details = (
    <div
      className={`grid grid-cols-1 items-start gap-x-12 ${pane ? '' : 'lg:grid-cols-[minmax(0,1fr)_320px] lg:grid-rows-[auto_1fr]'}`}
    >
      <div className="min-w-0">
        {!intent.is_conflict && stateNote}
        {isDecidable && approval && (
          <ApprovalPanel intent={intent} now={now} isOpened={pane?.isChosen !== false} isWhole={isWhole || !hasPlan}>
            {hasPlan && <Waiting environment={environment} intent={intent.id} onRead={() => setRead(true)} />}
          </ApprovalPanel>
        )}
        <LaterRequests intent={intent} now={now} />
        {hasOutcome && Outcome && (
          <div className="mt-5">
            <Outcome intent={intent} environment={environment} onRead={() => setRead(true)} />
          </div>
        )}
        {isWhole && sent}
      </div>
      {/* On a phone the facts are below what was sent, and above the notes. */}
      <aside
        aria-label="Facts"
        className={`mt-8 ${pane ? '' : 'lg:row-span-2 lg:mt-0'} ${isWhole ? '' : pane ? 'hidden' : 'max-lg:hidden'}`}
      >
        <IntentFacts intent={intent} />
        {/* A deposit that may already exist is sent again from its transfers, with a warning. */}
        {canAct && isKnown && !isSearched && <Duplicate intent={intent} />}
      </aside>
      {isWhole && noted && (
        <div className="min-w-0 lg:col-start-1">
          <RecordNotes record={noted} />
        </div>
      )}
    </div>
  )
  if (!intent.is_conflict) return details
  return (
    <>
      {stateNote}
      <ConflictSection intent={intent} onRead={() => setRead(true)} />
      {isWhole && <div className="mt-8 [&_div>section:first-child]:mt-0">{details}</div>}
    </>
  )
}

/** Later requests that changed the same record, so that it may differ from this request. */
function LaterRequests({ intent, now }: { intent: IntentDetail; now: number }) {
  const { environment, later_changes = [] } = intent
  if (later_changes.length === 0) return null
  return (
    <Note tone="off" icon={History} className="mt-5">
      <p>
        <b>Changed by a later request.</b> The record below may differ from this request.
      </p>
      <ul>
        {later_changes.map(({ id, summary, state, created_at }) => (
          <li key={id} className="text-ink-2">
            <Link className="underline" href={`/${environment}/activity/${id}`}>
              {summary}
            </Link>
            , {stateStyles[state].label.toLowerCase()}, <Time value={created_at} now={now} withZone />
          </li>
        ))}
      </ul>
    </Note>
  )
}

const eventStyles: Record<IntentEventKind, { label: string; tone: Tone; icon: LucideIcon }> = {
  prepared: { label: 'Requested', tone: 'off', icon: Pencil },
  sent: { label: 'Sent to the provider', tone: 'busy', icon: Send },
  'not-sent': { label: 'Not sent', tone: 'off', icon: Unplug },
  answered: { label: 'Answered', tone: 'ok', icon: CornerUpLeft },
  lost: { label: 'No answer', tone: 'unknown', icon: CircleQuestionMark },
  asked: { label: 'Checked', tone: 'busy', icon: RotateCw },
  noted: { label: 'Noted', tone: 'off', icon: NotebookPen },
  withdrawn: { label: 'Withdrawn', tone: 'off', icon: Ban },
  weighed: { label: 'Waiting', tone: 'wait', icon: Stamp },
  approved: { label: 'Approved', tone: 'ok', icon: CircleCheck },
  declined: { label: 'Declined', tone: 'bad', icon: Ban },
  expired: { label: 'Expired', tone: 'off', icon: TimerOff },
  reason: { label: 'Reason for the approvers', tone: 'off', icon: MessageCircleQuestionMark },
  question: { label: 'Question', tone: 'busy', icon: MessageCircleQuestionMark },
  identified: { label: 'Identity confirmed', tone: 'ok', icon: Fingerprint },
}

/** Their label says it all. */
const labelled: readonly IntentEventKind[] = ['prepared', 'sent']

/** A refusal is an answer too, but not a good one. */
const eventTone = ({ kind, status = 200 }: IntentEvent): Tone =>
  kind === 'answered' && status >= 400 && status !== 409 ? 'bad' : eventStyles[kind].tone

/** Checks that found the same one after the other are one event, the last of them. */
export function withoutRepeats(events: readonly IntentEvent[]): (IntentEvent & { times: number })[] {
  const told: (IntentEvent & { times: number })[] = []
  for (const event of events) {
    const { kind, words, person, times = 0 } = told.at(-1) ?? {}
    const isAgain = kind === 'asked' && event.kind === kind && event.words === words && event.person === person
    if (isAgain) told.pop()
    told.push({ ...event, times: isAgain ? times + 1 : 1 })
  }
  return told
}

/** The events of an intent, oldest first, with the persons other than who requested it. @param now ms since 1970 */
function HistorySection({ intent, now }: { intent: IntentDetail; now: number }) {
  const { events, earlier_events, person, is_conflict, approval } = intent
  const { name } = useZone()
  // A check is answered with 409 where the record is there, its own or another one.
  const isFound = ({ kind, status }: IntentEvent) => kind === 'asked' && status === 409 && !is_conflict
  return (
    <Section title="History" more={`times in ${name}`}>
      {earlier_events && (
        <p className="mt-2 text-ink-2">{countText(earlier_events, 'older entry', 'older entries')} not shown.</p>
      )}
      <ol className="mt-4">
        {withoutRepeats(events).map(({ times, ...event }) => {
          const { label, icon } = eventStyles[event.kind]
          return (
            <HistoryEntry
              key={`${event.at} ${event.kind} ${event.words}`}
              icon={icon}
              tone={eventTone(event)}
              words={
                !labelled.includes(event.kind) &&
                !(approval && questionKinds.includes(event.kind)) && (
                  <>
                    {event.words}
                    {times > 1 && ` ${times} times, the last one here.`}
                  </>
                )
              }
              title={
                <>
                  {isFound(event) ? 'Found at the provider' : label}
                  {(event.status ?? 0) >= 400 && !isFound(event) && `, ${event.status}`}
                  {event.person && event.person !== person && (
                    <span className="font-text text-ink-2"> by {event.person}</span>
                  )}
                </>
              }
              end={<Time value={event.at} now={now} />}
            />
          )
        })}
      </ol>
    </Section>
  )
}

/** Who requested what, and the IDs. The history has the times, the head of the page the status. */
function IntentFacts({ intent }: { intent: IntentDetail }) {
  const { environment, operation, path } = intent
  const profile = path.profile_id
  const facts: Fact[] = [
    ['Operation', writeRowOf(operation).label],
    ['Profile', profile && <NamedProfile environment={environment} id={profile} />],
  ]
  return <Facts facts={[...facts.filter(([, value]) => value), ...requestFacts(intent)]} />
}

function Duplicate({ intent: { environment, operation, state, path, id } }: { intent: IntentDetail }) {
  const { noun } = writeRowOf(operation)
  const isPending = state === 'unknown' || state === 'sent'
  return (
    <div className="mt-5">
      <ButtonLink href={`/${environment}/${formPath(operation, path)}?again=${encodeURIComponent(id)}`}>
        <RotateCcw />
        Duplicate
      </ButtonLink>
      {isPending && (
        <p className="mt-1.5 text-sm text-ink-3">
          Check the outcome of this {noun} first: a duplicate is a second {noun}.
        </p>
      )}
    </div>
  )
}
