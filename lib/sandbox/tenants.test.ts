import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Clients, demoClient } from './clients'
import { StressSettings } from './control/stress-settings'
import { profiles } from './seed/parties'
import { Tenants } from './tenants'
import { anchor, type Service, startService } from './testing'

let service: Service
beforeAll(async () => {
  service = await startService(300)
})
afterAll(() => service.stop())

const json = { 'content-type': 'application/json' }
const orders = `/v2/profiles/${profiles[0].id}/orders`
const transfers = '/v2/transfer/transfers'
const resting = (ref_id: string) => ({
  side: 'BUY',
  market: 'BTCUSD',
  type: 'LIMIT',
  base_amount: '1',
  price: '1',
  ref_id,
})

async function newClient(id: string) {
  const { body } = await service.control('POST', '/clients', { id })
  const token = await service.token({ ...demoClient, id, secret: String(body.secret) })
  const ask = (path: string, init: RequestInit = {}) =>
    service.send(path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
  return {
    ask,
    post: (path: string, sent: object) => ask(path, { method: 'POST', headers: json, body: JSON.stringify(sent) }),
    control: (method: string, path: string, sent?: object) => service.control(method, `/clients/${id}${path}`, sent),
  }
}
const listed = async (reply: Promise<{ body: Record<string, unknown> }>, member: string) =>
  (await reply).body[member] as Record<string, unknown>[]

describe('two clients', () => {
  test('are isolated, even with the same ref_id on the same profile', async () => {
    const [one, other] = [await newClient('one'), await newClient('other')]
    const first = await one.post(orders, resting('shared'))
    const second = await other.post(orders, resting('shared'))
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.body.id).not.toBe(second.body.id)
    const again = await one.post(orders, resting('shared'))
    expect([again.status, again.body.meta]).toMatchObject([409, { existing: { id: first.body.id } }])

    const deposit = { amount: '5.00', asset: 'USD', memo_id: 'MD-one' }
    const instructions = { wire: { account_number: '1' } }
    await one.post('/v2/sandbox/fiat-deposits', { ...deposit, fiat_network_instructions: instructions })
    await one.control('PUT', '/clock', { forward_seconds: 3600 })
    const mine = (await listed(one.ask(`${transfers}?limit=1000`), 'items')).find(({ memo }) => memo === 'MD-one')
    expect(mine).toMatchObject({ status: 'COMPLETED' })
    expect((await other.ask(`${transfers}/${mine?.id}`)).status).toBe(404)
    const theirs = await listed(other.ask(`${transfers}?limit=1000`), 'items')
    expect(theirs).toHaveLength(300)
    expect(theirs[0]?.customer_id).not.toBe(mine?.customer_id)

    const usd = async ({ control }: typeof one) =>
      (await listed(control('GET', '/balances'), 'balances')).find(
        ({ profile_id, asset }) => profile_id === profiles[0].id && asset === 'USD',
      )
    expect(await usd(one)).toMatchObject({ balance: '10000005.00', held: '1.00' })
    expect(await usd(other)).toMatchObject({ balance: '10000000.00', held: '1.00' })
    const clocks = [await one.control('GET', '/clock'), await other.control('GET', '/clock')]
    expect(clocks.map(({ body }) => Date.parse(String(body.now)) - service.time.now)).toEqual([3_600_000, 0])
    for (const { control, id } of [
      { ...one, id: 'one' },
      { ...other, id: 'other' },
    ]) {
      const log = await listed(control('GET', '/requests'), 'requests')
      expect(new Set(log.map(({ client_id }) => client_id))).toEqual(new Set([id]))
    }
  })

  test('cannot use each other’s cursors', async () => {
    const [one, other] = [await newClient('cursor-one'), await newClient('cursor-other')]
    const { body } = await one.ask(`${transfers}?limit=10`)
    const path = `${transfers}?limit=10&page_cursor=${body.next_page_cursor}`
    expect([(await one.ask(path)).status, (await other.ask(path)).status]).toEqual([200, 400])
  })
})

describe('a reset', () => {
  test('restores the seed and keeps tokens and other clients', async () => {
    const [one, other] = [await newClient('reset-one'), await newClient('reset-other')]
    const before = await one.ask(`${transfers}?limit=1000`)
    for (const { post, control } of [one, other]) {
      await post(orders, resting('kept'))
      await control('PUT', '/clock', { forward_seconds: 86_400, speed: 2 })
      await control('PUT', '/stress', { nanoseconds: true })
    }
    expect((await one.control('POST', '/reset', {})).status).toBe(200)
    expect(await listed(one.control('GET', '/orders'), 'orders')).toEqual([])
    expect(await listed(one.control('GET', '/requests'), 'requests')).toEqual([])
    const now = new Date(service.time.now).toISOString()
    expect((await one.control('GET', '/clock')).body).toEqual({ now, speed: 1 })
    const bare = (text: string) => text.replace(/"customer_id":"[^"]+"|"next_page_cursor":"[^"]+"/g, '')
    expect(bare((await one.ask(`${transfers}?limit=1000`)).text)).toBe(bare(before.text))
    expect(await listed(other.control('GET', '/orders'), 'orders')).toHaveLength(1)
    expect((await other.control('GET', '/clock')).body.speed).toBe(2)
    expect((await other.control('GET', '/stress')).body.nanoseconds).toBe(true)
  })

  test.each([
    ['reset', 'POST', '/reset'],
    ['deleted', 'DELETE', ''],
  ])('answers an order that waits for its fill when its tenant is %s', async (word, method, path) => {
    const { post, control } = await newClient(`waiting-${word}`)
    const waiting = post(orders, { ...resting('waiting'), await_fill_millis: 10_000 })
    await expect.poll(() => listed(control('GET', '/orders'), 'orders'), { timeout: 20_000 }).toHaveLength(1)
    await control(method, path, method === 'POST' ? {} : undefined)
    const { status, headers, body } = await waiting
    expect([status, headers.get('content-type')]).toEqual([503, 'application/problem+json'])
    expect(body.title).toBe('The sandbox was reset while this request waited.')
  })
})

