import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { renderInConsole } from '@/components/testing/render'
import type { Choices } from './sign-in-form'
import { SignInPage } from './sign-in-page'

const signIn = vi.hoisted(() => vi.fn())
vi.mock('next-auth/react', () => ({ signIn }))

const demo: Choices = {
  hasDemoUsers: true,
  hasCompanySignIn: false,
  environment: 'sandbox',
  isEmbedded: true,
  service: { answers: true, millis: 12 },
}
const company: Choices = { ...demo, hasDemoUsers: false, hasCompanySignIn: true, environment: 'production' }

type Options = Partial<Parameters<typeof SignInPage>[0]>

function renderSignIn({ choices = demo, ...rest }: Options = {}) {
  document.title = 'Sign in - Mintdesk'
  return renderInConsole(<SignInPage choices={choices} {...rest} />, { url: '/sign-in', isInMain: false })
}

const summary = () => page.getByRole('alert').filter({ hasText: 'There is a problem' })
const submit = () => page.getByRole('button', { name: 'Sign in', exact: true }).click()

beforeEach(() => {
  signIn.mockReset()
})

test.each([
  ['a demo', demo, 'Treasury'],
  ['a company', company, 'Company sign-in'],
])('the page of %s says what Mintdesk is, and has one primary action', async (_, choices, name) => {
  await renderSignIn({ choices })
  const sentence = page.getByText('An operations console for stablecoin treasuries.')
  await expect.element(sentence).toBeVisible()
  const probe = document.createElement('i')
  probe.className = 'bg-env'
  document.querySelector('main')?.append(probe)
  const colour = getComputedStyle(probe).backgroundColor
  probe.remove()
  const primary = [...document.querySelectorAll('button')].filter(
    (button) => getComputedStyle(button).backgroundColor === colour,
  )
  expect(primary.map(({ textContent }) => textContent?.startsWith(name))).toEqual([true])
})

