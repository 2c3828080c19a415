/** The session of a page: the first thing every page asks for, before anything streams. */
import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { type Environment, environments, isEnvironment } from '../api/environments'
import type { Role } from '../api/roles'
import { sessionOf } from './access'
import { settings } from './settings'
import { sessionCookie } from './sign-in'

/** What a page may know of who looks at it. */
export type PageSession = {
  name: string
  /** Who it is, for what this tab keeps of their work. */
  person: string
  roles: Role[]
  environments: Environment[]
  environment: Environment
  /** Whether this environment asks for identity and account with every order. */
  requiresIdentity: boolean
}

/**
 * The session of the page that is being rendered. Anonymous: 307 to the sign-in page, which leads back.
 * An environment that is not set up here: 404.
 */
export async function pageSession(environment?: string): Promise<PageSession> {
  const [jar, sent] = await Promise.all([cookies(), headers()])
  const cookie = jar.get(sessionCookie())?.value
  const isPersonal = !sent.get('sec-purpose')?.startsWith('prefetch')
  const session = await sessionOf(cookie, isPersonal)
  if (!session) {
    const reason = cookie ? '&reason=ended' : ''
    redirect(`/sign-in?callbackUrl=${encodeURIComponent(sent.get('x-mintdesk-path') ?? '/')}${reason}`)
  }
  const configured = environments.filter((name) => settings().credentials[name])
  const chosen = environment ?? configured[0]
  if (!isEnvironment(chosen) || !configured.includes(chosen)) notFound()
  return {
    name: session.name,
    person: session.subject,
    roles: session.roles,
    environments: configured,
    environment: chosen,
    requiresIdentity: settings().requiresIdentity[chosen] === true,
  }
}

/** The environment that a person lands in: production where it is set up, else the sandbox. */
export const homeEnvironment = (): Environment => (settings().credentials.production ? 'production' : 'sandbox')
