'use client'
/** Labels of a rule's members and networks, the fiat accounts that it names, and the rule as a sentence. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AccountNumber, accountTexts, numberOf, ownerName } from '@/components/fiat-accounts/account-values'
import { knownAccountQuery } from '@/components/fiat-accounts/known-account'
import { plain, type SentencePart, sentence } from '@/components/forms/description'
import { profileLabel } from '@/components/records/profile-names'
import { networkLabel } from '@/components/records/transfer-labels'
import { ShortId } from '@/components/ui/copy'
import type { Intent, IntentPage } from '@/lib/api/intents'
import { shorten } from '@/lib/browser/identifiers'
import { intentsQuery } from '@/lib/browser/intents'
import { normalizeAddress } from '@/lib/domain/normalize-input'
import { removeSecretKeys } from '@/lib/domain/secret-keys'
import type { Environment } from '@/lib/provider/environments'
import { isChange, writesOf } from '@/lib/provider/operations'
import { type DestinationKind, networkNamed, type RuleValues, type SourceKind } from './rule-values'

/** Names by id, of profiles or of fiat accounts. */
export type Names = Readonly<Record<string, string>>

export const sourceLabels: Record<SourceKind, { label: string; explanation: string }> = {
  fiat: { label: 'By wire', explanation: 'The provider generates a memo for the wires' },
  crypto: { label: 'On a network', explanation: 'The provider generates an address' },
  profile: { label: 'In a profile', explanation: 'Any deposit to a profile' },
}

export const destinationLabels: Record<DestinationKind, { label: string; explanation: string }> = {
  none: { label: 'Keep it', explanation: "It stays in the rule's profile" },
  crypto: { label: 'Send it', explanation: 'To an address on a network' },
  fiat: { label: 'Wire it', explanation: 'To a fiat account' },
  profile: { label: 'Move it', explanation: 'To another profile' },
}

/** A network's name; unknown ones as written. */
export const ruleNetworkLabel = (network: string) => networkLabel(networkNamed(network) ?? '') ?? network.trim()

/** A network's name, with its spelling in the API if that differs. */
export function networkValue(network: string, label = ruleNetworkLabel(network)): ReactNode {
  if (label === network) return network
  return (
    <>
      {label} <span className="font-mono text-sm text-ink-2">{network}</span>
    </>
  )
}

/** Names of fiat accounts by id, from their registrations; marks those whose bank or number may have changed since. */
export function fiatAccountNames(writes: readonly Pick<Intent, 'operation' | 'record_id' | 'record_name'>[]): Names {
  const changed = new Set(writes.flatMap(({ operation, record_id }) => (isChange(operation) ? record_id : [])))
  const named = writes.flatMap(({ operation, record_id: id, record_name: name }) => {
    if (isChange(operation) || !id || !name) return []
    return [[id, changed.has(id) ? `${name} (changed since)` : name]]
  })
  return Object.fromEntries(named)
}

const none: Names = {}
const namesIn = ({ intents }: IntentPage) => fiatAccountNames(intents)

/** The fiat accounts registered here, by id: "Northgate Trust ••0087". Empty while loading. */
export function useFiatAccountNames(environment: Environment, isOn = true): Names {
  const { data } = useQuery({
    ...intentsQuery(environment, { operations: writesOf('fiatAccount'), states: ['confirmed'], limit: 100 }),
    enabled: isOn,
    select: namesIn,
  })
  return data ?? none
}

/** Who would receive a wire, as far as Mintdesk knows. */
export function FiatAccount({ id, environment }: { id: string; environment: Environment }) {
  const { data, isError } = useQuery(knownAccountQuery(environment, id))
  const account = accountTexts(data?.known?.record)
  const { bank_name } = account.fiat_network_instructions.wire.routing_details
  const name = [bank_name.trim(), ownerName(account.fiat_account_owner)].filter(Boolean).join(', ')
  const number = numberOf(account)
  const doubts = [
    isError && "Its details couldn't be loaded.",
    data && !data.known && 'It was not registered here: compare the full ID.',
    data && data.unknown.length > 0 && 'The outcome of a change to it is unknown.',
  ]
  return (
    <>
      {(name || number) && (
        <span className="block">
          {name} {number && <AccountNumber number={number} />}
        </span>
      )}
      <ShortId id={id} what="fiat account ID" />
      {doubts.filter(Boolean).map((doubt) => (
        <span key={String(doubt)} className="block text-sm text-ink-2">
          {doubt}
        </span>
      ))}
    </>
  )
}

/** Shortened, and empty for a secret key. */
const shortAddress = (address: string) => shorten(normalizeAddress(removeSecretKeys(address).text), 8)

function sourceParts({ source_kind: kind, source, profile_id }: RuleValues, names: Names): SentencePart[] {
  const owner = sentence` for ${profileLabel(profile_id, names) || plain('a profile')}`
  if (kind === 'fiat') {
    const network = source.fiat.network.trim()
    return sentence` arrives by ${/^(wire)?$/i.test(network) ? 'wire' : network}${owner}`
  }
  if (kind === 'crypto') {
    const address = shortAddress(source.crypto.address)
    const network = ruleNetworkLabel(source.crypto.network) || plain('a network')
    return sentence` arrives on ${network}${address ? sentence` at ${address}` : []}${owner}`
  }
  const from = source.profile.profile_id.trim()
  const isOwner = from === profile_id.trim()
  return sentence` arrives in ${profileLabel(from, names) || plain('a profile')}${isOwner ? [] : owner}`
}

function destinationParts(values: RuleValues, names: Names, accounts: Names): SentencePart[] {
  const { destination_kind: kind, profile_id } = values
  const { profile, crypto, fiat } = values.destination
  if (kind === 'none') return sentence` and keep it in ${profileLabel(profile_id, names) || plain('the profile')}`
  if (kind === 'profile')
    return sentence` and move it to ${profileLabel(profile.profile_id, names) || plain('a profile')}`
  if (kind === 'crypto') {
    const network = ruleNetworkLabel(crypto.network) || plain('a network')
    return sentence` and send it to ${shortAddress(crypto.address) || plain('an address')} on ${network}`
  }
  const [id, memo] = [fiat.fiat_account_id.trim(), fiat.memo.trim()]
  const account = id && `fiat account ${Object.hasOwn(accounts, id) ? accounts[id] : shorten(id, 8)}`
  return sentence` and wire it to ${account || plain('a fiat account')}${memo ? sentence` with memo ${memo}` : []}`
}

/** "When USD arrives by wire for Treasury main, convert it to USDG and keep it in Treasury main." */
export function ruleSentence(values: RuleValues, names: Names, accounts: Names): SentencePart[] {
  const [from, to] = [values.source_asset.trim(), values.destination_asset.trim()]
  const isConverted = from !== to || from === ''
  const source = sentence`When ${from || plain('an asset')}${sourceParts(values, names)}`
  const conversion = isConverted
    ? sentence`, convert it to ${to || plain('an asset')}`
    : plain(', leave it unconverted')
  return sentence`${source}${conversion}${destinationParts(values, names, accounts)}.`
}
