/** What is kept of a transfer that was seen: what finds it by a part of its identifiers, and what tells addresses apart. */
import { hashKey, idKey } from '../../api/provider/matching'
import { readTransfer } from '../../api/provider/reading'
import type { ObservedTransferTable } from '../../database/tables'
import { addressDigests } from '../encryption/digests'
import type { Encryption } from '../encryption/encryption'
import type { Owner } from '../upstream/upstream'

/** Characters at either end by which an identifier is found. */
export const partLength = 4

/** The columns that tell whether something of a transfer is new. */
export const identifying = ['group_id', 'ref_id', 'network', 'hash', 'address_digest'] as const

/** A text that a column can hold: not empty, not too long, without NUL, which PostgreSQL refuses. */
const column = (text: string | undefined) =>
  text !== undefined && text.length > 0 && text.length <= 255 && !text.includes('\u0000') ? text : null

type Columns = Omit<ObservedTransferTable, 'first_seen_at' | 'changed_at' | 'address'> & { address: string | null }

/** `address` is not encrypted yet. `status` is absent where the provider sent none. */
export type ObservedTransfer = {
  columns: Columns
  state?: { status: string; secondary_status: string; updated_at: string | null }
  /** When it was seen, microseconds since 1970. */
  at: number
}

/** What is kept of a record of the provider; undefined if it is no transfer with an id. */
export function observedTransfer(
  { environment, clientId }: Owner,
  encryption: Encryption,
  record: unknown,
  at: number,
): ObservedTransfer | undefined {
  const { known } = readTransfer(record)
  const id = column(known.id && idKey(known.id))
  if (id === null) return undefined
  const hash = column(known.crypto_tx_hash && hashKey(known.crypto_tx_hash))
  const reference = column(known.ref_id)
  const address = column(known.destination_address)
  const secondary = known.secondary_status?.name
  const status = column(known.status)
  const digests = address === null ? undefined : addressDigests(encryption, address)
  return {
    columns: {
      environment,
      client_id: clientId,
      id,
      id_end: id.slice(-partLength),
      group_id: column(known.group_id),
      ref_id: reference && encryption.reference(reference),
      network: column(known.crypto_network),
      hash,
      hash_start: hash?.slice(0, partLength) ?? null,
      hash_end: hash?.slice(-partLength) ?? null,
      address,
      address_digest: digests?.address_digest[0] ?? null,
      address_ends: digests?.address_ends[0] ?? null,
    },
    ...(status !== null && {
      state: {
        status,
        secondary_status: column(typeof secondary === 'string' ? secondary : undefined) ?? '',
        updated_at: column(known.updated_at),
      },
    }),
    at,
  }
}
