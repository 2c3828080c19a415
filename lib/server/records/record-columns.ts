/** What is kept of a transfer beside its record: its times and status, what finds it, and what tells addresses apart. */
import { secondaryStatusName } from '../../api/console/transfer-meaning'
import { hashKey, idKey } from '../../api/provider/matching'
import { readTransfer } from '../../api/provider/reading'
import type { TransferTable } from '../../database/tables'
import { exactJson } from '../../domain/exact-json'
import { sortableTime } from '../../domain/values'
import { addressDigests } from '../encryption/digests'
import type { Encryption } from '../encryption/encryption'
import type { Owner } from '../upstream/upstream'

/** Characters at either end by which an identifier is found. */
export const partLength = 4

/** The columns that stay as they were where an answer leaves them out. */
export const identifying = ['hash', 'hash_start', 'hash_end', 'address_digest', 'address_ends'] as const

export type TransferColumns = Omit<TransferTable, 'record' | 'first_seen_at' | 'changed_at' | 'sequence' | 'movement'>

/**
 * A transfer as the provider sent it: `text` is the record, `sent_updated_at` the time of its change as it was written, `at`
 * when it was seen, microseconds since 1970.
 */
export type TransferVersion = { columns: TransferColumns; text: string; sent_updated_at: string | null; at: number }

/** A text that a column can hold: not empty, not too long, without NUL, which PostgreSQL refuses. */
const column = (text: string | undefined) =>
  text !== undefined && text.length > 0 && text.length <= 255 && !text.includes('\u0000') ? text : null

/** A record of the provider with its columns; undefined if it is no transfer with an id. @param text JSON */
export function transferVersion(
  { environment, clientId }: Owner,
  encryption: Encryption,
  text: string,
  at: number,
): TransferVersion | undefined {
  const transfer = readTransfer(exactJson(text))
  const { known } = transfer
  const id = column(known.id && idKey(known.id))
  if (id === null) return undefined
  const hash = column(known.crypto_tx_hash && hashKey(known.crypto_tx_hash))
  const address = column(known.destination_address)
  const memo = column(known.memo)
  const digests = address === null ? undefined : addressDigests(encryption, address)
  return {
    ...{ text, at },
    sent_updated_at: column(known.updated_at),
    columns: {
      ...{ environment, client_id: clientId, id, id_end: id.slice(-partLength), profile_id: column(known.profile_id) },
      memo: memo === null ? null : encryption.reference(memo),
      created_at: sortableTime(known.created_at ?? '') ?? '',
      updated_at: sortableTime(known.updated_at ?? '') ?? '',
      status: column(known.status) ?? '',
      secondary_status: column(secondaryStatusName(transfer)) ?? '',
      hash,
      hash_start: hash?.slice(0, partLength) ?? null,
      hash_end: hash?.slice(-partLength) ?? null,
      address_digest: digests?.address_digest[0] ?? null,
      address_ends: digests?.address_ends[0] ?? null,
    },
  }
}
