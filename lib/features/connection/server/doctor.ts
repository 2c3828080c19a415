/** Examines everything that a console needs before it starts, and says what to mend. It changes nothing. */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../../server/clock'
import { readDatabaseSettings, readSettings } from '../../../server/settings'
import { certificateEnd } from '../../../server/upstream/connections'
import { resolveVariables } from '../../../server/variables.mjs'
import type { Finding } from '../interface'
import { examineDatabase } from './database'
import { findingsIn, withoutSecrets } from './findings'
import { examineProvider } from './provider'

/** Days before the end of a certificate from which it is warned of, as the alert does. */
const certificateDays = 14

/** Writes a file there and removes it: rights alone say neither that a file system is read-only nor that it is full. */
async function examineFolder(list: Finding[], folder: string): Promise<void> {
  const findings = findingsIn(list, 'Folder')
  if (!existsSync(folder)) return findings.ok(`There is none at ${folder} yet. The first start makes it.`)
  const path = join(folder, `.doctor-${randomUUID()}`)
  try {
    const file = await open(path, 'wx', 0o600)
    try {
      await file.write(randomBytes(64 * 1024))
      await file.sync()
    } finally {
      await file.close()
      await rm(path, { force: true })
    }
    findings.ok(`The folder ${folder} can be written.`)
  } catch (error) {
    findings.problem(
      `The folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'no code'}).`,
      'Checkpoints of the audit log and the newest mark are kept in MINTDESK_DATA: make room, or mend its rights and how it is mounted.',
    )
  }
}

/** The certificate of the address that people open; one that a proxy elsewhere holds may not be reached from here. */
async function examineAddress(list: Finding[], origin: string, clock: Clock): Promise<void> {
  const findings = findingsIn(list, 'Address')
  if (!origin.startsWith('https:')) return
  const ends = await certificateEnd(origin)
  if (ends === undefined)
    return findings.skip(`${origin} could not be opened from here, so its certificate was not seen.`)
  const days = Math.floor((ends - clock.now()) / 86_400_000)
  const mend = 'Renew it where TLS ends, such as at the balancer.'
  const until = new Date(ends).toISOString()
  if (days < 0) findings.problem(`The certificate of ${origin} ended at ${until}.`, mend)
  else if (days < certificateDays) findings.warn(`The certificate of ${origin} ends at ${until}.`, mend)
  else findings.ok(`The certificate of ${origin} is valid until ${until}.`)
}

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
  if (ofDatabase.length === 0) await examineFolder(list, where.dataFolder)
  if (settings) await examineAddress(list, settings.origin, clock)
  if (settings) await examineProvider(list, settings, clock)
  else findingsIn(list, 'Provider').skip('It is examined once the variables are right.')
  return settings ? withoutSecrets(list, settings) : list
}
