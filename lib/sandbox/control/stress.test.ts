import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readIssuerQuotePage, readTransfer } from '../../provider/reading'
import { readFiatAccount } from '../../provider/records'
import { demoClient, type NewClient } from '../clients'
import { profiles } from '../seed/parties'
import { type Service, startService } from '../testing'

let service: Service
let client: NewClient
let authorization = ''
beforeAll(async () => {
  service = await startService(300)
  client = { ...demoClient, id: 'stressed' }
  const { body } = await service.control('POST', '/clients', { id: client.id })
  client.secret = String(body.secret)
  authorization = `Bearer ${await service.token(client)}`
})
afterAll(() => service.stop())
beforeEach(async () => {
  await stress({})
  await service.control('DELETE', '/clients/stressed/requests')
})

const stress = (settings: object) => service.control('PUT', '/clients/stressed/stress', settings)
const json = { 'content-type': 'application/json' }
const ask = (path: string, init: RequestInit = {}) =>
  service.send(path, { ...init, headers: { authorization, ...init.headers } })
const post = (path: string, body: object) => ask(path, { method: 'POST', headers: json, body: JSON.stringify(body) })
const raw = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${service.port}${path}`, { ...init, headers: { authorization, ...init.headers } })

const transfers = '/v2/transfer/transfers'
const accounts = '/v2/transfer/fiat-accounts'
const quotes = '/v2/issuer-quotes'
const orders = `/v2/profiles/${profiles[0].id}/orders`
let count = 0
const order = () => ({ side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100', ref_id: `ref-${++count}` })
const account = () => ({
  ref_id: `account-${++count}`,
  metadata: { team: 'ops' },
  fiat_account_owner: { institution_details: { name: 'Harbour Payments Ltd' } },
  fiat_network_instructions: {
    wire: {
      account_number: '1234567890',
      routing_details: { routing_number_type: 'ABA', routing_number: '021000021' },
    },
  },
})
const ordersOf = async (refId: string) =>
  ((await service.control('GET', '/clients/stressed/orders')).body.orders as { ref_id?: string }[]).filter(
    ({ ref_id }) => ref_id === refId,
  )
const itemsOf = ({ body }: { body: Record<string, unknown> }, name = 'items') =>
  body[name] as Record<string, string | undefined>[]

describe('the switches', () => {
  test('are off by default and after an empty setting', async () => {
    const { status, body } = await stress({})
    expect(status).toBe(200)
    expect(body).toEqual({
      latency: [],
      fail: [],
      drop: [],
      cut: [],
      rate_limit: [],
      token_lifetime_seconds: 3599,
      refused_scopes: [],
      cursor_on_short_page: false,
      quotes_under_items: false,
      nanoseconds: false,
      fiat_shape: 'TOP',
      masked_account_numbers: false,
      absent: 'LEFT_OUT',
      platform_name: 'PLATFORM',
      replace: {},
      add: {},
      leave_out: [],
    })
  })

  test.each([
    [{ latencies: [] }, 'latencies', 'Did you mean "latency"?'],
    [{ latency: [{ millis: 60_001 }] }, 'latency.0.millis', 'from 0 to 60000'],
    [{ latency: [{ millis: 1, operaton: 'token' }] }, 'latency.0.operaton', 'Did you mean "operation"?'],
    [{ fail: [{ status: 200 }] }, 'fail.0.status', 'from 400 to 599'],
    [{ fail: [{ status: 503, times: 0 }] }, 'fail.0.times', 'from 1 to 1000000'],
    [{ fail: [{ status: 503, operation: 'listTransfer' }] }, 'fail.0.operation', 'Did you mean listTransfers?'],
    [{ fail: [{ status: 503, content: 'XML' }] }, 'fail.0.content', 'PROBLEM, CODE, HTML, TEXT, NOTHING'],
    [{ rate_limit: [{}] }, 'rate_limit.0.per_second', 'from 0 to 10000'],
    [{ refused_scopes: ['transfer:read_transfers'] }, 'refused_scopes.0', 'Did you mean transfer:read_transfer?'],
    [{ token_lifetime_seconds: 0 }, 'token_lifetime_seconds', 'from 1 to 86400'],
    [{ fiat_shape: 'ELSEWHERE' }, 'fiat_shape', 'TOP, IN_OWNER, BESIDE_WIRE, INSIDE_WIRE'],
    [{ platform_name: 'INTERNAL' }, 'platform_name', 'INTERNAL is reserved'],
    [{ replace: { satus: 'X' } }, 'replace.satus', 'Did you mean "status"?'],
    [{ leave_out: ['create_at'] }, 'leave_out.0', 'Did you mean created_at?'],
  ])('refuse %j at its place, and stay as they were', async (settings, field, message) => {
    await stress({ nanoseconds: true })
    const { status, body } = await stress(settings)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field, message: expect.stringContaining(message) }])
    expect((await service.control('GET', '/clients/stressed/stress')).body.nanoseconds).toBe(true)
  })

  test('of one client do not affect another', async () => {
    await stress({ fail: [{ status: 500, times: 5 }], nanoseconds: true })
    const { status, body } = await service.ask(`${transfers}?limit=1`)
    expect(status).toBe(200)
    expect(itemsOf({ body })[0]?.created_at).toMatch(/\.\d{6}Z$/)
    expect((await ask(transfers)).status).toBe(500)
  })
})

describe('a failure', () => {
  test('occurs as often as set, on its operation only, before the work', async () => {
    await stress({ fail: [{ operation: 'createOrder', status: 503, times: 2, retry_after_seconds: 7 }] })
    const wanted = order()
    for (let time = 0; time < 2; time++) {
      const { status, headers, body } = await post(orders, wanted)
      expect([status, headers.get('retry-after')]).toEqual([503, '7'])
      expect(headers.get('content-type')).toBe('application/problem+json')
      expect(body).toMatchObject({ status: 503, type: '/problems/service-failed', request_id: expect.any(String) })
    }
    expect(await ordersOf(wanted.ref_id)).toEqual([])
    expect((await ask(transfers)).status).toBe(200)
    expect((await post(orders, wanted)).status).toBe(200)
    expect((await service.control('GET', '/clients/stressed/stress')).body.fail).toEqual([])
  })

  test('without an operation occurs on any; several occur in order', async () => {
    await stress({ fail: [{ status: 500 }, { status: 502 }] })
    expect([(await ask(transfers)).status, (await ask(quotes)).status, (await ask(quotes)).status]).toEqual([
      500, 502, 200,
    ])
  })

  test.each([
    ['HTML', /^text\/html/, /^<!doctype html>.*Service Unavailable/],
    ['TEXT', /^text\/plain/, /^upstream error: service unavailable$/],
    ['CODE', /^application\/json$/, /^\{"code":"SERVICE_UNAVAILABLE","message":"Service Unavailable\."\}$/],
  ])('can be %s', async (content, type, text) => {
    await stress({ fail: [{ status: 503, content }] })
    const response = await raw(transfers)
    expect(response.status).toBe(503)
    expect(response.headers.get('content-type')).toMatch(type)
    expect(await response.text()).toMatch(text)
  })

  test('can have a type by which the refusal is known', async () => {
    const kind = 'travel-rule-information-required'
    await stress({
      fail: [
        { status: 403, kind },
        { status: 403, kind, content: 'CODE' },
      ],
    })
    expect((await ask(transfers)).body).toMatchObject({ status: 403, type: `/problems/${kind}` })
    expect((await ask(transfers)).body).toMatchObject({ code: 'TRAVEL_RULE_INFORMATION_REQUIRED' })
    expect((await stress({ fail: [{ status: 403, kind: 'made-up' }] })).status).toBe(400)
  })

  test('can be a status without a body', async () => {
    await stress({ fail: [{ status: 504, content: 'NOTHING' }] })
    const response = await raw(transfers)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([504, null, ''])
  })

  test('can have a Retry-After date or none', async () => {
    await stress({ fail: [{ status: 429, retry_after_seconds: 90, retry_after_form: 'DATE' }, { status: 429 }] })
    const dated = (await ask(transfers)).headers.get('retry-after') ?? ''
    expect(dated).toMatch(/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/)
    expect(Date.parse(dated) - service.time.now).toBe(90_000)
    const silent = await ask(transfers)
    expect([silent.status, silent.headers.has('retry-after')]).toEqual([429, false])
  })

  test('can be a 401 with a challenge', async () => {
    await stress({ fail: [{ status: 401 }] })
    const { status, headers } = await ask(transfers)
    expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining('Bearer')])
  })

  test('can affect token requests', async () => {
    await stress({ fail: [{ operation: 'token', status: 429, retry_after_seconds: 1 }] })
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    const asked = () => service.send('/oauth2/token', { method: 'POST', body: new URLSearchParams(form) })
    const refused = await asked()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect((await asked()).status).toBe(200)
  })
})

describe('an answer', () => {
  test('that is dropped leaves the work done, as a replay shows', async () => {
    await stress({ drop: [{ operation: 'createOrder' }] })
    const wanted = order()
    await expect(post(orders, wanted)).rejects.toThrow('fetch failed')
    expect(await ordersOf(wanted.ref_id)).toHaveLength(1)
    const replay = await post(orders, wanted)
    expect(replay.status).toBe(409)
    expect(replay.body.meta).toMatchObject({ existing: { ref_id: wanted.ref_id } })
    const { body } = await service.control('GET', `/clients/stressed/requests?ref_id=${wanted.ref_id}`)
    expect(body.requests).toMatchObject([
      { operation: 'createOrder', status: 200, left: 'dropped' },
      { operation: 'createOrder', status: 409, left: 'whole' },
    ])
  })

  test('of the next write can be dropped, whichever it is, while reads and tokens go on', async () => {
    await stress({ drop: [{ operation: 'write' }] })
    expect((await ask(`${transfers}?limit=1`)).status).toBe(200)
    expect(await service.token(client)).not.toBe('')
    const wanted = account()
    await expect(post(accounts, wanted)).rejects.toThrow()
    expect((await service.control('GET', '/clients/stressed/stress')).body.drop).toEqual([])
    expect((await post(accounts, wanted)).status).toBe(409)
  })

  test.each(['gzip', 'identity'])('that is cut ends in the middle (%s)', async (coding) => {
    await stress({ cut: [{ operation: 'listTransfers' }] })
    const response = await raw(transfers, { headers: { 'accept-encoding': coding } })
    expect(response.status).toBe(200)
    await expect(response.text()).rejects.toThrow('terminated')
    expect((await ask(transfers)).status).toBe(200)
    expect((await service.control('GET', '/clients/stressed/requests')).body.requests).toMatchObject([
      { left: 'cut' },
      { left: 'whole' },
    ])
  })

  test('that is delayed blocks no other request and ends at a reset', async () => {
    const { body } = await service.control('POST', '/clients', { id: 'delayed' })
    const token = await service.token({ ...client, id: 'delayed', secret: String(body.secret) })
    await service.control('PUT', '/clients/delayed/stress', { latency: [{ operation: 'createOrder', millis: 60_000 }] })
    const headers = { authorization: `Bearer ${token}`, ...json }
    const waiting = service.send(orders, { method: 'POST', headers, body: JSON.stringify(order()) })
    const arrived = async () => (await service.control('GET', '/clients/delayed/requests?operation=createOrder')).body
    await expect.poll(arrived, { timeout: 20_000 }).toMatchObject({ requests: [{ operation: 'createOrder' }] })
    expect((await service.send(transfers, { headers })).status).toBe(200)
    await service.control('POST', '/clients/delayed/reset', {})
    expect((await waiting).status).toBe(503)
    expect((await service.control('GET', '/clients/delayed/orders')).body.orders).toEqual([])
  })
})

describe('a rate limit', () => {
  test('counts by wall-clock seconds, without refused requests', async () => {
    await stress({ rate_limit: [{ per_second: 2, retry_after_seconds: 1 }] })
    const statuses = async (requests: number) => {
      const seen: number[] = []
      for (let one = 0; one < requests; one++) seen.push((await ask(quotes)).status)
      return seen
    }
    expect(await statuses(4)).toEqual([200, 200, 429, 429])
    service.time.now += 999
    expect(await statuses(1)).toEqual([429])
    service.time.now += 1
    expect(await statuses(3)).toEqual([200, 200, 429])
    expect((await ask(quotes)).headers.get('retry-after')).toBe('1')
  })

  test('can apply to one operation without a Retry-After', async () => {
    await stress({ rate_limit: [{ operation: 'listIssuerQuotes', per_second: 0 }] })
    const { status, headers, body } = await ask(quotes)
    expect([status, headers.has('retry-after'), body.type]).toEqual([429, false, '/problems/rate-limited'])
    expect((await ask(transfers)).status).toBe(200)
  })
})

describe('tokens', () => {
  test('can be short-lived', async () => {
    await stress({ token_lifetime_seconds: 2 })
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    const { body } = await service.send('/oauth2/token', { method: 'POST', body: new URLSearchParams(form) })
    expect(body.expires_in).toBe(2)
    const headers = { authorization: `Bearer ${body.access_token}` }
    service.time.now += 1999
    expect((await service.send(quotes, { headers })).status).toBe(200)
    service.time.now += 1
    expect((await service.send(quotes, { headers })).status).toBe(401)
  })

  test('can lack a scope, which is refused by name and not granted by default', async () => {
    const scope = 'transfer:write_sandbox_fiat_deposit'
    await stress({ refused_scopes: [scope] })
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret }
    const asked = (more: object) =>
      service.send('/oauth2/token', { method: 'POST', body: new URLSearchParams({ ...form, ...more }) })
    const refused = await asked({ scope: `transfer:read_transfer ${scope}` })
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'invalid_scope', error_description: expect.stringContaining(scope) },
    ])
    expect((await asked({ scope: 'transfer:read_transfer' })).status).toBe(200)
    expect(String((await asked({})).body.scope)).not.toContain(scope)
  })
})

describe('lists', () => {
  test.each([
    [transfers, 'items'],
    [quotes, 'issuer_quote_executions'],
  ])('%s can have a cursor on the short last page, which leads to an empty one', async (path, member) => {
    const whole = itemsOf(await ask(`${path}?limit=1000`), member).map(({ id }) => id)
    await stress({ cursor_on_short_page: true })
    const walked: (string | undefined)[] = []
    const sizes: number[] = []
    let cursor = ''
    do {
      const page = await ask(`${path}?limit=177${cursor && `&page_cursor=${cursor}`}`)
      const items = itemsOf(page, member)
      sizes.push(items.length)
      walked.push(...items.map(({ id }) => id))
      cursor = String(page.body.next_page_cursor)
    } while (cursor !== '')
    expect(walked).toEqual(whole)
    expect(sizes.at(-1)).toBe(0)
    expect(sizes.at(-2)).toBe(whole.length % 177)
  })

  test('of issuer quotes can be named items and read alike', async () => {
    const place = { limit: 100, cursors: [] }
    const usual = readIssuerQuotePage((await ask(quotes)).body, place)
    await stress({ quotes_under_items: true })
    const { body } = await ask(quotes)
    expect(Object.keys(body)).toEqual(['items', 'next_page_cursor'])
    expect(readIssuerQuotePage(body, place)).toEqual(usual)
  })

  test('can have nanosecond timestamps, which work as filters', async () => {
    await stress({ nanoseconds: true })
    const rows = itemsOf(await ask(`${transfers}?limit=1000`))
    // A record with a unique time.
    const row = rows.find(({ created_at }) => rows.filter((other) => other.created_at === created_at).length === 1)
    const at = row?.created_at ?? ''
    expect(at).toMatch(/\.\d{9}Z$/)
    const ids = async (filter: string) =>
      itemsOf(await ask(`${transfers}?limit=1000&${filter}=${at}`)).map(({ id }) => id)
    expect(await ids('created_at.eq')).toEqual([row?.id])
    const [before, upTo, after] = [await ids('created_at.lt'), await ids('created_at.lte'), await ids('created_at.gt')]
    expect(upTo).toEqual([row?.id, ...before])
    expect([...after, ...upTo]).toEqual(rows.map(({ id }) => id))
    const [quote] = itemsOf(await ask(`${quotes}?limit=1`), 'issuer_quote_executions')
    const range = `created_range.begin=${quote?.created_at}&created_range.end=${quote?.created_at}`
    expect(itemsOf(await ask(`${quotes}?${range}`), 'issuer_quote_executions')).toEqual([quote])
    expect((await ask(`${transfers}?created_at.eq=yesterday`)).status).toBe(400)
  })

  test('can use the operator’s name in rows and filters', async () => {
    await stress({ platform_name: 'ACME' })
    const types = async (query: string) =>
      new Set(itemsOf(await ask(`${transfers}?limit=1000${query}`)).map((t) => t.type))
    const all = await types('')
    expect([...all].filter((type) => type?.startsWith('PLATFORM'))).toEqual([])
    expect(all).toContain('ACME_TRANSFER_CREDIT')
    expect(all).toContain('INTERNAL_TRANSFER_CREDIT')
    expect(await types('&type=ACME_TRANSFER_DEBIT')).toEqual(new Set(['ACME_TRANSFER_DEBIT']))
    expect((await ask(`${transfers}?type=OTHER_TRANSFER_DEBIT`)).status).toBe(400)
  })
})

describe('records', () => {
  test('can have unknown values and members and lack required ones', async () => {
    const replace = { status: 'COMPLETE', direction: 'WITHDRAWAL', metadata: { batch: 7 }, market: 'SOLUSD' }
    await stress({ replace, add: { settlement: { layer: 2 } }, leave_out: ['updated_at'] })
    const items = itemsOf(await ask(`${transfers}?limit=1000`))
    expect(items.length).toBeGreaterThan(200)
    for (const item of items) {
      expect(item).toMatchObject({ status: 'COMPLETE', direction: 'WITHDRAWAL', settlement: { layer: 2 } })
      expect(item).not.toHaveProperty('updated_at')
      // What a record does not have is not replaced.
      expect(item).not.toHaveProperty('market')
    }
    expect(new Set(items.map(({ metadata }) => JSON.stringify(metadata)))).toEqual(new Set([undefined, '{"batch":7}']))
    const one = await ask(`${transfers}/${items[0]?.id}`)
    expect(one.body).toEqual(items[0])
  })

  test('are reshaped in answers to writes and in conflicts', async () => {
    await stress({ replace: { status: 'WORKING', market: 'SOLUSD' }, leave_out: ['created_at'] })
    const wanted = order()
    const made = await post(orders, wanted)
    expect(made.body).toMatchObject({ status: 'WORKING', market: 'SOLUSD', ref_id: wanted.ref_id })
    expect(made.body).not.toHaveProperty('created_at')
    const { status, body } = await post(orders, wanted)
    expect(status).toBe(409)
    expect(body).toMatchObject({ meta: { existing: { status: 'WORKING', market: 'SOLUSD' } } })
    const rule = {
      ref_id: `rule-${++count}`,
      profile_id: profiles[0].id,
      source_asset: 'USD',
      destination_asset: 'USDG',
    }
    await stress({ add: { status: 'ACTIVE' } })
    const ruled = await post('/v2/orchestration/rules', { ...rule, source: { fiat: { network: 'WIRE' } } })
    expect(ruled.body).toMatchObject({ rule: { ref_id: rule.ref_id, status: 'ACTIVE' } })
  })

  test.each(['EMPTY', 'NULL'])('can write absent members as %s and read alike', async (absent) => {
    const usual = itemsOf(await ask(`${transfers}?limit=1000`))
    await stress({ absent })
    const filled = itemsOf(await ask(`${transfers}?limit=1000`))
    const expected = absent === 'NULL' ? null : ''
    expect(filled.some(({ memo }) => memo === expected)).toBe(true)
    if (absent === 'EMPTY') expect(filled.filter(({ auto_conversion }) => auto_conversion === undefined)).toEqual([])
    for (const [index, item] of filled.entries()) {
      expect(Object.keys(item)).toHaveLength(28)
      const { known, missing } = readTransfer(item)
      expect({ known, missing }).toEqual({ known: usual[index], missing: [] })
    }
  })
})

describe('a fiat account', () => {
  const shapes = {
    IN_OWNER: { at: ['fiat_account_owner', 'fiat_network_instructions', 'wire', 'account_number'], status: 'top' },
    BESIDE_WIRE: { at: ['fiat_account_owner', 'fiat_network_instructions', 'status'], status: 'inside' },
    INSIDE_WIRE: { at: ['fiat_account_owner', 'fiat_network_instructions', 'wire', 'status'], status: 'inside' },
  }
  test.each(Object.entries(shapes))('can be nested as %s, and gives the same view', async (shape, { at, status }) => {
    const { body: usual } = await post(accounts, account())
    await stress({ fiat_shape: shape })
    // An update with nothing new is answered with the account as it is.
    const { body } = await ask(`${accounts}/${usual.id}`, {
      method: 'PUT',
      headers: json,
      body: JSON.stringify({ metadata: { team: 'ops' } }),
    })
    expect(body).toHaveProperty(at)
    expect(body).not.toHaveProperty('fiat_network_instructions')
    if (status === 'inside') for (const name of ['status', 'metadata']) expect(body).not.toHaveProperty(name)
    const { raw: _, ...view } = readFiatAccount(body)
    const { raw: __, ...expected } = readFiatAccount(usual)
    expect(view).toEqual(expected)
  })

  test('can mask its number, also in a conflict', async () => {
    await stress({ masked_account_numbers: true, fiat_shape: 'IN_OWNER' })
    const wanted = account()
    const shown = { fiat_account_owner: { fiat_network_instructions: { wire: { account_number: 'XXXX7890' } } } }
    const made = await post(accounts, wanted)
    expect(made.body).toMatchObject(shown)
    expect(made.text).not.toContain('1234567890')
    const again = await post(accounts, wanted)
    expect([again.status, again.body.meta]).toMatchObject([409, { existing: shown }])
    // It is hidden, not lost.
    const kept = await service.control('GET', '/clients/stressed/fiat-accounts')
    expect(kept.text).toContain('1234567890')
  })
})
