'use client'
import { ShallowLink } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/field'
import type { FieldError } from '@/lib/api/sentences'
import { saveDraft } from '@/lib/browser/filter-drafts'
import { conflictingNames, isSortedByOther } from '@/lib/browser/list-filters'
import { hrefOf, withoutField, withoutParams, withParams } from '@/lib/browser/list-url'
import { filterOf, type ListFilters, partName, partNames } from './description'

type BadAddressProps = {
  filters: ListFilters
  path: string
  params: URLSearchParams
  errors: readonly FieldError[]
}

/** An address that the provider would refuse: each wrong part with its reason and a way out. Nothing was sent. */
export default function BadAddress({ filters, path, params, errors }: BadAddressProps) {
  return (
    <div className="mt-4 max-w-[800px]">
      <ErrorSummary focusKey={params.toString()}>
        <p className="text-ink-2">The filters in this link can't be used. Nothing was sent.</p>
        <ul className="mt-2 grid gap-3">
          {errors.map(({ field, message }) => (
            <li key={`${field} ${message}`} className="[overflow-wrap:anywhere]">
              <p>
                <b>{placeWords(filters, field, params)}:</b> {message}
              </p>
              <p className="mt-1 flex flex-wrap gap-2">
                {waysOut(filters, field, params).map(({ words, next, isPart }) => (
                  <ShallowLink
                    key={words}
                    className={`${buttonClass('outline', 'note')} max-w-full`}
                    href={hrefOf(path, next)}
                    onMove={() => isPart && keepRest(path, field, params, next)}
                  >
                    <span className="overflow-hidden text-ellipsis">{words}</span>
                  </ShallowLink>
                ))}
              </p>
            </li>
          ))}
        </ul>
      </ErrorSummary>
    </div>
  )
}

/** Where the address is wrong: `Type "FOO"`, `Created`, or the name as it stands there. */
function placeWords(filters: ListFilters, field: string, params: URLSearchParams): string {
  const [, name, index] = /^(.+)\.(\d+)$/.exec(field) ?? []
  if (!name || !params.has(name)) return partName(filters, field)
  return `${partName(filters, name)} "${params.getAll(name)[Number(index)]}"`
}

/** The values of a list that are not asked for now stay at hand, as they do after pasting it. */
const keepRest = (path: string, name: string, all: URLSearchParams, part: URLSearchParams) =>
  saveDraft(path, name, { values: [all.getAll(name).join('\n'), 'parts', ''], base: part.getAll(name) })

type Way = { words: string; next: URLSearchParams; isPart?: boolean }

/** What makes the address good in this place, the least change first. */
function waysOut(filters: ListFilters, field: string, params: URLSearchParams): Way[] {
  const word = partName(filters, field)
  const filter = filterOf(filters, field)
  const rivals = filter?.kind === 'time' ? [] : conflictingNames(filters.rules, field, params)
  const most = filter?.kind === 'ids' ? filter.most : Number.POSITIVE_INFINITY
  const values = params.getAll(field)
  const ways: Way[] = [{ words: `Remove ${placeWords(filters, field, params)}`, next: withoutField(params, field) }]
  if (rivals.length > 0)
    ways.push({ words: `Use ${word} instead of ${partNames(filters, rivals)}`, next: withoutParams(params, rivals) })
  if (filter?.kind === 'time' && isSortedByOther(filters.rules, field, params))
    ways.push({ words: `Order by ${word.toLowerCase()}`, next: withoutParams(params, ['order_by', 'order']) })
  if (values.length > most) {
    for (let from = 0; from < values.length; from += most) {
      const part = values.slice(from, from + most)
      const words = part.length === 1 ? `Only ${word} ${from + 1}` : `Only ${from + 1}–${from + part.length}`
      ways.push({ words, next: withParams(params, { [field]: part }), isPart: true })
    }
  }
  return ways
}
