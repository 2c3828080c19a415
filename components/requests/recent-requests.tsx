'use client'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/ui/address'
import { Status } from '@/components/ui/status'
import { Time } from '@/components/ui/time'
import { intentsQuery } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'
import type { WriteName } from '@/lib/provider/operations'
import { useFollowedRows } from './follow'
import { recordStatusStyle, stateStyle } from './labels'

const shown = 5

type RecentRequestsProps = { environment: Environment; operations: WriteName[] }

/** The newest requests of a form's kind, each with its last known status. */
export default function RecentRequests({ environment, operations }: RecentRequestsProps) {
  const { data, isError } = useQuery({
    ...intentsQuery(environment, { operations, limit: shown }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  useFollowedRows(environment, data?.intents)
  return (
    <section>
      <h2>Recent requests</h2>
      {isError && <p className="mt-1 text-ink-2">They couldn't be loaded.</p>}
      {data?.intents.length === 0 && <p className="mt-1 text-ink-2">None were sent from here yet.</p>}
      <ul className="mt-1">
        {data?.intents.map((intent) => (
          <li key={intent.id} className="border-b border-hairline py-1.5">
            <Link
              href={`/${environment}/activity/${intent.id}`}
              className="inline-flex min-h-6 items-center [overflow-wrap:anywhere] hover:underline"
            >
              {intent.summary}
            </Link>
            <p className="flex flex-wrap items-center justify-between gap-x-3 text-sm text-ink-3">
              <Status {...(recordStatusStyle(intent) ?? stateStyle(intent))} />
              <span>
                <Time value={intent.created_at} withZone />
              </span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
