/**
 * Compares the sandbox with its alternatives: json-server with the same transfers, and the mock server of Prism with
 * the sandbox's own description, which holds no data and answers examples.
 */
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Pool } from 'undici'
import type { Transfer } from '../../lib/provider/transfers'
import { demoClient } from '../../lib/sandbox/clients'
import { createRandom } from '../../lib/sandbox/random'
import { profiles } from '../../lib/sandbox/seed/parties'
import { seedLabel } from '../../lib/sandbox/seed/seed'
import { openStore } from '../../lib/sandbox/store'
import { freePort, type RunningProcess, secrets, startProcess } from '../processes'

const root = join(import.meta.dirname, '..', '..')
const connections = 8

type Ask = { method?: 'POST'; path: string; body?: string }
/** The measured tasks; each returns its next request, given the number of requests before it. */
const tasks = ['list', 'look-up by id', 'look-up by hash', 'cursor walk', 'create order'] as const
type Task = (typeof tasks)[number]
type Asks = Record<Task, (number: number) => Ask>

const order = { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: '0.00000001', price: '1000000' }
const json = { 'content-type': 'application/json' }

type Figures = { rate: number; p50: number; p99: number }

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Sends requests over this many connections for this many seconds. @returns latencies in milliseconds */
async function drive(
  url: string,
  headers: Record<string, string>,
  ask: (number: number) => Ask,
  seconds: number,
): Promise<Figures> {
  const pool = new Pool(url, { connections, pipelining: 1 })
  const taken: number[] = []
  let number = 0
  const begun = performance.now()
  const until = begun + seconds * 1000
  const run = async () => {
    while (performance.now() < until) {
      const { method = 'GET', path, body } = ask(number++)
      const sent = performance.now()
      const reply = await pool.request({ method, path, body, headers: body ? { ...headers, ...json } : headers })
      const text = await reply.body.text()
      if (reply.statusCode >= 300)
        throw new Error(`${method} ${path} answered ${reply.statusCode}: ${text.slice(0, 200)}`)
      taken.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, run))
  const spent = (performance.now() - begun) / 1000
  await pool.close()
  const sorted = taken.sort((a, b) => a - b)
  return { rate: sorted.length / spent, p50: at(sorted, 0.5), p99: at(sorted, 0.99) }
}

/** Megabytes that a process holds. */
const memoryOf = ({ pid }: RunningProcess) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

type Peer = {
  name: string
  running: RunningProcess
  seconds: number
  headers: Record<string, string>
  asks: Partial<Asks>
}

