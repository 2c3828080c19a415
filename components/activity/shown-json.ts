/** What is shown of a JSON value that may hold account numbers. */
import { accountNumbersIn, withoutAccountNumbers } from '@/lib/api/account-numbers'

/**
 * `isCut`: a number in what is shown is cut, here or, for whoever may not see it, by the server already. `canBeWhole`:
 * there is more of it to show.
 */
export function shownJson(value: unknown, isWhole: boolean): { shown: unknown; isCut: boolean; canBeWhole: boolean } {
  const cut = withoutAccountNumbers(value)
  const shown = isWhole ? value : cut
  return {
    shown,
    isCut: accountNumbersIn(shown).some((number) => number.startsWith('••')),
    canBeWhole: JSON.stringify(cut) !== JSON.stringify(value),
  }
}
