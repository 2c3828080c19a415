/**
 * `npm run restore FILE`: puts a backup in the place of the database and holds it in the same step, so that no console can
 * send before a person has reconciled it. Prints no secret.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { sql } from 'kysely'
import { sentRequestsIn } from '../api/sent-log'
import { BackupFileError, checkContent, type Manifest, readContent, readManifest } from '../database/copies/backup-file'
import type { Replaced } from '../database/copies/copied-tables'
import { knownInPostgres, postgresFacts, restorePostgres } from '../database/copies/postgres-copy'
import { lockSqlite, placeSqlite, removeUnpacked, unpackSqlite } from '../database/copies/sqlite-copy'
import { beginHold, holdStatements, markRestored, type NewHold } from '../database/hold'
import { baseline, migrations } from '../database/migrations'
import { type Database, migrate, onDatabase } from '../database/open'
import type { SentRequest } from '../features/hold/interface'
import { noteSentIn } from '../features/hold/server/holds'
import { environments } from '../provider/environments'
import { beginChain, beginningIn, type Head, type Signer, type Verifier } from '../server/audit/chain'
import type { DatabaseSettings } from '../server/settings'
import { readBeginning, signedFlags } from './audit'
import { argumentsIn, databaseOf, keyNames, megabytes, progress, reported, type Variables } from './command-line'

const nothing = 'Nothing was changed.'

/** @throws BackupFileError for a backup that this version or this database cannot take */
function requireFit(
  path: string,
  { engine, migrations: names, version }: Manifest,
  { databaseUrl }: DatabaseSettings,
): void {
  if (!names.includes(baseline))
    throw new BackupFileError(
      `${path} was made by a development version of Mintdesk (0.3 or earlier), whose tables this version does not know. ${nothing}`,
    )
  const newer = names.filter((name) => !Object.hasOwn(migrations, name))
  if (newer.length > 0)
    throw new BackupFileError(
      `${path} was made by Mintdesk ${version}, which is newer: this version does not know its tables (${newer.join(', ')}). Restore it with that version. ${nothing}`,
    )
  if ((engine === 'postgresql') !== (databaseUrl !== undefined))
    throw new BackupFileError(
      engine === 'postgresql'
        ? `${path} is a backup of a PostgreSQL database: set DATABASE_URL to an empty one. ${nothing}`
        : `${path} is a backup of a SQLite database, which is restored into MINTDESK_DATA: leave out DATABASE_URL. ${nothing}`,
    )
}

/** What is known to have been sent, and is noted in the copy where the copy does not know it. */
type Sent = Map<string, SentRequest[]>

/** How the copy is marked, and what its audit log says of the one before. */
type Marks = NewHold & { signer: Signer; signed: readonly Head[]; keys: readonly Verifier[] }

const unreadable = 'The database that is replaced cannot be read, so what it knows was sent is not carried over.'

function sentInLog(path: string | undefined): Sent {
  if (path === undefined) return new Map()
  if (!existsSync(path)) throw new BackupFileError(`${path} cannot be read. ${nothing}`)
  const text = readFileSync(path, 'utf8')
  return new Map(environments.map((environment) => [environment, sentRequestsIn(text, environment)]))
}

/**
 * Marks what the copy cannot know, and notes what others know.
 * @param replaced what the database knew that was in this place
 * @returns how many requests it did not know
 */
async function finish(database: Database, marks: Marks, replaced: Replaced | undefined, log: Sent): Promise<number> {
  await migrate(database)
  await markRestored(database, marks.beganAt)
  // Other consoles may have signed more than is kept here: of its log, and of those that it was restored over.
  const earlier = (replaced?.began ?? []).flatMap((detail) => {
    const { beginning } = beginningIn(detail, marks.keys)
    return beginning ? [beginning.previous, ...beginning.signed] : []
  })
  const signed = [...marks.signed, ...(replaced ? [replaced.head] : []), ...earlier]
  await database.transaction().execute((within) => beginChain(within, marks.beganAt, { ...marks, signed }))
  let added = 0
  for (const environment of environments)
    for (const sent of [replaced?.sent, log])
      added += await noteSentIn(database, marks.id, environment, sent?.get(environment) ?? [])
  return added
}

