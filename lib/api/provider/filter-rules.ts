/** The provider's rules for the filters of its lists, as data: pages without such a list do not load them. */
import type { ListRules } from './list-rules'
import type { ScannedList } from './scanned-lists'
import { combinableFilters, exclusiveFilters, timeFilters } from './transfer-terms'

export const listRules: Record<ScannedList, ListRules> = {
  /** Spec, List transfers, rules 1 and 2. */
  listTransfers: {
    alone: exclusiveFilters,
    free: combinableFilters,
    times: [
      {
        names: timeFilters.CREATED_AT,
        relative: 'x.created',
        from: 'created_at.gte',
        to: 'created_at.lt',
        orderBy: 'CREATED_AT',
      },
      {
        names: timeFilters.UPDATED_AT,
        relative: 'x.updated',
        from: 'updated_at.gte',
        to: 'updated_at.lt',
        orderBy: 'UPDATED_AT',
        defaultOrder: 'ASC',
      },
    ],
  },
  /** Spec, List issuer quote executions: every filter, in any combination. The range includes both ends. */
  listIssuerQuotes: {
    alone: [],
    free: ['profile_id', 'status'],
    times: [
      {
        names: ['created_range.begin', 'created_range.end'],
        relative: 'x.created',
        from: 'created_range.begin',
        to: 'created_range.end',
      },
    ],
  },
}
