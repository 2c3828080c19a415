/** The parts of sign-in, put together: what each needs of the others. */
import type { Dispatcher } from 'undici'
import type { Database } from '../../database/open'
import { type Clock, repeat } from '../clock'
import { type Log, traceOf } from '../http/log'
import type { Settings } from '../settings'
import { Sealing } from '../writes/sealing'
import { Access } from './access'
import { type Claims, IdentityProvider } from './identity-provider'
import { Renewal } from './renewal'
import { Sessions } from './sessions'
import { type AuthCall, rolesOf, signInOptions } from './sign-in'
import { SignInLimits } from './sign-in-limits'

/** Milliseconds between removals of what is no longer needed. */
const tidyAfter = 10 * 60_000

export type AuthDependencies = {
  settings: Settings
  database: Database
  clock: Clock
  log: Log
  /** The connections to the identity provider; by default the process's own. */
  dispatcher?: Dispatcher
}

export function createAuth({ settings, database, clock, log, dispatcher }: AuthDependencies) {
  const { companySignIn: company, adminSubjects } = settings
  const sealing = new Sealing(settings.secret)
  const provider = company && new IdentityProvider({ company, clock, dispatcher })
  const claimed = (claims: Claims) => (company ? rolesOf(claims, company.rolesClaim, adminSubjects) : [])
  const renewal = new Renewal({ database, clock, sealing, log, provider, rolesOf: claimed })
  const sessions = new Sessions({ database, clock, settings, log, renewal })
  const limits = new SignInLimits({ database, clock, sealing, log })
  const stop = repeat(clock, tidyAfter, async () => {
    try {
      await sessions.removeOld()
      await limits.removeOld()
    } catch (error) {
      log.warn({ event: 'tidying-failed', reason: traceOf(error).reason }, 'database')
    }
  })
  return {
    settings,
    sessions,
    provider,
    limits,
    access: new Access(settings, sessions),
    /** next-auth's options for one request. */
    options: (call: AuthCall) => signInOptions({ settings, sessions, log, provider, limits }, call),
    /** Stops what runs in the background. */
    stop,
  }
}

export type Auth = ReturnType<typeof createAuth>
