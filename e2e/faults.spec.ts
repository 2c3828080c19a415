/** Bad days of the service, played by a foreign one: what the proxy answers, and what a person reads. */
import { Agent, request } from 'node:http'
import type { Page } from '@playwright/test'
import type { Company } from './stage'
import { checkAccess, companySignIn, expect, test } from './test'
import type { Mood } from './upstream'

const html = { 'content-type': 'text/html' }
const plain = { 'content-type': 'application/json' }
const markup = '<html><script>alert(1)</script><h1>Bad gateway of somebody</h1></html>'

type BadDay = {
  name: string
  service?: Mood
  token?: Mood
  status: number
  kind: string
  meta?: object
  sentence: RegExp
}

const badDays: BadDay[] = [
  {
    name: 'down',
    service: { drop: true },
    status: 502,
    kind: 'service-unreachable',
    sentence: /provider does not answer/i,
  },
  {
    name: '500',
    service: { status: 500, body: '{"message":"database gone"}' },
    status: 500,
    kind: 'service-failed',
    sentence: /answered 500/,
  },
  {
    name: '503 with HTML',
    service: { status: 503, headers: html, body: markup },
    status: 503,
    kind: 'service-failed',
    sentence: /answered 503/,
  },
  {
    name: 'HTML where JSON was due',
    service: { headers: html, body: markup },
    status: 502,
    kind: 'service-answer-unreadable',
    sentence: /not JSON/,
  },
  {
    name: 'a redirect',
    service: { status: 302, headers: { location: 'http://elsewhere.example/' } },
    status: 502,
    kind: 'service-answer-unreadable',
    sentence: /answered 302/,
  },
  {
    name: 'no content',
    service: { status: 204, headers: {} },
    status: 502,
    kind: 'service-answer-unreadable',
    sentence: /not JSON/,
  },
  {
    name: 'business refusal',
    service: {
      status: 403,
      body: '{"type":"https://x/insufficient-funds","detail":"Too little.","meta":{"needed":"5"}}',
    },
    status: 403,
    kind: 'insufficient-funds',
    meta: { needed: '5' },
    sentence: /does not allow this/,
  },
  {
    name: 'a scope that the token lacks',
    service: {
      status: 403,
      headers: { ...plain, 'www-authenticate': 'Bearer error="insufficient_scope"' },
      body: '{}',
    },
    status: 403,
    kind: 'insufficient-scope',
    meta: { scope: 'transfer:read_transfer' },
    sentence: /lacks the scope|does not grant/,
  },
  {
    name: 'a token that is never taken',
    service: { status: 401, body: '{}' },
    status: 502,
    kind: 'token-rejected',
    sentence: /rejected the access token/,
  },
  {
    name: 'a client that is refused',
    token: { status: 401, body: '{"error":"invalid_client"}' },
    status: 502,
    kind: 'token-refused',
    sentence: /rejected this console/,
  },
  {
    name: 'a scope that is not granted',
    token: { status: 400, body: '{"error":"invalid_scope"}' },
    status: 403,
    kind: 'scope-not-granted',
    meta: { scope: 'transfer:read_transfer' },
    sentence: /lacks the scope|does not grant/,
  },
  {
    name: 'a token service that is down',
    token: { drop: true },
    status: 502,
    kind: 'service-unreachable',
    sentence: /token service does not answer/i,
  },
]

const list = (company: Company) => `${company.console.url}/api/sandbox/v2/transfer/transfers`

/** Makes the console forget its token, by refusing it once, so that the next read needs a new one. */
function feel(company: Company, { service, token }: Pick<BadDay, 'service' | 'token'>) {
  company.sandbox.feel({ token, service: token ? { status: 401, body: '{}', times: 1 } : service })
}

async function openList(page: Page, company: Company, search = '?limit=20') {
  await companySignIn(page, company, ['treasury'], `/sandbox/transfers${search}`)
  await expect(page.getByText('sandbox-ref-0', { exact: true })).toBeVisible()
}

test.afterEach(({ company }) => company.sandbox.feel({}))

