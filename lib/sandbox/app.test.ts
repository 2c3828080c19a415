import { request as plainRequest } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { schemasOf } from '../provider/check'
import { isWrite, type OperationName, operationNames, pathOf, rowOf } from '../provider/operations'
import { allAccounts } from './engine/fiat-accounts'
import { documentationOf } from './operations'
import { profiles } from './seed/parties'
import { type Service, startService } from './testing'

let service: Service
/** A seeded account. */
let id = ''
beforeAll(async () => {
  service = await startService(300)
  id = allAccounts(service.store)[0]?.id ?? ''
})
afterAll(() => service.stop())

const profile = profiles[0].id
const bodyOf = (name: OperationName) => Object.values(documentationOf(name).bodies ?? {})[0]?.value
const writes = operationNames.filter((name) => isWrite(rowOf(name)))
const json = { 'content-type': 'application/json' }
const pathFor = (name: OperationName) => pathOf(name, { id, profile_id: profile })
const initFor = (name: OperationName): RequestInit => {
  const body = bodyOf(name)
  return { method: rowOf(name).method, ...(body ? { body: JSON.stringify(body), headers: json } : {}) }
}

describe.each(operationNames)('%s', (name) => {
  test('is refused without a token', async () => {
    expect((await service.send(pathFor(name), initFor(name))).status).toBe(401)
  })

  test('is refused with a token of another scope, before the input is checked', async () => {
    const other = rowOf(name).scope === 'funding:read_profile' ? 'funding:write_profile' : 'funding:read_profile'
    const authorization = `Bearer ${await service.token(undefined, other)}`
    const reply = await service.send(`${pathFor(name)}?nonsense=1`, {
      ...initFor(name),
      headers: { ...json, authorization },
    })
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ meta: { scope: rowOf(name).scope } })
  })

  test('refuses an unknown query name', async () => {
    const reply = await service.ask(`${pathFor(name)}?limitt=5`, initFor(name))
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual(expect.arrayContaining([expect.objectContaining({ field: 'limitt' })]))
  })
})

describe.each(writes)('%s', (name) => {
  const ask = (body: string, headers: Record<string, string> = json) =>
    service.ask(pathFor(name), { method: rowOf(name).method, body, headers })

  test('answers a valid request by the contract, with the tenant’s clock in Date', async () => {
    const reply = await service.ask(pathFor(name), initFor(name))
    expect([reply.status, reply.body.detail]).toEqual([200, undefined])
    expect(z.parse(schemasOf(name).response, reply.body)).toEqual(reply.body)
    expect(reply.headers.get('date')).toBe(new Date(service.time.now).toUTCString())
  })

  test('refuses an unknown member of the body', async () => {
    const reply = await ask(JSON.stringify({ ...bodyOf(name), metdata: {} }))
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual(expect.arrayContaining([expect.objectContaining({ field: 'metdata' })]))
  })

  test('accepts JSON only', async () => {
    expect((await ask('{}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await ask('a=1', { 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415)
    expect((await ask('{"a":', json)).status).toBe(400)
    expect((await ask('', json)).status).toBe(400)
    expect((await ask('[]', json)).status).toBe(400)
    expect((await ask('null', json)).status).toBe(400)
  })

  test('accepts a body of 64 KiB and refuses one byte more', async () => {
    const padded = (size: number) => JSON.stringify(bodyOf(name)).padEnd(size, ' ')
    // A ref_id may be taken already; it was read.
    expect([200, 409]).toContain((await ask(padded(65_536))).status)
    const reply = await ask(padded(65_537))
    expect([reply.status, reply.body.type]).toEqual([413, '/problems/body-too-large'])
  })
})

describe('the service', () => {
  test('answers 404 for an unknown path', async () => {
    for (const path of ['/', '/v2', '/v1/transfer/transfers', '/v2/transfer/transfers/', '/v2/issuer-quotes/1']) {
      const reply = await service.ask(path)
      expect([path, reply.status]).toEqual([path, 404])
      expect(reply.body).toMatchObject({ type: '/problems/not-found', status: 404 })
    }
  })

  test('answers 405 with the allowed methods', async () => {
    const reply = await service.ask('/v2/transfer/transfers', { method: 'DELETE' })
    expect([reply.status, reply.headers.get('allow')]).toEqual([405, 'GET'])
    expect((await service.ask('/v2/transfer/fiat-accounts')).headers.get('allow')).toBe('POST')
    expect((await service.ask(`/v2/transfer/fiat-accounts/${id}`)).headers.get('allow')).toBe('PUT')
  })

  test('refuses invalid percent-encoding in the path and in the query', async () => {
    expect((await service.ask('/v2/transfer/transfers/%zz')).status).toBe(400)
    expect((await service.ask('/v2/transfer/transfers?ref_ids=%zz')).status).toBe(400)
    expect((await service.ask('/v2/transfer/transfers?ref_ids=%ff')).status).toBe(400)
  })

  test('refuses an encoded slash in an id', async () => {
    expect((await service.ask('/v2/transfer/transfers/..%2Fx')).status).toBe(400)
  })

  test('gives each answer a request id and forbids content sniffing', async () => {
    const ids = new Set<string | null>()
    for (const path of ['/v2/issuer-quotes', '/v2/issuer-quotes', '/nowhere', '/v2/issuer-quotes?limit=0']) {
      const { headers } = await service.ask(path)
      ids.add(headers.get('x-request-id'))
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('x-powered-by')).toBeNull()
    }
    expect(ids.size).toBe(4)
    expect(ids).not.toContain(null)
  })

  test('compresses long answers only for clients that accept gzip', async () => {
    const authorization = `Bearer ${await service.token()}`
    const raw = (encoding: string, limit: number) =>
      new Promise<{ encoding: string | undefined; vary: string | undefined; bytes: Buffer }>((resolve, reject) => {
        const path = `/v2/transfer/transfers?limit=${limit}`
        const headers = { authorization, 'accept-encoding': encoding }
        plainRequest({ port: service.port, path, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk) => chunks.push(chunk))
          response.on('end', () => {
            const { 'content-encoding': sent, vary } = response.headers
            resolve({ encoding: sent, vary, bytes: Buffer.concat(chunks) })
          })
        })
          .on('error', reject)
          .end()
      })
    const packed = await raw('br, gzip;q=0.8', 100)
    expect(packed).toMatchObject({ encoding: 'gzip', vary: 'accept-encoding' })
    expect(JSON.parse(gunzipSync(packed.bytes).toString()).items).toHaveLength(100)
    for (const encoding of ['identity', 'gzip;q=0', 'br', ''])
      expect((await raw(encoding, 100)).encoding).toBeUndefined()
    expect((await raw('gzip', 1)).encoding).toBeUndefined()
  })

  test('accepts URLs with a hundred signatures', async () => {
    const hashes = Array.from({ length: 100 }, () => 'z'.repeat(240))
    const query = new URLSearchParams(hashes.map((hash) => ['crypto_tx_hashes', hash]))
    expect((await service.ask(`/v2/transfer/transfers?${query}`)).status).toBe(200)
  })

  test('answers problem+json even to invalid HTTP', async () => {
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      const socket = connect(service.port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
      socket.on('data', (chunk) => {
        text += chunk
      })
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/problem\+json/)
    expect(answer).toContain('"request_id"')
  })
})
