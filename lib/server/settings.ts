/** The settings of a console, read from environment variables and checked together. */

import { isRemoteWithoutTls } from '../database/open'
import { amountPattern } from '../domain/values'
import { type Environment, environments } from '../provider/environments'
import { type OwnRoles, ownRolesOf } from './auth/own-roles'
import {
  encryptionKeysOf,
  fingerprintKeysOf,
  type NamedKey,
  otherSecretOf,
  type ProxySettings,
  proxyOf,
} from './encryption/key-settings'
import { misspelled, resolveVariables } from './variables.mjs'

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
  /** Space delimited: by one of these ways (`acr`) people sign in to confirm who they are; undefined: by any. */
  stepUpAcr?: string
}

/** How many days records are kept (docs/reference.md, "How long records are kept"). 0: until a person removes them. */
export type RetentionDays = {
  /** Settled requests and their history, after their last change. */
  requests: number
  /** Sessions, after their end. */
  sessions: number
  /** Presets, after they were last saved. */
  presets: number
  /** What was seen of transfers, after something was last new. */
  transfers: number
  /** Drafts of forms in the browser, after they were last edited. */
  drafts: number
}

export type Settings = {
  /** The origin that people open, from NEXTAUTH_URL. */
  origin: string
  /** Of the session cookie; also of what is encrypted and of digests, as long as they have no keys of their own. */
  secret: string
  /** Another secret that opens session cookies, while the secret changes. */
  otherSecret?: string
  /** The first encrypts, all open; none: the key is derived from the secret. */
  encryptionKeys: readonly NamedKey[]
  /** The first makes digests, all are compared; none: the key is derived from the secret. */
  fingerprintKeys: readonly string[]
  proxy?: ProxySettings
  databaseUrl?: string
  /** Whether the database is on another machine and reached without TLS. */
  isDatabasePlain: boolean
  dataFolder: string
  /** Whether the console migrates the database when it starts, or leaves that to `npm run migrate`. */
  migrates: boolean
  /** Milliseconds in which a console that is asked to stop ends what is in flight. */
  shutdownMillis: number
  /** The first of them, in which it goes on answering while /api/ready says that it stops. */
  shutdownDelayMillis: number
  operatorName: string
  /** Calls a second per credential, all consoles together; 0 is no limit. */
  upstreamRate: number
  /** How many consoles share the credentials, including this one. */
  replicas: number
  credentials: Partial<Record<Environment, Credential>>
  companySignIn?: CompanySignIn
  retention: RetentionDays
  /** Bytes that the files of all exports may take in the database, compressed. */
  exportStorage: number
  /** Bytes that the database of a world may take; undefined for a console that is none. */
  worldStorage?: number
  /** Environments that require identity and account with every order. */
  requiresIdentity: Partial<Record<Environment, boolean>>
  /** The desk's figure: an order whose total is higher, in its quote asset, is warned of and confirmed by typing the total. */
  orderConfirmAbove: string
  /** Environments whose open pages refresh the status of an order or an account automatically. */
  follows: Partial<Record<Environment, boolean>>
  hasDemoUsers: boolean
  /** Where people report a vulnerability: an https or mailto address. */
  securityContact?: string
  /** Whether DEMO_USERS=1 admits other machines while demo users are available. */
  isOpenToOthers: boolean
  /** Opens the embedded sandbox's control, by which visitors get worlds of their own; undefined where they get none. */
  worldsToken?: string
  /** The world whose console this is; undefined for the console that all share. */
  world?: string
  adminSubjects: string[]
  ownRoles: OwnRoles
  /** Whether webhooks may be sent into private networks and, without TLS, to this machine. */
  allowsPrivateWebhooks: boolean
  /** How many proxies in front of the console add to `X-Forwarded-For`. */
  trustedProxyHops: number
  /** Where Prometheus reads metrics; undefined if nowhere. */
  metrics?: { host: string; port: number }
  /** Whether the sandbox is the embedded one, started with the console. */
  isEmbedded: boolean
  /** What signs checkpoints of the audit log in place of `secret`. */
  auditSigningKey?: string
  /** Where checkpoints of the audit log are sent; undefined if nowhere. */
  auditCheckpointUrl?: string
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

/** The values of variables of which all are set or none. @param whose who needs them */
function allOrNone(names: string[], whose: string, variables: Variables, problems: string[]): string[] | undefined {
  const missing = names.filter((name) => !variables[name])
  if (missing.length === 0) return names.map((name) => variables[name] ?? '')
  if (missing.length < names.length)
    problems.push(`${missing.join(', ')} not set: ${whose} needs all of ${names.join(', ')}.`)
  return undefined
}

function credentialOf(environment: Environment, variables: Variables, problems: string[]): Credential | undefined {
  const prefix = environment.toUpperCase()
  const names = ['BASE_URL', 'AUTH_URL', 'CLIENT_ID', 'CLIENT_SECRET'].map((name) => `${prefix}_${name}`)
  const values = allOrNone(names, `the ${environment} environment`, variables, problems)
  if (!values) return undefined
  const [baseUrl = '', authUrl = '', clientId = '', clientSecret = ''] = values
  return {
    baseUrl: address(`${prefix}_BASE_URL`, baseUrl, problems),
    authUrl: address(`${prefix}_AUTH_URL`, authUrl, problems),
    clientId,
    clientSecret,
  }
}

function companySignInOf(variables: Variables, problems: string[]): CompanySignIn | undefined {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  const values = allOrNone(names, 'company sign-in', variables, problems)
  if (!values) return undefined
  const [issuer = '', clientId = '', clientSecret = ''] = values
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
    ...(variables.OIDC_STEP_UP_ACR?.trim() && { stepUpAcr: variables.OIDC_STEP_UP_ACR.trim() }),
  }
}

