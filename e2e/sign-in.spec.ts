/** The door: who may come in, and what the page says when somebody may not. */
import { checkAccess, expect, signIn, test } from './test'

test('a visitor without a session is led to sign in, and back to where they wanted to go', async ({ page, desk }) => {
  const wanted = `${desk.console.url}/sandbox/transfers?statuses=FAILED&limit=20`
  const answer = await page.request.get(wanted, { maxRedirects: 0 })
  expect(answer.status()).toBe(307)
  await page.goto(wanted)
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/)
  await page.getByRole('button', { name: /^support/i }).click()
  await expect(page).toHaveURL(wanted)
})

test('a name and a password open the door, and a wrong one keeps what was typed', async ({ page, desk }) => {
  await page.goto(`${desk.console.url}/sign-in`)
  await page.getByLabel('Username').fill('treasury')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' })
  await expect(summary).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await expect(page.getByLabel('Username')).toHaveValue('treasury')
  await summary.getByRole('link').click()
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/sandbox$/)
})

test('empty fields are named', async ({ page, desk }) => {
  await page.goto(`${desk.console.url}/sign-in`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('link', { name: 'Enter a username.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Enter the password.' })).toBeVisible()
})

test('nobody is led to another site after signing in', async ({ page, desk }) => {
  for (const elsewhere of [
    'https://elsewhere.example/',
    '//elsewhere.example/',
    '/\\elsewhere.example',
    'javascript:alert(1)',
  ]) {
    await page.goto(`${desk.console.url}/sign-in?callbackUrl=${encodeURIComponent(elsewhere)}`)
    await page.getByRole('button', { name: /^support/i }).click()
    await page.waitForURL(/\/sandbox$/)
    expect(new URL(page.url()).origin).toBe(desk.console.url)
    await page.context().clearCookies()
  }
})

test('the session cookie is out of reach of scripts and of other sites', async ({ page, desk }) => {
  await signIn(page, desk, 'support', '/transfers?limit=1')
  const cookie = (await page.context().cookies()).find(({ name }) => name.includes('session-token'))
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  expect(await page.evaluate(() => document.cookie)).not.toContain('session-token')
})

test('before its scripts have come the page takes no press, and no password gets into the address', async ({
  page,
  desk,
}) => {
  let wake = () => {}
  const scripts = new Promise<void>((resolve) => {
    wake = resolve
  })
  await page.route('**/_next/static/**/*.js', async (route) => {
    await scripts
    await route.continue()
  })
  const url = `${desk.console.url}/sign-in`
  await page.goto(url, { waitUntil: 'commit' })
  const role = page.getByRole('button', { name: /^support/i })
  await expect(role).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeDisabled()
  await page.getByLabel('Username').fill('support')
  await page.getByLabel('Password', { exact: true }).fill('demo')
  await page.keyboard.press('Enter')
  expect(page.url()).toBe(url)
  wake()
  await role.click()
  await page.waitForURL(/\/sandbox$/)
})

test('an ended session is said to have ended, and signing in leads back', async ({ page, desk }) => {
  const wanted = '/transfers?statuses=PENDING&limit=20'
  await signIn(page, desk, 'support', wanted)
  await expect(page.getByText(/loaded/)).toBeVisible()
  await page.context().clearCookies({ name: /session-token/ })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(/Signed out/)).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /^support/i }).click()
  await expect(page).toHaveURL(`${desk.console.url}/sandbox${wanted}`)
})

test('every page carries a policy with a nonce of its own, prefetched ones too', async ({ page, desk }) => {
  await signIn(page, desk, 'support', '/transfers?limit=1')
  const nonces = new Set<string>()
  const kinds: Record<string, string>[] = [{}, { 'next-router-prefetch': '1', rsc: '1' }, { purpose: 'prefetch' }]
  for (const headers of kinds) {
    for (const path of ['/sign-in', '/sandbox/transfers', '/nowhere']) {
      const answer = await page.request.get(`${desk.console.url}${path}`, { headers })
      const policy = answer.headers()['content-security-policy'] ?? ''
      expect(policy, path).toMatch(/script-src 'self' 'nonce-[\w+/=]+' 'strict-dynamic'/)
      nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '')
      expect(answer.headers()).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
      })
      expect(answer.headers()['x-powered-by']).toBeUndefined()
    }
  }
  expect(nonces.size).toBe(9)
})

test('axe finds nothing at the door, in both themes, wide and narrow, also with an error', async ({ page, desk }) => {
  await page.goto(`${desk.console.url}/sign-in`)
  await checkAccess(page)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await checkAccess(page)
  await page.goto(`${desk.console.url}/nowhere`)
  await checkAccess(page)
})
