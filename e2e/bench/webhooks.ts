/**
 * Webhooks under load: changes become visible at a steady rate while the receiver is killed again and again. Beside it, in
 * the same run, the same messages sent one after the other by a loop that keeps nothing.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { type Dispatcher, request } from 'undici'
import { migrate, openDatabase } from '../../lib/database/open'
import type { WebhookEvent } from '../../lib/features/webhooks/interface'
import { receiverConnections } from '../../lib/features/webhooks/server/receiver-address'
import { Webhooks } from '../../lib/features/webhooks/server/webhooks'
import type { Session } from '../../lib/server/auth/sessions'
import { systemClock } from '../../lib/server/clock'
import { Encryption } from '../../lib/server/encryption/encryption'
import { Follower } from '../../lib/server/records/follower'
import { Records } from '../../lib/server/records/records'
import { createLog } from '../../lib/server/telemetry/log'
import { Secrets } from '../../lib/server/upstream/secrets'
import type { Upstream, Upstreams } from '../../lib/server/upstream/upstream'
import { IntentRows } from '../../lib/server/writes/rows'
import { freePort } from '../processes'

const owner = { environment: 'sandbox', clientId: 'bench' } as const
const admin: Session = { id: 's', subject: 'oidc:ann', name: 'Ann Lee', roles: ['admin'] }

/** Says what it got before it accepts it: `sequence id visible received`, in ms since 1970. */
const receiverSource = `
const { createServer } = require('node:http')
const { writeSync } = require('node:fs')
createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => (text += chunk))
  request.on('end', () => {
    const { sequence, data } = JSON.parse(text)
    writeSync(1, sequence + ' ' + request.headers['webhook-id'] + ' ' + data.transfer.memo + ' ' + Date.now() + '\\n')
    response.writeHead(204).end()
  })
}).listen(Number(process.argv[1]), '127.0.0.1', () => writeSync(1, 'ready\\n'))
`

type Received = { sequence: number; id: string; waited: number }

/** A receiver in a process of its own, started again whenever it is killed. */
async function startReceiver(port: number) {
  const received: Received[] = []
  let child: ChildProcess | undefined
  const start = () =>
    new Promise<void>((resolve) => {
      child = spawn(process.execPath, ['-e', receiverSource, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] })
      if (child.stdout)
        createInterface({ input: child.stdout }).on('line', (line) => {
          if (line === 'ready') return resolve()
          const [sequence, id = '', visible, at] = line.split(' ')
          received.push({ sequence: Number(sequence), id, waited: Number(at) - Number(visible) })
        })
    })
  await start()
  return {
    received,
    async kill() {
      child?.kill('SIGKILL')
      await start()
    },
    stop: () => child?.kill('SIGKILL'),
  }
}

/** A provider whose transfers change one after the other; `memo` says when a change became visible. */
function changingProvider() {
  const rows: { at: number; json: string }[] = []
  const secrets = new Secrets([])
  const read = async (_: string, { query }: { query?: object }) => {
    const asked = query as { limit: number; page_cursor?: string; 'updated_at.gte'?: string }
    const since = Date.parse(asked['updated_at.gte'] ?? '')
    const from = Number(asked.page_cursor ?? (Number.isNaN(since) ? 0 : rows.findIndex(({ at }) => at >= since)))
    const items = from < 0 ? [] : rows.slice(from, from + asked.limit)
    const cursor = from >= 0 && rows.length > from + asked.limit ? String(from + asked.limit) : ''
    const text = `{"items":[${items.map(({ json }) => json).join(',')}],"next_page_cursor":"${cursor}"}`
    const answer = {
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: Readable.from([Buffer.from(text)]),
    } as unknown as Dispatcher.ResponseData
    return { answer, secrets, limitedInARow: 0, at: Date.now() }
  }
  const upstream = {
    read,
    now: Date.now,
    knownTime: Date.now,
    environment: owner.environment,
    rate: { millisToSpare: () => 0 },
    owner,
  } as unknown as Upstream
  const change = (number: number) => {
    const at = Date.now()
    const id = `c${number.toString(16).padStart(7, '0')}-a3c3-4634-ac3c-6b12b7b33cb5`
    const status = number % 3 === 0 ? 'FAILED' : 'COMPLETED'
    const record = { id, status, updated_at: new Date(at).toISOString(), amount: '1250.00', memo: String(at) }
    rows.push({ at, json: JSON.stringify(record) })
  }
  return { upstreams: { of: () => upstream } as unknown as Upstreams, change }
}

