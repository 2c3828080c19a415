'use client'
import { useProfileNames } from '@/components/forms/form-context'
import { ShortId } from '@/components/ui/copy'
import { type Fact, Facts } from '@/components/ui/facts'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail, WriteName } from '@/lib/api/intents'
import { rowOf } from '@/lib/api/operations'
import { operationLabels } from './labels'
import { recordStatusStyle } from './record-status'

/** What the id of a record is called, by operation. */
const recordNames: Partial<Record<WriteName, string>> = {
  createOrder: 'Order',
  createFiatAccount: 'Fiat account',
  updateFiatAccount: 'Fiat account',
  createRule: 'Rule',
}

/** Who asked for what, when, and what identifies it. @param now ms since 1970 */
export function IntentFacts({
  environment,
  intent,
  now,
}: {
  environment: Environment
  intent: IntentDetail
  now: number
}) {
  const { operation, path, ref_id, record_id, sent_at, settled_at } = intent
  const names = useProfileNames(environment)
  const { method, path: address, scope } = rowOf(operation)
  const recordName = recordNames[operation]
  const profile = path.profile_id
  const time = (value: string | undefined) => value && <Time value={value} now={now} withZone />
  const facts: Fact[] = [
    ['Asked by', intent.is_mine ? `${intent.person} (you)` : intent.person],
    ['Environment', environment === 'production' ? 'Production' : 'Sandbox'],
    ['Operation', operationLabels[operation].act],
    ['Asked', time(intent.created_at)],
    ['First sent', time(sent_at)],
    ['Settled', time(settled_at)],
    ['Reference', ref_id && <ShortId id={ref_id} what="reference" head={ref_id === intent.id ? 8 : 32} />],
    ...(recordName
      ? [[recordName, record_id && <ShortId id={record_id} what={`${recordName.toLowerCase()} id`} />] as Fact]
      : []),
    ...(operation === 'initiateSandboxFiatDeposit' ? [] : [['Last known status', statusOf(intent, now)] as Fact]),
    ...(profile ? [['Profile', profileOf(profile, names[profile])] as Fact] : []),
    ['Intent', <ShortId key="id" id={intent.id} what="intent id" shortcut="c" />],
  ]
  return (
    <>
      <Facts facts={facts} />
      <p className="mt-3 text-sm text-ink-3 [overflow-wrap:anywhere]">
        <span className="font-mono">
          {method} {address}
        </span>
        , scope <span className="font-mono">{scope}</span>
      </p>
    </>
  )
}

/** A status with when it was known, and by whom: a person's word is never shown as the provider's. */
function statusOf(intent: IntentDetail, now: number): Fact[1] {
  const { status_at, noted_by } = intent
  const look = recordStatusStyle(intent)
  if (!look) return undefined
  return (
    <>
      <Status {...look} />
      <span className="text-sm text-ink-3">
        {noted_by ? `noted by ${noted_by}` : 'from the provider'}
        {status_at && (
          <>
            , <Time value={status_at} now={now} withZone />
          </>
        )}
      </span>
    </>
  )
}

const profileOf = (id: string, name: string | undefined) => (
  <>
    {name && <span>{name}</span>}
    <ShortId id={id} what="profile id" />
  </>
)
