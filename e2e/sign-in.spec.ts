/** Signing in, and what a user sees when a session has ended. */
import { expect, refresh, signIn, test } from './test'

test('a visitor signs in as a demo user and continues to the page they asked for', async ({ page, demo }) => {
  const target = `${demo.console.url}/sandbox/transfers?statuses=FAILED&limit=20`
  await page.goto(target)
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/)
  await page.getByRole('button', { name: /^support/i }).click()
  await expect(page).toHaveURL(target)
  expect(await page.evaluate(() => document.cookie)).not.toContain('session-token')
})

test('a user signs in by username and password after a wrong password', async ({ page, demo }) => {
  await page.goto(`${demo.console.url}/sign-in`)
  await page.getByLabel('Username').fill('treasury')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Incorrect username or password.' })).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sandbox$/)
})

test('sign-in never continues to another site', async ({ page, demo }) => {
  await page.goto(`${demo.console.url}/sign-in?callbackUrl=${encodeURIComponent('//elsewhere.example/')}`)
  await page.getByRole('button', { name: /^support/i }).click()
  await page.waitForURL(`${demo.console.url}/sandbox`)
})

test('before its scripts have loaded the page accepts no click, and no password reaches the address', async ({
  page,
  demo,
}) => {
  let release = () => {}
  const scripts = new Promise<void>((resolve) => {
    release = resolve
  })
  let isHeld = false
  await page.route(/\/_next\/static\/.+\.js/, async (route) => {
    isHeld = true
    await scripts
    await route.continue()
  })
  const url = `${demo.console.url}/sign-in`
  await page.goto(url, { waitUntil: 'commit' })
  const role = page.getByRole('button', { name: /^support/i })
  await expect(role).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
  await page.getByLabel('Username').fill('support')
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.keyboard.press('Enter')
  expect(page.url()).toBe(url)
  expect(isHeld).toBe(true)
  release()
  await role.click()
  await page.waitForURL(/\/sandbox$/)
})

test('an ended session says why it ended, and signing in leads back', async ({ page, demo }) => {
  const path = '/transfers?statuses=PENDING&limit=20'
  await signIn(page, demo, 'support', path)
  await expect(page.getByText(/loaded/)).toBeVisible()
  await page.context().clearCookies({ name: /session-token/ })
  await refresh(page)
  await expect(page.getByRole('heading', { name: 'Signed out' })).toBeVisible()
  await expect(page.getByText(/You return to this page after signing in/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^support/i }).click()
  await expect(page).toHaveURL(`${demo.console.url}/sandbox${path}`)
})
