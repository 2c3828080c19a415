'use client'

import {
  Ban,
  CircleQuestionMark,
  CornerUpLeft,
  History,
  type LucideIcon,
  NotebookPen,
  Pencil,
  RotateCcw,
  RotateCw,
  Send,
  Unplug,
} from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { curlOf } from '@/components/forms/curl'
import { mayWrite } from '@/components/forms/not-for-role'
import { Button, buttonClass } from '@/components/ui/button'
import { CopyAction } from '@/components/ui/copy'
import { JsonBox } from '@/components/ui/json-box'
import { Note } from '@/components/ui/note'
import { Section } from '@/components/ui/section'
import type { Tone } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import { accountNumbersIn, withoutAccountNumbers } from '@/lib/api/account-numbers'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail, IntentEvent, IntentEventKind } from '@/lib/api/intents'
import type { Role } from '@/lib/api/roles'
import { clockText } from '@/lib/browser/clock'
import { ConflictPart } from './conflict'
import { IntentFacts } from './intent-facts'
import { formOf, operationLabels, stateLabels } from './labels'
import { Outcome } from './outcome'
import { StateNote } from './state-note'

type IntentViewProps = {
  environment: Environment
  person: string
  roles: readonly Role[]
  intent: IntentDetail
  /** When it was read, ms since 1970. */
  now: number
}

/** An intent that is there: how it stands, what came of it, what was asked and answered, and everything that happened. */
export function IntentView({ environment, person, roles, intent, now }: IntentViewProps) {
  const { operation, path, body, answer, latest, events } = intent
  const mayAct = mayWrite(operation, roles)
  const { zone, name } = useZone()
  const asOf = (at: string) => `as of ${clockText(at, now, zone)} ${name}`
  // There sending again is offered beside what could be the first one, with its warning.
  const isLookedFor = operation === 'initiateSandboxFiatDeposit' && intent.state === 'unknown'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-x-12 gap-y-8 max-lg:grid-cols-1">
      <div className="min-w-0">
        <StateNote environment={environment} person={person} intent={intent} mayAct={mayAct} />
        <LaterChanges environment={environment} intent={intent} now={now} />
        {intent.is_conflict && <ConflictPart intent={intent} />}
        <Outcome intent={intent} environment={environment} />
        <HistoryPart events={events} now={now} />
        {body === undefined ? (
          <p className="mt-8 text-ink-2">
            The request cannot be shown: it was encrypted with a secret of this console that has since changed.
          </p>
        ) : (
          <JsonPart
            title="Request"
            more={intent.sent_at ? 'what was sent' : 'what would be sent'}
            value={body}
            commandOf={(shown) => curlOf(operation, { path, body: shown })}
          />
        )}
        {answer !== undefined && (
          <JsonPart title="Answer" more={latest ? 'first response' : 'latest response'} value={answer} />
        )}
        {latest && <JsonPart title="Latest record" more={asOf(latest.at)} value={latest.answer} />}
      </div>
      <aside aria-label="Facts">
        <IntentFacts environment={environment} intent={intent} now={now} />
        {mayAct && !isLookedFor && <Again environment={environment} intent={intent} />}
      </aside>
    </div>
  )
}

/** A duplicate is another request, with a reference of its own. */
function Again({ environment, intent }: { environment: Environment; intent: IntentDetail }) {
  const { a, thing } = operationLabels[intent.operation]
  const isOpen = intent.state === 'unknown' || intent.state === 'sent'
  return (
    <div className="mt-5">
      <Link
        prefetch={false}
        className={buttonClass()}
        href={`/${environment}/${formOf(intent)}?again=${encodeURIComponent(intent.id)}`}
      >
        <RotateCcw />
        Duplicate
      </Link>
      <p className="mt-1.5 text-sm text-ink-3">
        {isOpen
          ? `Check the outcome of this ${thing} first: a duplicate is a second ${thing}.`
          : `Opens the form filled in from this, for ${a} with a reference of its own.`}
      </p>
    </div>
  )
}

const looks: Record<IntentEventKind, { word: string; tone: Tone; icon: LucideIcon }> = {
  prepared: { word: 'Prepared', tone: 'off', icon: Pencil },
  sent: { word: 'Sent', tone: 'busy', icon: Send },
  'not-sent': { word: 'Not sent', tone: 'off', icon: Unplug },
  answered: { word: 'Answered', tone: 'ok', icon: CornerUpLeft },
  lost: { word: 'No answer', tone: 'unknown', icon: CircleQuestionMark },
  asked: { word: 'Checked', tone: 'busy', icon: RotateCw },
  noted: { word: 'Noted', tone: 'off', icon: NotebookPen },
  withdrawn: { word: 'Withdrawn', tone: 'off', icon: Ban },
}

