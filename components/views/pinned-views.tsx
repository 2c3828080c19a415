'use client'
import { Bookmark } from 'lucide-react'
import { Link, useAddress } from '@/components/ui/address'
import { useZone } from '@/components/ui/time'
import { clockText } from '@/lib/browser/clock'
import { visibleText } from '@/lib/domain/invisible-characters'
import type { Environment } from '@/lib/provider/environments'
import { newCountText, useViewCounts, useViews, viewHref } from './view-data'

type PinnedProps = {
  environment: Environment
  /** Classes of an entry, of its words, and of the group's title. */
  entryClass: string
  nameClass: string
  titleClass: string
  onFollow?: () => void
}

/** The pinned views with what is new in each since this person opened it. */
export default function PinnedViews({ environment, entryClass, nameClass, titleClass, onFollow }: PinnedProps) {
  const { pinned, pins } = useViews(environment)
  const { zone, name: zoneName } = useZone()
  const counts = useViewCounts(environment, zone, pinned)
  const { path, search } = useAddress()
  if (pinned.length === 0) return null
  const chosen = new URLSearchParams(search).get('x.view')
  return (
    <div>
      <h2 className={titleClass}>Views</h2>
      <ul>
        {pinned.map((view) => {
          const isHere = chosen === view.id && path === `/${environment}/${view.list}`
          const count = counts.get(view.id)
          const text = !isHere && count ? newCountText(count) : undefined
          const since = pins.find((pin) => pin.view === view.id)?.opened_at ?? ''
          const name = visibleText(view.name)
          const title = `${text} new or changed since you opened it, ${clockText(since, undefined, zone)} ${zoneName}`
          return (
            <li key={view.id} className="flex max-sm:mb-1">
              <Link
                href={viewHref(environment, view)}
                aria-current={isHere ? 'true' : undefined}
                data-tip={name}
                className={entryClass}
                onClick={onFollow}
              >
                <Bookmark />
                <span className={`min-w-0 truncate ${nameClass}`} title={name}>
                  {name}
                </span>
                {text && (
                  <span
                    className="ml-auto text-sm text-ink-3 sm:max-xl:absolute sm:max-xl:top-0 sm:max-xl:right-0.5 sm:max-xl:text-xs sm:max-xl:leading-none"
                    title={title}
                  >
                    {text}
                    <span className="sr-only"> new</span>
                  </span>
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
