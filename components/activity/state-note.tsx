'use client'
import Link from 'next/link'
import { type ReactNode, useState } from 'react'
import { Button } from '@/components/ui/button'
import { useKeptFocus } from '@/components/ui/focus'
import { Note } from '@/components/ui/note'
import { useNow } from '@/components/ui/now'
import { Moment, Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { hrefOf } from '@/lib/browser/list-url'
import { CheckOutcome } from './check-outcome'
import { CheckUnavailable, CheckWindowClock, checkWindowOf, earlierCredential } from './check-window'
import { SendNow, Withdraw } from './intent-actions'
import { isSettledByNote, meaningOf, stateStyle } from './labels'
import { NoteForm, readNoteDraft } from './note-form'
import { mayBeFollowed, StatusFollow } from './status-follow'

type StateNoteProps = { environment: Environment; person: string; intent: IntentDetail; mayAct: boolean }

/** How an intent stands, what that means, and what to do next. */
export function StateNote({ environment, person, intent, mayAct }: StateNoteProps) {
  const place = { person, environment, intent: intent.id }
  const [isNoting, setNoting] = useState(() => mayAct && readNoteDraft(place) !== undefined)
  const look = stateStyle(intent)
  const { says, next } = meaningOf(intent, mayAct)
  const isByNote = isSettledByNote(intent)
  const hasFinding = intent.state === 'unknown' || intent.state === 'confirmed' || isByNote
  const mayNote = mayAct && hasFinding
  const { is_earlier_credential: isEarlier = false } = intent
  const focus = useKeptFocus<HTMLDivElement>(
    `${intent.state} ${isNoting} ${mayBeFollowed(intent)}`,
    mayNote ? 'button[aria-expanded]' : '[tabindex="-1"]',
  )
  return (
    <div {...focus}>
      <Note tone={look.tone} icon={look.icon} role="status">
        <p tabIndex={-1}>
          <b>{says}</b> {next}
        </p>
        {intent.state === 'refused' && intent.answer_status === 409 && intent.ref_id && (
          <p>
            <Link prefetch={false} href={hrefOf(`/${environment}/activity`, new URLSearchParams({ q: intent.ref_id }))}>
              All requests with this reference
            </Link>
          </p>
        )}
        {intent.state === 'sent' && intent.deadline_at && (
          <p>
            If no answer arrives by <Time value={intent.deadline_at} now={Date.now()} withZone />, the outcome will be
            unknown.
          </p>
        )}
        {/* Where a check would be offered its place says so. */}
        {isEarlier && !hasFinding && <p>{earlierCredential(intent)}</p>}
      </Note>
      {intent.state === 'prepared' && intent.is_mine && mayAct && !isEarlier && (
        <SendNow environment={environment} intent={intent} />
      )}
      {intent.state === 'prepared' && mayAct && <Withdraw environment={environment} intent={intent} />}
      {hasFinding && (
        <Finding
          environment={environment}
          intent={intent}
          mayAct={mayAct}
          note={
            mayNote && (
              <Button kind="plain" aria-expanded={isNoting} onClick={() => setNoting(!isNoting)}>
                {isByNote
                  ? 'Correct the note'
                  : intent.state === 'unknown'
                    ? 'Record what happened'
                    : 'Record status manually'}
              </Button>
            )
          }
        />
      )}
      {/* What somebody is writing stays, though it was settled meanwhile. */}
      {isNoting && mayAct && (
        <div className="mt-4">
          <NoteForm place={place} intent={intent} onNoted={() => setNoting(false)} onLeave={() => setNoting(false)} />
        </div>
      )}
    </div>
  )
}

type FindingProps = Omit<StateNoteProps, 'person'> & { note: ReactNode }

/** Checking it, as long as that is safe; else what is left to do. */
function Finding({ environment, intent, mayAct, note }: FindingProps) {
  const now = useNow(1000)
  const finding = checkWindowOf(intent, now)
  if (intent.state !== 'unknown') {
    if (finding.kind === 'ask' && mayAct) {
      return (
        <div className="mt-4">
          <StatusFollow environment={environment} intent={intent} />
          <CheckOutcome environment={environment} intent={intent} word="Check status" beside={note} />
        </div>
      )
    }
    if (finding.kind === 'look' || finding.kind === 'none') return note && <p className="mt-4">{note}</p>
    return (
      <div className="mt-4 grid gap-1.5">
        {note && <p>{note}</p>}
        {finding.kind === 'closed' && (
          <p className="text-sm text-ink-3">
            The status could be checked until <Moment at={finding.at} now={now} />: a reference is free again 24 h after
            its order closed. Ask the provider for its status, then record it.
          </p>
        )}
        {finding.kind === 'barred' && <p className="text-sm text-ink-3">{finding.why}</p>}
      </div>
    )
  }
  return (
    <div className="mt-4 grid grid-cols-[172px_minmax(0,1fr)] items-start gap-x-6 gap-y-3 max-sm:grid-cols-1">
      <CheckWindowClock finding={finding} now={now} />
      <div>
        {finding.kind === 'ask' && mayAct ? (
          <CheckOutcome environment={environment} intent={intent} word="Check outcome" isPrimary beside={note} />
        ) : (
          <>
            <CheckUnavailable finding={finding} />
            {note && <p className="mt-2 -ml-2">{note}</p>}
          </>
        )}
      </div>
    </div>
  )
}
