'use client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { newestRecord } from '@/components/activity/newest-record'
import { ruleValuesOf } from '@/components/rules/rule-values'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { readRule } from '@/lib/api/reading'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'

/** A rule made here that wires run: its memo as the service answered it, and the rule in a few words. */
export type RuleMemo = { memo: string; rule: string }

/** How many of the newest rules are asked for their memos: each takes a read of its own. */
const looked = 12

type Reading = 'busy' | 'whole' | 'failed'

/** Also while it is read again: a list from before may lack the newest rule. */
const isBusy = ({ isPending, isFetching }: { isPending: boolean; isFetching: boolean }) => isPending || isFetching

/** The memos of the newest rules made here, newest first, as far as they are read. */
export function useRuleMemos(environment: Environment): { memos: RuleMemo[]; reading: Reading } {
  const rules = useQuery({
    ...intentsQuery(environment, { operations: ['createRule'], states: ['confirmed'], limit: looked }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const each = useQueries({
    queries: (rules.data?.intents ?? []).map(({ id }) => ({
      ...intentQuery(environment, id),
      // A memo never changes; what was read before the answer came has none.
      staleTime: ({ state }: { state: { data?: IntentDetail } }) =>
        state.data?.state === 'confirmed' ? Number.POSITIVE_INFINITY : 0,
      retry: false,
      refetchOnWindowFocus: false,
    })),
    combine: (results) => ({
      memos: results.flatMap(({ data }) => {
        if (!data) return []
        const { source_kind, source } = ruleValuesOf(readRule(newestRecord(data)?.record).known)
        return source_kind === 'fiat' && source.fiat.memo_id ? [{ memo: source.fiat.memo_id, rule: data.summary }] : []
      }),
      isBusy: results.some(isBusy),
      isFailed: results.some(({ isError }) => isError),
    }),
  })
  return {
    memos: each.memos,
    reading: isBusy(rules) || each.isBusy ? 'busy' : rules.isError || each.isFailed ? 'failed' : 'whole',
  }
}

/** What is known of a memo; nothing as long as rules are being read. */
export function memoMeaning(memo: string, memos: readonly RuleMemo[], reading: Reading): string | undefined {
  if (memo === '') return undefined
  const rule = memos.find((one) => one.memo === memo)?.rule
  if (rule) return `Runs the rule “${rule}”.`
  if (reading === 'busy') return undefined
  return reading === 'failed'
    ? 'The rules made here could not be read: whether one of them has this memo is not known.'
    : 'None of the newest rules made here has this memo.'
}
