'use client'
/** What a list shows of changes: whether it is live, and the rows that it does not have yet. Loaded once the page is idle. */
import { useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LiveProps } from '@/components/list/record-list'
import { Button } from '@/components/ui/button'
import { announce } from '@/components/ui/focus'
import { liveStream } from '@/lib/features/live/browser/live'
import { isNewer, missingRows, withRows } from '@/lib/features/live/browser/live-rows'
import { type DecodedTransfer, mayHaveMore } from '@/lib/provider/reading'
import type { Transfer, TransferQuery } from '@/lib/provider/transfers'
import { followRows } from './live-rows'

/** Milliseconds between two announcements, so that a busy list does not talk all the time. */
const announceEvery = 10_000

/** Milliseconds after which the rows are on screen. */
const gathering = 100

/** "3 transfers", "3 new transfers". */
const countOf = (count: number, plural: string, word = '') =>
  `${count.toLocaleString('en-US')} ${word}${count === 1 ? plural.replace(/s$/, '') : plural}`

export default function LiveList(props: LiveProps<Transfer, TransferQuery>) {
  const { environment, list, query, queryKey, page, order, table, onRefresh } = props
  const { plural } = list.filters
  const client = useQueryClient()
  const [, draw] = useState(0)
  /** The read of which changes were missed. */
  const [missedAt, setMissedAt] = useState<number>()
  /** The rows of this page that changed since the last announcement. */
  const changedIds = useRef(new Set<string>())

  // Where the list ends on another page, the rows that it lacks are there.
  const canHaveMore = order.order === 'DESC' ? query.page_cursor === undefined : !mayHaveMore(page)
  const known = canHaveMore ? [...liveStream(environment).newest.values()] : []
  const matching = known.filter((row) => list.unmet(query, row).length === 0)
  const missing = missingRows(matching, page, order)
  const text = countOf(missing.length, plural, order.by === 'UPDATED_AT' ? 'newly updated ' : 'new ')

  const tellGathered = useEffectEvent(() => {
    const count = changedIds.current.size
    changedIds.current.clear()
    const texts = [count > 0 && `${countOf(count, plural)} changed.`, missing.length > 0 && `${text}.`]
    const told = texts.filter(Boolean).join(' ')
    if (told) announce(told)
  })
  const hear = useEffectEvent((changed: readonly DecodedTransfer[], isReload: boolean) => {
    if (isReload) return setMissedAt(page.at)
    // A new connection repeats the last minute; what is on screen already is no change.
    const shown = new Map(page.items.map((row) => [row.known.id, row]))
    for (const one of changed) {
      const { id } = one.known
      const row = id === undefined ? undefined : shown.get(id)
      if (id !== undefined && row && isNewer(one, row)) changedIds.current.add(id)
    }
    draw((count) => count + 1)
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let toldAt = 0
    const tell = () => {
      timer = undefined
      toldAt = Date.now()
      tellGathered()
    }
    const stop = followRows(client, environment, (changed, isReload) => {
      hear(changed, isReload)
      timer ??= setTimeout(tell, Math.max(gathering, toldAt + announceEvery - Date.now()))
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, environment])

  /** Shows the rows and goes to the first of them, so that the focus does not stay on a button that has gone. */
  const focused = useRef<string>(undefined)
  const show = () => {
    focused.current = missing[0]?.known.id
    const { dataUpdatedAt } = client.getQueryState(queryKey) ?? {}
    const add = (read: typeof page | undefined) => read && withRows(read, missing, order)
    client.setQueryData(queryKey, add, { updatedAt: dataUpdatedAt })
  }
  useEffect(() => {
    const id = focused.current
    if (id === undefined || !page.items.some(({ known }) => known.id === id)) return
    focused.current = undefined
    // After this commit: the table draws the row at once.
    queueMicrotask(() => {
      if (order.order === 'DESC') {
        window.scrollTo({ top: 0 })
        table.current?.scrollTo(0)
      }
      table.current?.focusRow(id)
    })
  }, [page, order, table])

  const hasMissed = missedAt === page.at
  return (
    (missing.length > 0 || hasMissed) && (
      // Above everything, where it moves nothing: in the head's empty middle, or at the foot of a narrow window.
      <div className="z-(--z-bar) max-[900px]:fixed max-[900px]:bottom-20 max-[900px]:left-1/2 max-[900px]:-translate-x-1/2 min-[901px]:absolute min-[901px]:top-0 min-[901px]:left-1/2 min-[901px]:-translate-x-1/2 print:hidden">
        <Button className="shadow-menu" onClick={hasMissed ? onRefresh : show}>
          <ArrowUp />
          {hasMissed ? 'Changes were missed: refresh' : text}
        </Button>
      </div>
    )
  )
}
