'use client'
/** The fiat accounts that were made here, to choose from. */
import { useQuery } from '@tanstack/react-query'
import type { ComboboxOption } from '@/components/ui/combobox'
import type { Intent, IntentPage } from '@/lib/api/intents'
import { intentsQuery } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'
import { writesOf } from '@/lib/provider/operations'
import { styleOfStatus } from './record-status'

/** A fiat account. `status` is as the provider last said, `isElsewhere` that it was not made here. */
export type KnownAccount = ComboboxOption & { status?: string; owner?: string; isElsewhere?: true }

const noAccounts: readonly KnownAccount[] = []

const accountOf = ({ record_id, record_name, record_status: status, account }: Intent): KnownAccount[] => {
  if (!record_id || !record_name) return []
  const owner = account?.owner
  return [
    {
      value: record_id,
      ...(owner ? { label: owner, code: record_name } : { label: record_name }),
      ...(status && status !== 'APPROVED' && { note: styleOfStatus(status).label }),
      ...(status && { status }),
      ...(owner && { owner }),
    },
  ]
}

/** Approved ones first, then as they were made, newest first. */
const accountsIn = ({ intents }: IntentPage): readonly KnownAccount[] => {
  const accounts = intents.flatMap(accountOf)
  const isApproved = ({ status }: KnownAccount) => status === 'APPROVED'
  return [...accounts.filter(isApproved), ...accounts.filter((one) => !isApproved(one))]
}

export function useKnownAccounts(environment: Environment) {
  const { data, isLoading } = useQuery({
    ...intentsQuery(environment, { by: 'record', operations: writesOf('fiatAccount'), limit: 100 }),
    select: accountsIn,
    retry: false,
  })
  return { accounts: data ?? noAccounts, isLoading }
}
