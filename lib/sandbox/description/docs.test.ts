import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Service, startService } from '../testing'
import { docsReply } from './docs'

let service: Service
beforeAll(async () => {
  service = await startService(50)
})
afterAll(() => service.stop())

const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${service.port}${path}`, init)

/** The addresses that a page loads, resolved against its own. */
const askedBy = (html: string) =>
  [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^"]+)"/g)].map(([, address]) => `/docs/${address}`)

describe('the description', () => {
  test('is public JSON with the requested origin', async () => {
    const reply = await get('/openapi.json')
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/json'])
    const origin = `http://127.0.0.1:${service.port}`
    expect(await reply.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: origin }] })
    const elsewhere = docsReply('GET', ['openapi.json'], 'http://localhost:4010')
    expect(JSON.parse(String(elsewhere?.body))).toMatchObject({ servers: [{ url: 'http://localhost:4010' }] })
  })
})

describe('the viewer', () => {
  test('is at /docs/, and /docs redirects there', async () => {
    const reply = await get('/docs')
    expect(reply.url).toBe(`http://127.0.0.1:${service.port}/docs/`)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect((await get('/docs', { redirect: 'manual' })).status).toBe(308)
  })

  test('loads all its files from here with their types and has no inline script', async () => {
    const html = await (await get('/docs/')).text()
    expect(html).not.toMatch(/<script>|<script [^>]*>[^<]|\son[a-z]+=|https?:/)
    const asked = askedBy(html)
    expect(asked.length).toBeGreaterThan(3)
    for (const path of asked) {
      const reply = await get(path)
      const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'image/png'
      expect([path, reply.status, reply.headers.get('content-type')?.split(';')[0]]).toEqual([path, 200, type])
      expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(100)
    }
  })

  test('may load nothing from elsewhere and uses no public validator', async () => {
    for (const path of ['/docs/', '/docs/page.js', '/docs/swagger-ui-bundle.js', '/openapi.json']) {
      const policy = (await get(path)).headers.get('content-security-policy')
      expect(policy).toContain("default-src 'none'; script-src 'self';")
      expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
    }
    expect(await (await get('/docs/page.js')).text()).toContain('validatorUrl: null')
  })

  test('serves no other file', async () => {
    for (const path of [
      'package.json',
      'index.html',
      'swagger-initializer.js',
      '..%2fpackage.json',
      '__proto__',
      'a/b',
    ])
      expect([path, (await get(`/docs/${path}`)).status]).toEqual([path, 404])
    expect((await get('/openapi.json/x')).status).toBe(404)
  })

  test('is read only', async () => {
    for (const path of ['/openapi.json', '/docs/', '/docs/page.js', '/docs']) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const reply = await get(path, { method })
        expect([method, path, reply.status, reply.headers.get('allow')]).toEqual([method, path, 405, 'GET, HEAD'])
      }
      const head = await get(path, { method: 'HEAD' })
      expect([head.status, await head.text()]).toEqual([200, ''])
    }
  })
})
