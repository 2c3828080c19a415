'use client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { ruleValuesOf } from '@/components/rules/rule-values'
import type { Environment } from '@/lib/api/environments'
import { readRule } from '@/lib/api/reading'
import { intentRead, intentsRead } from '@/lib/browser/intents'

/** A rule made here that wires run: its memo as the service answered it, and the rule in a few words. */
export type RuleMemo = { memo: string; rule: string }

/** How many of the newest rules are asked for their memos: each takes a read of its own. */
const looked = 12

/** The memos of the newest rules made here, newest first; none while they are read, and none where that fails. */
export function useRuleMemos(environment: Environment): RuleMemo[] {
  const rules = useQuery({
    ...intentsRead(environment, { operations: ['createRule'], states: ['confirmed'], limit: looked }),
    retry: false,
    refetchOnWindowFocus: false,
  })
  return useQueries({
    queries: (rules.data?.intents ?? []).map(({ id }) => ({
      ...intentRead(environment, id),
      // A memo never changes.
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
      refetchOnWindowFocus: false,
    })),
    combine: (results) =>
      results.flatMap(({ data }) => {
        if (!data) return []
        const { source_kind, source } = ruleValuesOf(readRule(data.answer).known)
        return source_kind === 'fiat' && source.fiat.memo_id ? [{ memo: source.fiat.memo_id, rule: data.summary }] : []
      }),
  })
}
