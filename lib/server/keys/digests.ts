/**
 * Makes the digests of earlier fingerprint keys again with the first of FINGERPRINT_KEY, from what was sealed beside them:
 * references that hold account numbers, and destination addresses. The digests of whole requests stay: a repeat is also
 * compared by its content.
 */
import { addressEnds, addressKey } from '../../api/address-ends'
import type { Database } from '../../database/open'
import type { RetentionStep } from '../retention'
import { isKeyed, keyedPrefix, type Sealing } from '../writes/sealing'

const mostAtOnce = 50

/** The two digests of an address, by every key. */
export const addressDigests = (sealing: Sealing, address: string) => ({
  address_digest: sealing.fingerprintsOf(['address', addressKey(address)]),
  address_ends: sealing.fingerprintsOf(['address ends', addressEnds(address)]),
})

type Place = { environment: string; clientId: string; id: string }

/** Where a pass is: in the references, in the addresses, or at its end. */
type Position = { references: string } | { addresses: Place } | undefined

export type DigestsOptions = {
  database: Database
  sealing: Sealing
  /** Whether rows are written, or only counted. */
  isWriting: boolean
}

export class Digests {
  readonly #database: Database
  readonly #sealing: Sealing
  readonly #isWriting: boolean
  #position: Position = { references: '' }
  /** Digests that none of the keys made. */
  foreign = 0
  /** Digests that an earlier key made. */
  earlier = 0

  constructor({ database, sealing, isWriting }: DigestsOptions) {
    this.#database = database
    this.#sealing = sealing
    this.#isWriting = isWriting
  }

  /** One page of rows; once in the life of a process, since only an operator changes keys. */
  async step(): Promise<RetentionStep> {
    const position = this.#position
    if (position === undefined) return { rows: 0, hasMore: false }
    const rows =
      'references' in position ? await this.#references(position.references) : await this.#addresses(position.addresses)
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
      const opened = this.#sealing.open(body)
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
      const address = row.address === null ? undefined : this.#sealing.open(row.address)
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
