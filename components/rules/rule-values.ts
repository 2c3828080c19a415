/** What the form of a rule holds, and what it sends. Spec, "Orchestration rule". */

import { filled, textsFrom } from '@/components/forms/texts'
import { isObject, type Json } from '@/lib/api/json'
import { type CryptoNetwork, cryptoNetworks } from '@/lib/api/transfers'
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
    ...filled(members),
    ref_id: ref_id.trim() || reference,
    source: { [from]: filled({ ...source, crypto }[from]) ?? {} },
    ...(to === 'none' ? {} : { destination: { [to]: filled({ ...destination, crypto: target }[to]) ?? {} } }),
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
    ...textsFrom(texts, body),
    ref_id: '',
    source_kind: sourceKinds.find((kind) => isObject(names(body.source)[kind])) ?? source_kind,
    destination_kind: destinationKinds.find((kind) => isObject(names(body.destination)[kind])) ?? destination_kind,
  }
}

/** The field that an error of the body is about: a choice has its own. */
export function ruleField(error: string): string {
  return error === 'source' || error === 'destination' ? `${error}_kind` : error
}
