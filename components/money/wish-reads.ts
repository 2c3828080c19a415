'use client'
/** What the form of a wish knows: rules and fiat accounts, whom the desk paid last, and earlier movements. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useNamedAccounts } from '@/components/records/account-names'
import { useOfferedProfiles } from '@/components/records/profile-field'
import { type KnownAccount, useKnownAccounts } from '@/components/requests/known-accounts'
import { useRuleRuns } from '@/components/requests/rule-runs'
import type { RuleValues } from '@/components/rules/rule-values'
import { amountText } from '@/components/ui/amount'
import type { IntentPage } from '@/lib/api/intents'
import { recordsRows } from '@/lib/api/record-operations'
import { millisOf, shortMonths } from '@/lib/browser/clock'
import { shorten } from '@/lib/browser/identifiers'
import { intentsQuery } from '@/lib/browser/intents'
import { callConsole } from '@/lib/browser/operation'
import { addressKey } from '@/lib/domain/address-ends'
import { moneyRows } from '@/lib/features/money/operations'
import type { Environment } from '@/lib/provider/environments'
import { writesOf } from '@/lib/provider/operations'
import { readTransfer } from '@/lib/provider/reading'
import { transferTypes } from '@/lib/provider/transfer-terms'
import { movementRead } from './movement-read'
import { findLike } from './outline'
import { type KnownRule, usableRules } from './wish'

const noRules: readonly KnownRule[] = []
const rulesIn = ({ intents }: IntentPage) => usableRules(intents)

const rulesQuery = (environment: Environment) =>
  intentsQuery(environment, { by: 'record', operations: writesOf('rule'), limit: 100 })

/** The rules that were made here, newest first. */
function useKnownRules(environment: Environment) {
  const { data, isLoading, error, refetch } = useQuery({ ...rulesQuery(environment), select: rulesIn, retry: false })
  return { rules: data ?? noRules, isLoading, error, refetch }
}

/** What a wish can choose from, and what serves it already. */
export type Known = ReturnType<typeof useKnown>['known']

/** @param name of the person who asks */
export function useKnown(owner: { person: string; environment: Environment }, name: string) {
  const { environment } = owner
  const queries = useQueryClient()
  const rules = useKnownRules(environment)
  const recipients = useLastPaid(environment)
  const { accounts, isLoading: areAccountsLoading } = useAccounts(environment, recipients)
  const { options: profiles, names, isLoading: areProfilesLoading } = useOfferedProfiles(owner)
  const runs = useRuleRuns(environment, true)
  const readRules = async () => rulesIn(await queries.fetchQuery({ ...rulesQuery(environment), retry: false }))
  return {
    known: { name, rules, accounts, recipients, profiles, names, runs, readRules },
    // Offline nothing is awaited.
    isRead: !rules.isLoading && !areAccountsLoading && !areProfilesLoading,
    runs,
  }
}

/** Withdrawals that are looked at for recipients. */
const lastPayments = 100
const withdrawals = transferTypes.filter((type) => type.endsWith('_WITHDRAWAL'))
const paymentsSearch = new URLSearchParams([
  ...withdrawals.map((type) => ['type', type]),
  ['x.statuses', 'COMPLETED'],
  ['limit', String(lastPayments)],
]).toString()

/** Whom the desk paid: an account at a bank by its ID, or an address. `note` says when last. */
export type Recipient = { note: string; account?: string; address?: string; network?: string }

const noRecipients: ReadonlyMap<string, Recipient> = new Map()

/** By what names them, the last paid first. @param rows transfers, the newest first */
export function recipientsIn(rows: readonly unknown[]): ReadonlyMap<string, Recipient> {
  const found = new Map<string, Recipient>()
  for (const { known } of rows.map(readTransfer)) {
    const { fiat_account_id: account, destination_address: address, crypto_network: network, created_at = '' } = known
    const key = account?.toLowerCase() ?? (address && addressKey(address))
    if (!key || found.has(key)) continue
    const at = new Date(millisOf(created_at))
    const day = `${at.getUTCDate()} ${shortMonths[at.getUTCMonth()]} ${at.getUTCFullYear()}`
    const note = `Paid ${amountText(known.amount ?? '')} ${known.asset ?? ''} on ${day}`
    found.set(key, { note, ...(account ? { account } : { address, network }) })
  }
  return found
}

/** Whom Mintdesk's own database last saw paid. */
function useLastPaid(environment: Environment) {
  const { data } = useQuery({
    queryKey: [environment, 'listRecords', 'recipients'] as const,
    queryFn: async ({ signal }) => {
      const input = { values: { list: 'transfers' }, body: { search: paymentsSearch, zone: 'UTC' } }
      return (await callConsole(environment, recordsRows.listRecords, input, { signal })).body.rows
    },
    select: recipientsIn,
    ...seldom,
  })
  return data ?? noRecipients
}

/** Those that were made elsewhere, named ones first. */
function elsewhere(
  made: readonly KnownAccount[],
  names: Readonly<Record<string, string>>,
  recipients: ReadonlyMap<string, Recipient>,
): KnownAccount[] {
  const known = new Set(made.map(({ value }) => value.toLowerCase()))
  const paid = [...recipients.values()].flatMap(({ account }) => account ?? [])
  const ids = [...new Map([...Object.keys(names), ...paid].map((id) => [id.toLowerCase(), id])).values()]
  return ids.flatMap((value): KnownAccount[] => {
    if (known.has(value.toLowerCase())) return []
    const name = names[value] ?? names[value.toLowerCase()]
    const short = shorten(value, 8)
    return [{ value, isElsewhere: true, ...(name ? { label: name, code: short } : { label: `Account ${short}` }) }]
  })
}

/** Those that were made here, then those that are known by a name or a payment. */
function useAccounts(environment: Environment, recipients: ReadonlyMap<string, Recipient>) {
  const { names, isLoading: areNamesLoading } = useNamedAccounts(environment)
  const { accounts: made, isLoading } = useKnownAccounts(environment)
  const accounts = useMemo(
    () =>
      [...made, ...elsewhere(made, names, recipients)].map((account) => {
        const note = account.note ?? recipients.get(account.value.toLowerCase())?.note
        return note ? { ...account, note } : account
      }),
    [made, names, recipients],
  )
  return { accounts, isLoading: isLoading || areNamesLoading }
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
