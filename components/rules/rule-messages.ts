/** The errors and warnings of the rule form. */
import type { FormChecks, FormContext } from '@/components/forms/description'
import { messagesOf } from '@/components/forms/form-values'
import { addressNotes } from '@/lib/provider/crypto-addresses'
import { type DestinationKind, networkNamed, type RuleValues, ruleNetworks, type SourceKind } from './rule-values'

type Crypto = { address: string; network: string }
const notesOf = ({ address, network }: Crypto, { environment }: FormContext) =>
  addressNotes(address, networkNamed(network), environment)

/** A rule cannot be changed, and funds sent to a wrong address are lost: so address errors block sending. */
export function ruleErrors(values: RuleValues, context: FormContext) {
  const { source_kind, source, destination_kind, destination } = values
  return messagesOf({
    profile_id: values.profile_id.trim() ? undefined : 'Choose a profile.',
    source_asset: values.source_asset ? undefined : 'Choose the incoming asset.',
    destination_asset: values.destination_asset ? undefined : 'Choose the asset to convert to.',
    'source.crypto.address': source_kind === 'crypto' ? notesOf(source.crypto, context).error : undefined,
    'destination.crypto.address':
      destination_kind === 'crypto' ? notesOf(destination.crypto, context).error : undefined,
    // Without it the rule would wire to nobody.
    'destination.fiat.fiat_account_id':
      destination_kind === 'fiat' && destination.fiat.fiat_account_id.trim() === ''
        ? 'Choose a fiat account.'
        : undefined,
  })
}

function networkWarning(network: string): string | undefined {
  const name = network.trim()
  if (name === '') return expected('network')
  if (ruleNetworks.includes(name)) return undefined
  const meant = networkNamed(name)
  const known = meant && ruleNetworks.find((one) => networkNamed(one) === meant)
  if (known) return `Rules usually spell it ${known}. It is sent as you entered it.`
  return `“${name}” is not a known network. It is sent as you entered it.`
}

const expected = (what: string) => `Providers usually require the ${what}.`
const ifEmpty = (text: string, what: string) => (text.trim() ? undefined : expected(what))
const ifGiven = (text: string) =>
  text.trim() ? 'The provider generates this. It may replace or reject your value.' : undefined

/** For texts whose allowed values are not documented. */
function ifUnknown(text: string, known: readonly string[], what: string): string | undefined {
  if (text.trim() === '') return expected(what)
  return known.includes(text.trim()) ? undefined : `Known values are ${known.join(' and ')}. Another may be rejected.`
}

type Warnings = Record<string, string | undefined>

function sourceWarnings(values: RuleValues, context: FormContext): Warnings {
  const { source_kind, source_asset: asset } = values
  const { fiat, crypto, profile } = values.source
  const isOtherAsset = asset && asset !== 'USD'
  const warnings: Record<SourceKind, Warnings> = {
    profile: { 'source.profile.profile_id': ifEmpty(profile.profile_id, 'profile') },
    fiat: {
      source_asset: isOtherAsset ? `Incoming wires are in USD. The provider may reject ${asset}.` : undefined,
      'source.fiat.network': ifUnknown(fiat.network, ['WIRE'], 'wire network'),
      'source.fiat.account_type': ifUnknown(fiat.account_type, ['ABA', 'SWIFT'], 'account type'),
      'source.fiat.deposit_instructions_id': ifGiven(fiat.deposit_instructions_id),
      'source.fiat.memo_id': ifGiven(fiat.memo_id),
    },
    crypto: {
      source_asset: asset === 'USD' ? "USD can't be received on a network. The provider may reject it." : undefined,
      'source.crypto.network': networkWarning(crypto.network),
      'source.crypto.address': notesOf(crypto, context).warning ?? ifGiven(crypto.address),
      'source.crypto.address_id': ifGiven(crypto.address_id),
    },
  }
  return warnings[source_kind]
}

function destinationWarnings(values: RuleValues, context: FormContext): Warnings {
  const { destination_kind, destination, destination_asset: asset, profile_id } = values
  const { crypto, profile } = destination
  const isOwnProfile = profile.profile_id.trim() !== '' && profile.profile_id.trim() === profile_id.trim()
  const isOtherAsset = asset && asset !== 'USD'
  const warnings: Record<DestinationKind, Warnings> = {
    none: {},
    profile: {
      'destination.profile.profile_id': isOwnProfile
        ? "This is the rule's own profile: nothing is moved."
        : ifEmpty(profile.profile_id, 'profile'),
    },
    fiat: {
      destination_asset: isOtherAsset ? `Outgoing wires are in USD. The provider may reject ${asset}.` : undefined,
    },
    crypto: {
      destination_asset: asset === 'USD' ? "USD can't be sent on a network. The provider may reject it." : undefined,
      'destination.crypto.network': networkWarning(crypto.network),
      'destination.crypto.address': notesOf(crypto, context).warning ?? ifEmpty(crypto.address, 'address'),
    },
  }
  return warnings[destination_kind]
}

/** Warnings never block sending. */
export function ruleWarnings(values: RuleValues, context: FormContext): Record<string, string> {
  const { source_asset: from, destination_asset: to } = values
  const isSame = from !== '' && from === to
  return messagesOf({
    ...sourceWarnings(values, context),
    ...destinationWarnings(values, context),
    ...(isSame && { destination_asset: `Both assets are ${to}: nothing is converted.` }),
  })
}

export const ruleChecks: FormChecks<RuleValues> = { errors: ruleErrors, warnings: ruleWarnings }
