/** A list that is open while the provider settles a transfer and gets a new one. components/live shows the mechanics. */
import type { Transfer } from '../lib/provider/transfers'
import { wire } from './forms'
import { startWithoutRecords } from './processes'
import { expect, signIn, test, updates } from './test'

test('an open list shows a new status in its place, and a new transfer on request', async ({ page, demo }) => {
  const { console, control } = await startWithoutRecords(demo)
  const deposit = async (amount: string, memo: string) => {
    const answer = await page.request.post(`${console.url}/api/sandbox/v2/sandbox/fiat-deposits`, {
      headers: { origin: console.url, 'x-mintdesk-intent': crypto.randomUUID() },
      data: { asset: 'USD', amount, memo_id: memo, fiat_network_instructions: { wire } },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  try {
    await signIn(page, { console }, 'treasury', '/transfers?limit=20')
    // The cents decide: it waits for an approval.
    await deposit('1204.88', 'Before the list')
    await page.reload()
    await expect(updates(page)).toHaveText(/^Live, updated/)
    const list = await page.request.get(`${console.url}/api/sandbox/v2/transfer/transfers?limit=20`)
    const { items } = (await list.json()) as { items: Transfer[] }
    const [newest] = items
    const row = page.locator(`tr[data-id="${newest?.id}"]`)
    await expect(row).toContainText('Pending')

    await control('POST', `/transfers/${newest?.id}`, { status: 'COMPLETED' })
    await expect(row).toContainText('Completed')
    await expect(row).toHaveAttribute('data-index', '0')

    await deposit('1250.50', 'While the list is open')
    const announcement = page.getByRole('button', { name: '1 new transfer' })
    await expect(announcement).toBeVisible({ timeout: 20_000 })
    await expect(row).toHaveAttribute('data-index', '0')
    await announcement.click()
    await expect(row).toHaveAttribute('data-index', '1')
    await expect(announcement).toBeHidden()
    await expect(page.locator('tr[data-index="0"] a').first()).toBeFocused()
  } finally {
    await console.stop()
  }
})
