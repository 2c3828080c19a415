/** Starts real processes for tests, as `npm start` runs them, on free ports of 127.0.0.1. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OAuth2Server } from 'oauth2-mock-server'
import { variableNames } from '../lib/server/variables.mjs'
import { clockFrom, machineTime } from './fixed-clock.mjs'
import { startUpstream, type Upstream } from './upstream'

const root = join(import.meta.dirname, '..')

/** A process that a test started, with its output. */
export type RunningProcess = {
  url: string
  pid: number | undefined
  printed: () => string
  exited: Promise<number | null>
  stop: () => Promise<void>
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** Every variable that a console reads, empty, so that a developer's .env files do not reach a test. */
const unset = Object.fromEntries(
  [...variableNames.flatMap((name) => [name, `${name}_FILE`]), 'MINTDESK_EMBEDDED', 'https_proxy', 'no_proxy'].map(
    (name) => [name, ''],
  ),
)

/** What the processes of a test have from it: the clock that a campaign has moved. */
const inherited = Object.fromEntries(
  ['NODE_OPTIONS', 'TZ'].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])),
)

/** Ends a process when the one that started it is gone: a command that fails or is killed leaves none behind. */
const watchParent = new URL(`../lib/commands/watch-parent.mjs?parent=${process.pid}`, import.meta.url).href

/** Starts a Node process with an environment of its own. */
export function startProcess(words: string[], env: Record<string, string>, url = '', cwd = root): RunningProcess {
  const variables = {
    PATH: process.env.PATH ?? '',
    HOME: tmpdir(),
    NODE_ENV: 'production' as const,
    NEXT_TELEMETRY_DISABLED: '1',
    ...unset,
    // Under the clock of a campaign.
    ...inherited,
    // No balancer has to learn that a console of a test stops.
    SHUTDOWN_SECONDS: '4',
    SHUTDOWN_DELAY_SECONDS: '0',
    ...env,
  }
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', watchParent, '--max-http-header-size=65536', ...words],
    { cwd, env: variables },
  )
  let printed = ''
  child.stdout?.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr?.on('data', (chunk) => {
    printed += chunk
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await exited
    clearTimeout(force)
  }
  return { url, pid: child.pid, printed: () => printed, exited, stop }
}

