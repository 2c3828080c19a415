/** The console's API for views of lists, as the browser calls it. */
import type { Environment } from '../api/environments'
import type { SavedView, SavedViews, ViewCount } from '../api/saved-views'
import type { ViewInput } from '../api/view-input'
import { callConsole } from './intents'

/** No read of views prolongs the session: the page that shows them has its own. */
export const viewsQuery = (environment: Environment) => ({
  queryKey: [environment, 'views'] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole<SavedViews>(environment, 'views', { signal, isBackground: true })).body,
})

/** How much is new in the pinned views. */
export const viewCountsQuery = (environment: Environment, zone: string) => ({
  queryKey: [environment, 'view-counts', zone] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const path = `views/counts?${new URLSearchParams({ zone })}`
    return (await callConsole<{ counts: ViewCount[] }>(environment, path, { signal, isBackground: true })).body.counts
  },
})

const pathOf = (id: string) => `views/${encodeURIComponent(id)}`

/** Adds or changes a view; the same again changes nothing. @throws ProblemError */
export const saveView = async (environment: Environment, id: string, input: ViewInput) =>
  (await callConsole<SavedView>(environment, pathOf(id), { method: 'PUT', body: JSON.stringify(input) })).body

/** @throws ProblemError */
export const deleteView = (environment: Environment, id: string) =>
  callConsole(environment, pathOf(id), { method: 'DELETE' })

/** @throws ProblemError */
export const setPinned = (environment: Environment, id: string, isPinned: boolean) =>
  callConsole(environment, `${pathOf(id)}/pin`, { method: isPinned ? 'PUT' : 'DELETE' })

/** Notes that this person saw a pinned view. @param age milliseconds since its rows were read */
export const noteOpened = (environment: Environment, id: string, age: number) =>
  callConsole(environment, `${pathOf(id)}/opened`, {
    method: 'POST',
    body: JSON.stringify({ age: Math.min(Math.max(0, Math.round(age)), 86_400_000) }),
    isBackground: true,
    // The person may leave the console at once.
    keepalive: true,
  })
