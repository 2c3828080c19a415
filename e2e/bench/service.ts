/**
 * Measures how response times grow with the number of transfers: the same requests against ten thousand and against many.
 * Run it with `npx tsx e2e/bench/service.ts --transfers=1000000`.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Transfer } from '../../lib/provider/transfers'
import { createSandbox } from '../../lib/sandbox/app'
import { Clients, demoClient } from '../../lib/sandbox/clients'
import { createRandom, type Random } from '../../lib/sandbox/random'
import { profiles } from '../../lib/sandbox/seed/parties'
import { Tenants } from '../../lib/sandbox/tenants'

const base = 10_000
/** Allowed ratio of the response times at a million and at ten thousand transfers. */
const allowed = 1.3
const rounds = 400
const anchor = Date.UTC(2026, 10, 19, 16, 0, 0)
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

async function bodyAt(url: string, headers: Record<string, string>, form?: string): Promise<string> {
  const sent = request(url, { agent, headers, method: form === undefined ? 'GET' : 'POST' })
  sent.end(form)
  const [response] = await once(sent, 'response')
  let text = ''
  for await (const chunk of response.setEncoding('utf8')) text += chunk
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}: ${text}`)
  return text
}

type BenchQuery = { name: string; query: (random: Random) => string }

/** Starts a service in its own folder. */
async function start(transfers: number) {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-bench-'))
  const begun = performance.now()
  const tenants = new Tenants({ folder, seed: { transfers, anchor }, wall: () => anchor })
  const clients = new Clients(':memory:')
  clients.add(demoClient)
  tenants.forClient(demoClient)
  const seconds = (performance.now() - begun) / 1000
  const server = createSandbox({ clients, tenants, wall: () => anchor })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const form = `grant_type=client_credentials&client_id=${demoClient.id}&client_secret=${demoClient.secret}`
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const { access_token } = JSON.parse(await bodyAt(`${origin}/oauth2/token`, type, form))
  const headers = { authorization: `Bearer ${access_token}` }
  const get = (query: string) => bodyAt(`${origin}/v2/transfer/transfers${query}`, headers)

  // Hashes from the whole period, so that look-ups are scattered over the file.
  const random = createRandom(3)
  const hashes: string[] = []
  const ids: string[] = []
  for (let page = 0; page < 40; page++) {
    const { items } = JSON.parse(await get(`?created_at.lt=${momentIn(random)}&limit=50`)) as { items: Transfer[] }
    hashes.push(...items.flatMap(({ crypto_tx_hash }) => crypto_tx_hash ?? []))
    ids.push(...items.map(({ id }) => id))
  }
  return {
    seconds,
    get,
    hashes,
    ids,
    stop() {
      server.close()
      server.closeAllConnections()
      tenants.close()
      clients.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Within the last 80 of the 90 days, so that a page is full for any number of transfers. */
const momentIn = (random: Random) => new Date(anchor - random.below(80 * 86_400) * 1000).toISOString()

const questions: readonly BenchQuery[] = [
  { name: 'unfiltered', query: () => '' },
  { name: 'by type', query: (random) => `type=WIRE_DEPOSIT&created_at.lt=${momentIn(random)}` },
  {
    name: 'by five types',
    query: () => ['CRYPTO', 'WIRE', 'BANK', 'RTP', 'CUBIX'].map((rail) => `type=${rail}_DEPOSIT`).join('&'),
  },
  { name: 'by profile', query: (random) => `profile_ids=${profiles[0].id}&created_at.lt=${momentIn(random)}` },
  { name: 'by time', query: (random) => `created_at.lt=${momentIn(random)}` },
]

async function medianOf(ask: () => Promise<string>, times: number): Promise<number> {
  const taken: number[] = []
  for (let round = 0; round < times; round++) {
    const begun = performance.now()
    await ask()
    taken.push(performance.now() - begun)
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

type Bench = Awaited<ReturnType<typeof start>>

/** The medians (ms) of one query at both services, interleaved, so that load on the machine affects both. */
async function compare(small: Bench, large: Bench, query: (bench: Bench, random: Random) => string) {
  const medians = { small: [] as number[], large: [] as number[] }
  for (let turn = 0; turn < 6; turn++) {
    // The first round is a warm-up.
    for (const [name, bench] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const random = createRandom(turn)
      const median = await medianOf(() => bench.get(query(bench, random)), rounds / 5)
      if (turn > 0) medians[name].push(median)
    }
  }
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return { small: middle(medians.small), large: middle(medians.large) }
}

/**
 * Seeds two services in temporary folders and queries both.
 * @param transfers number of transfers of the larger one
 * @yields printable lines: seconds of seeding, medians in milliseconds and their ratios
 */
export async function* benchService({ transfers }: { transfers: number }): AsyncGenerator<string> {
  const small = await start(base)
  const large = await start(transfers)
  try {
    yield `seeding ${transfers} transfers: ${large.seconds.toFixed(1)} s`
    const all: [string, (bench: Bench, random: Random) => string][] = [
      ...questions.map(
        ({ name, query }) => [name, (_: Bench, random: Random) => `?${query(random)}`] as [string, () => string],
      ),
      ['by hash', ({ hashes }, random) => `?crypto_tx_hashes=${hashes[random.below(hashes.length)]}`],
      ['by id', ({ ids }, random) => `/${ids[random.below(ids.length)]}`],
    ]
    for (const [name, query] of all) {
      const { small: before, large: after } = await compare(small, large, query)
      const growth = after / before
      yield `${name.padEnd(14)} ${before.toFixed(2)} ms → ${after.toFixed(2)} ms, x ${growth.toFixed(2)}${growth > allowed ? ` (over ${allowed})` : ''}`
    }
  } finally {
    small.stop()
    large.stop()
    agent.destroy()
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const option = process.argv.find((word) => word.startsWith('--transfers='))?.split('=')[1]
  for await (const line of benchService({ transfers: Number(option ?? 1_000_000) })) console.log(line)
}
