'use client'
/** What the form of a wish knows: rules and fiat accounts that were made here, and earlier movements. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOfferedProfiles } from '@/components/records/profile-field'
import { useKnownAccounts } from '@/components/requests/known-accounts'
import { useRuleRuns } from '@/components/requests/rule-runs'
import type { RuleValues } from '@/components/rules/rule-values'
import type { IntentPage } from '@/lib/api/intents'
import { intentsQuery } from '@/lib/browser/intents'
import { callConsole } from '@/lib/browser/operation'
import { moneyRows } from '@/lib/features/money/operations'
import type { Environment } from '@/lib/provider/environments'
import { writesOf } from '@/lib/provider/operations'
import { movementRead } from './movement-read'
import { findLike } from './outline'
import { type KnownRule, usableRules } from './wish'

const noRules: readonly KnownRule[] = []
const rulesIn = ({ intents }: IntentPage) => usableRules(intents)

const rulesQuery = (environment: Environment) =>
  intentsQuery(environment, { by: 'record', operations: writesOf('rule'), limit: 100 })

/** The rules that were made here, newest first. */
function useKnownRules(environment: Environment) {
  const { data, isLoading, error, refetch } = useQuery({
    ...rulesQuery(environment),
    select: rulesIn,
    retry: false,
  })
  return { rules: data ?? noRules, isLoading, error, refetch }
}

/** What a wish can choose from, and what serves it already. */
export type Known = ReturnType<typeof useKnown>['known']

/** @param name of the person who asks */
export function useKnown(owner: { person: string; environment: Environment }, name: string) {
  const { environment } = owner
  const queries = useQueryClient()
  const rules = useKnownRules(environment)
  const { accounts, isLoading: areAccountsLoading } = useKnownAccounts(environment)
  const { options: profiles, names, isLoading: areProfilesLoading } = useOfferedProfiles(owner)
  const runs = useRuleRuns(environment, true)
  const readRules = async () => rulesIn(await queries.fetchQuery({ ...rulesQuery(environment), retry: false }))
  return {
    known: { name, rules, accounts, profiles, names, runs, readRules },
    // Offline nothing is awaited.
    isRead: !rules.isLoading && !areAccountsLoading && !areProfilesLoading,
    runs,
  }
}

const seldom = { staleTime: 300_000, retry: false, refetchOnWindowFocus: false } as const

/** The last movement that went the way of a rule, station by station, and what is usual. */
export function useLastLike(environment: Environment, terms: RuleValues, memo: string | undefined) {
  const query = { limit: 200 }
  const list = useQuery({
    queryKey: [environment, 'movements', query] as const,
    queryFn: async ({ signal }) =>
      (await callConsole(environment, moneyRows.listMovements, { query }, { signal })).body,
    ...seldom,
  })
  const like = list.data && findLike(list.data.movements, terms, memo)
  const id = like?.id ?? ''
  const one = useQuery({ ...movementRead(useQueryClient(), environment, id), ...seldom })
  return {
    isPending: list.isPending || (id !== '' && one.isPending),
    isFailed: list.isError || one.isError,
    stations: one.data?.stations,
    at: like?.started,
    compared: one.data?.compared,
  }
}
