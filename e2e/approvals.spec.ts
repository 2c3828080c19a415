/** Two people: what one of them asks for, the other approves on another screen. */
import { fillOrder, reviewOrder, sendOrder } from './forms'
import { startDemo } from './processes'
import { checkAccessibility, expect, signIn, test } from './test'

test('a large order waits, is asked about, approved on another screen and sent once', async ({ page, browser }) => {
  const demo = await startDemo(300)
  const { url } = demo.console
  const context = await browser.newContext()
  try {
    const other = await context.newPage()
    await signIn(other, demo, 'admin', '/approvals')
    const policy = `${url}/api/sandbox/policies/1`
    const from = { amount: '250000.00', asset: 'USD' }
    const approvers = { count: 1, roles: ['approver'] }
    const rule = {
      id: 'large',
      operations: ['createOrder'],
      environments: ['sandbox'],
      from,
      approvers,
      expires_hours: 4,
    }
    const headers = { origin: url }
    await other.request.put(policy, { headers, data: { rules: [rule], stand_ins: [] } })
    expect((await other.request.post(`${policy}/activate`, { headers })).ok()).toBe(true)
    await signIn(page, demo, 'treasury', '/orders/new')
    await context.clearCookies()
    await signIn(other, demo, 'approver', '/approvals')
    await expect(other.getByRole('heading', { name: 'Nothing waits for approval' })).toBeVisible()
    await checkAccessibility(other)

    await fillOrder(page, { amounts: { 'Amount to sell': '4', 'Limit price': '91250' } })
    await reviewOrder(page)
    await expect(page.getByText('It will wait for approval.')).toBeVisible()
    await page.getByLabel('Reason for the approvers').fill('Hedge for Orsa.')
    await page.reload()
    await expect(page.getByLabel('Reason for the approvers')).toHaveValue('Hedge for Orsa.')
    await sendOrder(page).click()
    await expect(page.getByText('Waiting for Demo approver. Nothing was sent.')).toBeVisible()

    await expect(other.getByRole('link', { name: /^Sell 4 BTC/ })).toBeVisible()
    await other.keyboard.press('j')
    await expect(other.getByRole('link', { name: /^Sell 4 BTC/ })).toBeFocused()
    await other.keyboard.press('Enter')
    await other.waitForURL(/approvals\/[0-9a-f-]{36}$/)
    await expect(other.getByText('365,000.00 USD; 250,000.00 USD and more need approval')).toBeVisible()
    await expect(other.getByText('Demo treasury wrote')).toBeVisible()
    await expect(other.getByText('Hedge for Orsa.')).toBeVisible()
    await checkAccessibility(other)
    await other.getByRole('button', { name: 'Ask Demo treasury' }).click()
    await other.getByLabel('What do you want to know from Demo treasury?').fill('For which invoice?')
    await other.getByRole('button', { name: 'Ask', exact: true }).click()

    await expect(page.getByText('For which invoice?')).toBeVisible()
    await expect(page.getByRole('row', { name: /^Demo approver .*UTC/ })).toBeVisible()
    await page.getByRole('button', { name: 'Remind Demo approver' }).click()
    await expect(page.getByText(/^Reminded .*; again 15 minutes later/)).toBeVisible()
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Write to the approvers' }).click()
    await page.getByLabel('What should the approvers know?').fill('Invoice 7752.')
    await page.getByRole('button', { name: 'Write', exact: true }).click()

    await expect(other.getByText('Invoice 7752.')).toBeVisible()
    await other.getByRole('heading', { level: 2 }).first().click()
    await other.keyboard.press('a')
    await expect(other.getByText('It is sent at once.')).toBeVisible()
    await other.getByRole('button', { name: 'Approve 365,000.00 USD' }).press('Enter')
    await expect(other.getByRole('status').filter({ hasText: /^Order (placed|filled)/ })).toHaveCount(1)
    await expect(page.getByText('Approved by Demo approver', { exact: true })).toBeVisible()
  } finally {
    await context.close()
    await demo.stop()
  }
})
