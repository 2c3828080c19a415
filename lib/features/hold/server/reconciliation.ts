/**
 * Reconciles a held copy: compares what the provider lists since the backup, as it was followed into our own database, with
 * the ledger, and names what no list shows. Only reads: an order, a rule or an account could be asked for by sending it again, which would execute it if it never
 * arrived.
 */
import { sql } from 'kysely'
import type { ListRequest } from '../../../api/list-request'
import type { Database } from '../../../database/open'
import { compareDecimals } from '../../../domain/decimals'
import { isObject, type Json, textOf } from '../../../domain/json'
import type { Environment } from '../../../provider/environments'
import { operationNames, rowOf, writeNames, writeRowOf } from '../../../provider/operations'
import { type ScannedList, scannedLists, windowTime } from '../../../provider/scanned-lists'
import type { Session } from '../../../server/auth/sessions'
import { type Clock, timeOf, wait } from '../../../server/clock'
import type { Encryption } from '../../../server/encryption/encryption'
import { RecordList } from '../../../server/records/record-list'
import type { Reading } from '../../../server/records/record-rows'
import type { Records } from '../../../server/records/records'
import type { Upstreams } from '../../../server/upstream/upstream'
import type { Ledger } from '../../../server/writes/ledger'
import { applyDeadline, type ReadIntent } from '../../../server/writes/rows'
import { mostListed } from '../hold-terms'
import type { EnvironmentReport, FoundRecord, Hold, HoldReport, UncertainRequest } from '../interface'
import type { Holds } from './holds'

/** Milliseconds for which a reconciliation waits until the provider was read, and between two looks. */
const patience = 60_000
const lookEvery = 500
/** Milliseconds by which the provider's clock, the consoles' and that of the backup may differ. */
const margin = 10 * 60_000
/** Requests of this copy that are tried with its keys. */
const triedBodies = 200

export type ReconciliationDependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  upstreams: Pick<Upstreams, 'of'>
  records: Pick<Records, 'lists'>
  ledger: Ledger
  holds: Holds
}

type Ask = { hold: Hold; environments: readonly Environment[]; session: Session; signal: AbortSignal }

/** `since`: RFC 3339. `begun`: when a person asked, on the clock's steady part. */
type Since = { since: string; begun: number }

type ReadList = { list: ScannedList; records: Json[]; to: string; problem?: string }

/** Writes that leave a transfer without a reference of theirs: it is told by memo and amount. */
const unreferenced = writeNames.filter((name) => writeRowOf(name).record === null)
/** Writes whose records no list of the provider has. */
const listed: ReadonlySet<string | null> = new Set(
  operationNames.map((name) => rowOf(name)).flatMap((row) => ('isList' in row && row.isList ? [row.record] : [])),
)
const unlisted = writeNames.filter((name) => !listed.has(writeRowOf(name).record) && !unreferenced.includes(name))
const createsAccounts = writeNames.filter((name) => writeRowOf(name).record === 'fiatAccount')

/**
 * The deposits of this copy that may have left a transfer, each one. Earlier ones are left out, because they would hide an
 * equal deposit that this copy does not know.
 * @param from microseconds since 1970, by the provider's clock
 */
async function depositsOf({ ledger }: ReconciliationDependencies, environment: Environment, from: number) {
  const rows = await ledger.rows
    .query()
    .where('environment', '=', environment)
    .where('operation', 'in', unreferenced)
    .where('state', 'in', ['sent', 'unknown', 'confirmed'])
    .where((is) =>
      is.or([is(sql<number>`coalesce(sent_at_service, sent_at)`, '>=', from), is('restored_at', 'is not', null)]),
    )
    .orderBy('created_at')
    .execute()
  return rows.flatMap((row) => {
    const body: unknown = JSON.parse(ledger.rows.bodyOf(row) ?? 'null')
    const amount = isObject(body) ? textOf(body.amount) : undefined
    return isObject(body) && amount ? [{ id: row.id, amount, memo: textOf(body.memo_id) }] : []
  })
}

