/** Exports: the whole filtered list as a file, from the list to the page of exports. */
import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import type { Transfer } from '../lib/provider/transfers'
import { checkAccessibility, expect, signIn, test } from './test'

test('treasury downloads a filtered list as CSV, finds it under exports with its manifest, and deletes it', async ({
  page,
  demo,
}) => {
  const { url } = demo.console
  await signIn(page, demo, 'treasury', '/transfers?statuses=COMPLETED&limit=100')
  await page.getByRole('button', { name: 'Export all' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export transfers' })
  await expect(dialog.getByRole('list', { name: 'Filters' })).toHaveText('Status is Completed')
  await checkAccessibility(page)
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^sandbox-transfers-to-[\dTZ-]+\.csv$/)
  const { data } = Papa.parse<string[]>(readFileSync(await download.path(), 'utf8').trimEnd())
  const [names = [], ...rows] = data
  const found = new Map<string, Transfer>()
  for (let cursor = ''; ; ) {
    const query = new URLSearchParams({ statuses: 'COMPLETED', limit: '1000', ...(cursor && { page_cursor: cursor }) })
    const answer = await page.request.get(`${url}/api/sandbox/v2/transfer/transfers?${query}`)
    const { items, next_page_cursor } = (await answer.json()) as { items: Transfer[]; next_page_cursor: string }
    for (const item of items) found.set(item.id, item)
    cursor = next_page_cursor
    if (!cursor) break
  }
  // Newer ones may have come since.
  expect(rows.length).toBeGreaterThan(100)
  const cell = (row: readonly string[], name: string) => row[names.indexOf(name)]
  for (const row of rows) expect(cell(row, 'amount')).toBe(found.get(cell(row, 'id') ?? '')?.amount)

  await dialog.getByRole('link', { name: 'View exports' }).click()
  await expect(page).toHaveTitle('[Sandbox] Exports - Mintdesk')
  const file = page
    .getByRole('list', { name: 'Files' })
    .getByRole('listitem')
    .filter({ hasText: download.suggestedFilename() })
  await expect(file).toContainText('Ready')
  await expect(file).toContainText(`${rows.length.toLocaleString('en-US')} rows`)
  await checkAccessibility(page)
  const manifest = page.waitForEvent('download')
  await file.getByRole('link', { name: /^Manifest/ }).click()
  const said = JSON.parse(readFileSync(await (await manifest).path(), 'utf8'))
  expect(said).toMatchObject({ complete: true, rows: rows.length, filter: 'statuses=COMPLETED', list: 'transfers' })
  await file.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(file).toHaveCount(0)

  // A schedule, by keyboard.
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await expect(page.getByRole('heading', { name: 'Issuer quotes' })).toBeVisible()
  await page.getByRole('button', { name: 'Export all' }).press('Enter')
  const quotes = page.getByRole('dialog', { name: 'Export issuer quotes' })
  await quotes.getByRole('radio', { name: /^Daily/ }).check()
  await quotes.getByRole('button', { name: 'Add schedule' }).press('Enter')
  await quotes.getByRole('link', { name: 'View exports' }).press('Enter')
  const schedule = page.getByRole('list', { name: 'Schedules' }).getByRole('listitem')
  await expect(schedule).toContainText('Daily issuer quotes')
  await expect(schedule).toContainText('Next on')
  await schedule.getByRole('button', { name: /^Remove/ }).click()
  await expect(page.getByText(/^No schedules/)).toBeVisible()
})
