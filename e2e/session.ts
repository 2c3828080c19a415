/** A browser without a page: requests a console with the cookies of a session, and signs in over HTTP. */
import type { Role } from '../lib/api/roles'

export type Cookie = { name: string; value: string }
type Request = Omit<RequestInit, 'headers'> & { headers?: Record<string, string>; json?: unknown }

/**
 * Requests a path of the console; `json` is sent as our own pages send a write. Headers that are given replace the usual
 * ones, and redirects are not followed.
 */
export type Browser = ((path: string, request?: Request) => Promise<Response>) & { cookies: Map<string, string> }

const cookieHeader = (cookies: Map<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** A browser at this origin that holds this cookie, or none. */
export function browserAt(origin: string, cookie?: Cookie): Browser {
  const cookies = new Map(cookie && [[cookie.name, cookie.value]])
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
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
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
  const found = [...cookies].find(([name]) => name.includes('session-token'))
  if (!found) throw new Error('The console gave no session.')
  return { name: found[0], value: found[1] }
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
