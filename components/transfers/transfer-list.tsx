'use client'
import { useMemo } from 'react'
import type { ListDescription } from '@/components/list/description'
import { RecordList } from '@/components/list/record-list'
import type { Environment } from '@/lib/api/environments'
import { unmetTransferFilters } from '@/lib/api/matching'
import { readTransferPage } from '@/lib/api/reading'
import { type Transfer, TransferQuery } from '@/lib/api/transfers'
import { asSent, orderOf, timeAgainst } from '@/lib/browser/list-url'
import { operation } from '@/lib/browser/operation'
import { transferColumns, whoActs } from './transfer-columns'
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
      return `Not while ${by === 'CREATED_AT' ? 'updated' : 'created'} is filtered: the list must be sorted by the same time.`
    },
  },
  columns: transferColumns,
  idOf: ({ known }) => known.id,
  pageName: 'transfer',
}

/** The list of transfers. */
export function TransferList({ environment }: { environment: Environment }) {
  const list = useMemo(() => ({ ...transfers, columns: [...transferColumns, whoActs(environment)] }), [environment])
  return <RecordList environment={environment} list={list} />
}
