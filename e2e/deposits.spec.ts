/** Sandbox deposits: sent once, followed until everything that comes of them has settled. */
import type { Page } from '@playwright/test'
import type { Desk } from './stage'
import { checkAccess, companySignIn, expect, signIn, test } from './test'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
const amount = (page: Page) => page.getByRole('textbox', { name: 'Amount' })
const memo = (page: Page) => page.getByRole('combobox', { name: 'Memo' })
/** What the page itself says; a screen reader's announcements repeat it outside of it. */
const words = (page: Page, text: string) => page.getByRole('main').getByText(text)
const transfers = (page: Page) => page.getByRole('list', { name: 'Transfers' }).getByRole('listitem')

/** Makes a rule as the console's own pages do. @returns the memo that its wires carry */
async function ruleMemo(page: Page, desk: Desk): Promise<string> {
  const intent = crypto.randomUUID()
  const answer = await page.request.post(`${desk.console.url}/api/sandbox/v2/orchestration/rules`, {
    headers: { origin: desk.console.url, 'x-mintdesk-intent': intent },
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

/** Fills the form in and presses on to its review. */
async function fillIn(page: Page, { of, to }: { of: string; to: string }): Promise<void> {
  await amount(page).fill(of)
  await memo(page).fill(to)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Review deposit')).toBeVisible()
}

/** Two seconds pass at once, at the service and on a page whose clock is installed: then it looks again. */
async function lookAgain(page: Page, desk: Desk): Promise<void> {
  await desk.control('PUT', '/clients/demo-client/clock', { forward_seconds: 2 })
  await page.clock.fastForward(2_000)
}

// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

test('a deposit is followed until it has settled, with the conversion and the destination that its rule brings', async ({
  page,
  desk,
}) => {
  await page.clock.install()
  await signIn(page, desk, 'treasury', '/rules')
  const rule = await ruleMemo(page, desk)
  await page.goto(`${desk.console.url}/sandbox/deposits/new`)
  // The rules made here are one click each.
  await page.getByRole('button', { name: `${rule} USD by wire to USDG` }).click()
  await expect(memo(page)).toHaveValue(rule)
  await amount(page).fill('$1,250.50')
  await amount(page).blur()
  await expect(amount(page)).toHaveValue('1250.50')
  await checkAccess(page)
  await page.getByRole('button', { name: 'Review deposit' }).click()
  await expect(page.getByText(`Simulate a wire of 1,250.50 USD that arrives with the memo ${rule}.`)).toBeVisible()
  await page.getByRole('button', { name: 'Deposit 1,250.50 USD' }).click()

  await expect(heading(page, `Deposit 1,250.50 USD, memo ${rule}`)).toBeVisible()
  await expect(transfers(page).first()).toContainText('Wire deposit 1,250.50 USD')
  await expect(async () => {
    await lookAgain(page, desk)
    const settled = words(page, 'All transfers have settled: 5 transfers.')
    await expect(settled).toBeVisible({ timeout: 300 })
  }).toPass({ intervals: [0], timeout: 45_000 })
  await expect(transfers(page)).toHaveCount(5)
  await expect(transfers(page).last()).toContainText(/Internal transfer.*1,240\.50 USDG.*Completed/s)
  await checkAccess(page)
  await transfers(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/sandbox\/transfers\/[0-9a-f-]{36}$/)
  await expect(page.getByText('1,250.50').first()).toBeVisible()
})

test('an amount that cannot be is refused in words about it, and nothing is sent', async ({ page, desk }) => {
  await signIn(page, desk, 'treasury', '/deposits/new')
  await amount(page).fill('12.345')
  await page.getByRole('button', { name: 'Review deposit' }).click()
  await expect(problem(page).getByRole('link')).toHaveText([
    'Amount can have at most 2 decimal places, like 1250.00.',
    'Memo ID is required.',
  ])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(amount(page)).toBeFocused()
  // Zero fits the pattern; the service decides, and its refusal lands on the same field.
  await fillIn(page, { of: '0.00', to: 'nothing-1' })
  await expect(page.getByText('Amount is zero. The provider may reject the deposit.')).toBeVisible()
  await page.getByRole('button', { name: 'Deposit 0.00 USD' }).click()
  await expect(problem(page).getByRole('link', { name: 'Amount must be more than zero.' })).toBeVisible()
  await expect(amount(page)).toHaveAccessibleDescription(/Amount must be more than zero\./)
})

test('looking can be stopped and taken up again by the keyboard, and what cannot be read any more says how old it is', async ({
  page,
  desk,
}) => {
  await page.clock.install()
  await signIn(page, desk, 'treasury', '/deposits/new')
  // .77 waits for travel rule information, so that it never settles.
  await fillIn(page, { of: '10.77', to: 'waits-1' })
  await page.getByRole('button', { name: 'Deposit 10.77 USD' }).press('Enter')
  await expect(words(page, '1 transfer so far.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop search' }).press('Enter')
  await expect(words(page, 'Search stopped.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Search again' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(words(page, '1 transfer so far.')).toBeVisible()
  await lookAgain(page, desk)
  await expect(transfers(page)).toContainText(/Wire deposit 10\.77 USD.*travel rule information needed/s)

  await desk.control('PUT', '/clients/demo-client/stress', {
    fail: [{ operation: 'listTransfers', status: 500, times: 1000 }],
  })
  await lookAgain(page, desk)
  const stale = page.getByRole('status').filter({ hasText: /^Last updated .* ago\./ })
  await expect(stale).toBeVisible()
  await expect(transfers(page)).toHaveCount(1)
  await desk.control('PUT', '/clients/demo-client/stress', {})
  await lookAgain(page, desk)
  await expect(stale).toHaveCount(0)
})

test('where the answer is lost, the transfers that could be it are shown, and sending again is warned of', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'treasury', '/deposits/new')
  await fillIn(page, { of: '77.10', to: 'lost-1' })
  await desk.control('PUT', '/clients/demo-client/stress', {
    drop: [{ operation: 'initiateSandboxFiatDeposit' }],
  })
  await page.getByRole('button', { name: 'Deposit 77.10 USD' }).click()

  await expect(page.getByRole('heading', { name: 'Possible matches' })).toBeVisible()
  await expect(transfers(page)).toHaveCount(1)
  await expect(transfers(page)).toContainText('Wire deposit 77.10 USD')
  await expect(page.getByText(/a deposit carries no reference, so a match can't be confirmed/)).toBeVisible()
  await expect(page.getByText('If a transfer above is this deposit, there will be two.')).toBeVisible()
  await checkAccess(page)
  await page.getByRole('link', { name: 'Send again' }).click()
  await expect(heading(page, 'New sandbox deposit')).toBeVisible()
  await expect(amount(page)).toHaveValue('77.10')
  await expect(memo(page)).toHaveValue('lost-1')
})

test('production has no such page', async ({ page, company }) => {
  await companySignIn(page, company, ['treasury'], '/production/transfers?limit=1')
  for (const path of ['/deposits/new', '/deposits/new/review']) {
    const there = await page.goto(`${company.console.url}/production${path}`)
    expect(there?.status(), path).toBe(404)
    const sandbox = await page.goto(`${company.console.url}/sandbox${path}`)
    expect(sandbox?.status(), path).toBe(200)
  }
})
