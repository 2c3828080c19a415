/**
 * Whether a record satisfies the requested filters. Some services silently ignore unknown query names, so a typo returns
 * everything (docs/provider.md, "Reading"): rows are checked, and a mismatch is flagged, never hidden.
 */

import { nanoseconds, uuidPattern } from '../domain/values'
import type { IssuerQuoteExecution, IssuerQuoteQuery } from './issuer-quotes'
import { type Decoded, platformSide } from './reading'
import type { Transfer, TransferQuery } from './transfers'

type Comparison = 'lt' | 'lte' | 'eq' | 'gte' | 'gt'

function compares(value: string | undefined, comparison: Comparison, bound: string): boolean {
  const left = nanoseconds(value ?? '')
  const right = nanoseconds(bound)
  if (left === undefined || right === undefined) return false
  if (comparison === 'lt') return left < right
  if (comparison === 'lte') return left <= right
  if (comparison === 'gte') return left >= right
  return comparison === 'gt' ? left > right : left === right
}

/** A key under which equal types match: a side of a platform transfer has two names. */
export function typeKey(type: string): string {
  const side = platformSide(type)
  return side === undefined ? type : `PLATFORM_TRANSFER_${side}`
}

export const sameType = (asked: string, type: string) => typeKey(asked) === typeKey(type)

/** A key under which equal ids match: UUIDs ignore case (RFC 9562). */
export const idKey = (id: string) => (uuidPattern.test(id) ? id.toLowerCase() : id)

/** A key under which equal hashes match: hexadecimal ignores case and a leading 0x; base58 does not. */
export const hashKey = (hash: string) =>
  /^(?:0x)?[0-9a-f]+$/i.test(hash) ? hash.replace(/^0x/i, '').toLowerCase() : hash

function hasId(asked: readonly string[], id = ''): boolean {
  const key = idKey(id)
  return asked.some((one) => idKey(one) === key)
}

/** The field of a transfer that a filter matches. */
export const filteredFields = {
  profile_ids: 'profile_id',
  identity_ids: 'identity_id',
  ref_ids: 'ref_id',
  account_ids: 'account_id',
  ids: 'id',
  group_ids: 'group_id',
  statuses: 'status',
} as const

/** @returns the filters of the query that the transfer does not satisfy */
export function unmetTransferFilters(query: TransferQuery, { known }: Decoded<Transfer>): string[] {
  const unmet: string[] = []
  for (const [filter, field] of Object.entries(filteredFields)) {
    const values: readonly string[] | undefined = query[filter as keyof typeof filteredFields]
    if (values && !hasId(values, known[field])) unmet.push(filter)
  }
  if (query.type && !query.type.some((type) => sameType(type, known.type ?? ''))) unmet.push('type')
  const hash = hashKey(known.crypto_tx_hash ?? '')
  if (query.crypto_tx_hashes && !query.crypto_tx_hashes.some((asked) => hashKey(asked) === hash))
    unmet.push('crypto_tx_hashes')
  const name = known.secondary_status?.name
  if (query.secondary_statuses && !query.secondary_statuses.some((asked) => asked === name))
    unmet.push('secondary_statuses')
  for (const comparison of ['lt', 'lte', 'eq', 'gte', 'gt'] as const) {
    for (const field of ['created_at', 'updated_at'] as const) {
      const bound = query[`${field}.${comparison}`]
      if (bound && !compares(known[field], comparison, bound)) unmet.push(`${field}.${comparison}`)
    }
  }
  return unmet
}

/** @returns the filters of the query that the issuer quote does not satisfy; the range includes both ends */
export function unmetIssuerQuoteFilters(query: IssuerQuoteQuery, { known }: Decoded<IssuerQuoteExecution>): string[] {
  const unmet: string[] = []
  if (query.profile_id && !hasId([query.profile_id], known.profile_id)) unmet.push('profile_id')
  if (query.status && !query.status.some((status) => status === known.status)) unmet.push('status')
  const begin = query['created_range.begin']
  const end = query['created_range.end']
  if (begin && !compares(known.created_at, 'gte', begin)) unmet.push('created_range.begin')
  if (end && !compares(known.created_at, 'lte', end)) unmet.push('created_range.end')
  return unmet
}
