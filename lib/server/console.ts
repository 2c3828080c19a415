/** The console: its parts, made from the settings, the database and the clock, and what routes and pages call. */
import type { NextRequest } from 'next/server'
import type { Dispatcher } from 'undici'
import { environments, isEnvironment } from '../api/environments'
import { type Database, pingDatabase } from '../database/open'
import { createActivity } from './activity/activity'
import { Presets } from './activity/presets'
import { Access } from './auth/access'
import { IdentityProvider } from './auth/identity-provider'
import { sessionCookie } from './auth/session-cookie'
import { Sessions } from './auth/sessions'
import { type AuthCall, signInOptions } from './auth/sign-in'
import { createSignInChoices, homeEnvironment } from './auth/sign-in-choices'
import { SignInLimits } from './auth/sign-in-limits'
import { type Clock, repeat, systemClock } from './clock'
import { type Log, traceOf } from './http/log'
import { proxy } from './http/proxy'
import { createSignInRoutes } from './http/sign-in-routes'
import type { Settings } from './settings'
import { Upstreams } from './upstream/upstream'
import type { WriteCore } from './writes/core'
import { Ledger } from './writes/ledger'
import { Sealing } from './writes/sealing'

/** Milliseconds between removals of what is no longer needed. */
const tidyAfter = 10 * 60_000

export type ConsoleDependencies = {
  settings: Settings
  /** Migrated to the newest version. */
  database: Database
  log: Log
  clock?: Clock
  /** The connections to the provider; by default one pool per environment. */
  dispatcher?: Dispatcher
}

/** A console that keeps nothing outside itself: neither globals nor variables of the process. */
export function createConsole({ settings, database, log, clock = systemClock, dispatcher }: ConsoleDependencies) {
  const sessions = new Sessions({ database, clock, settings, log })
  const access = new Access(settings, sessions)
  const upstreams = new Upstreams({ settings, clock, dispatcher })
  const ledger = new Ledger(database, clock, settings.secret)
  const writes: WriteCore = { settings, clock, upstreams, ledger, running: new Map() }
  const core = { clock, log, access, writes, presets: new Presets(database, clock) }
  const company = settings.companySignIn
  const provider = company && new IdentityProvider({ company, clock, dispatcher })
  const limits = new SignInLimits({ database, clock, sealing: new Sealing(settings.secret), log })
  const stopTidying = repeat(clock, tidyAfter, async () => {
    try {
      await sessions.removeOld()
      await limits.removeOld()
    } catch (error) {
      log.warn({ event: 'tidying-failed', reason: traceOf(error).reason }, 'database')
    }
  })
  const options = (call: AuthCall) => signInOptions({ settings, sessions, log, provider, limits }, call)
  const configured = environments.filter((name) => settings.credentials[name])

  return {
    http: {
      proxy: (request: NextRequest) => proxy(core, request),
      signIn: createSignInRoutes({ ...core, settings, sessions, provider, limits, options }),
    },
    activity: createActivity(core),
    writes,
    sessions,
    /** next-auth's options. */
    authOptions: () => options({ address: '' }),
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
    async close() {
      await stopTidying()
      await database.destroy()
    },
  }
}

export type Console = ReturnType<typeof createConsole>
