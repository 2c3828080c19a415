/** Makes filters that only Mintdesk has. */
import type { RangeFilter, TextFilter } from './description'

/** `is at least 100.00`, `is 100.00 to 250.00`; the digits as they are. */
export const amountFilter = (label: string, more: Pick<RangeFilter, 'isSigned' | 'hint'> = {}): RangeFilter => ({
  ...{ kind: 'range', name: 'x.amount.gte', to: 'x.amount.lte', label, ...more },
  chip: (params) => {
    const [from, to] = [params.get('x.amount.gte'), params.get('x.amount.lte')]
    if (from !== null && to !== null) return { operator: 'is', value: `${from} to ${to}` }
    return from === null ? { operator: 'is at most', value: to ?? '' } : { operator: 'is at least', value: from }
  },
})

/** @param operator `contains` */
export const textFilter = (name: string, label: string, operator: string): TextFilter => ({
  ...{ kind: 'text', name, label },
  chip: (params) => ({ operator, value: params.getAll(name).join(', ') }),
})
