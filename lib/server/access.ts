/** Who asks, and whether they may: checked at every call, never in proxy.ts. */
import type { NextRequest } from 'next/server'
import { personHeader } from '../api/intents'
import { ProblemError } from '../api/problem'
import type { Role } from '../api/roles'
import type { Row } from '../api/row'
import { findSession, type Session } from './sessions'
import { settings } from './settings'
import { sessionCookie, sessionIdOf } from './sign-in'
import { once } from './state'
import { databaseReady } from './store'

/**
 * Decrypting a cookie costs more than the row's look-up, and gives the same id each time; only the row decides whether
 * the session is alive, so the ids may be kept.
 */
const knownCookies = () => once('cookies', () => new Map<string, string>())
const mostCookies = 5_000

async function idOf(cookie: string | undefined): Promise<string | undefined> {
  if (!cookie) return undefined
  const known = knownCookies().get(cookie)
  if (known) return known
  const id = await sessionIdOf(cookie)
  if (id) {
    if (knownCookies().size >= mostCookies) knownCookies().clear()
    knownCookies().set(cookie, id)
  }
  return id
}

/** The live session of a cookie's value, or undefined. `isPersonal`: a person asked, which prolongs it. */
export async function sessionOf(cookie: string | undefined, isPersonal: boolean): Promise<Session | undefined> {
  const id = await idOf(cookie)
  if (!id) return undefined
  await databaseReady()
  return findSession(id, isPersonal)
}

/** The session cookie of a request, by its exact name. Read from the header: only this one of the cookies counts. */
function cookieOf(request: NextRequest): string | undefined {
  const name = `${sessionCookie()}=`
  const pair = request.headers
    .get('cookie')
    ?.split('; ')
    .find((one) => one.startsWith(name))
  return pair?.slice(name.length) || undefined
}

/** The session of a call. @throws ProblemError 401, which says whether there was one that has ended */
export async function requireSession(request: NextRequest): Promise<Session> {
  const cookie = cookieOf(request)
  const session = await sessionOf(cookie, !request.headers.has('x-mintdesk-background'))
  if (session) return session
  if (!cookie) throw new ProblemError(401, 'unauthenticated', 'You are not signed in.')
  throw new ProblemError(401, 'session-ended', 'Your session has ended.', {
    detail: 'A session ends at sign-out, after 15 minutes without activity, and 8 hours after sign-in.',
  })
}

const listed = (names: readonly Role[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? 'nobody')

/** @throws ProblemError 403 with the roles that may, where the session's may not */
export function requireRole(session: Session, row: Pick<Row, 'title' | 'roles'> & { scope?: string }): void {
  if (session.roles.some((role) => row.roles.includes(role))) return
  throw new ProblemError(403, 'not-permitted', `${row.title} is not part of your role.`, {
    detail: `You are signed in as ${listed(session.roles)}. It is open to ${listed(row.roles)}.`,
    meta: { roles: row.roles, ...(row.scope && { scope: row.scope }) },
  })
}

/**
 * Lets a page write only for the person who sees it: a sign-in in another tab changes the session of every tab. A call that
 * names nobody is the session's.
 * @throws ProblemError 409
 */
export function requirePerson(request: NextRequest, session: Session): void {
  const named = request.headers.get(personHeader)
  if (named === null || named === encodeURIComponent(session.subject)) return
  throw new ProblemError(409, 'person-changed', `You are signed in as ${session.name} now.`, {
    detail: 'Another tab changed who is signed in. Reload this page to continue as them. Nothing was sent.',
  })
}

/**
 * Lets only our own pages write: `Sec-Fetch-Site` where the browser sends it, else `Origin`.
 * @throws ProblemError 403
 */
export function requireSameOrigin(request: NextRequest): void {
  const site = request.headers.get('sec-fetch-site')
  const origin = request.headers.get('origin')
  if (site ? site === 'same-origin' : origin === settings().origin) return
  throw new ProblemError(403, 'not-same-origin', 'Only pages of this console may write.', {
    detail: 'The request came from elsewhere, or did not say where from. Nothing was sent.',
  })
}
