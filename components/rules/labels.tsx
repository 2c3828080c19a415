/** Labels of a rule's members and networks, and the rule as a sentence. */
import type { ReactNode } from 'react'
import type { SentencePart } from '@/components/forms/description'
import { networkLabel } from '@/components/transfers/labels'
import { shorten } from '@/components/ui/copy'
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

const plain = (text: string): SentencePart => ({ text })
const chosen = (text: string, otherwise: string): SentencePart =>
  text.trim() === '' ? { text: otherwise } : { text: text.trim(), isStrong: true }
/** Shortened, and empty for a secret key. */
const shortAddress = (address: string) => shorten(normalizeAddress(removeSecretKeys(address).text), 8)

function sourceParts({ source_kind: kind, source, profile_id }: RuleValues, names: Names): SentencePart[] {
  const owner = chosen(profileLabel(profile_id, names), 'a profile')
  if (kind === 'fiat') {
    const isWire = /^(wire)?$/i.test(source.fiat.network.trim())
    return [plain(' arrives by '), chosen(isWire ? 'wire' : source.fiat.network, ''), plain(' for '), owner]
  }
  if (kind === 'crypto') {
    const address = shortAddress(source.crypto.address)
    return [
      plain(' arrives on '),
      chosen(ruleNetworkLabel(source.crypto.network), 'a network'),
      ...(address ? [plain(' at '), chosen(address, '')] : []),
      plain(' for '),
      owner,
    ]
  }
  const from = source.profile.profile_id.trim()
  const where = [plain(' arrives in '), chosen(profileLabel(from, names), 'a profile')]
  return from === profile_id.trim() ? where : [...where, plain(' for '), owner]
}

function destinationParts(
  { destination_kind: kind, destination, profile_id }: RuleValues,
  names: Names,
  accounts: Names,
): SentencePart[] {
  if (kind === 'none') return [plain(' and keep it in '), chosen(profileLabel(profile_id, names), 'the profile')]
  if (kind === 'profile')
    return [plain(' and move it to '), chosen(profileLabel(destination.profile.profile_id, names), 'a profile')]
  if (kind === 'crypto') {
    const { address, network } = destination.crypto
    return [
      plain(' and send it to '),
      chosen(shortAddress(address), 'an address'),
      plain(' on '),
      chosen(ruleNetworkLabel(network), 'a network'),
    ]
  }
  const { fiat_account_id, memo } = destination.fiat
  const id = fiat_account_id.trim()
  const name = Object.hasOwn(accounts, id) ? accounts[id] : shorten(id, 8)
  return [
    plain(' and wire it to '),
    chosen(id && `fiat account ${name}`, 'a fiat account'),
    ...(memo.trim() ? [plain(' with memo '), chosen(memo, '')] : []),
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

/** A network's name, with its spelling in the API if that differs. */
export function networkValue(network: string, label = ruleNetworkLabel(network)): ReactNode {
  if (label === network) return network
  return (
    <>
      {label} <span className="font-mono text-sm text-ink-2">{network}</span>
    </>
  )
}
