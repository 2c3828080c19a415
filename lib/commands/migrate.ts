/** `npm run migrate`: migrates the database without starting a console. Needs only the variables of the database. */
import { databaseMessage } from '../database/failures'
import { limitsOfMigrations, migrate, openDatabase } from '../database/open'
import { readDatabaseSettings } from '../server/settings'
import { withFiles } from '../server/variables.mjs'

/** @returns whether the tables are now those of this version, or of a newer one that it works on */
export async function migrateTables(given: Record<string, string | undefined>): Promise<boolean> {
  const { variables, problems: ofFiles } = withFiles(given)
  const problems = ofFiles.map(({ text }) => text)
  const settings = readDatabaseSettings(variables, problems)
  if (problems.length > 0) {
    console.error(problems.join('\n'))
    return false
  }
  try {
    const database = openDatabase(settings, { limits: limitsOfMigrations })
    await migrate(database, { say: (sentence) => console.log(sentence) }).finally(() => database.destroy())
    console.log('The database has every table that this version needs.')
    return true
  } catch (error) {
    console.error(databaseMessage(error, settings.databaseUrl))
    return false
  }
}