for (const day of badDays) {
  test(`${day.name}: a true sentence with its system and a request id, a way to try again, and what was on screen stays`, async ({
    page,
    company,
  }) => {
    await openList(page, company)
    feel(company, day)
    const answer = await page.request.get(list(company))
    const problem = await answer.json()
    expect([answer.status(), problem.type]).toEqual([day.status, `/problems/${day.kind}`])
    expect(problem).toMatchObject({
      status: day.status,
      request_id: expect.stringMatching(/^req_[0-9a-f]{12}$/),
      meta: day.meta ?? {},
    })
    expect(JSON.stringify(problem)).not.toMatch(/<h1>|<script>|Bad gateway of somebody/)

    feel(company, day)
    await page.getByRole('button', { name: /^refresh/i }).click()
    await expect(page.getByText(day.sentence).first()).toBeVisible()
    await expect(page.getByText('sandbox-ref-0', { exact: true })).toBeVisible()

    await page.reload()
    await expect(page.getByText(day.sentence).first()).toBeVisible()
    await expect(page.getByText('sandbox-ref-0', { exact: true })).toHaveCount(0)
    await expect(page.getByText(/^req_[0-9a-f]{12}$/)).toBeVisible()
    company.sandbox.feel({})
    await page.getByRole('button', { name: /try again/i }).click()
    await expect(page.getByText('sandbox-ref-0', { exact: true })).toBeVisible()
  })
}

test('an answer that breaks off, and one that is broken JSON, are never taken for a list', async ({
  page,
  company,
}) => {
  await openList(page, company)
  for (const service of [
    { cut: true, body: '{"items":[{"id":"1"},', headers: { ...plain, 'content-length': '5000' } },
    { body: '{"items":[' },
    { body: '{"rows":[]}' },
    { body: '[]' },
    { body: 'null' },
  ]) {
    company.sandbox.feel({ service })
    await page.reload()
    await expect(page.getByText(/broke off|not complete JSON|not a list|does not answer/).first()).toBeVisible()
    await expect(page.getByText(/no transfers/i)).toHaveCount(0)
  }
})

test('a token that has been withdrawn is renewed once, without a word', async ({ page, company }) => {
  await openList(page, company)
  const before = company.sandbox.issued.length
  company.sandbox.issued.splice(0, before)
  const answer = await page.request.get(list(company))
  expect(answer.status()).toBe(200)
  expect(company.sandbox.issued).toHaveLength(1)
})

test('a body that is refused for its size does not hold up the next request on its connection', async ({
  page,
  company,
}) => {
  await companySignIn(page, company, ['treasury'], '/sandbox/transfers')
  const cookies = await page.context().cookies()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const call = (method: string, path: string, headers: Record<string, string> = {}, body?: string) =>
    new Promise<{ status?: number; isReused: boolean }>((resolve, reject) => {
      const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      const url = new URL(path, company.console.url)
      const call = request(url, { agent, method, headers: { cookie, origin: url.origin, ...headers } }, (answer) => {
        answer.resume().once('end', () => resolve({ status: answer.statusCode, isReused: call.reusedSocket }))
      })
      call.once('error', reject).end(body)
    })
  const json = { 'content-type': 'application/json', 'x-mintdesk-intent': crypto.randomUUID() }
  for (const [method, path] of [
    ['POST', '/api/sandbox/v2/transfer/fiat-accounts'],
    ['PUT', '/api/sandbox/presets?kind=profile'],
    ['POST', '/api/sandbox/intents/none/notes'],
    ['POST', '/api/auth/signout'],
  ] as const) {
    for (const [name, value] of [
      ['content-length', '200000'],
      ['transfer-encoding', 'chunked'],
    ] as const) {
      const refused = await call(method, path, { ...json, [name]: value }, 'x'.repeat(200_000))
      expect(refused.status, path).toBe(413)
      expect(await call('GET', '/api/health'), `after ${path}`).toEqual({ status: 200, isReused: true })
    }
  }
  agent.destroy()
})

test('429 with a time: a countdown, and the list goes on by itself', async ({ page, company }) => {
  await openList(page, company)
  company.sandbox.feel({ service: { status: 429, headers: { ...plain, 'retry-after': '3' }, body: '{}', times: 1 } })
  await page.getByRole('button', { name: /^refresh/i }).click()
  await expect(page.getByText(/asks to wait/)).toBeVisible()
  await expect(page.getByText('sandbox-ref-0', { exact: true })).toBeVisible()
  await expect(page.getByText(/asks to wait/)).toHaveCount(0)
})

