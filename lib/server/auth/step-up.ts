/**
 * Confirms by a fresh sign-in who a person is before an act in production: a sign-in of the same person, at most five
 * minutes old, for exactly what will be done, once. OpenID Connect Core 1.0, 3.1.2.1: the provider must ask again after
 * `max_age` and must say when it did (`auth_time`); `prompt=login` could be removed on its way, and nothing would show it.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Identity, mostConfirmed, type StepUpStart, stepUpAddress } from '../../api/console/step-up'
import { fieldErrors, fieldMessage } from '../../api/field-errors'
import { ProblemError } from '../../api/problem'
import { invalidInput } from '../../api/provider/check'
import type { Database } from '../../database/open'
import { type StepUpRefusal, type StepUpTable, sharedNow, type Tables } from '../../database/tables'
import { type Clock, microseconds } from '../clock'
import type { Encryption } from '../encryption/encryption'
import { type Log, traceOf } from '../http/log'
import type { RetentionStep } from '../retention'
import type { Settings } from '../settings'
import { type Claims, type IdentityProvider, isDenied, tolerance } from './identity-provider'
import type { Session } from './sessions'

/** Seconds after the sign-in in which the act must be done, and those after which the provider asks again: a minute is left. */
const freshFor = 300
const maxAge = 240

const second = 1_000_000
/** Microseconds in which a person returns from the provider. */
const returnsWithin = 600 * second
const day = 24 * 3600 * second
const removedAtOnce = 500

/** How `state` begins, by which an answer of the provider is told from that of a sign-in. */
const statePrefix = 'step-up.'

const refusalTexts: Record<StepUpRefusal, string> = {
  'not-confirmed': 'Company sign-in did not confirm that it is you. Nothing was sent; try again.',
  'other-person':
    'Another person signed in at company sign-in. Nothing was sent, and you are still signed in here. Sign out there, then confirm it yourself.',
  'no-auth-time':
    'Company sign-in did not say when you signed in, so nothing was sent. Your administrator must have it issue the claim auth_time in ID tokens.',
  'too-old':
    'Company sign-in did not ask you again: your sign-in there is older than 5 minutes. Nothing was sent. Sign out there and try again; your administrator must have it heed max_age.',
  'other-method':
    'You signed in by a way that does not suffice here. Nothing was sent. Try again with the stronger one, such as a passkey; your administrator chose it with OIDC_STEP_UP_ACR.',
  unverified:
    'Company sign-in did not answer, or its answer could not be verified. Nothing was sent; try again in a moment.',
}

const StepUpRequest = z.object({
  digests: z
    .array(z.string().check(z.regex(/^[\w-]{1,200}$/)))
    .check(z.minLength(1), z.maxLength(mostConfirmed, { error: `Choose at most ${mostConfirmed}.` })),
  // A path of this console, and no other host.
  return_to: z.string().check(z.regex(/^\/(?![/\\])[^\s\\]{0,2000}$/)),
})

/** Something that needs the person who does it. */
export type Act = {
  /** Where; undefined for what all environments share. */
  environment?: string
  /** Of exactly what will be done. */
  digest: string
  /** Which act it is: the same one may be tried again, another one not. */
  act: string
  session: Session
}

export type StepUpDependencies = {
  settings: Pick<Settings, 'companySignIn' | 'credentials' | 'origin'>
  database: Database
  clock: Clock
  encryption: Encryption
  log: Log
  provider: IdentityProvider | undefined
}

/** Why a sign-in does not confirm a person; undefined if it does. Times are compared on the provider's own clock. */
function refusalOf(claims: Claims, subject: string | undefined, acr: string | undefined): StepUpRefusal | undefined {
  if (`oidc:${claims.sub}` !== subject) return 'other-person'
  if (typeof claims.auth_time !== 'number') return 'no-auth-time'
  const age = Number(claims.iat) - claims.auth_time
  if (!(age <= freshFor && age >= -tolerance)) return 'too-old'
  return acr === undefined || acr.split(/\s+/).includes(String(claims.acr)) ? undefined : 'other-method'
}

