/** Authentication and authorization, checked at every request, never in proxy.ts. */
import { activityWriters, personHeader } from '../../api/intents'
import type { SessionEnd } from '../../database/tables'
import { ProblemError } from '../../provider/problem'
import { roleNames } from '../../provider/roles'
import type { Row } from '../../provider/row'
import type { Settings } from '../settings'
import type { RequestContext } from './request-context'
import { readSessionCookie } from './session-cookie'
import type { EndedSession, Session, Sessions } from './sessions'
import { openCookie } from './sign-in'

/** Cookies whose ids are remembered at most. */
const mostCookies = 5_000

/** Milliseconds for which a session that was found alive counts as living. */
const livingFor = 60_000

const endings: Record<SessionEnd | 'world-ended', string> = {
  idle: 'You were signed out because there was no activity. Sign in to continue.',
  absolute: 'A session lasts 8 hours at most. Sign in again to continue.',
  'signed-out': 'You signed out, perhaps in another tab. Sign in to continue.',
  'demo-closed':
    'Demo users are no longer available because production is configured. Sign in with your company account.',
  'company-ended': 'Company sign-in ended your access to this console. Sign in again to continue.',
  'roles-unconfirmed':
    'Your roles are checked with company sign-in every hour, and this time they could not be. Sign in again to continue.',
  'world-ended':
    'This demo of your own was removed: nobody used it for 24 hours, newer ones needed its place, or it was started over. Start a new one on the sign-in page: what you typed in a form is kept.',
  'link-revoked':
    'The link by which you joined this demo was revoked. You can start a demo of your own on the sign-in page.',
  'ended-in-settings':
    'This session was ended in Settings, under People and sessions, by you or an admin. Sign in again to continue.',
  unverified:
    'Your session could not be verified, as after a change of the keys of this console. Sign in again to continue.',
}
const unknownEnding = 'A session ends when you sign out, when there is no activity, or after 8 hours.'

/** Which of two sessions a person means cannot be known, and one of them may have been planted. */
const repeatedCookie = () =>
  new ProblemError(401, 'unauthenticated', 'The browser sent more than one session cookie.', {
    detail: 'Delete the cookies of this site in your browser, then sign in again.',
  })

const listed = (names: readonly string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'no role')

/** Whether a session may write, and so may see whole account numbers. */
export const isWriter = ({ roles }: Pick<Session, 'roles'>) => roles.some((role) => activityWriters.includes(role))

