/** Takes the pictures of README and of the sign-in page from the demo, at a fixed time; with names, only those. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { compareDecimals } from '../../lib/domain/decimals'
import type { Transfer } from '../../lib/provider/transfers'
import { contextOptions, launchOptions } from '../browser-options.mjs'
import { clockFrom } from '../fixed-clock.mjs'
import { fillOrder } from '../forms'
import { startDemo, startProcess } from '../processes'
import { demoBrowser, sessionOf } from '../session'
import { shiftClock } from '../shift-clock.mjs'
import type { pictureNames } from './names.mjs'

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

type Taken = { width: number; height: number; deviceScaleFactor?: number; keep: (page: Page) => Promise<unknown> }

const names = process.argv.slice(2)

/** @param taken by default a picture of README */
async function take(
  name: (typeof pictureNames)[number],
  colorScheme: 'light' | 'dark',
  path: string,
  show: (page: Page) => Promise<unknown>,
  taken?: Taken,
) {
  if (names.length > 0 && !names.includes(name)) return
  const { width = 1440, height = 900, deviceScaleFactor, keep } = taken ?? {}
  const context = await browser.newContext({
    ...contextOptions,
    colorScheme,
    viewport: { width, height },
    ...(deviceScaleFactor && { deviceScaleFactor }),
  })
  await context.addCookies([{ ...sessionOf(await demoBrowser(url, 'treasury')), url }])
  await context.addInitScript(shiftClock, clock.ahead)
  // A page counts from when it began, too, which is the machine's time.
  await context.addInitScript(
    (ahead) => Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ahead }),
    clock.ahead,
  )
  const page = await context.newPage()
  await page.goto(url + path)
  await show(page)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  if (keep) await keep(page)
  else await page.screenshot({ path: join(import.meta.dirname, `${name}-${colorScheme}.png`), animations: 'disabled' })
  await context.close()
}

/** Keeps a page as WebP, which the browser encodes: a third of the PNG's size. */
const asWebp = (path: string) => async (page: Page) => {
  const png = (await page.screenshot({ animations: 'disabled' })).toString('base64')
  const blank = await page.context().newPage()
  const webp = await blank.evaluate(async (base64) => {
    const image = new Image()
    image.src = `data:image/png;base64,${base64}`
    await image.decode()
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.8).split(',')[1] ?? ''
  }, png)
  writeFileSync(path, Buffer.from(webp, 'base64'))
}

try {
  await fillDemo()
  const answer = await (await demoBrowser(url, 'treasury'))('/api/sandbox/v2/transfer/transfers?limit=500')
  const { items } = (await answer.json()) as { items: Transfer[] }
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
  const minted = items.find(
    ({ type, asset, status, amount, auto_conversion: conversion }) =>
      conversion?.from_transfer_id &&
      [type, asset, status].join() === 'CRYPTO_WITHDRAWAL,USDC,COMPLETED' &&
      compareDecimals(amount, '100000') === 1,
  )
  for (const scheme of ['light', 'dark'] as const) {
    const open = (page: Page) => page.getByRole('heading', { name: 'Does it add up?' }).waitFor()
    const keep = asWebp(join(import.meta.dirname, `../../components/sign-in/preview-${scheme}.webp`))
    const taken = { width: 1360, height: 1200, deviceScaleFactor: 1.5, keep }
    await take('preview', scheme, `/sandbox/money/${minted?.id}`, open, taken)
  }
} finally {
  await browser.close()
  await demo.stop()
}
