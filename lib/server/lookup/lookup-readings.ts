/** Which filters may hold a pasted identifier, and in which forms (docs/provider.md, "Pasted identifiers"). */
import { type LookupField, lookupFields } from '../../api/console/lookup'
import type { LookupIdentifier } from '../../api/console/lookup-input'
import { hashKey, idKey } from '../../api/provider/matching'
import type { DecodedTransfer } from '../../api/provider/reading'
import { maximumValues } from '../../api/provider/transfer-terms'
import { uuidPattern } from '../../domain/values'

/** The values of one identifier under one filter. */
export type Reading = { field: LookupField; values: string[] }

const uuidFields = lookupFields.filter((field) => field !== 'crypto_tx_hashes')

/** The readings of an identifier, the likeliest first; none for a partial one, which is never sent. */
export function readingsOf(identifier: LookupIdentifier): Reading[] {
  const { kind } = identifier
  if (kind === 'partial') return []
  const { value } = identifier
  if (kind === 'hash') {
    const isHexadecimal = value.length === 64
    return [{ field: 'crypto_tx_hashes', values: isHexadecimal ? [`0x${value}`, value] : [value] }]
  }
  if (kind === 'reference') {
    const forms = uuidPattern.test(value) ? [value, value.toLowerCase()] : [value]
    return [{ field: 'ref_ids', values: [...new Set(forms)] }]
  }
  const named = uuidFields.filter((field) => field === identifier.field)
  return [...new Set([...named, ...uuidFields])].map((field) => ({ field, values: [value] }))
}

const members = {
  ids: 'id',
  group_ids: 'group_id',
  ref_ids: 'ref_id',
  profile_ids: 'profile_id',
  identity_ids: 'identity_id',
  account_ids: 'account_id',
  crypto_tx_hashes: 'crypto_tx_hash',
} as const satisfies Record<LookupField, keyof DecodedTransfer['known']>

/** Equal for values that mean the same under a filter. */
export const valueKey = (field: LookupField, value: string) =>
  field === 'crypto_tx_hashes' ? hashKey(value) : idKey(value)

/** The key of what a transfer has under a filter; undefined if it has nothing there. */
export function transferKey(field: LookupField, { known }: DecodedTransfer): string | undefined {
  const value = known[members[field]]
  return value === undefined ? undefined : valueKey(field, value)
}

/** Splits readings of one filter so that no part has more values than one call may have. */
export function partsOf<Of extends Reading>(readings: readonly Of[], mostReadings = maximumValues): Of[][] {
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
