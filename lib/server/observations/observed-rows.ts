/** The tables of what was seen of transfers. Everything is keyed by (environment, client). */
import { sql } from 'kysely'
import { maximumMatches, type ObservedExtent } from '../../api/console/lookup'
import type { LookupIdentifier } from '../../api/console/lookup-input'
import type { SimilarAddress, TransferObservations } from '../../api/console/observations'
import type { Environment } from '../../api/environments'
import { ProblemError } from '../../api/problem'
import { insertParts, paddedList } from '../../database/list-lengths'
import { type Database, ofOwner } from '../../database/open'
import type { ObservedStateTable, ObservedTransferTable } from '../../database/tables'
import { addressDigests, openAddress } from '../encryption/digests'
import type { Encryption } from '../encryption/encryption'
import type { RetentionStep } from '../retention'
import type { Owner } from '../upstream/upstream'
import { identifying, type ObservedTransfer, partLength } from './observed-transfer'

/** Rows that a search reads at most. */
const mostCandidates = 1_000
const mostCounted = 1_000
const mostLookAlikes = 10
const removedAtOnce = 200
const day = 86_400_000_000

type PartialIdentifier = Extract<LookupIdentifier, { kind: 'partial' }>

const time = (micros: number) => new Date(micros / 1000).toISOString()

const stateKey = (state: Pick<ObservedStateTable, 'transfer_id' | 'status' | 'secondary_status'>) =>
  JSON.stringify([state.transfer_id, state.status, state.secondary_status])

export class ObservedRows {
  readonly #database: Database
  readonly #encryption: Encryption

  constructor(database: Database, encryption: Encryption) {
    this.#database = database
    this.#encryption = encryption
  }

