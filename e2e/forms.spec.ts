/**
 * What holds of every form that moves money: once, whatever is pressed; nothing typed is lost; an answer that is lost is
 * said to be lost. Orders have a spec of their own, which goes further.
 */
import type { Page } from '@playwright/test'
import { type Desk, freePort, startConsoleOn } from './stage'
import { expect, signIn, test } from './test'
import { startUpstream } from './upstream'

type Form = {
  name: string
  path: string
  operation: string
  fill: (page: Page, mark: string) => Promise<void>
  send: RegExp
  /** Something that stands on the review when it holds what was typed. */
  kept: (mark: string) => string
  /** An empty form again: a field that was filled in. */
  field: (page: Page) => ReturnType<Page['getByLabel']>
  /** What the service answers, for a service that is not ours. */
  answer: object
}

const account = '7d0f5a52-3a51-4c1e-9f0a-0f3a1b2c3d4e'
const label = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const record = {
  id: account,
  status: 'PENDING',
  fiat_network_instructions: { wire: {} },
  created_at: '2026-11-21T10:00:00Z',
}

const forms: Form[] = [
  {
    name: 'a fiat account',
    path: '/fiat-accounts/new',
    operation: 'createFiatAccount',
    async fill(page, mark) {
      await page.getByRole('radio', { name: 'An institution' }).check()
      await label(page, 'Name of the institution').fill('Halden Treasury AG')
      await label(page, 'Account number').fill('4455667788')
      await label(page, 'Bank name').fill(mark)
    },
    send: /^Register account/,
    kept: (mark) => mark,
    field: (page) => label(page, 'Bank name'),
    answer: record,
  },
  {
    name: 'a rule',
    path: '/rules/new',
    operation: 'createRule',
    async fill(page, mark) {
      await page.getByRole('combobox', { name: 'Profile', exact: true }).fill('2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12')
      await page.getByRole('textbox', { name: /^Nickname/ }).fill(mark)
    },
    send: /^Create rule/,
    kept: (mark) => mark,
    field: (page) => page.getByRole('textbox', { name: /^Nickname/ }),
    answer: {
      rule: { id: 'rule_1', source_asset: 'USD', destination_asset: 'USDG', source: { fiat: { memo_id: 'MD-1' } } },
    },
  },
  {
    name: 'a sandbox deposit',
    path: '/deposits/new',
    operation: 'initiateSandboxFiatDeposit',
    async fill(page, mark) {
      await page.getByRole('textbox', { name: 'Amount' }).fill('12.50')
      await page.getByRole('combobox', { name: 'Memo' }).fill(mark)
    },
    send: /^Deposit 12\.50 USD/,
    kept: (mark) => mark,
    field: (page) => page.getByRole('combobox', { name: 'Memo' }),
    answer: {},
  },
]

const review = (page: Page) => page.getByRole('button', { name: /^Review / }).click()
const isReview = (url: URL) => url.pathname.endsWith('/review')
const isIntent = (url: URL) => /\/sandbox\/activity\/[0-9a-f-]{36}$/.test(url.pathname)
const stress = (desk: Desk, settings: object) => desk.control('PUT', '/clients/demo-client/stress', settings)

/** How often an operation truly reached the service. */
async function arrivals(desk: Desk, operation: string): Promise<number> {
  const { requests } = await desk.control('GET', `/clients/demo-client/requests?operation=${operation}`)
  return (requests as unknown[]).length
}

test.afterEach(({ desk }) => stress(desk, {}))
// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

for (const { name, path, operation, fill, send, kept, field } of forms) {
  test(`${name} comes back after the session ended, and is sent once by two tabs and a double click`, async ({
    page,
    desk,
  }) => {
    test.slow()
    const mark = `Once ${operation}`
    await signIn(page, desk, 'treasury', path)
    await fill(page, mark)
    await review(page)
    await page.waitForURL(isReview)
    await page.context().clearCookies({ name: /session-token/ })
    const button = page.getByRole('button', { name: send })
    const before = await arrivals(desk, operation)
    await button.click()
    const note = page.getByRole('alert').filter({ hasText: 'Signed out. Nothing was sent.' })
    await note.getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /^treasury/i }).click()
    await page.waitForURL(isReview)
    await expect(page.getByRole('main')).toContainText(kept(mark))
    expect(await arrivals(desk, operation)).toBe(before)

    await stress(desk, { latency: [{ operation, millis: 2_000 }] })
    const [twin] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(() => void window.open(window.location.href)),
    ])
    await expect(twin.getByRole('button', { name: send })).toBeVisible()
    await page.bringToFront()
    await button.dblclick()
    await twin.getByRole('button', { name: send }).press('Enter')
    await Promise.all([page.waitForURL(isIntent), twin.waitForURL(isIntent)])
    expect(twin.url()).toBe(page.url())
    expect(await arrivals(desk, operation)).toBe(before + 1)
    await twin.close()
  })

  test(`${name} whose answer is lost is told to be unknown, and is not sent again by itself`, async ({
    page,
    desk,
  }) => {
    const mark = `Lost ${operation}`
    await signIn(page, desk, 'treasury', path)
    await fill(page, mark)
    await review(page)
    await page.waitForURL(isReview)
    const before = await arrivals(desk, operation)
    await stress(desk, { drop: [{ operation }] })
    await page.getByRole('button', { name: send }).click()
    await page.waitForURL(isIntent)
    await expect(page.getByText('Unknown', { exact: true }).first()).toBeVisible()
    await page.reload()
    await expect(page.getByText('Unknown', { exact: true }).first()).toBeVisible()
    expect(await arrivals(desk, operation)).toBe(before + 1)

    // The way back leads to an empty form, not to what is done.
    await page.goBack()
    await expect(page.getByRole('button', { name: /^Review / })).toBeVisible()
    await expect(field(page)).not.toHaveValue(mark)
  })
}

test('a dead service takes nothing, says so, and each form goes out once it is there', async ({ page }) => {
  test.slow()
  const port = await freePort()
  const console = await startConsoleOn(`http://127.0.0.1:${port}`)
  const sent: string[] = []
  try {
    for (const { path, fill, send } of forms) {
      await signIn(page, { console }, 'treasury', path)
      await fill(page, 'While it is dead')
      await review(page)
      await page.waitForURL(isReview)
      await page.getByRole('button', { name: send }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'Not sent.' })).toContainText('Press again to send it.')
    }
    const service = await startUpstream('revived', port)
    for (const { path, operation, send, answer } of forms) {
      service.feel({ service: { status: 200, only: '/v2/', body: JSON.stringify(answer) } })
      await page.goto(`${console.url}/sandbox${path}/review`)
      await page.getByRole('button', { name: send }).click()
      await page.waitForURL(isIntent)
      sent.push(operation)
    }
    const posts = service.received.filter(({ method, url }) => method === 'POST' && url.startsWith('/v2/'))
    expect(posts).toHaveLength(forms.length)
    await service.close()
  } finally {
    await console.stop()
  }
  expect(sent).toHaveLength(forms.length)
})
