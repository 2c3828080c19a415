/**
 * Makes the digests of earlier fingerprint keys again with the first of FINGERPRINT_KEY, from what was encrypted beside them:
 * references that hold account numbers, destination addresses, whole requests that may be sent or checked with what was
 * decided about them, and the roles of people. The digests of other requests stay: a repeat is also compared by its content.
 */
import { type Selectable, sql, type Transaction, type Updateable } from 'kysely'
import type { Database } from '../../database/open'
import { type IntentTable, type ListTable, sharedNow, type Tables } from '../../database/tables'
import { addressEnds, addressKey } from '../../domain/address-ends'
import { exactJson } from '../../domain/exact-json'
import { idKey } from '../../provider/matching'
import { readIssuerQuote, readTransfer } from '../../provider/reading'
import { areGenuine, rolesWithDigest } from '../auth/people'
import { type Clock, microseconds } from '../clock'
import { type Encryption, isKeyed, keyedPrefix, type Place } from '../encryption/encryption'
import type { RetentionStep } from '../work/retention'
import { isGenuineMark, markDigest } from './marks'
import { decisionDigest, isGenuineDecision, isGenuineRow, rowDigest, versionOf } from './row-digests'
import { requestOf } from './rows'

const mostAtOnce = 50
/** Microseconds for which a request that was sent may be checked, and an hour. */
const checkedFor = 24 * 3_600_000_000

/** The two digests of an address, by every key. */
export const addressDigests = (encryption: Encryption, address: string) => ({
  address_digest: encryption.fingerprintsOf(['address', addressKey(address)]),
  address_ends: encryption.fingerprintsOf(['address ends', addressEnds(address)]),
})

export type RecordKey = Pick<ListTable, 'environment' | 'client_id' | 'id'>
type RecordTable = 'transfer' | 'issuer_quote'

/** Where a record is encrypted for. */
export const recordPlace = (table: RecordTable, { environment, client_id, id }: RecordKey): Place =>
  [table, 'record', environment, client_id, id] as const

/** The bytes of a record as it was received, if it can be opened. */
export const recordBytes = (encryption: Encryption, row: RecordKey & Pick<ListTable, 'record'>, table: RecordTable) =>
  encryption.decryptBytes(row.record, recordPlace(table, row))

/** The text of a transfer, or of a record of another table. */
export const openRecord = (
  encryption: Encryption,
  row: RecordKey & Pick<ListTable, 'record'>,
  table: RecordTable = 'transfer',
) => recordBytes(encryption, row, table)?.toString('utf8')

/** The condition that a column has a digest. */
const hasKeyed = (column: string) =>
  sql<boolean>`(${sql.ref(column)} >= ${keyedPrefix} and ${sql.ref(column)} < ${`${keyedPrefix.slice(0, -1)};`})`

/** The condition that a row comes after another one by its key. */
const isAfter = ({ environment, client_id, id }: Key) =>
  sql<boolean>`(environment, client_id, id) > (${environment}, ${client_id}, ${id})`
const byKey = sql`environment, client_id, id`

type Key = { environment: string; client_id: string; id: string }
const start: Key = { environment: '', client_id: '', id: '' }

