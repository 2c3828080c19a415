/** The console of this process, and the one of a request: where visitors have worlds of their own, it may be another. */
import { awaitTables, migrate } from '../database/migrate'
import { onDatabase, openDatabase } from '../database/open'
import type { Pool } from '../features/monitoring/server/gauges'
import { answerWhileOpening } from '../features/monitoring/server/readiness'
import type { ConsoleRequest } from '../server/auth/request-context'
import { systemClock } from '../server/clock'
import { Encryption } from '../server/encryption/encryption'
import { controlOf, createControl } from '../server/sandbox-control'
import { readSettings, type Settings } from '../server/settings'
import { createLog, type Log } from '../server/telemetry/log'
import { Metrics } from '../server/telemetry/metrics'
import { MetricsServer } from '../server/telemetry/metrics-server'
import { shownVariables } from '../server/variables.mjs'
import { recordKeys } from '../server/writes/known-keys'
import { beginMarks } from '../server/writes/mark-upkeep'
import { type Console, createConsole } from './console'
import { lockWorlds } from './worlds/folder-lock'
import { createWorldRoutes } from './worlds/world-routes'
import { createWorlds, type Worlds } from './worlds/worlds'

/** What an operator must correct before the console starts, a sentence for each mistake. */
export class WrongSettings extends Error {
  constructor(readonly problems: string[]) {
    super(problems.join('\n'))
  }
}

/** Migrates the tables, or waits for them. Steps have connections of their own, because they may take longer than a request. */
async function prepareTables(settings: Settings, log: Log): Promise<void> {
  const prepare = settings.migrates ? migrate : awaitTables
  const say = (sentence: string, level: 'info' | 'warn') => log[level]({ event: 'migration' }, sentence)
  await onDatabase(settings, (database) => prepare(database, { say }))
}

/** @throws WrongSettings if a key is missing with which the database was written; only then are whole tables read */
const checkKeys = (settings: Settings): Promise<void> =>
  onDatabase(settings, async (database) => {
    const problems = await recordKeys(database, settings, systemClock)
    if (problems.length > 0) throw new WrongSettings(problems)
    await beginMarks(database, new Encryption(settings), systemClock)
  })

/** Serves metrics, if anybody shall read them. @throws MetricsPortTaken */
async function openMetrics({ metrics: address }: Settings, build: Record<string, string>, log: Log) {
  if (!address) return {}
  const metrics = new Metrics(build)
  const metricsServer = new MetricsServer(metrics, log)
  await metricsServer.start(address)
  return { metrics, metricsServer }
}

type Running = {
  console: Console
  worlds?: Worlds
  /** Lets go of the folder of worlds. */
  unlock?: () => void
  /** Answers below /api/worlds. */
  answerWorlds: (request: ConsoleRequest) => Promise<Response>
}

/** Milliseconds for which a disk counts as full after a write found it so: what is small may find room now and then. */
const fullFor = 300_000

