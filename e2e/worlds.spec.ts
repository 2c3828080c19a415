/** A demo of one's own, from the sign-in page. */
import { startDemo } from './processes'
import { expect, test } from './test'

test('a visitor tries Mintdesk alone, becomes someone else, starts over and leaves', async ({ page }) => {
  const demo = await startDemo(300, { DEMO_WORLDS: '1' })
  try {
    await page.goto(`${demo.console.url}/sign-in`)
    await page.getByRole('button', { name: 'Try Mintdesk' }).click()
    await expect(page).toHaveURL(`${demo.console.url}/sandbox`)
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    const person = (role: string) =>
      page.getByRole('navigation', { name: 'Main', exact: true }).getByText(`Demo ${role}`)
    await expect(person('treasury')).toBeVisible()

    const transfers = `${demo.console.url}/sandbox/transfers?statuses=FAILED`
    await page.goto(transfers)
    await person('treasury').click()
    const menu = page.getByRole('dialog', { name: 'Your demo' })
    await menu.getByRole('button', { name: /^Admin/ }).click()
    await expect(person('admin')).toBeVisible()
    expect(page.url()).toBe(transfers)
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
    await expect(tab.getByRole('button', { name: /^Demo admin/ })).toBeEnabled()
    await person('admin').click()
    await menu.getByRole('button', { name: /^Start over/ }).click()
    await expect(page).toHaveURL(`${demo.console.url}/sandbox`)
    await expect(tab).toHaveURL(`${demo.console.url}/sandbox`)
    await tab.close()
    await expect(person('admin')).toBeVisible()
    expect(await names()).not.toContain('Renamed')

    const cookies = await page.context().cookies()
    await person('admin').click()
    await menu.getByRole('button', { name: /^Leave/ }).click()
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
