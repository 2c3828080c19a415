/** A rule read out: "When USD arrives by wire for Treasury main, convert it to USDG and send it to 0x7Be3…Fa6C4". */
import { networkLabel } from '@/components/transfers/labels'
import { shorten } from '@/components/ui/copy'
import type { Intent } from '@/lib/api/intents'
import { normalizeAddress } from '@/lib/browser/normalize-input'
import { removeSecretKeys } from '@/lib/browser/pasted-ids'
import { networkNamed, type RuleValues } from './rule-values'

/** Names by id: those that people here gave to profiles, or those of fiat accounts. */
export type Names = Readonly<Record<string, string>>

/** A piece of the sentence; what a person chose is set off from what joins it. */
export type Phrase = { text: string; isChosen?: boolean }

const joining = (text: string): Phrase => ({ text })
/** An address cut in the middle; of a secret key nothing. */
const shortAddress = (address: string) => shorten(normalizeAddress(removeSecretKeys(address).text), 8)
const chosen = (text: string, otherwise: string): Phrase =>
  text.trim() === '' ? { text: otherwise } : { text: text.trim(), isChosen: true }

/** A profile by the name it has here, else by its id. */
export function profileWords(id: string, names: Names): string {
  const known = id.trim()
  return (Object.hasOwn(names, known) && names[known]) || (known && `profile ${shorten(known, 8)}`)
}

/**
 * Fiat accounts by the name under which they were registered, by id.
 * @param writes registrations and changes of accounts; a later change may have changed number or bank
 */
export function fiatAccountNames(writes: readonly Pick<Intent, 'operation' | 'record_id' | 'summary'>[]): Names {
  const changed = new Set(
    writes.flatMap(({ operation, record_id }) => (operation === 'updateFiatAccount' ? record_id : [])),
  )
  const named = writes.flatMap(({ operation, record_id: id, summary }) => {
    const name = summary.replace(/^Register fiat account,? ?/, '')
    if (operation !== 'createFiatAccount' || !id || name === '') return []
    return [[id, changed.has(id) ? `${name} (changed since)` : name]]
  })
  return Object.fromEntries(named)
}

/** A network as people say it; one that is not known as it was written. */
export const networkWords = (network: string) => networkLabel(networkNamed(network) ?? '') ?? network.trim()

const isWire = (network: string) => /^(wire)?$/i.test(network.trim())

function arrival({ source_kind: kind, source, profile_id }: RuleValues, names: Names): Phrase[] {
  const owner = chosen(profileWords(profile_id, names), 'a profile')
  if (kind === 'fiat') {
    const { network } = source.fiat
    return [joining(' arrives by '), chosen(isWire(network) ? 'wire' : network, ''), joining(' for '), owner]
  }
  if (kind === 'crypto') {
    const { network, address } = source.crypto
    const at = shortAddress(address) && [joining(' at '), chosen(shortAddress(address), '')]
    return [joining(' arrives on '), chosen(networkWords(network), 'a network'), ...(at || []), joining(' for '), owner]
  }
  const from = source.profile.profile_id.trim()
  const where = [joining(' arrives in '), chosen(profileWords(from, names), 'a profile')]
  return from === profile_id.trim() ? where : [...where, joining(' for '), owner]
}

function departure(
  { destination_kind: kind, destination, profile_id }: RuleValues,
  names: Names,
  accounts: Names,
): Phrase[] {
  if (kind === 'none') return [joining(' and keep it in '), chosen(profileWords(profile_id, names), 'the profile')]
  if (kind === 'profile')
    return [joining(' and move it to '), chosen(profileWords(destination.profile.profile_id, names), 'a profile')]
  if (kind === 'crypto') {
    const { address, network } = destination.crypto
    return [
      joining(' and send it to '),
      chosen(shortAddress(address), 'an address'),
      joining(' on '),
      chosen(networkWords(network), 'a network'),
    ]
  }
  const { fiat_account_id, memo } = destination.fiat
  const id = fiat_account_id.trim()
  const name = Object.hasOwn(accounts, id) ? accounts[id] : shorten(id, 8)
  const account = chosen(id && `fiat account ${name}`, 'a fiat account')
  const noted = memo.trim() ? [joining(' with memo '), chosen(memo, '')] : []
  return [joining(' and wire it to '), account, ...noted]
}

/**
 * The rule in one sentence, in pieces that tell what was chosen. What is not filled in yet is named in general.
 * @param accounts names of fiat accounts
 */
export function rulePhrases(values: RuleValues, names: Names, accounts: Names): Phrase[] {
  const { source_asset: from, destination_asset: to } = values
  const isConverted = from.trim() !== to.trim() || from.trim() === ''
  const conversion = isConverted
    ? [joining(', convert it to '), chosen(to, 'an asset')]
    : [joining(', leave it as it is')]
  return [
    joining('When '),
    chosen(from, 'an asset'),
    ...arrival(values, names),
    ...conversion,
    ...departure(values, names, accounts),
    joining('.'),
  ]
}

/** The same as one text. */
export const ruleSentence = (values: RuleValues, names: Names, accounts: Names) =>
  rulePhrases(values, names, accounts)
    .map(({ text }) => text)
    .join('')
