/** The parts of sign-in, put together: what each needs of the others. */
import type { Dispatcher } from 'undici'
import type { Database } from '../../database/open'
import type { Audit } from '../audit/audit'
import type { Clock } from '../clock'
import type { ClockCheck } from '../clock-check'
import type { Encryption } from '../encryption/encryption'
import type { Settings } from '../settings'
import type { Log } from '../telemetry/log'
import { openConnections } from '../upstream/connections'
import type { Bounds } from '../work/bounds'
import { createAccess } from './access'
import { type Claims, createIdentityProvider } from './identity-provider'
import { createRenewal } from './renewal'
import { createSessions } from './sessions'
import { type AuthCall, rolesOf, signInOptions } from './sign-in'
import { createSignInLimits } from './sign-in-limits'
import { createStepUp } from './step-up'

export type AuthDependencies = {
  settings: Settings
  database: Database
  clock: Clock
  log: Log
  encryption: Encryption
  audit: Audit
  bounds: Pick<Bounds, 'take'>
  clockCheck: Pick<ClockCheck, 'require'>
  /** The connections to the identity provider; by default the process's own. */
  dispatcher?: Dispatcher
}

export function createAuth({
  settings,
  database,
  clock,
  log,
  dispatcher,
  encryption,
  audit,
  bounds,
  clockCheck,
}: AuthDependencies) {
  const { companySignIn: company, adminSubjects, ownRoles } = settings
  const connections = dispatcher ?? (settings.proxy && openConnections(settings.proxy, {}))
  const provider = company && createIdentityProvider({ company, clock, dispatcher: connections })
  const claimed = (claims: Claims) => (company ? rolesOf(claims, company.rolesClaim, adminSubjects, ownRoles) : [])
  const renewal = createRenewal({ database, clock, encryption, log, audit, provider, rolesOf: claimed })
  const sessions = createSessions({ database, clock, encryption, settings, log, audit, renewal, clockCheck })
  const limits = createSignInLimits({ database, clock, encryption, log })
  return {
    settings,
    encryption,
    sessions,
    provider,
    limits,
    stepUp: createStepUp({ settings, database, clock, encryption, log, audit, provider, bounds }),
    access: createAccess(settings, sessions),
    /** next-auth's options for one request. */
    options: (call: AuthCall) => signInOptions({ settings, sessions, log, audit, provider, limits }, call),
  }
}

export type Auth = ReturnType<typeof createAuth>
