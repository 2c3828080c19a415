/** The console's API for views of lists, as the browser calls it. */

import { callConsole } from '../../../browser/operation'
import type { Environment } from '../../../provider/environments'
import type { ViewInput } from '../input'
import { viewsRows } from '../operations'

export const viewsQuery = (environment: Environment) => ({
  queryKey: [environment, 'views'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, viewsRows.listViews, {}, { signal })).body,
})

/** How much is new in the pinned views. */
export const viewCountsQuery = (environment: Environment, zone: string) => ({
  queryKey: [environment, 'view-counts', zone] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, viewsRows.countNew, { query: { zone } }, { signal })).body.counts,
})

/** Adds or changes a view; the same again changes nothing. @throws ProblemError */
export const saveView = async (environment: Environment, id: string, body: ViewInput) =>
  (await callConsole(environment, viewsRows.saveView, { values: { id }, body })).body

/** @throws ProblemError */
export const deleteView = (environment: Environment, id: string) =>
  callConsole(environment, viewsRows.removeView, { values: { id } })

/** @throws ProblemError */
export const setPinned = (environment: Environment, id: string, isPinned: boolean) =>
  callConsole(environment, isPinned ? viewsRows.pinView : viewsRows.unpinView, { values: { id } })

/** Notes that this person saw a pinned view. @param age milliseconds since its rows were read */
export const noteOpened = (environment: Environment, id: string, age: number) =>
  callConsole(
    environment,
    viewsRows.openView,
    { values: { id }, body: { age: Math.min(Math.max(0, Math.round(age)), 86_400_000) } },
    // The person may leave the console at once.
    { keepalive: true },
  )
