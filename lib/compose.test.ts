/**
 * compose.yaml: what it starts in which order, and that no secret is in it; and docs/deploy, for machines without containers.
 * What they do when they run: e2e/image and e2e/http/go-live.test.ts.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from './server/settings'

type Service = {
  image?: string
  logging?: { driver: string }
  command?: string[]
  environment?: Record<string, string>
  secrets?: string[]
  depends_on?: Record<string, { condition: string }>
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  healthcheck?: object
  volumes?: string[]
}
type Composition = {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
  volumes: Record<string, unknown>
}

const text = readFileSync('compose.yaml', 'utf8')
const { services, secrets, volumes } = parse(text, { merge: true }) as Composition
const secretsScript = readFileSync('lib/commands/compose-secrets.sh', 'utf8')
const dockerfile = readFileSync('Dockerfile', 'utf8')
const named = (name: string) => services[name] ?? {}

test('two equal consoles start when the database is migrated, whatever the sandbox does, and the balancer after them', () => {
  expect(Object.keys(services).sort()).toEqual([
    ...['backup', 'balancer', 'console-1', 'console-2', 'migrate', 'postgres', 'sandbox'],
  ])
  expect(named('console-1')).toEqual(named('console-2'))
  expect(named('console-1').depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
  expect(named('console-1').environment).toMatchObject({ MIGRATE: '0', CONSOLE_REPLICAS: '2' })
  expect(named('migrate').depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
  expect(named('balancer').depends_on).toEqual({
    'console-1': { condition: 'service_healthy' },
    'console-2': { condition: 'service_healthy' },
  })
})

test('each condition of health has a check: PostgreSQL’s own here, the image’s in the Dockerfile', () => {
  expect(named('postgres').healthcheck).toBeDefined()
  expect(dockerfile).toMatch(/^HEALTHCHECK .*"health"\]$/m)
})

test('every secret is a file, no service has one that is not declared, and none is written here', () => {
  for (const [name, { file }] of Object.entries(secrets)) {
    expect(file).toBe(`.secrets/${name}`)
    expect(secretsScript).toContain(name)
  }
  expect(readFileSync('.gitignore', 'utf8')).toMatch(/^\.secrets\/$/m)
  const values = Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment))
  const secretNames = /SECRET|PASSWORD|TOKEN|KEY|DATABASE_URL/
  const literal = values.filter(([name]) => secretNames.test(name) && !/_FILE$|^NODE_EXTRA_CA_CERTS$/.test(name))
  // The sandbox's client is the same everywhere, and reaches nothing but the sandbox.
  expect(new Set(literal.map(([name, value]) => `${name}=${value}`))).toEqual(
    new Set(['SANDBOX_CLIENT_SECRET=demo-secret']),
  )
  for (const { environment = {}, secrets: used = [] } of Object.values(services)) {
    for (const path of Object.values(environment).filter((value) => value.startsWith('/run/secrets/')))
      expect(used).toContain(path.slice('/run/secrets/'.length))
    for (const name of used) expect(Object.keys(secrets)).toContain(name)
  }
})

test('what runs our image has a read-only root and no capability, and only the balancer is published, on this machine', () => {
  for (const name of ['migrate', 'sandbox', 'console-1', 'console-2', 'backup', 'balancer'])
    expect(named(name), name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  const published = Object.entries(services).flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`))
  expect(published).toEqual([expect.stringMatching(/^balancer 127\.0\.0\.1:/)])
})

test('the balancer is a Caddy that passes a request with a body on when a console cannot be connected to', () => {
  const [, minor, patch] = named('balancer').image?.match(/caddy:2\.(\d+)\.(\d+)-/) ?? []
  expect(Number(minor) * 1_000 + Number(patch)).toBeGreaterThanOrEqual(11_002)
})

test('an operator chooses where the logs of both consoles are kept', () => {
  for (const name of ['console-1', 'console-2'])
    expect(named(name).logging?.driver).toMatch(/^\$\{LOG_DRIVER:-json-file\}$/)
})

test('what consoles write outlives their containers, and a restore reads it', () => {
  expect(named('console-1').volumes).toEqual(['consoles:/data'])
  expect(named('backup').volumes).toContain('consoles:/consoles:ro')
  expect(dockerfile).toContain('MINTDESK_DATA=/data/mintdesk')
  expect(named('backup').environment).toMatchObject({ MINTDESK_DATA: '/consoles/mintdesk' })
})

test('files and volumes that it mounts exist, and the balancer asks the consoles by their names', () => {
  for (const { volumes: mounts = [] } of Object.values(services)) {
    for (const [from = ''] of mounts.map((mount) => mount.split(':')))
      expect(from.startsWith('./') ? existsSync(from) : from in volumes, from).toBe(true)
  }
  const balancer = readFileSync('Caddyfile', 'utf8')
  for (const name of ['console-1:3000', 'console-2:3000', 'sandbox:4010']) expect(balancer).toContain(name)
  const [published = ''] = named('balancer').ports ?? []
  expect(balancer).toContain(`{$BALANCER_PORT:${published.slice(published.lastIndexOf(':') + 1)}}`)
})

test('a console in the image has nothing on standard output but what its log writes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  copyFileSync('lib/commands/container.mjs', join(folder, 'container.mjs'))
  // Next's server says its name before it runs any code of ours.
  writeFileSync(join(folder, 'server.js'), "console.log('▲ Next.js'); process.stdout.write('{}\\n')")
  const printed = execFileSync(process.execPath, [join(folder, 'container.mjs'), 'console'], {
    encoding: 'utf8',
    stdio: 'pipe',
  })
  expect(printed).toBe('{}\n')
})

describe('docs/deploy/compose.production.yaml over it', () => {
  const over = parse(readFileSync('docs/deploy/compose.production.yaml', 'utf8'), { merge: true }) as Composition
  /** A console's variables in production, as Compose merges and fills them. */
  const variablesWith = (given: Record<string, string>) => {
    const merged = { ...named('console-1').environment, ...over.services['console-1']?.environment }
    const filled = Object.entries(merged).map(([name, value]): [string, string] => [
      name,
      value.replace(
        /\$\{(\w+)(?::[-?]([^}]*))?\}/g,
        (_, variable: string, standard = '') => given[variable] ?? standard,
      ),
    ])
    // The files are not here; what they would hold is.
    return Object.fromEntries(
      filled.map(([name, value]) => (value.startsWith('/run/secrets/') ? secretIn(name) : [name, value])),
    )
  }
  const secretIn = (name: string) =>
    name === 'DATABASE_URL_FILE'
      ? ['DATABASE_URL', 'postgres://mintdesk:p@postgres:5432/mintdesk']
      : [name.replace(/_FILE$/, ''), 'first:a-secret-of-more-than-32-characters']
  const production = {
    SITE: 'mintdesk.company.example',
    PRODUCTION_BASE_URL: 'https://api.provider.example',
    PRODUCTION_AUTH_URL: 'https://auth.provider.example',
    PRODUCTION_CLIENT_ID: 'client',
    OIDC_ISSUER: 'https://login.company.example',
    OIDC_CLIENT_ID: 'mintdesk',
  }
  const sandbox = {
    SANDBOX_BASE_URL: 'https://sandbox.internal:4443',
    SANDBOX_AUTH_URL: 'https://sandbox.internal:4443',
    SANDBOX_CLIENT_ID: 'demo-client',
    SANDBOX_CLIENT_SECRET_FILE: '/run/secrets/sandbox_secret',
  }

  test.each([
    ['without a sandbox', production, ['production']],
    ['with the sandbox', { ...production, ...sandbox }, ['sandbox', 'production']],
  ])('gives consoles variables with which they start %s, and admits no demo user', (_, given, environments) => {
    const read = readSettings(variablesWith(given))
    expect('problems' in read && read.problems).toBe(false)
    if ('settings' in read) {
      expect(Object.keys(read.settings.credentials)).toEqual(environments)
      expect(read.settings).toMatchObject({ hasDemoUsers: false, origin: 'https://mintdesk.company.example' })
    }
  })

  test('knows the services and secrets by their names, starts no sandbox unasked, and keeps logs and certificates', () => {
    for (const name of Object.keys(over.services)) expect(Object.keys(services)).toContain(name)
    expect(over.services['console-1']).toEqual(over.services['console-2'])
    expect(over.services.sandbox).toEqual({ profiles: ['sandbox'] })
    for (const [name, { file }] of Object.entries(over.secrets)) expect(file).toBe(`.secrets/${name}`)
    for (const name of over.services.backup?.secrets ?? []) expect(secretsScript).toContain(name)
    expect(over.services['console-1']?.secrets).toEqual(Object.keys(over.secrets))
    expect(over.services['console-1']?.logging?.driver).toMatch(/^\$\{LOG_DRIVER:-journald\}$/)
    expect(over.services.balancer?.environment?.XDG_DATA_HOME).toBe('/certificates')
    expect(readFileSync('Caddyfile', 'utf8')).toContain(' {$SITE} {')
    expect(over.services.balancer?.ports).toEqual(['80:80', '443:443'])
  })
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
test.skipIf(!hasSystemd)('systemd accepts the units, and finds the console shut in', () => {
  const units = readdirSync('docs/deploy').filter((name) => /\.(?:service|timer)$/.test(name))
  expect(units).toHaveLength(3)
  const verified = spawnSync('systemd-analyze', ['verify', ...units.map((name) => `docs/deploy/${name}`)], {
    encoding: 'utf8',
  })
  expect(verified.stderr.split('\n').filter((line) => /mintdesk/.test(line))).toEqual([])
  expect(verified.status).toBe(0)
  const judged = execFileSync('systemd-analyze', ['security', '--offline=true', 'docs/deploy/mintdesk@.service'], {
    encoding: 'utf8',
  })
  expect(Number(/exposure level for \S+ (\d+\.\d)/.exec(judged)?.[1])).toBeLessThan(4)
})

test('systemd waits longer than a console takes to stop, and drops no line that a restore looks for', () => {
  const unit = readFileSync('docs/deploy/mintdesk@.service', 'utf8')
  const standard = Number(/'SHUTDOWN_SECONDS', '(\d+)'/.exec(readFileSync('lib/server/settings.ts', 'utf8'))?.[1])
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(standard)
  expect(unit).toMatch(/^LogRateLimitIntervalSec=0$/m)
})

test('the balancers with and without containers treat consoles alike', () => {
  const [one, other] = ['Caddyfile', 'docs/deploy/Caddyfile'].map(
    (file) => /^\treverse_proxy \{\$CONSOLES:[^}]*\} (\{[\s\S]*?^\t\})$/m.exec(readFileSync(file, 'utf8'))?.[1],
  )
  expect(one).toContain('health_uri /api/ready')
  expect(other).toBe(one)
})
