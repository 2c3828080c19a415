'use client'
/** Names that people gave to fiat accounts that were made elsewhere: the provider has no list of accounts. */
import { useQuery } from '@tanstack/react-query'
import type { Preset } from '@/lib/api/intents'
import { presetsQuery } from '@/lib/browser/intents'
import type { Environment } from '@/lib/provider/environments'

type Names = Readonly<Record<string, string>>

const none: Names = {}
const namesIn = (presets: readonly Preset[]): Names => {
  const named = presets.filter(({ kind }) => kind === 'account')
  return named.length === 0 ? none : Object.fromEntries(named.map(({ key, value }) => [key, value]))
}

/** By their IDs; empty while loading or after an error. */
export function useNamedAccounts(environment: Environment, isOn = true): { names: Names; isLoading: boolean } {
  const { data, isLoading } = useQuery({
    ...presetsQuery(environment, 'account'),
    staleTime: 60_000,
    retry: false,
    enabled: isOn,
    select: namesIn,
  })
  return { names: data ?? none, isLoading }
}
