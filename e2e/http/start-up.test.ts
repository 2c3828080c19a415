/** What an operator reads when a console or sandbox starts or stops, and that nothing keeps running. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { IntentPage } from '../../lib/api/intents'
import { demoVariables, freePort, type RunningProcess, secrets, startProcess } from '../processes'
import { browserAt, demoBrowser } from '../session'

const next = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1']
const production = {
  NEXTAUTH_SECRET: secrets.session,
  PRODUCTION_BASE_URL: 'https://api.service.example',
  PRODUCTION_AUTH_URL: 'https://auth.service.example',
  PRODUCTION_CLIENT_ID: 'client',
  PRODUCTION_CLIENT_SECRET: secrets.production,
}

/** Waits for a process to end. @returns its exit code and output */
async function ended(running: RunningProcess): Promise<{ code: number | null; printed: string }> {
  const code = await running.exited
  expect(running.printed()).not.toContain(secrets.mark)
  return { code, printed: running.printed() }
}

async function consoleWith(env: Record<string, string>) {
  const port = String(await freePort())
  return ended(startProcess([...next, '-p', port], { PORT: port, ...env }))
}

/** Whether a process listens on this port. */
const isTaken = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )

test('a console with production but no company sign-in does not start and names the variables to set', async () => {
  const { code, printed } = await consoleWith(production)
  expect(code).toBe(1)
  expect(printed).toContain('set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET for company sign-in')
})

test('a console without variables does not start and names each missing one', async () => {
  const { code, printed } = await consoleWith({})
  expect(code).toBe(1)
  expect(printed).toContain('NEXTAUTH_SECRET is not set')
  const half = await consoleWith({ NEXTAUTH_SECRET: secrets.session, SANDBOX_BASE_URL: 'https://api.sandbox.example' })
  expect(half.code).toBe(1)
  expect(half.printed).toContain('SANDBOX_AUTH_URL, SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET not set')
})

test('a console whose database is unreachable does not start and does not print the password', async () => {
  const sandbox = Object.fromEntries(
    Object.entries(production).map(([name, value]) => [name.replace('PRODUCTION', 'SANDBOX'), value]),
  )
  const { code, printed } = await consoleWith({
    ...sandbox,
    DATABASE_URL: `postgres://desk:${secrets.mark}@127.0.0.1:1/desk`,
  })
  expect(code).toBe(1)
  expect(printed).toMatch(/The database cannot be used.*DATABASE_URL/)
})

test.each([
  ['as soon as it listens', 'Ready in'],
  ['while it opens its database', 'The database was migrated'],
])('a console that is asked to stop %s ends, although a balancer keeps asking it', async (_, line) => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-start-'))
  const port = String(await freePort())
  const service = 'http://127.0.0.1:1'
  const running = startProcess([...next, '-p', port], {
    PORT: port,
    NEXTAUTH_SECRET: secrets.session,
    MINTDESK_DATA: folder,
    ...demoVariables(service),
  })
  let isOver = false
  running.exited.then(() => {
    isOver = true
  })
  const asking = (async () => {
    while (!isOver) await isTaken(Number(port))
  })()
  try {
    await expect.poll(running.printed, { timeout: 20_000, interval: 1 }).toContain(line)
    process.kill(running.pid ?? 0, 'SIGTERM')
    await expect.poll(() => isOver, { timeout: 8_000 }).toBe(true)
  } finally {
    await running.stop()
    await asking
    rmSync(folder, { recursive: true })
  }
})

