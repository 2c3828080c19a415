'use client'
import { ClipboardList } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { Note } from '@/components/ui/note'
import { saveDraft } from '@/lib/browser/filter-drafts'
import { parsePastedIds, splitIntoBatches } from '@/lib/browser/pasted-ids'
import type { ListFilters } from './description'
import { PartLinks } from './part-links'
import { isSame, type PastedList } from './pasted'

type PartsNoteProps = PastedList & {
  filters: ListFilters
  path: string
  params: URLSearchParams
  /** After it has gone: the focus must go somewhere. */
  onForgotten: () => void
}

/** Says which part of a pasted list is in force, and leads to the others. */
export default function PartsNote({ filter, text, isSplit, filters, path, params, onForgotten }: PartsNoteProps) {
  const { ids } = useMemo(() => parsePastedIds(text, filter.ids, { isSplit }), [text, filter, isSplit])
  const parts = useMemo(() => splitIntoBatches(ids, filter.ids, filter.most), [ids, filter])
  const here = parts.find(({ values }) => isSame(values, params.getAll(filter.name)))
  if (!here || parts.length < 2) return null
  const range = here.from === here.to ? `${filter.word} ${here.from}` : `${filter.word} ${here.from}–${here.to}`
  return (
    <Note tone="off" icon={ClipboardList} className="mt-3 mb-2">
      <p>
        <b>
          {range} of {ids.length.toLocaleString('en-US')} pasted.
        </b>{' '}
        The provider accepts at most {filter.most} at once. Choose another part:
      </p>
      <PartLinks filter={filter} list={filters} path={path} params={params} parts={parts} ids={ids} />
      <Button
        size="note"
        kind="plain"
        className="-ml-2"
        onClick={() => {
          saveDraft(path, filter.name, undefined)
          onForgotten()
        }}
      >
        Forget the rest
      </Button>
    </Note>
  )
}
