/** Journeys through the list of issuer quotes. components/issuer-quotes shows the mechanics. */
import type { Page, Response } from '@playwright/test'
import type { Demo } from './processes'
import { expect, signIn, test } from './test'

const list = (demo: Demo, search = '') => `${demo.console.url}/sandbox/issuer-quotes${search}`
/** Few rows per page render fast. */
const few = '/issuer-quotes?limit=20'
const table = (page: Page) => page.getByRole('table', { name: 'Issuer quotes' })
const status = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const settled = (page: Page) => expect(status(page, /\d loaded/)).toBeVisible()

type Quote = { [name: string]: string | undefined } & { id: string; created_at: string; token_principal: string }

const isListRead = (response: Response) => response.url().includes('/v2/issuer-quotes') && response.ok()

async function readWhile(page: Page, act: () => Promise<unknown>) {
  const [response] = await Promise.all([page.waitForResponse(isListRead), act()])
  const quotes: Quote[] = (await response.json()).issuer_quote_executions
  return { asked: new URL(response.url()).searchParams, quotes }
}

/** The row of a quote, by the id in its hidden text. */
const rowOf = (page: Page, quote: Quote | undefined) => table(page).getByRole('row').filter({ hasText: quote?.id })

test('paging goes forward and back, and the order can be reversed', async ({ page, demo }) => {
  const { quotes: first } = await readWhile(page, () => signIn(page, demo, 'support', few))
  await settled(page)
  const { quotes: second } = await readWhile(page, () => page.getByRole('link', { name: 'Older' }).click())
  await expect(status(page, /^Page 2: /)).toBeVisible()
  expect(second.some(({ id }) => first.some((quote) => quote.id === id))).toBe(false)
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(status(page, /^20 loaded/)).toBeVisible()
  await expect(rowOf(page, first[0])).toBeVisible()
  const created = table(page).getByRole('columnheader', { name: /^Created/ })
  const { asked } = await readWhile(page, () => created.getByRole('link').click())
  expect(Object.fromEntries(asked)).toEqual({ limit: '20', order: 'ASC' })
  await expect(created).toHaveAttribute('aria-sort', 'ascending')
  await expect(page).toHaveURL(list(demo, '?limit=20&order=ASC'))
})

test('rows without a page are stepped through and copied by keyboard', async ({ page, demo, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { quotes } = await readWhile(page, () => signIn(page, demo, 'support', few))
  await settled(page)
  for (let step = 0; step < 3; step++) await page.keyboard.press('j')
  await expect(rowOf(page, quotes[2])).toBeFocused()
  await page.keyboard.press('c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(quotes[2]?.id)
})