async function untilAnswers(running: RunningProcess, path: string): Promise<void> {
  let isOver = false
  running.exited.then(() => {
    isOver = true
  })
  const deadline = performance.now() + 60_000
  while (performance.now() < deadline) {
    if (isOver) throw new Error(`The process ended while it was starting:\n${running.printed()}`)
    const answer = await fetch(`${running.url}${path}`, { redirect: 'manual' }).catch(() => undefined)
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${running.url} did not answer within a minute:\n${running.printed()}`)
}

/** Every secret of the consoles under test. None may reach a browser or a log. */
export const secrets = {
  session: 'session-secret-of-this-run-kept-from-browsers',
  demo: 'demo-secret',
  sandbox: 'sandbox-client-secret-kept-from-browsers',
  production: 'production-client-secret-kept-from-browsers',
  company: 'oidc-client-secret-kept-from-browsers',
  /** Part of every other secret except the sandbox's own, and of every token that the foreign service issues. */
  mark: 'kept-from-browsers',
}

/**
 * Starts a console with these variables only and waits until it answers. Without PORT it takes a free port.
 * @param build the folder of another build than this one
 */
export async function startConsole(env: Record<string, string>, build = root): Promise<RunningProcess> {
  const port = Number(env.PORT) || (await freePort())
  const url = `http://localhost:${port}`
  const words = [join(build, 'node_modules/next/dist/bin/next'), 'start', '-H', '127.0.0.1', '-p', String(port)]
  const running = startProcess(
    words,
    { HOST: '127.0.0.1', PORT: String(port), NEXTAUTH_URL: url, NEXTAUTH_SECRET: secrets.session, ...env },
    url,
    build,
  )
  await untilAnswers(running, '/api/ready')
  return running
}

/** A console with a sandbox of its own. */
export type Demo = {
  console: RunningProcess
  sandbox: RunningProcess
  transfers: number
  /** Requests a path below the sandbox's /control. @returns the answer's body */
  control: (method: string, path: string, body?: object) => Promise<Record<string, unknown>>
  controlToken: string
  /** Its time, in milliseconds since 1970. */
  now: () => number
  /** The variables by which a process has the same clock. */
  clock: Record<string, string>
  /** Those of the console. */
  variables: Record<string, string>
  stop: () => Promise<void>
}

/** Authorises requests to a sandbox's /control. */
export const sandboxToken = 'control-token-of-this-run'

/** @returns a function that requests a sandbox's /control and throws where it is refused */
const controlOf =
  (sandbox: string): Demo['control'] =>
  async (method, path, body) => {
    const answer = await fetch(`${sandbox}/control${path}`, {
      method,
      headers: { 'x-sandbox-control-token': sandboxToken, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Control answered ${answer.status}: ${text}`)
    return JSON.parse(text)
  }

/** The variables of a demo console for the service at this address. */
export const demoVariables = (service: string) => ({
  UPSTREAM_RATE: '0',
  SANDBOX_BASE_URL: service,
  SANDBOX_AUTH_URL: service,
  SANDBOX_CLIENT_ID: 'demo-client',
  SANDBOX_CLIENT_SECRET: secrets.demo,
})

/**
 * A Thursday afternoon, so that neither the hour nor the day of a run changes what a test sees. It lies ahead, because a
 * browser goes by the machine's clock and drops cookies that have expired: years 28 apart have the same calendar.
 */
function demoTime(): string {
  for (let year = 2030; ; year += 28) {
    const time = `${year}-11-21T14:32:00Z`
    if (Date.parse(time) > machineTime()) return time
  }
}

/** Starts a sandbox with its data in this folder; it may not answer yet. Without a port it takes a free one. */
export async function startSandbox(folder: string, transfers: number, env: Record<string, string> = {}, at?: number) {
  const port = at ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const sandbox = startProcess(
    [join(root, '.build/sandbox.mjs')],
    {
      MINTDESK_DATA: folder,
      SANDBOX_PORT: String(port),
      SANDBOX_TRANSFERS: String(transfers),
      SANDBOX_CONTROL_TOKEN: sandboxToken,
      ...env,
    },
    url,
  )
  return { sandbox, control: controlOf(url), answers: () => untilAnswers(sandbox, '/') }
}

/** Starts a console and its sandbox at `demoTime`. @param more variables of both processes */
export async function startDemo(transfers = 5_000, more: Record<string, string> = {}): Promise<Demo> {
  const { ahead, variables: clock } = clockFrom(demoTime())
  const env = { ...clock, ...more }
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-desk-'))
  const { sandbox, control, answers } = await startSandbox(folder, transfers, env)
  const variables = {
    MINTDESK_DATA: folder,
    MINTDESK_EMBEDDED: '1',
    ...demoVariables(sandbox.url),
    ...(more.DEMO_WORLDS && { SANDBOX_CONTROL_TOKEN: sandboxToken }),
    ...env,
  }
  const console = await startConsole(variables).catch(async (error) => {
    await sandbox.stop()
    throw error
  })
  await answers()
  return {
    console,
    sandbox,
    transfers,
    control,
    controlToken: sandboxToken,
    now: () => machineTime() + ahead,
    clock,
    variables,
    stop: async () => {
      await Promise.all([console.stop(), sandbox.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Examples = Record<string, { value: unknown }>
type Description = {
  paths: Record<
    string,
    Record<string, { operationId: string; requestBody?: { content: Record<string, { examples?: Examples }> } }>
  >
}

/** A valid body of each operation that takes one: the first example of the service's own description. */
export async function examplesOf({ sandbox }: Pick<Demo, 'sandbox'>): Promise<Record<string, unknown>> {
  const { paths } = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as Description
  const described = Object.values(paths).flatMap((methods) => Object.values(methods))
  return Object.fromEntries(
    described.flatMap(({ operationId, requestBody }) => {
      const [first] = Object.values(requestBody?.content['application/json']?.examples ?? {})
      return first ? [[operationId, first.value]] : []
    }),
  )
}

/** Starts another demo console for a running service; its data are deleted when it stops. */
export async function startConsoleOn(service: string, env: Record<string, string> = {}): Promise<RunningProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-console-'))
  const running = await startConsole({ MINTDESK_DATA: folder, ...demoVariables(service), ...env })
  const stop = async () => {
    await running.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { ...running, stop }
}

/**
 * Starts another console on a demo's service, as a client without records: seeded ones change by themselves.
 * @returns it, and what requests a path of this client below /control
 */
export async function startWithoutRecords({ sandbox, control, clock }: Demo) {
  const client = { id: `client-${crypto.randomUUID()}`, secret: 'secret-of-a-client-without-records' }
  await control('POST', '/clients', { ...client, transfers: 0 })
  const ids = { SANDBOX_CLIENT_ID: client.id, SANDBOX_CLIENT_SECRET: client.secret }
  const console = await startConsoleOn(sandbox.url, { ...ids, ...clock })
  const controlClient: Demo['control'] = (method, path, body) => control(method, `/clients/${client.id}${path}`, body)
  return { console, control: controlClient }
}

/** A company's console: both environments on foreign services, with its own identity provider. */
export type Company = {
  console: RunningProcess
  sandbox: Upstream
  production: Upstream
  /** Who signs in next, and with which roles. */
  person: { roles?: string[]; sub: string; name: string; auth_time?: number }
  /** The console's data. */
  folder: string
  stop: () => Promise<void>
}

/** Starts an identity provider that signs everyone in as this person, as it is at that moment. */
export async function startIdentityProvider(person: Company['person']) {
  const identity = new OAuth2Server()
  await identity.issuer.keys.generate('RS256')
  await identity.start(0, '127.0.0.1')
  identity.service.on('beforeTokenSigning', (token) => Object.assign(token.payload, person))
  const url = `http://127.0.0.1:${identity.address().port}`
  identity.issuer.url = url
  return { url, stop: () => identity.stop() }
}

/** @param more variables of the console */
export async function startCompany(more: Record<string, string> = {}): Promise<Company> {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-company-'))
  const sandbox = await startUpstream('sandbox')
  const production = await startUpstream('production')
  const person: Company['person'] = { roles: ['treasury'], sub: 'ines', name: 'Ines Okafor' }
  const identity = await startIdentityProvider(person)
  const environment = (name: string, { url }: Upstream, secret: string) => ({
    [`${name}_BASE_URL`]: url,
    [`${name}_AUTH_URL`]: url,
    [`${name}_CLIENT_ID`]: `${name.toLowerCase()}-client`,
    [`${name}_CLIENT_SECRET`]: secret,
  })
  const console = await startConsole({
    MINTDESK_DATA: folder,
    UPSTREAM_RATE: '0',
    ...environment('SANDBOX', sandbox, secrets.sandbox),
    ...environment('PRODUCTION', production, secrets.production),
    OIDC_ISSUER: identity.url,
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: secrets.company,
    ...more,
  })
  return {
    console,
    sandbox,
    production,
    person,
    folder,
    stop: async () => {
      await Promise.all([console.stop(), sandbox.close(), production.close(), identity.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
