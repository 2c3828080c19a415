/** The filters of List issuer quote executions, as the page offers them. */
import { Boxes, CircleDot, Clock } from 'lucide-react'
import type { ListFilters } from '@/components/filters/description'
import { issuerQuoteStatuses } from '@/lib/api/issuer-quotes'
import { createdRange, issuerQuoteRules } from '@/lib/browser/list-filters'

const statusWords = { PENDING: 'Pending', COMPLETE: 'Complete', FAILED: 'Failed' }

/** Spec, List issuer quote executions: every filter that it has; the range includes both its ends. */
export const issuerQuoteFilters: ListFilters = {
  many: 'issuer quotes',
  firstWords: 'Executions of issuer quotes appear here as soon as the provider creates them.',
  rules: issuerQuoteRules,
  filters: [
    { kind: 'time', name: createdRange.from, word: 'Created', icon: Clock, time: createdRange, isEndIncluded: true },
    {
      kind: 'choice',
      name: 'status',
      word: 'Status',
      icon: CircleDot,
      groups: { '': issuerQuoteStatuses.map((value) => ({ value, word: statusWords[value] })) },
    },
    {
      kind: 'ids',
      name: 'profile_id',
      word: 'Profile',
      icon: Boxes,
      one: 'profile',
      many: 'profiles',
      ids: 'id',
      most: 1,
      hint: 'The provider accepts one profile here.',
    },
  ],
}
