'use client'
/** Labels of a rule's members and networks, the fiat accounts that it names, and the rule as a sentence. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AccountNumber, accountTexts, numberOf, ownerName } from '@/components/fiat-accounts/account-values'
import { accountWrites, knownAccountQuery } from '@/components/fiat-accounts/known-account'
import type { SentencePart } from '@/components/forms/description'
import { networkLabel } from '@/components/transfers/labels'
import { ShortId, shorten } from '@/components/ui/copy'
import type { Environment } from '@/lib/api/environments'
import type { Intent, IntentPage } from '@/lib/api/intents'
import { isChange } from '@/lib/api/operations'
import { intentsQuery } from '@/lib/browser/intents'
import { normalizeAddress } from '@/lib/browser/normalize-input'
import { removeSecretKeys } from '@/lib/browser/pasted-ids'
import { type DestinationKind, networkNamed, type RuleValues, type SourceKind } from './rule-values'

/** Names by id, of profiles or of fiat accounts. */
export type Names = Readonly<Record<string, string>>

export const sourceLabels: Record<SourceKind, { label: string; explanation: string }> = {
  fiat: { label: 'By wire', explanation: 'The provider generates a memo for the wires' },
  crypto: { label: 'On a network', explanation: 'The provider generates an address' },
  profile: { label: 'In a profile', explanation: 'Anything that arrives in the profile' },
}

export const destinationLabels: Record<DestinationKind, { label: string; explanation: string }> = {
  none: { label: 'Keep it', explanation: "It stays in the rule's profile" },
  crypto: { label: 'Send it', explanation: 'To an address on a network' },
  fiat: { label: 'Wire it', explanation: 'To a fiat account' },
  profile: { label: 'Move it', explanation: 'To another profile' },
}

/** A profile by its name, else by its id; '' without an id. */
export function profileLabel(id: string, names: Names): string {
  const known = id.trim()
  return (Object.hasOwn(names, known) && names[known]) || (known && `profile ${shorten(known, 8)}`)
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
  const { data, isError } = useQuery(knownAccountQuery(environment, id))
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
      {doubts.filter(Boolean).map((doubt) => (
        <span key={String(doubt)} className="block text-sm text-ink-2">
          {doubt}
        </span>
      ))}
    </>
  )
}

const plain = (text: string): SentencePart => ({ text })
const chosen = (text: string, otherwise: string): SentencePart =>
  text.trim() === '' ? { text: otherwise } : { text: text.trim(), isStrong: true }
/** Shortened, and empty for a secret key. */
const shortAddress = (address: string) => shorten(normalizeAddress(removeSecretKeys(address).text), 8)

function sourceParts({ source_kind: kind, source, profile_id }: RuleValues, names: Names): SentencePart[] {
  const owner = [plain(' for '), chosen(profileLabel(profile_id, names), 'a profile')]
  if (kind === 'fiat') {
    const isWire = /^(wire)?$/i.test(source.fiat.network.trim())
    return [plain(' arrives by '), chosen(isWire ? 'wire' : source.fiat.network, ''), ...owner]
  }
  if (kind === 'crypto') {
    const network = chosen(ruleNetworkLabel(source.crypto.network), 'a network')
    const address = shortAddress(source.crypto.address)
    return [plain(' arrives on '), network, ...(address ? [plain(' at '), chosen(address, '')] : []), ...owner]
  }
  const from = source.profile.profile_id.trim()
  const where = [plain(' arrives in '), chosen(profileLabel(from, names), 'a profile')]
  return from === profile_id.trim() ? where : [...where, ...owner]
}

function destinationParts(values: RuleValues, names: Names, accounts: Names): SentencePart[] {
  const { destination_kind: kind, destination, profile_id } = values
  const { profile, crypto, fiat } = destination
  if (kind === 'none') return [plain(' and keep it in '), chosen(profileLabel(profile_id, names), 'the profile')]
  if (kind === 'profile')
    return [plain(' and move it to '), chosen(profileLabel(profile.profile_id, names), 'a profile')]
  if (kind === 'crypto') {
    const address = chosen(shortAddress(crypto.address), 'an address')
    return [plain(' and send it to '), address, plain(' on '), chosen(ruleNetworkLabel(crypto.network), 'a network')]
  }
  const id = fiat.fiat_account_id.trim()
  const name = Object.hasOwn(accounts, id) ? accounts[id] : shorten(id, 8)
  return [
    plain(' and wire it to '),
    chosen(id && `fiat account ${name}`, 'a fiat account'),
    ...(fiat.memo.trim() ? [plain(' with memo '), chosen(fiat.memo, '')] : []),
  ]
}

/** "When USD arrives by wire for Treasury main, convert it to USDG and keep it in Treasury main." */
export function ruleSentence(values: RuleValues, names: Names, accounts: Names): SentencePart[] {
  const { source_asset: from, destination_asset: to } = values
  const isConverted = from.trim() !== to.trim() || from.trim() === ''
  return [
    plain('When '),
    chosen(from, 'an asset'),
    ...sourceParts(values, names),
    ...(isConverted ? [plain(', convert it to '), chosen(to, 'an asset')] : [plain(', leave it unconverted')]),
    ...destinationParts(values, names, accounts),
    plain('.'),
  ]
}
