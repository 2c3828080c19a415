/** A company's console: users come from its own identity provider. */
import { expect, test } from './test'

test('a company user without a role has no access and sees why', async ({ page, company }) => {
  company.person.roles = []
  await page.goto(`${company.console.url}/sign-in`)
  await page.getByRole('button', { name: 'Company sign-in' }).click()
  await expect(page.getByText('Your account has no role in this console.')).toBeVisible()
  expect((await page.request.get(`${company.console.url}/api/production/v2/transfer/transfers`)).status()).toBe(401)
})