/** A page of a table, and the updates that make digests of it again: each returns how many rows it changed. */
type Page = { rows: readonly Partial<Key>[]; updates: (() => Promise<number | bigint>)[] }

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

  /** Changes a row that is as it was read, later. @returns how many rows that were */
  const updating =
    <Table extends keyof Tables>(
      table: Table,
      changes: Updateable<Tables[Table]>,
      row: Partial<Selectable<Tables[Table]>>,
    ) =>
    async () => {
      const query = database.updateTable(table as 'intent').set(changes as Updateable<IntentTable>)
      return (await query.where((is) => is.and(row)).executeTakeFirst()).numUpdatedRows
    }

  /** One whose key is gone is not foreign: it may be from before an earlier change of keys, and nothing can be done about it. */
  async function requests({ id: after }: Key): Promise<Page> {
    const oldest = sql<number>`${sharedNow(database, microseconds(clock))} - ${sql.lit(checkedFor)}`
    const rows = await database
      .selectFrom('intent')
      .selectAll()
      .where('state', 'in', ['prepared', 'waiting', 'unknown', 'confirmed'])
      .where((is) => is.or([is('sent_at', 'is', null), is('sent_at', '>', oldest)]))
      .where('id', '>', after)
      .orderBy('id')
      .limit(mostAtOnce)
      .execute()
    const updates = rows.flatMap((row) => {
      const request = requestOf(row, encryption.decrypt(row.body, ['intent', 'body', row.id]))
      const made = encryption.fingerprintOf(request)
      const fingerprint = encryption.isFingerprintOf(request, row.fingerprint) ? made : row.fingerprint
      const again = { ...row, fingerprint }
      const row_digest = isGenuineRow(encryption, row) ? rowDigest(encryption, again) : row.row_digest
      if (row.fingerprint === fingerprint && row.row_digest === row_digest) return []
      found.earlier += 1
      return () =>
        database.transaction().execute(async (within) => {
          const { numUpdatedRows } = await within
            .updateTable('intent')
            .set({ fingerprint, row_digest })
            .where((is) => is.and({ id: row.id, fingerprint: row.fingerprint, state: row.state }))
            .where('row_digest', row.row_digest === null ? 'is' : '=', row.row_digest)
            .executeTakeFirst()
          if (numUpdatedRows > 0n) await decisions(within, row, versionOf(again))
          return numUpdatedRows
        })
    })
    return { rows, updates }
  }

  /** Makes what was decided about a request's version again: the version has another name now. */
  async function decisions(within: Transaction<Tables>, row: IntentTable, version: string): Promise<void> {
    const all = await within.selectFrom('approval_decision').selectAll().where('intent_id', '=', row.id).execute()
    for (const one of all) {
      if (!isGenuineDecision(encryption, one)) continue
      const digest = one.digest === versionOf(row) ? version : one.digest
      const row_digest = decisionDigest(encryption, { ...one, digest })
      await within.updateTable('approval_decision').set({ digest, row_digest }).where('id', '=', one.id).execute()
    }
  }

  /** The end of the chain of marks: it vouches for the others. */
  async function marks(): Promise<Page> {
    const rows = await database.selectFrom('request_mark').selectAll().orderBy('seq', 'desc').limit(1).execute()
    const updates = rows.flatMap(({ seq, link, row_digest }) => {
      const again = markDigest(encryption, link)
      if (row_digest === again || !isGenuineMark(encryption, { link, row_digest })) return []
      found.earlier += 1
      return updating('request_mark', { row_digest: again }, { seq, row_digest })
    })
    return { rows: [], updates }
  }

  async function people({ id: after }: Key): Promise<Page> {
    const rows = await database
      .selectFrom('person')
      .select(['subject', 'subject as id', 'roles', 'roles_digest'])
      .where('subject', '>', after)
      .orderBy('subject')
      .limit(mostAtOnce)
      .execute()
    const updates = rows.flatMap(({ subject, roles, roles_digest }) => {
      const again = rolesWithDigest(encryption, { subject, roles })
      if (roles_digest === again.roles_digest || !areGenuine(encryption, { subject, roles, roles_digest })) return []
      found.earlier += 1
      return updating('person', again, { subject, roles, roles_digest })
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
      return updating('intent', { ref_id: forms[0] }, { id, ref_id })
    })
    return { rows, updates }
  }

  /** The reference of a record by today's key, if another key made its digest. */
  function oldReference(kept: string | null, sent: string | undefined) {
    if (kept === null || !isKeyed(kept) || !sent) return undefined
    const forms = encryption.references(idKey(sent))
    return isOld(kept, forms) ? { ref_id: forms[0] ?? null } : undefined
  }

  async function transfers(after: Key): Promise<Page> {
    const rows = await database
      .selectFrom('transfer')
      .select(['environment', 'client_id', 'id', 'record', 'address_digest', 'memo', 'ref_id'])
      .where(({ or, eb }) => or([eb('address_digest', 'is not', null), hasKeyed('memo'), hasKeyed('ref_id')]))
      .where(isAfter(after))
      .orderBy(byKey)
      .limit(mostAtOnce)
      .execute()
    const updates = rows.flatMap((row) => {
      const { environment, client_id, id, address_digest } = row
      const text = openRecord(encryption, row)
      const { destination_address: address, memo, ref_id } = text ? readTransfer(exactJson(text)).known : {}
      const digests = address ? addressDigests(encryption, address) : undefined
      const memos = memo && row.memo !== null && isKeyed(row.memo) ? encryption.references(memo) : undefined
      const isOldAddress = digests && address_digest !== null && isOld(address_digest, digests.address_digest)
      const isOldMemo = memos && row.memo !== null && isOld(row.memo, memos)
      const old = oldReference(row.ref_id, ref_id)
      if (!isOldAddress && !isOldMemo && !old) return []
      const changes = {
        ...(isOldAddress && { address_digest: digests.address_digest[0], address_ends: digests.address_ends[0] }),
        ...(isOldMemo && { memo: memos[0] }),
        ...old,
      }
      // Not if another version was written meanwhile, which has them by today's key.
      return updating('transfer', changes, { environment, client_id, id, record: row.record })
    })
    return { rows, updates }
  }

  async function quotes(after: Key): Promise<Page> {
    const rows = await database
      .selectFrom('issuer_quote')
      .select(['environment', 'client_id', 'id', 'record', 'ref_id'])
      .where(hasKeyed('ref_id'))
      .where(isAfter(after))
      .orderBy(byKey)
      .limit(mostAtOnce)
      .execute()
    const updates = rows.flatMap((row) => {
      const { environment, client_id, id, record } = row
      const text = openRecord(encryption, row, 'issuer_quote')
      const old = oldReference(row.ref_id, text && readIssuerQuote(exactJson(text)).known.ref_id)
      if (!old) return []
      return updating('issuer_quote', old, { environment, client_id, id, record })
    })
    return { rows, updates }
  }

  const passes = [requests, references, transfers, quotes, people, marks]
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
    if (isWriting) for (const update of page.updates) rows += Number(await update())
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
