/** How a person signs in: next-auth, held to rows in our own database (stack.md, "next-auth 4 defaults are wrong for money"). */
import type { NextAuthOptions } from 'next-auth'
import { decode } from 'next-auth/jwt'
import CredentialsProvider from 'next-auth/providers/credentials'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { isRole, type Role, roles } from '../api/roles'
import { absoluteLimit, beginSession, demoSubject, endSession } from './sessions'
import { type CompanySignIn, settings } from './settings'

declare module 'next-auth/jwt' {
  interface JWT {
    /** The id of the session's row; the cookie holds nothing else that counts. */
    sid?: string
  }
}
declare module 'next-auth' {
  interface User {
    roles?: Role[]
  }
}

const demoPassword = 'demo'
const demoNames: Record<Role, string> = {
  support: 'Demo support',
  treasury: 'Demo treasury',
  approver: 'Demo approver',
  admin: 'Demo admin',
}

const demoUsers = CredentialsProvider({
  id: 'demo',
  name: 'Demo users',
  credentials: { username: { label: 'Username' }, password: { label: 'Password', type: 'password' } },
  async authorize(credentials) {
    const role = credentials?.username
    if (!settings().hasDemoUsers || !isRole(role) || credentials?.password !== demoPassword) return null
    return { id: `${demoSubject}${role}`, name: demoNames[role], roles: [role] }
  },
})

type Claims = { sub: string; name?: string; preferred_username?: string; email?: string; [claim: string]: unknown }

/** The roles of a company sign-in: those its claim names, and admin for the subjects named in ADMIN_SUBJECTS. */
export function rolesOf(claims: Claims, rolesClaim: string, adminSubjects: string[]): Role[] {
  const claim = claims[rolesClaim]
  const named = Array.isArray(claim) ? claim : typeof claim === 'string' ? claim.split(/[\s,]+/) : []
  return roles.filter((role) => named.includes(role) || (role === 'admin' && adminSubjects.includes(claims.sub)))
}

function companyProvider(company: CompanySignIn): OAuthConfig<Claims> {
  return {
    id: 'oidc',
    name: 'Company sign-in',
    type: 'oauth',
    wellKnown: `${company.issuer}/.well-known/openid-configuration`,
    issuer: company.issuer,
    clientId: company.clientId,
    clientSecret: company.clientSecret,
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    authorization: { params: { scope: 'openid profile email' } },
    profile: (claims) => ({
      id: `oidc:${claims.sub}`,
      name: claims.name || claims.preferred_username || claims.email || claims.sub,
      roles: rolesOf(claims, company.rolesClaim, settings().adminSubjects),
    }),
  }
}

const isSecure = () => settings().origin.startsWith('https:')

/** The session cookie's name; `__Host-` binds it to this host where https allows that. */
export const sessionCookie = () => `${isSecure() ? '__Host-' : ''}mintdesk.session-token`

/** next-auth's options, made from the settings at each request, so that a build needs no variable. */
export function signInOptions(): NextAuthOptions {
  const { companySignIn, hasDemoUsers, secret } = settings()
  const maxAge = absoluteLimit / 1_000_000
  return {
    secret,
    providers: [...(hasDemoUsers ? [demoUsers] : []), ...(companySignIn ? [companyProvider(companySignIn)] : [])],
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    session: { strategy: 'jwt', maxAge },
    cookies: {
      sessionToken: {
        name: sessionCookie(),
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() },
      },
    },
    callbacks: {
      // Only back to our own pages, whatever was asked for.
      redirect: ({ url, baseUrl }) => {
        const target = URL.canParse(url, baseUrl) ? new URL(url, baseUrl) : undefined
        return target?.origin === baseUrl ? target.href : baseUrl
      },
      // A sign-in without a role has no access (design.md, "Names that others rely on").
      signIn: ({ user }) => (user.roles?.length ?? 0) > 0,
      async jwt({ token, user, account }) {
        // What a client posts to /api/auth/session arrives here as an update, and is not taken.
        if (!user || !account) return { sid: token.sid }
        const sid = await beginSession({
          subject: user.id,
          name: user.name ?? user.id,
          roles: user.roles ?? [],
        })
        return { sid }
      },
      // The pages learn who is signed in from the server; this answer says nothing.
      session: ({ session }) => ({ expires: session.expires }),
    },
    events: {
      async signOut({ token }) {
        if (token.sid) await endSession(token.sid)
      },
    },
    logger: {
      // next-auth's own logger prints whole objects, secrets among them; the code is enough to find it.
      error: (code) => console.error(`Sign-in: ${code}`),
      warn: (code) => console.warn(`Sign-in: ${code}`),
    },
  }
}

/** The session id that a cookie's value holds, or undefined where it holds none that is ours and in time. */
export async function sessionIdOf(cookie: string | undefined): Promise<string | undefined> {
  if (!cookie) return undefined
  try {
    return (await decode({ token: cookie, secret: settings().secret }))?.sid
  } catch {
    return undefined
  }
}
