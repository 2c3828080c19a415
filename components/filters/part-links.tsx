'use client'
import { ShallowLink } from '@/components/ui/address'
import { Button, buttonClass } from '@/components/ui/button'
import { shorten } from '@/components/ui/copy'
import { withFilter } from '@/lib/browser/list-filters'
import { hrefOf } from '@/lib/browser/list-url'
import type { Batch } from '@/lib/browser/pasted-ids'
import type { IdFilter, ListFilters } from './description'
import { isSame } from './pasted'

type PartLinksProps = {
  filter: IdFilter
  list: ListFilters
  path: string
  params: URLSearchParams
  parts: readonly Batch[]
  ids: readonly string[]
  /** After a part was gone to. */
  onMoved?: (part: Batch) => void
  /** Takes the place of going there, where something is in the way. */
  onChosen?: (part: Batch) => void
}

/** The parts of a pasted list: each is an address of the list, the one in force is marked. */
export function PartLinks({ filter, list, path, params, parts, ids, onMoved, onChosen }: PartLinksProps) {
  const inForce = params.getAll(filter.name)
  return (
    <ul aria-label={`Parts of the ${filter.many}`} className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto py-1.5">
      {parts.map((part) => {
        const isHere = isSame(part.values, inForce)
        const words = part.from === part.to ? shorten(ids[part.from - 1] ?? '', 10) : `${part.from}–${part.to}`
        const look = `${buttonClass('outline', 'note')} tabular-nums ${isHere ? 'bg-pressed!' : ''}`
        return (
          <li key={part.from}>
            {onChosen ? (
              <Button size="note" data-part onClick={() => onChosen(part)}>
                {words}
              </Button>
            ) : (
              <ShallowLink
                data-part
                className={look}
                aria-current={isHere ? 'true' : undefined}
                href={hrefOf(path, withFilter(list.rules, params, { [filter.name]: part.values }))}
                onMove={() => onMoved?.(part)}
              >
                {words}
              </ShallowLink>
            )}
          </li>
        )
      })}
    </ul>
  )
}
