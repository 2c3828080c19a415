/** Examines the database: whether it can be reached and written, its tables, its clock, its keys, and room for exports. */
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { databaseMessage } from '../../../database/failures'
import { currentHold } from '../../../database/hold'
import { tablesProblem } from '../../../database/migrate'
import { type Database, openDatabase } from '../../../database/open'
import { isOnPostgres, sharedNow } from '../../../database/tables'
import { type Clock, microseconds, timeOf } from '../../../server/clock'
import { countByKey, samplesOf } from '../../../server/encryption/encrypted-with'
import { Encryption, fingerprintSecrets, keyCheck } from '../../../server/encryption/encryption'
import type { Settings } from '../../../server/settings'
import { createDigests } from '../../../server/writes/digests'
import { keyProblems } from '../../../server/writes/known-keys'
import { Marks } from '../../../server/writes/marks'
import { IntentRows } from '../../../server/writes/rows'
import type { Finding } from '../interface'
import { type Findings, findingsIn, judgeClock } from './findings'

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataFolder' | 'isDatabasePlain'>

/** Requests that are read at once. */
const rowsAtOnce = 500
/** Values of each column and key that are opened. */
const mostOpened = 20

/** Undoes what it wrote. */
class Undo extends Error {}

async function write(database: Database): Promise<void> {
  const row = { key: 'doctor', count: 0, ends_at: 0 }
  await database
    .transaction()
    .execute(async (within) => {
      await within.insertInto('sign_in_limit').values(row).execute()
      throw new Undo()
    })
    .catch((error) => {
      if (!(error instanceof Undo)) throw error
    })
}

async function connection(
  database: Database,
  findings: Findings,
  { databaseUrl, dataFolder, isDatabasePlain }: DatabaseSettings,
): Promise<void> {
  if (!isOnPostgres(database))
    return findings.ok(`It is the file console.sqlite${dataFolder && ` in ${dataFolder}`}: for one console.`)
  const { rows } = await sql<{ ssl: boolean; version: string }>`
    select coalesce(ssl, false) as ssl, current_setting('server_version') as version
    from pg_stat_ssl where pid = pg_backend_pid()`.execute(database)
  const [server] = rows
  findings.ok(`PostgreSQL ${server?.version ?? ''} answers.`)
  if (server?.ssl) findings.ok('The connection is encrypted (TLS).')
  else if (isDatabasePlain)
    findings.warn(
      'The connection to another machine is not encrypted.',
      'Add sslmode=verify-full and sslrootcert to DATABASE_URL.',
    )
  else if (databaseUrl) findings.ok('The connection does not leave this machine.')
}

/** @returns whether the tables are there, so that more can be asked */
async function tables(database: Database, findings: Findings): Promise<boolean> {
  const problem = await tablesProblem(database)
  if (problem) {
    findings.problem(problem.text, problem.isLacking && 'Run "npm run migrate", or start a console without MIGRATE=0.')
    return false
  }
  findings.ok('It has every table that this version needs.')
  if (await currentHold(database))
    findings.warn(
      'It was restored and is held: consoles send nothing.',
      'An admin reconciles and releases it: “Reconcile and release” in the banner of any page.',
    )
  try {
    await write(database)
    findings.ok('It can be written.')
  } catch (error) {
    findings.problem(
      `It cannot be written (${error instanceof Error && 'code' in error ? error.code : 'no code'}).`,
      'Check the rights of its user, free space, and whether it is a read-only copy.',
    )
  }
  return true
}

async function clocks(database: Database, list: Finding[], clock: Clock): Promise<void> {
  if (!isOnPostgres(database)) return
  const { now } = await database
    .selectNoFrom(sharedNow(database, microseconds(clock)).as('now'))
    .executeTakeFirstOrThrow()
  judgeClock(findingsIn(list, 'Clocks'), "The database's clock", Number(now) / 1000 - clock.now())
}

const counted = (count: number) => (count === 1 ? '1 value' : `${count} values`)
const areEncrypted = (count: number) => `${counted(count)} ${count === 1 ? 'is' : 'are'} encrypted`

/**
 * Whether every key that is needed is here, since when the first one encrypts, and which may be removed.
 * @param isCounting whether all encrypted tables are read for that
 */
