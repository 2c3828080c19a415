import type { FormContext } from '@/components/forms/description'
import { filledValues, textValuesFrom } from '@/components/forms/form-values'
import { isObject, type Json } from '@/lib/api/json'
import { type CryptoNetwork, cryptoNetworks } from '@/lib/api/transfers'
import { type AddressNotes, addressNotes } from '@/lib/browser/crypto-addresses'
import { normalizeAddress } from '@/lib/browser/normalize-input'

export const sourceKinds = ['fiat', 'crypto', 'profile'] as const
export type SourceKind = (typeof sourceKinds)[number]
export const destinationKinds = ['none', 'crypto', 'fiat', 'profile'] as const
export type DestinationKind = (typeof destinationKinds)[number]

/** Every member of the spec under its own name, and which source and destination were chosen of them. */
export type RuleValues = {
  profile_id: string
  source_asset: string
  destination_asset: string
  source_kind: SourceKind
  source: {
    fiat: { network: string; account_type: string; deposit_instructions_id: string; memo_id: string }
    crypto: { network: string; address_id: string; address: string }
    profile: { profile_id: string }
  }
  destination_kind: DestinationKind
  destination: {
    crypto: { network: string; address: string }
    fiat: { fiat_account_id: string; memo: string }
    profile: { profile_id: string }
  }
  nickname: string
  identity_id: string
  account_id: string
  ref_id: string
}

/** A rule that mints: the commonest, and each of it can be changed. */
export const blankRule: RuleValues = {
  profile_id: '',
  source_asset: 'USD',
  destination_asset: 'USDG',
  source_kind: 'fiat',
  source: {
    // Seen in services of this kind (service-facts, "Writing").
    fiat: { network: 'WIRE', account_type: 'ABA', deposit_instructions_id: '', memo_id: '' },
    crypto: { network: '', address_id: '', address: '' },
    profile: { profile_id: '' },
  },
  destination_kind: 'none',
  destination: {
    crypto: { network: '', address: '' },
    fiat: { fiat_account_id: '', memo: '' },
    profile: { profile_id: '' },
  },
  nickname: '',
  identity_id: '',
  account_id: '',
  ref_id: '',
}

/** Rules spell one network otherwise than transfers do (service-facts, "Writing"). Not a closed list. */
export const ruleNetworks: readonly string[] = cryptoNetworks.map((name) => (name === 'POLYGON_POS' ? 'POLYGON' : name))
/** The network of transfers that a rule's network means, in whichever case; undefined where it is none that we know. */
export function networkNamed(text: string): CryptoNetwork | undefined {
  const name = text
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
  return name === 'POLYGON' ? 'POLYGON_POS' : cryptoNetworks.find((known) => known === name)
}

/**
 * What the form sends; the row's schema says what is wrong with it.
 * @param reference the ref_id where the person gives none
 */
export function ruleBody(values: RuleValues, reference: string): Json {
  const { source_kind: from, destination_kind: to, source, destination, ref_id, ...members } = values
  const crypto = { ...source.crypto, address: normalizeAddress(source.crypto.address) }
  const target = { ...destination.crypto, address: normalizeAddress(destination.crypto.address) }
  return {
    ...filledValues(members),
    ref_id: ref_id.trim() || reference,
    source: { [from]: filledValues({ ...source, crypto }[from]) ?? {} },
    ...(to === 'none' ? {} : { destination: { [to]: filledValues({ ...destination, crypto: target }[to]) ?? {} } }),
  }
}

/**
 * The values of a rule of any shape: what was sent before, or what the service answered. Without its reference, because
 * whatever is sent next is another rule.
 */
export function ruleValuesOf(rule: unknown): RuleValues {
  const { source_kind, destination_kind, ...texts } = blankRule
  const body = isObject(rule) ? rule : {}
  const names = (side: unknown) => (isObject(side) ? side : {})
  return {
    ...textValuesFrom(texts, body),
    ref_id: '',
    source_kind: sourceKinds.find((kind) => isObject(names(body.source)[kind])) ?? source_kind,
    destination_kind: destinationKinds.find((kind) => isObject(names(body.destination)[kind])) ?? destination_kind,
  }
}

/** The field that an error of the body is about: a choice has its own. */
export function ruleField(error: string): string {
  return error === 'source' || error === 'destination' ? `${error}_kind` : error
}

/** A network that is sendable as it is, with what is odd about it. */
function networkWarning(network: string): string | undefined {
  const name = network.trim()
  if (name === '' || ruleNetworks.includes(name)) return undefined
  const meant = networkNamed(name)
  const other = meant && ruleNetworks.find((known) => networkNamed(known) === meant)
  if (other) return `Rules were seen to spell it ${other}. It is sent as it is written here.`
  return `Which networks rules take is not documented, and “${name}” is not one that we know. It is sent as it is written.`
}

