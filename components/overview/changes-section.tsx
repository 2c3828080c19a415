'use client'
import { useState } from 'react'
import { dueText } from '@/components/records/overdue'
import { Link } from '@/components/ui/address'
import { Section, Skeleton } from '@/components/ui/section'
import { toneClass } from '@/components/ui/status'
import { Time, useZone } from '@/components/ui/time'
import { elapsedText } from '@/lib/browser/clock'
import { hrefOf } from '@/lib/browser/list-url'
import { writeQuery } from '@/lib/domain/query-string'
import { changesQuery } from '@/lib/features/overview/overview-links'
import type { useChanges } from './changes'
import { endLinkClass } from './ways-section'

/** Rows on the first screen. */
const shownChanges = 5

type ChangesProps = Pick<ReturnType<typeof useChanges>, 'changes' | 'hasMore'> & {
  /** When this person last looked; undefined if this browser does not know. */
  last?: number
  since: number
  /** Whether transfers are still being read. */
  isPartial: boolean
  path: string
  now: number
}

/** What changed since this person last looked, or in the last 24 h if this browser does not know when that was. */
export function ChangesSection({ changes, hasMore, last, since, isPartial, path, now }: ChangesProps) {
  const [isAll, setAll] = useState(false)
  const { zone, name } = useZone()
  const more = (changes?.length ?? 0) - shownChanges
  return (
    <Section
      title={last === undefined ? 'In the last 24 h' : 'Since you last looked'}
      more={last === undefined ? '' : `${dueText(last, { zone, name }, now)}, ${elapsedText(now - last)} ago`}
      end={
        more > 0 && (
          <button type="button" className={endLinkClass} aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Fewer' : `${hasMore ? 'at least ' : ''}${more} more`}
          </button>
        )
      }
    >
      {/* As high as its rows, which come later than the page. */}
      <ul className="min-h-[calc(5*var(--row-height))]">
        {!changes && <Skeleton className="mt-3 w-48" />}
        {changes?.length === 0 && (
          <li className="pt-3">{isPartial ? 'Nothing that was read has changed.' : 'Nothing has changed.'}</li>
        )}
        {changes?.slice(0, isAll ? undefined : shownChanges).map(({ key, at, tone, icon: Icon, text, path: own }) => (
          <li key={key} className="flex min-h-(--row-height) items-center gap-3 border-b border-hairline py-1">
            <Icon className={`size-[15px] flex-none text-tone ${toneClass[tone]}`} />
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {own ? (
                <Link href={`${path}/${own}`} className="hover:underline">
                  {text}
                </Link>
              ) : (
                text
              )}
            </span>
            <span className="flex-none text-ink-3">
              <Time value={at} clock="provider" now={now} />
            </span>
          </li>
        ))}
        {isAll && hasMore && (
          <li className="pt-2">
            <Link className={endLinkClass} href={hrefOf(`${path}/transfers`, writeQuery(changesQuery(since)))}>
              All of them in Transfers
            </Link>
          </li>
        )}
      </ul>
    </Section>
  )
}