/** Why a list is not here as it was when a person asked, so many milliseconds ago; undefined if it is. */
function problemOf(reading: Reading | undefined, since: string, passed: number): string | undefined {
  if (!reading) return 'The provider has not been read yet.'
  if (reading.age > passed)
    return `The provider could not be read up to now. Changes are here until ${new Date(reading.to).toISOString()}.`
  if (reading.from > Date.parse(since))
    return `Those created before ${new Date(reading.from).toISOString()} are not here.`
  return undefined
}

/** The records of a list since a time, newest first, once all of them are here. If they do not come in time, it says so. */
async function readList(
  { clock, database, encryption, records, upstreams }: ReconciliationDependencies,
  list: ScannedList,
  environment: Environment,
  { session: { subject }, signal }: Ask,
  { since, begun }: Since,
): Promise<ReadList> {
  const { owner } = upstreams.of(environment)
  let reading: Reading | undefined
  let problem: string | undefined
  for (;;) {
    reading = await records.lists[list].reading(owner)
    const passed = clock.steady() - begun
    problem = problemOf(reading, since, passed)
    if (!problem || passed >= patience) break
    await wait(clock, lookEvery, signal)
  }
  // Each list's query is made for it.
  const query = { [windowTime(list, 'created').from]: since }
  const request = {
    list,
    query,
    terms: [],
    order: { by: 'CREATED_AT', order: 'DESC' },
    now: clock.now(),
  } as ListRequest
  const found: Json[] = []
  for await (const { rows } of new RecordList({ database, encryption }).walk(owner, request, { subject, signal }))
    found.push(...rows.map(({ row }) => row.json))
  return { list, records: found, to: reading ? new Date(reading.to).toISOString() : since, ...(problem && { problem }) }
}

const words = (type: string) => type.charAt(0) + type.slice(1).toLowerCase().replaceAll('_', ' ')

/** A record in a few words, without its free texts. */
function foundOf(list: ScannedList, record: Json, because: FoundRecord['because']): FoundRecord {
  const { id, created_at, type, amount, asset, principal, asset_type, status } = record
  const what = rowOf(list).record === 'transfer' ? words(textOf(type) ?? 'transfer') : 'Issuer quote'
  const value = [textOf(amount) ?? textOf(principal), textOf(asset) ?? textOf(asset_type)].filter(Boolean).join(' ')
  const summary = [`${what} ${value}`.trim(), textOf(status)].filter(Boolean).join(', ')
  return { list, because, id: textOf(id) ?? '', created_at: textOf(created_at), summary: summary.slice(0, 200) }
}

