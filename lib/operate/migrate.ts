/** `npm run migrate`: migrates the database without starting a console. Needs only the variables of the database. */
import { BackupFileError } from '../database/copies/backup-file'
import { databaseMessage } from '../database/failures'
import { migrate, onDatabase } from '../database/open'
import { databaseOf, reported, type Variables } from './command-line'

/** @returns whether the tables are now those of this version, or of a newer one that it works on */
export const migrateTables = (given: Variables): Promise<boolean> =>
  reported(async () => {
    const { settings } = databaseOf(given)
    const say = (sentence: string) => console.log(sentence)
    await onDatabase(settings, (database) => migrate(database, { say })).catch((error) => {
      throw new BackupFileError(databaseMessage(error, settings.databaseUrl))
    })
    console.log('The database has every table that this version needs.')
  }, '')
