/** `npm run hold`: marks the database as a copy that must not send, where it was restored by other means. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { sql } from 'kysely'
import { BackupFileError } from '../database/copies/backup-file'
import { sqliteFile } from '../database/copies/sqlite-copy'
import { beginHold, currentHold, markRestored } from '../database/hold'
import { type Database, migrate, onDatabase } from '../database/open'
import { beginChain } from '../server/audit/chain'
import { readBeginning, signedFlags } from './audit'
import { argumentsIn, databaseOf, reported, type Variables } from './command-line'

const nothing = 'Nothing was changed.'

/** When the database last heard of anything, in microseconds since 1970: until then it knows what was sent. */
async function lastEntry(database: Database): Promise<number> {
  const { at } = await database
    .selectFrom('intent_event')
    .select(sql<number | null>`max(at)`.as('at'))
    .executeTakeFirstOrThrow()
  return Number(at ?? 0)
}

/** @returns whether the database is held now */
export const hold = (given: Variables, words: readonly string[]): Promise<boolean> =>
  reported(async () => {
    const { variables, settings } = databaseOf(given)
    const { values } = argumentsIn(words, [], ['since', ...signedFlags])
    const since = values.get('since')
    if (since !== undefined && Number.isNaN(Date.parse(since)))
      throw new BackupFileError('--since must be a time, such as --since=2026-11-23T14:00:00Z.')
    if (!settings.databaseUrl && !existsSync(sqliteFile(settings.dataFolder)))
      throw new BackupFileError(`There is no database in ${settings.dataFolder}.`)
    const { notes, ...beginning } = await readBeginning(variables, settings, values)
    await onDatabase(settings, async (database) => {
      await migrate(database)
      if (await currentHold(database)) throw new BackupFileError('The database is held already.')
      const beganAt = Date.now() * 1000
      const knownUntil = since === undefined ? (await lastEntry(database)) || beganAt : Date.parse(since) * 1000
      await beginHold(database, { id: randomUUID(), beganAt, cause: 'declared', knownUntil })
      await markRestored(database, beganAt)
      await database.transaction().execute((within) => beginChain(within, beganAt, { cause: 'declared', ...beginning }))
      console.log(
        [
          `Held: nothing is sent, and everyone is signed out. It is taken to know what was sent until ${new Date(knownUntil / 1000).toISOString()}. An admin chooses “Reconcile and release” in the banner of any page.`,
          ...notes,
        ].join('\n'),
      )
    })
  }, nothing)
