/** Valid and invalid requests of every operation, through an independent tool that knows only the document. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeQuery } from '../../domain/query-string'
import { type OperationName, operationNames, pathOf, rowOf } from '../../provider/operations'
import { knownScopes } from '../clients'
import { documentationOf } from '../operations'
import { type Service, startService } from '../testing'
import { describeService } from './description'
import { type Peer, startPeer, violationsIn } from './testing/peer'

let service: Service
let peer: Peer
let bearer: string
let other: string
beforeAll(async () => {
  service = await startService(300)
  const upstream = `http://127.0.0.1:${service.port}`
  peer = await startPeer(describeService(upstream), upstream)
  bearer = await service.token()
  const scopes = new Set<string>(operationNames.map((name) => rowOf(name).scope))
  other = await service.token(
    undefined,
    knownScopes.find((scope) => !scopes.has(scope)),
  )
}, 60_000)
afterAll(async () => {
  await peer?.stop()
  await service?.stop()
})

const treasury = '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60'
const nobody = '00000000-0000-4000-8000-000000000000'
const json = { 'content-type': 'application/json' }

/** Sends a request through the proxy. @returns the status, and where request and answer deviate from the document */
async function ask(target: string, init: RequestInit = {}) {
  const reply = await fetch(peer.url + target, {
    ...init,
    headers: { authorization: `Bearer ${bearer}`, ...init.headers },
  })
  const violations = violationsIn(reply.headers)
  const of = (side: string) => violations.filter(({ location }) => location[0] === side).map(({ message }) => message)
  return { status: reply.status, request: of('request'), response: of('response'), text: await reply.text() }
}

const write = (name: OperationName, values: Record<string, string>, body: unknown) =>
  ask(pathOf(name, values), { method: rowOf(name).method, headers: json, body: JSON.stringify(body) })
const order = (body: object) => write('createOrder', { profile_id: treasury }, body)

/** Expects success: request and answer fit the document. */
async function expectDone(asked: ReturnType<typeof ask>): Promise<Record<string, unknown>> {
  const { status, request, response, text } = await asked
  expect({ status, request, response, text }).toEqual({ status: 200, request: [], response: [], text })
  return JSON.parse(text)
}

/** Expects a refusal: `seen` says whether the schemas show why, or only the document's text and the service's state. */
async function expectRefused(asked: ReturnType<typeof ask>, status: number, seen: 'by the document' | 'beyond it') {
  const { request, response, ...reply } = await asked
  expect({ status: reply.status, response, text: reply.text }).toEqual({ status, response: [], text: reply.text })
  expect(request.length > 0, request.join('; ')).toBe(seen === 'by the document')
}

const exampleBodies = (name: OperationName) => Object.values(documentationOf(name).bodies ?? {})
const exampleParameters = (name: OperationName) => ({ ...documentationOf(name).parameters })

describe('the examples of the document', () => {
  const isHere = (name: OperationName) => rowOf(name).method === 'GET' && !rowOf(name).pathValues
  test.each(operationNames.filter(isHere))('of %s succeed as described', async (name) => {
    await expectDone(ask(`${pathOf(name)}?${writeQuery(exampleParameters(name))}`))
  })

  test.each(operationNames.filter((name) => exampleBodies(name).length > 0))(
    'of %s are answered as described',
    async (name) => {
      for (const { value } of exampleBodies(name)) {
        const quick = 'await_fill_millis' in value ? { ...value, await_fill_millis: 5 } : value
        const values = Object.entries(exampleParameters(name)).map(([key, text]) => [key, String(text)])
        const { status, request, response } = await write(name, Object.fromEntries(values), quick)
        expect({ request, response }).toEqual({ request: [], response: [] })
        expect([200, 403, 404]).toContain(status)
      }
    },
  )
})

