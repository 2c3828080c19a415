'use client'
import { useProfileNames } from '@/components/forms/form-context'
import { ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { writeRowOf } from '@/lib/api/operations'
import { capitalized } from './labels'
import { recordStatusStyle } from './record-views'

type IntentFactsProps = { environment: Environment; intent: IntentDetail; now: number }

/** Who requested what, when, and its ids. @param now ms since 1970 */
export function IntentFacts({ environment, intent, now }: IntentFactsProps) {
  const { operation, ref_id, record_id, noted_by, status_at } = intent
  const names = useProfileNames(environment)
  const { method, path, scope, label, record } = writeRowOf(operation)
  const profile = intent.path.profile_id
  const status = recordStatusStyle(intent)
  const time = (value: string | undefined) => value && <Time value={value} now={now} withZone />
  const facts: Fact[] = [
    ['Requested by', intent.is_mine ? `${intent.person} (you)` : intent.person],
    ['Environment', environment === 'production' ? 'Production' : 'Sandbox'],
    ['Operation', label],
    ['Requested', time(intent.created_at)],
    ['First sent', time(intent.sent_at)],
    ['Settled', time(intent.settled_at)],
    ['Reference', ref_id && <ShortId id={ref_id} what="reference" head={ref_id === intent.id ? 8 : 32} />],
  ]
  if (record) {
    const statusFact = status && (
      <>
        <Status {...status} />
        <span className="text-sm text-ink-3">
          {noted_by ? `noted by ${noted_by}` : 'from the provider'}
          {status_at && <>, {time(status_at)}</>}
        </span>
      </>
    )
    facts.push(
      [capitalized(record.name), record_id && <ShortId id={record_id} what={`${record.name} id`} />],
      ['Last known status', statusFact],
    )
  }
  if (profile) {
    const named = (
      <>
        {names[profile] && <span>{names[profile]}</span>}
        <ShortId id={profile} what="profile id" />
      </>
    )
    facts.push(['Profile', named])
  }
  facts.push(['Activity id', <ShortId key="id" id={intent.id} what="activity id" shortcut="c" />])
  return (
    <>
      <Facts facts={facts} />
      <p className="mt-3 text-sm text-ink-3 [overflow-wrap:anywhere]">
        <span className="font-mono">
          {method} {path}
        </span>
        , scope <span className="font-mono">{scope}</span>
      </p>
    </>
  )
}
