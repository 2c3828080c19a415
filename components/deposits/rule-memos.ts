'use client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { newestRecord } from '@/components/activity/newest-record'
import { ruleValuesFrom } from '@/components/rules/rule-values'
import type { Environment } from '@/lib/api/environments'
import type { IntentDetail } from '@/lib/api/intents'
import { readRule } from '@/lib/api/reading'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'

/** A rule for wires that was created here: its memo from the answer, and its summary. */
export type RuleMemo = { memo: string; rule: string }

/** Only the newest rules are read, because each costs a request. */
const maxRules = 12

type LoadState = 'loading' | 'loaded' | 'failed'

/** Also while refetching: the list from before may lack the newest rule. */
const isLoading = ({ isPending, isFetching }: { isPending: boolean; isFetching: boolean }) => isPending || isFetching

/** The memos of the newest rules created here, newest first. */
export function useRuleMemos(environment: Environment): { memos: RuleMemo[]; state: LoadState } {
  const rules = useQuery({
    ...intentsQuery(environment, { operations: ['createRule'], states: ['confirmed'], limit: maxRules }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const each = useQueries({
    queries: (rules.data?.intents ?? []).map(({ id }) => ({
      ...intentQuery(environment, id),
      // A memo never changes once the rule is confirmed.
      staleTime: ({ state }: { state: { data?: IntentDetail } }) =>
        state.data?.state === 'confirmed' ? Number.POSITIVE_INFINITY : 0,
      retry: false,
      refetchOnWindowFocus: false,
    })),
    combine: (results) => ({
      memos: results.flatMap(({ data }) => {
        if (!data) return []
        const { source_kind, source } = ruleValuesFrom(readRule(newestRecord(data)?.record).known)
        return source_kind === 'fiat' && source.fiat.memo_id ? [{ memo: source.fiat.memo_id, rule: data.summary }] : []
      }),
      isLoading: results.some(isLoading),
      isFailed: results.some(({ isError }) => isError),
    }),
  })
  const isAnyLoading = isLoading(rules) || each.isLoading
  return { memos: each.memos, state: isAnyLoading ? 'loading' : rules.isError || each.isFailed ? 'failed' : 'loaded' }
}

/** What a memo triggers; undefined while rules are loading. */
export function memoMeaning(memo: string, memos: readonly RuleMemo[], state: LoadState): string | undefined {
  if (memo === '') return undefined
  const rule = memos.find((one) => one.memo === memo)?.rule
  if (rule) return `Triggers the rule “${rule}”.`
  if (state === 'loading') return undefined
  return state === 'failed'
    ? "The rules created here couldn't be loaded, so it isn't known whether one of them has this memo."
    : 'None of the newest rules created here has this memo.'
}
