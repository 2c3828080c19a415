'use client'
/** The views of a person, their pins, and what changes them: read once for the list, the navigation and the palette. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWrite } from '@/components/forms/small-form'
import { asProblem } from '@/components/ui/problem'
import type { ViewList } from '@/lib/api/list-request'
import { hrefOf } from '@/lib/browser/list-url'
import { liveStream } from '@/lib/features/live/browser/live'
import { viewCountsQuery, viewsQuery } from '@/lib/features/views/browser/saved-views'
import {
  type OfferedView,
  offeredViews,
  type SavedView,
  type SavedViews,
  type ViewCount,
} from '@/lib/features/views/interface'
import type { Environment } from '@/lib/provider/environments'

const none: SavedViews = { views: [], pins: [] }

export function useViews(environment: Environment) {
  const { data = none, error, isSuccess } = useQuery({ ...viewsQuery(environment), retry: false, staleTime: 30_000 })
  const offered = offeredViews(data)
  const pinned = data.pins.flatMap(({ view }) => offered.find(({ id }) => id === view) ?? [])
  return { ...data, offered, pinned, isSuccess, problem: asProblem(error) }
}

/** The page of a view, which remembers which view it shows. */
export function viewHref(environment: Environment, { id, list, search }: OfferedView): string {
  const params = new URLSearchParams(search)
  params.set('x.view', id)
  return hrefOf(`/${environment}/${list}`, params)
}

export const listLabels: Record<ViewList, string> = {
  transfers: 'Transfers',
  'issuer-quotes': 'Issuer quotes',
  money: 'Movements',
}

/** How often pinned views are counted anew, ms. React Query stops while the tab is hidden. */
const countEvery = 60_000
/** Milliseconds from a change to the count, in which a burst becomes one, and at least between two such counts. */
const gathering = 1_000
const countAgainAfter = 15_000

/** Counts anew what is new in views of transfers when a transfer has changed: soon, but not with every change. */
function useCountsFollowChanges(environment: Environment, isWanted: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isWanted) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let countedAt = Number.NEGATIVE_INFINITY
    const count = () => {
      timer = undefined
      countedAt = Date.now()
      void client.invalidateQueries({ queryKey: [environment, 'view-counts'] })
    }
    const stop = liveStream(environment).listen(() => {
      timer ??= setTimeout(count, Math.max(gathering, countedAt + countAgainAfter - Date.now()))
    }, false)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, environment, isWanted])
}

/** What is new in the pinned views, by view; a view whose count is not known is not in the map. */
export function useViewCounts(
  environment: Environment,
  zone: string,
  pinned: readonly OfferedView[],
): Map<string, ViewCount> {
  useCountsFollowChanges(
    environment,
    pinned.some(({ list }) => list === 'transfers'),
  )
  const { data = [] } = useQuery({
    ...viewCountsQuery(environment, zone),
    enabled: pinned.length > 0,
    retry: false,
    staleTime: countEvery / 2,
    refetchInterval: countEvery,
    meta: { isBackground: true },
  })
  return new Map(data.map((count) => [count.view, count]))
}

/** Changes a person's views, and shows the result wherever it is shown. `start` does nothing while it runs. */
export function useViewWrite<Input, Result>(
  environment: Environment,
  run: (input: Input) => Promise<Result>,
  change: (before: SavedViews, input: Input, result: Result) => SavedViews,
  onSuccess: (result: Result, input: Input) => void = () => {},
) {
  const client = useQueryClient()
  return useWrite({
    mutationFn: run,
    onSuccess: (result, input) => {
      const { queryKey } = viewsQuery(environment)
      client.setQueryData<SavedViews>(queryKey, (before) => change(before ?? none, input, result))
      onSuccess(result, input)
    },
    onSettled: () => {
      for (const read of ['views', 'view-counts']) void client.invalidateQueries({ queryKey: [environment, read] })
    },
  })
}

export const withView = (before: SavedViews, view: SavedView): SavedViews => ({
  ...before,
  views: [...before.views.filter(({ id }) => id !== view.id), view].sort((one, other) =>
    one.name.localeCompare(other.name, 'en'),
  ),
})

/** A count as the navigation shows it; nothing without anything new. */
export const newCountText = ({ count, is_more }: ViewCount) => (count > 0 ? `${count}${is_more ? '+' : ''}` : undefined)
