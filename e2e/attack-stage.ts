/**
 * Two consoles to attack: one with demo users behind a trusted proxy, one of a company whose sandbox environment belongs
 * to a hostile provider. The console that is not under attack shows how busy this machine is meanwhile.
 */
import { setMaxListeners } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { WebSocket } from 'undici'
import { profiles } from '../lib/sandbox/seed/parties'
import { type HostileProvider, startHostileProvider } from './hostile-provider'
import {
  demoVariables,
  type RunningProcess,
  secrets,
  startConsole,
  startIdentityProvider,
  startSandbox,
} from './processes'
import { type Browser, browserAt, companyBrowser, cookieHeader, demoBrowser } from './session'

/** Where attacks come from: on Linux another address of this machine than everyone else's. */
export const attackerAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'

const [{ id: profile }] = profiles
export const orderPath = `/v2/profiles/${profile}/orders`
/** Rests on the provider's side for ever. */
const order = { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: '0.001', price: '1000000' }

/** Megabytes: of the process, and of the objects that are still in use. */
export type Memory = { process: number; used: number }

/** A console with its own way to its memory. */
type ObservedConsole = RunningProcess & { memory: (options: { isCollected: boolean }) => Promise<Memory> }

async function startObservedConsole(env: Record<string, string>): Promise<ObservedConsole> {
  const { NODE_OPTIONS = '' } = process.env
  const running = await startConsole({ ...env, NODE_OPTIONS: `${NODE_OPTIONS} --inspect=127.0.0.1:0` })
  const [, url = ''] = /Debugger listening on (ws:\S+)/.exec(running.printed()) ?? []
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('The console has no inspector.')))
  })
  const waiting = new Map<number, (result: unknown) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result }: { id: number; result: unknown } = JSON.parse(String(data))
    waiting.get(id)?.(result)
    waiting.delete(id)
  })
  let last = 0
  const call = (method: string, params: object = {}) =>
    new Promise<unknown>((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN) return reject(new Error(`The console ended:\n${running.printed()}`))
      last += 1
      waiting.set(last, resolve)
      socket.send(JSON.stringify({ id: last, method, params }))
    })
  const memory: ObservedConsole['memory'] = async ({ isCollected }) => {
    if (isCollected) await call('HeapProfiler.collectGarbage')
    const { result } = (await call('Runtime.evaluate', {
      expression: 'process.memoryUsage()',
      returnByValue: true,
    })) as { result: { value: NodeJS.MemoryUsage } }
    const { rss, heapUsed, external } = result.value
    return { process: rss / 1e6, used: (heapUsed + external) / 1e6 }
  }
  const stop = () => {
    socket.close()
    return running.stop()
  }
  return { ...running, memory, stop }
}

/** Delays of /api/health in milliseconds, and why requests without a 200 failed. */
export type Delays = { p50: number; p99: number; failures: string[] }

function delaysFrom(all: (number | string)[]): Delays {
  const sorted = all.filter((delay) => typeof delay === 'number').sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.POSITIVE_INFINITY
  return { p50: at(0.5), p99: at(0.99), failures: all.filter((failure) => typeof failure === 'string') }
}

/** Requests the health of consoles in a thread of its own. `next` waits and returns the delays meanwhile, in their order. */
function startHealthClient(origins: string[]) {
  const worker = new Worker(new URL('./health-client.mjs', import.meta.url), { workerData: { origins } })
  return {
    async next(): Promise<Delays[]> {
      const answered = new Promise<(number | string)[][]>((resolve) => worker.once('message', resolve))
      worker.postMessage('next')
      return (await answered).map(delaysFrom)
    },
    stop: () => worker.terminate(),
  }
}

export type SentRequest = { method?: string; path: string; headers?: Record<string, string | string[]>; body?: string }

/** A client on connections of its own. */
export type Attacker = {
  origin: string
  /** The cookies of a signed-in session. */
  cookie: string
  /** The headers of a write from one of the console's own pages, with that session. */
  write: () => Record<string, string>
  /** Cookie and token of next-auth's forms. */
  csrf: { cookie: string; token: string }
  /** What a request came to: the answer's status, an error's code, or `stopped` at the attack's end. */
  send: (sent: SentRequest) => Promise<string>
  /** Says that the attack's time is over. What was sent before may still be answered. */
  over: AbortSignal
}

