/**
 * The movements that transfers belong to, stored: each transfer is in exactly one, and what is stored changes in the
 * transaction of the record that changes it. matching.ts says what joins transfers.
 */
import { type Expression, type Kysely, type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import {
  addTo,
  idMark,
  isReturnOf,
  keyOf,
  type Matched,
  type MovementJoin,
  marksOf,
  movementsAmong,
  returnedName,
  returnMemos,
} from '../../api/movement-links'
import { insertParts, paddedList } from '../../database/list-lengths'
import { type Database, ofOwner } from '../../database/open'
import type { Tables } from '../../database/tables'
import { sortableBound } from '../../domain/decimals'
import { exactJson } from '../../domain/exact-json'
import { sortableMoment, sortableTime } from '../../domain/values'
import { idKey } from '../../provider/matching'
import { type DecodedTransfer, readTransfer } from '../../provider/reading'
import type { RuleRoute } from '../../provider/record-names'
import { timeOf } from '../clock'
import type { Encryption } from '../encryption/encryption'
import type { Owner } from '../upstream/upstream'
import { addressDigests, openRecord } from '../writes/digests'
import type { RecordVersion } from './record-columns'

/** Where a list of movements goes on: after the movement whose newest transfer this is. */
export type MovementPlace = { newest: string; newest_id: string }

/** `created` are texts that sort as times do, half open; by the newest transfer of a movement. */
export type MovementFilter = {
  after?: MovementPlace
  profiles?: readonly string[]
  created?: { from?: string; to?: string }
}

/** Money that came: `since` and `until` are ms since 1970, both inclusive. */
export type ArrivalFilter = { types: readonly string[]; since: number; until?: number; memo?: string; amount?: string }

/** Transfers among which those of some types are looked for. */
const mostArrivals = 50_000

/** Most movements have fewer transfers than this beside their first. */
const transfersOfOne = 3
/** Transfers that are looked at for what was sent back. */
const mostReturns = 1_000

type Reader = Pick<Kysely<Tables>, 'selectFrom'>
/** Transfers that were read a moment ago, by their keys. */
type Decoded = ReadonlyMap<string, DecodedTransfer>
type Member = { id: string; movement: string; transfer: DecodedTransfer }

export class MovementSets {
  constructor(
    private readonly database: Database,
    private readonly encryption: Encryption,
  ) {}

  /**
   * Stores the movements of transfers that were written in this transaction, and of all that they may have joined or parted.
   * Whoever calls it holds the client's row of `list_reading`.
   * @param added those that were not here before
   */
  async connect(
    within: Transaction<Tables>,
    owner: Owner,
    written: readonly RecordVersion[],
    added: ReadonlySet<string>,
  ): Promise<void> {
    const keys = written.map(({ columns }) => columns.id)
    const before = await this.#marksOf(
      within,
      owner,
      'transfer_id',
      keys.filter((key) => !added.has(key)),
    )
    const decoded = new Map(written.flatMap(({ columns, decoded: one }) => (one ? [[columns.id, one]] : [])))
    const after = written.flatMap(({ columns: { environment, client_id, id } }) => {
      const transfer = decoded.get(id)
      return transfer ? marksOf(transfer).map((mark) => ({ environment, client_id, mark, transfer_id: id })) : []
    })
    const nameOf = ({ mark, transfer_id }: { mark: string; transfer_id: string }) => `${transfer_id} ${mark}`
    const [known, named] = [new Set(before.map(nameOf)), new Set(after.map(nameOf))]
    const changed = new Set(before.flatMap((one) => (named.has(nameOf(one)) ? [] : one.transfer_id)))
    if (changed.size > 0)
      await within
        .deleteFrom('transfer_mark')
        .where(ofOwner(owner))
        .where('transfer_id', 'in', paddedList([...changed]))
        .execute()
    const missing = after.filter((one) => changed.has(one.transfer_id) || !known.has(nameOf(one)))
    for (const part of insertParts(missing)) await within.insertInto('transfer_mark').values(part).execute()
    const marks = new Set([...before, ...after].map(({ mark }) => mark))
    const marked = new Set(after.map(({ transfer_id }) => transfer_id))
    const alone = new Set(keys.filter((key) => added.has(key) && !marked.has(key)))
    await this.#store(within, owner, keys, [...marks], { decoded, alone })
  }

  /** Lets nobody else store movements of a client until this transaction ends. */
  async hold(within: Transaction<Tables>, owner: Owner): Promise<void> {
    await within
      .updateTable('list_reading')
      .set(({ ref }) => ({ last_sequence: ref('last_sequence') }))
      .where(ofOwner(owner))
      .where('list', '=', 'transfer')
      .execute()
  }

  /** Lets nobody else join the movements of transfers until this transaction ends. @returns all transfers of them */
  async lock(within: Transaction<Tables>, owner: Owner, keys: readonly string[]): Promise<string[]> {
    const sets = within
      .selectFrom('transfer as known')
      .select('known.movement')
      .where(ofOwner(owner))
      .where('known.id', 'in', paddedList(keys))
      .$asScalar()
    const rows = await within
      .updateTable('transfer')
      .set(({ ref }) => ({ movement: ref('movement') }))
      .where(ofOwner(owner))
      .where('movement', 'in', sets)
      .returning('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  /** Stores the movements of transfers that people joined or parted, in the transaction in which they said so. */
  reconnect(within: Transaction<Tables>, owner: Owner, keys: readonly string[]): Promise<void> {
    return this.#store(within, owner, keys, [])
  }

  /** Stores what is left of a movement after a transfer of it was deleted. */
  async remove(within: Transaction<Tables>, owner: Owner, key: string, movement: string): Promise<void> {
    const marks = await this.#marksOf(within, owner, 'transfer_id', [key])
    await within.deleteFrom('transfer_mark').where(ofOwner(owner)).where('transfer_id', '=', key).execute()
    await this.#assign(within, owner, [movement])
    await this.#store(
      within,
      owner,
      [],
      marks.map(({ mark }) => mark),
    )
  }

  async #marksOf(within: Reader, owner: Owner, by: 'mark' | 'transfer_id', values: readonly string[]) {
    if (values.length === 0) return []
    return within
      .selectFrom('transfer_mark')
      .select(['mark', 'transfer_id'])
      .where(ofOwner(owner))
      .where(by, 'in', paddedList(values))
      .execute()
  }

  /**
   * @param marks that these transfers have, or had
   * @param alone those that are stored as movements of their own already, unless another transfer names them
   */
  async #store(
    within: Transaction<Tables>,
    owner: Owner,
    keys: readonly string[],
    marks: readonly string[],
    { decoded, alone }: { decoded?: Decoded; alone?: ReadonlySet<string> } = {},
  ): Promise<void> {
    const named = marks.flatMap((mark) => (mark.startsWith(idMark('')) ? mark.slice(idMark('').length) : []))
    const shared = [...marks.filter((mark) => !mark.startsWith(idMark(''))), ...keys.map(idMark)]
    const sharing = await this.#marksOf(within, owner, 'mark', shared)
    const joined = await this.joins(owner, keys, within)
    const sharedMarks = new Set(sharing.map(({ mark }) => mark))
    const touched = new Set([
      ...keys.filter((key) => !alone?.has(key) || sharedMarks.has(idMark(key))),
      ...[...named, ...sharing.map(({ transfer_id }) => transfer_id)],
      ...joined.flatMap(({ transfer, other }) => [transfer, other]),
    ])
    if (touched.size === 0) return
    const rows = await within
      .selectFrom('transfer')
      .select('movement')
      .where(ofOwner(owner))
      .where('id', 'in', paddedList([...touched]))
      .execute()
    await this.#assign(within, owner, [...new Set(rows.map(({ movement }) => movement))], decoded)
  }

  /** Computes sets anew from all of their members, and writes what is different. */
  async #assign(within: Transaction<Tables>, owner: Owner, sets: readonly string[], decoded?: Decoded): Promise<void> {
    if (sets.length === 0) return
    const members = await this.#read(
      within.selectFrom('transfer').where(ofOwner(owner)).where('movement', 'in', paddedList(sets)),
      decoded,
    )
    const joins = await this.joins(
      owner,
      members.map(({ id }) => id),
      within,
    )
    const moved = new Map<string, string[]>()
    const stored = new Map(members.map(({ id, movement }) => [id, movement]))
    for (const { transfers } of movementsAmong(
      members.map(({ transfer }) => transfer),
      joins,
    )) {
      const [first] = transfers
      if (!first) continue
      const id = keyOf(first)
      const strange = transfers.map(keyOf).filter((key) => stored.get(key) !== id)
      if (strange.length > 0) moved.set(id, strange)
    }
    for (const [movement, ids] of moved)
      await within
        .updateTable('transfer')
        .set({ movement })
        .where(ofOwner(owner))
        .where('id', 'in', paddedList(ids))
        .execute()
  }

  /** What no key opens is left out. @param decoded those that need not be opened */
  async #read(query: SelectQueryBuilder<Tables, 'transfer', object>, decoded: Decoded = new Map()): Promise<Member[]> {
    const rows = await query.select(['environment', 'client_id', 'id', 'record', 'movement']).execute()
    return rows.flatMap((row): Member[] => {
      const { id, movement } = row
      const known = decoded.get(id)
      if (known) return [{ id, movement, transfer: known }]
      const text = openRecord(this.encryption, row)
      return text === undefined ? [] : [{ id, movement, transfer: readTransfer(exactJson(text)) }]
    })
  }

  /** The joins of these transfers, by people. */
  async joins(owner: Owner, keys: readonly string[], reader: Reader = this.database): Promise<MovementJoin[]> {
    // PostgreSQL has no empty list.
    if (keys.length === 0) return []
    const joinsBy = (column: 'transfer_id' | 'other_id') =>
      reader
        .selectFrom('movement_join')
        .select(['transfer_id', 'other_id', 'person', 'at'])
        .where(ofOwner(owner))
        .where('undone_at', 'is', null)
        .where(column, 'in', paddedList(keys))
    const rows = await joinsBy('transfer_id').union(joinsBy('other_id')).execute()
    return rows.map(({ transfer_id: transfer, other_id: other, person, at }) => ({
      transfer,
      other,
      person,
      at: timeOf(at),
    }))
  }

  /**
   * The movements that a query names, each whole. One statement reads all of their transfers: what is written meanwhile is in
   * all of them or in none.
   */
  async #matched(owner: Owner, sets: Expression<string> | string[]): Promise<Matched[]> {
    const members = await this.#read(
      this.database.selectFrom('transfer').where(ofOwner(owner)).where('movement', 'in', sets),
    )
    const joins = await this.joins(
      owner,
      members.map(({ id }) => id),
    )
    const stored = new Map<string, DecodedTransfer[]>()
    for (const { movement, transfer } of members) addTo(stored, movement, transfer)
    // Each by itself: what leaves a hash at two ends in doubt may be in none of them.
    return [...stored.values()].flatMap((transfers) => movementsAmong(transfers, joins))
  }

  /** The movements of these transfers, each once; a transfer that is not here is in none. @throws the driver's error */
  async of(owner: Owner, keys: readonly string[]): Promise<Matched[]> {
    if (keys.length === 0) return []
    const sets = this.database
      .selectFrom('transfer as known')
      .select('known.movement')
      .where(ofOwner(owner))
      .where('known.id', 'in', paddedList(keys))
    return this.#matched(owner, sets.$asScalar())
  }

  /** Movements, each once and whole, by their newest transfers, the newest first. @throws the driver's error */
  async page(owner: Owner, { after, profiles, created = {} }: MovementFilter, limit: number) {
    let query = this.database
      .selectFrom('transfer as newest')
      .select('newest.movement')
      .where(ofOwner(owner))
      // A join would be planned badly by PostgreSQL until it knows the table.
      .where('newest.id', '=', ({ selectFrom }) =>
        selectFrom('transfer as other')
          .select('other.id')
          .where(ofOwner(owner))
          .whereRef('other.movement', '=', 'newest.movement')
          .orderBy('other.created_at', 'desc')
          .orderBy('other.id', 'desc')
          .limit(1),
      )
    if (after) query = query.where(sql<boolean>`(newest.created_at, newest.id) < (${after.newest}, ${after.newest_id})`)
    if (created.from !== undefined) query = query.where('newest.created_at', '>=', created.from)
    if (created.to !== undefined) query = query.where('newest.created_at', '<', created.to)
    if (profiles)
      query = query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('transfer as own')
            .select('own.id')
            .where(ofOwner(owner))
            .whereRef('own.movement', '=', 'newest.movement')
            .where('own.profile_id', 'in', paddedList(profiles.map(idKey))),
        ),
      )
    const page = query.orderBy('newest.created_at', 'desc').orderBy('newest.id', 'desc').limit(limit)
    // PostgreSQL would ask again for each transfer.
    const once = sql<string>`(with page as materialized ${page} select movement from page)`
    const found = await this.#matched(owner, once)
    return found
      .map((matched) => ({ matched, place: placeOf(matched) }))
      .sort((one, other) => comparePlaces(other.place, one.place))
  }

  /**
   * The movements that a rule may have moved, each whole, by its memos, its address, and the conversions on the profile
   * that it takes from; `runsOf` says which it did.
   * @param since ms since 1970: movements with such a transfer that was created since
   * @throws the driver's error
   */
  async ofRule(owner: Owner, route: RuleRoute, since: number): Promise<Matched[]> {
    const memos = [route.memo, route.destination_memo].flatMap((memo) => (memo ? this.encryption.references(memo) : []))
    const { source_address: address, source_profile_id } = route
    const profile = source_profile_id && idKey(source_profile_id)
    const digests = address ? addressDigests(this.encryption, address) : undefined
    const recent = () =>
      this.database
        .selectFrom('transfer')
        .select('movement')
        .where(ofOwner(owner))
        .where('created_at', '>=', sortableMoment(since))
    const rows = [
      ...(memos.length > 0 ? await recent().where('memo', 'in', memos).execute() : []),
      ...(digests
        ? await recent()
            .where('address_ends', 'in', digests.address_ends)
            .where('address_digest', 'in', digests.address_digest)
            .execute()
        : []),
      ...(profile ? await recent().where('profile_id', '=', profile).whereRef('movement', '!=', 'id').execute() : []),
    ]
    const sets = [...new Set(rows.map(({ movement }) => movement))]
    return sets.length === 0 ? [] : this.#matched(owner, paddedList(sets))
  }

  /**
   * The newest transfers of some types, among the newest of all that were created since a time; both bounds are ms since 1970.
   * @throws the driver's error
   */
  async arrivals(owner: Owner, { types, since, until, memo, amount }: ArrivalFilter, limit: number) {
    let newest = this.database
      .selectFrom('transfer')
      .selectAll()
      .where(ofOwner(owner))
      .where('created_at', '>=', sortableMoment(since))
      .orderBy('created_at', 'desc')
      .limit(mostArrivals)
    if (until !== undefined) newest = newest.where('created_at', '<=', sortableMoment(until))
    if (memo !== undefined) newest = newest.where('memo', 'in', this.encryption.references(memo))
    let query = this.database.selectFrom(newest.as('transfer')).where('type', 'in', paddedList(types))
    if (amount !== undefined)
      query = query
        .where('amount', '>=', sortableBound(amount, 'lowest') ?? '')
        .where('amount', '<=', sortableBound(amount, 'highest') ?? '')
    const found = await this.#read(query.orderBy('created_at', 'desc').limit(limit))
    return found.map(({ transfer }) => transfer)
  }

  /** What sent back the money of these transfers, as memos say; and the transfers whose money these send back. @throws the driver's error */
  async returnsOf(
    owner: Owner,
    transfers: readonly DecodedTransfer[],
  ): Promise<{ back: (readonly [of: DecodedTransfer, by: DecodedTransfer])[]; sent: DecodedTransfer[] }> {
    const backs = transfers.flatMap((one) => returnMemos(one))
    const names = transfers.flatMap((one) => returnedName(one) ?? [])
    const memos = [...new Set([...backs, ...names].flatMap((memo) => this.encryption.references(memo)))]
    const starts = [...new Set(names.filter((name) => /^[0-9a-f]{8}$/.test(name)))]
    const found = memos.length === 0 ? [] : await this.#read(this.#ofMemos(owner, memos))
    for (const start of starts)
      found.push(
        ...(await this.#read(
          this.database
            .selectFrom('transfer')
            .where(ofOwner(owner))
            .where('id', '>=', start)
            .where('id', '<', `${start}g`)
            .limit(mostReturns),
        )),
      )
    const others = found.map(({ transfer }) => transfer)
    return {
      back: transfers.flatMap((of) => others.flatMap((by) => (isReturnOf(by, of) ? [[of, by] as const] : []))),
      sent: transfers.flatMap((by) => others.filter((of) => isReturnOf(by, of))),
    }
  }

  #ofMemos(owner: Owner, memos: readonly string[]) {
    return this.database
      .selectFrom('transfer')
      .where(ofOwner(owner))
      .where('memo', 'in', paddedList(memos))
      .orderBy('created_at', 'desc')
      .limit(mostReturns)
  }

  /** The newest movements of a profile that have several transfers. @throws the driver's error */
  async earlier(owner: Owner, profile: string, count: number): Promise<Matched[]> {
    const rows = await this.database
      .selectFrom('transfer')
      .select('movement')
      .where(ofOwner(owner))
      .where('profile_id', '=', idKey(profile))
      .whereRef('movement', '!=', 'id')
      .orderBy('created_at', 'desc')
      .limit(count * transfersOfOne)
      .execute()
    const sets = [...new Set(rows.map(({ movement }) => movement))].slice(0, count)
    return sets.length === 0 ? [] : this.#matched(owner, paddedList(sets))
  }
}

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const comparePlaces = (one: MovementPlace, other: MovementPlace) =>
  compare(one.newest, other.newest) || compare(one.newest_id, other.newest_id)

/** Where a movement is in the list: by its newest transfer, whatever its transfers say of their order. */
const placeOf = ({ transfers }: Matched): MovementPlace =>
  transfers
    .map((one) => ({ newest: sortableTime(one.known.created_at ?? '') ?? '', newest_id: keyOf(one) }))
    .reduce((last, place) => (comparePlaces(place, last) > 0 ? place : last))
