/** Views: one person saves and shares a list, another opens and pins it, and sees what is new in it. */
import { wire } from './forms'
import { startWithoutRecords } from './processes'
import { checkAccessibility, expect, signIn, test } from './test'

test('support shares a view, and treasury opens it, pins it, and is told of a new deposit', async ({
  page,
  browser,
  demo,
}) => {
  const { console } = await startWithoutRecords(demo)
  const treasury = await (await browser.newContext()).newPage()
  try {
    await signIn(page, { console }, 'support', '/transfers?type=WIRE_DEPOSIT&x.created=last-7d')
    await page.getByRole('button', { name: 'Views' }).click()
    const menu = page.getByRole('dialog', { name: 'Views' })
    await menu.getByRole('button', { name: 'Save as view' }).click()
    await menu.getByRole('textbox', { name: 'Name' }).fill('Wires of the week')
    await menu.getByRole('checkbox', { name: /^Share with everyone/ }).check()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'View: Wires of the week' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'View: Wires of the week' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Filters' })).toContainText(/Created in the last 7 days, since .* UTC/)

    await signIn(treasury, { console }, 'treasury', '/transfers')
    await treasury.getByRole('button', { name: 'Views' }).click()
    const choices = treasury.getByRole('dialog', { name: 'Views' })
    await expect(choices.getByRole('region', { name: 'Shared with you' })).toContainText('Wires of the week')
    await expect(choices.getByRole('region', { name: 'Starter views' }).getByRole('listitem')).toHaveCount(5)
    await choices.getByRole('button', { name: 'Pin Wires of the week' }).click()
    await expect(choices.getByRole('button', { name: 'Unpin Wires of the week' })).toBeVisible()
    await checkAccessibility(treasury)
    await choices.getByRole('link', { name: 'Wires of the week' }).click()
    await expect(treasury).toHaveURL(/x\.created=last-7d/)
    await expect(treasury.getByRole('heading', { name: 'No transfers match' })).toBeVisible()

    const headers = { origin: console.url, 'x-mintdesk-intent': crypto.randomUUID() }
    const data = { amount: '250.00', asset: 'USD', memo_id: 'Invoice 7', fiat_network_instructions: { wire } }
    const answer = await treasury.request.post(`${console.url}/api/sandbox/v2/sandbox/fiat-deposits`, { headers, data })
    expect(answer.status(), await answer.text()).toBe(200)
    // Its own later changes would count as new again.
    const deposits = `${console.url}/api/sandbox/v2/transfer/transfers?type=WIRE_DEPOSIT`
    await expect
      .poll(async () => (await (await treasury.request.get(deposits)).json()).items[0]?.status, { timeout: 30_000 })
      .toBe('COMPLETED')
    await treasury.goto(`${console.url}/sandbox/issuer-quotes`)
    const pinned = treasury.getByRole('navigation', { name: 'Main', exact: true })
    const link = pinned.getByRole('link', { name: /^Wires of the week/ })
    await expect(link).toContainText('1 new')
    const noted = treasury.waitForResponse((response) => response.url().endsWith('/opened') && response.ok())
    await link.click()
    await expect(treasury.getByRole('status').filter({ hasText: '1 loaded' })).toBeVisible()
    await noted
    await expect(link).not.toContainText('new')
    await treasury.goto(`${console.url}/sandbox/issuer-quotes`)
    await expect(link).toBeVisible()
    await expect(link).not.toContainText('new')
  } finally {
    await treasury.context().close()
    await console.stop()
  }
})
