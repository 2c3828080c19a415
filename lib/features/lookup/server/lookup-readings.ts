/** As what a pasted identifier may be looked for, and in which forms (docs/provider.md, "Pasted identifiers"). */

import { readMoney } from '../../../domain/normalize-input'
import { uuidPattern } from '../../../domain/values'
import { filteredFields, hashKey, idKey } from '../../../provider/matching'
import type { DecodedTransfer } from '../../../provider/reading'
import { maximumValues } from '../../../provider/transfer-terms'
import type { LookupIdentifier } from '../input'
import { type LookupField, lookupFields, type OwnField } from '../interface'

/** The values of one identifier under one filter, or in one column of our own database. */
export type Reading = { field: LookupField | OwnField; values: string[] }
/** One that the provider is asked too. */
export type SentReading = Reading & { field: LookupField }

const uuidFields = lookupFields.filter((field) => field !== 'crypto_tx_hashes')
const fields: readonly string[] = lookupFields

/** Whether the provider is asked too; the others are never sent. */
export const isSent = <One extends Reading>(one: One): one is One & SentReading => fields.includes(one.field)

/** The readings of an identifier, the likeliest first; none for the ends of one, which `matching` finds. */
export function readingsOf(identifier: LookupIdentifier): Reading[] {
  if (identifier.kind === 'partial') return []
  const { kind, value } = identifier
  if (kind === 'address') {
    const isCash = /^[qpzr][02-9ac-hj-np-z]{41,}$/i.test(value)
    return [{ field: 'destination_address', values: isCash ? [value, `bitcoincash:${value}`] : [value] }]
  }
  if (kind === 'hash') {
    const values = value.length === 64 ? [`0x${value}`, value] : [value]
    // Addresses of Sui and Solana look like hashes; a Solana signature is longer.
    const address = value.length > 64 ? [] : [{ field: 'destination_address' as const, values: values.slice(0, 1) }]
    return [{ field: 'crypto_tx_hashes', values }, ...address]
  }
  if (kind === 'reference') {
    const forms = uuidPattern.test(value) ? [value, value.toLowerCase()] : [value]
    const { amounts = [], asset } = readMoney(value.toUpperCase()) ?? {}
    const sums = amounts.map((amount) => `${amount} ${asset}`)
    return [
      { field: 'ref_ids', values: [...new Set(forms)] },
      { field: 'memo', values: [value] },
      ...(sums.length > 0 ? [{ field: 'amount' as const, values: sums }] : []),
    ]
  }
  const named = uuidFields.filter((field) => field === identifier.field)
  return [...new Set([...named, ...uuidFields])].map((field) => ({ field, values: [value] }))
}

const members = { ...filteredFields, crypto_tx_hashes: 'crypto_tx_hash' } as const

/** Equal for values that mean the same under a filter. */
export const valueKey = (field: LookupField, value: string) =>
  field === 'crypto_tx_hashes' ? hashKey(value) : idKey(value)

/** The key of what a transfer has under a filter; undefined if it has nothing there. */
export function transferKey(field: LookupField, { known }: DecodedTransfer): string | undefined {
  const value = known[members[field]]
  return value === undefined ? undefined : valueKey(field, value)
}

/** Splits readings of one filter so that no part has more values than one call may have. */
export function partsOf<Of extends SentReading>(readings: readonly Of[], mostReadings = maximumValues): Of[][] {
  const parts: Of[][] = []
  let size = 0
  for (const reading of readings) {
    const last = parts.at(-1)
    if (last && last.length < mostReadings && size + reading.values.length <= maximumValues) {
      last.push(reading)
      size += reading.values.length
    } else {
      parts.push([reading])
      size = reading.values.length
    }
  }
  return parts
}
