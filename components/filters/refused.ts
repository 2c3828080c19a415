/** What the service does not take together, in words. */
import { forbiddenBeside } from '@/lib/browser/list-filters'
import { type Filter, type ListFilters, partNames } from './description'

/** Why a filter cannot be added: the names of what is in its way, and the service's rule in one sentence. */
export type Refusal = { rivals: readonly string[]; beside: string; short: string; sentence: string }

/** @returns undefined where the filter goes with all that is in force */
export function refusalOf(list: ListFilters, filter: Filter, params: URLSearchParams): Refusal | undefined {
  const rivals = forbiddenBeside(list.rules, filter.name, params)
  if (rivals.length === 0) return undefined
  const beside = partNames(list, rivals)
  if (filter.kind === 'time') {
    const sentence = `The list goes by one time, not by ${filter.word} beside ${beside}.`
    return { rivals, beside, short: `Not beside ${beside}: the list goes by one time`, sentence }
  }
  // List transfers, rule 1: six filters go with times only; all but them is free of each other.
  const isAlone = list.rules.alone.includes(filter.name)
  return {
    rivals,
    beside,
    short: `Not beside ${beside}; ${isAlone ? '' : 'that goes '}only with a time range`,
    sentence: isAlone
      ? `The service takes ${filter.word} only with a time range, not beside ${beside}.`
      : `The service takes ${beside} only with a time range, not beside ${filter.word}.`,
  }
}
