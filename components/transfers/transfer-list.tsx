'use client'
import type { ListDescription } from '@/components/list/description'
import { RecordList } from '@/components/list/record-list'
import type { Environment } from '@/lib/api/environments'
import { unmetTransferFilters } from '@/lib/api/matching'
import { readTransferPage } from '@/lib/api/reading'
import { type Transfer, TransferQuery } from '@/lib/api/transfers'
import { asSent, orderOf, timeAgainst } from '@/lib/browser/list-url'
import { operation } from '@/lib/browser/operation'
import { transferColumns } from './transfer-columns'
import { transferFilters } from './transfer-filters'

const transfers: ListDescription<Transfer, TransferQuery> = {
  title: 'Transfers',
  filters: transferFilters,
  query: TransferQuery,
  read: (environment, query) => operation(environment, 'listTransfers', { query: asSent(query) }),
  readPage: readTransferPage,
  unmet: unmetTransferFilters,
  sorting: {
    of: orderOf,
    usual: ({ order: _, order_by: __, ...query }) => orderOf(query),
    hasOrderBy: true,
    // List transfers, rule 2.
    whyNot: (query, by) => {
      const against = timeAgainst(query, by)
      if (!against) return undefined
      const [asked, filtered] = by === 'CREATED_AT' ? ['created', 'updated'] : ['updated', 'created']
      return `Not while ${filtered} is filtered: the service sorts by the time that is filtered, so not by ${asked}.`
    },
  },
  columns: transferColumns,
  idOf: ({ known }) => known.id,
  pageName: 'transfer',
}

/** The list of transfers. */
export function TransferList({ environment }: { environment: Environment }) {
  return <RecordList environment={environment} list={transfers} />
}
