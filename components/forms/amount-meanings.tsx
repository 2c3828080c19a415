import { amountText } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { compareDecimals, withPlaces } from '@/lib/domain/decimals'
import {
  amountError,
  meaningError,
  meaningsOf,
  meaningText,
  normalizeAmount,
  withoutDoubt,
} from '@/lib/domain/normalize-input'

/** An exact amount as a field shows it: grouped, with cents, and without a second meaning. */
export const groupedAmount = (exact: string) => amountText(withoutDoubt(withPlaces(exact, 2)))

/** @returns undefined for text that is not an amount, or may be two */
type ReadExact = (text: string) => string | undefined

/** Reads amounts of an asset. @param places as in `amountError` */
export const exactIn =
  (asset: string, places?: number): ReadExact =>
  (text) =>
    amountError(text, 'amount', asset, places) ? undefined : normalizeAmount(text, asset)

/** A typed amount as its field shows it once it is left: grouped, with cents if it could otherwise be read two ways. */
export function shownAmount(typed: string, exactOf: ReadExact): string {
  const exact = exactOf(typed)
  if (exact === undefined) return typed
  const isSame = (shown: string) => compareDecimals(exactOf(shown) ?? '', exact) === 0
  return [amountText(exact), groupedAmount(exact)].find(isSame) ?? exact
}

/** The two amounts that a text may mean, as buttons for a field's `fixes`; undefined if its error asks for neither. */
export const meaningFixes = (typed: string, error: string | undefined, choose: (meaning: string) => void) =>
  error !== undefined && error === meaningError(typed)
    ? meaningsOf(typed)?.map((meaning) => (
        <Button key={meaning} size="small" onClick={() => choose(meaning)}>
          {meaningText(meaning)}
        </Button>
      ))
    : undefined
