/**
 * Makes the digests of earlier fingerprint keys again with the first of FINGERPRINT_KEY, from what was encrypted beside them:
 * references that hold account numbers, destination addresses, and whole requests that may be sent or checked. The digests of
 * other requests stay: a repeat is also compared by its content.
 */
import { sql, type UpdateResult } from 'kysely'
import type { Database } from '../../database/open'
import { type ObservedTransferTable, sharedNow } from '../../database/tables'
import { addressEnds, addressKey } from '../../domain/address-ends'
import { type Clock, microseconds } from '../clock'
import type { RetentionStep } from '../retention'
import { requestOf } from '../writes/rows'
import { type Encryption, isKeyed, keyedPrefix } from './encryption'

const mostAtOnce = 50
/** Microseconds for which a request that was sent may be checked, and an hour. */
const checkedFor = 24 * 3_600_000_000

/** The two digests of an address, by every key. */
export const addressDigests = (encryption: Encryption, address: string) => ({
  address_digest: encryption.fingerprintsOf(['address', addressKey(address)]),
  address_ends: encryption.fingerprintsOf(['address ends', addressEnds(address)]),
})

/** The destination of an observed transfer, if it was kept and can be opened. */
export const openAddress = (
  encryption: Encryption,
  { environment, client_id, id, address }: Pick<ObservedTransferTable, 'environment' | 'client_id' | 'id' | 'address'>,
) =>
  address === null
    ? undefined
    : encryption.decrypt(address, ['observed_transfer', 'address', environment, client_id, id])

type Key = { environment: string; client_id: string; id: string }
const start: Key = { environment: '', client_id: '', id: '' }

/** A page of a table, and the updates that make digests of it again. */
type Page = { rows: readonly Partial<Key>[]; updates: { executeTakeFirst: () => Promise<UpdateResult> }[] }

export type DigestsOptions = {
  database: Database
  encryption: Encryption
  /** Whether rows are written, or only counted. */
  isWriting: boolean
  clock: Clock
}

export function createDigests({ database, encryption, isWriting, clock }: DigestsOptions) {
  /** Digests that none of the keys made, and those that an earlier key made. */
  const found = { foreign: 0, earlier: 0 }

  /** Counts a digest. @returns whether it is to be made again */
  function isOld(stored: string, [first, ...earlier]: readonly string[]): boolean {
    if (stored === first) return false
    if (earlier.includes(stored)) found.earlier += 1
    else found.foreign += 1
    return true
  }

  /** One whose key is gone is not foreign: it may be from before an earlier change of keys, and nothing can be done about it. */
  async function requests({ id: after }: Key): Promise<Page> {
    const oldest = sql<number>`${sharedNow(database, microseconds(clock))} - ${sql.lit(checkedFor)}`
    const rows = await database
      .selectFrom('intent')
      .selectAll()
      .where('state', 'in', ['prepared', 'unknown', 'confirmed'])
      .where((is) => is.or([is('sent_at', 'is', null), is('sent_at', '>', oldest)]))
      .where('id', '>', after)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const updates = rows.flatMap((row) => {
      const request = requestOf(row, encryption.decrypt(row.body, ['intent', 'body', row.id]))
      const fingerprint = encryption.fingerprintOf(request)
      if (row.fingerprint === fingerprint || !encryption.isFingerprintOf(request, row.fingerprint)) return []
      found.earlier += 1
      return database
        .updateTable('intent')
        .set({ fingerprint })
        .where((is) => is.and({ id: row.id, fingerprint: row.fingerprint, state: row.state }))
    })
    return { rows, updates }
  }

  async function references({ id: after }: Key): Promise<Page> {
    const rows = await database
      .selectFrom('intent')
      .select(['id', 'ref_id', 'body'])
      .where('ref_id', '>=', keyedPrefix)
      .where('ref_id', '<', `${keyedPrefix.slice(0, -1)};`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const updates = rows.flatMap(({ id, ref_id, body }) => {
      const opened = encryption.decrypt(body, ['intent', 'body', id])
      if (ref_id === null || opened === undefined || !isKeyed(ref_id)) return []
      const forms = encryption.references(String(JSON.parse(opened).ref_id))
      if (!isOld(ref_id, forms)) return []
      return database
        .updateTable('intent')
        .set({ ref_id: forms[0] })
        .where((is) => is.and({ id, ref_id }))
    })
    return { rows, updates }
  }

  async function addresses(after: Key): Promise<Page> {
    const rows = await database
      .selectFrom('observed_transfer')
      .select(['environment', 'client_id', 'id', 'address', 'address_digest'])
      .where('address', 'is not', null)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('environment', 'client_id', 'id'), '>', tuple(after.environment, after.client_id, after.id)),
      )
      .orderBy('environment')
      .orderBy('client_id')
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const updates = rows.flatMap((row) => {
      const { environment, client_id, id, address_digest } = row
      const address = openAddress(encryption, row)
      if (address === undefined || address_digest === null) return []
      const digests = addressDigests(encryption, address)
      if (!isOld(address_digest, digests.address_digest)) return []
      return database
        .updateTable('observed_transfer')
        .set({ address_digest: digests.address_digest[0], address_ends: digests.address_ends[0] })
        .where((is) => is.and({ environment, client_id, id, address_digest }))
    })
    return { rows, updates }
  }

  const passes = [requests, references, addresses]
  let pass = 0
  let after = start

  /** One page of rows; once in the life of a process, since only an operator changes keys. */
  async function step(): Promise<RetentionStep> {
    const read = passes[pass]
    if (!read) return { rows: 0, hasMore: false }
    const page = await read(after)
    const isEnd = page.rows.length < mostAtOnce
    after = isEnd ? start : { ...start, ...page.rows.at(-1) }
    if (isEnd) pass += 1
    let rows = 0
    if (isWriting) for (const update of page.updates) rows += Number((await update.executeTakeFirst()).numUpdatedRows)
    return { rows, hasMore: pass < passes.length }
  }

  return {
    step,
    /** Looks at everything. */
    async run() {
      while ((await step()).hasMore);
      return found
    },
  }
}