test('a port in use is named together with the variable that changes it', async () => {
  const holder = createServer()
  const port = await freePort()
  await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve))
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-start-'))
  try {
    const env = { NEXTAUTH_SECRET: secrets.session, MINTDESK_DATA: folder }
    const own = await ended(startProcess(['lib/commands/start.mjs'], { ...env, PORT: String(port) }))
    expect([own.code, own.printed]).toEqual([
      1,
      expect.stringContaining(`Port ${port} is taken. Choose another with PORT`),
    ])
    const ofSandbox = { ...env, PORT: String(await freePort()), SANDBOX_PORT: String(port) }
    const service = await ended(startProcess(['lib/commands/start.mjs'], ofSandbox))
    expect([service.code, service.printed]).toEqual([1, expect.stringContaining('SANDBOX_PORT')])
    const alone = await ended(startProcess(['.build/sandbox.mjs'], ofSandbox))
    expect([alone.code, alone.printed]).toEqual([1, expect.stringContaining('SANDBOX_PORT')])
  } finally {
    holder.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** What `npm start` runs: npm, its shell, and the launcher. */
const npmProgram = process.env.npm_execpath ?? join(process.execPath, '../../lib/node_modules/npm/bin/npm-cli.js')
const npm = [npmProgram, 'start']

/** A demo with few transfers, started as `npm start` does, and its ports. */
async function startAll(words = ['lib/commands/start.mjs']) {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-start-'))
  const ports = [await freePort(), await freePort()]
  const running = startProcess(words, {
    NEXTAUTH_SECRET: secrets.session,
    MINTDESK_DATA: folder,
    PORT: String(ports[0]),
    SANDBOX_PORT: String(ports[1]),
    SANDBOX_TRANSFERS: '100',
  })
  await expect.poll(running.printed, { timeout: 120_000 }).toContain(`Mintdesk is ready: http://localhost:${ports[0]}`)
  return {
    running,
    origin: `http://localhost:${ports[0]}`,
    taken: () => Promise.all(ports.map(isTaken)),
    removeData: () => rmSync(folder, { recursive: true }),
  }
}

test('npm start prints its address and the demo users, and SIGTERM leaves nothing running', async () => {
  const { running, origin, taken, removeData } = await startAll()
  expect(running.printed()).toContain('support, treasury, approver or admin; the password of each is demo')
  expect(await taken()).toEqual([true, true])
  const browser = await demoBrowser(origin, 'treasury')
  const names = await (await browser('/api/sandbox/presets?kind=profile')).json()
  expect(names).toMatchObject({
    entries: expect.arrayContaining([expect.objectContaining({ value: 'Main treasury' })]),
  })
  const { intents } = (await (await browser('/api/sandbox/intents')).json()) as IntentPage
  const states = intents.map(({ operation, state }) => `${operation} ${state}`)
  expect(states.toSorted()).toEqual([
    'createFiatAccount confirmed',
    'createOrder confirmed',
    'createOrder confirmed',
    'createOrder unknown',
    'createRule confirmed',
  ])
  expect((await browserAt(origin)('/api/worlds', { method: 'POST', json: {} })).status).toBe(200)
  await running.stop()
  expect(await taken()).toEqual([false, false])
  removeData()
})

test.each([
  ['npm start', npm],
  ['its launcher alone', ['lib/commands/start.mjs']],
])('kill -9 of %s leaves nothing running', async (_, words) => {
  const { running, taken, removeData } = await startAll(words)
  process.kill(running.pid ?? 0, 'SIGKILL')
  await running.exited
  await expect.poll(taken, { timeout: 60_000, interval: 250 }).toEqual([false, false])
  removeData()
})

/** The process ID of the sandbox that a launcher runs. */
function sandboxOf(launcher: number | undefined): number {
  const lines = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(launcher)], { encoding: 'utf8' }).split('\n')
  return Number.parseInt(lines.find((line) => line.includes('sandbox.mjs')) ?? '', 10)
}

test('a sandbox that ends is started again, unless it keeps ending', async () => {
  const { running, taken, removeData } = await startAll()
  const restarts = () => running.printed().split('The sandbox has exited and is started again.').length - 1
  for (const times of [1, 2, 3]) {
    process.kill(sandboxOf(running.pid), 'SIGKILL')
    await expect.poll(restarts, { timeout: 60_000 }).toBe(times)
    await expect.poll(taken, { timeout: 60_000 }).toEqual([true, true])
  }
  process.kill(sandboxOf(running.pid), 'SIGKILL')
  expect(await running.exited).toBe(1)
  expect(running.printed()).toContain('The sandbox has exited 4 times within a minute; see the error above.')
  expect(await taken()).toEqual([false, false])
  removeData()
})
