/** The reads behind one transfer's page, under the keys that the list and other transfers' pages have for them. */
import { pageRead } from '@/components/list/list-read'
import type { Environment } from '@/lib/api/environments'
import { readTransferPage } from '@/lib/api/reading'
import type { TransferQuery } from '@/lib/api/transfers'
import { withOrder } from '@/lib/browser/list-filters'
import { operation } from '@/lib/browser/operation'
import { transferRules } from './transfer-filters'

/** How long an answer serves before it is read anew, in milliseconds. */
export const freshFor = 30_000

/** One transfer by its id. */
export const transferRead = (environment: Environment, id: string) =>
  operation(environment, 'getTransfer', { path: { id } })

/** A page of transfers; the list and the pages of transfers share its cache entry. */
export const listRead = (environment: Environment, query: TransferQuery) =>
  pageRead(operation(environment, 'listTransfers', { query: withOrder(transferRules, query) }), readTransferPage, query)
