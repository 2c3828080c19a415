import { SearchX } from 'lucide-react'
import { type IdFilter, type ListFilters, namesOf } from '@/components/filters/description'
import { CopyButton } from '@/components/ui/copy'
import { Note } from '@/components/ui/status'
import { distinctIds, identifierKey, unmatchedIds } from '@/lib/browser/equal-identifiers'
import { pagePosition } from '@/lib/browser/list-url'
import { parseIdentifier } from '@/lib/browser/parsed-identifiers'

type Page = { items: readonly { known: object }[]; next?: string }

/**
 * Identifiers of one filter that no row has. `hasOtherFilters`: other filters may exclude their records; `reason`: why no
 * record can have such an identifier.
 */
export type NotFound = {
  filter: IdFilter
  requested: number
  missing: string[]
  hasOtherFilters: boolean
  reason?: string
}

/**
 * The requested identifiers that no record has.
 * @returns nothing unless this page is the whole list and every row has the field: otherwise they may exist
 */
export function notFoundIn({ filters }: ListFilters, params: URLSearchParams, { items, next }: Page): NotFound[] {
  if (next !== undefined || pagePosition(params).cursor) return []
  const applied = filters.filter((filter) => namesOf(filter).some((name) => params.has(name)))
  return applied.flatMap((filter) => {
    if (filter.kind !== 'ids' || !filter.field) return []
    const { field, idKind, name } = filter
    const found = items
      .map(({ known }) => (known as Record<string, unknown>)[field])
      .filter((value) => typeof value === 'string')
    if (found.length < items.length) return []
    const values = params.getAll(name)
    const byReason = new Map<string | undefined, string[]>()
    for (const id of unmatchedIds(values, found, idKind)) {
      const reason = invalidReason(id, filter)
      byReason.set(reason, [...(byReason.get(reason) ?? []), id])
    }
    const requested = distinctIds(values, idKind).length
    const hasOtherFilters = applied.length > 1
    return [...byReason].map(([reason, missing]) => ({ filter, requested, hasOtherFilters, reason, missing }))
  })
}

/** Why no record can have this identifier; undefined if it is well formed. */
function invalidReason(id: string, { idKind }: IdFilter): string | undefined {
  const parsed = parseIdentifier(id.trim(), idKind)
  if ('message' in parsed) return parsed.message
  if (parsed.ids.some((one) => identifierKey(one, idKind) === identifierKey(id, idKind))) return undefined
  return `Not a valid ${idKind === 'hash' ? 'hash' : 'ID'}. Use ${parsed.ids.join(', ')}.`
}

/** `2 of 5 hashes were not found`, or why they are invalid. */
export function notFoundText({ filter, requested, missing, hasOtherFilters, reason }: NotFound): string {
  if (reason) return reason
  const which =
    requested === 1
      ? `This ${filter.singular} was not found`
      : missing.length === requested
        ? `None of the ${requested} ${filter.plural} were found`
        : `${missing.length} of ${requested} ${filter.plural} ${missing.length === 1 ? 'was' : 'were'} not found`
  return hasOtherFilters ? `${which} with all filters applied` : which
}

/** Identifiers shown; the button copies all. */
const maximumShown = 10

function NotFoundNote({ notFound }: { notFound: NotFound }) {
  const { filter, missing, reason } = notFound
  const more = missing.length - maximumShown
  return (
    <Note tone="wait" icon={SearchX} className="my-2" title={`${notFoundText(notFound)}${reason ? '' : ':'}`}>
      <span className="font-mono text-sm [overflow-wrap:anywhere]">{missing.slice(0, maximumShown).join(', ')}</span>
      {more > 0 && ` and ${more} more`}{' '}
      <CopyButton
        text={missing.join('\n')}
        what={`${missing.length === 1 ? filter.singular : filter.plural} not found`}
      />
    </Note>
  )
}

type NotesProps = { filters: ListFilters; params: URLSearchParams; page: Page }

/** A note for each filter and reason. */
export default function NotFoundNotes({ filters, params, page }: NotesProps) {
  return notFoundIn(filters, params, page).map((notFound) => (
    <NotFoundNote key={`${notFound.filter.name} ${notFound.reason ?? ''}`} notFound={notFound} />
  ))
}
