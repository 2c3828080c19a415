/** A company's console: users come from its own identity provider. */
import { expect, test } from './test'

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