const share = (sorted: readonly number[], part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0

/** Messages a second of a loop that sends and keeps nothing. */
async function bareRate(port: number, seconds: number): Promise<number> {
  const connections = receiverConnections(true)
  const body = JSON.stringify({ sequence: -1, data: { transfer: { id: 'x', amount: '1250.00', memo: '0' } } })
  const until = performance.now() + seconds * 1_000
  let count = 0
  for (; performance.now() < until; count++) {
    const answer = await request(`http://127.0.0.1:${port}/`, { method: 'POST', body, dispatcher: connections })
    await answer.body.dump()
  }
  await connections.close()
  return count / seconds
}

type Run = {
  /** Changes that become visible, and how many a second. */
  changes: number
  rate: number
  /** Kills of the receiver, spread over the run. */
  kills: number
  /** Of a PostgreSQL; without it the database is embedded. */
  databaseUrl?: string
}

/** How long a run took, the repeats in it, and milliseconds from visible to received, sorted. */
type Delivered = { seconds: number; repeats: number; waited: number[] }

/**
 * Tells a receiver of changes while it is killed again and again.
 * @throws Error if a change is missing at the end, comes in another order or is repeated under another id
 */
export async function deliverChanges({ changes, rate, kills, databaseUrl }: Run): Promise<Delivered> {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-webhooks-'))
  const database = openDatabase({ dataFolder: folder, databaseUrl })
  await migrate(database)
  const port = await freePort()
  const receiver = await startReceiver(port)
  const provider = changingProvider()
  const log = createLog('error')
  const encryption = new Encryption({ secret: 'a-secret-of-the-benchmark' })
  const records = new Records({ database, clock: systemClock, encryption, log })
  const { upstreams } = provider
  const follower = new Follower({ upstream: upstreams.of(owner.environment), records, clock: systemClock, log })
  const webhooks = new Webhooks({
    database,
    clock: systemClock,
    log,
    upstreams,
    records,
    encryption,
    connections: receiverConnections(true),
    eventsOfMovements: async () => [],
    notices: {
      origin: 'http://127.0.0.1',
      rows: new IntentRows(database, systemClock, encryption),
      profileName: async () => undefined,
      plansOf: async () => new Map(),
    },
  })
  const events: WebhookEvent[] = ['transfer.failed', 'transfer.completed']
  await webhooks.endpoints.add(
    owner,
    { id: '4d1c1f0a-7f0e-4a52-9c1e-8a5f0e2d9e2b', name: 'Desk', url: `http://127.0.0.1:${port}/`, events, zone: 'UTC' },
    admin,
  )
  follower.start()
  webhooks.start(['sandbox'])
  const began = performance.now()
  try {
    let made = 0
    for (let killed = 0; made < changes; ) {
      const due = Math.min(changes, Math.floor(((performance.now() - began) / 1_000) * rate))
      for (; made < due; made++) provider.change(made)
      if (made >= ((killed + 1) * changes) / (kills + 1)) {
        killed += 1
        await receiver.kill()
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    const isToldAll = () => receiver.received.some(({ sequence }) => sequence === changes)
    for (let waited = 0; !isToldAll() && waited < 120_000; waited += 200)
      await new Promise((resolve) => setTimeout(resolve, 200))
    const seconds = (performance.now() - began) / 1_000
    return { seconds, ...checked(receiver.received, changes) }
  } finally {
    await Promise.all([webhooks.close(), follower.close()])
    await database.destroy()
    receiver.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @throws Error unless every change was received, in order, and repeats had the ids of their first messages */
function checked(received: readonly Received[], changes: number): Omit<Delivered, 'seconds'> {
  const ids = new Map<number, string>()
  const waited: number[] = []
  for (const { sequence, id, waited: millis } of received) {
    const known = ids.get(sequence)
    if (known !== undefined && known !== id) throw new Error('A repeat had another id.')
    if (known !== undefined) continue
    if (sequence !== ids.size + 1)
      throw new Error(
        `Change ${sequence} was received after ${ids.size} others: one is missing, or the order is another.`,
      )
    ids.set(sequence, id)
    waited.push(millis)
  }
  if (ids.size !== changes) throw new Error(`${changes - ids.size} of ${changes} changes were not received.`)
  return { repeats: received.length - changes, waited: waited.sort((one, other) => one - other) }
}

/** Milliseconds within which a part of the messages was received, 0 to 1. */
export const delayAt = ({ waited }: Delivered, part: number) => share(waited, part)

/** @throws Error as `deliverChanges` */
export async function benchWebhooks({ changes, kills, rate = 400 }: { changes: number; kills: number; rate?: number }) {
  const port = await freePort()
  const alone = await startReceiver(port)
  const bare = await bareRate(port, 4)
  alone.stop()
  const delivered = await deliverChanges({ changes, kills, rate })
  const millis = (part: number) => `${delayAt(delivered, part)} ms`
  return [
    `${changes.toLocaleString('en-GB')} changes at ${rate} a second, receiver killed ${kills} times: 0 missing, in order, ${delivered.repeats} repeats under their own ids`,
    `from visible to received: p50 ${millis(0.5)}, p95 ${millis(0.95)}, p99 ${millis(0.99)}, at most ${millis(1)} (aim: p95 at most 2,000 ms)`,
    `${(changes / delivered.seconds).toFixed(0)} messages a second, recorded, encrypted and told; a loop that only sends: ${bare.toFixed(0)} a second`,
  ]
}
