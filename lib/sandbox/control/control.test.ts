import { once } from 'node:events'
import { request as plainRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareDecimals, sumOf } from '../../domain/decimals'
import { createSandbox } from '../app'
import { demoClient, knownScopes } from '../clients'
import { profiles } from '../seed/parties'
import { controlToken, type Service, startService } from '../testing'
import { RequestLog } from './request-log'

let service: Service
beforeAll(async () => {
  service = await startService(300)
})
afterAll(() => service.stop())

const json = { 'content-type': 'application/json' }
const header = { 'x-sandbox-control-token': controlToken }

let made = 0
/** A client of its own, and how it asks. */
async function newClient(form: object = {}) {
  const { body } = await service.control('POST', '/clients', { id: `test-${++made}`, ...form })
  const client = { ...demoClient, id: String(body.id), secret: String(body.secret) }
  const authorization = `Bearer ${await service.token(client)}`
  const control = (method: string, path: string, sent?: object) =>
    service.control(method, `/clients/${client.id}${path}`, sent)
  const ask = (path: string, init: RequestInit = {}) =>
    service.send(path, { ...init, headers: { authorization, ...init.headers } })
  const post = (path: string, sent: object) => ask(path, { method: 'POST', headers: json, body: JSON.stringify(sent) })
  const deposit = async (amount: string) => {
    const memo_id = `memo-${++made}`
    const instructions = { wire: { account_number: '1234567890' } }
    await post('/v2/sandbox/fiat-deposits', { amount, asset: 'USD', memo_id, fiat_network_instructions: instructions })
    return async () => {
      const { body: page } = await ask('/v2/transfer/transfers?type=WIRE_DEPOSIT')
      return (page.items as Record<string, unknown>[]).find(({ memo }) => memo === memo_id)
    }
  }
  return { client, control, ask, post, deposit }
}

