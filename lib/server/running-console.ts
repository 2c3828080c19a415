/** The console of this process. */
import { awaitTables, migrate } from '../database/migrate'
import { onDatabase, openDatabase } from '../database/open'
import { systemClock } from './clock'
import { type Console, createConsole } from './console'
import { beginBinding } from './encryption/binding'
import { recordKeys } from './encryption/known-keys'
import { createLog, type Log } from './http/log'
import { readSettings, type Settings } from './settings'
import type { Pool } from './telemetry/gauges'
import { Metrics } from './telemetry/metrics'
import { MetricsServer } from './telemetry/metrics-server'
import { answerWhileOpening } from './telemetry/readiness'

/** What an operator must correct before the console starts, a sentence for each mistake. */
export class WrongSettings extends Error {
  readonly problems: string[]

  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Migrates the tables, or waits for them. Steps have connections of their own, because they may take longer than a request. */
async function prepareTables(settings: Settings, log: Log): Promise<void> {
  const prepare = settings.migrates ? migrate : awaitTables
  const say = (sentence: string, level: 'info' | 'warn') => log[level]({ event: 'migration' }, sentence)
  await onDatabase(settings, (database) => prepare(database, { say }))
}

/**
 * @returns whether values are bound to their place from the start
 * @throws WrongSettings if a key is missing with which the database was written; only then are whole tables read
 */
const checkKeys = (settings: Settings): Promise<boolean> =>
  onDatabase(settings, async (database) => {
    const isBinding = await beginBinding(database, systemClock)
    const problems = await recordKeys(database, settings)
    if (problems.length > 0) throw new WrongSettings(problems)
    return isBinding
  })

/** Serves metrics, if anybody shall read them. @throws MetricsPortTaken */
async function openMetrics({ metrics: address, databaseUrl }: Settings, log: Log) {
  if (!address) return {}
  const metrics = new Metrics({
    version: process.env.MINTDESK_VERSION ?? 'unknown',
    build: process.env.MINTDESK_BUILD || 'unknown',
    node: process.versions.node,
    database: databaseUrl ? 'postgresql' : 'sqlite',
  })
  const metricsServer = new MetricsServer(metrics, log)
  await metricsServer.start(address)
  return { metrics, metricsServer }
}

async function open(): Promise<Console> {
  const read = readSettings(process.env)
  if ('problems' in read) throw new WrongSettings(read.problems)
  const { settings } = read
  // Readable lines in development only, where the package is installed.
  const pretty = process.env.NODE_ENV === 'development' ? await import('pino-pretty') : undefined
  const log = createLog(settings.logLevel, pretty?.default({ colorize: true, singleLine: true }))
  await prepareTables(settings, log)
  const isBinding = await checkKeys(settings)
  const onConnectionLost = (code: string) => log.warn({ event: 'connection-lost', reason: code }, 'database')
  if (settings.isDatabasePlain) log.warn({ event: 'database-without-tls' }, 'database')
  const pools: Record<string, Pool> = {}
  const onPools = (opened: typeof pools) => {
    Object.assign(pools, opened)
  }
  const measured = await openMetrics(settings, log)
  const database = openDatabase(settings, { onConnectionLost, onPools })
  const console = createConsole({ settings, database, log, isBinding, pools, ...measured })
  console.begin()
  return console
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

/** GET /api/ready */
export const answerReady = (): Promise<Response> =>
  answerWhileOpening(
    runningConsole().then(({ readiness }) => readiness),
    () => 'problems' in readSettings(process.env),
  )