async function keys(
  database: Database,
  list: Finding[],
  { settings, clock, isCounting }: { settings: Settings; clock: Clock; isCounting: boolean },
): Promise<void> {
  const findings = findingsIn(list, 'Keys')
  const encryption = new Encryption(settings)
  for (const problem of await keyProblems(database, settings, clock)) findings.problem(problem)
  const { encryptionKeys, fingerprintKeys } = settings
  if (encryptionKeys.length === 0)
    findings.warn(
      'Values are encrypted with a key that is derived from NEXTAUTH_SECRET, so neither can be changed alone.',
      'Set SEAL_KEYS (docs/looking-after.md, "Rotate keys"). Nothing is lost if you do not.',
    )
  const known = await database.selectFrom('known_key').selectAll().execute()
  for (const { purpose, name, key_check, since } of known) {
    const isFirst =
      purpose === 'seal' ? name === encryption.keyName : key_check === keyCheck(fingerprintSecrets(settings)[0] ?? '')
    if (isFirst) findings.ok(`The ${keyText(purpose, name)} has been in use since ${timeOf(since)}.`)
  }
  const unused =
    known.length === 0
      ? []
      : encryptionKeys.filter(({ secret }) => {
          const check = keyCheck(secret)
          return !known.some(({ key_check }) => key_check === check)
        })
  if (isCounting)
    await countedKeys(database, encryption, findings, { settings, unused: unused.map(({ name }) => name) })
  const progress = await database.selectFrom('reencryption').selectAll().executeTakeFirst()
  const again = `Encryption again with ${encryption.keyName}`
  if (progress?.key === encryption.keyName)
    findings.ok(
      progress.finished_at === null
        ? `${again} is under way: ${counted(progress.reencrypted)} so far, now in ${progress.at_table ?? 'the first table'}.`
        : `${again} ended at ${timeOf(progress.finished_at)}: ${counted(progress.reencrypted)}.`,
    )
  if (isCounting && fingerprintKeys.length > 1) {
    const { earlier } = await createDigests({ database, clock, encryption, isWriting: false }).run()
    const [, ...behind] = fingerprintKeys.map(keyCheck)
    findings.ok(
      known.length > 0 && behind.every((check) => !known.some(({ key_check }) => key_check === check))
        ? 'The keys behind the first in FINGERPRINT_KEY have not been used: put the new one first once every console has it.'
        : earlier === 0
          ? 'The earlier keys in FINGERPRINT_KEY are no longer needed: remove them once every console has the first.'
          : `The earlier keys in FINGERPRINT_KEY are still needed: ${earlier} digests are not made again yet.`,
    )
  }
}

const keyText = (purpose: 'seal' | 'fingerprint', name: string) =>
  purpose === 'fingerprint' ? 'key of digests' : name === '' ? 'derived key' : `key ${name}`

/** How many values each key still encrypts, and whether some of them open. */
async function countedKeys(
  database: Database,
  encryption: Encryption,
  findings: Findings,
  { settings, unused }: { settings: Settings; unused: readonly string[] },
) {
  const names = [...settings.encryptionKeys.map(({ name }) => name), '']
  const counts = await countByKey(database, names)
  const keeper = await keeperOf(database, settings)
  for (const name of names) await judgeKey(database, encryption, findings, { name, counts, names, keeper, unused })
  const others = counts.get(undefined) ?? 0
  if (others > 0)
    findings.problem(
      `${areEncrypted(others)} with keys that SEAL_KEYS does not name.`,
      'Add the keys that were removed behind the first one.',
    )
}

/** The name by which SEAL_KEYS has the key of what names none, if it does; such values were encrypted before SEAL_KEYS was set. */
async function keeperOf(database: Database, { encryptionKeys }: Settings): Promise<string | undefined> {
  const unnamed = await database
    .selectFrom('known_key')
    .select('key_check')
    .where('purpose', '=', 'seal')
    .where('name', '=', '')
    .executeTakeFirst()
  return encryptionKeys.find(({ secret }) => keyCheck(secret) === unnamed?.key_check)?.name
}

/**
 * @param names  of all keys, the one that encrypts first
 * @param keeper of them the one that opens what names none
 * @param unused those that never were the first: a rotation begins with adding one
 */
async function judgeKey(
  database: Database,
  encryption: Encryption,
  findings: Findings,
  {
    name,
    counts,
    names,
    keeper,
    unused,
  }: {
    name: string
    counts: ReadonlyMap<string | undefined, number>
    names: readonly string[]
    keeper: string | undefined
    unused: readonly string[]
  },
): Promise<void> {
  const count = counts.get(name) ?? 0
  const unnamed = name === keeper ? (counts.get('') ?? 0) : 0
  const called = name === '' ? 'without the name of a key' : `with the key ${name}`
  if (names[0] === name)
    findings.ok(
      `${areEncrypted(count)} with the ${name === '' ? 'derived key' : `key ${name}`}, which encrypts new ones.`,
    )
  else if (name === '' && count > 0)
    findings.ok(
      keeper === undefined
        ? `NEXTAUTH_SECRET is still needed: ${areEncrypted(count)} ${called}.`
        : `${areEncrypted(count)} ${called}, which the key ${keeper} opens.`,
    )
  else if (name !== '')
    findings.ok(
      count + unnamed === 0 && unused.includes(name)
        ? `The key ${name} has not been used: put it first in SEAL_KEYS once every console has it.`
        : count + unnamed === 0
          ? `The key ${name} is no longer needed: remove it from SEAL_KEYS once every console has ${names[0]} first.`
          : `The key ${name} is still needed: ${areEncrypted(count + unnamed)} with it.`,
    )
  if (count === 0) return
  const samples = await samplesOf(database, encryption, name, mostOpened)
  const closed = samples.filter(
    ({ place, value }) =>
      (typeof value === 'string' ? encryption.decrypt(value, place) : encryption.decryptBytes(value, place)) ===
      undefined,
  )
  const places = [...new Set(closed.map(({ place: [table, column] }) => `${table}.${column}`))]
  if (closed.length > 0)
    findings.problem(
      `${closed.length} of ${samples.length} values that were tried, encrypted ${called}, cannot be opened (${places.join(', ')}).`,
      'Add the key that encrypted them to SEAL_KEYS: an earlier NEXTAUTH_SECRET counts as one.',
    )
}

