'use client'
import { useQuery } from '@tanstack/react-query'
import { AccountNumber } from '@/components/fiat-accounts/account-facts'
import { accountTexts, ownerName } from '@/components/fiat-accounts/account-values'
import { knownAccountRead } from '@/components/fiat-accounts/known-account'
import { ShortId } from '@/components/ui/copy'
import type { Environment } from '@/lib/api/environments'
import type { IntentPage } from '@/lib/api/intents'
import { intentsQuery } from '@/lib/browser/intents'
import { fiatAccountNames, type Names } from './labels'

const none: Names = {}
const namesIn = ({ intents }: IntentPage) => fiatAccountNames(intents)

/** The fiat accounts registered here by their ids: "Northgate Trust ••0087". None while they are read. */
export function useFiatAccountNames(environment: Environment, isOn = true): Names {
  const { data } = useQuery({
    ...intentsQuery(environment, {
      operations: ['createFiatAccount', 'updateFiatAccount'],
      states: ['confirmed'],
      limit: 100,
    }),
    enabled: isOn,
    select: namesIn,
  })
  return data ?? none
}

/** To whom a wire goes, as far as this console knows: bank, owner, the last four of the number and all of it on demand. */
export function FiatAccount({ id, environment }: { id: string; environment: Environment }) {
  const { data, isError } = useQuery({
    ...knownAccountRead(environment, id),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const { fiat_account_owner: owner, fiat_network_instructions } = accountTexts(data?.known?.record)
  const { account_number, routing_details } = fiat_network_instructions.wire
  const number = account_number.replace(/\s/g, '')
  const words = [routing_details.bank_name.trim(), ownerName(owner)].filter(Boolean).join(', ')
  return (
    <>
      {(words || number) && (
        <span className="block">
          {words} {number && <AccountNumber number={number} />}
        </span>
      )}
      <ShortId id={id} what="fiat account id" />
      {isError && <Doubt>What is known of it could not be read.</Doubt>}
      {data && !data.known && <Doubt>It was not registered here: compare the whole id.</Doubt>}
      {data && data.unknown.length > 0 && (
        <Doubt>A change of it was sent, and it is not known whether it happened.</Doubt>
      )}
    </>
  )
}

const Doubt = ({ children }: { children: string }) => <span className="block text-sm text-ink-2">{children}</span>
