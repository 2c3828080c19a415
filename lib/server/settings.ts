/** The settings of a console, read from environment variables and checked together. */
import { type Environment, environments } from '../api/environments'
import { isRemoteWithoutTls } from '../database/open'

/** Where an environment of the provider is, and our client there. Never leaves lib/server. */
export type Credential = { baseUrl: string; authUrl: string; clientId: string; clientSecret: string }

export type CompanySignIn = {
  issuer: string
  clientId: string
  clientSecret: string
  rolesClaim: string
  /** Space delimited; always with `openid`. */
  scope: string
  /** Seconds since a person last entered their credentials at the provider; undefined is not asked. */
  maxAge?: number
}

export type Settings = {
  /** The origin that people open, from NEXTAUTH_URL. */
  origin: string
  secret: string
  databaseUrl?: string
  /** Whether the database is on another machine and reached without TLS. */
  isDatabasePlain: boolean
  dataFolder: string
  operatorName: string
  /** Calls a second per credential, all consoles together; 0 is no limit. */
  upstreamRate: number
  /** How many consoles share the credentials, including this one. */
  replicas: number
  credentials: Partial<Record<Environment, Credential>>
  companySignIn?: CompanySignIn
  /** Environments that require identity and account with every order. */
  requiresIdentity: Partial<Record<Environment, boolean>>
  /** Environments whose open pages refresh the status of an order or an account automatically. */
  follows: Partial<Record<Environment, boolean>>
  hasDemoUsers: boolean
  /** Whether DEMO_USERS=1 admits other machines while demo users are available. */
  isOpenToOthers: boolean
  adminSubjects: string[]
  /** How many proxies in front of the console add to `X-Forwarded-For`. */
  trustedProxyHops: number
  /** Whether the sandbox is the embedded one, started with the console. */
  isEmbedded: boolean
  /** The least severe log level that is written. */
  logLevel: LogLevel
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type Variables = Record<string, string | undefined>

const isLoopback = (host: string) => ['localhost', '127.0.0.1', '[::1]', '::1'].includes(host)

/** An address to which secrets may be sent: https, or http on this machine. Trailing slashes are removed. */
function address(name: string, text: string, problems: string[]): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    problems.push(`${name} is not a valid address. Write it as https://host or http://127.0.0.1:port.`)
  } else if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    problems.push(
      `${name} must begin with https://, because secrets are sent there. http is allowed on this machine only.`,
    )
  } else if (url.username || url.password || url.search || url.hash) {
    problems.push(`${name} must be a plain address, without user, query or #.`)
  }
  return text.replace(/(?<!\/)\/+$/, '')
}

