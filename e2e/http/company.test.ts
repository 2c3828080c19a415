/** A company's console, which has production next to the sandbox and its own identity provider. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { environments } from '../../lib/provider/environments'
import { pathOf } from '../../lib/provider/operations'
import { roles } from '../../lib/provider/roles'
import { scannedLists } from '../../lib/provider/scanned-lists'
import { approvalRequests } from '../approval-requests'
import { type Company, secrets, startCompany } from '../processes'
import { browserAt, companyBrowser, postAuth, sessionOf } from '../session'

let company: Company

beforeAll(async () => {
  company = await startCompany()
}, 120_000)

afterAll(async () => {
  await company?.stop()
  expect(company?.console.printed()).not.toContain(secrets.mark)
})

const transfers = (environment: string) => `/api/${environment}/v2/transfer/transfers?limit=20`

test('demo users do not exist once production is configured', async () => {
  const browser = browserAt(company.console.url)
  const page = await (await browser('/sign-in')).text()
  expect(page).toContain('Company sign-in')
  expect(page).not.toMatch(/Username|Continue as/)
  await postAuth(browser, 'callback/demo', { username: 'admin', password: 'demo' })
  expect((await browser(transfers('production'))).status).toBe(401)
})

test('the environments share no token, no row and no request', async () => {
  company.person.roles = ['treasury']
  const browser = await companyBrowser(company.console.url)
  for (const environment of ['production', 'sandbox']) {
    const other = environment === 'production' ? 'sandbox' : 'production'
    const rows = await (await browser(transfers(environment))).text()
    expect(rows).toContain(`${environment}-ref-`)
    expect(rows).not.toContain(`${other}-ref-`)
  }
  for (const [own, other] of [
    [company.sandbox, company.production],
    [company.production, company.sandbox],
  ] as const) {
    const received = own.received.map(({ authorization, body }) => `${authorization} ${body}`).join('\n')
    for (const token of other.issued) expect(received).not.toContain(token)
    expect(own.issued.length).toBeGreaterThan(0)
  }
  expect(company.production.received.map(({ body }) => body).join('\n')).not.toContain('sandbox-client')
})

test('the provider receives no header of the browser', async () => {
  company.person.roles = ['support']
  const browser = await companyBrowser(company.console.url)
  await browser(transfers('sandbox'), { headers: { 'user-agent': 'a browser', 'x-forwarded-for': '203.0.113.7' } })
  const call = company.sandbox.received.findLast(({ url }) => url === '/v2/transfer/transfers?limit=20')
  expect(Object.keys(call?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'host',
    // The console's own.
    'traceparent',
  ])
})

test('production has no sandbox deposit', async () => {
  company.person.roles = ['admin']
  const browser = await companyBrowser(company.console.url)
  const answer = await browser('/api/production/v2/sandbox/fiat-deposits', { method: 'POST', json: {} })
  expect(answer.status).toBe(404)
})

test('sign-out ends the session here and at the identity provider', async () => {
  company.person.roles = ['support']
  const browser = await companyBrowser(company.console.url)
  const cookie = sessionOf(browser)
  const { url } = (await (await postAuth(browser, 'signout')).json()) as { url: string }
  const answer = await fetch(url, { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe(`${company.console.url}/sign-in`)
  expect((await browserAt(company.console.url, cookie)(transfers('sandbox'))).status).toBe(401)
})

test('only the roles that its row names reach an operation of approvals or policies, and none reaches the provider', async () => {
  const { console, person, sandbox, production } = company
  // Beside what the console reads by itself.
  const calls = () =>
    [...sandbox.received, ...production.received].filter(
      ({ url }) => !scannedLists.some((list) => url.startsWith(`${pathOf(list)}?`)),
    ).length
  const unknown = { id: crypto.randomUUID(), digest: 'none' }
  for (const role of [undefined, ...roles]) {
    if (role) Object.assign(person, { roles: [role], sub: role })
    const browser = role ? await companyBrowser(console.url) : browserAt(console.url)
    for (const environment of environments)
      for (const { name, roles: allowed, path, init } of approvalRequests(environment, unknown)) {
        const before = calls()
        const answer = await browser(path, init)
        const { type = '' } = (await answer.json()) as { type?: string }
        const denial = ['/problems/not-permitted', '/problems/unauthenticated'].find((one) => one === type)
        const expected = role ? !allowed.includes(role) && '/problems/not-permitted' : '/problems/unauthenticated'
        expect([environment, role, name, denial ?? false]).toEqual([environment, role, name, expected])
        expect(calls() - before, `${environment} ${name} for ${role}`).toBe(0)
      }
  }
})