/** An answer that refuses is no good end. */
const toneOf = ({ kind, status = 200 }: IntentEvent): Tone =>
  kind === 'answered' && status >= 400 && status !== 409 ? 'bad' : looks[kind].tone

/** Everything that happened to an intent, oldest first: when, who, what came of it. @param now ms since 1970 */
export function HistoryPart({ events, now }: { events: readonly IntentEvent[]; now: number }) {
  const { name } = useZone()
  return (
    <Section title="History" more={`times in ${name}`}>
      <ol className="mt-4">
        {events.map((one) => {
          const { word, icon: Icon } = looks[one.kind]
          return (
            <li
              key={`${one.at} ${one.kind} ${one.words}`}
              className="relative grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-3 pb-4 last:pb-0 not-last:before:absolute not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:left-[7.5px] not-last:before:border-l not-last:before:border-hairline-strong not-last:before:content-['']"
            >
              <Icon className={`tone-${toneOf(one)} mt-0.5 text-tone`} />
              <b className="font-label [overflow-wrap:anywhere]">
                {word}
                {one.status !== undefined && `, ${one.status}`}
                {one.person && <span className="font-text text-ink-2"> by {one.person}</span>}
              </b>
              <span className="text-ink-2">
                <Time value={one.at} now={now} />
              </span>
              <p className="col-span-2 col-start-2 text-ink-2 [overflow-wrap:anywhere]">{one.words}</p>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}

type JsonPartProps = {
  title: string
  more: string
  value: unknown
  /** The same as a command for a terminal. */
  commandOf?: (value: unknown) => string
}

/** What was sent or answered, as JSON. Account numbers show their last four until somebody asks for the whole. */
export function JsonPart({ title, more, value, commandOf }: JsonPartProps) {
  const [isWhole, setWhole] = useState(false)
  const { shown, isCut, canBeWhole } = shownJson(value, isWhole)
  const text = JSON.stringify(shown, null, 2)
  return (
    <Section
      title={title}
      more={isCut ? `${more}, account numbers cut` : more}
      end={
        <span className="flex flex-wrap justify-end gap-2">
          {/* What is copied is used: with a number that was cut it would name another account. */}
          {!isCut && commandOf && <CopyAction text={commandOf(shown)} word="Copy as curl" />}
          {!isCut && <CopyAction text={text} word="Copy JSON" />}
          {canBeWhole && (
            <Button kind="plain" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
              Whole account numbers
            </Button>
          )}
        </span>
      }
    >
      <div className="pt-3">
        <JsonBox text={text} label={title} />
      </div>
    </Section>
  )
}

/**
 * `isCut`: a number in what is shown is cut, here or, for whoever may not see it, by the server already. `canBeWhole`:
 * there is more of it to show.
 */
export function shownJson(value: unknown, isWhole: boolean): { shown: unknown; isCut: boolean; canBeWhole: boolean } {
  const cut = withoutAccountNumbers(value)
  const shown = isWhole ? value : cut
  return {
    shown,
    isCut: accountNumbersIn(shown).some((number) => number.startsWith('••')),
    canBeWhole: JSON.stringify(cut) !== JSON.stringify(value),
  }
}

type LaterChangesProps = { environment: Environment; intent: IntentDetail; now: number }

/** Later requests of this desk that changed the same record, so that it may differ from what was requested. */
export function LaterChanges({ environment, intent, now }: LaterChangesProps) {
  const changes = intent.later_changes ?? []
  if (changes.length === 0) return null
  return (
    <Note tone="off" icon={History} className="mt-5">
      <p>
        <b>Changed by a later request.</b> The record below may differ from this request.
      </p>
      <ul>
        {changes.map(({ id, summary, state, created_at }) => (
          <li key={id} className="text-ink-2">
            <Link prefetch={false} className="underline" href={`/${environment}/activity/${id}`}>
              {summary}
            </Link>
            , {stateLabels[state].toLowerCase()}, <Time value={created_at} now={now} withZone />
          </li>
        ))}
      </ul>
    </Note>
  )
}
