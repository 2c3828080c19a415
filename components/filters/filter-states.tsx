'use client'
import { ShallowLink } from '@/components/ui/address'
import { buttonClass } from '@/components/ui/button'
import { ErrorSummary } from '@/components/ui/field'
import { EmptyState } from '@/components/ui/section'
import { useZone } from '@/components/ui/time'
import { withoutFilters } from '@/lib/browser/list-filters'
import { firstPage, hrefOf, pagePosition, withoutField, withoutParams, withParams } from '@/lib/browser/list-url'
import { isSortedByOther, withoutFilter } from '@/lib/browser/set-filters'
import { withPartsNamed } from '@/lib/provider/list-parts'
import { askedParams } from '@/lib/provider/list-rules'
import { filterChips } from './chips'
import { type FilterProps, filterOf, type ListFilters, labelOf, namesOf, type RefusedQuery } from './description'
import { pastedValues, saveDraft } from './filter-drafts'

type FilterStateProps = FilterProps & {
  refused?: RefusedQuery
  /** More records are still to come. */
  isOpen?: boolean
  /** They are on the next page: this one looked at as many as one may. */
  hasNext?: boolean
}

/** What a list without rows shows: why its filters can't be used, or why it is empty. */
export default function FilterState({ refused, ...props }: FilterStateProps) {
  return refused ? <InvalidFilters {...props} {...refused} /> : <NoMatches {...props} />
}

/** A page without rows: an empty list, no match, or a page beyond the end. */
function NoMatches({ filters, path, params, resolved, isOpen, hasNext }: FilterStateProps) {
  const chips = filterChips(filters, params, useZone(), resolved)
  const hasIds = chips.some(({ filter }) => filter.kind === 'ids')
  const link = (label: string, next: URLSearchParams, kind?: 'plain') => (
    <ShallowLink key={label} className={`${buttonClass({ kind })} max-w-full py-2 sm:py-0`} href={hrefOf(path, next)}>
      {label}
    </ShallowLink>
  )
  if (pagePosition(params).cursor && !hasNext)
    return (
      <EmptyState title="Nothing on this page" actions={link('First page', firstPage(params))}>
        <p>The list ends before this page.</p>
      </EmptyState>
    )
  if (chips.length === 0)
    return (
      <EmptyState title={`No ${filters.plural} yet`}>
        <p>{filters.emptyText}</p>
      </EmptyState>
    )
  return (
    <EmptyState
      title={
        isOpen
          ? `No ${filters.plural} found so far`
          : `No ${filters.plural} match ${chips.length === 1 ? 'this filter' : 'all these filters'}`
      }
      actions={
        <>
          {chips.map(({ field, operator, value, names }) =>
            link(`Remove filter "${field} ${operator} ${value}"`, withoutFilter(filters.rules, params, names)),
          )}
          {chips.length > 1 && link('Clear all', withoutFilters(params), 'plain')}
        </>
      }
    >
      <p>
        {hasNext
          ? 'No match on this page. Continue with the next one.'
          : (filters.noMatchText ?? (hasIds ? 'Check that the value is complete.' : 'Remove a filter to see more.'))}
      </p>
    </EmptyState>
  )
}

/** A URL that Mintdesk refused: each error with its reason and its fixes. Nothing was sent to the provider. */
function InvalidFilters({ filters, path, params, errors, rest }: FilterProps & RefusedQuery) {
  return (
    <div className="mt-4 max-w-[800px]">
      <ErrorSummary focusKey={params.toString()}>
        <p className="text-ink-2">The filters in this link can't be used. Nothing was sent.</p>
        <ul className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-3">
          {errors.map(({ field, message }) => (
            <li key={`${field} ${message}`} className="[overflow-wrap:anywhere]">
              <p>
                <b>{fieldLabel(filters, field, params)}:</b> {message}
              </p>
              <p className="mt-1 flex flex-wrap gap-2">
                {fixesOf(filters, field, params).map(({ label, next, isBatch }) => (
                  <ShallowLink
                    key={label}
                    className={buttonClass({ size: 'small', isWrapping: true })}
                    href={hrefOf(path, withPartsNamed(filters.rules, next))}
                    onMove={() => isBatch && keepList(path, field, params, next)}
                  >
                    {label}
                  </ShallowLink>
                ))}
              </p>
            </li>
          ))}
        </ul>
        {rest && <p className="mt-3 text-ink-2">{rest}</p>}
      </ErrorSummary>
    </div>
  )
}

/** `Type "FOO"`, `Created`, or the parameter itself. */
function fieldLabel(filters: ListFilters, field: string, written: URLSearchParams): string {
  const params = askedParams(filters.rules, written)
  const [, name, index] = /^(.+)\.(\d+)$/.exec(field) ?? []
  if (!name || !params.has(name)) return labelOf(filters, field)
  return `${labelOf(filters, name)} "${params.getAll(name)[Number(index)]}"`
}

/** Keeps the whole list when one of its batches is applied, as after pasting it. */
const keepList = (path: string, name: string, all: URLSearchParams, batch: URLSearchParams) =>
  saveDraft(path, name, {
    values: pastedValues({ text: all.getAll(name).join('\n'), isSplit: false, isApplied: true }),
    base: batch.getAll(name),
  })

type Fix = { label: string; next: URLSearchParams; isBatch?: boolean }

/** The changes that make a parameter valid, the smallest first. */
function fixesOf(filters: ListFilters, field: string, written: URLSearchParams): Fix[] {
  const params = written.has(field) ? written : askedParams(filters.rules, written)
  const label = labelOf(filters, field)
  const filter = filterOf(filters, field)
  const values = params.getAll(field)
  // An error of a relative time names the parameter that it became.
  const removed = filter?.kind === 'time' && !params.has(field) ? withoutParams(params, namesOf(filter)) : undefined
  const fixes: Fix[] = [
    { label: `Remove ${fieldLabel(filters, field, params)}`, next: removed ?? withoutField(params, field) },
  ]
  const parted = withPartsNamed(filters.rules, written)
  if (parted.toString() !== written.toString()) fixes.unshift({ label: 'Use all of these filters', next: parted })
  if (filter?.kind === 'time' && isSortedByOther(filters.rules, field, params))
    fixes.push({ label: `Order by ${label.toLowerCase()}`, next: withoutParams(params, ['order_by', 'order']) })
  const maximum = filter?.kind === 'ids' ? filter.maximum : values.length
  if (values.length <= maximum) return fixes
  for (let from = 0; from < values.length; from += maximum) {
    const batch = values.slice(from, from + maximum)
    const range = batch.length === 1 ? `${label} ${from + 1}` : `${from + 1}–${from + batch.length}`
    fixes.push({ label: `Only ${range}`, next: withParams(params, { [field]: batch }), isBatch: true })
  }
  return fixes
}
