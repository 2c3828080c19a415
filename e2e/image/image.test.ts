/** The image of the Dockerfile and the composition of compose.yaml, built and run without Docker (CONTRIBUTING.md, "Campaign"). */

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { systemClock } from '../../lib/server/clock'
import { freshPostgres } from '../../lib/server/testing'
import { freePort } from '../processes'
import { demoBrowser } from '../session'
import { buildImage, imageName, marker, must, storage, work } from './build'
import { type Container, removeContainers, runContainer, startContainer } from './containers'
import { type Layers, readLayers } from './layers'

const megabytes = 1_000_000
const statusOf = (url: string) =>
  fetch(url, { redirect: 'manual' }).then(
    ({ status }) => status,
    () => 0,
  )
/** Waits until a page is served. */
const answers = (url: string) =>
  vi.waitUntil(async () => (await statusOf(url)) === 200, { timeout: 60_000, interval: 200 })

/** On this machine's network only this machine may ask. */
const sandboxOn = (port: number) => ({ SANDBOX_HOST: '127.0.0.1', SANDBOX_PORT: port, SANDBOX_TRANSFERS: 100 })
const consoleOn = (port: number, sandboxPort: number) => ({
  HOST: '127.0.0.1',
  PORT: port,
  SANDBOX_PORT: sandboxPort,
  NEXTAUTH_URL: `http://localhost:${port}`,
  NEXTAUTH_SECRET: 'a-secret-for-a-test-of-the-image',
  SANDBOX_BASE_URL: `http://127.0.0.1:${sandboxPort}`,
  SANDBOX_AUTH_URL: `http://127.0.0.1:${sandboxPort}`,
  SANDBOX_CLIENT_ID: 'demo-client',
  SANDBOX_CLIENT_SECRET: 'demo-secret',
})

beforeAll(() => buildImage(), 1_200_000)
afterAll(removeContainers)

describe('the image', () => {
  let layers: Layers
  beforeAll(async () => {
    layers = await readLayers()
  }, 300_000)

  test('has at most 260 MB', async () => {
    const size = await must('unshare', [
      '-m',
      'podman',
      ...storage,
      'image',
      'inspect',
      '--format',
      '{{.Size}}',
      imageName,
    ])
    console.log(`The image has ${Math.round(Number(size) / megabytes)} MB in ${layers.files.length} files.`)
    expect(Number(size)).toBeLessThanOrEqual(260 * megabytes)
  })

  test('holds nothing that lay beside the sources, and not the registry that its packages came from', async () => {
    const wrong = /(?:^|\/)(?:\.env[^/]*|\.npmrc|\.git|\.secrets|\.data)(?:\/|$)|\.test\.tsx?$|node_modules\/npm\//
    expect(layers.files).toContain('app/server.js')
    expect(layers.files.filter((path) => wrong.test(path))).toEqual([])
    expect(await layers.holding('Mintdesk cannot start')).toHaveLength(1)
    expect(await layers.holding(marker)).toEqual([])
    const registryOf = async (...flags: string[]) =>
      new URL(await must('npm', ['config', 'get', 'registry', ...flags])).host
    const registry = await registryOf()
    // As npm has it without settings.
    const usual = await registryOf('--userconfig=/dev/null/none', '--globalconfig=/dev/null/absent')
    // Next's own programs name the public one.
    if (registry !== usual) expect(await layers.holding(registry)).toEqual([])
    expect(layers.config).not.toContain(registry)
    expect(layers.config).not.toContain(marker)
    expect(layers.config).not.toMatch(/SECRET|PASSWORD|DATABASE_URL/)
  }, 300_000)

  test('without variables says which are missing, and ends', async () => {
    const { code, stderr } = await runContainer({})
    expect(stderr).toContain('NEXTAUTH_SECRET')
    expect(code).toBe(1)
  })

  test('runs the operator’s commands, and lists them where a word is none', async () => {
    expect((await runContainer({ command: ['migrate'] })).code).toBe(0)
    const { code, stderr } = await runContainer({ command: ['nonsense'] })
    expect(stderr).toMatch(/nonsense is not a command[\s\S]*migrate/)
    expect(code).toBe(2)
  })
})