/** Whether every open request, and the chain of marks, is as a console wrote it. Reads all marks. */
async function requests(database: Database, list: Finding[], settings: Settings, clock: Clock): Promise<void> {
  const findings = findingsIn(list, 'Requests')
  const encryption = new Encryption(settings)
  const marks = new Marks(encryption, clock)
  const advice =
    'Find out who writes to the database. Then hold it and reconcile (docs/looking-after.md, "What was sent was set back").'
  const broken = await marks.firstBroken(database)
  if (broken !== undefined) findings.problem(`The record of requests does not go on at mark ${broken}.`, advice)
  const rows = new IntentRows(database, clock, encryption)
  let altered = 0
  for (let after = ''; ; ) {
    const page = await rows
      .query()
      .where('state', 'in', ['prepared', 'waiting', 'sent', 'unknown'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute()
    altered += page.filter((row) => rows.isAltered(row)).length
    after = page.at(-1)?.id ?? ''
    if (page.length < rowsAtOnce) break
  }
  if (altered > 0)
    findings.problem(
      `Requests were changed in the database, and not by Mintdesk: ${altered}. They are neither sent nor checked.`,
      advice,
    )
  if (broken === undefined && altered === 0)
    findings.ok('Every request that may be sent or checked is as it was recorded.')
}

const gigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

async function space(
  database: Database,
  list: Finding[],
  { dataFolder, exportStorage, isNamed }: Pick<Settings, 'dataFolder' | 'exportStorage'> & { isNamed: boolean },
): Promise<void> {
  const findings = findingsIn(list, 'Space')
  const { used } = await database
    .selectFrom('export_job')
    .select((row) => row.fn.coalesce(row.fn.sum<number>('stored_bytes'), sql<number>`0`).as('used'))
    .executeTakeFirstOrThrow()
  const left = Math.max(0, exportStorage - Number(used))
  const taken = `Exports take ${gigabytes(Number(used))} and may take ${gigabytes(left)} more (EXPORT_STORAGE_MB).`
  if (isOnPostgres(database)) {
    const { rows } = await sql<{ size: number }>`select pg_database_size(current_database()) as size`.execute(database)
    return findings.ok(
      `${taken} The database takes ${gigabytes(Number(rows[0]?.size))}; the server's free space is not visible here.`,
    )
  }
  const { bavail, bsize } = await statfs(dataFolder)
  const free = bavail * bsize
  if (free < left)
    findings.warn(
      `${taken} ${isNamed ? dataFolder : 'The disk'} has ${gigabytes(free)} free.`,
      'Make room, or lower EXPORT_STORAGE_MB: a full disk stops requests from being recorded.',
    )
  else findings.ok(`${taken} ${gigabytes(free)} are free.`)
}

/**
 * Examines a database that is open.
 * @param isOperator whether an operator reads it in a terminal: only then are whole tables read and folders named
 */
export async function examineOpen(
  database: Database,
  where: DatabaseSettings,
  settings: Settings | undefined,
  { clock, isOperator }: { clock: Clock; isOperator: boolean },
): Promise<Finding[]> {
  const list: Finding[] = []
  const findings = findingsIn(list, 'Database')
  await connection(database, findings, isOperator ? where : { ...where, dataFolder: '' })
  const areTablesThere = await tables(database, findings)
  await clocks(database, list, clock)
  if (areTablesThere && settings) {
    await keys(database, list, { settings, clock, isCounting: isOperator })
    if (isOperator) await requests(database, list, settings, clock)
    await space(database, list, { ...settings, isNamed: isOperator })
  }
  return list
}

/** @param settings undefined if other variables are wrong: then only what needs the database's own is looked at */
export async function examineDatabase(
  where: DatabaseSettings,
  settings: Settings | undefined,
  clock: Clock,
): Promise<Finding[]> {
  let database: Database | undefined
  try {
    database = openDatabase(where)
    return await examineOpen(database, where, settings, { clock, isOperator: true })
  } catch (error) {
    return [{ area: 'Database', status: 'problem', text: databaseMessage(error, where.databaseUrl) }]
  } finally {
    await database?.destroy()
  }
}