/** Resolves with the seconds until a process answers; throws if the process exits first or takes too long. */
async function untilUp(running: RunningProcess, path: string, limit: number): Promise<number> {
  const begun = performance.now()
  let isOver = false
  running.exited.then(() => {
    isOver = true
  })
  while (performance.now() - begun < limit * 1000) {
    if (isOver) throw new Error(/^.*Error.*$/m.exec(running.printed())?.[0] ?? 'it ended while it was starting')
    if (await fetch(running.url + path).catch(() => undefined)) return (performance.now() - begun) / 1000
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  await running.stop()
  throw new Error(`it did not answer within ${limit} s`)
}

/** Every transfer that the sandbox keeps in a folder, as its JSON, so that all are asked for the same. */
function* keptIn(folder: string, transfers: number): Generator<string> {
  const store = openStore(join(folder, 'sandbox', `client-${demoClient.id}-${seedLabel(transfers)}.sqlite`))
  let last = 0
  for (;;) {
    const rows = store.all('SELECT seq, answer FROM transfers WHERE seq > ? ORDER BY seq LIMIT 5000', last)
    for (const { answer } of rows) yield store.transferJson(String(answer))
    const end = rows.at(-1)
    if (!end) break
    last = Number(end.seq)
  }
  store.close()
}

/** Ids and hashes from all over the time, so that each look-up lands elsewhere. */
type Sample = { ids: string[]; hashes: string[]; latest: number }

function sampleOf(folder: string, transfers: number): Sample {
  const every = Math.max(1, Math.floor(transfers / 2000))
  const sample: Sample = { ids: [], hashes: [], latest: 0 }
  let number = 0
  for (const text of keptIn(folder, transfers)) {
    if (number++ % every > 3) continue
    const { id, crypto_tx_hash, created_at } = JSON.parse(text) as Transfer
    sample.ids.push(id)
    sample.latest = Date.parse(created_at)
    if (crypto_tx_hash) sample.hashes.push(crypto_tx_hash)
  }
  return sample
}

/** A moment within the 60 days before the latest of a sample, another one each time. */
function momentsBefore({ latest }: Sample): () => string {
  const random = createRandom(1)
  return () => new Date(latest - random.below(60 * 86_400) * 1000).toISOString()
}

const oneOf = (values: readonly string[], number: number) => values[(number * 7919) % values.length] ?? ''

/** json-server's file: the very transfers of the sandbox, which must not run meanwhile. */
const databaseIn = (folder: string) => join(folder, 'db.json')

async function writeDatabase(folder: string, transfers: number): Promise<void> {
  const file = createWriteStream(databaseIn(folder))
  file.write('{"orders":[],"transfers":[')
  let isFirst = true
  for (const text of keptIn(folder, transfers)) {
    if (!file.write(isFirst ? text : `,${text}`)) await once(file, 'drain')
    isFirst = false
  }
  file.end(']}')
  await once(file, 'finish')
}

async function startOurs(folder: string, transfers: number): Promise<{ peer: Peer; sample: Sample }> {
  const port = await freePort()
  const start = () =>
    startProcess(
      [join(root, '.build/sandbox.mjs')],
      { MINTDESK_DATA: folder, SANDBOX_PORT: String(port), SANDBOX_TRANSFERS: String(transfers) },
      `http://127.0.0.1:${port}`,
    )
  const first = start()
  await untilUp(first, '/', 600)
  await first.stop()
  const sample = sampleOf(folder, transfers)
  await writeDatabase(folder, transfers)
  const { ids, hashes } = sample
  const running = start()
  const seconds = await untilUp(running, '/', 60)
  const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: secrets.demo }
  const reply = await fetch(`${running.url}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token } = (await reply.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${access_token}` }
  const list = '/v2/transfer/transfers'
  const cursors = await cursorsOf(running.url + list, headers)
  const moment = momentsBefore(sample)
  const peer: Peer = {
    name: 'this sandbox',
    running,
    seconds,
    headers,
    asks: {
      list: () => ({ path: `${list}?type=WIRE_DEPOSIT&created_at.lt=${moment()}` }),
      'look-up by id': (number) => ({ path: `${list}/${oneOf(ids, number)}` }),
      'look-up by hash': (number) => ({ path: `${list}?crypto_tx_hashes=${oneOf(hashes, number)}` }),
      'cursor walk': (number) => ({ path: `${list}?limit=100&page_cursor=${oneOf(cursors, number)}` }),
      'create order': () => ({
        method: 'POST',
        path: `/v2/profiles/${profiles[0].id}/orders`,
        body: JSON.stringify(order),
      }),
    },
  }
  return { peer, sample }
}

/** The cursors of the first pages of a walk. */
async function cursorsOf(url: string, headers: Record<string, string>): Promise<string[]> {
  const cursors: string[] = []
  for (let cursor = ''; cursors.length < 60; ) {
    const reply = await fetch(`${url}?limit=100${cursor && `&page_cursor=${cursor}`}`, { headers })
    cursor = ((await reply.json()) as { next_page_cursor: string }).next_page_cursor
    if (cursor) cursors.push(cursor)
  }
  return cursors
}

async function startJsonServer(folder: string, sample: Sample): Promise<Peer> {
  const { ids, hashes } = sample
  const path = databaseIn(folder)
  const port = await freePort()
  const words = [join(root, 'node_modules/json-server/lib/cli/bin.js'), '--quiet', '--port', String(port), path]
  const running = startProcess(words, {}, `http://127.0.0.1:${port}`)
  const seconds = await untilUp(running, '/orders', 180)
  const newest = '_sort=created_at&_order=desc&_limit=100'
  const moment = momentsBefore(sample)
  return {
    name: 'json-server',
    running,
    seconds,
    headers: {},
    asks: {
      list: () => ({ path: `/transfers?type=WIRE_DEPOSIT&created_at_lte=${moment()}&${newest}` }),
      'look-up by id': (number) => ({ path: `/transfers/${oneOf(ids, number)}` }),
      'look-up by hash': (number) => ({ path: `/transfers?crypto_tx_hash=${oneOf(hashes, number)}` }),
      'cursor walk': (number) => ({ path: `/transfers?${newest}&_page=${1 + (number % 60)}` }),
      'create order': () => ({ method: 'POST', path: '/orders', body: JSON.stringify(order) }),
    },
  }
}