/** Compares the records of the lists with the ledger of one environment. */
async function reconcileEnvironment(
  core: ReconciliationDependencies,
  environment: Environment,
  ask: Ask,
  time: Since,
): Promise<EnvironmentReport> {
  const { database, holds, ledger } = core
  const lists: ReadList[] = []
  for (const list of scannedLists) lists.push(await readList(core, list, environment, ask, time))
  const uncertain = (
    await ledger.rows
      .query()
      .where('environment', '=', environment)
      .where((is) => is.or([is('restored_at', 'is not', null), is('state', 'in', ['prepared', 'sent', 'unknown'])]))
      .orderBy('created_at', 'desc')
      .execute()
  ).map(applyDeadline)
  const forgotten = await holds.forgotten(environment, ask.hold.id)
  const deposits = await depositsOf(core, environment, Date.parse(time.since) * 1000)
  const accounts = new Set(
    (
      await database
        .selectFrom('intent')
        .select('record_id')
        .where('environment', '=', environment)
        .where('operation', 'in', createsAccounts)
        .where('record_id', 'is not', null)
        .execute()
    ).map(({ record_id }) => record_id),
  )
  const byReference = new Map<string, FoundRecord>()
  const depositWires = new Map<string, FoundRecord>()
  const found: FoundRecord[] = []
  /** Why a record concerns this copy; undefined if this copy knows it, or could not have caused it. */
  function because(list: ScannedList, record: Json): FoundRecord['because'] | 'known' | undefined {
    const account = textOf(record.fiat_account_id)
    if (account) return accounts.has(account) ? 'known' : 'account'
    if (environment !== 'sandbox' || record.type !== 'WIRE_DEPOSIT') return undefined
    const index = deposits.findIndex(
      ({ amount, memo }) => memo === textOf(record.memo) && compareDecimals(textOf(record.amount) ?? '', amount) === 0,
    )
    const [own] = index < 0 ? [] : deposits.splice(index, 1)
    if (own) depositWires.set(own.id, foundOf(list, record, 'deposit'))
    return own ? 'known' : 'deposit'
  }
  const read = lists.map(({ list, records, to }) => {
    let matched = 0
    // Oldest first, so that of two equal deposits the one that this copy knows is the earlier one.
    for (const record of [...records].reverse()) {
      const reference = textOf(record.ref_id)?.toLowerCase()
      if (reference) byReference.set(reference, foundOf(list, record, 'reference'))
      const reason = because(list, record)
      if (reason === 'known') matched += 1
      else if (reason) found.unshift(foundOf(list, record, reason))
    }
    return { list, count: records.length, matched, to }
  })
  for (const { id } of forgotten) {
    const record = byReference.get(id)
    if (record) await holds.noteFound(environment, id, record)
  }
  const referenceOf = (row: ReadIntent) => ledger.rows.referenceOf(row)?.toLowerCase() ?? row.id
  return {
    environment,
    read,
    problems: lists.flatMap(({ list, problem }) => (problem ? [`${rowOf(list).title}: ${problem}`] : [])),
    found: { count: found.length, records: found.slice(0, mostListed) },
    forgotten: {
      count: forgotten.length,
      requests: forgotten
        .slice(0, mostListed)
        .map(({ id, operation, person, sent_at }) => ({
          id,
          operation: operation ?? undefined,
          person: person ?? undefined,
          ...(sent_at !== null && { sent_at: timeOf(sent_at) }),
          found: byReference.get(id),
        })),
    },
    uncertain: {
      count: uncertain.length,
      requests: uncertain.slice(0, mostListed).map((row): UncertainRequest => {
        const { id, operation, summary, person, state } = row
        return {
          id,
          operation,
          summary,
          person,
          state,
          found: byReference.get(referenceOf(row)) ?? depositWires.get(id),
        }
      }),
    },
    unchecked: unlisted
      .filter((name) => environment === 'sandbox' || !writeRowOf(name).isSandboxOnly)
      .map((operation) => ({ operation, title: writeRowOf(operation).title })),
  }
}

/** How many of the newest requests the keys of this console do not open. */
async function unreadableOf({ ledger }: ReconciliationDependencies): Promise<number> {
  const rows = await ledger.rows
    .query()
    .where('body', 'like', 'encrypted:%')
    .orderBy('created_at', 'desc')
    .limit(triedBodies)
    .execute()
  return rows.filter((row) => ledger.rows.bodyOf(row) === undefined).length
}

/** Reconciles every environment and keeps the result. @throws the signal's reason; the database's error */
export async function reconcile(core: ReconciliationDependencies, ask: Ask): Promise<HoldReport> {
  const { clock, holds } = core
  const since = new Date(Math.floor((Date.parse(ask.hold.known_until) - margin) / 1000) * 1000).toISOString()
  const begun = clock.steady()
  const environments: EnvironmentReport[] = []
  for (const environment of ask.environments)
    environments.push(await reconcileEnvironment(core, environment, ask, { since, begun }))
  const report: HoldReport = {
    at: new Date(clock.now()).toISOString(),
    by: ask.session.name,
    since,
    environments,
    unreadable: await unreadableOf(core),
  }
  await holds.keep(ask.hold.id, report)
  return report
}
