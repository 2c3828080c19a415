/** A demo of one's own, from the sign-in page. */
import { fillOrder, resting } from './forms'
import { startDemo } from './processes'
import { browserAt } from './session'
import { checkAccessibility, expect, test } from './test'

test('a visitor tries Mintdesk alone, becomes someone else, starts over and leaves', async ({ page }) => {
  const demo = await startDemo(300, { DEMO_WORLDS: '1' })
  try {
    await page.goto(`${demo.console.url}/sign-in`)
    await page.getByRole('button', { name: 'Try Mintdesk' }).click()
    await expect(page).toHaveURL(`${demo.console.url}/sandbox`)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    const person = (role: string) => page.getByRole('button', { name: `You are ${role}` })
    await expect(person('treasury')).toBeVisible()

    const transfers = `${demo.console.url}/sandbox/transfers?statuses=FAILED`
    await page.goto(transfers)
    await person('treasury').click()
    const menu = page.getByRole('dialog', { name: 'Your demo' })
    await menu.getByRole('button', { name: /^Admin/ }).click()
    await expect(person('admin')).toBeVisible()
    expect(page.url()).toBe(transfers)
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Webhooks' })).toBeVisible()

    const name = '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60'
    const presets = '/api/sandbox/presets?kind=profile'
    const rename = async () => {
      const data = { key: name, value: 'Renamed' }
      const headers = { origin: demo.console.url }
      expect((await page.request.put(demo.console.url + presets, { data, headers })).status()).toBe(200)
    }
    const names = async () => (await page.request.get(demo.console.url + presets)).text()
    await rename()
    expect(await names()).toContain('Renamed')
    // A tab that still shows the old demo goes along.
    const tab = await page.context().newPage()
    await tab.goto(transfers)
    await expect(tab.getByRole('heading', { level: 1, name: 'Transfers' })).toBeVisible()
    await expect(tab.getByRole('button', { name: 'You are admin' })).toBeEnabled()
    await person('admin').click()
    await menu.getByRole('button', { name: /^Start over/ }).click()
    const question = page.getByRole('dialog')
    await expect(question.getByText('No one else is in it.')).toBeVisible()
    await question.getByRole('button', { name: 'Start over' }).click()
    await expect(page).toHaveURL(`${demo.console.url}/sandbox`)
    await expect(tab).toHaveURL(`${demo.console.url}/sandbox`)
    await tab.close()
    await expect(person('admin')).toBeVisible()
    expect(await names()).not.toContain('Renamed')

    const cookies = await page.context().cookies()
    await person('admin').click()
    await menu.getByRole('button', { name: /^Leave/ }).click()
    await question.getByRole('button', { name: 'Leave and delete it' }).click()
    await expect(page).toHaveURL(`${demo.console.url}/sign-in`)
    expect((await page.request.get(demo.console.url + presets)).status()).toBe(401)
    await expect
      .poll(async () => (await demo.control('GET', '/clients')).clients)
      .toEqual([expect.objectContaining({ id: 'demo-client' })])

    await page.context().addCookies(cookies)
    await page.goto(transfers)
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fsandbox%2Ftransfers.*ended=world-ended/)
    await expect(page.getByRole('status').filter({ hasText: 'Your own demo was removed' })).toBeVisible()
    await page.getByRole('button', { name: 'Try Mintdesk' }).click()
    await expect(page).toHaveURL(transfers)
  } finally {
    await demo.stop()
  }
})

test('a colleague joins by a link, is out when it is revoked, and what the visitor typed survives the end of a demo', async ({
  page,
  browser,
}) => {
  const demo = await startDemo(300, { DEMO_WORLDS: '1', LOG_LEVEL: 'info' })
  const context = await browser.newContext()
  try {
    const { url } = demo.console
    await page.goto(`${url}/sign-in`)
    await page.getByRole('button', { name: 'Try Mintdesk' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await page.getByRole('button', { name: 'You are treasury' }).press('Enter')
    await page.getByRole('button', { name: /^Invite/ }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
    await dialog.getByRole('radio', { name: /^Support/ }).check()
    await dialog.getByRole('button', { name: 'Create link' }).press('Enter')
    const link = await dialog.getByText(`${url}/join#`).innerText()
    await checkAccessibility(page)

    // A scanner of mail opens it, and nothing happens.
    expect((await context.request.get(link)).status()).toBe(200)
    const colleague = await context.newPage()
    await colleague.goto(link)
    await colleague.getByRole('button', { name: 'Join this demo as support' }).press('Enter')
    await expect(colleague).toHaveURL(`${url}/sandbox`)
    await expect(colleague.getByRole('button', { name: 'You are support' })).toBeVisible()
    // Who would lose access is named.
    await dialog.getByRole('button', { name: 'Close' }).press('Enter')
    await page.getByRole('button', { name: 'Start over' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'Start over?' })
    await expect(question.getByText('Guest support is in it too and loses access at once.')).toBeVisible()
    await question.getByRole('button', { name: 'Stay' }).press('Enter')
    await page.getByRole('button', { name: 'You are treasury' }).press('Enter')
    await page.getByRole('button', { name: /^Invite/ }).press('Enter')
    await dialog.getByRole('button', { name: 'Revoke the link for support' }).press('Enter')
    await expect(dialog.getByRole('listitem')).toHaveCount(0)
    await colleague.goto(`${url}/sandbox/transfers`)
    await expect(colleague.getByText('The link by which you joined this demo was revoked.')).toBeVisible()
    await colleague.goto(link)
    await expect(colleague.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible()
    const token = link.split('#')[1] ?? ''
    expect(token).toHaveLength(43)
    expect(demo.console.printed()).toContain('"operation":"joinWorld"')
    expect(demo.console.printed()).not.toContain(token)

    const form = `${url}/sandbox/orders/new`
    await page.goto(form)
    await fillOrder(page, resting('0.0801'))
    await expect(page.getByText(/^Draft saved in this tab at/)).toBeVisible()
    const cookie = (await page.context().cookies()).find(({ name }) => name.includes('session-token'))
    const elsewhere = browserAt(url, cookie && { ...cookie, sameSite: 'Lax' })
    expect((await elsewhere('/api/worlds', { method: 'DELETE', json: {} })).status).toBe(200)
    page.on('dialog', (question) => question.accept())
    await page.reload()
    await expect(page.getByRole('status').filter({ hasText: 'what you typed in a form is kept' })).toBeVisible()
    await page.getByRole('button', { name: 'Try Mintdesk' }).press('Enter')
    await expect(page).toHaveURL(form)
    await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0801')
  } finally {
    await context.close()
    await demo.stop()
  }
})