describe('lists', () => {
  test('are paged with filters of every kind', async () => {
    const first = await expectDone(ask('/v2/transfer/transfers?limit=40&order_by=UPDATED_AT&order=ASC'))
    const cursor = encodeURIComponent(String(first.next_page_cursor))
    await expectDone(ask(`/v2/transfer/transfers?limit=40&order_by=UPDATED_AT&order=ASC&page_cursor=${cursor}`))
    await expectDone(
      ask('/v2/transfer/transfers?statuses=PENDING&statuses=FAILED&secondary_statuses=CUSTOMER_REJECTED'),
    )
    await expectDone(ask('/v2/transfer/transfers?type=WIRE_DEPOSIT&type=RTP_DEPOSIT'))
    for (const comparison of ['lt', 'lte', 'eq', 'gte', 'gt'])
      await expectDone(ask(`/v2/transfer/transfers?created_at.${comparison}=2026-11-19T14:31:52.123456789%2B01:00`))
    const hundred = Array.from({ length: 100 }, () => `crypto_tx_hashes=${'z'.repeat(240)}`)
    await expectDone(ask(`/v2/transfer/transfers?${hundred.join('&')}`))
    await expectDone(ask('/v2/transfer/transfers?limit=1000'))
    await expectDone(ask('/v2/issuer-quotes?status=COMPLETE&status=FAILED&order=ASC&limit=3'))
  })

  test.each([
    'limit=0',
    'limit=1001',
    'limit=1.5',
    'limit=x',
    'order=UP',
    'order_by=TYPE',
    'statuses=DONE',
    'type=WIRE',
    'created_at.gte=yesterday',
    'created_at.gte=2026-02-30T00:00:00Z',
    'updated_at.lt=2026-01-01T00:00:00',
    `ids=${'x'.repeat(256)}`,
    Array.from({ length: 101 }, (_, id) => `ids=${id}`).join('&'),
  ])('refuse %s, as the schemas say', (query) =>
    expectRefused(ask(`/v2/transfer/transfers?${query}`), 400, 'by the document'),
  )

  test.each([
    'ids=a&type=RTP_DEPOSIT',
    'profile_ids=a&statuses=PENDING',
    'order_by=CREATED_AT&updated_at.gte=2026-01-01T00:00:00Z',
    'page_cursor=made-up',
    'limitt=5',
    'limit=1e2',
    'limit=',
  ])('refuse %s, as an extra rule says', (query) =>
    expectRefused(ask(`/v2/transfer/transfers?${query}`), 400, 'beyond it'),
  )

  test('refuse a range that ends before it begins, as an extra rule says', () =>
    expectRefused(
      ask('/v2/issuer-quotes?created_range.begin=2026-01-02T00:00:00Z&created_range.end=2026-01-01T00:00:00Z'),
      400,
      'beyond it',
    ))
})

describe('one transfer', () => {
  test('is returned, not found, or refused', async () => {
    const { items } = await expectDone(ask('/v2/transfer/transfers?limit=300'))
    const all = items as { id: string; type: string }[]
    // Each type has its own fields.
    for (const { id } of new Map(all.map((one) => [one.type, one])).values())
      await expectDone(ask(`/v2/transfer/transfers/${id}`))
    await expectRefused(ask(`/v2/transfer/transfers/${nobody}`), 404, 'beyond it')
    await expectRefused(ask('/v2/transfer/transfers/nothing'), 400, 'by the document')
  })
})

