/** The session cookie: its name, and the only place that reads it from a request. */
import type { Settings } from '../settings'

export const isSecure = ({ origin }: Pick<Settings, 'origin'>) => origin.startsWith('https:')

/** The session cookie's name; under https `__Host-` binds it to this host. */
export const sessionCookie = (settings: Pick<Settings, 'origin'>) =>
  `${isSecure(settings) ? '__Host-' : ''}mintdesk.session-token`

/** The value of `Set-Cookie` that gives the browser a session. */
export const givenSessionCookie = (settings: Pick<Settings, 'origin'>, value: string, seconds: number) =>
  `${sessionCookie(settings)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(settings) ? '; Secure' : ''}`

/** The value of `Set-Cookie` that removes the session cookie from the browser. */
export const clearedSessionCookie = (settings: Pick<Settings, 'origin'>) => givenSessionCookie(settings, '', 0)

/**
 * Reads the session cookie by its exact name: next-auth would join every cookie whose name starts with it.
 * @param header the request's `Cookie` header
 * @returns undefined without one; `repeated` for several, because one of them may be another person's
 */
export function readSessionCookie(
  header: string | null,
  settings: Pick<Settings, 'origin'>,
): { value: string } | 'repeated' | undefined {
  const name = sessionCookie(settings)
  const values = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
  })
  const [value] = values
  if (values.length > 1) return 'repeated'
  return value ? { value } : undefined
}
