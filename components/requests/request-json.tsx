'use client'
import { curlCommand } from '@/components/forms/request-preview'
import { JsonFold } from '@/components/record/record-fold'
import { profileLabel, useProfileNames } from '@/components/records/profile-names'
import type { IntentDetail } from '@/lib/api/intents'
import { pathOf, rowOf, writeNames } from '@/lib/provider/operations'

/** What is or will be sent, with the address, and the name of the profile in it. */
export function RequestJson({ intent }: { intent: IntentDetail }) {
  const { environment, operation, path, body, sent_at, state } = intent
  const { names } = useProfileNames(environment)
  const profile = profileLabel(path.profile_id ?? '', names)
  if (body === undefined)
    return (
      <p className="mt-4 text-ink-2">
        The request cannot be shown: it is encrypted with a key that Mintdesk no longer has.
      </p>
    )
  // It may be of an operation that has been removed since.
  const isKnown = writeNames.includes(operation)
  return (
    <JsonFold
      title={state === 'waiting' ? 'What will be sent' : 'Request'}
      more={state === 'waiting' ? 'the exact request' : sent_at ? 'as sent' : 'not sent'}
      value={body}
      lead={
        isKnown
          ? [`${rowOf(operation).method} ${pathOf(operation, path)}`, profile].filter(Boolean).join(', ')
          : undefined
      }
      commandOf={isKnown ? (shown) => curlCommand(operation, { path, body: shown }) : undefined}
    />
  )
}
