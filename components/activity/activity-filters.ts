/** The filters of the activity, as its page offers them. */
import { CircleDot, Clock, Workflow } from 'lucide-react'
import type { ListFilters } from '@/components/filters/description'
import type { Environment } from '@/lib/api/environments'
import { intentStates, writeNames } from '@/lib/api/intents'
import { rowOf } from '@/lib/api/operations'
import type { TimeNames } from '@/lib/browser/list-filters'
import { operationLabels, stateLabels } from './labels'

const asked: TimeNames = { names: ['created_at.gte', 'created_at.lt'], from: 'created_at.gte', to: 'created_at.lt' }

/** Every filter goes with every other: the list is Mintdesk's own. What exists only in the sandbox is offered only there. */
const filtersOf = (environment: Environment): ListFilters => ({
  plural: 'entries',
  emptyText: 'Every order, fiat account, rule and deposit that is asked for here is listed, whatever came of it.',
  noMatchText: 'Mintdesk has kept nothing that fits.',
  rules: { alone: [], free: ['states', 'operations'], times: [asked] },
  filters: [
    { kind: 'time', name: asked.from, label: 'Asked', icon: Clock, time: asked, isEndInclusive: false },
    {
      kind: 'choice',
      name: 'states',
      label: 'State',
      icon: CircleDot,
      groups: { '': intentStates.map((value) => ({ value, label: stateLabels[value] })) },
    },
    {
      kind: 'choice',
      name: 'operations',
      label: 'Operation',
      icon: Workflow,
      groups: {
        '': writeNames
          .filter((name) => environment === 'sandbox' || !rowOf(name).isSandboxOnly)
          .map((value) => ({ value, label: operationLabels[value].act })),
      },
    },
  ],
})

export const activityFilters: Record<Environment, ListFilters> = {
  sandbox: filtersOf('sandbox'),
  production: filtersOf('production'),
}
