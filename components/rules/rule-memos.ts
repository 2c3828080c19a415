'use client'
/** The memos by which wires trigger the rules that were created here. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { newestRecord } from '@/components/requests/newest-record'
import type { IntentDetail } from '@/lib/api/intents'
import { intentQuery, intentsQuery } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'
import { writesOf } from '@/lib/provider/operations'
import { readRule } from '@/lib/provider/records'
import { ruleValuesFrom } from './rule-values'

/** A rule for wires that was created here: its memo from the answer, and its summary. */
export type RuleMemo = { memo: string; rule: string; intent: string }

export type RuleMemos = { memos: RuleMemo[]; state: 'loading' | 'loaded' | 'failed' }

/** Only the newest rules are read, because each costs a request. */
const maxRules = 12
const once = { retry: false, refetchOnWindowFocus: false }

/** The memos of the newest rules created here, newest first. */
export function useRuleMemos(environment: Environment, isOn = true): RuleMemos {
  const list = useQuery({
    ...intentsQuery(environment, { operations: writesOf('rule'), states: ['confirmed'], limit: maxRules }),
    ...once,
    enabled: isOn,
  })
  const rules = useQueries({
    queries: (list.data?.intents ?? []).map(({ id }) => ({
      ...intentQuery(environment, id),
      // A memo never changes once the rule is confirmed.
      staleTime: ({ state }: { state: { data?: IntentDetail } }) =>
        state.data?.state === 'confirmed' ? Number.POSITIVE_INFINITY : 0,
      ...once,
    })),
  })
  const memos = rules.flatMap(({ data }) => {
    const { source_kind, source } = ruleValuesFrom(readRule(data && newestRecord(data)?.record).known)
    const memo = source_kind === 'fiat' && source.fiat.memo_id
    return data && memo ? [{ memo, rule: data.summary, intent: data.id }] : []
  })
  const reads = [list, ...rules]
  // Also while refetching: the list from before may lack the newest rule.
  const isLoading = isOn && reads.some(({ isPending, isFetching }) => isPending || isFetching)
  return { memos, state: isLoading ? 'loading' : reads.some(({ isError }) => isError) ? 'failed' : 'loaded' }
}
