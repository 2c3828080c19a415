import { SearchX } from 'lucide-react'
import { type IdFilter, type ListFilters, namesOf } from '@/components/filters/description'
import { CopyButton } from '@/components/ui/copy'
import { Note } from '@/components/ui/note'
import { distinctIds, identifierKey, parseIdentifier, unmatchedIds } from '@/lib/browser/identifiers'
import { pagePosition } from '@/lib/browser/list-url'

/** What the note must know of a row. */
type Row = { known: object }

type Page = { items: readonly Row[]; next?: string }

/**
 * Identifiers of one filter that no row has; `hasOthers` says that other filters may have kept their records out, `reason`
 * why nothing can have such an identifier.
 */
export type NotFound = { filter: IdFilter; asked: number; missing: string[]; hasOthers: boolean; reason?: string }

const fieldIn = ({ known }: Row, field: string) => (known as Record<string, unknown>)[field]

/**
 * The identifiers that were asked for and that no record has.
 * @returns nothing unless this page is the whole list: on another page, or in a row that lacks the field, they may be
 */
export function notFoundIn({ filters }: ListFilters, params: URLSearchParams, { items, next }: Page): NotFound[] {
  if (next !== undefined || pagePosition(params).cursor) return []
  const inForce = filters.filter((filter) => namesOf(filter).some((name) => params.has(name)))
  return inForce.flatMap((filter) => {
    if (filter.kind !== 'ids' || !filter.field) return []
    const { field, ids, name } = filter
    const answered = items.map((row) => fieldIn(row, field)).filter((value) => typeof value === 'string')
    if (answered.length < items.length) return []
    const asked = params.getAll(name)
    const common = { filter, asked: distinctIds(asked, ids).length, hasOthers: inForce.length > 1 }
    const missing = unmatchedIds(asked, answered, ids).map((value) => ({ value, reason: reasonAgainst(value, filter) }))
    const reasons = [...new Set(missing.map(({ reason }) => reason))]
    return reasons.map((reason) => ({
      ...common,
      reason,
      missing: missing.filter((one) => one.reason === reason).map(({ value }) => value),
    }))
  })
}

/** Why nothing can have this identifier; undefined where it is well written. */
function reasonAgainst(value: string, { ids }: IdFilter): string | undefined {
  const read = parseIdentifier(value.trim(), ids)
  if ('message' in read) return read.message
  const isSame = read.ids.some((id) => identifierKey(id, ids) === identifierKey(value, ids))
  return isSame
    ? undefined
    : `This is not how the ${ids === 'hash' ? 'hash' : 'ID'} is written. Use ${read.ids.join(', ')}.`
}

/** `2 of 5 hashes were not found`, or what is wrong with them. */
export function notFoundWords({ filter, asked, missing, hasOthers, reason }: NotFound): string {
  if (reason) return reason
  const which =
    asked === 1
      ? `This ${filter.one} was not found`
      : missing.length === asked
        ? `None of the ${asked} ${filter.many} were found`
        : `${missing.length} of ${asked} ${filter.many} ${missing.length === 1 ? 'was' : 'were'} not found`
  return hasOthers ? `${which} with all filters applied` : which
}

/** As many as are read at a glance; the button copies all. */
const shown = 10

/** Names the identifiers that no record has. */
export function NotFoundNote({ found }: { found: NotFound }) {
  const { filter, missing } = found
  const more = missing.length - shown
  return (
    <Note tone="wait" icon={SearchX} role="status" className="my-2">
      <p>
        <b>
          {notFoundWords(found)}
          {!found.reason && ':'}
        </b>{' '}
        <span className="font-mono text-sm [overflow-wrap:anywhere]">{missing.slice(0, shown).join(', ')}</span>
        {more > 0 && ` and ${more} more`}{' '}
        <CopyButton text={missing.join('\n')} what={`${missing.length === 1 ? filter.one : filter.many} not found`} />
      </p>
    </Note>
  )
}
