/** The reads behind a transfer's page, under the keys that the list and other transfers' pages use. */
import { pageRead } from '@/components/list/list-read'
import type { Environment } from '@/lib/api/environments'
import { type DecodedTransfer, readTransfer, readTransferPage } from '@/lib/api/reading'
import { aloneFilters, freeFilters, TransferPath, type TransferQuery, timeFilters } from '@/lib/api/transfers'
import { type ListRules, type TimeNames, withOrder } from '@/lib/browser/list-filters'
import { call, operation } from '@/lib/browser/operation'

/** A transfer read by its id, or a row of the list (without `text`, the exact response). `at` is ms since 1970. */
export type LoadedTransfer = { transfer: DecodedTransfer; at: number; requestId: string; text?: string }

const options = { retry: false, staleTime: 30_000, refetchOnWindowFocus: false } as const

/** @param isBackground for a transfer that nobody has asked for yet */
export const transferRead = (environment: Environment, id: string, isBackground = false) => ({
  queryKey: [environment, 'getTransfer', { path: { id } }] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<LoadedTransfer> => {
    const { json, ...answer } = await call(environment, 'getTransfer', { path: { id } }, { signal, isBackground })
    return { ...answer, transfer: readTransfer(json) }
  },
  enabled: TransferPath.safeParse({ id }).success,
  ...options,
})

export const createdTime: TimeNames = {
  names: timeFilters.CREATED_AT,
  from: 'created_at.gte',
  to: 'created_at.lt',
  orderBy: 'CREATED_AT',
}
export const updatedTime: TimeNames = {
  names: timeFilters.UPDATED_AT,
  from: 'updated_at.gte',
  to: 'updated_at.lt',
  orderBy: 'UPDATED_AT',
  defaultOrder: 'ASC',
}
/** Spec, List transfers, rules 1 and 2. */
export const transferRules: ListRules = { alone: aloneFilters, free: freeFilters, times: [createdTime, updatedTime] }

/** One page of transfers, decoded. */
export const transferPageRead = (environment: Environment, query: TransferQuery) =>
  pageRead(operation(environment, 'listTransfers', { query: withOrder(transferRules, query) }), readTransferPage, query)

/** The transfers of a group, as the list with that filter reads them. */
export const groupRead = (environment: Environment, groupId: string) => ({
  ...transferPageRead(environment, { group_ids: [groupId] }),
  ...options,
})
