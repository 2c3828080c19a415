import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationNames, rowOf } from '../provider/operations'
import { mintingScopes } from '../provider/tokens'
import { Clients, demoClient } from './clients'
import { readingClient, type Service, startService } from './testing'

let service: Service
beforeAll(async () => {
  service = await startService(100)
})
afterAll(() => service.stop())

const form = 'grant_type=client_credentials&client_id=demo-client&client_secret=demo-secret'
const post = (body: string, headers: Record<string, string> = {}) =>
  service.send('/oauth2/token', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

describe('the token endpoint', () => {
  test('issues a bearer token for 3599 seconds with the requested scopes', async () => {
    const { status, body, headers } = await post(`${form}&scope=transfer%3Aread_transfer+exchange%3Awrite_order`)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      expires_in: 3599,
      scope: 'transfer:read_transfer exchange:write_order',
      token_type: 'bearer',
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('pragma')).toBe('no-cache')
    expect(headers.get('content-type')).toBe('application/json')
  })

  test('knows every scope of the spec and grants all if none is requested', async () => {
    const { body } = await post(form)
    const scopes = String(body.scope).split(' ')
    expect(new Set(scopes)).toEqual(new Set([...operationNames.map((name) => rowOf(name).scope), ...mintingScopes]))
    for (const scope of mintingScopes)
      expect((await post(`${form}&scope=${scope}`)).body).toMatchObject({ scope, expires_in: 3599 })
  })

  test('accepts the credentials in a Basic header', async () => {
    const authorization = `Basic ${btoa('demo-client:demo-secret')}`
    expect((await post('grant_type=client_credentials', { authorization })).status).toBe(200)
    expect((await post(form, { authorization })).body.error).toBe('invalid_request')
  })

  test.each([
    ['no grant type', 'client_id=demo-client&client_secret=demo-secret', 400, 'invalid_request'],
    ['no client', 'grant_type=client_credentials&client_secret=demo-secret', 400, 'invalid_request'],
    ['no secret', 'grant_type=client_credentials&client_id=demo-client', 400, 'invalid_request'],
    ['an empty secret', 'grant_type=client_credentials&client_id=demo-client&client_secret=', 400, 'invalid_request'],
    ['a parameter twice', `${form}&client_id=demo-client`, 400, 'invalid_request'],
    ['a wrong secret', form.replace('demo-secret', 'wrong'), 401, 'invalid_client'],
    ['an unknown client', form.replace('demo-client', 'nobody'), 401, 'invalid_client'],
    ['another grant', form.replace('client_credentials', 'password'), 400, 'unsupported_grant_type'],
    ['one unknown scope among good ones', `${form}&scope=transfer:read_transfer+x:y`, 400, 'invalid_scope'],
    ['two spaces between scopes', `${form}&scope=transfer:read_transfer++exchange:write_order`, 400, 'invalid_scope'],
  ])('refuses %s in the words of RFC 6749', async (_, body, status, error) => {
    const reply = await post(body)
    expect(reply.status).toBe(status)
    expect(reply.body).toEqual({ error, error_description: expect.stringMatching(/./) })
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(reply.headers.get('x-request-id')).toMatch(/./)
    if (status === 401) expect(reply.headers.get('www-authenticate')).toMatch(/^Basic realm=/)
  })

  test('refuses the whole request if one scope is not allowed', async () => {
    const body = form.replace('demo-client', 'reader').replace('demo-secret', 'reader-secret')
    expect((await post(`${body}&scope=transfer:read_transfer+exchange:write_order`)).body.error).toBe('invalid_scope')
    expect((await post(body)).body.scope).toBe('transfer:read_transfer')
  })

  test('accepts only a form by POST', async () => {
    expect((await post('{}', { 'content-type': 'application/json' })).body.error).toBe('invalid_request')
    const reply = await service.send('/oauth2/token')
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('a bearer token', () => {
  const get = (authorization?: string) =>
    service.send('/v2/issuer-quotes', authorization === undefined ? {} : { headers: { authorization } })

  test('is requested without an error code if absent', async () => {
    for (const reply of [await get(), await get('Basic abc'), await get('Bearer')]) {
      expect(reply.status).toBe(401)
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="mintdesk-sandbox"')
      expect(reply.headers.get('content-type')).toBe('application/problem+json')
      expect(reply.body).toMatchObject({ type: '/problems/unauthenticated', status: 401 })
      expect(reply.body.request_id).toBe(reply.headers.get('x-request-id'))
    }
  })

  test('that is unknown is refused as invalid_token', async () => {
    const reply = await get('Bearer nonsense')
    expect(reply.status).toBe(401)
    expect(reply.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  test('is valid until its last second', async () => {
    const token = await service.token()
    service.time.now += 3598_999
    expect((await get(`Bearer ${token}`)).status).toBe(200)
    service.time.now += 1
    expect((await get(`bearer ${token}`)).status).toBe(401)
  })

  test('without the scope of the operation is refused with the required scope', async () => {
    const reply = await get(`Bearer ${await service.token(readingClient)}`)
    expect(reply.status).toBe(403)
    expect(reply.headers.get('www-authenticate')).toBe(
      'Bearer realm="mintdesk-sandbox", error="insufficient_scope", scope="exchange:read_issuer_quote_execution"',
    )
    expect(reply.body).toMatchObject({
      type: '/problems/insufficient-scope',
      meta: { scope: 'exchange:read_issuer_quote_execution', granted: ['transfer:read_transfer'] },
    })
  })

  test('with one scope permits nothing else', async () => {
    const token = await service.token(demoClient, 'exchange:write_order')
    expect((await get(`Bearer ${token}`)).status).toBe(403)
  })

  test('survives a restart and is stored only as a digest', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mintdesk-tokens-'))
    const path = join(folder, 'clients.sqlite')
    const before = new Clients(path)
    before.add(demoClient)
    const token = before.issue(demoClient, ['a', 'b'], 1000, 10)
    before.close()
    const after = new Clients(path)
    expect(after.holder(token, 1000)).toMatchObject({ client: { id: 'demo-client' }, scopes: ['a', 'b'] })
    const bytes = Buffer.concat(readdirSync(folder).map((file) => readFileSync(join(folder, file))))
    expect([bytes.includes(demoClient.id), bytes.includes(token), bytes.includes(demoClient.secret)]).toEqual([
      true,
      false,
      false,
    ])
    after.close()
    rmSync(folder, { recursive: true })
  })

  test('is revoked with its client', () => {
    const clients = new Clients(':memory:')
    clients.add(readingClient)
    const token = clients.issue(readingClient, ['a'], 1000, 10)
    clients.remove(readingClient.id)
    expect(clients.holder(token, 1000)).toBeUndefined()
    clients.close()
  })
})
