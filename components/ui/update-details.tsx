import type { LiveStatus } from '@/lib/browser/live-status'
import type { ProblemError } from '@/lib/provider/problem'
import { Moment } from './time'

/** How current what is on screen is: as its stream says, or `read` where nothing is followed. */
export type Freshness = 'loading' | 'unread' | 'offline' | 'stale' | 'read' | Exclude<LiveStatus, undefined>

const meanings: Record<Freshness, string> = {
  loading: 'Not shown yet.',
  unread: 'Nothing could be shown.',
  offline: 'You are offline.',
  stale: 'The last update failed.',
  reconnecting: 'Changes do not appear now: Mintdesk or the provider is not answering. This page keeps trying.',
  paused: 'Changes do not appear while you are offline, signed out, or in another tab.',
  live: 'Changes at the provider appear here within seconds.',
  read: 'Changes appear when you refresh.',
}

type DetailsProps = { freshness: Freshness; at?: number; problem?: ProblemError }

/** What a page's state of update means, and when it was last read. */
export default function UpdateDetails({ freshness, at, problem }: DetailsProps) {
  return (
    <div className="mb-2">
      <p>
        {meanings[freshness]} {problem?.problem.title}
      </p>
      {at !== undefined && (
        <p className="text-ink-2">
          Updated <Moment at={at} />
        </p>
      )}
    </div>
  )
}
