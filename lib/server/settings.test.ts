import { describe, expect, it } from 'vitest'
import { readSettings } from './settings'

const sandbox = {
  SANDBOX_BASE_URL: 'http://127.0.0.1:4010',
  SANDBOX_AUTH_URL: 'http://127.0.0.1:4010',
  SANDBOX_CLIENT_ID: 'sandbox-client',
  SANDBOX_CLIENT_SECRET: 'sandbox-secret-value',
}
const production = {
  PRODUCTION_BASE_URL: 'https://api.service.example',
  PRODUCTION_AUTH_URL: 'https://auth.service.example',
  PRODUCTION_CLIENT_ID: 'production-client',
  PRODUCTION_CLIENT_SECRET: 'production-secret-value',
}
const company = {
  OIDC_ISSUER: 'https://id.company.example',
  OIDC_CLIENT_ID: 'console',
  OIDC_CLIENT_SECRET: 'oidc-secret-value',
}
const secret = { NEXTAUTH_SECRET: 'a-long-random-text-of-more-than-32-characters' }

const problemsOf = (variables: Record<string, string>) => {
  const read = readSettings(variables)
  return 'problems' in read ? read.problems.join('\n') : ''
}
const settingsOf = (variables: Record<string, string>) => {
  const read = readSettings(variables)
  if ('problems' in read) throw new Error(read.problems.join('\n'))
  return read.settings
}