describe('orders', () => {
  const buy = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '1000' }
  const limit = { side: 'SELL', market: 'ETHUSD', type: 'LIMIT', base_amount: '1', price: '9000' }

  test('are placed with every valid time in force', async () => {
    await expectDone(order({ ...buy, await_fill_millis: 5 }))
    for (const time_in_force of ['GTC', 'IOC', 'FOK']) await expectDone(order({ ...limit, time_in_force }))
    const expiry = { time_in_force: 'GTT', expiration_date: '1924948800000' }
    await expectDone(order({ ...limit, ...expiry, type: 'POST_ONLY_LIMIT', metadata: { desk: 'east' } }))
    await expectDone(order({ ...limit, type: 'STOP_LIMIT', stop_price: '1000', price: '990', ...expiry }))
  })

  test('are refused with 409 and the order, with 403 and with 404, as described', async () => {
    await expectDone(order({ ...limit, ref_id: 'peer-1' }))
    await expectRefused(order({ ...limit, ref_id: 'peer-1' }), 409, 'beyond it')
    await expectRefused(order({ ...buy, quote_amount: '99999999999' }), 403, 'beyond it')
    await expectRefused(order({ ...limit, price: undefined }), 403, 'beyond it')
    await expectRefused(write('createOrder', { profile_id: nobody }, buy), 404, 'beyond it')
    const past = { ...limit, time_in_force: 'GTT', expiration_date: '1000000000000' }
    await expectRefused(order(past), 400, 'beyond it')
  })

  test.each<[string, unknown]>([
    ['a time in force of another type', { ...buy, time_in_force: 'GTC' }],
    ['GTT without an expiry', { ...limit, time_in_force: 'GTT' }],
    ['an identity without its account', { ...buy, identity_id: 'i' }],
    ['an account without its identity', { ...buy, identity_account_id: 'a' }],
    ['an unknown market', { ...buy, market: 'BTCJPY' }],
    ['an amount with an exponent', { ...buy, quote_amount: '1e5' }],
    ['an amount that is a number', { ...buy, quote_amount: 5 }],
    ['an unknown member', { ...buy, leverage: '5' }],
    ['seven pairs of metadata', { ...buy, metadata: Object.fromEntries([...'abcdefg'].map((key) => [key, ''])) }],
    ['a wait of eleven seconds', { ...buy, await_fill_millis: 11_000 }],
    ['an expiry in seconds', { ...limit, time_in_force: 'GTT', expiration_date: '1924948800' }],
    ['a list', [buy]],
    ['nothing', {}],
  ])('are refused with %s, as the schemas say', (_, body) =>
    expectRefused(order(body as object), 400, 'by the document'),
  )
})

describe('fiat accounts', () => {
  const person = { person_details: { first_name: 'Ines', last_name: 'Okafor' } }
  const company = { institution_details: { name: 'Harbour Payments Ltd' } }
  const account = { fiat_account_owner: person, fiat_network_instructions: { wire: { account_number: '4402917358' } } }
  const create = (body: unknown) => write('createFiatAccount', {}, body)

  test('are created and changed, and refused as described', async () => {
    const created = await expectDone(create({ ...account, ref_id: 'peer-1' }))
    const change = (body: unknown, id = String(created.id)) => write('updateFiatAccount', { id }, body)
    await expectRefused(create({ ...account, ref_id: 'peer-1' }), 409, 'beyond it')
    await expectDone(change({ metadata: { team: 'ops' } }))
    await expectDone(change({}))
    await expectRefused(change({ fiat_account_owner: company }), 403, 'beyond it')
    await expectRefused(change({ metadata: {} }, nobody), 404, 'beyond it')
    await expectRefused(change({ status: 'APPROVED' }), 400, 'by the document')
    await expectRefused(change({}, 'not-a-uuid'), 400, 'by the document')
  })

  test.each<[string, unknown]>([
    ['two owners', { ...account, fiat_account_owner: { ...person, ...company } }],
    ['no owner', { ...account, fiat_account_owner: {} }],
    ['half a name', { ...account, fiat_account_owner: { person_details: { first_name: 'Ines' } } }],
    ['another network', { ...account, fiat_network_instructions: { ach: {} } }],
  ])('are refused with %s, as the schemas say', (_, body) => expectRefused(create(body), 400, 'by the document'))
})

