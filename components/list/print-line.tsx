'use client'
import { filterChips } from '@/components/filters/chips'
import type { ListFilters } from '@/components/filters/description'
import { sortLabels } from '@/components/filters/sort-labels'
import { useZone } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { ListOrder } from '@/lib/browser/list-url'

type PrintLineProps = { environment: Environment; filters: ListFilters; params: URLSearchParams; order: ListOrder }

/** On paper only: which rows these are, where buttons say it on screen. */
export function PrintLine({ environment, filters, params, order }: PrintLineProps) {
  const zone = useZone()
  const chips = filterChips(filters, params, zone)
  const said = chips.map(({ field, operator, value }) => `${field} ${operator} ${value}`)
  return (
    <p className="mb-2 hidden text-sm print:block">
      {environment === 'production' ? 'Production' : 'Sandbox'} · {said.join(' · ') || 'no filter'} · order:{' '}
      {sortLabels(order)} · times in {zone.name}
    </p>
  )
}
