/** Compares the proxy with an empty handler of the framework, the usual handler, and the provider itself. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort, secrets, startProcess } from '../processes'

const root = join(import.meta.dirname, '..', '..')

async function tokenOf(url: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo-client',
    client_secret: secrets.demo,
    scope: 'transfer:read_transfer',
  })
  const answer = await fetch(`${url}/oauth2/token`, { method: 'POST', body })
  const token: { access_token: string } = await answer.json()
  return token.access_token
}

/** Signs in as a browser does, and keeps the cookies. */
async function cookiesOf(url: string): Promise<string> {
  const jar = new Map<string, string>()
  const keep = (answer: Response) => {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair)
    }
  }
  const csrf = await fetch(`${url}/api/auth/csrf`)
  keep(csrf)
  const { csrfToken }: { csrfToken: string } = await csrf.json()
  const body = new URLSearchParams({ csrfToken, username: 'treasury', password: 'demo', json: 'true' })
  const headers = { cookie: [...jar.values()].join('; ') }
  keep(await fetch(`${url}/api/auth/callback/demo`, { method: 'POST', body, headers, redirect: 'manual' }))
  return [...jar.values()].join('; ')
}

async function untilUp(url: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (await fetch(url, { redirect: 'manual' }).catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} did not answer within a minute.`)
}

type Target = { name: string; url: string; headers: Record<string, string> }
/** @property rate requests a second; @property p50 milliseconds */
type Figures = { rate: number; p50: number }

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function round({ url, headers }: Target, connections: number): Promise<Figures> {
  const result = await autocannon({ url, headers, connections, duration: 1 })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed.`)
  return { rate: result.requests.total / result.duration, p50: result.latency.p50 }
}

/** A second of each in turn, so that a slow moment of the machine falls on all of them. @returns the figures of each turn */
async function measure(targets: Target[], connections: number, turns: number): Promise<Figures[][]> {
  for (const target of targets) await round(target, connections)
  const all: Figures[][] = []
  for (let turn = 0; turn < turns; turn++) {
    const figures: Figures[] = []
    for (const target of targets) figures.push(await round(target, connections))
    all.push(figures)
  }
  return all
}

/** Medians over the turns. A turn that the machine disturbed counts once, as a ratio among others. */
function linesOf(targets: Target[], connections: number, turns: Figures[][]): string[] {
  const typical = (of: (turn: Figures[]) => number) => median(turns.map(of))
  const rate = (turn: Figures[], target: number) => turn[target]?.rate ?? Number.NaN
  const start = `${String(connections).padStart(2)} connections`
  const lines = targets.map(({ name }, target) => {
    const own = typical((turn) => rate(turn, target)).toFixed(0)
    const p50 = typical((turn) => turn[target]?.p50 ?? Number.NaN).toFixed(1)
    const times = typical((turn) => rate(turn, 0) / rate(turn, target)).toFixed(2)
    return `${start}  ${own.padStart(6)} requests/s  p50 ${p50} ms  ${name}${target > 0 ? `  proxy is ${times}x` : ''}`
  })
  if (connections > 1) return lines
  const sum = typical((turn) => 1 / rate(turn, 0) / (1 / rate(turn, 1) + 1 / rate(turn, 3))).toFixed(2)
  return [...lines, `${start}  the proxy takes ${sum}x the time of (a) and (c) together`]
}

/** @param folder the built copy with its bench routes; @param seconds that each target is measured @yields a line a target */
export async function* benchProxy(folder: string, seconds: number): AsyncGenerator<string> {
  const data = mkdtempSync(join(tmpdir(), 'mintdesk-bench-'))
  const [sandboxPort, port] = [await freePort(), await freePort()]
  const service = `http://127.0.0.1:${sandboxPort}`
  const sandbox = startProcess([join(root, '.build/sandbox.mjs')], {
    MINTDESK_DATA: data,
    SANDBOX_PORT: String(sandboxPort),
  })
  const processes = [sandbox]
  try {
    await untilUp(service)
    const token = await tokenOf(service)
    const url = `http://localhost:${port}`
    const env = {
      PORT: String(port),
      NEXTAUTH_URL: url,
      NEXTAUTH_SECRET: secrets.session,
      MINTDESK_DATA: data,
      UPSTREAM_RATE: '0',
      SANDBOX_BASE_URL: service,
      SANDBOX_AUTH_URL: service,
      SANDBOX_CLIENT_ID: 'demo-client',
      SANDBOX_CLIENT_SECRET: secrets.demo,
      BENCH_TOKEN: token,
    }
    processes.push(
      startProcess(
        [join(root, 'node_modules/next/dist/bin/next'), 'start', folder, '-H', '127.0.0.1', '-p', String(port)],
        env,
        url,
      ),
    )
    await untilUp(`${url}/api/ready`)
    const cookie = await cookiesOf(url)
    const query = '/v2/transfer/transfers?limit=100'
    const targets: Target[] = [
      { name: 'proxy, all checks on', url: `${url}/api/sandbox${query}`, headers: { cookie } },
      { name: '(a) constant of 64 kB', url: `${url}/api/bench/constant`, headers: { cookie } },
      { name: '(b) naive handler', url: `${url}/api/bench/naive?limit=100`, headers: { cookie } },
      { name: '(c) service direct', url: `${service}${query}`, headers: { authorization: `Bearer ${token}` } },
    ]
    for (const connections of [1, 16])
      yield* linesOf(targets, connections, await measure(targets, connections, seconds))
  } finally {
    await Promise.all(processes.map((one) => one.stop()))
    rmSync(data, { recursive: true, force: true })
  }
}