async function open(): Promise<Running> {
  const read = readSettings(process.env)
  if ('problems' in read) throw new WrongSettings(read.problems)
  const { settings } = read
  const unlock = settings.worldsToken ? lockWorlds(settings.dataFolder) : undefined
  if (settings.worldsToken && !unlock)
    throw new WrongSettings([
      `Another console has its visitors' demos in MINTDESK_DATA (${settings.dataFolder}). Stop it or choose another folder; DEMO_WORLDS=0 starts without demos.`,
    ])
  // Readable lines in development only, where the package is installed.
  const pretty = process.env.NODE_ENV === 'development' ? await import('pino-pretty') : undefined
  const log = createLog(settings.logLevel, pretty?.default({ colorize: true, singleLine: true }))
  await prepareTables(settings, log)
  await checkKeys(settings)
  const onConnectionLost = (code: string) => log.warn({ event: 'connection-lost', reason: code }, 'database')
  if (settings.isDatabasePlain) log.warn({ event: 'database-without-tls' }, 'database')
  const pools: Record<string, Pool> = {}
  const onPools = (opened: typeof pools) => {
    Object.assign(pools, opened)
  }
  const build = {
    version: process.env.MINTDESK_VERSION ?? 'unknown',
    build: process.env.MINTDESK_BUILD || 'unknown',
    node: process.versions.node,
    database: settings.databaseUrl ? 'postgresql' : 'sqlite',
  }
  const measured = await openMetrics(settings, build, log)
  let fullAt = Number.NEGATIVE_INFINITY
  const onFull = () => {
    fullAt = systemClock.steady()
  }
  const database = openDatabase(settings, { onConnectionLost, onPools, onFull })
  const { worldsToken } = settings
  const { sandbox } = settings.credentials
  const control =
    worldsToken && sandbox
      ? controlOf(createControl({ baseUrl: sandbox.baseUrl, token: worldsToken }), sandbox.clientId)
      : undefined
  const console = createConsole({
    settings,
    database,
    log,
    clock: systemClock,
    pools,
    hasRoom: () => systemClock.steady() - fullAt > fullFor,
    control,
    build,
    variables: shownVariables(process.env),
    ...measured,
  })
  console.begin()
  // Without worlds these addresses do not exist.
  if (!settings.worldsToken) return { console, answerWorlds: console.own }
  const worlds = createWorlds({ settings, shared: console, log, metrics: measured.metrics, clock: systemClock })
  worlds.start()
  return {
    console,
    worlds,
    unlock,
    answerWorlds: createWorldRoutes({ settings, shared: console, worlds, log, clock: systemClock }),
  }
}

const key = Symbol.for('mintdesk.console')
const shared = globalThis as { [key]?: Promise<Running> }

/**
 * The console that all share, and the worlds, opened at first use. It is kept on globalThis because Next loads a module several times in one process
 * (route handlers, pages, instrumentation). Nothing else is.
 * @throws Error if a variable is wrong or the database cannot be used
 */
function running(): Promise<Running> {
  shared[key] ??= open()
  return shared[key]
}

/** The console that all share: for what belongs to the process, and for sign-in. Requests of people go to `consoleOf`. */
export const runningConsole = async (): Promise<Console> => (await running()).console

/**
 * The console of a request, by its `Cookie` header: that of the world whose session it has, else the shared one. A session
 * opens nothing in another console than its own, so one whose world is over gets the shared console's refusal.
 */
export async function consoleOf(cookies: string | null | undefined): Promise<Console> {
  const { console, worlds } = await running()
  return (await worlds?.of(cookies ?? null))?.console ?? console
}

/** Answers a request below /api/worlds. */
export const answerWorlds = async (request: ConsoleRequest): Promise<Response> =>
  (await running()).answerWorlds(request)

/** What stops with the process, the worlds before the console that all share. */
export async function runningProcess() {
  const { console, worlds, unlock } = await running()
  const consoles = () => [console, ...(worlds?.consoles() ?? [])]
  return {
    log: console.log,
    isStopping: console.isStopping,
    pageAnswered: console.pageAnswered,
    beginToStop: console.beginToStop,
    /** Whether a `Cookie` header's session was alive a moment ago; it grants nothing. */
    isLiving: (worlds ?? console).isLiving,
    endStreams: () => consoles().map((one) => one.endStreams()),
    stopWork: async () => void (await Promise.all(consoles().map((one) => one.stopWork()))),
    writesEnded: async () => void (await Promise.all(consoles().map((one) => one.writesEnded()))),
    async close() {
      await worlds?.close()
      unlock?.()
      await console.close()
    },
  }
}

/** GET /api/ready */
export const answerReady = (): Promise<Response> =>
  answerWhileOpening(
    runningConsole().then(({ readiness }) => readiness),
    () => 'problems' in readSettings(process.env),
    systemClock,
  )
