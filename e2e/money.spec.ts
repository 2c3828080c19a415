/** The journey of a movement that stops. The page's mechanics are in components/money/movement-page.component.test.tsx. */
import type { Page } from '@playwright/test'
import type { Demo } from './processes'
import { checkAccessibility, expect, signIn, test } from './test'

const profile = '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12'

async function send(page: Page, demo: Demo, path: string, data: object) {
  const headers = { origin: demo.console.url, 'x-mintdesk-intent': crypto.randomUUID() }
  return (await page.request.post(`${demo.console.url}/api/sandbox/v2${path}`, { headers, data })).json()
}

// The tests that follow start with the seeded records.
test.afterAll(({ demo }) => demo.control('POST', '/clients/demo-client/reset'))

test('a withdrawal that is stuck at the travel rule is found from its transfer: who acts, where the money is, what to send', async ({
  page,
  demo,
}) => {
  await signIn(page, demo, 'treasury', '/transfers?limit=1')
  const { rule } = await send(page, demo, '/orchestration/rules', {
    ref_id: crypto.randomUUID(),
    profile_id: profile,
    nickname: 'USDG to Tallow Grain',
    source_asset: 'USD',
    destination_asset: 'USDG',
    source: { fiat: { network: 'WIRE' } },
    destination: { crypto: { address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', network: 'ETHEREUM' } },
  })
  // Amounts that end with .77 wait for travel rule details; 10.00 for the wire leave the withdrawal with them.
  await send(page, demo, '/sandbox/fiat-deposits', {
    amount: '81.77',
    asset: 'USD',
    memo_id: rule.source.fiat.memo_id,
    fiat_network_instructions: {
      wire: { account_number: '1', routing_details: { routing_number_type: 'ABA', routing_number: '026009593' } },
    },
  })
  const stuck = async () => {
    await demo.control('PUT', '/clients/demo-client/clock', { forward_seconds: 5 })
    const found = await page.request.get(
      `${demo.console.url}/api/sandbox/v2/transfer/transfers?secondary_statuses=TRAVEL_RULE_INFO_REQUESTED&limit=1`,
    )
    const [one] = (await found.json()).items
    return one?.amount === '81.77' && one
  }
  await expect.poll(stuck, { timeout: 30_000 }).toBeTruthy()
  const { id } = await stuck()

  await page.goto(`${demo.console.url}/sandbox/transfers/${id}`)
  await page.getByRole('link', { name: 'Follow the money' }).click()
  const main = page.getByRole('main')
  await expect(main.getByText('Waiting for travel rule details').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Who acts' })).toBeVisible()
  await expect(main.getByText(/Treasury sends details/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Where the money is' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What to send' })).toBeVisible()
  await expect(main.getByText('Rule USDG to Tallow Grain, automatic', { exact: false }).first()).toBeVisible()
  await checkAccessibility(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy reply' }).focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toContain("we need the sender's and recipient's name and address.")
})
