import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { type Answers, problem } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import { JoinPage } from './join-page'

const noLink = () =>
  problem(404, 'no-such-link', 'This link does not open a demo.', { detail: 'It was revoked or has expired.' })

/** Opens a link. @returns what the page sent */
async function open(look: () => Response, isPublic = false) {
  const answers: Answers = { 'POST /api/worlds/links/preview': look, 'POST /api/worlds/links/join': noLink }
  const url = '/join#the-token'
  const { calls } = await renderInConsole(<JoinPage isPublic={isPublic} />, { url, isInMain: false, answers })
  return () => calls.map(({ path, body }) => [path, body])
}

const offer = (place: string) => () => Response.json({ role: 'treasury', ends_at: '2026-11-27T02:00:00.000Z', place })

test('a link says what it opens, and joins only when the button is pressed', async () => {
  const sent = await open(offer('nowhere'), true)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Join this demo as treasury' })).toBeVisible()
  await expect.element(page.getByText('may be reset at any time')).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await checkAccessibility()
  }
  const token = { token: 'the-token' }
  expect(sent()).toEqual([['/api/worlds/links/preview', token]])
  await page.getByRole('button', { name: 'Join this demo as treasury' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible()
  expect(sent().slice(1)).toEqual([['/api/worlds/links/join', token]])
})

test('a link that opens nothing says so, and offers a demo of one’s own', async () => {
  await open(noLink)
  await expect.element(page.getByRole('alert')).toHaveTextContent('It was revoked or has expired.')
  await expect.element(page.getByRole('button', { name: 'Start a demo of your own' })).toBeVisible()
  await checkAccessibility()
})

test('whoever is in another demo reads that they leave it', async () => {
  await open(offer('elsewhere'))
  await expect.element(page.getByRole('status').filter({ hasText: 'You leave the demo you are in.' })).toBeVisible()
})

test('whoever is in the demo already goes on', async () => {
  await open(offer('here'))
  await expect.element(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/sandbox')
  await expect.element(page.getByRole('button', { name: /^Join/ })).not.toBeInTheDocument()
})

test('a console that does not answer is not reported as a wrong link', async () => {
  await open(() =>
    problem(429, 'rate-limited', 'Too many links were opened from your network.', { detail: 'Wait 9 s.' }),
  )
  await expect.element(page.getByRole('heading', { level: 1, name: 'The link could not be opened' })).toBeVisible()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Wait 9 s.')
})
