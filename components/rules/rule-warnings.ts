/** What the form warns of and the service decides. Spec, "Create orchestration rule": valid combinations are not shown. */
import { networkNamed, type RuleValues, ruleNetworks } from './rule-values'

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
