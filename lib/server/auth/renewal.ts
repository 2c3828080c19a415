/** Reads the roles of a company session again: they are asked for every five minutes, and count for an hour at most. */

import type { Database } from '../../database/open'
import type { SessionTable } from '../../database/tables'
import type { Role } from '../../provider/roles'
import type { Audit } from '../audit/audit'
import { type Clock, microseconds, wait } from '../clock'
import type { Encryption } from '../encryption/encryption'
import { type Log, traceOf } from '../telemetry/log'
import { type Claims, isRefusal, type RenewedTokens } from './identity-provider'
import { noteRoles } from './people'

/** What the provider issued with a sign-in; kept encrypted in the session's row. */
export type CompanyTokens = { refreshToken?: string; idToken?: string }

const minute = 60_000_000
/** Microseconds after which roles are read again in the background, where nothing else is said. */
const usualInterval = 5 * minute
/** Microseconds for which roles count. */
export const confirmedFor = 60 * minute
/** Microseconds for which one console alone uses a refresh token: many providers accept each only once. */
const leaseLasts = minute / 2
/** Milliseconds between looks at what another console is doing, and their number. */
const [lookAfter, looks] = [250, 60]
/** Milliseconds of peace for a provider that did not answer, unless a session depends on it. */
const failurePause = 30_000

/** A row with newer roles; that the provider ended the session; that it could not be asked; that another console asks. */
export type RenewalOutcome = SessionTable | 'company-ended' | 'failed' | 'held'

export type RenewalDependencies = {
  database: Database
  clock: Clock
  encryption: Encryption
  log: Log
  audit: Audit
  /** Undefined if company sign-in is not configured any more. */
  provider: { renew: (refreshToken: string, subject: string) => Promise<RenewedTokens> } | undefined
  rolesOf: (claims: Claims) => Role[]
  /** Microseconds after which roles are read again in the background. */
  renewAfter?: number
}

type Grant = Pick<SessionTable, 'id' | 'subject' | 'name' | 'roles' | 'created_at' | 'roles_read_at'>

const grantOf = ({ id, subject, name, roles, created_at, roles_read_at }: Grant) => [
  'session',
  ...[id, subject, name, roles, created_at, roles_read_at],
]

/** The digest of what a session grants, as its row has it. */
export const grantDigest = (encryption: Encryption, row: Grant): string => encryption.fingerprintOf(grantOf(row))

/** Whether a console wrote what a session's row grants. */
export const isGenuine = (encryption: Encryption, row: SessionTable): boolean =>
  encryption.isFingerprintOf(grantOf(row), row.grant_digest)

export function createRenewal(dependencies: RenewalDependencies) {
  const { database, clock, encryption, log, audit, provider, rolesOf, renewAfter = usualInterval } = dependencies
  const running = new Map<string, Promise<RenewalOutcome>>()
  let pausedUntil = Number.NEGATIVE_INFINITY

  /** @param id of the session */
  function encrypt(tokens: CompanyTokens, id: string): string {
    return encryption.encryptJson(tokens, ['session', 'company_tokens', id])
  }

  /** The tokens of a row; none if they were encrypted with another secret. */
  function tokensOf({ id, company_tokens: encrypted }: Pick<SessionTable, 'id' | 'company_tokens'>): CompanyTokens {
    return encryption.decryptJson<CompanyTokens>(encrypted, ['session', 'company_tokens', id]) ?? {}
  }

  /**
   * Reads a session's roles again. All who wait for one session share one request, and consoles take turns.
   * @param isNeeded whether the session must not be used without it
   */
  async function renew(row: SessionTable, isNeeded: boolean): Promise<RenewalOutcome> {
    if (!isNeeded && clock.steady() < pausedUntil) return 'failed'
    const outcome = await (running.get(row.id) ?? start(row))
    return outcome === 'held' && isNeeded ? awaitOther(row) : outcome
  }

  function start(row: SessionTable): Promise<RenewalOutcome> {
    const renewing = attempt(row).finally(() => running.delete(row.id))
    running.set(row.id, renewing)
    return renewing
  }

  async function attempt(row: SessionTable): Promise<RenewalOutcome> {
    const { refreshToken, idToken } = tokensOf(row)
    if (!provider || refreshToken === undefined) return 'failed'
    if (!(await lease(row))) return 'held'
    try {
      const renewed = await provider.renew(refreshToken, row.subject.replace(/^oidc:/, ''))
      const roles = rolesOf(renewed.claims)
      await noteRoles(database, encryption, row.subject, roles, microseconds(clock))
      if (roles.length === 0) return 'company-ended'
      const tokens = { refreshToken: renewed.refreshToken ?? refreshToken, idToken: renewed.idToken ?? idToken }
      return await record(row, roles.join(' '), tokens)
    } catch (error) {
      if (isRefusal(error)) return 'company-ended'
      log.warn({ event: 'roles-not-read', subject: row.subject, reason: traceOf(error).reason }, 'security')
      pausedUntil = clock.steady() + failurePause
      await update(row, { renewal_until: null })
      return 'failed'
    }
  }

  /** Whether this console may use the session's refresh token now. */
  async function lease(row: SessionTable): Promise<boolean> {
    const now = microseconds(clock)
    const { numUpdatedRows } = await database
      .updateTable('session')
      .set({ renewal_until: now + leaseLasts })
      .where('id', '=', row.id)
      .where('end_reason', 'is', null)
      .where('roles_read_at', '=', row.roles_read_at)
      .where((is) => is.or([is('renewal_until', 'is', null), is('renewal_until', '<', now)]))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  async function record(row: SessionTable, roles: string, tokens: CompanyTokens): Promise<SessionTable> {
    const granted = { roles, roles_read_at: microseconds(clock) }
    const news = {
      ...granted,
      grant_digest: grantDigest(encryption, { ...row, ...granted }),
      company_tokens: encrypt(tokens, row.id),
      renewal_until: null,
    }
    await audit.act(async (within) => {
      await update(row, news, within)
      const { subject, name } = row
      const detail = { before: row.roles.split(' ') }
      if (roles !== row.roles)
        audit.note(within, { act: 'roles-changed', by: { subject, name, roles: roles.split(' ') }, detail })
    })
    if (roles !== row.roles)
      log.info({ event: 'roles-changed', subject: row.subject, roles: roles.split(' ') }, 'security')
    return { ...row, ...news }
  }

  function update(row: SessionTable, news: Partial<SessionTable>, within: Database = database) {
    return within.updateTable('session').set(news).where('id', '=', row.id).where('end_reason', 'is', null).execute()
  }

  /** What another console learned, or `held` if it takes longer than a request may. */
  async function awaitOther(row: SessionTable): Promise<RenewalOutcome> {
    for (let count = 0; count < looks; count++) {
      const now = await database.selectFrom('session').selectAll().where('id', '=', row.id).executeTakeFirst()
      if (!now || now.end_reason !== null) return 'company-ended'
      if (now.roles_read_at !== row.roles_read_at) return now
      if (now.renewal_until === null) return 'failed'
      await wait(clock, lookAfter)
    }
    return 'held'
  }

  return { renewAfter, encrypt, tokensOf, renew }
}

export type Renewal = ReturnType<typeof createRenewal>
