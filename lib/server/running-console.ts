/** The console of this process. */
import { limitsOfMigrations, migrate, openDatabase } from '../database/open'
import { type Console, createConsole } from './console'
import { createLog } from './http/log'
import { readSettings, type Settings } from './settings'

/** Migrations have connections of their own, because they may take longer than a request. */
async function migrateDatabase(settings: Settings): Promise<void> {
  const database = openDatabase(settings, { limits: limitsOfMigrations })
  try {
    await migrate(database)
  } finally {
    await database.destroy()
  }
}

async function open(): Promise<Console> {
  const read = readSettings(process.env)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  const { settings } = read
  // Two consoles that start together on one SQLite file may collide: the second attempt finds the work done.
  await migrateDatabase(settings).catch(() => migrateDatabase(settings))
  // Readable lines in development only, where the package is installed.
  const pretty = process.env.NODE_ENV === 'development' ? await import('pino-pretty') : undefined
  const log = createLog(settings.logLevel, pretty?.default({ colorize: true, singleLine: true }))
  const onConnectionLost = (code: string) => log.warn({ event: 'connection-lost', reason: code }, 'database')
  if (settings.isDatabasePlain) log.warn({ event: 'database-without-tls' }, 'database')
  return createConsole({ settings, database: openDatabase(settings, { onConnectionLost }), log })
}

const key = Symbol.for('mintdesk.console')
const shared = globalThis as { [key]?: Promise<Console> }

/**
 * The one console, opened at first use. It is kept on globalThis because Next loads a module several times in one process
 * (route handlers, pages, instrumentation). Nothing else is.
 * @throws Error if a variable is wrong or the database cannot be used
 */
export function runningConsole(): Promise<Console> {
  shared[key] ??= open()
  return shared[key]
}
