/** The cookies of sign-in: their names, and the only place that reads them from a request. */
import type { Settings } from '../settings'

export const isSecure = ({ origin }: Pick<Settings, 'origin'>) => origin.startsWith('https:')

/** A cookie's name; under https `__Host-` binds it to this host. */
const nameIn = (settings: Pick<Settings, 'origin'>, name: string) => `${isSecure(settings) ? '__Host-' : ''}${name}`

// Lax: a provider leads back here by a link, which Strict would send no cookie with.
const given = (settings: Pick<Settings, 'origin'>, name: string, value: string, seconds: number) =>
  `${nameIn(settings, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure(settings) ? '; Secure' : ''}`

/** The session cookie's name. */
export const sessionCookie = (settings: Pick<Settings, 'origin'>) => nameIn(settings, 'mintdesk.session-token')

/** The value of `Set-Cookie` that gives the browser a session. */
export const givenSessionCookie = (settings: Pick<Settings, 'origin'>, value: string, seconds: number) =>
  given(settings, 'mintdesk.session-token', value, seconds)

/** The value of `Set-Cookie` that removes the session cookie from the browser. */
export const clearedSessionCookie = (settings: Pick<Settings, 'origin'>) => givenSessionCookie(settings, '', 0)

/** Of one confirmation of who a person is: tabs of one browser may begin several. */
const confirmation = (id: string) => `mintdesk.confirmation-${id.slice(0, 16)}`

/** The value of `Set-Cookie` by which the browser is known again that began a confirmation. */
export const givenConfirmationCookie = (
  settings: Pick<Settings, 'origin'>,
  id: string,
  { value, seconds }: { value: string; seconds: number },
) => given(settings, confirmation(id), value, seconds)

/** What that cookie holds; undefined without one, and with several, of which one may have been planted. */
export function readConfirmationCookie(header: string | null, settings: Pick<Settings, 'origin'>, id: string) {
  const found = readCookie(header, nameIn(settings, confirmation(id)))
  return typeof found === 'object' ? found.value : undefined
}

/**
 * Reads the session cookie by its exact name: next-auth would join every cookie whose name starts with it.
 * @param header the request's `Cookie` header
 * @returns undefined without one; `repeated` for several, because one of them may be another person's
 */
export const readSessionCookie = (header: string | null, settings: Pick<Settings, 'origin'>) =>
  readCookie(header, sessionCookie(settings))

function readCookie(header: string | null, name: string): { value: string } | 'repeated' | undefined {
  const values = (header ?? '').split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return pair.slice(0, at).trim() === name ? [pair.slice(at + 1).trim()] : []
  })
  const [value] = values
  if (values.length > 1) return 'repeated'
  return value ? { value } : undefined
}
