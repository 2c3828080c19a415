/** Takes the pictures of README from the demo, at a fixed time. */
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { contextOptions, launchOptions } from '../browser-options.mjs'
import { clockFrom, shiftClock } from '../fixed-clock.mjs'
import { fillOrder } from '../forms'
import { startDemo, startProcess } from '../processes'
import { demoBrowser, sessionOf } from '../session'

const clock = clockFrom('2026-11-19T14:32:00Z')
const demo = await startDemo(5_000, clock.variables)
const { url } = demo.console
const browser = await chromium.launch(launchOptions)

/** Gives the demo's people some work, as `npm start` does. */
async function fillDemo(): Promise<void> {
  const tsx = join(import.meta.dirname, '../../node_modules/tsx/dist/cli.mjs')
  const filling = startProcess([tsx, 'lib/commands/demo.ts'], {
    ...clock.variables,
    DEMO_ADDRESS: url,
    NEXTAUTH_URL: url,
    SANDBOX_BASE_URL: demo.sandbox.url,
    SANDBOX_CONTROL_TOKEN: demo.controlToken,
  })
  if ((await filling.exited) !== 0) throw new Error(filling.printed() + demo.console.printed())
}

async function take(name: string, colorScheme: 'light' | 'dark', path: string, show: (page: Page) => Promise<unknown>) {
  const context = await browser.newContext({ ...contextOptions, colorScheme, viewport: { width: 1440, height: 900 } })
  await context.addCookies([{ ...sessionOf(await demoBrowser(url, 'treasury')), url }])
  await context.addInitScript(shiftClock, clock.ahead)
  const page = await context.newPage()
  await page.goto(url + path)
  await show(page)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  await page.screenshot({ path: join(import.meta.dirname, `${name}-${colorScheme}.png`), animations: 'disabled' })
  await context.close()
}

try {
  await fillDemo()
  const answer = await (await demoBrowser(url, 'treasury'))('/api/sandbox/v2/transfer/transfers?limit=200')
  const { items } = (await answer.json()) as { items: { id: string; crypto_tx_hash?: string; ref_id?: string }[] }
  const withHash = items.filter(({ crypto_tx_hash: hash }) => hash).slice(0, 2)
  const mail = `Hi, two of our withdrawals have not arrived: ${withHash.map(({ crypto_tx_hash: hash }) => hash).join(' and ')}. The reference of the first is ${withHash[0]?.ref_id ?? withHash[0]?.id}. Kind regards`

  await take('transfers', 'light', '/sandbox/transfers', (page) => page.getByRole('row').nth(20).waitFor())
  await take('overview', 'dark', '/sandbox', (page) => page.getByText('Updated').first().waitFor())
  await take('order-review', 'light', '/sandbox/orders/new', async (page) => {
    await fillOrder(page, { side: 'Buy', amounts: { 'Amount to buy': '2.5', 'Limit price': '91250.00' } })
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('heading', { level: 1, name: /Review/ }).waitFor()
  })
  await take('lookup', 'dark', '/sandbox/lookup', async (page) => {
    const field = page.locator('textarea').first()
    await field.fill(mail)
    await field.press('Control+Enter')
    await page.getByText(/found/).first().waitFor()
  })
} finally {
  await browser.close()
  await demo.stop()
}
