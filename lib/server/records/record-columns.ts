/** What is kept of a record beside its bytes: its times and status, what finds it, and what tells addresses apart. */
import { issuanceOf } from '../../api/own-filters'
import { secondaryStatusName } from '../../api/transfer-meaning'
import type { ListTable, TransferTable } from '../../database/tables'
import { sortableDecimal } from '../../domain/decimals'
import { exactJson } from '../../domain/exact-json'
import { sortableTime } from '../../domain/values'
import { hashKey, idKey, typeKey } from '../../provider/matching'
import { type DecodedTransfer, readIssuerQuote, readTransfer } from '../../provider/reading'
import { quoteList, type ScannedList, transferList } from '../../provider/scanned-lists'
import type { Encryption } from '../encryption/encryption'
import type { Owner } from '../upstream/upstream'
import { addressDigests } from '../writes/digests'

/** The table of each list. */
export const listTables = { [transferList]: 'transfer', [quoteList]: 'issuer_quote' } as const

/** Characters at either end by which an identifier is found. */
export const partLength = 4

/** The columns that stay as they were where an answer leaves them out. */
export const identifying: readonly string[] = ['hash', 'hash_start', 'hash_end', 'address_digest', 'address_ends']

type Kept = 'record' | 'first_seen_at' | 'changed_at' | 'sequence'
export type ListColumns = Omit<ListTable, Kept>
type TransferColumns = Omit<TransferTable, Kept | 'movement' | keyof ListColumns>

/**
 * A record as the provider sent it: `text` is the record, `sent_updated_at` the time of its change as it was written, `at`
 * when it was seen, microseconds since 1970. `transfer` and `decoded`: what only transfers have.
 */
export type RecordVersion = {
  columns: ListColumns
  transfer?: TransferColumns
  decoded?: DecodedTransfer
  text: string
  sent_updated_at: string | null
  at: number
}

/** A text that a column can hold: not empty, not too long, without NUL, which PostgreSQL refuses. */
const column = (text: string | undefined) =>
  text !== undefined && text.length > 0 && text.length <= 255 && !text.includes('\u0000') ? text : null

const keyed = (text: string | undefined, key: (text: string) => string) => column(text && key(text))
const decimal = (text: string | undefined) => sortableDecimal(text ?? '') ?? null
const timed = (text: string | undefined) => sortableTime(text ?? '') ?? ''

/** What both lists have. */
type OwnMembers = Partial<Record<'id' | 'profile_id' | 'ref_id' | 'status' | 'created_at', string>>

/** A record of the provider with its columns; undefined if it has no id. @param text JSON */
export function recordVersion(
  list: ScannedList,
  { environment, clientId: client_id }: Owner,
  encryption: Encryption,
  text: string,
  at: number,
): RecordVersion | undefined {
  const json = exactJson(text)
  // Written out, because one after the other is spread slowly, and all of history comes this way.
  const own = (known: OwnMembers, more: Pick<ListColumns, 'updated_at' | 'asset' | 'amount' | 'direction'>) => {
    const ref = keyed(known.ref_id, idKey)
    return {
      environment,
      client_id,
      id: keyed(known.id, idKey) ?? '',
      profile_id: keyed(known.profile_id, idKey),
      ref_id: ref === null ? null : encryption.reference(ref),
      created_at: timed(known.created_at),
      updated_at: more.updated_at,
      status: column(known.status) ?? '',
      asset: more.asset,
      amount: more.amount,
      direction: more.direction,
    }
  }
  if (list === quoteList) {
    const { known } = readIssuerQuote(json)
    const columns = own(known, {
      // It does not say when it changed.
      updated_at: timed(known.created_at),
      asset: column(known.asset_type),
      amount: decimal(known.principal),
      direction: issuanceOf(known.token_principal) ?? null,
    })
    return columns.id === '' ? undefined : { text, at, columns, sent_updated_at: null }
  }
  const transfer = readTransfer(json)
  const { known } = transfer
  const columns = own(known, {
    updated_at: timed(known.updated_at),
    asset: column(known.asset),
    amount: decimal(known.amount),
    direction: column(known.direction),
  })
  if (columns.id === '') return undefined
  const hash = keyed(known.crypto_tx_hash, hashKey)
  const address = column(known.destination_address)
  const memo = column(known.memo)
  const digests = address === null ? undefined : addressDigests(encryption, address)
  return {
    text,
    at,
    columns,
    decoded: transfer,
    sent_updated_at: column(known.updated_at),
    transfer: {
      id_end: columns.id.slice(-partLength),
      memo: memo === null ? null : encryption.reference(memo),
      secondary_status: column(secondaryStatusName(transfer)) ?? '',
      hash,
      hash_start: hash?.slice(0, partLength) ?? null,
      hash_end: hash?.slice(-partLength) ?? null,
      address_digest: digests?.address_digest[0] ?? null,
      address_ends: digests?.address_ends[0] ?? null,
      type: keyed(known.type, typeKey),
      identity_id: keyed(known.identity_id, idKey),
      account_id: keyed(known.account_id, idKey),
      group_id: keyed(known.group_id, idKey),
      network: column(known.crypto_network),
    },
  }
}
