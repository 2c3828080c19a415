/** The filters of the list of issuer quotes. */

import type { ListFilters, TimeFilter } from '@/components/filters/description'
import { listRules } from '@/lib/api/provider/scanned-lists'
import { statuses } from './issuer-quote-status'
import { ownFilters } from './own-filters'

const rules = listRules.listIssuerQuotes

/** Spec, List issuer quote executions: every filter, in any combination. The range includes both ends. */
export const issuerQuoteFilters: ListFilters = {
  plural: 'issuer quotes',
  emptyText: 'Executions of issuer quotes appear here as soon as the provider creates them.',
  rules,
  filters: [
    ...rules.times.map(
      (time): TimeFilter => ({
        ...{ kind: 'time', name: time.from, label: 'Created', icon: 'created', time, isEndInclusive: true },
      }),
    ),
    {
      kind: 'choice',
      name: 'status',
      label: 'Status',
      icon: 'status',
      groups: { '': statuses.map(([value, { label }]) => ({ value, label })) },
    },
    {
      kind: 'ids',
      name: 'profile_id',
      label: 'Profile',
      icon: 'profile',
      singular: 'profile',
      plural: 'profiles',
      idKind: 'id',
      maximum: 1,
      hint: 'The provider accepts one profile here.',
    },
    ...ownFilters,
  ],
}
