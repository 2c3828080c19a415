/** The audit log: what someone did is there a moment later, and its file can be checked. */
import { readFileSync } from 'node:fs'
import { hashOf } from '../lib/server/audit/chain'
import { checkAccessibility, expect, signIn, test } from './test'

test('an admin sees what others did, filters it by the keyboard, and takes it as a file that is chained', async ({
  page,
  demo,
}) => {
  await signIn(page, demo, 'admin', '/settings/policies')
  await page.getByRole('link', { name: 'Audit log' }).click()
  await expect(page).toHaveTitle('[Sandbox] Audit log - Mintdesk')
  const table = page.getByRole('table', { name: 'Audit log' })
  await expect(table.getByRole('row', { name: /Demo admin.*Signed in/ }).first()).toBeVisible()
  await expect(page.getByText(/entries checked at .*, none changed or missing/)).toBeVisible()
  await checkAccessibility(page)

  const saved = { name: 'Failed', list: 'transfers', search: 'statuses=FAILED', is_shared: false }
  const view = `${demo.console.url}/api/sandbox/views/${crypto.randomUUID()}`
  const { origin } = new URL(demo.console.url)
  expect((await page.request.put(view, { headers: { origin }, data: saved })).ok()).toBe(true)
  // Without a reload.
  await expect(table.getByRole('row', { name: /Demo admin.*Saved a view/ }).first()).toBeVisible()

  await page.keyboard.press('f')
  await page.getByRole('dialog').getByRole('button', { name: 'Action' }).press('Enter')
  await page.getByRole('checkbox', { name: 'Signed in', exact: true }).press('Space')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/acts=sign-in/)
  await expect(table.getByRole('row', { name: /Saved a view/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Clear all' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'NDJSON' }).click()
  const text = readFileSync(await (await downloading).path(), 'utf8')
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.length).toBeGreaterThan(2)
  for (const [index, line] of lines.entries()) {
    expect(hashOf(line)).toBe(line.hash)
    if (index > 0) expect(line.prev_hash).toBe(lines[index - 1].hash)
  }
})
