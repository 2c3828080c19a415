/**
 * Confirms by a fresh sign-in who a person is before an act in production: a sign-in of the same person, at most five
 * minutes old, for exactly what will be done, once. OpenID Connect Core 1.0, 3.1.2.1: the provider must ask again after
 * `max_age` and must say when it did (`auth_time`); `prompt=login` could be removed on its way, and nothing would show it.
 * What a browser begins only that browser finishes: whoever stole a session could otherwise begin it, and send its person
 * the link.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Identity, mostConfirmed, type StepUpStart, stepUpAddress } from '../../api/step-up'
import type { Database } from '../../database/open'
import { type StepUpRefusal, sharedNow, type Tables } from '../../database/tables'
import { invalidInput } from '../../provider/check'
import { fieldErrors, fieldMessage } from '../../provider/field-errors'
import { ProblemError } from '../../provider/problem'
import { text } from '../../provider/value-schemas'
import type { Audit, Act as AuditedAct } from '../audit/audit'
import { type Clock, microseconds, timeOf } from '../clock'
import type { Encryption } from '../encryption/encryption'
import type { Settings } from '../settings'
import { type Log, traceOf } from '../telemetry/log'
import type { Bounds } from '../work/bounds'
import type { RetentionStep } from '../work/retention'
import { type Claims, type IdentityProvider, isDenied, tolerance } from './identity-provider'
import { givenConfirmationCookie, readConfirmationCookie } from './session-cookie'
import type { Session } from './sessions'

/** Seconds after the sign-in in which the act must be done, and those after which the provider asks again: a minute is left. */
const freshFor = 300
const maxAge = 240

const second = 1_000_000
/** Seconds in which a person returns from the provider. */
const returnsWithin = 600
const day = 24 * 3600 * second
const removedAtOnce = 500
/** Acts that one person may begin to confirm in a day. */
export const dailyConfirmed = 5_000

/** How `state` begins, by which an answer of the provider is told from that of a sign-in. */
const statePrefix = 'step-up.'

const refusalTexts: Record<StepUpRefusal, string> = {
  'not-confirmed': 'Company sign-in did not confirm that it is you. Nothing was sent; try again.',
  'other-browser':
    'This confirmation was begun in another browser. Nothing was sent. If you did not begin it yourself, sign out here and tell your administrator: someone else may be using your session.',
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
    .array(text(200).check(z.regex(/^[\w-]{1,200}$/)))
    .check(z.minLength(1), z.maxLength(mostConfirmed, { error: `Choose at most ${mostConfirmed}.` })),
  // A path of this console, and no other host.
  return_to: text(2_001).check(z.regex(/^\/(?![/\\])[^\s\\]{0,2000}$/)),
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
  audit: Audit
  provider: IdentityProvider | undefined
  bounds: Pick<Bounds, 'take'>
}

/** Why a sign-in does not confirm a person; undefined if it does. Times are compared on the provider's own clock. */
function refusalOf(claims: Claims, subject: string | undefined, acr: string | undefined): StepUpRefusal | undefined {
  if (`oidc:${claims.sub}` !== subject) return 'other-person'
  if (typeof claims.auth_time !== 'number') return 'no-auth-time'
  const age = Number(claims.iat) - claims.auth_time
  if (!(age <= freshFor && age >= -tolerance)) return 'too-old'
  return acr === undefined || acr.split(/\s+/).includes(String(claims.acr)) ? undefined : 'other-method'
}