test('429 without a time waits a minute, and five the next time, until the service answers again', async ({
  page,
  company,
}) => {
  await openList(page, company)
  company.sandbox.feel({ service: { status: 429, headers: plain, body: '{}' } })
  const wait = async () => (await page.request.get(list(company))).headers()['retry-after']
  expect([await wait(), await wait()]).toEqual(['60', '300'])
  company.sandbox.feel({})
  expect(await wait()).toBeUndefined()
  company.sandbox.feel({ service: { status: 429, headers: plain, body: '{}' } })
  expect(await wait()).toBe('60')
})

test('a service that is slow beyond reason is given up, and said to be slow', async ({ page, company }) => {
  await openList(page, company)
  company.sandbox.feel({ service: { hang: true } })
  const answer = await page.request.get(list(company), { timeout: 30_000 })
  expect([answer.status(), (await answer.json()).type]).toEqual([504, '/problems/service-timeout'])
})

test('a console that is gone leaves what was on screen, marked stale', async ({ page, company, context }) => {
  await openList(page, company)
  await context.setOffline(true)
  await page.getByRole('button', { name: /^refresh/i }).click()
  await expect(page.getByText(/offline|does not answer/i).first()).toBeVisible()
  await expect(page.getByText('sandbox-ref-0', { exact: true })).toBeVisible()
  await context.setOffline(false)
})

test('unknown values, unknown fields and odd numbers are shown as they came', async ({ page, company }) => {
  await openList(page, company)
  await expect(page.getByText('FEDNOW_DEPOSIT').first()).toBeVisible()
  await expect(page.getByText('HELD_FOR_REVIEW').first()).toBeVisible()
  await page
    .getByRole('link', { name: /00000000-0000-4000-8000-000000000001/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('a field that the spec does not list').first()).toBeVisible()
  await expect(page.locator('main')).toContainText('.123456789012345678')
})

test('a row without its required fields stays, and is named incomplete', async ({ page, company }) => {
  await openList(page, company)
  company.sandbox.feel({
    service: {
      body: '{"items":[{"id":"11111111-1111-4111-8111-111111111111","amount":"120.00","asset":"USD","created_at":"2026-11-19T14:20:19Z"},null,"x"],"next_page_cursor":""}',
    },
  })
  await page.reload()
  await expect(page.getByText(/incomplete row/i)).toHaveCount(3)
})

test('each foreign row is met once, and the cursor on the short last page is not followed', async ({
  page,
  company,
}) => {
  await openList(page, company, '?x.rows=all')
  const seen = new Set<string>()
  for (let pages = 0; pages < 5; pages++) {
    for (const text of await page.getByText(/^sandbox-ref-\d+$/).allTextContents()) {
      expect(seen.has(text), `${text} is met once`).toBe(false)
      seen.add(text)
    }
    const older = page.getByRole('link', { name: 'Older' })
    if (await older.getAttribute('aria-disabled')) break
    const before = page.url()
    await older.click()
    await page.waitForURL((url) => url.href !== before)
    await expect(page.getByText(`sandbox-ref-${seen.size}`, { exact: true })).toBeVisible()
  }
  expect(seen.size).toBe(250)
})

test('axe finds nothing on a page with bad news, in both themes, wide and narrow', async ({ page, company }) => {
  await openList(page, company)
  company.sandbox.feel({ service: { status: 500, body: '{}' } })
  await page.getByRole('button', { name: /^refresh/i }).click()
  await expect(page.getByText(/answered 500/).first()).toBeVisible()
  await checkAccess(page)
  await page.reload()
  await expect(page.getByText(/could not be read/)).toBeVisible()
  await checkAccess(page)
  company.sandbox.feel({ service: { status: 429, headers: { ...plain, 'retry-after': '120' }, body: '{}' } })
  await page.reload()
  await expect(page.getByText(/asks to wait/)).toBeVisible()
  await checkAccess(page)
})
