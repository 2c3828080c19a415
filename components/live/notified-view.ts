/** The view whose transfers a person is notified of, if not of all: kept in the browser, like the permission. */
import type { QueryClient } from '@tanstack/react-query'
import { listRequest, unmetTerms } from '@/lib/api/list-request'
import { nowBy } from '@/lib/browser/clocks'
import { lastChoice } from '@/lib/browser/stored-text'
import { viewsQuery } from '@/lib/features/views/browser/saved-views'
import { offeredViews } from '@/lib/features/views/interface'
import type { Environment } from '@/lib/provider/environments'
import type { DecodedTransfer } from '@/lib/provider/reading'

export type NoticeOwner = { person: string; environment: Environment }

/** Where the choice is kept; '' is every transfer. */
export const notifiedViewField = 'notified-view'

/**
 * Whether a person wants to be notified of a transfer. A view that has gone, cannot be read or cannot be judged here leaves
 * nothing out: a notice too many is better than one that is missing.
 */
export async function isWanted(
  client: QueryClient,
  owner: NoticeOwner,
  zone: string,
  transfer: DecodedTransfer,
): Promise<boolean> {
  const id = lastChoice(notifiedViewField, owner)
  if (id === '') return true
  try {
    const saved = await client.fetchQuery({ ...viewsQuery(owner.environment), staleTime: 30_000 })
    const view = offeredViews(saved).find((one) => one.id === id)
    if (view?.list !== 'transfers') return true
    const now = nowBy('provider', owner.environment)
    const { request } = listRequest('listTransfers', new URLSearchParams(view.search), { now, zone })
    // Notes are not known here.
    return !request || unmetTerms(request, transfer).every((name) => name === 'note')
  } catch {
    return true
  }
}
