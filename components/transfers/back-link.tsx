'use client'
import { ChevronLeft } from 'lucide-react'
import Link from 'next/link'
import { filterChips } from '@/components/filters/chips'
import { useShortcut } from '@/components/ui/preferences'
import { useZone } from '@/components/ui/time'
import { hrefOf, pagePosition } from '@/lib/browser/list-url'
import { transferFilters } from './transfer-filters'

/** The way back to the list that one came from, by its name and to the very page. */
export function BackLink({ list, from }: { list: string; from: string | undefined }) {
  const params = new URLSearchParams(from)
  const chips = filterChips(transferFilters, params, useZone())
  const { number, cursor } = pagePosition(params)
  const names = chips.map(({ field, value }) => `${field} ${value}`)
  const page = cursor ? [number ? `page ${number}` : 'a later page'] : []
  const words = [...(names.length > 0 ? names : ['All transfers']), ...page].join(', ')
  return (
    // Only what follows "?" is taken from the address: it can lead to no other page.
    <Link
      prefetch={false}
      aria-keyshortcuts={useShortcut('u')}
      title={words}
      className="inline-flex min-h-6 min-w-0 items-center gap-1 text-ink-2 hover:underline print:hidden max-sm:min-h-10"
      href={hrefOf(list, params)}
    >
      <ChevronLeft className="size-3.5" />
      <span className="sr-only">Back to the list: </span>
      <span className="overflow-hidden text-ellipsis whitespace-nowrap">{words}</span>
    </Link>
  )
}
