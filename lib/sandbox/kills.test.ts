import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoClient } from './clients'
import { allAccounts } from './engine/fiat-accounts'
import { allOrders } from './engine/order-rows'
import { allRules } from './engine/rules'
import { createRandom } from './random'
import { profiles } from './seed/parties'
import { seedLabel } from './seed/seed'
import { openStore } from './store'
import { bundleService } from './testing'

/** How often the service is killed; a campaign says how often. */
const kills = Number(process.env.SANDBOX_KILLS ?? 2)
/** Writes that are under way at any time. */
const writers = 6

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-kills-'))
let service: ChildProcess | undefined
let bundle: string
beforeAll(async () => {
  bundle = await bundleService()
})
afterAll(() => {
  service?.kill('SIGKILL')
  rmSync(bundle)
  rmSync(folder, { recursive: true })
})

/** Starts the service on what it left, and gives its origin. */
async function start(): Promise<string> {
  const env = { ...process.env, MINTDESK_DATA: folder, SANDBOX_TRANSFERS: '50', SANDBOX_PORT: '0' }
  const started = spawn(process.execPath, [bundle], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  service = started
  let said = ''
  for await (const chunk of started.stdout.setEncoding('utf8')) {
    said += chunk
    const [, origin] = /(http:\/\/127\.0\.0\.1:\d+)\s/.exec(said) ?? []
    if (origin) return origin
  }
  throw new Error(`The service did not start: ${said}`)
}

async function bearerAt(origin: string): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: demoClient.id, client_secret: demoClient.secret }
  const reply = await fetch(`${origin}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  return String(((await reply.json()) as { access_token: string }).access_token)
}

/** A write of one of four kinds; the key is its ref_id, or the memo of a deposit, which has none. */
type Write = { key: string; path: string; body: object; answered?: string }

const wire = { wire: { account_number: '1', routing_details: { bank_name: 'Harbour Bank' } } }
const owner = { institution_details: { name: 'Okafor Ltd' } }
function nextWrite(kind: number): Write {
  const key = randomUUID()
  const profile = profiles[0].id
  if (kind === 0) {
    const order = { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: '0.001', price: '1000000' }
    return { key, path: `/v2/profiles/${profile}/orders`, body: { ...order, ref_id: key } }
  }
  if (kind === 1)
    return {
      key,
      path: '/v2/transfer/fiat-accounts',
      body: { fiat_account_owner: owner, fiat_network_instructions: wire, ref_id: key },
    }
  if (kind === 2) {
    const rule = { profile_id: profile, source_asset: 'USD', destination_asset: 'USDG', source: { fiat: {} } }
    return { key, path: '/v2/orchestration/rules', body: { ...rule, ref_id: key } }
  }
  return {
    key,
    path: '/v2/sandbox/fiat-deposits',
    body: { amount: '1.00', asset: 'USD', memo_id: key, fiat_network_instructions: wire },
  }
}

const idOf = (body: { id?: string; rule?: { id: string } }) => body.rule?.id ?? body.id ?? 'done'

test(`what was answered is there after kill -9, once: ${kills} kills under load`, {
  timeout: 60_000 + kills * 15_000,
}, async () => {
  const random = createRandom(kills)
  const writes: Write[] = []
  for (let killed = 0; killed < kills; killed++) {
    const origin = await start()
    const authorization = `Bearer ${await bearerAt(origin)}`
    const send = (write: Write) =>
      fetch(origin + write.path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(write.body),
      })

    // What was answered before the last kill is known by its ref_id, as the very record that was answered.
    for (const write of writes.filter(({ answered, path }) => answered && !path.includes('deposits')).slice(-20)) {
      const reply = await send(write)
      const { meta } = (await reply.json()) as { meta: { existing: { id: string } } }
      expect([reply.status, meta.existing.id]).toEqual([409, write.answered])
    }

    let isKilled = false
    const victim = service
    const kill = setTimeout(() => {
      isKilled = true
      victim?.kill('SIGKILL')
    }, 40 + random.below(400))
    const run = async (kind: number) => {
      while (!isKilled) {
        const write = nextWrite(kind % 4)
        writes.push(write)
        try {
          const reply = await send(write)
          const text = await reply.text()
          expect([reply.status, text]).toEqual([200, expect.any(String)])
          write.answered = idOf(JSON.parse(text))
        } catch (error) {
          // Only the kill cuts a connection.
          if (!isKilled) throw error
        }
      }
    }
    await Promise.all(Array.from({ length: writers }, (_, index) => run(index)))
    clearTimeout(kill)
    if (victim?.signalCode === null) await once(victim, 'exit')
  }

  const store = openStore(join(folder, 'sandbox', `client-demo-client-${seedLabel(50)}.sqlite`))
  const memos = store
    .all("SELECT answer FROM transfers WHERE type = 'WIRE_DEPOSIT'")
    .map(({ answer }) => (JSON.parse(String(answer)) as { memo?: string }).memo ?? '')
  const kept = [...allOrders(store), ...allAccounts(store), ...allRules(store)].map(({ ref_id }) => ref_id ?? '')
  const count = new Map<string, number>()
  for (const key of [...kept, ...memos]) count.set(key, (count.get(key) ?? 0) + 1)
  store.close()

  const answered = writes.filter((write) => write.answered)
  expect(answered.length).toBeGreaterThan(kills * 5)
  expect(answered.filter(({ key }) => count.get(key) !== 1)).toEqual([])
  expect(writes.filter(({ key }) => (count.get(key) ?? 0) > 1)).toEqual([])
  console.log(`${kills} kills, ${writes.length} writes, ${answered.length} answered: none lost, none doubled`)
})
