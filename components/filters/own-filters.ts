/** Makes filters that only Mintdesk has. */
import { amountText } from '@/components/ui/amount'
import type { RangeFilter, TextFilter } from './description'

/** `is at least 100.00`, `is 1,000.00 to 250,000.00`; the digits as they are. */
export const amountFilter = (label: string, more: Pick<RangeFilter, 'isSigned' | 'hint'> = {}): RangeFilter => ({
  ...{ kind: 'range', name: 'x.amount.gte', to: 'x.amount.lte', label, ...more },
  chip: (params) => {
    const [from = '', to = ''] = ['x.amount.gte', 'x.amount.lte'].map((name) => amountText(params.get(name) ?? ''))
    if (from && to) return { operator: 'is', value: `${from} to ${to}` }
    return from ? { operator: 'is at least', value: from } : { operator: 'is at most', value: to }
  },
})

/** @param operator `contains` */
export const textFilter = (name: string, label: string, operator: string): TextFilter => ({
  ...{ kind: 'text', name, label },
  chip: (params) => ({ operator, value: params.getAll(name).join(', ') }),
})