const made = 'The provider makes this itself. It may replace or refuse what is sent here.'
const wanted = (what: string) => `Providers usually need to know which ${what}.`

/** For texts of which few values were seen, and none is documented. */
function seenOnly(text: string, seen: readonly string[], what: string): string | undefined {
  if (text.trim() === '') return wanted(what)
  return seen.includes(text.trim()) ? undefined : `Only ${seen.join(' and ')} was seen here. The provider decides.`
}

type Warnings = Record<string, string | undefined>

function sourceWarnings({ source_kind: kind, source, source_asset: asset }: RuleValues): Warnings {
  if (kind === 'profile')
    return {
      'source.profile.profile_id': source.profile.profile_id.trim()
        ? undefined
        : wanted('profile the money arrives in'),
    }
  if (kind === 'fiat') {
    const { network, account_type, deposit_instructions_id, memo_id } = source.fiat
    return {
      source_asset: asset && asset !== 'USD' ? `A wire brings USD. The provider may refuse ${asset}.` : undefined,
      'source.fiat.network': seenOnly(network, ['WIRE'], 'network the wire takes'),
      'source.fiat.account_type': seenOnly(account_type, ['ABA', 'SWIFT'], 'type the account has'),
      'source.fiat.deposit_instructions_id': deposit_instructions_id.trim() ? made : undefined,
      'source.fiat.memo_id': memo_id.trim() ? made : undefined,
    }
  }
  const { network, address, address_id } = source.crypto
  return {
    source_asset: asset === 'USD' ? 'USD does not arrive on a network. The provider may refuse it.' : undefined,
    'source.crypto.network': network.trim() ? networkWarning(network) : wanted('network the money arrives on'),
    'source.crypto.address': address.trim() ? made : undefined,
    'source.crypto.address_id': address_id.trim() ? made : undefined,
  }
}

function destinationWarnings(values: RuleValues): Warnings {
  const { destination_kind: kind, destination, destination_asset: asset, profile_id } = values
  if (kind === 'none') return {}
  if (kind === 'profile') {
    const to = destination.profile.profile_id.trim()
    const same = to === profile_id.trim() ? 'This is the profile of the rule itself: nothing is moved.' : undefined
    return { 'destination.profile.profile_id': to ? same : wanted('profile the money moves to') }
  }
  if (kind === 'fiat') {
    return {
      destination_asset: asset && asset !== 'USD' ? `A wire takes USD. The provider may refuse ${asset}.` : undefined,
      'destination.fiat.fiat_account_id': destination.fiat.fiat_account_id.trim()
        ? undefined
        : wanted('fiat account the money goes to'),
    }
  }
  const { network, address } = destination.crypto
  return {
    destination_asset: asset === 'USD' ? 'USD does not leave on a network. The provider may refuse it.' : undefined,
    'destination.crypto.network': network.trim() ? networkWarning(network) : wanted('network the money leaves on'),
    'destination.crypto.address': address.trim() ? undefined : wanted('address the money goes to'),
  }
}

/** Sentences by field; none of them blocks. */
export function ruleWarnings(values: RuleValues): Readonly<Record<string, string>> {
  const { source_asset: from, destination_asset: to } = values
  const isSame = from !== '' && from === to
  const all: Warnings = {
    ...sourceWarnings(values),
    ...destinationWarnings(values),
    ...(isSame ? { destination_asset: `Both are ${to}: nothing is converted, money is only passed on.` } : {}),
  }
  return Object.fromEntries(Object.entries(all).flatMap(([field, words]) => (words ? [[field, words]] : [])))
}

/** The address that the rule would be sent with, and the one that deposits would come to; of a network that is known or not. */
function notesOf({ source_kind, source, destination_kind, destination }: RuleValues, context: FormContext) {
  const notes = ({ address, network }: { address: string; network: string }): AddressNotes =>
    addressNotes(address, networkNamed(network), context.environment)
  return {
    'source.crypto.address': source_kind === 'crypto' ? notes(source.crypto) : {},
    'destination.crypto.address': destination_kind === 'crypto' ? notes(destination.crypto) : {},
  }
}

const those = (kind: keyof AddressNotes) => (values: RuleValues, context: FormContext) =>
  Object.fromEntries(
    Object.entries(notesOf(values, context)).flatMap(([field, { [kind]: words }]) => (words ? [[field, words]] : [])),
  )

/** Sentences that keep the rule from being sent: a rule cannot be changed, and what went to a wrong address is gone. */
export const addressErrors = those('error')

/** Sentences that warn and never block. */
export const addressWarnings = those('warning')