/** @param end breaks off what is not answered yet */
async function attackerOn(origin: string, session: Browser, connections: number, over: AbortSignal, end: AbortSignal) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { port, host } = new URL(origin)
  const cookie = cookieHeader(session.cookies)
  const anonymous = browserAt(origin)
  const { csrfToken } = (await (await anonymous('/api/auth/csrf')).json()) as { csrfToken: string }
  const send: Attacker['send'] = ({ method = 'GET', path, headers = {}, body }) =>
    new Promise((resolve) => {
      const isEnded = (error: NodeJS.ErrnoException) => resolve(end.aborted ? 'stopped' : (error.code ?? 'error'))
      const target = { host: '127.0.0.1', port, localAddress: attackerAddress, agent, signal: end }
      const sent = request({ ...target, method, path, headers: { host, ...headers } }, (answer) => {
        answer
          .once('error', isEnded)
          .once('end', () => resolve(String(answer.statusCode)))
          .resume()
      })
      sent.once('connect', ({ statusCode }, socket) => {
        socket.destroy()
        resolve(String(statusCode))
      })
      sent.once('error', isEnded).end(body)
    })
  const attacker: Attacker = {
    origin,
    cookie,
    write: () => ({ cookie, origin, 'content-type': 'application/json', 'x-mintdesk-intent': crypto.randomUUID() }),
    csrf: { cookie: cookieHeader(anonymous.cookies), token: csrfToken },
    send,
    over,
  }
  return { attacker, close: () => agent.destroy() }
}

export type Attack = {
  name: string
  on: 'demo' | 'company'
  connections: number
  /** Milliseconds between two requests of one connection; without it as many as the stage chooses. */
  pause?: number
  /** How many requests instead of how long. */
  requests?: number
  /** What its requests may come to, if they are not stopped at its end; without it anything. */
  allowed?: string[]
  /** How the hostile provider answers meanwhile. */
  provider?: HostileProvider['answers']
  /** Sends one request, the nth from 0. @returns what it came to */
  request: (attacker: Attacker, nth: number) => Promise<string>
}

/** What one attack did. */
export type Damage = {
  requests: number
  milliseconds: number
  outcomes: Record<string, number>
  health: Delays
  /** Of the console that was not attacked, at the same time. */
  idle: Delays
  before: Memory
  /** Of the process, in megabytes. */
  peak: number
  after: Memory
  /** Statuses of what another person did meanwhile: reads of a list and orders. */
  person: { reads: number[]; orders: number[] }
  /** What the console printed meanwhile. */
  printed: string
}

