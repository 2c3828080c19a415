/** Answers that do not come from the provider's API, and the headers of pages and sign-in, through the built console. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Company, secrets, startCompany, startDemo } from '../processes'
import { type Browser, browserAt, companyBrowser, postAuth, sessionOf } from '../session'

const list = '/api/production/v2/transfer/transfers'

let company: Company
let browser: Browser
beforeAll(async () => {
  company = await startCompany()
  browser = await companyBrowser(company.console.url)
}, 120_000)
afterAll(() => company?.stop())

/** The console's answer to a list while the provider answers like this. */
async function answerTo(mood: { status: number; headers?: Record<string, string>; body?: string }) {
  company.production.injectFaults({ service: mood })
  const answer = await browser(list)
  const text = await answer.text()
  company.production.injectFaults({})
  return { status: answer.status, headers: answer.headers, text }
}

test('a redirect of the service is neither followed nor passed on', async () => {
  const { received } = company.production
  const before = received.length
  const { status, headers, text } = await answerTo({
    status: 302,
    headers: { location: `${company.production.url}/redirected`, 'content-type': 'application/json' },
    body: '{"items":[],"next_page_cursor":""}',
  })
  expect(status).toBe(502)
  expect(headers.get('location')).toBeNull()
  expect(text).not.toContain('redirected')
  expect(received.slice(before).filter(({ url }) => url.includes('redirected'))).toEqual([])
})

test('a 2xx answer that is not JSON becomes a problem, and none of its text is quoted', async () => {
  const { status, text } = await answerTo({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Maintenance</h1>',
  })
  expect([status, JSON.parse(text).type]).toEqual([502, '/problems/service-answer-unreadable'])
  expect(text).not.toContain('Maintenance')
})

test('an HTML error of a gateway is not quoted', async () => {
  const { status, text } = await answerTo({
    status: 503,
    headers: { 'content-type': 'text/html' },
    body: '<h1>Maintenance</h1>',
  })
  expect(status).toBe(503)
  expect(text).not.toContain('Maintenance')
})

test('an error that repeats the token or the client secret arrives without them', async () => {
  await browser(list)
  const token = company.production.issued.at(-1) ?? ''
  expect(token).toContain(secrets.mark)
  const detail = `Token ${token} of the client with ${secrets.production} is not valid here.`
  const { text } = await answerTo({
    status: 400,
    headers: { 'content-type': 'application/problem+json' },
    body: JSON.stringify({ detail }),
  })
  expect(text).toContain('is not valid here')
  expect(text).not.toContain(secrets.mark)
})

test('each page has a policy with a nonce of its own, which every script of it carries', async () => {
  const nonces = new Set<string>()
  for (const path of ['/production/transfers', '/production/orders/new', '/sign-in', '/nowhere']) {
    const answer = await browser(path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const [, nonce = 'none'] = /script-src 'self' 'nonce-([\w+/=]+)' 'strict-dynamic';/.exec(policy) ?? []
    expect(nonce, path).not.toBe('none')
    expect(answer.headers.get('cache-control'), path).toMatch(/private.*no-store/)
    expect(answer.headers.get('x-powered-by'), path).toBeNull()
    const scripts = [...(await answer.text()).matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)
    expect(scripts.length, path).toBeGreaterThan(0)
    expect(
      scripts.filter((tag) => !tag.includes(`nonce="${nonce}"`)),
      path,
    ).toEqual([])
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(4)
})

test('a sign-in never leads to another site', async () => {
  const demo = await startDemo(50)
  try {
    for (const callbackUrl of ['https://elsewhere.example/', '//elsewhere.example/', '/\\elsewhere.example']) {
      const visitor = browserAt(demo.console.url)
      const answer = await postAuth(visitor, 'callback/demo', { username: 'support', password: 'demo', callbackUrl })
      expect(sessionOf(visitor).value).not.toBe('')
      expect(new URL((await answer.json()).url, demo.console.url).origin, callbackUrl).toBe(demo.console.url)
    }
  } finally {
    await demo.stop()
  }
})
