/** How a person signs in: next-auth, with sessions in our own database; next-auth's defaults are not made for money. */
import type { NextAuthOptions } from 'next-auth'
import { decode, type JWT } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { isRole, type Role, roles } from '../../provider/roles'
import type { Audit } from '../audit/audit'
import type { CompanySignIn, Settings } from '../settings'
import { type Log, traceOf } from '../telemetry/log'
import type { Claims, IdentityProvider } from './identity-provider'
import { claimedOwnRoles, type OwnRoles } from './own-roles'
import { demoPerson } from './people'
import { isSecure, sessionCookie } from './session-cookie'
import { absoluteLimit, type Sessions } from './sessions'
import type { SignInLimits } from './sign-in-limits'

declare module 'next-auth/jwt' {
  interface JWT {
    /** The id of the session's row; only it and the world count. */
    sid?: string
    /** The world that the session belongs to; without one it is the console that all share. */
    world?: string
  }
}
declare module 'next-auth' {
  interface User {
    roles?: Role[]
  }
}

const demoPassword = 'demo'

const demoUsers = ({ audit, limits, log }: SignInDependencies, call: AuthCall) =>
  CredentialsProvider({
    id: 'demo',
    name: 'Demo users',
    credentials: { username: { label: 'Username' }, password: { label: 'Password', type: 'password' } },
    async authorize(credentials) {
      const username = String(credentials?.username ?? '')
      try {
        // Before the password is compared: while sign-in is closed, a right one is answered like a wrong one.
        await limits.requireOpen(call.address, username)
        if (isRole(username) && credentials?.password === demoPassword) {
          await limits.noteSuccess(call.address, username)
          const { subject, ...person } = demoPerson(username)
          return { id: subject, ...person }
        }
        log.warn({ event: 'sign-in-refused', provider: 'demo', reason: 'wrong-credentials' }, 'security')
        await audit.write({ act: 'sign-in-refused', outcome: 'refused', detail: { reason: 'wrong-credentials' } })
        await limits.countFailure(call.address, username)
      } catch (error) {
        // next-auth would put the error's text into an address.
        call.failure = error
      }
      return null
    },
  })

/**
 * The roles of a company sign-in: those in its claim, those of its own groups, and admin for the subjects in ADMIN_SUBJECTS. A claim is a list of
 * names or one exact name: splitting a text into words would make an admin of "not admin".
 */
export function rolesOf(claims: Claims, rolesClaim: string, adminSubjects: string[], own: OwnRoles = {}): Role[] {
  const named = [claims[rolesClaim]].flat()
  return [
    ...roles.filter((role) => named.includes(role) || (role === 'admin' && adminSubjects.includes(claims.sub))),
    ...claimedOwnRoles(named, own),
  ]
}

function companyProvider(
  { companySignIn: company, adminSubjects, ownRoles }: Settings & { companySignIn: CompanySignIn },
  provider: IdentityProvider,
  call: AuthCall,
): OAuthConfig<Claims> {
  const { maxAge } = company
  return {
    id: 'oidc',
    name: 'Company sign-in',
    type: 'oauth',
    issuer: company.issuer,
    clientId: company.clientId,
    clientSecret: company.clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: {
      url: call.authorizationUrl,
      params: { scope: company.scope, ...(maxAge !== undefined && { max_age: maxAge }) },
    },
    token: {
      async request({ params, checks, provider: { callbackUrl } }) {
        call.isRefused = true
        const tokens = await provider.exchange({ params, checks, redirectUri: callbackUrl })
        call.isRefused = false
        return { tokens: { id_token: tokens.id_token, refresh_token: tokens.refresh_token } }
      },
    },
    profile: (claims) => ({
      id: `oidc:${claims.sub}`,
      name: claims.name || claims.preferred_username || claims.email || claims.sub,
      roles: rolesOf(claims, company.rolesClaim, adminSubjects, ownRoles),
    }),
  }
}

export type SignInDependencies = {
  settings: Settings
  sessions: Sessions
  log: Log
  audit: Audit
  /** Of company sign-in, if it is configured. */
  provider: IdentityProvider | undefined
  limits: SignInLimits
}

