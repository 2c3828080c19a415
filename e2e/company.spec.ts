/** A company's console: production beside the sandbox, people from its own identity provider. */
import { companySignIn, expect, test } from './test'

test('a sign-in without a role has no access, and says so', async ({ page, company }) => {
  company.person.roles = []
  await page.goto(`${company.console.url}/sign-in`)
  await page.getByRole('button', { name: 'Company sign-in' }).click()
  await expect(page.getByText(/no role/i).first()).toBeVisible()
  expect((await page.request.get(`${company.console.url}/api/production/v2/transfer/transfers`)).status()).toBe(401)
})

test('demo users do not exist once production is set up', async ({ page, company }) => {
  await page.goto(`${company.console.url}/sign-in`)
  await expect(page.getByLabel('Username')).toHaveCount(0)
  const { csrfToken } = await (await page.request.get(`${company.console.url}/api/auth/csrf`)).json()
  await page.request.post(`${company.console.url}/api/auth/callback/demo`, {
    form: { csrfToken, username: 'admin', password: 'demo', json: 'true' },
    maxRedirects: 0,
  })
  expect((await page.request.get(`${company.console.url}/api/production/v2/transfer/transfers`)).status()).toBe(401)
})

test('production cannot be mistaken: in words, in the title and in colour', async ({ page, company }) => {
  await companySignIn(page, company, ['treasury'], '/production/transfers?limit=20')
  await expect(page.getByText('PRODUCTION', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/^\[PRODUCTION\]/)
  await expect(page.locator('html')).toHaveAttribute('data-env', 'production')
  await expect(page.getByText(/^production-ref-\d+$/).first()).toBeVisible()
  await page.getByRole('link', { name: /switch to sandbox/i }).click()
  await page.waitForURL(/\/sandbox\//)
  await expect(page.getByText('SANDBOX', { exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-env', 'sandbox')
})

test('the two environments never share a token, a row or a request', async ({ page, company }) => {
  await companySignIn(page, company, ['treasury'], '/production/transfers?limit=20')
  await expect(page.getByText(/^production-ref-\d+$/).first()).toBeVisible()
  await expect(page.getByText(/sandbox-ref-/)).toHaveCount(0)
  await page.goto(`${company.console.url}/sandbox/transfers?limit=20`)
  await expect(page.getByText(/^sandbox-ref-\d+$/).first()).toBeVisible()
  await expect(page.getByText(/production-ref-/)).toHaveCount(0)
  for (const [own, other] of [
    [company.sandbox, company.production],
    [company.production, company.sandbox],
  ] as const) {
    const seen = own.received.map(({ authorization, body }) => `${authorization} ${body}`).join('\n')
    for (const token of other.issued) expect(seen).not.toContain(token)
    expect(own.issued.length).toBeGreaterThan(0)
  }
  expect(company.production.received.map(({ body }) => body).join('\n')).not.toContain('sandbox-client')
})

test('the sandbox deposit does not exist in production', async ({ page, company }) => {
  await companySignIn(page, company, ['admin'], '/production/transfers?limit=1')
  const answer = await page.request.post(`${company.console.url}/api/production/v2/sandbox/fiat-deposits`, { data: {} })
  expect(answer.status()).toBe(404)
})

test('the service is told nothing of the browser', async ({ page, company }) => {
  await companySignIn(page, company, ['support'], '/sandbox/transfers?limit=20')
  await expect(page.getByText(/^sandbox-ref-\d+$/).first()).toBeVisible()
  const call = company.sandbox.received.find(({ url }) => url.startsWith('/v2/'))
  expect(Object.keys(call?.headers ?? {}).sort()).toEqual([
    'accept',
    'accept-encoding',
    'authorization',
    'connection',
    'host',
  ])
})
