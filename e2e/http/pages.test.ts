/** What every page answers before a browser runs anything: redirects, headers, cookies, policies. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demo, secrets, startDemo } from '../processes'
import { browserAt, demoBrowser, postAuth } from '../session'

let demo: Demo

beforeAll(async () => {
  demo = await startDemo(50)
}, 120_000)

afterAll(async () => {
  await demo?.stop()
  expect(demo?.console.printed()).not.toContain(secrets.mark)
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
    expect(text, elsewhere).not.toContain('After sign-in you continue to')
  }
})

test('the session cookie is out of reach of scripts and other sites', async () => {
  const answer = await postAuth(browserAt(demo.console.url), 'callback/demo', { username: 'support', password: 'demo' })
  const cookie = answer.headers.getSetCookie().find((line) => line.includes('session-token'))
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
  expect(cookie).toMatch(/; Path=\/(;|$)/i)
})

test('every page has a policy with its own nonce, prefetched pages too', async () => {
  const browser = await demoBrowser(demo.console.url, 'support')
  const nonces = new Set<string>()
  const requests: Record<string, string>[] = [{}, { 'next-router-prefetch': '1', rsc: '1' }, { purpose: 'prefetch' }]
  for (const headers of requests) {
    for (const path of ['/sign-in', '/sandbox/transfers', '/nowhere']) {
      const answer = await browser(path, { headers })
      const policy = answer.headers.get('content-security-policy') ?? ''
      expect(policy, path).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic'/)
      expect(policy, path).toMatch(/; require-trusted-types-for 'script'; trusted-types default(;|$)/)
      nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '')
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      })
      expect(answer.headers.get('x-powered-by')).toBeNull()
    }
  }
  expect(nonces.size).toBe(9)
})
