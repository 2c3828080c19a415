/**
 * Reconciles a held copy: compares what the provider lists since the backup with the ledger, and names what no list shows.
 * Only reads: an order, a rule or an account could be asked for by sending it again, which would execute it if it never
 * arrived.
 */
import { sql } from 'kysely'
import { mostListed } from '../../api/console/hold-terms'
import type { EnvironmentReport, FoundRecord, Hold, HoldReport, UncertainRequest } from '../../api/console/holds'
import type { Environment } from '../../api/environments'
import { operationNames, rowOf, writeNames, writeRowOf } from '../../api/provider/operations'
import { type ScannedList, scannedLists } from '../../api/provider/scanned-lists'
import type { Database } from '../../database/open'
import { compareDecimals } from '../../domain/decimals'
import { isObject, type Json, textOf } from '../../domain/json'
import type { Session } from '../auth/sessions'
import type { Clock } from '../clock'
import type { ListScans } from '../scans/list-scans'
import type { Ledger } from '../writes/ledger'
import { applyDeadline, type ReadIntent } from '../writes/rows'
import type { Holds } from './holds'
import { foundOf, type ReadList, readList } from './provider-lists'

/** Milliseconds by which the provider's clock, the consoles' and that of the backup may differ. */
const margin = 10 * 60_000
/** Requests of this copy that are tried with its keys. */
const triedBodies = 200

export type ReconciliationDependencies = {
  database: Database
  clock: Clock
  ledger: Ledger
  holds: Holds
  scans: ListScans
}

type Ask = { hold: Hold; environments: readonly Environment[]; session: Session; signal: AbortSignal }

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

/** Compares the records of the lists with the ledger of one environment. */
async function reconcileEnvironment(
  core: ReconciliationDependencies,
  environment: Environment,
  { hold, session, signal }: Ask,
  since: string,
): Promise<EnvironmentReport> {
  const { database, holds, ledger, scans } = core
  const lists: ReadList[] = []
  for (const list of scannedLists)
    lists.push(await readList(scans, list, { environment, since, subject: session.subject, signal }))
  const uncertain = (
    await ledger.rows
      .query()
      .where('environment', '=', environment)
      .where((is) => is.or([is('restored_at', 'is not', null), is('state', 'in', ['prepared', 'sent', 'unknown'])]))
      .orderBy('created_at', 'desc')
      .execute()
  ).map(applyDeadline)
  const forgotten = await holds.forgotten(environment, hold.id)
  const deposits = await depositsOf(core, environment, Date.parse(since) * 1000)
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
      requests: forgotten.slice(0, mostListed).map(({ id, operation, person, sent_at }) => ({
        id,
        operation: operation ?? undefined,
        person: person ?? undefined,
        ...(sent_at !== null && { sent_at: new Date(Number(sent_at) / 1000).toISOString() }),
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
  const environments: EnvironmentReport[] = []
  for (const environment of ask.environments)
    environments.push(await reconcileEnvironment(core, environment, ask, since))
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
