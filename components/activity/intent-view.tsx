'use client'
import { RotateCcw } from 'lucide-react'
import Link from 'next/link'
import { curlCommand } from '@/components/forms/request-preview'
import { mayWrite } from '@/components/forms/role-required'
import { buttonClass } from '@/components/ui/button'
import { useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import type { Role } from '@/lib/api/roles'
import { clockText } from '@/lib/browser/clock'
import { ConflictPart } from './conflict-part'
import { HistoryPart } from './history-part'
import { IntentFacts } from './intent-facts'
import { JsonPart } from './json-part'
import { formOf, operationLabels } from './labels'
import { LaterChanges } from './later-changes'
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
            commandOf={(shown) => curlCommand(operation, { path, body: shown })}
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