  #transfersOf(owner: Owner) {
    return this.#database.selectFrom('observed_transfer').where(ofOwner(owner))
  }

  #statesOf(owner: Owner, ids: readonly string[]) {
    return this.#database
      .selectFrom('observed_state')
      .selectAll()
      .where(ofOwner(owner))
      .where('transfer_id', 'in', paddedList(ids))
  }

  /** Writes what is new of transfers, those of one owner in one transaction; nothing if nothing is. @throws the driver's error */
  async write(all: readonly ObservedTransfer[]): Promise<void> {
    const groups = new Map<string, ObservedTransfer[]>()
    for (const one of all) {
      const owner = JSON.stringify([one.columns.environment, one.columns.client_id])
      groups.set(owner, [...(groups.get(owner) ?? []), one])
    }
    for (const group of groups.values()) await this.#writeGroup(group)
  }

  async #writeGroup(group: readonly ObservedTransfer[]): Promise<void> {
    const [first] = group
    if (!first) return
    const owner: Owner = { environment: first.columns.environment as Environment, clientId: first.columns.client_id }
    const ids = [...new Set(group.map(({ columns }) => columns.id))]
    const known = await this.#transfersOf(owner).selectAll().where('id', 'in', paddedList(ids)).execute()
    const knownStates = new Set((await this.#statesOf(owner, ids).execute()).map(stateKey))
    const states = new Map<string, ObservedStateTable>()
    const transfers = new Map<string, ObservedTransferTable>()
    const written = new Map(known.map((row) => [row.id, row]))
    for (const { columns, state, at } of group) {
      const { environment, client_id, id } = columns
      const newState = state && { environment, client_id, transfer_id: id, ...state, seen_at: at }
      const isNewState = newState !== undefined && !knownStates.has(stateKey(newState))
      if (isNewState && !states.has(stateKey(newState))) states.set(stateKey(newState), newState)
      const row = written.get(id)
      const isNew = !row || identifying.some((name) => columns[name] !== null && columns[name] !== row[name])
      if (!isNewState && !isNew) continue
      const merged = this.#merged(columns, row, at)
      written.set(id, merged)
      transfers.set(id, merged)
    }
    if (transfers.size > 0) await this.#insert([...transfers.values()], [...states.values()])
  }

  /** A row with what is new; what an answer leaves out stays as it was. */
  #merged(
    { address, ...columns }: ObservedTransfer['columns'],
    row: ObservedTransferTable | undefined,
    at: number,
  ): ObservedTransferTable {
    const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== null)) as typeof columns
    const isSame = address === null || columns.address_digest === row?.address_digest
    return {
      ...columns,
      ...row,
      ...given,
      address: isSame
        ? (row?.address ?? null)
        : this.#encryption.encrypt(address, [
            'observed_transfer',
            'address',
            columns.environment,
            columns.client_id,
            columns.id,
          ]),
      first_seen_at: row?.first_seen_at ?? at,
      changed_at: at,
    }
  }

  async #insert(transfers: readonly ObservedTransferTable[], states: readonly ObservedStateTable[]): Promise<void> {
    await this.#database.transaction().execute(async (within) => {
      for (const part of insertParts(transfers))
        await within
          .insertInto('observed_transfer')
          .values(part)
          .onConflict((conflict) =>
            conflict.columns(['environment', 'client_id', 'id']).doUpdateSet((row) => ({
              group_id: row.ref('excluded.group_id'),
              ref_id: row.ref('excluded.ref_id'),
              network: row.ref('excluded.network'),
              hash: row.ref('excluded.hash'),
              hash_start: row.ref('excluded.hash_start'),
              hash_end: row.ref('excluded.hash_end'),
              address: row.ref('excluded.address'),
              address_digest: row.ref('excluded.address_digest'),
              address_ends: row.ref('excluded.address_ends'),
              changed_at: row.ref('excluded.changed_at'),
            })),
          )
          .execute()
      for (const part of insertParts(states))
        await within
          .insertInto('observed_state')
          .values(part)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
    })
  }

  /**
   * The ids of observed transfers whose hash or id has these ends, the newest first: at most one more than is listed.
   * @throws ProblemError 400 if neither end has enough characters; the driver's error
   */
  async matching(owner: Owner, { start, end, of }: PartialIdentifier): Promise<string[]> {
    const from = start.replace(/^0x/i, '')
    if (from.length < partLength && end.length < partLength)
      throw new ProblemError(400, 'invalid-input', 'This is too short to be matched.', {
        detail: `Enter at least ${partLength} characters of the start or of the end, like 27ca…a1e3.`,
      })
    // Only base58 tells capitals from small letters.
    const fits = (text: string | null) =>
      text !== null &&
      [[from, end] as const, [from.toLowerCase(), end.toLowerCase()] as const].some(
        ([head, tail]) => text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail),
      )
    const forms = (text: string) => [...new Set([text, text.toLowerCase()])]
    const newest = () =>
      this.#transfersOf(owner).select(['id', 'hash', 'changed_at']).orderBy('changed_at', 'desc').limit(mostCandidates)
    const byHash =
      from.length >= partLength
        ? newest().where('hash_start', 'in', forms(from.slice(0, partLength)))
        : newest().where('hash_end', 'in', forms(end.slice(-partLength)))
    const head = from.toLowerCase()
    const byId =
      from.length >= partLength
        ? newest().where('id', '>=', head).where('id', '<', `${head}g`)
        : newest().where('id_end', '=', end.slice(-partLength).toLowerCase())
    const hashes = of === 'uuid' ? [] : (await byHash.execute()).filter(({ hash }) => fits(hash))
    const ids = of === 'hash' ? [] : (await byId.execute()).filter(({ id }) => fits(id))
    const found = [...hashes, ...ids].sort((one, other) => other.changed_at - one.changed_at)
    return [...new Set(found.map(({ id }) => id))].slice(0, maximumMatches + 1)
  }

  /** How many transfers were observed, and since when (ms since 1970); undefined if none was. @throws the driver's error */
  async extent(owner: Owner): Promise<ObservedExtent | undefined> {
    const row = await this.#transfersOf(owner)
      .select(({ fn }) => [fn.countAll().as('count'), fn.min('first_seen_at').as('since')])
      .executeTakeFirst()
    const count = Number(row?.count ?? 0)
    return count === 0 ? undefined : { count, since: Math.floor(Number(row?.since) / 1000) }
  }

  /** What was seen of a transfer. @throws the driver's error */
  async of(owner: Owner, id: string): Promise<TransferObservations> {
    const row = await this.#transfersOf(owner).where('id', '=', id).selectAll().executeTakeFirst()
    if (!row) return { states: [] }
    const states = await this.#statesOf(owner, [id]).orderBy('seen_at').execute()
    const destination = await this.#destinationOf(owner, row)
    return {
      states: states.map(({ status, secondary_status, updated_at, seen_at }) => ({
        status,
        ...(secondary_status !== '' && { secondary_status }),
        ...(updated_at !== null && { updated_at }),
        seen_at: time(seen_at),
      })),
      ...(destination && { destination }),
    }
  }

  async #destinationOf(owner: Owner, row: ObservedTransferTable): Promise<TransferObservations['destination']> {
    const { id, address_digest, address_ends } = row
    if (address_digest === null || address_ends === null) return undefined
    const own = openAddress(this.#encryption, row)
    // While the key of digests changes, equal addresses have the digests of several keys.
    const forms =
      own === undefined
        ? { address_digest: [address_digest], address_ends: [address_ends] }
        : addressDigests(this.#encryption, own)
    const same = await this.#transfersOf(owner)
      .where('address_digest', 'in', forms.address_digest)
      .where('id', '!=', id)
      .select('id')
      .limit(mostCounted)
      .execute()
    const alike = await this.#transfersOf(owner)
      .where('address_ends', 'in', forms.address_ends)
      .where('address_digest', 'not in', forms.address_digest)
      .select((row) => [
        row.fn.max('id').as('id'),
        row.fn.countAll<number>().as('transfers'),
        row.fn.max('changed_at').as('last'),
      ])
      .groupBy('address_digest')
      .orderBy(sql`count(*)`, 'desc')
      .limit(mostLookAlikes)
      .execute()
    // An address opens in its own row alone; each group has one.
    const ids = paddedList(alike.map((one) => one.id))
    const examples = ids.length === 0 ? [] : await this.#transfersOf(owner).where('id', 'in', ids).selectAll().execute()
    const look_alikes = alike.flatMap(({ id: example, transfers, last }): SimilarAddress[] => {
      const found = examples.find((one) => one.id === example)
      const opened = found && openAddress(this.#encryption, found)
      return opened === undefined ? [] : [{ address: opened, transfers, last_seen_at: time(last) }]
    })
    return { other_transfers: same.length, look_alikes }
  }

  /**
   * Removes transfers of which nothing was new for so many days, with their states.
   * @param now microseconds since 1970
   * @param days 0: they are kept for ever
   */
  async removeOld(now: number, days: number): Promise<RetentionStep> {
    if (days === 0) return { rows: 0, hasMore: false }
    const before = now - days * day
    const old = await this.#database
      .selectFrom('observed_transfer')
      .select(['environment', 'client_id', 'id'])
      .where('changed_at', '<', before)
      .orderBy('changed_at')
      .limit(removedAtOnce)
      .execute()
    await this.#database.transaction().execute(async (within) => {
      for (const { environment, client_id, id } of old) {
        const removed = await within
          .deleteFrom('observed_transfer')
          .where('environment', '=', environment)
          .where('client_id', '=', client_id)
          .where('id', '=', id)
          .where('changed_at', '<', before)
          .executeTakeFirst()
        if (removed.numDeletedRows === 0n) continue
        await within
          .deleteFrom('observed_state')
          .where('environment', '=', environment)
          .where('client_id', '=', client_id)
          .where('transfer_id', '=', id)
          .execute()
      }
    })
    return { rows: old.length, hasMore: old.length === removedAtOnce }
  }
}