describe('with a read-only root, an unknown user and no capabilities', () => {
  let sandbox: Container
  let console: Container
  let address: string
  let sandboxAddress: string

  beforeAll(async () => {
    const [port, sandboxPort] = [await freePort(), await freePort()]
    address = `http://localhost:${port}`
    sandboxAddress = `http://127.0.0.1:${sandboxPort}`
    sandbox = await startContainer({ variables: sandboxOn(sandboxPort), command: ['sandbox'] })
    console = await startContainer({ variables: consoleOn(port, sandboxPort) })
    await answers(`${sandboxAddress}/openapi.json`)
    await answers(`${address}/api/health`)
  }, 180_000)

  test('console and sandbox are healthy, and people sign in and read', async () => {
    expect(await console.isHealthy()).toBe(true)
    expect(await sandbox.isHealthy()).toBe(true)
    expect(await statusOf(`${address}/sign-in`)).toBe(200)
    expect(await statusOf(`${sandboxAddress}/docs/swagger-ui.css`)).toBe(200)
    const browser = await demoBrowser(address, 'treasury')
    expect((await browser('/api/sandbox/v2/transfer/transfers?limit=1')).status).toBe(200)
    expect((await browser('/sandbox/transfers')).status).toBe(200)
  })

  test('a console has no right that it could lose', async () => {
    const { stdout } = await console.inside('cat', '/proc/1/status')
    expect(stdout).toMatch(/^Uid:\s+54321\s+54321/m)
    for (const kind of ['Eff', 'Prm', 'Bnd', 'Amb']) expect(stdout).toMatch(new RegExp(`^Cap${kind}:\\s+0+$`, 'm'))
    expect(stdout).toMatch(/^NoNewPrivs:\s+1$/m)
    const writes = await console.inside('sh', '-c', 'for d in / /app /tmp /etc; do touch "$d/x" && echo "$d"; done')
    expect(writes.stdout).toBe('')
    const { stdout: mode } = await console.inside('stat', '-c', '%a', '/data/mintdesk')
    expect(mode.trim()).toBe('700')
  })

  test('SIGTERM ends either as process 1', async () => {
    for (const container of [console, sandbox]) {
      const { code, millis } = await container.stop()
      // 143 is what a shell calls an end by SIGTERM; 137 would be SIGKILL.
      expect([0, 143]).toContain(code)
      expect(millis).toBeLessThan(20_000)
    }
  })
})

describe('the composition', () => {
  const { services } = parse(readFileSync('compose.yaml', 'utf8'), { merge: true })
  const secrets = join(work, 'secrets')
  const volumes = ['nextauth_secret', 'database_url', 'sandbox_certificate'].map(
    (name) => `${join(secrets, name)}:/run/secrets/${name}:ro`,
  )
  let fresh: Awaited<ReturnType<typeof freshPostgres>>
  let forward: Server
  let caddy: ChildProcess
  let first: Container
  let origin: string

  /** A database of this test's own, by an address that containers reach; PostgreSQL's socket is in a folder that they cannot enter. */
  async function forwardDatabase(): Promise<string> {
    fresh = await freshPostgres(process.env.TEST_DATABASE_URL ?? '', systemClock, { isEmpty: true })
    // The driver reads addresses that name a socket, which URL does not.
    const { host, port, user, password, database } = new pg.Client({ connectionString: fresh.url })
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
    forward = createServer((client) => {
      const server = connect(target)
      client.pipe(server).pipe(client)
      client.on('error', () => server.destroy())
      server.on('error', () => client.destroy())
    })
    const own = await freePort()
    await new Promise<void>((resolve) => forward.listen(own, '127.0.0.1', resolve))
    return `postgres://${user}${password ? `:${encodeURIComponent(password)}` : ''}@127.0.0.1:${own}/${database}`
  }

  beforeAll(async () => {
    rmSync(secrets, { recursive: true, force: true })
    await must('sh', ['lib/commands/compose-secrets.sh', secrets], process.cwd())
    writeFileSync(join(secrets, 'database_url'), `${await forwardDatabase()}\n`)
    const [balancer, redirects, tls, sandbox, one, two] = await Promise.all(Array.from({ length: 6 }, freePort))
    origin = `http://localhost:${balancer}`
    await startContainer({ variables: sandboxOn(sandbox ?? 0), command: services.sandbox.command })
    const { environment } = services['console-1']
    const variables = (port = 0) => ({
      ...environment,
      HOST: '127.0.0.1',
      PORT: port,
      NEXTAUTH_URL: origin,
      SANDBOX_BASE_URL: `https://sandbox.internal:${tls}`,
      SANDBOX_AUTH_URL: `https://sandbox.internal:${tls}`,
    })
    const migrated = await runContainer({
      variables: services.migrate.environment,
      volumes,
      command: services.migrate.command,
    })
    expect(migrated).toMatchObject({ code: 0 })
    first = await startContainer({ variables: variables(one), volumes })
    await startContainer({ variables: variables(two), volumes })
    caddy = spawn('caddy', ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: {
        ...process.env,
        BALANCER_PORT: String(balancer),
        HTTP_PORT: String(redirects),
        SANDBOX_TLS_PORT: String(tls),
        SANDBOX: `127.0.0.1:${sandbox}`,
        CONSOLES: `127.0.0.1:${one} 127.0.0.1:${two}`,
        SANDBOX_CERTIFICATE: join(secrets, 'sandbox_certificate'),
        SANDBOX_KEY: join(secrets, 'sandbox_key'),
      },
    })
    await answers(`${origin}/sign-in`)
  }, 180_000)
  afterAll(async () => {
    caddy?.kill()
    await removeContainers()
    await fresh?.drop()
    forward?.close()
  }, 60_000)

  test('serves people through the balancer, from one PostgreSQL, and reaches the sandbox over TLS', async () => {
    const browser = await demoBrowser(origin, 'treasury')
    for (let request = 0; request < 10; request++)
      expect((await browser('/api/sandbox/v2/transfer/transfers?limit=1')).status).toBe(200)
  })

  test('goes on without a failed request when a console is stopped', async () => {
    const browser = await demoBrowser(origin, 'support')
    const stopped = first.stop()
    const statuses: number[] = []
    for (let request = 0; request < 60; request++)
      statuses.push((await browser('/api/sandbox/v2/transfer/transfers?limit=1')).status)
    expect(statuses.filter((status) => status !== 200)).toEqual([])
    expect([0, 143]).toContain((await stopped).code)
  })
})
