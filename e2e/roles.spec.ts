/** Who may do what: each role at each operation, through the real console, answered as the operations table says. */
import type { Page } from '@playwright/test'
import { type OperationName, operationNames, pathOf, rowOf } from '../lib/api/operations'
import { type Role, roles } from '../lib/api/roles'
import type { Desk } from './stage'
import { expect, signIn, test } from './test'

const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const wire = { wire: { account_number: '000123456789' } }
const owner = { person_details: { first_name: 'Ada', last_name: 'Byron' } }

/** A body that fits, by operation; written by hand. */
const bodies: Partial<Record<OperationName, unknown>> = {
  createOrder: { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100' },
  createFiatAccount: { fiat_account_owner: owner, fiat_network_instructions: wire },
  updateFiatAccount: { fiat_account_owner: owner },
  createRule: {
    ref_id: 'r-1',
    profile_id: 'p-1',
    source_asset: 'USD',
    destination_asset: 'USDG',
    source: { fiat: { network: 'WIRE' } },
  },
  initiateSandboxFiatDeposit: { amount: '10.00', asset: 'USD', memo_id: 'MD-1', fiat_network_instructions: wire },
}

const addressOf = (desk: Desk, name: OperationName, environment = 'sandbox') =>
  `${desk.console.url}/api/${environment}${pathOf(name, { id, profile_id: 'p-1' })}`

/** Signs in where little is drawn. */
const enter = (page: Page, desk: Desk, role: Role) => signIn(page, desk, role, '/transfers?limit=1')

/** What our own pages send with a write. */
const asOurPage = (desk: Desk) => ({ origin: desk.console.url, 'x-mintdesk-intent': crypto.randomUUID() })

/** What the service says to each operation with the values above: there is no such profile, rule's owner or account. */
const answered: Record<OperationName, number> = {
  listTransfers: 200,
  getTransfer: 404,
  createOrder: 404,
  createFiatAccount: 200,
  updateFiatAccount: 404,
  createRule: 403,
  initiateSandboxFiatDeposit: 200,
  listIssuerQuotes: 200,
}

/** The status that the table asks for: the service's own for those who may, and 403 for the rest. */
function dueStatus(name: OperationName, role: Role): number {
  return rowOf(name).roles.includes(role) ? answered[name] : 403
}

// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

for (const role of roles) {
  test(`${role} may do exactly what the table says`, async ({ page, desk }) => {
    await enter(page, desk, role)
    for (const name of operationNames) {
      const answer = await page.request.fetch(addressOf(desk, name), {
        method: rowOf(name).method,
        headers: asOurPage(desk),
        ...(bodies[name] ? { data: bodies[name] } : {}),
      })
      expect(answer.status(), `${role} at ${name}`).toBe(dueStatus(name, role))
      if (!rowOf(name).roles.includes(role)) expect((await answer.json()).type).toBe('/problems/not-permitted')
    }
  })
}

test('nobody reads or writes without a session', async ({ request, desk }) => {
  for (const name of operationNames) {
    const answer = await request.fetch(addressOf(desk, name), {
      method: rowOf(name).method,
      headers: asOurPage(desk),
      ...(bodies[name] ? { data: bodies[name] } : {}),
    })
    expect(answer.status(), name).toBe(401)
    expect(answer.headers()['content-type']).toContain('application/problem+json')
  }
})

test('a made-up cookie opens nothing', async ({ request, desk }) => {
  const cookie = `mintdesk.session-token=${'eyJ'.repeat(50)}`
  const answer = await request.get(addressOf(desk, 'listTransfers'), {
    headers: { cookie, authorization: 'Bearer anything' },
  })
  expect(answer.status()).toBe(401)
})

test.describe('A write', () => {
  const send = (headers: Record<string, string>, data: unknown = bodies.createRule) => ({
    method: 'POST',
    headers,
    data: data as string,
  })

  test('is refused from another site, without an intent, as a form, too large, broken or wrong, each with its reason', async ({
    page,
    desk,
  }) => {
    await enter(page, desk, 'treasury')
    const url = addressOf(desk, 'createRule')
    const ours = asOurPage(desk)
    const cases: [string, number, string, ReturnType<typeof send>][] = [
      ['from another site', 403, 'not-same-origin', send({ ...ours, origin: 'https://elsewhere.example' })],
      [
        'from another site, says the browser',
        403,
        'not-same-origin',
        send({ ...ours, 'sec-fetch-site': 'cross-site' }),
      ],
      ['from nowhere', 403, 'not-same-origin', send({ 'x-mintdesk-intent': crypto.randomUUID() })],
      ['without an intent', 400, 'intent-required', send({ origin: desk.console.url })],
      ['with an intent that is no UUID', 400, 'intent-required', send({ ...ours, 'x-mintdesk-intent': '1' })],
      ['as a form', 415, 'unsupported-media-type', send({ ...ours, 'content-type': 'text/plain' }, '{}')],
      [
        'too large',
        413,
        'body-too-large',
        send({ ...ours, 'content-type': 'application/json' }, `"${'x'.repeat(65 * 1024)}"`),
      ],
      ['broken', 400, 'invalid-input', send({ ...ours, 'content-type': 'application/json' }, '{"ref_id":')],
      ['wrong', 400, 'invalid-input', send(ours, { ref_id: 'r', nicknam: 'x' })],
    ]
    for (const [name, status, kind, options] of cases) {
      const answer = await page.request.fetch(url, options)
      expect(answer.status(), name).toBe(status)
      expect((await answer.json()).type, name).toBe(`/problems/${kind}`)
    }
    const wrong = await (await page.request.fetch(url, send(ours, { ref_id: 'r', nicknam: 'x' }))).json()
    expect(wrong.errors).toContainEqual({
      field: 'nicknam',
      message: '"nicknam" is not known here. Did you mean "nickname"?',
    })
    expect(wrong.errors).toContainEqual({ field: 'profile_id', message: 'Profile ID is required.' })
  })
})

test('only rows of the table can be reached', async ({ page, desk }) => {
  await enter(page, desk, 'admin')
  const at = (path: string, method = 'GET') => page.request.fetch(`${desk.console.url}/api/${path}`, { method })
  expect((await at('sandbox/v2/transfer')).status()).toBe(404)
  expect((await at('sandbox/v2/transfer/transfers/%2e%2e%2fx')).status()).toBe(400)
  expect((await at('sandbox/v2/transfer/transfers/a/b')).status()).toBe(404)
  expect((await at('elsewhere/v2/transfer/transfers')).status()).toBe(404)
  const wrong = await at('sandbox/v2/transfer/transfers', 'DELETE')
  expect([wrong.status(), wrong.headers().allow]).toEqual([405, 'GET'])
})

test('production is absent where it is not set up', async ({ page, desk }) => {
  await enter(page, desk, 'treasury')
  expect((await page.request.get(addressOf(desk, 'listTransfers', 'production'))).status()).toBe(404)
  await page.goto(`${desk.console.url}/production/transfers`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/nothing|not found|not set up/i)
})

test('a session is gone at sign-out, for its cookie too', async ({ page, desk }) => {
  await enter(page, desk, 'support')
  const kept = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  expect((await page.request.get(addressOf(desk, 'listTransfers'))).status()).toBe(200)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/sign-in/)
  const answer = await page.request.get(addressOf(desk, 'listTransfers'), { headers: { cookie: kept } })
  expect(answer.status()).toBe(401)
  expect((await answer.json()).type).toBe('/problems/session-ended')
})

test('what a page posts as its session changes nothing', async ({ page, desk }) => {
  await enter(page, desk, 'support')
  const { csrfToken } = await (await page.request.get(`${desk.console.url}/api/auth/csrf`)).json()
  await page.request.post(`${desk.console.url}/api/auth/session`, {
    data: { csrfToken, data: { sid: 'other', roles: ['admin'] } },
  })
  const answer = await page.request.fetch(addressOf(desk, 'createRule'), {
    method: 'POST',
    headers: asOurPage(desk),
    data: bodies.createRule,
  })
  expect(answer.status()).toBe(403)
})