const orders = `/v2/profiles/${profiles[0].id}/orders`
const marketOrder = (ref_id: string) => ({ side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100', ref_id })

describe('the guard', () => {
  /** What a browser or a careless program sends; `host` undefined leaves Node's own. */
  async function asked(port: number, headers: Record<string, string>) {
    const sent = plainRequest({ host: '127.0.0.1', port, path: '/control', headers }).end()
    const [response] = await once(sent, 'response')
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) text += chunk
    return { status: response.statusCode, body: JSON.parse(text) }
  }

  test.each<[string, Record<string, string>]>([
    ['no token', {}],
    ['another token', { 'x-sandbox-control-token': `${controlToken}x` }],
    ['an empty token', { 'x-sandbox-control-token': '' }],
    ['the token as a bearer', { authorization: `Bearer ${controlToken}` }],
  ])('refuses %s, and says which header it takes', async (_, headers) => {
    const { status, body } = await asked(service.port, headers)
    expect([status, body.type]).toEqual([403, '/problems/not-permitted'])
    expect(body.detail).toContain('x-sandbox-control-token')
    expect(JSON.stringify(body)).not.toContain(controlToken)
  })

  test.each(['localhost', 'LOCALHOST:4010', '127.0.0.1', '127.1.2.3:80', '[::1]:4010'])(
    'lets in who asks at %s',
    async (host) => {
      expect((await asked(service.port, { ...header, host })).status).toBe(200)
    },
  )

  test.each(['attacker.example', 'localhost.attacker.example:4010', '10.0.0.1', '127.0.0.1.attacker.example', '[::2]'])(
    'refuses the Host %s even with the token, because of DNS rebinding',
    async (host) => {
      const { status, body } = await asked(service.port, { ...header, host })
      expect([status, body.type]).toEqual([403, '/problems/not-permitted'])
    },
  )

  test('accepts the configured host name', async () => {
    const { clients, tenants } = service
    const control = { token: controlToken, host: 'sandbox.internal' }
    const server = createSandbox({ clients, tenants, control }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    expect((await asked(port, { ...header, host: 'sandbox.internal:4010' })).status).toBe(200)
    expect((await asked(port, { ...header, host: 'other.internal:4010' })).status).toBe(403)
    server.close()
  })

  test('is disabled without a token', async () => {
    const { clients, tenants } = service
    const server = createSandbox({ clients, tenants }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const token of ['', 'undefined', 'null']) {
      const { status, body } = await asked(port, { 'x-sandbox-control-token': token })
      expect([status, body.title]).toEqual([403, 'Control is disabled.'])
      expect(body.detail).toContain('SANDBOX_CONTROL_TOKEN')
    }
    server.close()
  })

  test('accepts JSON only', async () => {
    const send = (body: string, type: Record<string, string>) =>
      service.send('/control/clients', { method: 'POST', headers: { ...header, ...type }, body })
    expect((await send('{}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await send('{', json)).status).toBe(400)
    expect((await send('[]', json)).status).toBe(400)
  })
})

describe('control', () => {
  test('lists exactly its endpoints', async () => {
    const { body } = await service.control('GET', '')
    const rows = body.control as { method: string; path: string; does: string }[]
    expect(rows.map(({ method, path }) => `${method} ${path}`)).toContain('PUT /control/clients/{id}/clock')
    const { client } = await newClient()
    for (const { method, path, does } of rows) {
      expect(does).toMatch(/\.$/)
      if (method !== 'GET') continue
      const { status, headers } = await service.send(path.replace('{id}', client.id), { headers: header })
      expect([path, status, headers.get('content-type')]).toEqual([path, 200, 'application/json'])
    }
  })

  test.each([
    ['GET', '/nothing', undefined, 404],
    ['GET', '/clients/nobody/clock', undefined, 404],
    ['POST', '/clients/nobody/reset', {}, 404],
    ['DELETE', '/clients/nobody', undefined, 404],
    ['GET', '/clients/demo-client/requests?sinse=2026-11-19T16:00:00Z', undefined, 400],
    ['GET', '/clients?limit=1', undefined, 400],
    ['PUT', '/clients/demo-client/clock', { forward: 10 }, 400],
  ])('answers %s %s %j with %s as problem+json', async (method, path, body, status) => {
    const reply = await service.control(method, path, body)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([status, 'application/problem+json'])
    expect(reply.body.request_id).toBe(reply.headers.get('x-request-id'))
    if (status === 400) expect(reply.body.errors).toHaveLength(1)
  })

  test('suggests the nearest known name', async () => {
    const { body } = await service.control('PUT', '/clients/demo-client/clock', { sped: 2 })
    expect(body.errors).toEqual([{ field: 'sped', message: 'Unknown field "sped". Did you mean "speed"?' }])
  })

  test('answers another method with the allowed ones', async () => {
    const { status, headers } = await service.control('DELETE', '/clients')
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST'])
  })
})

describe('clients', () => {
  test('are created with the given values and generated ids and secrets', async () => {
    const { status, body } = await service.control('POST', '/clients', {})
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^client-[0-9a-f]{12}$/),
      secret: expect.stringMatching(/^[\w-]{32}$/),
      scopes: knownScopes,
      permissions: ['self_match_prevention'],
    })
    const wanted = { id: 'narrow', secret: 'narrow-secret', scopes: ['transfer:read_transfer'], permissions: [] }
    expect((await service.control('POST', '/clients', wanted)).body).toEqual(wanted)
    const token = await service.token({ ...demoClient, ...wanted, permissions: [] })
    const headers = { authorization: `Bearer ${token}` }
    expect((await service.send('/v2/transfer/transfers?limit=1', { headers })).status).toBe(200)
    expect((await service.send('/v2/issuer-quotes', { headers })).status).toBe(403)
  })

  test('are listed without their secrets', async () => {
    const { body, text } = await service.control('GET', '/clients')
    expect(body.clients).toContainEqual({ id: 'demo-client', scopes: knownScopes, permissions: expect.any(Array) })
    expect(text).not.toMatch(/secret/)
  })

  test.each([
    [{ id: 'demo-client' }, 409, 'id'],
    [{ id: '../elsewhere' }, 400, 'id'],
    [{ id: 'Capital' }, 400, 'id'],
    [{ secret: 'short' }, 400, 'secret'],
    [{ scopes: ['transfer:read_transfr'] }, 400, 'scopes.0'],
    [{ permissions: ['everything'] }, 400, 'permissions.0'],
    [{ transfers: 50_001 }, 400, 'transfers'],
  ])('%j is refused at its field', async (form, status, field) => {
    const reply = await service.control('POST', '/clients', form)
    expect([reply.status, reply.body.errors]).toMatchObject([status, [{ field }]])
  })

  test('can have another number of transfers, also at a reset', async () => {
    const { control, ask } = await newClient({ transfers: 20 })
    const count = async () => ((await ask('/v2/transfer/transfers?limit=1000')).body.items as unknown[]).length
    expect(await count()).toBe(20)
    expect((await control('POST', '/reset', { transfers: 0 })).status).toBe(200)
    expect(await count()).toBe(0)
    await control('POST', '/reset', { reseed: true })
    expect(await count()).toBe(300)
  })

  test('can be deleted with their tokens, except the demo client', async () => {
    const { control, ask, client } = await newClient()
    expect((await control('DELETE', '')).status).toBe(200)
    expect((await ask('/v2/issuer-quotes')).status).toBe(401)
    expect((await control('GET', '/clock')).status).toBe(404)
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    const token = await service.send('/oauth2/token', { method: 'POST', body: new URLSearchParams(form) })
    expect([token.status, token.body.error]).toEqual([401, 'invalid_client'])
    expect((await service.control('DELETE', '/clients/demo-client')).status).toBe(403)
    expect((await service.ask('/v2/issuer-quotes')).status).toBe(200)
  })
})

describe('a clock', () => {
  test('moves forward and runs all due steps', async () => {
    const { control, deposit, ask } = await newClient()
    const found = await deposit('250.00')
    expect(await found()).toMatchObject({ status: 'PENDING' })
    const before = Date.parse(String((await control('GET', '/clock')).body.now))
    const { body } = await control('PUT', '/clock', { forward_seconds: 86_400.5 })
    expect(Date.parse(String(body.now)) - before).toBe(86_400_500)
    expect(await found()).toMatchObject({ status: 'COMPLETED', amount: '250.00' })
    const date = (await ask('/v2/issuer-quotes')).headers.get('date') ?? ''
    expect(Date.parse(date)).toBe(Math.floor((before + 86_400_500) / 1000) * 1000)
  })

  test('can be set, stopped and sped up', async () => {
    const { control } = await newClient()
    const now = '2027-03-01T09:00:00.250Z'
    expect((await control('PUT', '/clock', { now: '2027-03-01T10:00:00.25+01:00', speed: 0 })).body).toEqual({
      now,
      speed: 0,
    })
    service.time.now += 5000
    expect((await control('GET', '/clock')).body).toEqual({ now, speed: 0 })
    await control('PUT', '/clock', { speed: 3600 })
    service.time.now += 1000
    expect((await control('GET', '/clock')).body).toEqual({ now: '2027-03-01T10:00:00.250Z', speed: 3600 })
  })

  test.each([
    ['2027-03-05T09:00:00.000Z', 1, '2027-03-08T09:00:00.000Z'],
    ['2027-03-06T23:30:00.000Z', 1, '2027-03-08T23:30:00.000Z'],
    ['2027-03-01T09:00:00.000Z', 1, '2027-03-02T09:00:00.000Z'],
    ['2027-03-04T09:00:00.000Z', 6, '2027-03-12T09:00:00.000Z'],
  ])('moves from %s by %i business days to %s', async (now, forward_business_days, later) => {
    const { control } = await newClient()
    await control('PUT', '/clock', { now, speed: 0 })
    expect((await control('PUT', '/clock', { forward_business_days })).body.now).toBe(later)
  })

  test.each([
    [{ now: '2020-01-01T00:00:00Z' }, 'now', 'can only move forward'],
    [{ now: '2199-12-31T23:59:59.5Z' }, 'now', 'cannot go beyond the year 2199'],
    [{ now: 'tomorrow' }, 'now', 'with its zone'],
    [{ now: '2030-01-01T00:00:00Z', forward_seconds: 1 }, 'forward_seconds', 'not both'],
    [{ forward_seconds: -1 }, 'forward_seconds', 'from 0'],
    [{ forward_seconds: 7_258_118_000 }, 'forward_seconds', 'cannot go beyond the year 2199'],
    [{ speed: 86_401 }, 'speed', 'from 0 to 86400'],
    [{ forward_business_days: 31 }, 'forward_business_days', 'from 1 to 30'],
    [{ forward_business_days: 1, forward_seconds: 1 }, 'forward_business_days', 'alone'],
    [{ speed: '1' }, 'speed', 'from 0 to 86400'],
  ])('refuses %j', async (setting, field, message) => {
    const { status, body } = await service.control('PUT', '/clients/demo-client/clock', setting)
    expect([status, body.errors]).toEqual([400, [{ field, message: expect.stringContaining(message) }]])
  })
})

describe('the log of requests', () => {
  test('lists each arrived request, by operation, ref_id and time', async () => {
    const { control, ask, post, client } = await newClient()
    await ask('/v2/issuer-quotes?limit=1')
    service.time.now += 1000
    const since = new Date(service.time.now).toISOString()
    await post(orders, marketOrder('logged'))
    await post(orders, { ref_id: 'refused' })
    const log = async (query: string) => (await control('GET', `/requests${query}`)).body.requests as object[]
    expect(await log('?operation=createOrder')).toEqual([
      {
        at: since,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        client_id: client.id,
        method: 'POST',
        path: orders,
        operation: 'createOrder',
        ref_id: 'logged',
        status: 200,
        left: 'whole',
      },
      expect.objectContaining({ ref_id: 'refused', status: 400 }),
    ])
    expect((await log('')).map((one) => 'operation' in one && one.operation)).toEqual([
      'token',
      'listIssuerQuotes',
      'createOrder',
      'createOrder',
    ])
    expect(await log('?ref_id=logged')).toHaveLength(1)
    expect(await log(`?since=${since}`)).toHaveLength(2)
    await control('DELETE', '/requests')
    expect((await control('GET', '/requests')).body).toEqual({ requests: [], forgotten: 0 })
  })

  test.each([
    ['requests', 100_001, 10],
    ['characters', 40, 500_000],
  ])('forgets the earliest where there are too many %s, and says so', (_, times, length) => {
    const requests = new RequestLog()
    const arrival = { at: '', request_id: '', client_id: '', method: 'GET', operation: 'listTransfers' } as const
    for (let one = 0; one < times; one++) requests.add({ ...arrival, path: String(one).padStart(length) })
    expect(requests.forgotten).toBeGreaterThan(0)
    expect(requests.all()).toHaveLength(times - requests.forgotten)
    expect(requests.all()[0]?.path.trim()).toBe(String(requests.forgotten))
    expect(requests.all().at(-1)?.path.trim()).toBe(String(times - 1))
  })

  test('contains no secret, wherever it was sent', async () => {
    const { control, client } = await newClient()
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    const path = `/oauth2/token?client_secret=${client.secret}`
    await service.send(path, { method: 'POST', body: new URLSearchParams(form) })
    const { text, body } = await control('GET', '/requests?operation=token')
    expect(body.requests).toHaveLength(2)
    expect(text).not.toContain(client.secret)
  })
})

describe('the records', () => {
  test('are those that the API created', async () => {
    const { control, post } = await newClient()
    const rule = { ref_id: 'rule', profile_id: profiles[0].id, source_asset: 'USD', destination_asset: 'USDG' }
    const ordered = await post(orders, { ...marketOrder('one'), await_fill_millis: 1 })
    await post('/v2/orchestration/rules', { ...rule, source: { fiat: { network: 'WIRE' } } })
    const account = {
      ref_id: 'account',
      fiat_account_owner: { institution_details: { name: 'Harbour' } },
      fiat_network_instructions: { wire: { account_number: '1' } },
    }
    await post('/v2/transfer/fiat-accounts', account)
    await control('PUT', '/clock', { forward_seconds: 10 })
    expect((await control('GET', '/orders')).body.orders).toMatchObject([
      { id: ordered.body.id, ref_id: 'one', status: 'FILLED' },
    ])
    expect((await control('GET', '/rules')).body.rules).toMatchObject([{ ref_id: 'rule' }])
    const accounts = (await control('GET', '/fiat-accounts')).body.fiat_accounts as object[]
    expect(accounts.at(-1)).toMatchObject({ ref_id: 'account', status: 'APPROVED' })
    const balances = (await control('GET', '/balances')).body.balances as Record<string, string>[]
    const of = (asset: string) => balances.filter((one) => one.profile_id === profiles[0].id && one.asset === asset)
    expect(of('USD')).toMatchObject([{ profile: 'Main treasury', balance: '9999900.00', held: '0.00' }])
    expect(of('ETH')).toMatchObject([{ balance: '10000000', available: '10000000' }])
  })

  test('include the price of each market at the current time', async () => {
    const { control } = await newClient()
    await control('PUT', '/clock', { now: '2027-01-01T00:00:00Z', speed: 0 })
    const { body } = await control('GET', '/prices')
    const prices = body.prices as { market: string; bid: string; ask: string }[]
    expect(prices).toHaveLength(14)
    for (const { bid, ask } of prices) expect(Number(ask)).toBeGreaterThan(Number(bid))
    expect((await control('GET', '/prices')).body).toEqual(body)
    await control('PUT', '/clock', { forward_seconds: 3600 })
    expect((await control('GET', '/prices')).body).not.toEqual(body)
  })
})

describe('a pending transfer', () => {
  const balanceOf = async (control: Awaited<ReturnType<typeof newClient>>['control']) => {
    const all = (await control('GET', '/balances')).body.balances as Record<string, string>[]
    return all.find(({ profile_id, asset }) => profile_id === profiles[0].id && asset === 'USD')?.balance
  }

  test.each([
    ['COMPLETED', '10000010.88'],
    ['FAILED', '10000000.00'],
  ])('is decided once: %s', async (status, balance) => {
    const { control, deposit } = await newClient()
    const found = await deposit('10.88')
    await control('PUT', '/clock', { forward_seconds: 60 })
    const waiting = await found()
    expect(waiting).toMatchObject({ status: 'PENDING', secondary_status: { name: 'PENDING_CUSTOMER_APPROVAL' } })
    const decided = await control('POST', `/transfers/${waiting?.id}`, { status })
    expect([decided.status, decided.body.status]).toEqual([200, status])
    expect(await found()).toEqual(decided.body)
    expect(decided.body).not.toHaveProperty('secondary_status')
    expect(decided.body).not.toHaveProperty('status_details')
    expect(await balanceOf(control)).toBe(balance)
    expect((await control('POST', `/transfers/${waiting?.id}`, { status })).status).toBe(409)
    expect(await balanceOf(control)).toBe(balance)
  })

  test('that is decided does not settle again', async () => {
    const { control, deposit } = await newClient()
    const found = await deposit('10.00')
    const id = (await found())?.id
    await control('POST', `/transfers/${id}`, { status: 'COMPLETED' })
    await control('PUT', '/clock', { forward_seconds: 60 })
    expect(await balanceOf(control)).toBe('10000010.00')
  })

  test('of the seeded history is decided too, and a debit from what its profile has', async () => {
    const { control, ask } = await newClient()
    const pending = (await ask('/v2/transfer/transfers?statuses=PENDING&limit=100')).body.items as Seen[]
    const debit = pending.find(({ direction }) => direction === 'DEBIT')
    const other = pending.find((one) => one.direction === 'DEBIT' && one !== debit)
    const all = async () => (await control('GET', '/balances')).body.balances as Record<string, string>[]
    const of = async ({ profile_id, asset }: Seen) =>
      (await all()).find((one) => one.profile_id === profile_id && one.asset === asset)
    if (!debit || !other) throw new Error('The seed has no two pending debits.')
    const isSame = (whole = '', ...parts: (string | undefined)[]) =>
      compareDecimals(whole, sumOf(parts.map((part) => part ?? '')) ?? '') === 0
    const before = await of(debit)
    await control('POST', `/transfers/${debit.id}/hold`, {})
    await control('POST', `/transfers/${debit.id}/hold`, {})
    expect(isSame(before?.available, (await of(debit))?.available, debit.total)).toBe(true)
    expect((await control('POST', `/transfers/${debit.id}`, { status: 'FAILED' })).body.status).toBe('FAILED')
    expect(await of(debit)).toEqual(before)
    const owned = await of(other)
    expect((await control('POST', `/transfers/${other.id}`, { status: 'COMPLETED' })).body.status).toBe('COMPLETED')
    const left = await of(other)
    expect(isSame(owned?.balance, left?.balance, other.total)).toBe(true)
    expect(left?.held).toBe(owned?.held)
    const nobody = await control('POST', '/transfers/00000000-0000-4000-8000-000000000000', { status: 'FAILED' })
    expect(nobody.status).toBe(404)
    expect((await control('POST', `/transfers/${pending[0]?.id}`, { status: 'PENDING' })).status).toBe(400)
  })

  test('can be held, asked for details and approved, and then settles whatever its amount', async () => {
    const { control, deposit } = await newClient()
    const found = await deposit('10.77')
    const id = (await found())?.id
    await control('POST', `/transfers/${id}/hold`, {})
    await control('PUT', '/clock', { forward_seconds: 60 })
    expect(await found()).toMatchObject({ status: 'PENDING' })
    expect(await found()).not.toHaveProperty('secondary_status')
    const asked = await control('POST', `/transfers/${id}/hold`, { secondary_status: 'TRAVEL_RULE_INFO_REQUESTED' })
    expect(asked.body).toMatchObject({ status: 'PENDING', secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } })
    await control('POST', `/transfers/${id}/hold`, { secondary_status: 'PENDING_CUSTOMER_APPROVAL' })
    expect(await found()).toMatchObject({ status_details: { pending_customer_approval: {} } })
    const approved = await control('POST', `/transfers/${id}/approve`, {})
    expect(approved.body.status).toBe('PENDING')
    expect(approved.body).not.toHaveProperty('secondary_status')
    expect(approved.body).not.toHaveProperty('status_details')
    await control('PUT', '/clock', { forward_seconds: 60 })
    expect(await found()).toMatchObject({ status: 'COMPLETED' })
    expect(await balanceOf(control)).toBe('10000010.77')
    for (const path of ['hold', 'approve']) {
      const late = await control('POST', `/transfers/${id}/${path}`, {})
      expect([late.status, late.body.detail]).toEqual([409, 'It is already COMPLETED.'])
    }
  })
})

type Seen = { id: string; profile_id: string; asset: string; direction: string; total: string; status: string }

describe('a wire', () => {
  const wires = async (ask: Awaited<ReturnType<typeof newClient>>['ask']) =>
    (await ask('/v2/transfer/transfers?type=WIRE_DEPOSIT&limit=5')).body.items as Record<string, unknown>[]

  test('arrives with its memo and settles, or stays pending until it is decided', async () => {
    const { control, ask } = await newClient()
    const made = await control('POST', '/wires', { amount: '2500.00', memo: 'MD-1' })
    expect([made.status, made.body]).toMatchObject([201, { type: 'WIRE_DEPOSIT', memo: 'MD-1', status: 'PENDING' }])
    const kept = await control('POST', '/wires', { amount: '5', memo: 'MD-2', keep_pending: true })
    await control('PUT', '/clock', { forward_seconds: 60 })
    expect((await wires(ask)).slice(0, 2)).toMatchObject([
      { id: kept.body.id, status: 'PENDING' },
      { id: made.body.id, status: 'COMPLETED', total: '2490.00' },
    ])
    const shown = (await control('GET', '/transfers')).body.transfers as Seen[]
    expect(shown.slice(0, 2).map(({ id }) => id)).toEqual([kept.body.id, made.body.id])
  })

  test('that has arrived can be sent back, once it has settled', async () => {
    const { control, ask } = await newClient()
    const { id } = (await control('POST', '/wires', { amount: '2500.00', memo: 'MD-1' })).body
    const early = await control('POST', `/transfers/${id}/return`, {})
    expect([early.status, early.body.detail]).toEqual([409, expect.stringContaining('completed wires')])
    await control('PUT', '/clock', { forward_seconds: 60 })
    const back = await control('POST', `/transfers/${id}/return`, {})
    expect(back.body).toMatchObject({
      type: 'WIRE_WITHDRAWAL',
      direction: 'DEBIT',
      amount: '2490.00',
      status: 'COMPLETED',
      memo: 'RETURN MD-1',
    })
    expect((await wires(ask))[0]).toMatchObject({ id, status: 'COMPLETED' })
  })

  test('that was paid out comes back as a deposit', async () => {
    const { control, ask } = await newClient()
    const page = await ask('/v2/transfer/transfers?type=CRYPTO_WITHDRAWAL&limit=100')
    const paid = (page.body.items as Record<string, unknown>[]).find(({ status }) => status === 'COMPLETED')
    const back = await control('POST', `/transfers/${paid?.id}/return`, {})
    expect(back.body).toMatchObject({ type: 'CRYPTO_DEPOSIT', amount: paid?.amount, asset: paid?.asset })
    await control('PUT', '/clock', { forward_seconds: 60 })
    expect((await ask(`/v2/transfer/transfers/${back.body.id}`)).body.status).toBe('COMPLETED')
  })

  test.each([
    [{ amount: '0', memo: 'MD' }, 403, 'amount'],
    [{ amount: '1.005', memo: 'MD' }, 400, 'amount'],
    [{ amount: '1', memo: '' }, 400, 'memo'],
  ])('as %j is refused at its field', async (wire, status, field) => {
    const { control } = await newClient()
    const reply = await control('POST', '/wires', wire)
    expect([reply.status, reply.body.errors]).toMatchObject([status, [{ field }]])
  })
})

describe('a deposit', () => {
  const minting = profiles[1].id
  const rules = '/v2/orchestration/rules'
  const fromNetwork = {
    profile_id: minting,
    source_asset: 'USDC',
    destination_asset: 'USD',
    source: { crypto: { network: 'POLYGON' } },
  }
  const fromProfile = { ...fromNetwork, destination_asset: 'USDG', source: { profile: { profile_id: minting } } }

  /** A client with rules, and what came, by type and asset, once a minute has passed. */
  async function withRules(...bodies: object[]) {
    const { control, ask, post } = await newClient()
    const addresses: string[] = []
    for (const [index, body] of bodies.entries()) {
      const { rule } = (await post(rules, { ref_id: `rule-${index}`, ...body })).body as {
        rule: { source: { crypto?: { address: string } } }
      }
      addresses.push(rule.source.crypto?.address ?? '')
    }
    const { now } = (await control('GET', '/clock')).body
    const came = async () => {
      await control('PUT', '/clock', { forward_seconds: 60 })
      return (await ask(`/v2/transfer/transfers?created_at.gte=${now}&order=ASC`)).body.items as Record<
        string,
        unknown
      >[]
    }
    const balances = async () =>
      (
        (await control('GET', '/balances')).body.balances as {
          profile_id: string
          asset: string
          balance: string
          held: string
        }[]
      ).flatMap(({ profile_id, asset, balance, held }) =>
        compareDecimals(balance, '10000000') === 0 && compareDecimals(held, '0') === 0
          ? []
          : `${profiles.find(({ id }) => id === profile_id)?.name} ${asset} ${balance} ${held}`,
      )
    return { addresses, came, balances, control, deposit: (body: object) => control('POST', '/deposits', body) }
  }
  const kinds = (transfers: Record<string, unknown>[]) =>
    transfers.map(({ type, asset, status }) => `${type} ${asset} ${status}`)

  test('to the address of a rule runs that rule, and no other that takes the asset', async () => {
    const { addresses, came, balances, deposit } = await withRules(fromProfile, fromNetwork, {
      ...fromNetwork,
      destination_asset: 'PYUSD',
    })
    const made = await deposit({ address: addresses[1], asset: 'USDC', amount: '5000.25' })
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        type: 'CRYPTO_DEPOSIT',
        status: 'PENDING',
        profile_id: minting,
        amount: '5000.25',
        total: '5000.25',
        destination_address: addresses[1],
        crypto_network: 'POLYGON_POS',
        asset: 'USDC',
        direction: 'CREDIT',
        crypto_tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        notional_value: '5000.25',
      },
    ])
    const [arrived, debit, ...rest] = await came()
    expect(kinds([arrived ?? {}, debit ?? {}, ...rest])).toEqual([
      'CRYPTO_DEPOSIT USDC COMPLETED',
      'INTERNAL_TRANSFER_DEBIT USDC COMPLETED',
      'INTERNAL_TRANSFER_CREDIT USD COMPLETED',
    ])
    expect(arrived?.auto_conversion).toEqual({ to_transfer_id: debit?.id })
    expect(await balances()).toEqual([`${profiles[1].name} USD 10005000.25 0.00`])
  })

  test('to a profile runs the rule that takes the asset from it', async () => {
    const { came, balances, deposit } = await withRules(fromNetwork, fromProfile)
    await deposit({ profile_id: minting, asset: 'USDC', amount: '12.5' })
    const [arrived, , credit] = await came()
    expect(arrived).toMatchObject({ type: 'CRYPTO_DEPOSIT', crypto_network: 'ETHEREUM', profile_id: minting })
    expect(credit).toMatchObject({ asset: 'USDG', total: '12.50' })
    expect(await balances()).toEqual([`${profiles[1].name} USDG 10000012.50 0.00`])
  })

  test('of dollars comes to a profile by wire, and runs the rule that takes them from it', async () => {
    const { came, balances, deposit } = await withRules({ ...fromProfile, source_asset: 'USD' })
    await deposit({ profile_id: minting, asset: 'USD', amount: '2000' })
    expect(kinds(await came())).toEqual([
      'WIRE_DEPOSIT USD COMPLETED',
      'INTERNAL_TRANSFER_DEBIT USD COMPLETED',
      'INTERNAL_TRANSFER_CREDIT USDG COMPLETED',
    ])
    expect(await balances()).toEqual([`${profiles[1].name} USDG 10001990.00 0.00`])
  })

  test('of another asset to the address of a rule runs none, and stays', async () => {
    const { addresses, came, balances, deposit } = await withRules(fromNetwork, {
      ...fromProfile,
      source_asset: 'PYUSD',
    })
    await deposit({ address: addresses[0], asset: 'PYUSD', amount: '7.00' })
    expect(kinds(await came())).toEqual(['CRYPTO_DEPOSIT PYUSD COMPLETED'])
    expect(await balances()).toEqual([`${profiles[1].name} PYUSD 10000007.00 0.00`])
  })

  test('stays pending until it is decided, and then runs its rule', async () => {
    const { addresses, came, balances, control, deposit } = await withRules(fromNetwork)
    const { body } = await deposit({ address: addresses[0], asset: 'USDC', amount: '7.00', keep_pending: true })
    expect(kinds(await came())).toEqual(['CRYPTO_DEPOSIT USDC PENDING'])
    expect(await balances()).toEqual([])
    await control('POST', `/transfers/${body.id}`, { status: 'COMPLETED' })
    expect(kinds(await came())).toHaveLength(3)
  })

  test.each([
    ['of nothing', { amount: '0' }, 403, 'amount'],
    ['of more decimals than the asset has', { amount: '1.1234567' }, 403, 'amount'],
    ['to an address that no rule has', { profile_id: undefined, address: '0x1' }, 403, 'address'],
    ['to a profile that there is not', { profile_id: 'nobody' }, 403, 'profile_id'],
    ['of dollars on a network', { asset: 'USD', profile_id: undefined, address: '0x1' }, 403, 'asset'],
    ['of an asset that no rule takes', { asset: 'BTC' }, 400, 'asset'],
    ['to nothing', { profile_id: undefined }, 400, 'address'],
    ['to an address and a profile', { address: '0x1' }, 400, 'address'],
  ])('%s is refused at its field', async (_, more, status, field) => {
    const { control } = await newClient()
    const reply = await control('POST', '/deposits', { profile_id: minting, asset: 'USDC', amount: '1', ...more })
    expect([reply.status, reply.body.errors]).toMatchObject([status, [{ field }]])
  })
})

