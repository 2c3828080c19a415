/** Finds transfers in our own database by what a person pasted: an identifier or its ends, an address, a memo, an amount. */
import { type RawBuilder, sql } from 'kysely'
import { maximumMatches } from '../../api/records'
import { paddedList } from '../../database/list-lengths'
import { type Database, ofOwner } from '../../database/open'
import { sortableBound } from '../../domain/decimals'
import { exactJson } from '../../domain/exact-json'
import type { LookupIdentifier } from '../../features/lookup/input'
import type { LookupField, OwnField } from '../../features/lookup/interface'
import { hashKey, idKey } from '../../provider/matching'
import { ProblemError } from '../../provider/problem'
import { type DecodedTransfer, readTransfer } from '../../provider/reading'
import type { Encryption } from '../encryption/encryption'
import type { Owner } from '../upstream/upstream'
import { addressDigests, openRecord, type RecordKey } from '../writes/digests'
import { partLength } from './record-columns'

/** Rows that a search by the ends of an identifier reads at most. */
const mostCandidates = 1_000
/** Searches of one statement: SQLite takes at most 500. */
const branchesAtOnce = 100

type PartialIdentifier = Extract<LookupIdentifier, { kind: 'partial' }>

/** By what transfers are searched, and for which values: for the ends of an identifier, the ids that `matching` gave. */
export type SearchTerm = { field: LookupField | OwnField; values: readonly string[] }

/** The newest transfers that have one of the values; `isMore`: there are more than are listed. */
export type FoundTransfers = { rows: DecodedTransfer[]; isMore: boolean }

type Condition = RawBuilder<boolean>

/** For each value the conditions, of which a transfer meets one, and by what an index gives them in their order. */
type Search = { where: (value: string, encryption: Encryption) => Condition[]; isOrdered: boolean }

const is = (column: string, value: string): Condition => sql`${sql.ref(column)} = ${value}`
const equal = (column: string): Search => ({ where: (value) => [is(column, idKey(value))], isOrdered: true })

const searches: Record<LookupField | OwnField, Search> = {
  ids: equal('id'),
  partial: equal('id'),
  group_ids: equal('group_id'),
  profile_ids: equal('profile_id'),
  identity_ids: equal('identity_id'),
  account_ids: equal('account_id'),
  ref_ids: {
    where: (value, encryption) => encryption.references(idKey(value)).map((form) => is('ref_id', form)),
    isOrdered: true,
  },
  crypto_tx_hashes: {
    where: (value) => {
      const hash = hashKey(value)
      return [sql`(hash_start = ${hash.slice(0, partLength)} and hash = ${hash})`]
    },
    isOrdered: false,
  },
  destination_address: {
    where(value, encryption) {
      const { address_digest: digests, address_ends: ends } = addressDigests(encryption, value)
      return digests.map((digest, key) => sql`(address_ends = ${ends[key]} and address_digest = ${digest})`)
    },
    isOrdered: true,
  },
  memo: {
    // The digest of a memo is of exactly one text.
    where: (value, encryption) =>
      [...new Set([value, value.toLowerCase(), value.toUpperCase()])]
        .flatMap((form) => encryption.references(form))
        .map((form) => is('memo', form)),
    isOrdered: true,
  },
  amount: {
    where(value) {
      const [amount = '', asset = ''] = value.split(' ')
      const [from, to] = [sortableBound(amount, 'lowest'), sortableBound(amount, 'highest')]
      return from === undefined || to === undefined
        ? []
        : [sql`(amount >= ${from} and amount <= ${to} and asset = ${asset})`]
    },
    isOrdered: false,
  },
}

export class RecordSearch {
  readonly #database: Database
  readonly #encryption: Encryption

  constructor({ database, encryption }: { database: Database; encryption: Encryption }) {
    this.#database = database
    this.#encryption = encryption
  }

  /** What each term finds. @throws the driver's error */
  async find(owner: Owner, terms: readonly SearchTerm[]): Promise<FoundTransfers[]> {
    const found = terms.map(() => new Map<string, FoundRow>())
    for (const field of new Set(terms.map((term) => term.field))) {
      const { where, isOrdered } = searches[field]
      const branches = terms.flatMap((term, place) =>
        term.field === field
          ? term.values.flatMap((value) => where(value, this.#encryption).map((condition) => ({ place, condition })))
          : [],
      )
      for (let from = 0; from < branches.length; from += branchesAtOnce) {
        const some = paddedList(branches.slice(from, from + branchesAtOnce))
        // One IN list would read every transfer of the value that has the most.
        const all = some.map(({ place, condition }) => newest(owner, place, condition, isOrdered))
        const { rows } = await sql<FoundRow>`${sql.join(all, sql` union all `)}`.execute(this.#database)
        for (const row of rows) found[row.place]?.set(row.id, row)
      }
    }
    return found.map((rows) => this.#opened([...rows.values()]))
  }

  /** What no key opens is left out. */
  #opened(found: FoundRow[]): FoundTransfers {
    found.sort((one, other) => (one.created_at < other.created_at ? 1 : -1))
    const rows = found.slice(0, maximumMatches).flatMap((row): DecodedTransfer[] => {
      const text = openRecord(this.#encryption, row)
      return text === undefined ? [] : [readTransfer(exactJson(text))]
    })
    return { rows, isMore: found.length > maximumMatches }
  }

  /**
   * The ids of transfers whose hash or id has these ends, the newest first: at most one more than is listed.
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
      this.#database
        .selectFrom('transfer')
        .where(ofOwner(owner))
        .select(['id', 'hash', 'changed_at'])
        .orderBy('changed_at', 'desc')
        .limit(mostCandidates)
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
}

type FoundRow = RecordKey & { record: Uint8Array; created_at: string; place: number }

/** The newest transfers of a condition. @param isOrdered whether an index gives them in their order */
const newest = (owner: Owner, place: number, condition: Condition, isOrdered: boolean) =>
  // An expression is sorted: databases would rather walk all of a client's transfers by time than sort a few.
  sql`select * from (
    select environment, client_id, id, record, created_at, cast(${place} as integer) as place from transfer
    where ${ofOwner(owner)} and ${condition}
    order by ${isOrdered ? sql`created_at` : sql`created_at || ''`} desc limit ${sql.lit(maximumMatches + 1)}
  ) as found`
