'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Bookmark, ChevronDown } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ViewsProps } from '@/components/list/record-list'
import { replaceAddress } from '@/components/ui/address'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { usePreference } from '@/components/ui/preferences'
import { hrefOf } from '@/lib/browser/list-url'
import { visibleText } from '@/lib/domain/invisible-characters'
import { noteOpened } from '@/lib/features/views/browser/saved-views'
import { type ViewCount, viewSearch } from '@/lib/features/views/interface'
import { useViews } from './view-data'

const ViewsMenu = lazyPart('The menu of views', () => import('./views-menu'), { isOverlay: true })

/** The view that the list shows, whether it was changed since it was saved, and the menu of all views. */
export function ViewsControl({ environment, list, path, params, at }: ViewsProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { offered, pins } = useViews(environment)
  const client = useQueryClient()
  const chosen = offered.find((view) => view.id === params.get('x.view') && view.list === list)
  const isChanged = chosen !== undefined && viewSearch(params) !== chosen.search
  const isPinned = pins.some(({ view }) => view === chosen?.id)
  const seen = isPinned && !isChanged ? chosen?.id : undefined
  useEffect(() => {
    if (seen === undefined || at === undefined) return
    client.setQueriesData<ViewCount[]>({ queryKey: [environment, 'view-counts'] }, (counts) =>
      counts?.filter(({ view }) => view !== seen),
    )
    // If it fails, the count stays too high until the view is opened again, which is the safe side.
    void noteOpened(environment, seen, Date.now() - at).catch(() => {})
  }, [client, environment, seen, at])
  useDensityChange(path, params)
  // It opens at once.
  return (
    <div className="flex items-center gap-2 sm:-mt-0.5">
      <Button
        ref={button}
        kind={chosen ? 'outline' : 'plain'}
        className="min-w-0 max-sm:w-11 max-sm:px-0"
        aria-label={chosen ? `View: ${visibleText(chosen.name)}` : 'Views'}
        title={chosen && visibleText(chosen.name)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Bookmark />
        <span
          className={`max-w-[12ch] truncate max-sm:hidden lg:max-w-[20ch] min-[1281px]:max-w-[32ch] ${chosen ? 'max-[760px]:hidden' : ''}`}
        >
          {chosen ? visibleText(chosen.name) : 'Views'}
        </span>
        <ChevronDown className="size-3.5 max-sm:hidden" />
      </Button>
      <span role="status" className="text-sm text-ink-3 max-lg:sr-only">
        {isChanged && 'Changed since saved'}
      </span>
      {isOpen && (
        <ViewsMenu
          environment={environment}
          list={list}
          path={path}
          params={params}
          chosen={chosen}
          isChanged={isChanged}
          anchor={button}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  )
}

/** A row height that is chosen elsewhere, as in the command palette, replaces the one in the URL. */
function useDensityChange(path: string, params: URLSearchParams): void {
  const [density] = usePreference('density')
  const before = useRef(density)
  const write = useEffectEvent(() => {
    if (!params.has('x.density')) return
    const next = new URLSearchParams(params)
    next.set('x.density', density)
    replaceAddress(hrefOf(path, next))
  })
  useEffect(() => {
    if (before.current !== density) write()
    before.current = density
  }, [density])
}
