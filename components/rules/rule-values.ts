/** The values of the rule form, and the body that they become. Spec, "Orchestration rule". */
import { filledValues, textValuesFrom } from '@/components/forms/form-values'
import { isObject, type Json } from '@/lib/domain/json'
import { normalizeAddress } from '@/lib/domain/normalize-input'
import { cryptoNetworks } from '@/lib/provider/transfer-terms'
import type { CryptoNetwork } from '@/lib/provider/transfers'

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
    // Seen in services of this kind (docs/provider.md, "Writing").
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

/** Rules spell one network differently from transfers (docs/provider.md, "Writing"). The list is not closed. */
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
