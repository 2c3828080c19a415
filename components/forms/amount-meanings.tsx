import { Button } from '@/components/ui/button'
import { meaningError, meaningsOf, meaningText } from '@/lib/domain/normalize-input'

/** The two amounts that a text may mean, as buttons for a field's `fixes`; undefined if its error asks for neither. */
export const meaningFixes = (typed: string, error: string | undefined, choose: (meaning: string) => void) =>
  error !== undefined && error === meaningError(typed)
    ? meaningsOf(typed)?.map((meaning) => (
        <Button key={meaning} size="small" onClick={() => choose(meaning)}>
          {meaningText(meaning)}
        </Button>
      ))
    : undefined