describe('a fiat account', () => {
  test('is approved or rejected, also after its review', async () => {
    const { control, post } = await newClient()
    const wire = { account_number: '1', routing_details: { bank_name: 'HOLD Bank' } }
    const owner = { institution_details: { name: 'Harbour' } }
    const form = { ref_id: 'held', fiat_account_owner: owner, fiat_network_instructions: { wire } }
    const { id } = (await post('/v2/transfer/fiat-accounts', form)).body
    const decide = (status: string) => control('POST', `/fiat-accounts/${id}`, { status })
    expect((await decide('REJECTED')).body).toMatchObject({ id, status: 'REJECTED' })
    expect((await decide('APPROVED')).body).toMatchObject({ id, status: 'APPROVED' })
    expect((await decide('APPROVED')).body).toMatchObject({ status: 409, detail: 'It is already APPROVED.' })
    expect((await control('POST', '/fiat-accounts/none', { status: 'APPROVED' })).status).toBe(404)
  })
})

describe('an open order', () => {
  const limit = (ref_id: string, more = {}) => ({
    side: 'BUY',
    market: 'ETHUSD',
    type: 'LIMIT',
    base_amount: '2',
    price: '10',
    time_in_force: 'GTC',
    ref_id,
    ...more,
  })
  const balance = async (control: Awaited<ReturnType<typeof newClient>>['control'], asset: string) =>
    ((await control('GET', '/balances')).body.balances as Record<string, string>[]).find(
      (one) => one.profile_id === profiles[0].id && one.asset === asset,
    )

  test.each([
    ['FILLED', { status: 'FILLED', amount_filled: '2' }, '9999980.00', '0.00'],
    ['HALF_FILLED', { status: 'OPEN', amount_filled: '1' }, '9999990.00', '10.00'],
    ['EXPIRED', { status: 'CANCELLED', amount_filled: '0' }, '10000000.00', '0.00'],
  ])('is %s wherever the market is', async (outcome, shown, dollars, held) => {
    const { control, post } = await newClient()
    const { id } = (await post(orders, limit('open'))).body
    await control('PUT', '/clock', { forward_seconds: 60 })
    expect((await control('POST', `/orders/${id}`, { outcome })).body).toMatchObject(shown)
    expect((await control('GET', '/orders')).body.orders).toMatchObject([{ id, ...shown }])
    expect(await balance(control, 'USD')).toMatchObject({ balance: dollars, held })
  })

  test('that was half filled can be filled, and a closed one is not changed', async () => {
    const { control, post } = await newClient()
    const stop = { type: 'STOP_MARKET', side: 'SELL', price: undefined, time_in_force: undefined, stop_price: '10' }
    for (const form of [limit('one'), limit('two', stop)]) {
      const { id } = (await post(orders, form)).body
      await control('PUT', '/clock', { forward_seconds: 60 })
      const decide = (outcome: string) => control('POST', `/orders/${id}`, { outcome })
      expect((await decide('HALF_FILLED')).body).toMatchObject({ status: 'OPEN', amount_filled: '1' })
      expect((await decide('FILLED')).body).toMatchObject({ status: 'FILLED', amount_filled: '2' })
      expect((await decide('EXPIRED')).body).toMatchObject({ status: 409, detail: 'It is already FILLED.' })
    }
    expect(await balance(control, 'ETH')).toMatchObject({ balance: '10000000', held: '0' })
    expect((await control('POST', '/orders/none', { outcome: 'FILLED' })).status).toBe(404)
  })
})

