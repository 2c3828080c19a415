import type { ReactNode } from 'react'
import { ShortId } from '@/components/ui/copy'
import type { Fact } from '@/components/ui/facts'
import { Time } from '@/components/ui/time'
import { approvedBy } from '@/lib/api/approval'
import type { Intent } from '@/lib/api/intents'
import { capitalized } from '@/lib/browser/labels'
import { writeNames } from '@/lib/provider/operations'
import { recordOf } from '@/lib/provider/records'

/** Who requested what and who approved it, and the IDs; only what there is. */
export function requestFacts(intent: Intent): Fact[] {
  const { operation, id, ref_id, record_id } = intent
  // It may be of an operation that has been removed since.
  const isKnown = writeNames.includes(operation)
  const record = isKnown ? recordOf(operation) : undefined
  const isReference = ref_id === id
  const facts: Fact[] = [
    ['Requested by', intent.is_mine ? `${intent.person} (you)` : intent.person],
    ['Approved by', approvedFact(intent)],
    // A reference that Mintdesk made is the activity ID.
    ['Reference', !isReference && ref_id && <ShortId id={ref_id} what="reference" head={32} />],
    [
      capitalized(record?.name ?? 'record'),
      record_id && <ShortId id={record_id} what={`${record?.name ?? 'record'} ID`} />,
    ],
    [
      isReference ? 'Reference' : 'Activity ID',
      <ShortId key="id" id={id} what={isReference ? 'reference' : 'activity ID'} shortcut="c" />,
    ],
  ]
  return facts.filter(([, value]) => value)
}

/** Who approved a request, when, and under which version of the policy; undefined while nobody has, or had to. */
function approvedFact({ approval }: Intent): ReactNode {
  const given = approval ? approvedBy(approval) : []
  if (!approval || given.length === 0) return undefined
  return (
    <>
      {given.map(({ person, at }) => (
        <span key={at} className="block">
          {person}, <Time value={at} withZone />
        </span>
      ))}
      <span className="block text-sm text-ink-3">policy version {approval.version}</span>
    </>
  )
}
