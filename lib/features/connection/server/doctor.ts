/** Examines everything that a console needs before it starts, and says what to mend. It changes nothing. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../../../server/clock'
import { readDatabaseSettings, readSettings } from '../../../server/settings'
import { resolveVariables } from '../../../server/variables.mjs'
import type { Finding } from '../interface'
import { examineDatabase } from './database'
import { findingsIn, withoutSecrets } from './findings'
import { examineProvider } from './provider'

/** @returns what was found; no text holds a secret of these variables */
export async function examine(given: Record<string, string | undefined>, clock: Clock): Promise<Finding[]> {
  const list: Finding[] = []
  const findings = findingsIn(list, 'Variables')
  const read = readSettings(given)
  const settings = 'settings' in read ? read.settings : undefined
  const problems = 'problems' in read ? read.problems : []
  for (const problem of problems) findings.problem(problem)
  if (settings) findings.ok('They are complete and fit together.')
  if (settings?.isOpenToOthers && settings.credentials.production)
    findings.warn(
      'DEMO_USERS=1 does nothing while production is configured.',
      'Remove it: without the PRODUCTION_ variables this console would admit anyone as a demo user.',
    )
  const ofDatabase: string[] = []
  const where = readDatabaseSettings(resolveVariables(given).variables, ofDatabase)
  if (ofDatabase.length === 0) {
    const isNew = where.databaseUrl === undefined && !existsSync(join(where.dataFolder, 'console.sqlite'))
    if (isNew) findingsIn(list, 'Database').ok(`There is none in ${where.dataFolder} yet. The first start makes it.`)
    else list.push(...(await examineDatabase(where, settings, clock)))
  }
  if (settings) await examineProvider(list, settings, clock)
  else findingsIn(list, 'Provider').skip('It is examined once the variables are right.')
  return settings ? withoutSecrets(list, settings) : list
}