describe('The variables of the console', () => {
  it('suffice with one environment and a secret, and enable demo users', () => {
    expect(settingsOf({ ...secret, ...sandbox })).toMatchObject({
      hasDemoUsers: true,
      upstreamRate: 40,
      replicas: 1,
      operatorName: 'PLATFORM',
      dataFolder: '.data',
    })
  })

  it('say where metrics are served: on this machine unless METRICS_HOST is set, and nowhere without METRICS_PORT', () => {
    expect(settingsOf({ ...secret, ...sandbox, METRICS_HOST: '0.0.0.0' }).metrics).toBeUndefined()
    const set = { ...secret, ...sandbox, METRICS_PORT: ' 9464 ' }
    expect(settingsOf(set).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
    expect(settingsOf({ ...set, METRICS_HOST: '0.0.0.0' }).metrics).toEqual({ host: '0.0.0.0', port: 9464 })
    for (const METRICS_PORT of ['0', '65536', '9464x', '-1', '3000', 'metrics'])
      expect(problemsOf({ ...secret, ...sandbox, METRICS_PORT }), METRICS_PORT).toMatch(
        /^METRICS_PORT must be a port of its own from 1 to 65535, such as 9464/,
      )
  })

  it('decide by environment whether orders need an identity', () => {
    const set = settingsOf({ ...secret, ...sandbox, SANDBOX_IDENTITY_REQUIRED: '1' })
    expect(set.requiresIdentity).toEqual({ sandbox: true, production: false })
    expect(settingsOf({ ...secret, ...sandbox }).requiresIdentity.sandbox).toBe(false)
  })

  it('disable demo users once production is configured', () => {
    expect(settingsOf({ ...secret, ...sandbox, ...production, ...company }).hasDemoUsers).toBe(false)
    expect(settingsOf({ ...secret, ...production, ...company, DEMO_USERS: '1' }).hasDemoUsers).toBe(false)
  })

  it('close demo users behind a trusted proxy, unless DEMO_USERS=1', () => {
    const behind = { ...secret, ...sandbox, TRUSTED_PROXY_HOPS: ' 1 ' }
    expect(problemsOf(behind)).toMatch(/No one can sign in/)
    expect(settingsOf({ ...behind, ...company })).toMatchObject({ hasDemoUsers: false, trustedProxyHops: 1 })
    expect(settingsOf({ ...behind, DEMO_USERS: '1' }).hasDemoUsers).toBe(true)
    expect(settingsOf({ ...secret, ...sandbox }).trustedProxyHops).toBe(0)
  })

  it('choose what company sign-in asks for', () => {
    const read = (more: object) => settingsOf({ ...secret, ...sandbox, ...company, ...more }).companySignIn
    expect(read({})).toMatchObject({ scope: 'openid profile email', rolesClaim: 'roles' })
    expect(read({})).not.toHaveProperty('maxAge')
    expect(read({})).not.toHaveProperty('stepUpAcr')
    expect(read({ OIDC_STEP_UP_ACR: ' phr phrh ' })).toMatchObject({ stepUpAcr: 'phr phrh' })
    expect(read({ OIDC_SCOPE: 'openid offline_access', OIDC_MAX_AGE: '0' })).toMatchObject({
      scope: 'openid offline_access',
      maxAge: 0,
    })
  })

  it.each([
    ['OIDC_SCOPE', 'profile openid2'],
    ['OIDC_MAX_AGE', '8h'],
    ['OIDC_MAX_AGE', '-1'],
  ])('refuse %s=%s', (name, value) => {
    expect(problemsOf({ ...secret, ...sandbox, ...company, [name]: value })).toContain(`${name} must`)
  })

  it.each(['-1', '1.5', 'one'])('refuse %s as a number of proxies', (hops) => {
    expect(problemsOf({ ...secret, ...sandbox, TRUSTED_PROXY_HOPS: hops })).toMatch(/TRUSTED_PROXY_HOPS must be/)
  })

  it('name what to set if production has no company sign-in', () => {
    expect(problemsOf({ ...secret, ...production })).toMatch(/OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET/)
  })

  it('name the missing variables of an incomplete environment', () => {
    const { SANDBOX_CLIENT_SECRET: _, ...rest } = sandbox
    expect(problemsOf({ ...secret, ...rest })).toMatch(/^SANDBOX_CLIENT_SECRET not set/)
  })

  it('name the missing variables of company sign-in', () => {
    expect(problemsOf({ ...secret, ...production, OIDC_ISSUER: company.OIDC_ISSUER })).toMatch(
      /OIDC_CLIENT_ID, OIDC_CLIENT_SECRET not set/,
    )
  })

  it('are refused with no environment at all', () => {
    expect(problemsOf(secret)).toMatch(/No environment is configured/)
  })

  it('are refused if both environments have the same address', () => {
    expect(
      problemsOf({ ...secret, ...sandbox, ...production, ...company, PRODUCTION_BASE_URL: sandbox.SANDBOX_BASE_URL }),
    ).toMatch(/are the same address/)
  })

  it('are refused if two spellings mean the same address', () => {
    const spelled = {
      ...secret,
      ...sandbox,
      ...production,
      ...company,
      SANDBOX_BASE_URL: 'https://API.service.example:443/',
    }
    expect(problemsOf(spelled)).toMatch(/are the same address/)
  })

  it('are refused if production sessions would go over plain http', () => {
    const open = { ...secret, ...production, ...company, NEXTAUTH_URL: 'http://console.company.example' }
    expect(problemsOf(open)).toMatch(/NEXTAUTH_URL must begin with https/)
  })

  it('are refused if secrets would go to another machine over plain http', () => {
    expect(problemsOf({ ...secret, ...sandbox, SANDBOX_AUTH_URL: 'http://auth.service.example' })).toMatch(
      /SANDBOX_AUTH_URL must begin with https/,
    )
  })

  it('give visitors worlds only with the embedded sandbox, SQLite and its control', () => {
    const worlds = { ...secret, ...sandbox, DEMO_WORLDS: '1', SANDBOX_CONTROL_TOKEN: 'a-control-token-of-the-tests' }
    const embedded = { ...worlds, MINTDESK_EMBEDDED: '1' }
    expect(settingsOf(embedded).worldsToken).toBe('a-control-token-of-the-tests')
    expect(settingsOf({ ...embedded, DEMO_WORLDS: '0' }).worldsToken).toBeUndefined()
    // As npm start leaves it.
    expect(settingsOf({ ...embedded, DEMO_WORLDS: '' }).worldsToken).toBe('a-control-token-of-the-tests')
    expect(settingsOf({ ...embedded, ...company, DEMO_WORLDS: '', HOST: '0.0.0.0' }).worldsToken).toBeUndefined()
    expect(problemsOf(worlds)).toMatch(/DEMO_WORLDS=1 needs the embedded sandbox/)
    expect(problemsOf({ ...embedded, DATABASE_URL: 'postgres://localhost/desk' })).toMatch(/DEMO_WORLDS=1 needs/)
    expect(problemsOf({ ...embedded, ...production, ...company })).toMatch(/DEMO_WORLDS=1 needs/)
    expect(problemsOf({ ...embedded, SANDBOX_CONTROL_TOKEN: '' })).toMatch(/SANDBOX_CONTROL_TOKEN is not set/)
    expect(problemsOf({ ...embedded, DEMO_WORLDS: 'yes' })).toMatch(/DEMO_WORLDS must be 1/)
  })

  it('disable demo users on a host open to others, unless DEMO_USERS=1', () => {
    expect(problemsOf({ ...secret, ...sandbox, HOST: '0.0.0.0' })).toMatch(/DEMO_USERS=1/)
    expect(settingsOf({ ...secret, ...sandbox, HOST: '0.0.0.0', DEMO_USERS: '1' }).hasDemoUsers).toBe(true)
    expect(problemsOf({ ...secret, ...sandbox, NEXTAUTH_URL: 'https://console.example' })).toMatch(/No one can sign in/)
  })

  it.each([
    ['UPSTREAM_RATE', 'fast'],
    ['UPSTREAM_RATE', '-1'],
    ['CONSOLE_REPLICAS', '0'],
    ['CONSOLE_REPLICAS', '2.5'],
    ['CONSOLE_REPLICAS', 'three'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['OPERATOR_NAME', 'Some Name'],
    ['NEXTAUTH_URL', 'my desk'],
    ['NEXTAUTH_URL', 'ftp://desk.example'],
    ['NEXTAUTH_URL', 'http://localhost:3000/sub'],
    ['SANDBOX_BASE_URL', 'nowhere'],
    ['SANDBOX_BASE_URL', 'https://user:pass@host.example'],
  ])('%s=%s is named, and the sentence does not quote it', (name, value) => {
    const problems = problemsOf({ ...secret, ...sandbox, [name]: value })
    expect(problems).toContain(name)
    expect(problems).not.toContain(value)
  })

  it('never have their secrets quoted in a problem', () => {
    const problems = problemsOf({
      ...sandbox,
      ...production,
      ...company,
      SANDBOX_BASE_URL: 'x',
      NEXTAUTH_SECRET: 'short-secret',
    })
    expect(problems).not.toMatch(/secret-value|short-secret/)
    expect(problems).toMatch(/NEXTAUTH_SECRET is too short/)
  })

  it('say how many days records are kept: seven years of requests by default, and presets until they are removed', () => {
    const standard = { requests: 2_557, sessions: 1, presets: 0, transfers: 2_557, drafts: 3 }
    expect(settingsOf({ ...secret, ...sandbox }).retention).toEqual(standard)
    const set = { RETENTION_REQUESTS_DAYS: ' 0 ', RETENTION_SESSIONS_DAYS: '400', RETENTION_DRAFTS_DAYS: '1' }
    const chosen = { ...standard, requests: 0, sessions: 400, drafts: 1 }
    expect(settingsOf({ ...secret, ...sandbox, ...set }).retention).toEqual(chosen)
  })

  it.each([
    ['RETENTION_REQUESTS_DAYS', '29', 'from 30 to 99999, such as 2557, or 0 to keep them for ever.'],
    ['RETENTION_REQUESTS_DAYS', '1e3', 'from 30'],
    ['RETENTION_SESSIONS_DAYS', '0', 'from 1 to 99999, such as 1.'],
    ['RETENTION_PRESETS_DAYS', '-1', 'from 30 to 99999, such as 365, or 0'],
    ['RETENTION_DRAFTS_DAYS', '0.5', 'from 1 to 99999, such as 3.'],
  ])('%s=%s is refused, and the sentence shows a valid one', (name, value, sentence) => {
    const problems = problemsOf({ ...secret, ...sandbox, [name]: value })
    expect(problems).toContain(name)
    expect(problems).toContain(sentence)
  })

  it('lose trailing slashes of addresses', () => {
    expect(
      settingsOf({ ...secret, ...sandbox, SANDBOX_BASE_URL: 'http://127.0.0.1:4010/' }).credentials.sandbox?.baseUrl,
    ).toBe('http://127.0.0.1:4010')
  })

  it.each([
    ['postgres://desk:secret-word@db.example/desk', true],
    ['postgres://desk:secret-word@10.0.0.7/desk?sslmode=disable', true],
    ['postgres://desk:secret-word@db.example/desk?sslmode=verify-full', false],
    ['postgres://desk:secret-word@127.0.0.1:5432/desk', false],
    ['postgres://desk:secret-word@localhost/desk', false],
    ['postgres:///desk?host=/var/run/postgresql', false],
  ])('say whether %s leads to another machine without TLS: %s', (databaseUrl, isPlain) => {
    const variables = { ...secret, ...sandbox, DATABASE_URL: databaseUrl }
    expect(settingsOf(variables).isDatabasePlain).toBe(isPlain)
    const problems = problemsOf({ ...variables, ...production, ...company, NEXTAUTH_URL: 'https://console.example' })
    expect(problems.includes('without TLS')).toBe(isPlain)
    expect(problems).not.toContain('secret-word')
  })

  it('permit production on such a database only with DATABASE_WITHOUT_TLS=1', () => {
    const databaseUrl = { DATABASE_URL: 'postgres://desk@db.example/desk', DATABASE_WITHOUT_TLS: '1' }
    const set = settingsOf({ ...secret, ...production, ...company, ...databaseUrl })
    expect(set.isDatabasePlain).toBe(true)
  })

  it('name an address of the database that is malformed, without quoting it', () => {
    const problems = problemsOf({ ...secret, ...sandbox, DATABASE_URL: 'postgres://secret-word@:nowhere:/%' })
    expect(problems).toContain('DATABASE_URL is not a valid address')
    expect(problems).not.toContain('secret-word')
  })

  it.each(['http://reports.example', 'reports.example', 'https://reports.example/"; script-src *', 'https://a b'])(
    'refuse %s as the collector of policy reports',
    (CSP_REPORT_URL) => {
      expect(problemsOf({ ...secret, ...sandbox, CSP_REPORT_URL })).toContain('CSP_REPORT_URL')
    },
  )

  it.each([
    'security@company.example',
    'http://company.example',
    'mailto:nobody',
    'mailto:a@b c',
    'https://a\nContact: b',
  ])('refuse %j as a contact for reports', (SECURITY_CONTACT) => {
    expect(problemsOf({ ...secret, ...sandbox, SECURITY_CONTACT })).toContain('SECURITY_CONTACT must be')
  })

  it('migrate at the start unless MIGRATE=0, and refuse what is neither 0 nor 1', () => {
    expect(settingsOf({ ...secret, ...sandbox }).migrates).toBe(true)
    expect(settingsOf({ ...secret, ...sandbox, MIGRATE: '1' }).migrates).toBe(true)
    expect(settingsOf({ ...secret, ...sandbox, MIGRATE: ' 0 ' }).migrates).toBe(false)
    expect(problemsOf({ ...secret, ...sandbox, MIGRATE: 'no' })).toContain('MIGRATE must be 1, or 0')
  })

  it('give a shutdown 25 seconds, five of them for the balancer, or fewer', () => {
    const timesOf = (set: Record<string, string>) => {
      const { shutdownMillis, shutdownDelayMillis } = settingsOf({ ...secret, ...sandbox, ...set })
      return [shutdownMillis, shutdownDelayMillis]
    }
    expect(timesOf({})).toEqual([25_000, 5_000])
    expect(timesOf({ SHUTDOWN_SECONDS: '3' })).toEqual([3_000, 3_000])
    expect(timesOf({ SHUTDOWN_SECONDS: '120', SHUTDOWN_DELAY_SECONDS: '0' })).toEqual([120_000, 0])
    expect(problemsOf({ ...secret, ...sandbox, SHUTDOWN_SECONDS: '1.5' })).toContain('such as 25')
    const tooLong = { SHUTDOWN_SECONDS: '5', SHUTDOWN_DELAY_SECONDS: '6' }
    expect(problemsOf({ ...secret, ...sandbox, ...tooLong })).toContain('must not be more than it')
  })
})
