/** A connection that is lost and comes back: what only the built page and a whole browser show. */
import type { Page } from '@playwright/test'
import { fillOrder, heading, resting } from './forms'
import { expect, signIn, test } from './test'

/** The browser's network may learn of it a moment after the call has ended. */
async function goOffline(page: Page) {
  await page.context().setOffline(true)
  const isReached = () => fetch('/api/ready', { method: 'HEAD', cache: 'no-store' }).then(Boolean, () => false)
  await expect.poll(() => page.evaluate(isReached)).toBe(false)
}

test('without a connection a step to another page waits, and is taken when the connection is back', async ({
  page,
  context,
  demo,
}) => {
  const line = page.getByText('No connection to Mintdesk. The page you asked for opens when it is back.')
  await signIn(page, demo, 'treasury', '/transfers?limit=20')
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(20)
  const list = page.url()
  await goOffline(page)
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true })
  await navigation.getByRole('link', { name: 'Issuer quotes' }).click()
  await expect(line).toBeVisible()
  await expect(rows).toHaveCount(20)
  expect(page.url()).toBe(list)
  await page.getByRole('button', { name: 'Stay here' }).click()
  await expect(line).toBeHidden()
  await navigation.getByRole('link', { name: 'New order' }).click()
  await expect(line).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, 'New order')).toBeVisible()
  await expect(line).toBeHidden()

  await fillOrder(page, resting('0.0107'))
  await goOffline(page)
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(line).toBeVisible()
  await expect(page.getByLabel('Amount to sell')).toHaveValue('0.0107')
  await context.setOffline(false)
  await expect(heading(page, 'Review order')).toBeVisible()
})

test('a step back to a page that must be loaded again waits for the connection', async ({ page, context, demo }) => {
  await signIn(page, demo, 'treasury', '/rules')
  await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Activity' }).click()
  await expect(heading(page, 'Activity')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Activity')).toBeVisible()
  await goOffline(page)
  await page.evaluate(() => window.history.back())
  await expect(page.getByText('No connection to Mintdesk.')).toBeVisible()
  await expect(heading(page, 'Activity')).toBeVisible()
  await context.setOffline(false)
  await expect(heading(page, 'Rules')).toBeVisible()
})

test('a part of the page that was lost is fetched again from the server', async ({ page, context, demo }) => {
  await signIn(page, demo, 'support', '/transfers?limit=20')
  await expect(page.locator('tbody tr')).toHaveCount(20)
  await goOffline(page)
  const columns = page.getByRole('button', { name: 'Columns', exact: true })
  await columns.click()
  const note = page.getByRole('alert').filter({ hasText: 'The columns menu could not be loaded.' })
  await expect(note).toBeVisible()
  await expect(columns).toBeFocused()
  await context.setOffline(false)
  await note.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(note).toBeHidden()
})
