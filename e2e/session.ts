/** A browser without a page: requests a console with the cookies of a session, and signs in over HTTP. */
import type { Role } from '../lib/provider/roles'

/** A cookie with the attributes that the console gave it. */
export type Cookie = { name: string; value: string; httpOnly: boolean; sameSite?: 'Strict' | 'Lax' | 'None' }
type Request = Omit<RequestInit, 'headers'> & { headers?: Record<string, string>; json?: unknown }

/**
 * Requests a path of the console; `json` is sent as our own pages send a write. Headers that are given replace the usual
 * ones, and redirects are not followed.
 */
export type Browser = ((path: string, request?: Request) => Promise<Response>) & { cookies: Map<string, Cookie> }

/** The header that sends these cookies. */
export const cookieHeader = (cookies: Map<string, Cookie>) =>
  [...cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; ')

/** Reads a Set-Cookie header. */
function cookieFrom(line: string): Cookie {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  const sameSite = (['Strict', 'Lax', 'None'] as const).find((word) =>
    new RegExp(`;\\s*SameSite=${word}`, 'i').test(line),
  )
  return { name, value, httpOnly: /;\s*HttpOnly/i.test(line), sameSite }
}

/** A browser at this origin that holds this cookie, or none. */
export function browserAt(origin: string, cookie?: Cookie): Browser {
  const cookies = new Map(cookie && [[cookie.name, cookie]])
  const browse = async (path: string, { json, ...init }: Request = {}) => {
    const written = json !== undefined && {
      origin,
      'content-type': 'application/json',
      'x-mintdesk-intent': crypto.randomUUID(),
    }
    const answer = await fetch(origin + path, {
      redirect: 'manual',
      ...init,
      ...(written && { body: JSON.stringify(json) }),
      headers: { ...(cookies.size > 0 && { cookie: cookieHeader(cookies) }), ...written, ...init.headers },
    })
    for (const line of answer.headers.getSetCookie()) {
      const given = cookieFrom(line)
      if (given.value === '') cookies.delete(given.name)
      else cookies.set(given.name, given)
    }
    return answer
  }
  return Object.assign(browse, { cookies })
}

/** Posts a form of next-auth with its csrf token. */
export async function postAuth(browser: Browser, path: string, fields: Record<string, string> = {}): Promise<Response> {
  const { csrfToken } = (await (await browser('/api/auth/csrf')).json()) as { csrfToken: string }
  const body = new URLSearchParams({ callbackUrl: '/', ...fields, csrfToken, json: 'true' })
  return browser(`/api/auth/${path}`, { method: 'POST', body })
}

/** The session's cookie. @throws Error where the browser is not signed in */
export function sessionOf({ cookies }: Browser): Cookie {
  const found = [...cookies.values()].find(({ name }) => name.includes('session-token'))
  if (!found) throw new Error('The console gave no session.')
  return found
}

/** Signs in as a demo user. */
export async function demoBrowser(origin: string, role: Role): Promise<Browser> {
  const browser = browserAt(origin)
  await postAuth(browser, 'callback/demo', { username: role, password: 'demo' })
  return browserAt(origin, sessionOf(browser))
}

/** Signs in through the company's identity provider, which asks nothing. */
export async function companyBrowser(origin: string): Promise<Browser> {
  const browser = browserAt(origin)
  const { url } = (await (await postAuth(browser, 'signin/oidc')).json()) as { url: string }
  const authorized = await fetch(url, { redirect: 'manual' })
  await browser((authorized.headers.get('location') ?? '').replace(origin, ''))
  return browserAt(origin, sessionOf(browser))
}
