/** The errors and warnings of the rule form. */
import type { FormContext } from '@/components/forms/description'
import { messagesOf } from '@/components/forms/form-values'
import { type AddressNotes, addressNotes } from '@/lib/browser/crypto-addresses'
import { networkNamed, type RuleValues, ruleNetworks } from './rule-values'

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
