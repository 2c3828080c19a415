'use client'
import { useQuery } from '@tanstack/react-query'
import { AccountNumber } from '@/components/fiat-accounts/account-facts'
import { accountTexts, numberOf, ownerName } from '@/components/fiat-accounts/account-values'
import { accountWrites, knownAccountQuery } from '@/components/fiat-accounts/known-account'
import { ShortId } from '@/components/ui/copy'
import type { Environment } from '@/lib/api/environments'
import type { Intent, IntentPage } from '@/lib/api/intents'
import { isChange } from '@/lib/api/operations'
import { intentsQuery } from '@/lib/browser/intents'
import type { Names } from './labels'

/** Names of fiat accounts by id, from their registrations; marks those whose bank or number may have changed since. */
export function fiatAccountNames(writes: readonly Pick<Intent, 'operation' | 'record_id' | 'summary'>[]): Names {
  const changed = new Set(writes.flatMap(({ operation, record_id }) => (isChange(operation) ? record_id : [])))
  const named = writes.flatMap(({ operation, record_id: id, summary }) => {
    const name = summary.replace(/^Register fiat account,? ?/, '')
    if (isChange(operation) || !id || name === '') return []
    return [[id, changed.has(id) ? `${name} (changed since)` : name]]
  })
  return Object.fromEntries(named)
}

const none: Names = {}
const namesIn = ({ intents }: IntentPage) => fiatAccountNames(intents)

/** The fiat accounts registered here, by id: "Northgate Trust ••0087". Empty while loading. */
export function useFiatAccountNames(environment: Environment, isOn = true): Names {
  const { data } = useQuery({
    ...intentsQuery(environment, { operations: accountWrites, states: ['confirmed'], limit: 100 }),
    enabled: isOn,
    select: namesIn,
  })
  return data ?? none
}

/** Who would receive a wire, as far as Mintdesk knows. */
export function FiatAccount({ id, environment }: { id: string; environment: Environment }) {
  const { data, isError } = useQuery({
    ...knownAccountQuery(environment, id),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const account = accountTexts(data?.known?.record)
  const { bank_name } = account.fiat_network_instructions.wire.routing_details
  const name = [bank_name.trim(), ownerName(account.fiat_account_owner)].filter(Boolean).join(', ')
  const number = numberOf(account)
  const doubts = [
    isError && "Its details couldn't be loaded.",
    data && !data.known && 'It was not registered here: compare the full id.',
    data && data.unknown.length > 0 && 'The outcome of a change to it is unknown.',
  ]
  return (
    <>
      {(name || number) && (
        <span className="block">
          {name} {number && <AccountNumber number={number} />}
        </span>
      )}
      <ShortId id={id} what="fiat account id" />
      {doubts.map(
        (doubt) =>
          doubt && (
            <span key={doubt} className="block text-sm text-ink-2">
              {doubt}
            </span>
          ),
      )}
    </>
  )
}