describe('rules and deposits', () => {
  const rule = { profile_id: treasury, source_asset: 'USD', destination_asset: 'USDG' }
  const wire = { fiat: { network: 'WIRE', account_type: 'ABA' } }
  const createRule = (body: unknown) => write('createRule', {}, body)
  const deposit = (body: object) =>
    write('initiateSandboxFiatDeposit', {}, { amount: '10.00', asset: 'USD', memo_id: 'MD1', ...body })

  test('are created and refused as described', async () => {
    await expectDone(createRule({ ...rule, ref_id: 'peer-1', source: wire }))
    await expectRefused(createRule({ ...rule, ref_id: 'peer-1', source: wire }), 409, 'beyond it')
    await expectRefused(createRule({ ...rule, ref_id: 'peer-2', profile_id: nobody, source: wire }), 403, 'beyond it')
    await expectRefused(createRule({ ...rule, ref_id: 'peer-3', source: {} }), 400, 'by the document')
    const two = { ...wire, profile: { profile_id: treasury } }
    await expectRefused(createRule({ ...rule, ref_id: 'peer-4', source: two }), 400, 'by the document')
    const places = { profile: { profile_id: treasury }, crypto: {} }
    await expectRefused(createRule({ ...rule, ref_id: 'p', source: wire, destination: places }), 400, 'by the document')
    await expectRefused(createRule({ ...rule, source: wire }), 400, 'by the document')

    await expectDone(deposit({ fiat_network_instructions: { wire: {} } }))
    await expectRefused(deposit({ amount: '0', fiat_network_instructions: { wire: {} } }), 403, 'beyond it')
    await expectRefused(deposit({ amount: '1.001', fiat_network_instructions: { wire: {} } }), 400, 'by the document')
    await expectRefused(deposit({ asset: 'EUR', fiat_network_instructions: { wire: {} } }), 400, 'by the document')
    await expectRefused(deposit({}), 400, 'by the document')
  })
})

describe('authentication', () => {
  const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: 'demo-secret' }
  const token = (body: Record<string, string>) =>
    ask('/oauth2/token', { method: 'POST', body: new URLSearchParams(body), headers: { authorization: '' } })

  test('issues and refuses tokens as described', async () => {
    await expectDone(token({ ...form, scope: 'transfer:read_transfer exchange:write_order' }))
    await expectDone(token(form))
    await expectRefused(token({ ...form, scope: 'admin' }), 400, 'beyond it')
    await expectRefused(token({ ...form, client_secret: 'guessed' }), 401, 'beyond it')
    await expectRefused(token({ ...form, grant_type: 'password' }), 400, 'by the document')
    await expectRefused(token({ grant_type: 'client_credentials', client_id: 'demo-client' }), 400, 'by the document')
  })

  test('refuses every operation without a token and with another scope', async () => {
    for (const name of operationNames) {
      const { method } = rowOf(name)
      const target = pathOf(name, { id: nobody, profile_id: treasury })
      const [first] = exampleBodies(name)
      const init = { method, ...(first ? { body: JSON.stringify(first.value), headers: json } : {}) }
      const as = (authorization: string) => ask(target, { ...init, headers: { ...init.headers, authorization } })
      await expectRefused(as(''), 401, 'by the document')
      await expectRefused(as('Bearer unknown'), 401, 'beyond it')
      await expectRefused(as(`Bearer ${other}`), 403, 'beyond it')
    }
  })

  test('accepts JSON only', async () => {
    const target = pathOf('createOrder', { profile_id: treasury })
    const text = { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }
    await expectRefused(ask(target, text), 415, 'by the document')
  })
})

describe('the tool', () => {
  test('reports answers that deviate from the document', async () => {
    const answers: Record<string, [number, string, string]> = {
      '/v2/transfer/transfers': [200, 'application/json', '{"items":[{"id":"1"}],"next_page_cursor":null}'],
      '/v2/issuer-quotes': [400, 'text/html', '<h1>Bad Request</h1>'],
      [`/v2/transfer/transfers/${nobody}`]: [404, 'application/problem+json', '{"title":"Nothing"}'],
    }
    const wrong = createServer((request, response) => {
      const [status, type, body] = answers[request.url ?? ''] ?? [500, 'text/plain', '']
      response.writeHead(status, { 'content-type': type, 'x-request-id': nobody }).end(body)
    }).listen(0, '127.0.0.1')
    await once(wrong, 'listening')
    const upstream = `http://127.0.0.1:${(wrong.address() as AddressInfo).port}`
    const strict = await startPeer(describeService(upstream), upstream)
    const headers = { authorization: `Bearer ${bearer}` }
    const found = await Promise.all(
      Object.keys(answers).map(async (path) => violationsIn((await fetch(strict.url + path, { headers })).headers)),
    )
    await strict.stop()
    wrong.close()
    const sides = found.map((violations) => [...new Set(violations.map(({ location }) => location[0]))])
    expect(sides).toEqual([['response'], ['response'], ['response']])
  }, 60_000)
})
