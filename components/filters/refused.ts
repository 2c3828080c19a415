/** Which filters the provider does not accept together, in words. */
import { conflictingNames } from '@/lib/browser/list-filters'
import { type Filter, type ListFilters, partNames } from './description'

/** Why a filter cannot be added: the names of what is in its way, and the provider's rule in one sentence. */
export type Refusal = { rivals: readonly string[]; beside: string; short: string; sentence: string }

/** @returns undefined where the filter can be combined with all that are set */
export function refusalOf(list: ListFilters, filter: Filter, params: URLSearchParams): Refusal | undefined {
  const rivals = conflictingNames(list.rules, filter.name, params)
  if (rivals.length === 0) return undefined
  const beside = partNames(list, rivals)
  if (filter.kind === 'time') {
    const short = `Filter by ${filter.word} or ${beside}, not both`
    return { rivals, beside, short, sentence: `${short}.` }
  }
  // List transfers, rule 1: six filters go with times only; all but them is free of each other.
  const isAlone = list.rules.alone.includes(filter.name)
  return {
    rivals,
    beside,
    short: `Can't be combined with ${beside}`,
    sentence: `${isAlone ? filter.word : beside} can only be combined with a time range, not with ${isAlone ? beside : filter.word}.`,
  }
}