async function restoreSqlite(path: string, dataFolder: string, marks: Marks, log: Sent, mayReplace: boolean) {
  const locked = lockSqlite(dataFolder)
  let folder: string | undefined
  try {
    if (locked && !mayReplace)
      throw new BackupFileError(
        `There is a database in ${dataFolder}. Add --replace to put the backup in its place; it is kept under another name. ${nothing}`,
      )
    if (locked && !locked.known) console.error(unreadable)
    folder = await unpackSqlite(path, dataFolder)
    const added = await onDatabase({ dataFolder: folder }, async (database) => {
      await beginHold(database, marks)
      const count = await finish(database, marks, locked?.known, log)
      // Into the one file that is moved.
      await sql`pragma wal_checkpoint(truncate)`.execute(database)
      return count
    })
    return { kept: await placeSqlite(folder, dataFolder, locked, new Date(marks.beganAt / 1000)), added }
  } finally {
    locked?.release()
    if (folder) removeUnpacked(folder)
  }
}

async function restoreIntoPostgres(
  path: string,
  settings: DatabaseSettings & { databaseUrl: string },
  marks: Marks,
  log: Sent,
  { mayReplace, mayBeInUse }: { mayReplace: boolean; mayBeInUse: boolean },
) {
  const { databaseUrl } = settings
  const { schema, tables, others } = await postgresFacts(databaseUrl).catch(() => {
    throw new BackupFileError(`The database cannot be reached. Check DATABASE_URL. ${nothing}`)
  })
  if (others > 0 && !mayBeInUse)
    throw new BackupFileError(
      `The database is in use: ${others} other connection${others === 1 ? '' : 's'}. Stop the consoles first, or add --in-use if they are none. ${nothing}`,
    )
  if (tables.length > 0 && !mayReplace)
    throw new BackupFileError(
      `The database is not empty: it has ${tables.length} tables. Restore into an empty one, or add --replace; the tables are kept in a schema of their own. ${nothing}`,
    )
  const hasRequests = tables.includes('intent')
  const known = hasRequests ? await knownInPostgres(databaseUrl) : undefined
  if (hasRequests && !known) console.error(unreadable)
  const kept = await restorePostgres(databaseUrl, readContent(path), {
    schema,
    replaced: tables,
    after: holdStatements(marks),
    now: new Date(marks.beganAt / 1000),
  })
  const added = await onDatabase(settings, (database) => finish(database, marks, known, log))
  return { kept: kept && `the schema ${kept}`, added }
}

/** @returns whether the backup is in place, and held */
export const restore = (given: Variables, words: readonly string[]): Promise<boolean> =>
  reported(async () => {
    const { variables, settings } = databaseOf(given)
    const { files, flags, values } = argumentsIn(words, ['replace', 'in-use'], ['log', ...signedFlags])
    const [path] = files
    if (path === undefined || files.length > 1) throw new BackupFileError('Name the backup: npm run restore -- FILE')
    const manifest = await readManifest(path)
    requireFit(path, manifest, settings)
    const log = sentInLog(values.get('log'))
    const { notes, ...beginning } = await readBeginning(variables, settings, values)
    const shown = progress('Checking the backup')
    shown.at(megabytes(statSync(path).size))
    await checkContent(path, manifest).finally(shown.end)
    const marks: Marks = {
      ...beginning,
      id: randomUUID(),
      beganAt: Date.now() * 1000,
      cause: 'restored',
      version: manifest.version,
      knownUntil: Date.parse(manifest.known_until) * 1000,
      keyNames: manifest.key_names,
    }
    const mayReplace = flags.has('replace')
    const { databaseUrl } = settings
    const { kept, added } =
      databaseUrl === undefined
        ? await restoreSqlite(path, settings.dataFolder, marks, log, mayReplace)
        : await restoreIntoPostgres(path, { ...settings, databaseUrl }, marks, log, {
            mayReplace,
            mayBeInUse: flags.has('in-use'),
          })
    const own = keyNames(variables)
    const missing = manifest.key_names.filter((name) => !own.includes(name))
    console.log(
      [
        `Restored: the database as it was at ${manifest.known_until}. It is held: nothing is sent, and everyone is signed out.`,
        ...(kept ? [`The database from before is kept as ${kept}.`] : []),
        ...(added > 0
          ? [
              `Sent since and not in the backup: ${added === 1 ? '1 request, which is' : `${added} requests, which are`} named.`,
            ]
          : []),
        ...(missing.length > 0
          ? [
              `The backup was encrypted with ${missing.join(', ')}, which this console does not have. Add the key before you release the copy, or its requests stay unreadable.`,
            ]
          : []),
        ...notes,
        'Start a console, sign in as admin, and choose “Reconcile and release” in the banner of any page.',
      ].join('\n'),
    )
  }, nothing)