export function createStepUp(dependencies: StepUpDependencies) {
  const { settings, database, clock, encryption, log, audit, provider, bounds } = dependencies
  const { companySignIn: company, credentials, origin } = settings
  const redirectUri = `${origin}/api/auth/callback/oidc`
  const now = (within: Kysely<Tables> = database) => sharedNow(within, microseconds(clock))
  /** What only this console and its peers can make of an id and its browser's cookie, so that nothing of it is stored. */
  const secretOf = (id: string, browser: string, purpose: 'state' | 'nonce' | 'verifier') =>
    encryption.fingerprintOf(['step-up', purpose, id, browser])
  const stateOf = (id: string, browser: string) => `${statePrefix}${id}.${secretOf(id, browser, 'state')}`

  /** Whether acts there need it: in production, and for what all environments share once there is production. */
  const isNeeded = (environment?: string) =>
    company !== undefined && credentials.production !== undefined && environment !== 'sandbox'

  /**
   * Begins one. @param body as it was sent
   * @returns where it leads, and the cookie for the browser, without which it comes to nothing
   * @throws ProblemError 400; 502 if the provider does not answer
   */
  async function begin(body: unknown, session: Session): Promise<{ start: StepUpStart; cookie: string }> {
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
    await bounds.take(session.subject, 'confirmIdentity', dailyConfirmed, digests.length)
    const [id, browser] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')]
    const common = { id, session_id: session.id, return_to, begun_at: now() }
    await database
      .insertInto('step_up')
      .values([...new Set(digests)].map((digest) => ({ ...common, digest })))
      .execute()
    const url = new URL(page)
    const params = {
      client_id: company.clientId,
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
      state: stateOf(id, browser),
      nonce: secretOf(id, browser, 'nonce'),
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256')
        .update(secretOf(id, browser, 'verifier'))
        .digest('base64url'),
      max_age: String(maxAge),
      ...(company.stepUpAcr && { acr_values: company.stepUpAcr }),
    }
    for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
    const cookie = givenConfirmationCookie(settings, id, { value: browser, seconds: returnsWithin })
    return { start: { url: url.href }, cookie }
  }

  /** Whose session it is or was. */
  const personOf = async (sessionId: string | undefined) => {
    const found = database
      .selectFrom('session')
      .select(['subject', 'name', 'roles'])
      .where('id', '=', sessionId ?? '')
    const row = await found.executeTakeFirst()
    return row && { ...row, roles: row.roles.split(' ') }
  }

  /** What the provider's answer says of the person of a session, and how old the sign-in is, in seconds. */
  async function confirmed(params: Record<string, string>, id: string, browser: string | undefined, subject?: string) {
    const nobody = { age: 0, signedIn: undefined, cause: undefined }
    if (browser === undefined || params.state !== stateOf(id, browser))
      return { ...nobody, refused: 'other-browser' as const }
    try {
      if (!provider) throw new Error('Company sign-in is not configured any more.')
      const { state } = params
      const checks = { state, nonce: secretOf(id, browser, 'nonce'), code_verifier: secretOf(id, browser, 'verifier') }
      const claims = await provider.claimsOf({ params, checks, redirectUri })
      const refused = refusalOf(claims, subject, company?.stepUpAcr)
      const age = Math.max(0, Number(claims.iat) - Number(claims.auth_time))
      return { ...nobody, refused, age, signedIn: `oidc:${claims.sub}` }
    } catch (error) {
      const refused: StepUpRefusal = isDenied(error) ? 'not-confirmed' : 'unverified'
      return { ...nobody, refused, cause: traceOf(error).reason }
    }
  }

  /**
   * Takes the provider's answer. It counts once, for the session and in the browser that began it, whichever console gets it.
   * @param cookies the `Cookie` header of the browser that brings it, whose session has this id
   * @returns the page to lead to, and what removes its cookie; undefined if it answers something else, such as a sign-in
   */
  async function finish(
    params: Record<string, string>,
    cookies: string | null,
    sessionId: string | undefined,
  ): Promise<{ page: string; cookie: string } | undefined> {
    const { state = '' } = params
    if (!state.startsWith(statePrefix)) return undefined
    // It becomes the name of a cookie.
    const [id = ''] = /^[\w-]{43}(?=\.)/.exec(state.slice(statePrefix.length)) ?? []
    const cookie = givenConfirmationCookie(settings, id, { value: '', seconds: 0 })
    const rows = database.selectFrom('step_up').selectAll().where('id', '=', id)
    const open = rows
      .where('session_id', '=', sessionId ?? '')
      .where('confirmed_at', 'is', null)
      .where('refused', 'is', null)
      .where('begun_at', '>', sql<number>`${now()} - ${returnsWithin * second}`)
    const [row, by] = await Promise.all([open.executeTakeFirst(), personOf(sessionId)])
    const refusal = (reason: string, about: string | undefined): AuditedAct => ({
      act: 'identity-refused',
      outcome: 'refused',
      kind: 'people',
      id: about,
      detail: { reason },
      ...(by && { by }),
    })
    if (!row) {
      log.warn({ event: 'identity-not-confirmed', reason: 'not-begun' }, 'security')
      const known = await rows.executeTakeFirst()
      // A page that is loaded again is no attempt; an answer that was begun in another session is.
      if (known && known.session_id !== sessionId)
        await audit.refuse(refusal('not-begun', (await personOf(known.session_id))?.subject))
      return { page: known?.return_to ?? '/', cookie }
    }
    const subject = by?.subject
    const { refused, age, signedIn, cause } = await confirmed(
      params,
      id,
      readConfirmationCookie(cookies, settings, id),
      subject,
    )
    await audit.act(async (within) => {
      const { numUpdatedRows } = await within
        .updateTable('step_up')
        .set(refused ? { refused } : { confirmed_at: sql<number>`${now(within)} - ${age * second}` })
        .where('id', '=', id)
        .where('confirmed_at', 'is', null)
        .where('refused', 'is', null)
        .executeTakeFirst()
      if (refused && numUpdatedRows > 0n) audit.note(within, refusal(refused, signedIn ?? subject))
    })
    if (refused) log.warn({ event: 'identity-not-confirmed', subject, reason: refused, cause }, 'security')
    else log.info({ event: 'identity-confirmed', subject }, 'security')
    return { page: row.return_to, cookie }
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
        'In production this needs a company sign-in at most 5 minutes old, for exactly what this page shows. It counts once.',
      meta: { digest, confirm_at: stepUpAddress },
    })
  }

  /**
   * The same before an act of the console's own that has no transaction of its own, for exactly its input.
   * @throws ProblemError 403 that names where to confirm it
   */
  async function requireFor(name: string, input: unknown, by: Pick<Act, 'environment' | 'session'>): Promise<void> {
    const digest = encryption.fingerprintOf([name, by.environment ?? '', input])
    await use(database, { ...by, digest, act: `${name} ${digest}` })
  }

  /** What stands of it for an act, or with no digest only why the last one failed; undefined where none is needed. */
  async function identities(environment: string | undefined, session: Session) {
    if (!isNeeded(environment)) return () => undefined
    const rows = await database
      .selectFrom('step_up')
      .select(['digest', 'confirmed_at', 'refused', 'used_at', now().as('now')])
      .where('session_id', '=', session.id)
      .where('begun_at', '>', sql<number>`${now()} - ${(returnsWithin + freshFor) * second}`)
      .orderBy('begun_at', 'desc')
      .execute()
    const [last] = rows.filter((row) => row.confirmed_at !== null || row.refused !== null)
    return (digest?: string): Identity => {
      const own = rows.find((row) => row.digest === digest && row.confirmed_at !== null && row.used_at === null)
      const until = Number(own?.confirmed_at) + freshFor * second
      const isConfirmed = own && until > Number(own.now)
      return {
        ...(digest !== undefined && { digest }),
        ...(isConfirmed && { confirmed_until: timeOf(until) }),
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

  return { isNeeded, begin, finish, use, requireFor, identities, removeOld }
}

export type StepUp = ReturnType<typeof createStepUp>