export function createAccess(settings: Settings, sessions: Sessions) {
  /**
   * Decrypting a cookie costs more than reading the session's row, and always gives the same id. Only the row decides
   * whether the session is alive, so what cookies hold can be remembered.
   */
  const tokens = new Map<string, Awaited<ReturnType<typeof openCookie>>>()
  /** Until when a cookie counts as one of a living session where only its place in a queue depends on it, steady ms. */
  const living = new Map<string, number>()

  async function tokenIn(cookie: string) {
    const known = tokens.get(cookie)
    if (known) return known
    const token = await openCookie(cookie, settings)
    if (token?.sid) {
      if (tokens.size >= mostCookies) tokens.clear()
      tokens.set(cookie, token)
    }
    return token
  }

  /** The id in a cookie; undefined if it is none of ours, or belongs to another world than this console's. */
  async function idIn(cookie: string): Promise<string | undefined> {
    const token = await tokenIn(cookie)
    return token?.world === settings.world ? token?.sid : undefined
  }

  /** The world that a `Cookie` header's session names, which may be over; undefined for the console that all share. */
  async function worldOf(cookies: string | null): Promise<string | undefined> {
    const cookie = readSessionCookie(cookies, settings)
    return typeof cookie === 'object' ? (await tokenIn(cookie.value))?.world : undefined
  }

  /** The same, if a request has asked for it before. It grants nothing. */
  function knownWorldOf(cookies: string | null): string | undefined {
    const cookie = readSessionCookie(cookies, settings)
    return typeof cookie === 'object' ? tokens.get(cookie.value)?.world : undefined
  }

  /** Whether the session of a `Cookie` header was found alive within the last minute. It grants nothing. */
  function isLiving(cookies: string | null): boolean {
    const cookie = readSessionCookie(cookies, settings)
    return typeof cookie === 'object' && (living.get(cookie.value) ?? 0) > performance.now()
  }

  /** The id of the session that a `Cookie` header names, or undefined if it names none of ours. @throws ProblemError 401 for several */
  async function idOf(cookies: string | null): Promise<string | undefined> {
    const cookie = readSessionCookie(cookies, settings)
    if (cookie === 'repeated') throw repeatedCookie()
    return cookie && idIn(cookie.value)
  }

  /**
   * The session of a `Cookie` header; why it has ended; or undefined if there is none.
   * @param isPersonal a person asked, which extends it
   */
  async function sessionOf(cookies: string | null, isPersonal: boolean): Promise<Session | EndedSession | undefined> {
    const cookie = readSessionCookie(cookies, settings)
    if (cookie === undefined) return undefined
    if (cookie === 'repeated') return { ended: 'repeated-cookie' }
    const id = await idIn(cookie.value)
    if (id === undefined) {
      living.delete(cookie.value)
      return { ended: (await tokenIn(cookie.value))?.world === undefined ? undefined : 'world-ended' }
    }
    const found = await sessions.find(id, isPersonal)
    if (!('ended' in found)) {
      if (living.size >= mostCookies) living.clear()
      living.set(cookie.value, performance.now() + livingFor)
    } else living.delete(cookie.value)
    return found
  }

  /** The session of a request. @throws ProblemError 401, with why the session has ended if there was one */
  async function requireSession(context: RequestContext, isPersonal = context.isPersonal): Promise<Session> {
    const session = await sessionOf(context.request.headers.get('cookie'), isPersonal)
    if (session === undefined) throw new ProblemError(401, 'unauthenticated', 'You are not signed in.')
    if ('ended' in session) {
      if (session.ended === 'repeated-cookie') throw repeatedCookie()
      throw new ProblemError(401, 'session-ended', 'Your session has ended.', {
        detail: session.ended ? endings[session.ended] : unknownEnding,
        ...(session.ended && { meta: { reason: session.ended } }),
      })
    }
    context.session = session
    return session
  }

  /** @throws ProblemError 403 with the roles that may, if the session's may not */
  function requireRole(
    context: RequestContext,
    session: Session,
    row: Pick<Row, 'title' | 'roles'> & { scope?: string },
  ): void {
    if (session.roles.some((role) => row.roles.includes(role))) return
    context.refused('role-refused', { roles: session.roles })
    throw new ProblemError(403, 'not-permitted', `${row.title} is not available to your role.`, {
      detail: `You are signed in as ${listed(roleNames(session.roles))}. It is available to ${listed(roleNames(row.roles))}.`,
      meta: { roles: roleNames(row.roles), ...(row.scope && { scope: row.scope }) },
    })
  }

  /**
   * Lets a page write only for the person who sees it: a sign-in in another tab changes the session of every tab. A request
   * without a name counts as the session's.
   * @throws ProblemError 409
   */
  function requirePerson(context: RequestContext, session: Session): void {
    const named = context.request.headers.get(personHeader)
    if (named === null || named === encodeURIComponent(session.subject)) return
    context.refused('person-changed')
    throw new ProblemError(409, 'person-changed', `You are signed in as ${session.name} now.`, {
      detail: 'Another tab changed who is signed in. Reload this page to continue as them. Nothing was sent.',
      meta: { person: session.name },
    })
  }

  /**
   * Lets only our own pages write: `Sec-Fetch-Site` if the browser sends it, else `Origin`.
   * @throws ProblemError 403
   */
  function requireSameOrigin(context: RequestContext): void {
    const { headers } = context.request
    const site = headers.get('sec-fetch-site')
    const origin = headers.get('origin')
    if (site ? site === 'same-origin' : origin === settings.origin) return
    context.refused('not-same-origin')
    throw new ProblemError(403, 'not-same-origin', 'Only pages of this console may send this.', {
      detail: 'The request came from another site, or its origin is unknown. Nothing was sent.',
    })
  }

  return {
    isLiving,
    idOf,
    worldOf,
    knownWorldOf,
    sessionOf,
    requireSession,
    requireRole,
    requirePerson,
    requireSameOrigin,
  }
}

export type Access = ReturnType<typeof createAccess>
