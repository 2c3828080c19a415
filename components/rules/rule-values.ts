/** The values of the rule form, their errors and warnings, and the body that they become. Spec, "Orchestration rule". */
import type { FormContext } from '@/components/forms/description'
import { filledValues, messagesOf, textValuesFrom } from '@/components/forms/form-values'
import { isObject, type Json } from '@/lib/api/json'
import { type CryptoNetwork, cryptoNetworks } from '@/lib/api/transfers'
import { type AddressNotes, addressNotes } from '@/lib/browser/crypto-addresses'
import { normalizeAddress } from '@/lib/browser/normalize-input'

export const sourceKinds = ['fiat', 'crypto', 'profile'] as const
export type SourceKind = (typeof sourceKinds)[number]
export const destinationKinds = ['none', 'crypto', 'fiat', 'profile'] as const
export type DestinationKind = (typeof destinationKinds)[number]

/** The most common rule: it mints. */
const blankTexts = {
  profile_id: '',
  source_asset: 'USD',
  destination_asset: 'USDG',
  source: {
    // Seen in services of this kind (service-facts, "Writing").
    fiat: { network: 'WIRE', account_type: 'ABA', deposit_instructions_id: '', memo_id: '' },
    crypto: { network: '', address_id: '', address: '' },
    profile: { profile_id: '' },
  },
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

/** Every member of the spec under its own name, and which source and destination are chosen. */
export type RuleValues = typeof blankTexts & { source_kind: SourceKind; destination_kind: DestinationKind }
export const blankRule: RuleValues = { ...blankTexts, source_kind: 'fiat', destination_kind: 'none' }

/** Rules spell one network differently from transfers (service-facts, "Writing"). The list is not closed. */
export const ruleNetworks: readonly string[] = cryptoNetworks.map((name) => (name === 'POLYGON_POS' ? 'POLYGON' : name))

/** The network of transfers that a rule's network means, in any case; undefined if unknown. */
export function networkNamed(text: string): CryptoNetwork | undefined {
  const name = text
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')
  return name === 'POLYGON' ? 'POLYGON_POS' : cryptoNetworks.find((known) => known === name)
}

/** @param reference the ref_id unless the person enters one */
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

/** The values of a rule of any shape, without its reference: sending them makes another rule. */
export function ruleValuesFrom(rule: unknown): RuleValues {
  const body = isObject(rule) ? rule : {}
  const has = (side: unknown, kind: string) => isObject(side) && isObject(side[kind])
  return {
    ...textValuesFrom(blankTexts, body),
    ref_id: '',
    source_kind: sourceKinds.find((kind) => has(body.source, kind)) ?? blankRule.source_kind,
    destination_kind: destinationKinds.find((kind) => has(body.destination, kind)) ?? blankRule.destination_kind,
  }
}

/** The form field for an error of the body. */
export const ruleField = (error: string) => (error === 'source' || error === 'destination' ? `${error}_kind` : error)

/** Errors and warnings of the addresses that would be sent. */
function addressMessages(values: RuleValues, { environment }: FormContext, part: keyof AddressNotes) {
  const { source_kind, source, destination_kind, destination } = values
  const message = ({ address, network }: { address: string; network: string }) =>
    addressNotes(address, networkNamed(network), environment)[part]
  return messagesOf({
    'source.crypto.address': source_kind === 'crypto' ? message(source.crypto) : undefined,
    'destination.crypto.address': destination_kind === 'crypto' ? message(destination.crypto) : undefined,
  })
}

/** A rule cannot be changed, and funds sent to a wrong address are lost: so address errors block sending. */
export const ruleErrors = (values: RuleValues, context: FormContext) => addressMessages(values, context, 'error')

function networkWarning(network: string): string | undefined {
  const name = network.trim()
  if (name === '') return expected('network')
  if (ruleNetworks.includes(name)) return undefined
  const meant = networkNamed(name)
  const known = meant && ruleNetworks.find((one) => networkNamed(one) === meant)
  if (known) return `Rules usually spell it ${known}. It is sent as you entered it.`
  return `“${name}” is not a known network. It is sent as you entered it.`
}

const generated = 'The provider generates this. It may replace or reject your value.'
const expected = (what: string) => `Providers usually require the ${what}.`

/** For texts whose allowed values are not documented. */
function unknownValueWarning(text: string, known: readonly string[], what: string): string | undefined {
  if (text.trim() === '') return expected(what)
  return known.includes(text.trim()) ? undefined : `Known values are ${known.join(' and ')}. The provider decides.`
}

type Warnings = Record<string, string | undefined>

function sourceWarnings({ source_kind: kind, source, source_asset: asset }: RuleValues): Warnings {
  if (kind === 'profile')
    return { 'source.profile.profile_id': source.profile.profile_id.trim() ? undefined : expected('profile') }
  if (kind === 'fiat') {
    const { network, account_type, deposit_instructions_id, memo_id } = source.fiat
    return {
      source_asset:
        asset && asset !== 'USD' ? `Incoming wires are in USD. The provider may reject ${asset}.` : undefined,
      'source.fiat.network': unknownValueWarning(network, ['WIRE'], 'wire network'),
      'source.fiat.account_type': unknownValueWarning(account_type, ['ABA', 'SWIFT'], 'account type'),
      'source.fiat.deposit_instructions_id': deposit_instructions_id.trim() ? generated : undefined,
      'source.fiat.memo_id': memo_id.trim() ? generated : undefined,
    }
  }
  const { network, address, address_id } = source.crypto
  return {
    source_asset: asset === 'USD' ? "USD can't be received on a network. The provider may reject it." : undefined,
    'source.crypto.network': networkWarning(network),
    'source.crypto.address': address.trim() ? generated : undefined,
    'source.crypto.address_id': address_id.trim() ? generated : undefined,
  }
}

function destinationWarnings(values: RuleValues): Warnings {
  const { destination_kind: kind, destination, destination_asset: asset, profile_id } = values
  if (kind === 'none') return {}
  if (kind === 'profile') {
    const to = destination.profile.profile_id.trim()
    const isSame = to !== '' && to === profile_id.trim()
    return {
      'destination.profile.profile_id': isSame
        ? "This is the rule's own profile: nothing is moved."
        : to
          ? undefined
          : expected('profile'),
    }
  }
  if (kind === 'fiat') {
    return {
      destination_asset:
        asset && asset !== 'USD' ? `Outgoing wires are in USD. The provider may reject ${asset}.` : undefined,
      'destination.fiat.fiat_account_id': destination.fiat.fiat_account_id.trim()
        ? undefined
        : expected('fiat account'),
    }
  }
  return {
    destination_asset: asset === 'USD' ? "USD can't be sent on a network. The provider may reject it." : undefined,
    'destination.crypto.network': networkWarning(destination.crypto.network),
    'destination.crypto.address': destination.crypto.address.trim() ? undefined : expected('address'),
  }
}

/** Warnings never block sending. */
export function ruleWarnings(values: RuleValues, context: FormContext): Record<string, string> {
  const { source_asset: from, destination_asset: to } = values
  const isSame = from !== '' && from === to
  return {
    ...messagesOf({
      ...sourceWarnings(values),
      ...destinationWarnings(values),
      ...(isSame && { destination_asset: `Both assets are ${to}: nothing is converted.` }),
    }),
    ...addressMessages(values, context, 'warning'),
  }
}
