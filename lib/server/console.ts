/** The console: its parts, made from the settings, the database and the clock, and what routes and pages call. */
import type { Dispatcher } from 'undici'
import { environments, isEnvironment } from '../api/environments'
import { type Database, pingDatabase } from '../database/open'
import { createActivity } from './activity/activity'
import { Presets } from './activity/presets'
import { createAuth } from './auth/auth'
import { sessionCookie } from './auth/session-cookie'
import { createSignInChoices, homeEnvironment } from './auth/sign-in-choices'
import { type Clock, systemClock } from './clock'
import type { Log } from './http/log'
import { proxy } from './http/proxy'
import type { ConsoleRequest } from './http/request-context'
import { createSignInRoutes } from './http/sign-in-routes'
import { Retention } from './retention'
import type { Settings } from './settings'
import { Upstreams } from './upstream/upstream'
import type { WriteCore } from './writes/core'
import { Ledger } from './writes/ledger'
import { OldIntents } from './writes/old-intents'
import { PlainTexts } from './writes/plain-texts'

export type ConsoleDependencies = {
  settings: Settings
  /** Migrated to the newest version. */
  database: Database
  log: Log
  clock?: Clock
  /** The connections of reads and token requests; by default one pool per environment. Each write opens its own. */
  dispatcher?: Dispatcher
}

/** A console that keeps nothing outside itself: neither globals nor variables of the process. */
export function createConsole({ settings, database, log, clock = systemClock, dispatcher }: ConsoleDependencies) {
  const auth = createAuth({ settings, database, clock, log, dispatcher })
  const { access, sessions } = auth
  const upstreams = new Upstreams({ settings, clock, dispatcher })
  const ledger = new Ledger(database, clock, settings.secret)
  const writes: WriteCore = { settings, clock, upstreams, ledger, running: new Map() }
  const presets = new Presets(database, clock, ledger.sealing)
  const core = { clock, log, access, writes, presets }
  const { requests: days, presets: presetDays } = settings.retention
  const oldIntents = new OldIntents({ database, clock, rows: ledger.rows, days })
  const plainTexts = new PlainTexts(database, ledger.sealing)
  const retention = new Retention({ clock, log }, [
    { name: 'sessions', step: () => sessions.removeOld() },
    { name: 'sign-in counts', step: () => auth.limits.removeOld() },
    { name: 'requests', step: () => oldIntents.step() },
    { name: 'presets', step: () => presets.removeOld(presetDays) },
    { name: 'sealing', step: () => plainTexts.step() },
  ])
  retention.start()
  const configured = environments.filter((name) => settings.credentials[name])

  return {
    http: {
      proxy: (request: ConsoleRequest) => proxy(core, request),
      signIn: createSignInRoutes({ clock, log }, auth),
    },
    activity: createActivity(core),
    writes,
    sessions,
    /** next-auth's options. */
    authOptions: () => auth.options({ address: '' }),
    /** The cookie that holds a session's id. */
    sessionCookie: sessionCookie(settings),
    sessionOf: (cookies: string | null, isPersonal: boolean) => access.sessionOf(cookies, isPersonal),
    signInChoices: createSignInChoices(settings, clock),
    homeEnvironment: homeEnvironment(settings),
    /** The environments that are configured here. */
    environments: configured,
    /** What an environment's pages need to know; undefined if it is not configured here. */
    environmentOf(name: string | undefined) {
      const environment = name ?? configured[0]
      if (!isEnvironment(environment) || !configured.includes(environment)) return undefined
      return { environment, requiresIdentity: settings.requiresIdentity[environment] === true }
    },
    /** @throws the driver's error if the database does not answer */
    askDatabase: () => pingDatabase(database),
    /** How many days pages keep drafts of forms. */
    draftDays: settings.retention.drafts,
    async close() {
      await retention.close()
      await database.destroy()
    },
  }
}

export type Console = ReturnType<typeof createConsole>