/** The days that each kind of record is kept: by default, and at least unless they are kept for ever (0). */
const retentionDays = {
  // Seven years cover the periods that accounting and money laundering law ask for.
  REQUESTS: { standard: 2_557, least: 30, mayBeEndless: true },
  SESSIONS: { standard: 1, least: 1, mayBeEndless: false },
  PRESETS: { standard: 0, least: 30, mayBeEndless: true },
  TRANSFERS: { standard: 2_557, least: 30, mayBeEndless: true },
  // A weekend.
  DRAFTS: { standard: 3, least: 1, mayBeEndless: false },
} as const

function retentionOf(variables: Variables, problems: string[]): RetentionDays {
  const read = (kind: keyof typeof retentionDays) => {
    const { standard, least, mayBeEndless } = retentionDays[kind]
    const name = `RETENTION_${kind}_DAYS`
    const text = variables[name]?.trim() || String(standard)
    const days = Number(text)
    const isRight = /^\d{1,5}$/.test(text) && (days >= least || (days === 0 && mayBeEndless))
    if (!isRight)
      problems.push(
        `${name} must be a whole number of days from ${least} to 99999, such as ${standard || 365}${mayBeEndless ? ', or 0 to keep them for ever' : ''}.`,
      )
    return days
  }
  return {
    requests: read('REQUESTS'),
    sessions: read('SESSIONS'),
    presets: read('PRESETS'),
    transfers: read('TRANSFERS'),
    drafts: read('DRAFTS'),
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

function shutdownOf(variables: Variables, problems: string[]) {
  const read = (name: string, standard: string) => {
    const text = variables[name]?.trim() || standard
    if (!/^\d{1,4}$/.test(text)) problems.push(`${name} must be a whole number of seconds, such as ${standard}.`)
    return Number(text) * 1_000
  }
  const shutdownMillis = read('SHUTDOWN_SECONDS', '25')
  const shutdownDelayMillis = read('SHUTDOWN_DELAY_SECONDS', String(Math.min(5, shutdownMillis / 1_000)))
  if (shutdownDelayMillis > shutdownMillis)
    problems.push('SHUTDOWN_DELAY_SECONDS is part of SHUTDOWN_SECONDS and must not be more than it.')
  return { shutdownMillis, shutdownDelayMillis }
}

export type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataFolder' | 'isDatabasePlain'>

/** Reads what leads to the database, for a command that needs no other variable as well. */
export function readDatabaseSettings(variables: Variables, problems: string[]): DatabaseSettings {
  const databaseUrl = variables.DATABASE_URL || undefined
  const isDatabasePlain = databaseUrl !== undefined && isPlainDatabase(databaseUrl, problems)
  if (isDatabasePlain && variables.PRODUCTION_BASE_URL && variables.DATABASE_WITHOUT_TLS !== '1')
    problems.push(
      'DATABASE_URL leads to another machine without TLS: add sslmode=verify-full and sslrootcert to it. DATABASE_WITHOUT_TLS=1 permits it on a network that you trust.',
    )
  return { databaseUrl, dataFolder: variables.MINTDESK_DATA || '.data', isDatabasePlain }
}

/** Where metrics are served: nowhere unless METRICS_PORT is set, because they are for operators only. */
function metricsOf(variables: Variables, problems: string[]): Settings['metrics'] {
  const text = variables.METRICS_PORT?.trim()
  if (!text) return undefined
  const port = Number(text)
  const isPort = /^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535
  if (!isPort || port === Number(variables.PORT || '3000'))
    problems.push('METRICS_PORT must be a port of its own from 1 to 65535, such as 9464, or left out.')
  return { host: variables.METRICS_HOST?.trim() || '127.0.0.1', port }
}

/** What worlds need: the token of the embedded sandbox's control. They are on wherever it is given and they are possible. */
function worldsTokenOf(variables: Variables, isPossible: boolean, problems: string[]): string | undefined {
  const text = variables.DEMO_WORLDS?.trim() ?? ''
  if (!['', '0', '1'].includes(text)) problems.push('DEMO_WORLDS must be 1, or 0 for none.')
  const token = variables.SANDBOX_CONTROL_TOKEN?.trim() || undefined
  if (text !== '1') return text === '' && isPossible ? token : undefined
  if (!isPossible)
    problems.push(
      'DEMO_WORLDS=1 needs the embedded sandbox, demo users and SQLite: leave DATABASE_URL out and production unconfigured, or remove DEMO_WORLDS.',
    )
  if (!token) problems.push('SANDBOX_CONTROL_TOKEN is not set: DEMO_WORLDS=1 makes clients of the sandbox with it.')
  return token
}

/** Demo users are available on this machine, and on others or behind a proxy only with DEMO_USERS=1. */
function demoUsersOf(variables: Variables, originHost: string, proxyHops: number): boolean {
  const isLocal = isLoopback(variables.HOST || '127.0.0.1') && isLoopback(originHost) && proxyHops === 0
  return isLocal || variables.DEMO_USERS === '1'
}

/**
 * Reads and checks all variables, those that name a file (NAME_FILE) or a command (NAME_COMMAND) included.
 * @returns the settings, or every problem as a sentence that names the variable and how to correct it; no sentence quotes
 *          a value
 */
export function readSettings(given: Variables): { settings: Settings } | { problems: string[] } {
  const { variables, problems: ofFiles } = resolveVariables(given)
  const mistakes = [...ofFiles, ...misspelled(given)]
  const read = readValues(variables)
  if (mistakes.length === 0) return read
  const mistaken = new Set(mistakes.map(({ name }) => name))
  // One sentence for each mistake: what was to be read from a file, or has a mistyped name, is not also said to be missing.
  const isConsequence = (problem: string) => {
    const [, names] = /^([A-Z_, ]+?)(?: is)? not set:/.exec(problem) ?? []
    return names?.split(', ').every((name) => mistaken.has(name)) ?? false
  }
  const others = 'problems' in read ? read.problems.filter((problem) => !isConsequence(problem)) : []
  return { problems: [...mistakes.map(({ text }) => text), ...others] }
}

function readValues(variables: Variables): { settings: Settings } | { problems: string[] } {
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
  const otherSecret = otherSecretOf(variables, problems)
  const encryptionKeys = encryptionKeysOf(variables, problems)
  const fingerprintKeys = fingerprintKeysOf(variables, problems)
  const proxy = proxyOf(variables, problems)

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
  const ownRoles = ownRolesOf(variables.ROLES, problems)
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
  const retention = retentionOf(variables, problems)
  const exportMegabytes = Number(variables.EXPORT_STORAGE_MB?.trim() || '4096')
  if (!Number.isInteger(exportMegabytes) || exportMegabytes < 1)
    problems.push('EXPORT_STORAGE_MB must be a whole number of megabytes, 1 or more, such as 4096.')
  const database = readDatabaseSettings(variables, problems)
  if (!['', '0', '1'].includes(variables.MIGRATE?.trim() ?? ''))
    problems.push('MIGRATE must be 1, or 0 if you migrate the database with "npm run migrate" before a start.')
  const { shutdownMillis, shutdownDelayMillis } = shutdownOf(variables, problems)
  const collector = variables.CSP_REPORT_URL
  // It becomes part of a header, so nothing may end the quotes around it.
  if (collector && !(URL.canParse(collector) && /^https:\/\/[^\s"\\;,]+$/.test(collector)))
    problems.push('CSP_REPORT_URL must be an address that begins with https://, such as https://reports.example/csp.')
  const securityContact = variables.SECURITY_CONTACT?.trim() || undefined
  if (securityContact && !/^(?:https:\/\/|mailto:[^@\s]+@)\S+$/.test(securityContact))
    problems.push(
      'SECURITY_CONTACT must be an https address or an e-mail address such as mailto:security@company.example.',
    )
  const orderConfirmAbove = variables.ORDER_CONFIRM_ABOVE?.trim() || '1000000'
  if (!amountPattern.test(orderConfirmAbove))
    problems.push('ORDER_CONFIRM_ABOVE must be an amount in digits, such as 1000000 or 250000.00.')
  const operatorName = variables.OPERATOR_NAME || 'PLATFORM'
  if (!/^[A-Z][A-Z0-9_]*$/.test(operatorName))
    problems.push("OPERATOR_NAME may contain only capitals, digits and _, as in the provider's transfer types.")

  const auditSigningKey = variables.AUDIT_SIGNING_KEY?.trim() || undefined
  if (auditSigningKey !== undefined && auditSigningKey.length < 32)
    problems.push(
      'AUDIT_SIGNING_KEY is too short: use at least 32 random characters, such as the output of "openssl rand -base64 32".',
    )
  const checkpointUrl = variables.AUDIT_CHECKPOINT_URL?.trim()
  const auditCheckpointUrl = checkpointUrl ? address('AUDIT_CHECKPOINT_URL', checkpointUrl, problems) : undefined

  const metrics = metricsOf(variables, problems)

  const isEmbedded = variables.MINTDESK_EMBEDDED === '1'
  const isWorldPossible = isEmbedded && hasDemoUsers && database.databaseUrl === undefined
  const worldsToken = worldsTokenOf(variables, isWorldPossible, problems)
  // With the embedded sandbox the log shares the terminal of a person who is trying the console.
  const level = variables.LOG_LEVEL?.trim().toLowerCase() || (isEmbedded ? 'warn' : 'info')
  const logLevel = logLevels.find((known) => known === level)
  if (!logLevel) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}.`)

  if (problems.length > 0 || !logLevel) return { problems }
  return {
    settings: {
      origin: originUrl?.origin ?? '',
      secret,
      otherSecret,
      encryptionKeys,
      fingerprintKeys,
      proxy,
      ...database,
      migrates: variables.MIGRATE?.trim() !== '0',
      shutdownMillis,
      shutdownDelayMillis,
      operatorName,
      upstreamRate,
      replicas,
      credentials,
      companySignIn,
      retention,
      exportStorage: exportMegabytes * 1024 * 1024,
      requiresIdentity: {
        sandbox: variables.SANDBOX_IDENTITY_REQUIRED === '1',
        production: variables.PRODUCTION_IDENTITY_REQUIRED === '1',
      },
      orderConfirmAbove,
      follows: { sandbox: true, production: variables.PRODUCTION_FOLLOW === '1' },
      hasDemoUsers,
      securityContact,
      isOpenToOthers: variables.DEMO_USERS === '1',
      worldsToken,
      adminSubjects: (variables.ADMIN_SUBJECTS ?? '')
        .split(',')
        .map((subject) => subject.trim())
        .filter(Boolean),
      ownRoles,
      // A console for trial shows webhooks to a program beside it.
      allowsPrivateWebhooks: variables.WEBHOOK_ALLOW_PRIVATE === '1' || (hasDemoUsers && variables.DEMO_USERS !== '1'),
      trustedProxyHops,
      metrics,
      auditSigningKey,
      auditCheckpointUrl,
      isEmbedded,
      logLevel,
    },
  }
}
