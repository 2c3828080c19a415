/**
 * docs/go-live.md, followed: its commands that can run here, in one shell, from the database to the alerts; and with
 * `npm run campaign -- --only=go-live` its drills. systemd is stood in for, all else is real.
 */
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../lib/commands/set-up.mjs'
import type { EnvironmentReport } from '../../lib/features/hold/interface'
import { systemClock } from '../../lib/server/clock'
import { giveClock } from '../../lib/server/testing'
import { examplesOf, startIdentityProvider, startSandbox } from '../processes'
import { companyBrowser } from '../session'
import { startUpstream } from '../upstream'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/go-live.md'), 'utf8')
const server = process.env.TEST_DATABASE_URL
const hasDrills = process.env.GO_LIVE_DRILLS !== undefined

/** Commands of the page: the step they stand in, what the page says they print, and what a person does since the last ones. */
type Block = { step: string; kind: string; commands: string; prints: string[]; before: string[] }

function blocksIn(text: string): Block[] {
  const fenced = /^```sh ?(\w*)\n([\s\S]*?)^```\n(?:```text\n([\s\S]*?)^```)?/gm
  let end = 0
  return [...text.matchAll(fenced)].map((match) => {
    const [whole, kind = '', commands = '', prints = ''] = match
    const [step = ''] =
      text
        .slice(0, match.index)
        .match(/(?<=^## ).*$/gm)
        ?.slice(-1) ?? []
    const before = [...text.slice(end, match.index).matchAll(/<!-- (.*?) -->/g)].map(([, act = '']) => act)
    if (kind !== '') end = match.index + whole.length
    return { step, kind, commands, prints: prints.split('\n').filter(Boolean), before }
  })
}

/** The first of these lines that was not printed behind the one before it; `…` stands for what differs. */
function missingLine(printed: string, lines: readonly string[]): string | undefined {
  const rest = printed.split('\n')
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return lines.find((line) => {
    const wanted = new RegExp(`^${line.split('…').map(escaped).join('.+')}$`)
    const at = rest.findIndex((one) => wanted.test(one))
    rest.splice(0, at + 1)
    return at < 0
  })
}

const blocks = blocksIn(page)

test('what the page says is printed is looked for line by line, and most of its commands run here', () => {
  expect(missingLine('a 1\nb\nc', ['a …', 'c'])).toBeUndefined()
  expect(missingLine('c\na 1', ['a …', 'c'])).toBe('c')
  expect(blocks.filter(({ kind }) => kind !== '').length).toBeGreaterThan(blocks.length / 2)
})

/** The page's commands, one block after the other, in one shell. */
function startShell(env: Record<string, string>) {
  const shell = spawn('bash', ['--norc', '--noprofile', '-e'], {
    env: {
      NODE_ENV: 'production',
      PATH: process.env.PATH,
      HOME: tmpdir(),
      NODE_OPTIONS: process.env.NODE_OPTIONS,
      TZ: process.env.TZ,
      ...env,
    },
  })
  const mark = '--- the end of a block ---'
  let printed = ''
  for (const stream of [shell.stdout, shell.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      printed += part
    })
  const ended = new Promise((resolve) => shell.once('close', resolve))
  const run = async (commands: string) => {
    printed = ''
    const file = join(env.STAND_IN ?? '', 'block.sh')
    writeFileSync(file, commands)
    shell.stdin.write(`. ${file} < /dev/null\necho '${mark}'\n`)
    let isOver = false
    void ended.then(() => {
      isOver = true
    })
    await expect.poll(() => isOver || printed.includes(mark), { timeout: 110_000, interval: 20 }).toBe(true)
    expect(isOver, `The commands failed:\n${printed}`).toBe(false)
    return printed.replace(mark, '')
  }
  return { run, stop: () => shell.kill() }
}

/** A free port of four digits whose port of metrics, with a 1 in front, is free as well. */
async function consolePort(): Promise<number> {
  for (;;) {
    const port = 2000 + Math.floor(Math.random() * 3000)
    const free = await Promise.all([port, 10_000 + port].map((one) => freePort('127.0.0.1', one)))
    if (free.every(Boolean)) return port
  }
}

const needed = 'for name in bash curl openssl psql; do command -v $name || exit 1; done'
const hasPrograms = spawnSync('sh', ['-c', needed]).status === 0

describe.skipIf(!server || !hasPrograms)('docs/go-live.md', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-go-live-'))
  const within = (name: string) => join(folder, name)
  const database = `go_live_${process.pid}`
  const reference = `drill-${process.pid}`
  const person = { sub: 'ines', name: 'Ines Okafor', roles: ['treasury'], auth_time: 0 }
  const stops: (() => unknown)[] = []
  let shell: ReturnType<typeof startShell>
  let origin: string
  let released = Number.POSITIVE_INFINITY
  /** What a person does between the commands, by the page's own words. */
  let acts: Record<string, () => unknown>

  beforeAll(async () => {
    for (const name of ['bin', 'units', 'state', 'elsewhere']) mkdirSync(within(name))
    for (const name of ['systemctl', 'systemd-run', 'journalctl']) {
      writeFileSync(within(`bin/${name}`), `#!/bin/sh\nexec node ${root}/e2e/systemd-stand-in.mjs ${name} "$@"\n`)
      chmodSync(within(`bin/${name}`), 0o755)
    }
    const { sandbox, answers } = await startSandbox(within('sandbox'), 100)
    const production = await startUpstream('production')
    const identity = await startIdentityProvider(person)
    stops.push(sandbox.stop, production.close, identity.stop)
    await answers()
    const [one, two] = [await consolePort(), await consolePort()]
    origin = `http://localhost:${one}`
    const { host, port } = new pg.Client({ connectionString: server })
    shell = startShell({
      PATH: `${within('bin')}:${process.env.PATH}`,
      STAND_IN: within('state'),
      STAND_IN_PARENT: String(process.pid),
      UNITS: within('units'),
      APP: root,
      ETC: within('etc'),
      STATE: within('data'),
      BACKUPS: within('backups'),
      CADDYFILE: within('Caddyfile'),
      ADDRESS: origin,
      PORTS: `${one} ${two}`,
      PSQL: `psql ${server}`,
      DATABASE: database,
      COPY: `cp -t ${within('elsewhere')}`,
      ...(host.startsWith('/')
        ? { DATABASE_AT: '', DATABASE_OPTIONS: `?host=${encodeURIComponent(host)}&port=${port}` }
        : { DATABASE_AT: `${host}:${port}`, DATABASE_OPTIONS: '' }),
      PROVIDER: `
SANDBOX_BASE_URL=${sandbox.url}
SANDBOX_AUTH_URL=${sandbox.url}
SANDBOX_CLIENT_ID=demo-client
PRODUCTION_BASE_URL=${production.url}
PRODUCTION_AUTH_URL=${production.url}
PRODUCTION_CLIENT_ID=production-client
OIDC_ISSUER=${identity.url}
OIDC_CLIENT_ID=console
SHUTDOWN_DELAY_SECONDS=0
`,
    })
    acts = {
      'the three secrets': () => {
        for (const [name, value] of Object.entries({ sandbox: 'demo-secret', production: 'secret', oidc: 'secret' }))
          writeFileSync(within(`etc/secrets/${name}_secret`), `${value}\n`)
      },
      'sign in': () => companyBrowser(origin),
      'an old backup': () => {
        writeFileSync(within('backups/mintdesk-20260101T020000Z.backup'), '')
        utimesSync(within('backups/mintdesk-20260101T020000Z.backup'), 0, 0)
      },
      'place an order': async () => {
        const browser = await companyBrowser(origin)
        const list = await (await browser('/api/sandbox/v2/transfer/transfers?limit=1')).json()
        const { createOrder } = await examplesOf({ sandbox })
        const path = `/api/sandbox/v2/profiles/${list.items[0].profile_id}/orders`
        const json = { ...(createOrder as object), ref_id: reference }
        expect((await browser(path, { method: 'POST', json })).status).toBe(200)
      },
      'reconcile and release': async () => {
        Object.assign(person, { roles: ['admin'], auth_time: Math.floor(systemClock.now() / 1000) })
        const browser = await companyBrowser(origin)
        const post = async (path: string, json: object = {}) => (await browser(path, { method: 'POST', json })).json()
        const { hold } = await post('/api/sandbox/hold/reconcile')
        const requests = hold.report.environments.flatMap(({ forgotten }: EnvironmentReport) => forgotten.requests)
        expect(requests).toMatchObject([{ operation: 'createOrder' }])
        const release = () =>
          post('/api/sandbox/hold/release', {
            report: hold.report.at,
            without_lists: true,
            statement: 'It was a drill.',
          })
        const { meta } = await release()
        const { url } = await post('/api/auth/confirm-identity', {
          digests: [meta.digest],
          return_to: '/sandbox/activity/restore',
        })
        const confirmed = await fetch(url, { redirect: 'manual' })
        await browser((confirmed.headers.get('location') ?? '').replace(origin, ''))
        expect((await release()).hold).toMatchObject({ is_held: false })
        released = systemClock.now()
      },
    }
  }, 60_000)

  afterAll(async () => {
    await shell?.run('for port in $PORTS; do systemctl stop "mintdesk@$port"; done').catch(() => undefined)
    shell?.stop()
    await Promise.all(stops.map((stop) => stop()))
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(`drop database if exists ${database} with (force)`)
    for (const role of [database, `${database}_owner`]) await client.query(`drop role if exists ${role}`)
    await client.end()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  // A second try would find what the first one made.
  for (const { step, kind, commands, prints, before } of blocks)
    test.skipIf(kind === '' || (kind === 'drill' && !hasDrills))(
      `${step}: ${commands.split('\n')[0]}`,
      { retry: 0 },
      async () => {
        for (const act of before) await acts[act]?.()
        const printed = await shell.run(commands)
        if (step.startsWith('3.')) await giveClock(server ?? '', database, systemClock)
        expect(missingLine(printed, prints), printed).toBeUndefined()
      },
    )

  test('a backup is copied elsewhere, and one past its days is deleted', () => {
    const copied = readdirSync(within('elsewhere'))
    expect(copied).toEqual([expect.stringMatching(/^mintdesk-\d+T\d+Z\.backup$/)])
    expect(readdirSync(within('backups')).filter((name) => name.endsWith('.backup'))).toEqual(copied)
  })
  test.skipIf(!hasDrills)('the log of the copy is signed after its release', { retry: 0 }, () => {
    const lines = readFileSync(within('data/audit-checkpoints.ndjson'), 'utf8').trim().split('\n')
    const kept = lines.map((line): { at: string; checkpoint: string } => JSON.parse(line))
    expect(new Set(kept.map(({ checkpoint }) => checkpoint.split('\n')[0])).size).toBe(2)
    expect(Date.parse(kept.at(-1)?.at ?? '')).toBeGreaterThan(released)
  })
})