/** The four variables of an environment: all or none. */
function credentialOf(environment: Environment, variables: Variables, problems: string[]): Credential | undefined {
  const prefix = environment.toUpperCase()
  const names = ['BASE_URL', 'AUTH_URL', 'CLIENT_ID', 'CLIENT_SECRET'].map((name) => `${prefix}_${name}`)
  const missing = names.filter((name) => !variables[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0) {
    problems.push(`${missing.join(', ')} not set: the ${environment} environment needs all of ${names.join(', ')}.`)
    return undefined
  }
  const [baseUrl = '', authUrl = '', clientId = '', clientSecret = ''] = names.map((name) => variables[name])
  return {
    baseUrl: address(`${prefix}_BASE_URL`, baseUrl, problems),
    authUrl: address(`${prefix}_AUTH_URL`, authUrl, problems),
    clientId,
    clientSecret,
  }
}

function companySignInOf(variables: Variables, problems: string[]): CompanySignIn | undefined {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  const missing = names.filter((name) => !variables[name])
  if (missing.length === names.length) return undefined
  if (missing.length > 0) {
    problems.push(`${missing.join(', ')} not set: company sign-in needs all of ${names.join(', ')}.`)
    return undefined
  }
  const [issuer = '', clientId = '', clientSecret = ''] = names.map((name) => variables[name])
  const scope = variables.OIDC_SCOPE?.trim() || 'openid profile email'
  if (!scope.split(/\s/).includes('openid'))
    problems.push('OIDC_SCOPE must contain openid, such as "openid profile email offline_access".')
  const maxAge = variables.OIDC_MAX_AGE?.trim()
  if (maxAge && !/^\d{1,9}$/.test(maxAge))
    problems.push('OIDC_MAX_AGE must be a whole number of seconds, such as 3600, or left out.')
  return {
    issuer: address('OIDC_ISSUER', issuer, problems),
    clientId,
    clientSecret,
    rolesClaim: variables.OIDC_ROLES_CLAIM || 'roles',
    scope,
    ...(maxAge && { maxAge: Number(maxAge) }),
  }
}

/** Whether two addresses are the same, however they are written. */
const isSamePlace = (one: string, other: string) =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href

function isPlainDatabase(databaseUrl: string, problems: string[]): boolean {
  try {
    if (/^postgres(ql)?:\/\//.test(databaseUrl)) return isRemoteWithoutTls(databaseUrl)
    problems.push('DATABASE_URL must begin with postgres://. Leave it out to use a file in MINTDESK_DATA.')
  } catch {
    problems.push('DATABASE_URL is not a valid address, such as postgres://user:password@host:5432/database.')
  }
  return false
}

/** Demo users are available on this machine, and on others or behind a proxy only with DEMO_USERS=1. */
function demoUsersOf(variables: Variables, originHost: string, proxyHops: number): boolean {
  const isLocal = isLoopback(variables.HOST || '127.0.0.1') && isLoopback(originHost) && proxyHops === 0
  return isLocal || variables.DEMO_USERS === '1'
}

/**
 * Reads and checks all variables.
 * @returns the settings, or every problem as a sentence that names the variable and how to correct it; no sentence quotes
 *          a value
 */
export function readSettings(variables: Variables): { settings: Settings } | { problems: string[] } {
  const problems: string[] = []
  const origin = variables.NEXTAUTH_URL || `http://localhost:${variables.PORT || '3000'}`
  const originUrl = URL.canParse(origin) ? new URL(origin) : undefined
  if (!originUrl || !/^https?:$/.test(originUrl.protocol) || originUrl.pathname !== '/') {
    problems.push(
      'NEXTAUTH_URL is not a site address. Set it to the address that people open, without a path, such as https://console.example.',
    )
  }
  const secret = variables.NEXTAUTH_SECRET ?? ''
  if (!secret)
    problems.push(
      'NEXTAUTH_SECRET is not set: set it to a long random text, such as the output of "openssl rand -base64 32".',
    )

  const credentials: Settings['credentials'] = {}
  for (const environment of environments) {
    const credential = credentialOf(environment, variables, problems)
    if (credential) credentials[environment] = credential
  }
  const { sandbox, production } = credentials
  if (!sandbox && !production && problems.length === 0) {
    problems.push(
      'No environment is configured: set SANDBOX_BASE_URL, SANDBOX_AUTH_URL, SANDBOX_CLIENT_ID and SANDBOX_CLIENT_SECRET (or the same four with PRODUCTION_), or run "npm start", which starts its own sandbox.',
    )
  }
  if (sandbox && production) {
    if (isSamePlace(sandbox.baseUrl, production.baseUrl))
      problems.push('SANDBOX_BASE_URL and PRODUCTION_BASE_URL are the same address. The environments must be separate.')
    if (isSamePlace(sandbox.authUrl, production.authUrl))
      problems.push('SANDBOX_AUTH_URL and PRODUCTION_AUTH_URL are the same address. The environments must be separate.')
  }

  const companySignIn = companySignInOf(variables, problems)
  const trustedProxyHops = Number(variables.TRUSTED_PROXY_HOPS?.trim() || '0')
  if (!Number.isInteger(trustedProxyHops) || trustedProxyHops < 0)
    problems.push(
      'TRUSTED_PROXY_HOPS must be a whole number: how many proxies in front of the console add to X-Forwarded-For, such as 1.',
    )
  const hasDemoUsers = !production && demoUsersOf(variables, originUrl?.hostname ?? '', trustedProxyHops)
  if (production && !companySignIn && !problems.some((problem) => problem.includes('OIDC_'))) {
    problems.push(
      'PRODUCTION_* is set, so demo users are disabled: set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET for company sign-in.',
    )
  }
  if (production && originUrl?.protocol === 'http:' && !isLoopback(originUrl.hostname)) {
    problems.push(
      'NEXTAUTH_URL must begin with https:// when production is configured, because the session cookie is sent there.',
    )
  }
  if (production && secret && secret.length < 32)
    problems.push('NEXTAUTH_SECRET is too short for production: use at least 32 random characters.')
  if (!production && !companySignIn && !hasDemoUsers) {
    problems.push(
      'No one can sign in: this console is reachable from other machines. Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or DEMO_USERS=1 to admit anyone as a demo user.',
    )
  }

  const upstreamRate = Number(variables.UPSTREAM_RATE?.trim() || '40')
  if (!Number.isInteger(upstreamRate) || upstreamRate < 0)
    problems.push('UPSTREAM_RATE must be a whole number of calls a second, or 0 for no limit.')
  const replicas = Number(variables.CONSOLE_REPLICAS?.trim() || '1')
  if (!Number.isInteger(replicas) || replicas < 1)
    problems.push(
      'CONSOLE_REPLICAS must be a whole number, 1 or more: how many consoles share the credentials, such as 3.',
    )
  const databaseUrl = variables.DATABASE_URL || undefined
  const isDatabasePlain = databaseUrl !== undefined && isPlainDatabase(databaseUrl, problems)
  if (isDatabasePlain && production && variables.DATABASE_WITHOUT_TLS !== '1')
    problems.push(
      'DATABASE_URL leads to another machine without TLS: add sslmode=verify-full to it. DATABASE_WITHOUT_TLS=1 permits it on a network that you trust.',
    )
  const collector = variables.CSP_REPORT_URL
  // It becomes part of a header, so nothing may end the quotes around it.
  if (collector && !(URL.canParse(collector) && /^https:\/\/[^\s"\\;,]+$/.test(collector)))
    problems.push('CSP_REPORT_URL must be an address that begins with https://, such as https://reports.example/csp.')
  const operatorName = variables.OPERATOR_NAME || 'PLATFORM'
  if (!/^[A-Z][A-Z0-9_]*$/.test(operatorName))
    problems.push("OPERATOR_NAME may contain only capitals, digits and _, as in the provider's transfer types.")

  const isEmbedded = variables.MINTDESK_EMBEDDED === '1'
  // With the embedded sandbox the log shares the terminal of a person who is trying the console.
  const level = variables.LOG_LEVEL?.trim().toLowerCase() || (isEmbedded ? 'warn' : 'info')
  const logLevel = logLevels.find((known) => known === level)
  if (!logLevel) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`)

  if (problems.length > 0 || !logLevel) return { problems }
  return {
    settings: {
      origin: originUrl?.origin ?? '',
      secret,
      databaseUrl,
      isDatabasePlain,
      dataFolder: variables.MINTDESK_DATA || '.data',
      operatorName,
      upstreamRate,
      replicas,
      credentials,
      companySignIn,
      requiresIdentity: {
        sandbox: variables.SANDBOX_IDENTITY_REQUIRED === '1',
        production: variables.PRODUCTION_IDENTITY_REQUIRED === '1',
      },
      follows: { sandbox: true, production: variables.PRODUCTION_FOLLOW === '1' },
      hasDemoUsers,
      isOpenToOthers: variables.DEMO_USERS === '1',
      adminSubjects: (variables.ADMIN_SUBJECTS ?? '')
        .split(',')
        .map((subject) => subject.trim())
        .filter(Boolean),
      trustedProxyHops,
      isEmbedded,
      logLevel,
    },
  }
}
