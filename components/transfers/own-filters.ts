/** The filters of transfers that only Mintdesk has. */
import type { Filter } from '@/components/filters/description'
import { amountFilter, textFilter } from '@/components/filters/own-filters'
import { cryptoNetworks, maximumValues } from '@/lib/api/provider/transfer-terms'
import { networkLabel } from './labels'

const networks = cryptoNetworks.map((value) => ({ value, label: networkLabel(value) ?? value }))
const directions = [
  { value: 'CREDIT', label: 'In (credit)' },
  { value: 'DEBIT', label: 'Out (debit)' },
]

export const ownFilters: readonly Filter[] = [
  amountFilter('Amount'),
  textFilter('x.asset', 'Asset', 'is'),
  { kind: 'choice', name: 'x.direction', label: 'Direction', groups: { '': directions } },
  { kind: 'choice', name: 'x.network', label: 'Network', groups: { '': networks } },
  {
    ...{ kind: 'ids', name: 'x.destination_address', label: 'Destination address', idKind: 'text' },
    ...{ singular: 'address', plural: 'addresses', maximum: maximumValues },
  },
  textFilter('x.metadata', 'Metadata', 'has'),
  textFilter('x.memo', 'Memo', 'contains'),
  textFilter('x.note', 'Note', 'contains'),
  textFilter('x.pending_over', 'Pending', 'longer than'),
]