test('empty fields are named, and nothing is sent', async () => {
  await renderSignIn()
  await submit()
  await expect.element(page.getByRole('link', { name: 'Enter a username.' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Enter the password.' })).toBeVisible()
  await expect.element(summary()).toHaveFocus()
  expect(document.title).toBe('Error: Sign in - Mintdesk')
  expect(signIn).not.toHaveBeenCalled()
})

test('a wrong password keeps the username, and its error leads to the field', async () => {
  signIn.mockResolvedValue({ ok: false, error: 'CredentialsSignin' })
  await renderSignIn({ callbackUrl: '/sandbox/transfers' })
  await page.getByLabelText('Username').fill(' treasury ')
  await page.getByLabelText('Password', { exact: true }).fill('wrong')
  await userEvent.keyboard('{Enter}')
  await expect.element(summary()).toHaveFocus()
  const credentials = { username: 'treasury', password: 'wrong', callbackUrl: '/sandbox/transfers', redirect: false }
  expect(signIn).toHaveBeenCalledWith('demo', credentials)
  await expect.element(page.getByLabelText('Username')).toHaveValue(' treasury ')
  await summary().getByRole('link', { name: 'Incorrect username or password.' }).click()
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus()
})

test('too many attempts are not reported as a wrong password', async () => {
  signIn.mockResolvedValue({ ok: false, status: 429, error: 'TooManyAttempts' })
  await renderSignIn()
  await page.getByRole('button', { name: /^Support/ }).click()
  await expect.element(summary()).toHaveTextContent('Too many sign-in attempts. Wait five minutes, then try again.')
})

test('an unreachable console is not reported as a wrong password', async () => {
  signIn.mockImplementation(async () => {
    throw new Error('no answer')
  })
  await renderSignIn()
  await page.getByRole('button', { name: /^Support/ }).click()
  await expect.element(summary()).toHaveTextContent('Mintdesk could not be reached. Try again.')
})

test('the password can be shown', async () => {
  await renderSignIn()
  const password = page.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect.element(password).toHaveAttribute('type', 'text')
})

test.each([
  ['AccessDenied', 'Your account has no role in this console. Ask your administrator for one.'],
  ['Odd', 'Sign-in failed (Odd). Try again. If this persists, contact your administrator.'],
  ['<b>odd</b>', 'Sign-in failed. Try again. If this persists, contact your administrator.'],
])('the error code %s is explained', async (error, sentence) => {
  await renderSignIn({ error })
  await expect.element(summary()).toHaveTextContent(sentence)
})

test.each([
  ['idle', 'You were signed out because there was no activity.'],
  ['absolute', 'A session lasts 8 hours at most.'],
  ['signed-out', 'You signed out, perhaps in another tab.'],
  ['demo-closed', 'Demo users are no longer available because production is configured.'],
  ['company-ended', 'Company sign-in ended your access to this console.'],
  ['roles-unconfirmed', 'Your roles are checked with company sign-in every hour'],
  ['unverified', 'Your session could not be verified, as after a change of the keys of this console.'],
  ['toString', 'A session ends when there is no activity, 8 hours after sign-in, or when you sign out.'],
])('a session that ended (%s) is explained', async (endReason, sentence) => {
  await renderSignIn({ endReason, callbackUrl: '/sandbox/transfers?ref_ids=%zz' })
  await expect
    .element(page.getByRole('status').filter({ hasText: 'Your session has ended.' }))
    .toHaveTextContent(sentence)
  await expect.element(page.getByText(/^Next: /)).toHaveTextContent('/sandbox/transfers?ref_ids=%zz')
})

test('two session cookies are explained, and how to get rid of them', async () => {
  await renderSignIn({ endReason: 'repeated-cookie' })
  await expect
    .element(page.getByRole('status').filter({ hasText: 'You are not signed in.' }))
    .toHaveTextContent('Delete the cookies of this site in your browser, then sign in again.')
})

test('a company’s console has no demo users, and signs in through the company', async () => {
  await renderSignIn({ choices: company, callbackUrl: '/production' })
  await expect.element(page.getByLabelText('Username')).not.toBeInTheDocument()
  await expect.element(page.getByRole('list', { name: 'Continue as' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Company sign-in' }).click()
  await expect.poll(() => signIn.mock.calls).toEqual([['oidc', { callbackUrl: '/production', redirect: true }]])
})

test('each role is promised what it can do', async () => {
  await renderSignIn()
  for (const [role, purpose] of [
    ['Treasury', 'creates orders'],
    ['Support', 'looks up transfers'],
    ['Approver', 'approves what others request'],
    ['Admin', 'everything'],
  ])
    await expect.element(page.getByRole('button', { name: new RegExp(`^${role}.*${purpose}`) })).toBeEnabled()
})

test('axe finds nothing on the sign-in page, in either theme, also with an error', async () => {
  await renderSignIn()
  for (const colorScheme of ['light', 'dark'] as const) {
    await emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await checkAccessibility()
    await submit()
    await expect.element(summary()).toBeVisible()
    await checkAccessibility()
  }
})

test('where visitors get a demo of their own, Try Mintdesk is the one primary action, and a failure says why', async () => {
  await renderSignIn({ choices: { ...demo, hasWorlds: true } })
  const start = page.getByRole('button', { name: 'Try Mintdesk' })
  await expect.element(page.getByText('Only you and people you invite can see it')).toBeVisible()
  const colour = getComputedStyle(start.element()).backgroundColor
  const treasury = page.getByRole('button', { name: /^Treasury/ })
  await expect.element(treasury).not.toBeInTheDocument()
  await checkAccessibility()
  await page.getByText('Sign in with a role or a password').click()
  await expect.element(treasury).toBeVisible()
  expect(getComputedStyle(treasury.element()).backgroundColor).not.toBe(colour)
  await checkAccessibility()
  const body = {
    type: '/problems/rate-limited',
    title: 'Too many demos were started from your network.',
    status: 429,
    request_id: 'req_0123456789ab',
  }
  const fetching = vi.spyOn(window, 'fetch').mockResolvedValue(Response.json(body, { status: 429 }))
  await start.click()
  await expect.element(summary()).toHaveTextContent('Too many demos were started from your network.')
  expect(fetching.mock.calls.map(([url, init]) => [url, init?.method])).toEqual([['/api/worlds', 'POST']])
  fetching.mockRestore()
})

test('a refused sign-in opens the passwords again', async () => {
  await renderSignIn({ choices: { ...demo, hasWorlds: true }, error: 'CredentialsSignin' })
  await expect.element(page.getByLabelText('Username')).toBeVisible()
})

test('tours are worth trying in a demo of one’s own, and nothing is without tours', async () => {
  const tours = [
    { key: 'mint', title: 'Mint 100,000 USDC and watch it arrive', sentence: 'A wire, a fee, a mint.' },
    { key: 'find', title: 'Find a customer’s money', sentence: 'Paste their message.' },
  ]
  const worlds = { ...demo, hasWorlds: true }
  await renderSignIn({ choices: worlds })
  await expect.element(page.getByRole('heading', { name: 'Worth trying first' })).not.toBeInTheDocument()
  await renderSignIn({ choices: worlds, tours })
  const list = page.getByRole('region', { name: 'Worth trying first' })
  await expect.element(list.getByRole('button', { name: /Mint 100,000 USDC.*A wire, a fee, a mint/ })).toBeEnabled()
  await expect.element(list.getByRole('button', { name: /Find a customer/ })).toBeEnabled()
})

test('a demo shows no company sign-in that is not configured', async () => {
  await renderSignIn()
  await expect.element(page.getByRole('button', { name: 'Company sign-in' })).not.toBeInTheDocument()
  expect(document.body.textContent).not.toContain('administrator')
  await renderSignIn({ choices: { ...demo, hasCompanySignIn: true, hasWorlds: true } })
  await expect.element(page.getByRole('button', { name: 'Company sign-in' })).toBeEnabled()
})

test('without demo users, missing company sign-in is explained', async () => {
  await renderSignIn({ choices: { ...company, hasCompanySignIn: false } })
  await expect
    .element(page.getByRole('button', { name: 'Company sign-in' }))
    .toHaveAccessibleDescription(/Company sign-in is not configured/)
})

test('a public demo says that it may be reset', async () => {
  await renderSignIn({ choices: { ...demo, hasWorlds: true, isPublic: true } })
  await expect.element(page.getByText('This is a public demo and may be reset at any time.')).toBeVisible()
})

test('a demo says that the sandbox cannot be reached', async () => {
  await renderSignIn({ choices: { ...demo, service: { answers: false } } })
  await expect.element(page.getByText('The sandbox cannot be reached.')).toBeVisible()
})
