'use client'
import { useMemo } from 'react'
import type { ListDescription } from '@/components/list/description'
import { RecordList } from '@/components/list/record-list'
import type { Environment } from '@/lib/api/environments'
import { unmetTransferFilters } from '@/lib/api/matching'
import { type Transfer, TransferQuery } from '@/lib/api/transfers'
import { listRead } from './reads'
import { transferColumns, whoActs } from './transfer-columns'
import { transferFilters } from './transfer-filters'

const transfers: ListDescription<Transfer, TransferQuery> = {
  title: 'Transfers',
  filters: transferFilters,
  query: TransferQuery,
  read: listRead,
  unmet: unmetTransferFilters,
  columns: transferColumns,
  idOf: ({ known }) => known.id,
  pageName: 'transfer',
}

/** The list of transfers. */
export function TransferList({ environment }: { environment: Environment }) {
  const list = useMemo(() => ({ ...transfers, columns: [...transferColumns, whoActs(environment)] }), [environment])
  return <RecordList environment={environment} list={list} />
}
