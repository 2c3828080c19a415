/** A company's console: users come from its own identity provider. */
import { fillOrder, reviewOrder, sendOrder } from './forms'
import { companySignIn, expect, test } from './test'

test('a company user without a role has no access and sees why', async ({ page, company }) => {
  company.person.roles = []
  await page.goto(`${company.console.url}/sign-in`)
  await page.getByRole('button', { name: 'Company sign-in' }).click()
  await expect(page.getByText('Your account has no role in this console.')).toBeVisible()
  expect((await page.request.get(`${company.console.url}/api/production/v2/transfer/transfers`)).status()).toBe(401)
})

test('a company user who signs out is signed out at the provider too', async ({ page, company }) => {
  company.person.roles = ['support']
  await page.goto(`${company.console.url}/sign-in`)
  await page.getByRole('button', { name: 'Company sign-in' }).click()
  const atProvider = page.waitForRequest((request) => request.url().includes('/endsession?'))
  await page.getByRole('button', { name: 'Sign out' }).first().click()
  expect((await atProvider).url()).toContain('id_token_hint=')
  await expect(page).toHaveURL(`${company.console.url}/sign-in`)
  await expect(page.getByRole('button', { name: 'Company sign-in' })).toBeVisible()
})

test('an order in production is sent once company sign-in has confirmed who sends it, and what was typed is kept', async ({
  page,
  company,
}) => {
  const { person, console, production } = company
  person.auth_time = undefined
  await companySignIn(page, company, ['treasury'], '/production/orders/new')
  await fillOrder(page, { amounts: { 'Amount to sell': '0.0417', 'Limit price': '9000000.00' } })
  await reviewOrder(page)
  const confirm = page.getByRole('button', { name: 'Confirm it is you and send' })
  await confirm.press('Enter')
  // Next's own announcer is an alert too.
  const alert = page.getByRole('alert').filter({ hasText: 'Not confirmed.' })
  await expect(alert).toContainText('have it issue the claim auth_time')
  await expect(page).toHaveURL(`${console.url}/production/orders/new/review`)
  person.auth_time = Math.floor(Date.now() / 1000)
  await confirm.press('Enter')
  await expect(page.getByText('You confirmed that it is you. This counts once')).toBeVisible()
  const orders = () => production.received.filter(({ method, url }) => method === 'POST' && url.endsWith('/orders'))
  expect(orders()).toEqual([])
  await page.getByLabel('Type the amount to confirm').fill('0.0417')
  await sendOrder(page).press('Enter')
  await expect.poll(orders).toHaveLength(1)
  expect(JSON.parse(orders()[0]?.body ?? '')).toMatchObject({ base_amount: '0.0417', price: '9000000.00' })
})
