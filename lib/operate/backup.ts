/**
 * `npm run backup [FILE] [--copy=COMMAND]`: copies the database while consoles use it into one file with a manifest, and
 * takes that file elsewhere. Prints no secret.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { version } from '../../package.json'
import { BackupFileError, type Manifest, writeBackup } from '../database/copies/backup-file'
import { migrationsOf } from '../database/copies/copied-tables'
import { copyPostgres, postgresFacts } from '../database/copies/postgres-copy'
import { copySqlite, sqliteFile } from '../database/copies/sqlite-copy'
import { onDatabase } from '../database/open'
import type { DatabaseSettings } from '../server/settings'
import { argumentsIn, databaseOf, keyNames, megabytes, progress, reported, type Variables } from './command-line'

const nothing = 'No backup was written.'
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const fileName = (now: Date) => `mintdesk-${now.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`

/** Notes in the database when a backup was made, for its metrics. A backup without that note is a backup all the same. */
async function note(settings: DatabaseSettings, madeAt: number): Promise<void> {
  const made_at = madeAt * 1000
  await onDatabase(settings, (database) =>
    database
      .insertInto('last_backup')
      .values({ id: 1, made_at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ made_at }))
      .execute(),
  ).catch(() => {
    console.error('The backup is whole, but the database could not note when it was made: metrics call it older.')
  })
}

/** Runs a command of the shell that takes a backup off this machine. @throws BackupFileError if it fails */
function copyElsewhere(command: string, path: string): void {
  const { status } = spawnSync('/bin/sh', ['-c', `${command} "$1"`, 'copy', path], { stdio: 'inherit' })
  if (status !== 0)
    throw new BackupFileError('The backup was written but not copied, so metrics go on counting from the one before.')
  console.log(`Copied: ${command} ${path}`)
}

/** @returns whether the backup is whole and on the disk, and copied if it was to be */
export const backup = (given: Variables, words: readonly string[]): Promise<boolean> =>
  reported(async () => {
    const { variables, settings } = databaseOf(given)
    const { databaseUrl, dataFolder } = settings
    const { files, values } = argumentsIn(words, [], ['copy'])
    if (files.length > 1) throw new BackupFileError('Name one file, or none.')
    const now = new Date()
    const path = resolve(files[0] ?? fileName(now))
    if (!databaseUrl && !existsSync(sqliteFile(dataFolder)))
      throw new BackupFileError(`There is no database in ${dataFolder}. ${nothing}`)
    const migrations = await onDatabase(settings, migrationsOf).catch(() => {
      throw new BackupFileError(`The database has no tables of Mintdesk, or cannot be reached. ${nothing}`)
    })
    const facts: Omit<Manifest, 'bytes' | 'sha256'> = {
      made_at: now.toISOString(),
      // Before the copy begins: what is sent meanwhile may be missing in it.
      known_until: now.toISOString(),
      version,
      engine: databaseUrl ? 'postgresql' : 'sqlite',
      migrations,
      key_names: keyNames(variables),
    }
    const stop = new AbortController()
    // What was begun is removed.
    const end = () => stop.abort(new BackupFileError(`Stopped. ${nothing}`))
    for (const signal of signals) process.once(signal, end)
    const shown = progress('Copying the database')
    const manifest = await writeBackup(
      path,
      facts,
      async (sink) =>
        databaseUrl
          ? copyPostgres(databaseUrl, (await postgresFacts(databaseUrl)).schema, sink)
          : copySqlite(dataFolder, {
              scratch: dirname(path),
              sink,
              onProgress: (share) => shown.at(`${Math.round(share * 100)} %`),
            }),
      { onProgress: (bytes) => shown.at(megabytes(bytes)), signal: stop.signal },
    ).finally(() => {
      shown.end()
      for (const signal of signals) process.off(signal, end)
    })
    console.log(
      [
        `Written: ${path} (${megabytes(manifest.bytes)}, SHA-256 ${manifest.sha256})`,
        `Mintdesk ${version}, ${migrations.length} migrations, keys ${manifest.key_names.join(', ') || 'not known here'}. Keep the keys elsewhere: the backup does not hold them.`,
      ].join('\n'),
    )
    const copy = values.get('copy')
    if (copy) copyElsewhere(copy, path)
    await note(settings, now.getTime())
  }, nothing)