const pauseFor = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** @param pause of connections whose attack names none, in milliseconds */
export async function startAttackStage({ seconds, pause }: { seconds: number; pause: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-attacks-'))
  const { sandbox, answers } = await startSandbox(join(folder, 'sandbox'), 500)
  const provider = await startHostileProvider()
  const person = { roles: ['treasury'], sub: 'ines', name: 'Ines Okafor' }
  const identity = await startIdentityProvider(person)
  await answers()
  const [demo, company] = await Promise.all([
    startObservedConsole({
      ...demoVariables(sandbox.url),
      MINTDESK_DATA: join(folder, 'demo'),
      UPSTREAM_RATE: '40',
      DEMO_USERS: '1',
      TRUSTED_PROXY_HOPS: '1',
    }),
    startObservedConsole({
      MINTDESK_DATA: join(folder, 'company'),
      UPSTREAM_RATE: '0',
      ...Object.fromEntries(
        Object.entries(demoVariables(sandbox.url)).map(([name, value]) => [
          name.replace('SANDBOX', 'PRODUCTION'),
          value,
        ]),
      ),
      SANDBOX_BASE_URL: provider.url,
      SANDBOX_AUTH_URL: provider.url,
      SANDBOX_CLIENT_ID: 'sandbox-client',
      SANDBOX_CLIENT_SECRET: secrets.sandbox,
      OIDC_ISSUER: identity.url,
      OIDC_CLIENT_ID: 'console',
      OIDC_CLIENT_SECRET: secrets.company,
    }),
  ])
  const sessions = {
    demo: { attacker: await demoBrowser(demo.url, 'admin'), person: await demoBrowser(demo.url, 'treasury') },
    company: { person: await companyBrowser(company.url), attacker: browserAt(company.url) },
  }
  Object.assign(person, { sub: 'mallory', name: 'Mallory Quint' })
  sessions.company.attacker = await companyBrowser(company.url)
  const health = startHealthClient([demo.url, company.url])

  /** What a person does who has nothing to do with the attack. */
  async function work(browser: Browser, environment: string, { reads, orders }: Damage['person']) {
    reads.push((await browser(`/api/${environment}/v2/transfer/transfers?limit=20`)).status)
    orders.push((await browser(`/api/${environment}${orderPath}`, { method: 'POST', json: order })).status)
  }

  async function attackWith(attack: Attack): Promise<Damage> {
    const { name, on, connections, requests = Number.POSITIVE_INFINITY } = attack
    const target = on === 'demo' ? demo : company
    const environment = on === 'demo' ? 'sandbox' : 'production'
    provider.answers = attack.provider ?? 'well'
    const [over, end] = [new AbortController(), new AbortController()]
    for (const { signal } of [over, end]) setMaxListeners(0, signal)
    const session = sessions[on].attacker
    const { attacker, close } = await attackerOn(target.url, session, connections, over.signal, end.signal)
    const printedBefore = target.printed().length
    const before = await target.memory({ isCollected: true })
    await health.next()

    const began = performance.now()
    const outcomes: Record<string, number> = {}
    const statuses: Damage['person'] = { reads: [], orders: [] }
    let count = 0
    let peak = before.process
    const isOver = () => over.signal.aborted || count >= requests
    const attacking = Array.from({ length: connections }, async () => {
      while (!isOver()) {
        const outcome = await attack.request(attacker, count++)
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        if (!isOver()) await pauseFor(attack.pause ?? pause)
      }
    })
    let isAnswered = false
    const others = [
      async () => work(sessions[on].person, environment, statuses),
      async () => {
        peak = Math.max(peak, (await target.memory({ isCollected: false })).process)
      },
    ].map(async (other) => {
      while (!isAnswered) {
        await other()
        await pauseFor(100)
      }
    })
    if (attack.requests === undefined) {
      await pauseFor(seconds * 1000)
      over.abort()
      // What was sent has as long again to be answered, at most until the console would give up on its provider.
      setTimeout(() => end.abort(), Math.min(seconds, 15) * 1000)
    }
    await Promise.all(attacking)
    isAnswered = true
    await Promise.all(others)
    const milliseconds = performance.now() - began
    const delays = await health.next()
    close()
    const after = await target.memory({ isCollected: true })
    const [ofDemo, ofCompany] = delays
    if (!ofDemo || !ofCompany) throw new Error(`No health during: ${name}`)
    const [own, idle] = on === 'demo' ? [ofDemo, ofCompany] : [ofCompany, ofDemo]
    const printed = target.printed().slice(printedBefore)
    const answered = Object.values(outcomes).reduce((sum, some) => sum + some, 0)
    return {
      requests: answered,
      milliseconds,
      outcomes,
      health: own,
      idle,
      before,
      peak,
      after,
      person: statuses,
      printed,
    }
  }

  return {
    attackWith,
    /** Delays of both consoles while nothing but the health client requests anything. */
    async quiet(milliseconds: number): Promise<Delays> {
      await health.next()
      await pauseFor(milliseconds)
      const [demoDelays, companyDelays] = await health.next()
      if (!demoDelays || !companyDelays) throw new Error('No health in quiet.')
      return demoDelays.p99 > companyDelays.p99 ? demoDelays : companyDelays
    },
    /** Whether both consoles still run. */
    areRunning: async () => {
      const ended = Promise.race([demo.exited, company.exited]).then(() => false)
      return Promise.race([ended, pauseFor(0).then(() => true)])
    },
    async stop(): Promise<void> {
      await Promise.all([health.stop(), demo.stop(), company.stop()])
      await Promise.all([sandbox.stop(), provider.close(), identity.stop()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type AttackStage = Awaited<ReturnType<typeof startAttackStage>>