/** What one request to next-auth's addresses learns while next-auth answers it. */
export type AuthCall = {
  /** Where the request came from. */
  address: string
  userAgent?: string | null
  /** Where company sign-in starts, if the request starts one. */
  authorizationUrl?: string
  /** Whether a session was begun. */
  hasBegun?: boolean
  /** Whether a person signs out: next-auth has checked the form's token. */
  isSigningOut?: boolean
  /** Whether the identity provider was asked for tokens and gave none. */
  isRefused?: boolean
  /** What was thrown where next-auth would have hidden it. */
  failure?: unknown
}

/** next-auth's options for one request. */
export function signInOptions(dependencies: SignInDependencies, call: AuthCall): NextAuthOptions {
  const { settings, sessions, log, audit, provider } = dependencies
  const { companySignIn, hasDemoUsers, secret } = settings
  const maxAge = absoluteLimit / 1_000_000
  return {
    secret,
    providers: [
      ...(hasDemoUsers ? [demoUsers(dependencies, call)] : []),
      ...(companySignIn && provider ? [companyProvider({ ...settings, companySignIn }, provider, call)] : []),
    ],
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    session: { strategy: 'jwt', maxAge },
    jwt: { decode: ({ token = '' }) => openCookie(token, settings) },
    cookies: {
      sessionToken: {
        name: sessionCookie(settings),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure(settings) },
      },
    },
    callbacks: {
      // Only to our own pages, whatever was asked for.
      redirect: ({ url, baseUrl }) => {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : undefined
        return target?.origin === baseUrl ? target.href : baseUrl
      },
      // A sign-in without a role has no access.
      async signIn({ user, account }) {
        if ((user.roles?.length ?? 0) > 0) return true
        log.warn(
          { event: 'sign-in-refused', provider: account?.provider, subject: user.id, reason: 'no-role' },
          'security',
        )
        const by = { subject: user.id, name: user.name ?? '' }
        await audit.write({ act: 'sign-in-refused', outcome: 'refused', by, detail: { reason: 'no-role' } })
        await sessions.takeAccess(user.id)
        return false
      },
      async jwt({ token, user, account }) {
        // A client's POST to /api/auth/session arrives here as an update, and is ignored.
        if (!user || !account) return { sid: token.sid, world: token.world }
        const { id: subject, name, roles = [] } = user
        const tokens = { refreshToken: account.refresh_token, idToken: account.id_token }
        const sid = await sessions.begin(
          { subject, name: name ?? subject, roles },
          account.provider === 'oidc' ? tokens : undefined,
          call,
        )
        call.hasBegun = true
        log.info({ event: 'sign-in', provider: account.provider, subject, roles }, 'security')
        return { sid, world: settings.world }
      },
      // Pages learn from the server who is signed in; this answer does not say.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      // The route ends the session: next-auth would clear the cookie even if that failed.
      signOut() {
        call.isSigningOut = true
      },
    },
    logger: {
      // next-auth's own logger prints whole objects, secrets included.
      error: (code, about) => log.error({ event: 'sign-in-failed', reason: code, ...causeOf(about) }, 'security'),
      warn: (code) => log.warn({ event: 'sign-in-warning', reason: code }, 'security'),
    },
  }
}

/** What the log may say of next-auth's account of a failure. */
function causeOf(about: unknown): { cause?: string } {
  const error = about && typeof about === 'object' && 'error' in about ? about.error : about
  const { reason } = traceOf(error instanceof Error ? error : undefined)
  return reason ? { cause: reason } : {}
}

/** What a session cookie holds; null if it is not ours or has expired. While the secret changes, two open it. */
export async function openCookie(
  token: string,
  { secret, otherSecret }: Pick<Settings, 'secret' | 'otherSecret'>,
): Promise<JWT | null> {
  for (const one of otherSecret === undefined ? [secret] : [secret, otherSecret]) {
    const opened = await decode({ token, secret: one }).catch(() => null)
    if (opened) return opened
  }
  return null
}
