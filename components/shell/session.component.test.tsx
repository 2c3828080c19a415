import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderInConsole } from '@/components/testing/render'
import { keepLookupText, keptLookupText } from '@/lib/browser/lookup-text'
import { announceSignOut } from '@/lib/browser/session'
import { recentLookups, rememberLookup } from '@/lib/features/lookup/browser/recent-lookups'
import { SignOut, SignOutListener } from './session'

const signOut = vi.hoisted(() => vi.fn())
vi.mock('next-auth/react', () => ({ signOut }))

// A draft of another file's test would be asked about.
beforeEach(() => sessionStorage.clear())

test.each([
  ['the console does not answer', async () => Promise.reject(new Error('no answer'))],
  ['the console answers with a problem', async () => ({ status: 503, title: 'The database is not responding.' })],
])('sign-out says that it failed if %s, and can be tried again', async (_, answer) => {
  signOut.mockImplementation(answer)
  await renderInConsole(<SignOut />)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Sign-out failed. You are still signed in. Try again.')
  signOut.mockClear()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => signOut.mock.calls).toEqual([[{ redirect: false, callbackUrl: '/sign-in' }]])
})

test('sign-out forgets what was looked up on this device, and the text on the page', async () => {
  signOut.mockResolvedValue({ url: '#signed-out' })
  const owner = { environment: 'sandbox', person: 'treasury' } as const
  rememberLookup(owner, 'inv-2041')
  keepLookupText(owner, 'two\nlines')
  await renderInConsole(<SignOut />)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => window.location.hash).toBe('#signed-out')
  expect([recentLookups(owner), keptLookupText(owner)]).toEqual([[], ''])
})

test('a fresh start in another tab leads this one to the fresh demo', async () => {
  await renderInConsole(<SignOutListener />)
  announceSignOut('#fresh')
  await expect.poll(() => window.location.hash).toBe('#fresh')
})
