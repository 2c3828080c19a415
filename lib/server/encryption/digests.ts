/**
 * Makes the digests of earlier fingerprint keys again with the first of FINGERPRINT_KEY, from what was sealed beside them:
 * references that hold account numbers, destination addresses, and whole requests that may be sent or checked. The digests of
 * other requests stay: a repeat is also compared by its content.
 */
import { sql } from 'kysely'
import type { Database } from '../../database/open'
import { type ObservedTransferTable, sharedNow } from '../../database/tables'
import { addressEnds, addressKey } from '../../domain/address-ends'
import { type Clock, microseconds, systemClock } from '../clock'
import type { RetentionStep } from '../retention'
import { requestOf } from '../writes/rows'
import { isKeyed, keyedPrefix, type Sealing } from './sealing'

const mostAtOnce = 50
/** Microseconds for which a request that was sent may be checked, and an hour. */
const checkedFor = 24 * 3_600_000_000

/** The two digests of an address, by every key. */
export const addressDigests = (sealing: Sealing, address: string) => ({
  address_digest: sealing.fingerprintsOf(['address', addressKey(address)]),
  address_ends: sealing.fingerprintsOf(['address ends', addressEnds(address)]),
})

/** The destination of an observed transfer, if it was kept and can be opened. */
export const openAddress = (
  sealing: Sealing,
  { environment, client_id, id, address }: Pick<ObservedTransferTable, 'environment' | 'client_id' | 'id' | 'address'>,
) =>
  address === null ? undefined : sealing.open(address, ['observed_transfer', 'address', environment, client_id, id])

type Place = { environment: string; clientId: string; id: string }

/** Where a pass is: in the requests, in the references, in the addresses, or at its end. */
type Position = { requests: string } | { references: string } | { addresses: Place } | undefined

export type DigestsOptions = {
  database: Database
  sealing: Sealing
  /** Whether rows are written, or only counted. */
  isWriting: boolean
  clock?: Clock
}

export class Digests {
  readonly #database: Database
  readonly #sealing: Sealing
  readonly #isWriting: boolean
  readonly #clock: Clock
  #position: Position = { requests: '' }
  /** Digests that none of the keys made. */
  foreign = 0
  /** Digests that an earlier key made. */
  earlier = 0

  constructor({ database, sealing, isWriting, clock = systemClock }: DigestsOptions) {
    this.#clock = clock
    this.#database = database
    this.#sealing = sealing
    this.#isWriting = isWriting
  }

  /** One page of rows; once in the life of a process, since only an operator changes keys. */
  async step(): Promise<RetentionStep> {
    const position = this.#position
    if (position === undefined) return { rows: 0, hasMore: false }
    const rows = await ('requests' in position
      ? this.#requests(position.requests)
      : 'references' in position
        ? this.#references(position.references)
        : this.#addresses(position.addresses))
    return { rows, hasMore: this.#position !== undefined }
  }

  /** Looks at everything. */
  async run(): Promise<this> {
    while ((await this.step()).hasMore);
    return this
  }

  /** @returns whether a digest is to be made again */
  #isEarlier(stored: string, [first, ...earlier]: readonly string[]): boolean {
    if (stored === first) return false
    if (earlier.includes(stored)) this.earlier += 1
    else this.foreign += 1
    return this.#isWriting
  }

  /** One whose key is gone is not foreign: it may be from before an earlier change of keys, and nothing can be done about it. */
  async #requests(after: string): Promise<number> {
    const oldest = sql<number>`${sharedNow(this.#database, microseconds(this.#clock))} - ${sql.lit(checkedFor)}`
    const page = await this.#database
      .selectFrom('intent')
      .selectAll()
      .where('state', 'in', ['prepared', 'unknown', 'confirmed'])
      .where((is) => is.or([is('sent_at', 'is', null), is('sent_at', '>', oldest)]))
      .where('id', '>', after)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const last = page.length === mostAtOnce ? page.at(-1) : undefined
    this.#position = last ? { requests: last.id } : { references: '' }
    let rows = 0
    for (const row of page) {
      const request = requestOf(row, this.#sealing.open(row.body, ['intent', 'body', row.id]))
      const fingerprint = this.#sealing.fingerprintOf(request)
      if (row.fingerprint === fingerprint || !this.#sealing.isFingerprintOf(request, row.fingerprint)) continue
      this.earlier += 1
      if (!this.#isWriting) continue
      const { numUpdatedRows } = await this.#database
        .updateTable('intent')
        .set({ fingerprint })
        .where('id', '=', row.id)
        .where('fingerprint', '=', row.fingerprint)
        .where('state', '=', row.state)
        .executeTakeFirst()
      rows += Number(numUpdatedRows)
    }
    return rows
  }

  async #references(after: string): Promise<number> {
    const page = await this.#database
      .selectFrom('intent')
      .select(['id', 'ref_id', 'body'])
      .where('ref_id', '>=', keyedPrefix)
      .where('ref_id', '<', `${keyedPrefix.slice(0, -1)};`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const last = page.length === mostAtOnce ? page.at(-1) : undefined
    this.#position = last ? { references: last.id } : { addresses: { environment: '', clientId: '', id: '' } }
    let rows = 0
    for (const { id, ref_id, body } of page) {
      const opened = this.#sealing.open(body, ['intent', 'body', id])
      if (ref_id === null || opened === undefined || !isKeyed(ref_id)) continue
      const forms = this.#sealing.references(String(JSON.parse(opened).ref_id))
      if (!this.#isEarlier(ref_id, forms)) continue
      const { numUpdatedRows } = await this.#database
        .updateTable('intent')
        .set({ ref_id: forms[0] })
        .where('id', '=', id)
        .where('ref_id', '=', ref_id)
        .executeTakeFirst()
      rows += Number(numUpdatedRows)
    }
    return rows
  }

  async #addresses({ environment, clientId, id }: Place): Promise<number> {
    const page = await this.#database
      .selectFrom('observed_transfer')
      .select(['environment', 'client_id', 'id', 'address', 'address_digest'])
      .where('address', 'is not', null)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('environment', 'client_id', 'id'), '>', tuple(environment, clientId, id)),
      )
      .orderBy('environment')
      .orderBy('client_id')
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const last = page.length === mostAtOnce ? page.at(-1) : undefined
    this.#position = last && { addresses: { environment: last.environment, clientId: last.client_id, id: last.id } }
    let rows = 0
    for (const row of page) {
      const address = openAddress(this.#sealing, row)
      if (address === undefined || row.address_digest === null) continue
      const digests = addressDigests(this.#sealing, address)
      if (!this.#isEarlier(row.address_digest, digests.address_digest)) continue
      const { numUpdatedRows } = await this.#database
        .updateTable('observed_transfer')
        .set({ address_digest: digests.address_digest[0], address_ends: digests.address_ends[0] })
        .where('environment', '=', row.environment)
        .where('client_id', '=', row.client_id)
        .where('id', '=', row.id)
        .where('address_digest', '=', row.address_digest)
        .executeTakeFirst()
      rows += Number(numUpdatedRows)
    }
    return rows
  }
}
