/** The filters of issuer quotes that only Mintdesk has. */
import type { Filter } from '@/components/filters/description'
import { amountFilter, textFilter } from '@/components/filters/own-filters'
import { maximumValues } from '@/lib/api/provider/transfer-terms'

const issuances = [
  { value: 'MINTED', label: 'Minted' },
  { value: 'REDEEMED', label: 'Redeemed' },
]

export const ownFilters: readonly Filter[] = [
  amountFilter('Principal', { isSigned: true, hint: 'As received: it can be negative.' }),
  textFilter('x.asset', 'Asset type', 'is'),
  { kind: 'choice', name: 'x.issuance', label: 'Issuance', groups: { '': issuances } },
  {
    ...{ kind: 'ids', name: 'x.ref_ids', label: 'Reference', idKind: 'text' },
    ...{ singular: 'reference', plural: 'references', maximum: maximumValues },
  },
  textFilter('x.pending_over', 'Pending', 'longer than'),
]