async function startPrism(folder: string, description: string): Promise<Peer> {
  const path = join(folder, 'openapi.json')
  const file = createWriteStream(path)
  file.end(description)
  await once(file, 'finish')
  const port = await freePort()
  const words = [
    join(root, 'node_modules/@stoplight/prism-cli/dist/index.js'),
    'mock',
    '-h',
    '127.0.0.1',
    '-p',
    String(port),
    path,
  ]
  const running = startProcess(words, {}, `http://127.0.0.1:${port}`)
  const seconds = await untilUp(running, '/', 60)
  const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
  const list = '/v2/transfer/transfers'
  return {
    name: 'Prism, mock',
    running,
    seconds,
    headers: { authorization: 'Bearer mock' },
    asks: {
      list: () => ({ path: `${list}?type=WIRE_DEPOSIT` }),
      'look-up by id': () => ({ path: `${list}/${id}` }),
      'look-up by hash': () => ({ path: `${list}?crypto_tx_hashes=abc` }),
      'cursor walk': () => ({ path: `${list}?limit=100&page_cursor=abc` }),
      'create order': () => ({
        method: 'POST',
        path: `/v2/profiles/${profiles[0].id}/orders`,
        body: JSON.stringify(order),
      }),
    },
  }
}

const cell = (text: string, width: number) => text.padStart(width)

async function figuresOf(peer: Peer, seconds: number): Promise<Partial<Record<Task, Figures>>> {
  const found: Partial<Record<Task, Figures>> = {}
  for (const task of tasks) {
    const ask = peer.asks[task]
    if (!ask) continue
    // The first second warms up and is not counted.
    await drive(peer.running.url, peer.headers, ask, 1)
    found[task] = await drive(peer.running.url, peer.headers, ask, seconds)
  }
  return found
}

/**
 * @param counts  how many transfers, the smallest first; 10,000 and 1,000,000
 * @param seconds how long each task is driven
 * @yields lines for a person
 */
export async function* benchPeers(counts: readonly number[], seconds: number): AsyncGenerator<string> {
  let smallest: Partial<Record<Task, Figures>> | undefined
  for (const transfers of counts) {
    const folder = mkdtempSync(join(tmpdir(), 'mintdesk-peers-'))
    const running: RunningProcess[] = []
    try {
      const { peer: ours, sample } = await startOurs(folder, transfers)
      running.push(ours.running)
      const ourFigures = await figuresOf(ours, seconds)
      smallest ??= ourFigures
      const description = await (await fetch(`${ours.running.url}/openapi.json`)).text()
      const linesOf = function* (peer: Peer, figures: Partial<Record<Task, Figures>>) {
        yield `${transfers} transfers, ${peer.name}: up in ${peer.seconds.toFixed(1)} s, ${memoryOf(peer.running).toFixed(0)} MB`
        for (const [task, { rate, p50, p99 }] of Object.entries(figures)) {
          const own = ourFigures[task as Task]
          const first = smallest?.[task as Task]
          const beside =
            peer === ours
              ? `time x ${(p50 / (first?.p50 ?? p50)).toFixed(2)} of the fewest`
              : `this sandbox does x ${((own?.rate ?? 0) / rate).toFixed(1)}`
          yield `  ${task.padEnd(16)}${cell(rate.toFixed(0), 7)}/s  p50 ${cell(p50.toFixed(2), 8)} ms  p99 ${cell(p99.toFixed(2), 8)} ms  ${beside}`
        }
      }
      yield* linesOf(ours, ourFigures)
      for (const [name, start] of [
        ['json-server', () => startJsonServer(folder, sample)],
        ['Prism, mock', () => startPrism(folder, description)],
      ] as const) {
        try {
          const peer = await start()
          running.push(peer.running)
          yield* linesOf(peer, await figuresOf(peer, seconds))
        } catch (error) {
          yield `${transfers} transfers, ${name}: not possible: ${error instanceof Error ? error.message : error}`
        }
      }
    } finally {
      await Promise.all(running.map((each) => each.stop()))
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
