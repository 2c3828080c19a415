/** The reads behind one transfer's page, under the keys that the list and other transfers' pages have for them. */
import type { Environment } from '@/lib/api/environments'
import { type Place, readTransferPage } from '@/lib/api/reading'
import type { TransferQuery } from '@/lib/api/transfers'
import { operation } from '@/lib/browser/operation'

/** How long an answer serves before it is read anew, in milliseconds. */
export const freshFor = 30_000

/** One transfer by its id. */
export const transferRead = (environment: Environment, id: string) =>
  operation(environment, 'getTransfer', { path: { id } })

/** A page of transfers. What is no list is a failed read: the list itself relies on what is kept under its key. */
export function listRead(environment: Environment, query: TransferQuery, place: Place) {
  const read = operation(environment, 'listTransfers', { query })
  return {
    queryKey: read.queryKey,
    queryFn: async (context: { signal: AbortSignal }) => {
      const answer = await read.queryFn(context)
      readTransferPage(answer.json, place)
      return answer
    },
  }
}
