/** Sandbox deposits: sent once, and tracked until all transfers have settled. */
import type { Page } from '@playwright/test'
import type { Demo } from './processes'
import { checkAccessibility, companySignIn, expect, signIn, test } from './test'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
const memo = (page: Page) => page.getByRole('combobox', { name: 'Memo' })
/** Text of the page, without a screen reader's announcements. */
const words = (page: Page, text: string) => page.getByRole('main').getByText(text)

/** Creates a rule. @returns the memo that its wires carry */
async function ruleMemo(page: Page, demo: Demo): Promise<string> {
  const intent = crypto.randomUUID()
  const answer = await page.request.post(`${demo.console.url}/api/sandbox/v2/orchestration/rules`, {
    headers: { origin: demo.console.url, 'x-mintdesk-intent': intent },
    data: {
      ref_id: intent,
      profile_id: '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12',
      source_asset: 'USD',
      destination_asset: 'USDG',
      source: { fiat: { network: 'WIRE' } },
      destination: { profile: { profile_id: '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60' } },
      nickname: 'Mint for the desk',
    },
  })
  return (await answer.json()).rule.source.fiat.memo_id
}

/** Moves the clocks of the service and the page by two seconds, so that the page reads again. */
async function lookAgain(page: Page, demo: Demo): Promise<void> {
  await demo.control('PUT', '/clients/demo-client/clock', { forward_seconds: 2 })
  await page.clock.fastForward(2_000)
}

// The tests that follow start with the seeded records.
test.afterAll(({ demo }) => demo.control('POST', '/clients/demo-client/reset'))

test('the movement of a deposit is followed until its wire, conversion and move to another profile have settled', async ({
  page,
  demo,
}) => {
  await page.clock.install()
  await signIn(page, demo, 'treasury', '/rules')
  const rule = await ruleMemo(page, demo)
  await page.goto(`${demo.console.url}/sandbox/deposits/new`)
  // Each rule created here is offered.
  await memo(page).click()
  await page.getByRole('option', { name: rule }).click()
  await expect(memo(page)).toHaveValue(rule)
  await amount(page).fill('$1,250.50')
  await amount(page).blur()
  await expect(amount(page)).toHaveValue('1,250.50')
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Review test wire' }).click()
  await expect(page.getByText(`Send a test wire of 1,250.50 USD with the memo ${rule}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Send a test wire of 1,250.50 USD' }).click()

  await expect(heading(page, `Test wire of 1,250.50 USD, memo ${rule}`)).toBeVisible()
  const stations = page.getByRole('list', { name: 'Stations of its movement' }).getByRole('listitem')
  await expect(async () => {
    await lookAgain(page, demo)
    await expect(words(page, '5 transfers, arrived')).toBeVisible({ timeout: 300 })
  }).toPass({ intervals: [0], timeout: 45_000 })
  await expect(stations).toHaveCount(3)
  await expect(stations.first()).toContainText(/Wire in.*1,250\.50.*USD/s)
  await expect(stations.nth(1)).toContainText(/Minted.*1,240\.50.*USDG/s)
  await expect(stations.last()).toContainText(/Moved.*1,240\.50.*USDG/s)
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Follow the money' }).click()
  await expect(page).toHaveURL(/\/sandbox\/money\/[0-9a-f-]{36}$/)
  await expect(words(page, 'Arrived')).toBeVisible()
  await expect(page.getByText('Difference')).toBeVisible()
})

test('a page that does not exist answers 404: deposits in production, an invalid account ID, an unknown step', async ({
  page,
  company,
}) => {
  await companySignIn(page, company, ['treasury'], '/production/transfers?limit=1')
  for (const path of ['/deposits/new', '/deposits/new/review']) {
    const there = await page.goto(`${company.console.url}/production${path}`)
    expect(there?.status(), path).toBe(404)
    const sandbox = await page.goto(`${company.console.url}/sandbox${path}`)
    expect(sandbox?.status(), path).toBe(200)
  }
  for (const path of ['/fiat-accounts/not-an-id/edit', '/orders/new/other']) {
    const missing = await page.goto(`${company.console.url}/sandbox${path}`)
    expect(missing?.status(), path).toBe(404)
  }
})