export function createStepUp({ settings, database, clock, encryption, log, provider }: StepUpDependencies) {
  const { companySignIn: company, credentials, origin } = settings
  const redirectUri = `${origin}/api/auth/callback/oidc`
  const now = (within: Kysely<Tables> = database) => sharedNow(within, microseconds(clock))
  /** What only this console and its peers can make of an id, so that nothing of it is stored. */
  const secretOf = (id: string, purpose: 'nonce' | 'verifier') => encryption.fingerprintOf(['step-up', purpose, id])

  /** Whether acts there need it: in production, and for what all environments share once there is production. */
  const isNeeded = (environment?: string) =>
    company !== undefined && credentials.production !== undefined && environment !== 'sandbox'

  /** Begins one. @param body as it was sent @throws ProblemError 400; 502 if the provider does not answer */
  async function begin(body: unknown, session: Session): Promise<StepUpStart> {
    const read = z.safeParse(StepUpRequest, body, { error: fieldMessage })
    if (!read.success) throw invalidInput('The request is not valid.', fieldErrors(read.error))
    const page = await provider?.pageOf('authorization_endpoint').catch((error) => {
      log.warn({ event: 'identity-not-confirmed', reason: 'discovery', cause: traceOf(error).reason }, 'security')
      return undefined
    })
    if (page === undefined || !company)
      throw new ProblemError(502, 'confirm-identity', 'Company sign-in is not responding.', {
        detail: 'Only it can confirm that it is you. Nothing was sent. Try again in a moment.',
      })
    const { digests, return_to } = read.data
    const id = randomBytes(32).toString('base64url')
    const common = { id, session_id: session.id, return_to, begun_at: now() }
    const unset = { confirmed_at: null, refused: null, used_at: null, used_for: null }
    await database
      .insertInto('step_up')
      .values([...new Set(digests)].map((digest) => ({ ...common, ...unset, digest })))
      .execute()
    const url = new URL(page)
    const params = {
      ...{ client_id: company.clientId, response_type: 'code', scope: 'openid', redirect_uri: redirectUri },
      ...{ state: statePrefix + id, nonce: secretOf(id, 'nonce'), code_challenge_method: 'S256' },
      code_challenge: createHash('sha256').update(secretOf(id, 'verifier')).digest('base64url'),
      max_age: String(maxAge),
      ...(company.stepUpAcr && { acr_values: company.stepUpAcr }),
    }
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    return { url: url.href }
  }

  /** What the provider's answer says of the person of a session, and how old the sign-in is, in seconds. */
  async function confirmed(params: Record<string, string>, { id, session_id }: StepUpTable) {
    const session = await database
      .selectFrom('session')
      .select('subject')
      .where('id', '=', session_id)
      .executeTakeFirst()
    try {
      if (!provider) throw new Error('Company sign-in is not configured any more.')
      const checks = {
        ...{ state: statePrefix + id, nonce: secretOf(id, 'nonce'), code_verifier: secretOf(id, 'verifier') },
      }
      const claims = await provider.claimsOf({ params, checks, redirectUri })
      const refused = refusalOf(claims, session?.subject, company?.stepUpAcr)
      return { refused, age: Math.max(0, Number(claims.iat) - Number(claims.auth_time)), subject: session?.subject }
    } catch (error) {
      const refused: StepUpRefusal = isDenied(error) ? 'not-confirmed' : 'unverified'
      return { refused, age: 0, subject: session?.subject, cause: traceOf(error).reason }
    }
  }

  /**
   * Takes the provider's answer. It counts once, for the session that began it, whichever console gets it.
   * @returns the page to lead to; undefined if it answers something else, such as a sign-in
   */
  async function finish(params: Record<string, string>, sessionId: string | undefined): Promise<string | undefined> {
    const { state = '' } = params
    if (!state.startsWith(statePrefix)) return undefined
    const id = state.slice(statePrefix.length)
    const open = database
      .selectFrom('step_up')
      .selectAll()
      .where('id', '=', id)
      .where('session_id', '=', sessionId ?? '')
      .where('confirmed_at', 'is', null)
      .where('refused', 'is', null)
      .where('begun_at', '>', sql<number>`${now()} - ${returnsWithin}`)
    const row = await open.executeTakeFirst()
    if (!row) {
      log.warn({ event: 'identity-not-confirmed', reason: 'not-begun' }, 'security')
      const known = await database.selectFrom('step_up').select('return_to').where('id', '=', id).executeTakeFirst()
      return known?.return_to ?? '/'
    }
    const { refused, age, subject, cause } = { cause: undefined, ...(await confirmed(params, row)) }
    await database
      .updateTable('step_up')
      .set(refused ? { refused } : { confirmed_at: sql<number>`${now()} - ${age * second}` })
      .where('id', '=', id)
      .where('confirmed_at', 'is', null)
      .where('refused', 'is', null)
      .execute()
    if (refused) log.warn({ event: 'identity-not-confirmed', subject, reason: refused, cause }, 'security')
    else log.info({ event: 'identity-confirmed', subject }, 'security')
    return row.return_to
  }

  /**
   * Uses the confirmation of an act up, in its transaction. The same act may use it again while it is fresh: it is done
   * once, and may have to be tried again.
   * @returns the sign-ins, with when they were; none where none is needed
   * @throws ProblemError 403 that names where to confirm it
   */
  async function use(within: Kysely<Tables>, { environment, digest, act, session }: Act) {
    if (!isNeeded(environment)) return []
    const rows = await within
      .updateTable('step_up')
      .set({ used_at: now(within), used_for: act })
      .where('session_id', '=', session.id)
      .where('digest', '=', digest)
      .where('confirmed_at', '>', sql<number>`${now(within)} - ${freshFor * second}`)
      .where((is) => is.or([is('used_at', 'is', null), is('used_for', '=', act)]))
      .returning(['id', 'confirmed_at'])
      .execute()
    if (rows.length > 0) return rows.map(({ id, confirmed_at }) => ({ id, at: Number(confirmed_at) }))
    throw new ProblemError(403, 'confirm-identity', 'Confirm that it is you.', {
      detail:
        'In production this needs a sign-in at company sign-in that is at most 5 minutes old and was made for exactly this. It counts once.',
      meta: { digest, confirm_at: stepUpAddress },
    })
  }

  /** What stands of it for an act, or with no digest only why the last one failed; undefined where none is needed. */
  async function identities(environment: string | undefined, session: Session) {
    if (!isNeeded(environment)) return () => undefined
    const rows = await database
      .selectFrom('step_up')
      .select(['digest', 'confirmed_at', 'refused', 'used_at', now().as('now')])
      .where('session_id', '=', session.id)
      .where('begun_at', '>', sql<number>`${now()} - ${returnsWithin + freshFor * second}`)
      .orderBy('begun_at', 'desc')
      .execute()
    const [last] = rows.filter((row) => row.confirmed_at !== null || row.refused !== null)
    return (digest?: string): Identity => {
      const own = rows.find((row) => row.digest === digest && row.confirmed_at !== null && row.used_at === null)
      const until = Number(own?.confirmed_at) + freshFor * second
      const isConfirmed = own && until > Number(own.now)
      return {
        ...(digest !== undefined && { digest }),
        ...(isConfirmed && { confirmed_until: new Date(until / 1000).toISOString() }),
        ...(!isConfirmed && last?.refused && { refused: refusalTexts[last.refused] }),
      }
    }
  }

  /** Removes those of days before. */
  async function removeOld(): Promise<RetentionStep> {
    const before = microseconds(clock) - day
    const old = database.selectFrom('step_up').select('id').where('begun_at', '<', before).limit(removedAtOnce)
    const { numDeletedRows } = await database.deleteFrom('step_up').where('id', 'in', old).executeTakeFirst()
    const rows = Number(numDeletedRows)
    return { rows, hasMore: rows >= removedAtOnce }
  }

  return { isNeeded, begin, finish, use, identities, removeOld }
}

export type StepUp = ReturnType<typeof createStepUp>