test('what control changes for one client changes nothing for another', async () => {
  const [one, other] = [await newClient(), await newClient()]
  const { id } = (await one.control('POST', '/wires', { amount: '5', memo: 'MD', keep_pending: true })).body
  const order = (
    await one.post(orders, {
      ...marketOrder('own'),
      type: 'LIMIT',
      quote_amount: undefined,
      base_amount: '1',
      price: '10',
    })
  ).body
  const paths = [`/transfers/${id}`, `/transfers/${id}/hold`, `/transfers/${id}/approve`, `/transfers/${id}/return`]
  const states = async () => [
    ...(await Promise.all(
      ['clock', 'stress', 'transfers', 'orders', 'balances'].map(
        async (name) => (await other.control('GET', `/${name}`)).text,
      ),
    )),
  ]
  const before = await states()
  for (const path of paths)
    expect((await other.control('POST', path, path.endsWith(String(id)) ? { status: 'FAILED' } : {})).status).toBe(404)
  expect((await other.control('POST', `/orders/${order.id}`, { outcome: 'FILLED' })).status).toBe(404)
  await one.control('PUT', '/clock', { forward_seconds: 3600, speed: 0 })
  await one.control('PUT', '/stress', { drop: [{ operation: 'write' }] })
  await one.control('POST', `/transfers/${id}`, { status: 'COMPLETED' })
  expect(await states()).toEqual(before)
})
