/** What every page answers before a browser runs anything: redirects, headers, cookies, policies. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demo, secrets, startConsoleOn, startDemo } from '../processes'
import { browserAt, demoBrowser, postAuth } from '../session'

let demo: Demo

beforeAll(async () => {
  demo = await startDemo(50)
}, 120_000)

afterAll(async () => {
  await demo?.stop()
  expect(demo?.console.printed()).not.toContain(secrets.mark)
})

/** The status of a request that fetch would refuse to send. */
const statusOf = (method: string, path: string, headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(demo.console.url)
    const sent = request({ hostname, port, method, path, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
    sent.on('error', reject).end()
  })

test('a page without a session redirects to sign-in, which leads back', async () => {
  const path = '/sandbox/transfers?statuses=FAILED&limit=20'
  const answer = await browserAt(demo.console.url)(path)
  expect(answer.status).toBe(307)
  expect(answer.headers.get('location')).toBe(`/sign-in?callbackUrl=${encodeURIComponent(path)}`)
})

test('the sign-in page never targets an address outside this console', async () => {
  const browser = browserAt(demo.console.url)
  for (const elsewhere of [
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ]) {
    const text = await (await browser(`/sign-in?callbackUrl=${encodeURIComponent(elsewhere)}`)).text()
    expect(text, elsewhere).toContain('Continue as')
    expect(text, elsewhere).not.toContain('Next: ')
  }
})

test.each([
  ['/sandbox/nowhere', '[Sandbox] Page not found - Mintdesk'],
  ['/production/nowhere', 'Page not found - Mintdesk'],
  ['/production/transfers', 'Page not found - Mintdesk'],
  ['/nowhere', 'Page not found - Mintdesk'],
])('%s is titled "%s"', async (path, title) => {
  const browser = await demoBrowser(demo.console.url, 'support')
  const answer = await browser(path)
  expect(answer.status).toBe(404)
  const text = await answer.text()
  expect(text).toContain(`<title>${title}</title>`)
  // Nothing is said of an environment that is not configured.
  expect(text).not.toContain('real money moves here')
})

test('the session cookie is out of reach of scripts and other sites', async () => {
  const answer = await postAuth(browserAt(demo.console.url), 'callback/demo', { username: 'support', password: 'demo' })
  const cookie = answer.headers.getSetCookie().find((line) => line.includes('session-token'))
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
  expect(cookie).toMatch(/; Path=\/(;|$)/i)
})

test('every page has a policy with its own nonce, which every script of it carries, prefetched pages too', async () => {
  const browser = await demoBrowser(demo.console.url, 'treasury')
  const nonces = new Set<string>()
  const requests: Record<string, string>[] = [{}, { 'next-router-prefetch': '1', rsc: '1' }, { purpose: 'prefetch' }]
  for (const headers of requests) {
    for (const path of ['/sign-in', '/sandbox/transfers', '/sandbox/orders/new', '/nowhere']) {
      const answer = await browser(path, { headers })
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy, path).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic'/)
      expect(policy, path).toMatch(/; require-trusted-types-for 'script'; trusted-types default(;|$)/)
      const [, nonce = 'none'] = /'nonce-([^']+)'/.exec(policy) ?? []
      nonces.add(nonce)
      const scripts = [...(await answer.text()).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
      if (!headers.rsc) expect(scripts.length, path).toBeGreaterThan(0)
      expect(
        scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`)),
        path,
      ).toEqual([])
      expect(answer.headers.get('cache-control'), path).toMatch(/private.*no-store/)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      })
      expect(answer.headers.get('x-powered-by')).toBeNull()
    }
  }
  expect(nonces.size).toBe(12)
})

test.each([
  ['TRACE', '/sign-in', {}, 405],
  ['PUT', '/sandbox/transfers', {}, 405],
  ['POST', '/sign-in', { 'next-action': '00aa' }, 405],
  ['GET', '/%E0%A4%A', {}, 400],
  ['GET', '/sign-in', { rsc: '1', 'next-router-state-tree': '%5B1%5D' }, 400],
])('%s %s with %j is refused without a stack in the log', async (method, path, headers, status) => {
  const before = demo.console.printed()
  expect(await statusOf(method, path, headers as Record<string, string>)).toBe(status)
  expect(demo.console.printed().slice(before.length)).not.toMatch(/Error|^ +at /m)
})

test('an https console sends HSTS with pages, data, files and refusals, and reports breaches of its policy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-pages-'))
  const collector = join(folder, 'collector')
  writeFileSync(collector, 'https://reports.example/csp\n')
  const secure = await startConsoleOn(demo.sandbox.url, {
    NEXTAUTH_URL: 'https://console.example',
    DEMO_USERS: '1',
    CSP_REPORT_URL_FILE: collector,
    SECURITY_CONTACT: 'mailto:security@company.example',
  })
  try {
    const page = await browserAt(secure.url)('/sign-in')
    const [file = ''] = /\/_next\/static\/[^"]+\.js/.exec(await page.text()) ?? []
    const paths = ['/api/health', '/api/sandbox/v2/transfer/transfers', '/nowhere', '/%E0%A4%A', file]
    for (const answer of [page, ...(await Promise.all(paths.map((path) => browserAt(secure.url)(path))))])
      expect(answer.headers.get('strict-transport-security'), answer.url).toBe('max-age=31536000; includeSubDomains')
    expect(page.headers.get('reporting-endpoints')).toBe('csp="https://reports.example/csp"')
    expect(page.headers.get('content-security-policy')).toMatch(/; report-to csp$/)
    const contact = await browserAt(secure.url)('/.well-known/security.txt')
    expect(contact.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect((await contact.text()).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'LATER')).toBe(
      'Contact: mailto:security@company.example\nExpires: LATER\nPreferred-Languages: en\nCanonical: https://console.example/.well-known/security.txt\n',
    )
    expect((await browserAt(demo.console.url)('/.well-known/security.txt')).status).toBe(404)
  } finally {
    await secure.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