describe('creating and deleting clients', () => {
  test('does not affect other clients’ requests', async () => {
    const { ask, post, control } = await newClient('steady')
    const wanted = await ask(`${transfers}?limit=20`)
    let isOver = false
    const statuses: number[] = []
    const reading = async () => {
      while (!isOver) {
        const { status, text } = await ask(`${transfers}?limit=20`)
        statuses.push(status, text === wanted.text ? 200 : 0)
      }
    }
    const writing = async () => {
      for (let one = 0; !isOver; one++) statuses.push((await post(orders, resting(`steady-${one}`))).status)
    }
    const working = [reading(), reading(), writing()]
    for (let round = 0; round < 10; round++) {
      const { ask: passing } = await newClient('passing')
      expect((await passing(`${transfers}?limit=1`)).status).toBe(200)
      await service.control('POST', '/clients/passing/reset', {})
      await service.control('DELETE', '/clients/passing')
    }
    isOver = true
    await Promise.all(working)
    expect(statuses.length).toBeGreaterThan(10)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const log = await listed(control('GET', '/requests?operation=createOrder'), 'requests')
    expect(await listed(control('GET', '/orders'), 'orders')).toHaveLength(log.length)
  })

  test('fifty times with the same id leaves no file behind', async () => {
    const before = readdirSync(service.folder).sort()
    for (let round = 0; round < 50; round++) {
      const { ask, post } = await newClient('again')
      // Each begins with nothing of the one before.
      expect((await post(orders, resting('again'))).status).toBe(200)
      expect((await ask(`${transfers}?limit=3`)).status).toBe(200)
      expect((await service.control('DELETE', '/clients/again')).status).toBe(200)
      expect((await ask(`${transfers}?limit=3`)).status).toBe(401)
    }
    expect(readdirSync(service.folder).sort()).toEqual(before)
    // Without this folder the open files of a process cannot be listed.
    if (!existsSync('/proc/self/fd')) return
    const held = readdirSync('/proc/self/fd').filter((file) => {
      try {
        return readlinkSync(`/proc/self/fd/${file}`).includes('client-again')
      } catch {
        return false
      }
    })
    expect(held.length).toBeLessThan(3 * 2 * 16)
  })

  test('does not revive the tokens of a deleted client with the same id', async () => {
    const { ask, control } = await newClient('namesake')
    await control('DELETE', '')
    const namesake = await newClient('namesake')
    expect([(await ask('/v2/issuer-quotes')).status, (await namesake.ask('/v2/issuer-quotes')).status]).toEqual([
      401, 200,
    ])
  })
})

test('a restart keeps data and clocks and ends all stress', () => {
  const { folder } = service
  const [wall, id] = [() => service.time.now, 'restarted']
  const client = { ...demoClient, id }
  const start = () => new Tenants({ folder, seed: { transfers: 300, anchor }, wall })
  const before = start()
  const tenant = before.forClient(client)
  tenant.setClock({ now: service.time.now + 1000, speed: 5 })
  tenant.stress.set(StressSettings.parse({ nanoseconds: true }))
  const customerId = tenant.store.customerId
  before.close()
  service.time.now += 1000
  const after = start()
  const again = after.forClient(client)
  expect(again.store.customerId).toBe(customerId)
  expect([again.clock.now() - service.time.now, again.clock.speed]).toEqual([5000, 5])
  expect(again.stress.settings).toEqual(StressSettings.parse({}))
  after.remove(client)
  after.close()
})

test('clients survive a restart', () => {
  const path = `${service.folder}/outliving.sqlite`
  const client = { id: 'outliving', secret: 'outliving-secret', scopes: ['transfer:read_transfer'], permissions: [] }
  const before = new Clients(path)
  before.add(client)
  const token = before.issue(client, client.scopes, anchor, 60)
  before.close()
  const after = new Clients(path)
  expect(after.holder(token, anchor)?.client.id).toBe('outliving')
  expect(after.authenticate('outliving', 'outliving-secret')?.scopes).toEqual(['transfer:read_transfer'])
  after.close()
})

test('another number of transfers uses other files and keeps the earlier ones', () => {
  const client = { ...demoClient, id: 'resized' }
  const begun = (transfers: number) => {
    const tenants = new Tenants({ folder: service.folder, seed: { transfers, anchor }, wall: () => service.time.now })
    const { store } = tenants.forClient(client)
    const found = [store.first('SELECT count(*) AS found FROM transfers')?.found, store.customerId]
    tenants.close()
    return found
  }
  const [first, other, again] = [begun(300), begun(60), begun(300)]
  expect([first[0], other[0]]).toEqual([300, 60])
  expect(again).toEqual(first)
})
