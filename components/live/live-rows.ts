/** Keeps every list of transfers that is loaded in this tab at the newest version of its rows. */
import type { QueryClient } from '@tanstack/react-query'
import { type LiveNews, liveStream } from '@/lib/features/live/browser/live'
import { type LivePage, withNewest } from '@/lib/features/live/browser/live-rows'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'

/** Milliseconds in which changes are gathered, so that a burst draws the page once. */
const gathering = 200

const isListKey = (key: readonly unknown[]) => key[1] === 'listTransfers' && key.at(-1) === 'decoded'

/** Replaces older rows in the loaded lists. A row that is read again and older than what was shown is replaced too. */
function replaceRows(client: QueryClient, environment: Environment): void {
  const { newest } = liveStream(environment)
  const lists = client.getQueryCache().findAll({ queryKey: [environment], predicate: (one) => isListKey(one.queryKey) })
  for (const { queryKey, state } of lists) {
    const page = state.data as LivePage | undefined
    const next = page && withNewest(page, newest)
    // It stays as old as its read.
    if (next && next !== page) client.setQueryData(queryKey, next, { updatedAt: state.dataUpdatedAt })
  }
}

/**
 * Follows the changes, and tells them after the loaded lists have them, a burst at once.
 * @returns what ends it
 */
export function followRows(
  client: QueryClient,
  environment: Environment,
  tell: (changed: readonly DecodedTransfer[], isReload: boolean) => void,
): () => void {
  let changed: DecodedTransfer[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    timer = undefined
    replaceRows(client, environment)
    const told = changed
    changed = []
    tell(told, false)
  }
  const hear = (news: LiveNews) => {
    if (news.kind === 'reload') return tell([], true)
    changed.push(news.transfer)
    timer ??= setTimeout(flush, gathering)
  }
  const stop = liveStream(environment).listen(hear, false)
  const stopCache = client.getQueryCache().subscribe((event) => {
    const isRead = event.type === 'updated' && event.action.type === 'success' && !event.action.manual
    if (isRead && isListKey(event.query.queryKey)) replaceRows(client, environment)
  })
  return () => {
    clearTimeout(timer)
    stop()
    stopCache()
  }
}
