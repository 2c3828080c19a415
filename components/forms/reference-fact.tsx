import { ShortId } from '@/components/ui/copy'
import type { ReviewFact } from './description'

/** The reference of a write: the one entered, or the intent's id. */
export const referenceFact = (typed: string, intent: string, noun: string): ReviewFact => ({
  name: 'Reference',
  field: 'ref_id',
  value:
    typed.trim() === '' ? (
      <>
        <ShortId id={intent} what="reference" />{' '}
        <span className="text-sm text-ink-3">generated for this {noun}, kept on retry</span>
      </>
    ) : (
      <ShortId id={typed.trim()} what="reference" head={32} />
    ),
})
