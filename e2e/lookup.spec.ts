/** Look-up, with a provider: what support agents paste is answered in at most three actions, by keyboard alone. */
import type { Page } from '@playwright/test'
import type { Demo } from './processes'
import { expect, signIn, test } from './test'

type Transfer = {
  id: string
  ref_id?: string
  crypto_tx_hash?: string
  group_id?: string
  amount?: string
  asset?: string
}

async function transferWith(page: Page, demo: Demo, fits: (one: Transfer) => unknown): Promise<Transfer> {
  const answer = await page.request.get(`${demo.console.url}/api/sandbox/v2/transfer/transfers?limit=1000`)
  const found = ((await answer.json()).items as Transfer[]).find(fits)
  if (!found) throw new Error('No transfer fits.')
  return found
}

/** Presses the key of the look-up. A press before the page has hydrated does nothing, so it is repeated. */
const pressKey = (page: Page) =>
  expect(async () => {
    await page.keyboard.press('/')
    await expect(page.locator('input[data-key~="/"]')).toBeFocused({ timeout: 1_000 })
  }).toPass()

/** The three actions: the key, the paste, Enter. */
async function pasteAndAsk(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await pressKey(page)
  await page.keyboard.press('ControlOrMeta+V')
  await page.keyboard.press('Enter')
}

const hasHash = ({ crypto_tx_hash: hash }: Transfer) => /^0x[0-9a-f]{64}$/.test(hash ?? '')
const hasReference = ({ ref_id: reference }: Transfer) => reference !== undefined && reference.length > 4

test.describe('a support agent finds a transfer by the key, a paste and Enter', () => {
  test('from a hash with a space in it, in upper case', async ({ page, demo }) => {
    await signIn(page, demo, 'support', '')
    const { id, crypto_tx_hash: hash = '' } = await transferWith(page, demo, hasHash)
    await pasteAndAsk(page, `${hash.slice(0, 30)} ${hash.slice(30).toUpperCase()}`)
    await page.waitForURL(`**/sandbox/transfers/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByText('Found by').last()).toBeVisible()
  })

  test('from a reference in a log', async ({ page, demo }) => {
    await signIn(page, demo, 'support', '/issuer-quotes?limit=5')
    const { id, ref_id: reference } = await transferWith(page, demo, hasReference)
    await pasteAndAsk(page, `{"level":"info","msg":"order settled","ref_id":"${reference}"}`)
    await page.waitForURL(`**/sandbox/transfers/${id}`)
  })

  test('from a forwarded e-mail, with a result for each identifier', async ({ page, demo }) => {
    await signIn(page, demo, 'support', '/transfers?limit=5')
    const one = await transferWith(page, demo, hasHash)
    const other = await transferWith(page, demo, ({ id, group_id: group }) => group && id !== one.id)
    const missing = '4ce7bcf6e148d5048b8ebb6760ef1b0b11f67ac0a1d1aad41e31087a1b6a1db7'
    await pasteAndAsk(
      page,
      `Hi team,\n\nthe customer says these never arrived:\n> ${one.crypto_tx_hash}\n> transfer ${other.id}\n> ${missing}\n\nThanks, Ines`,
    )
    await expect(page.getByText('2 found + 1 not found = 3').first()).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    await expect(page.getByRole('textbox', { name: 'Identifiers' })).toHaveValue(/the customer says/)
    await expect(page.getByRole('heading', { name: 'Where we looked for line 6' })).toBeVisible()
    // The results are one Tab stop; Enter opens the row, and going back asks nothing again.
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/sandbox/transfers/${one.id}`)
    await page.goBack()
    await expect(page.getByText('2 found + 1 not found = 3').first()).toBeVisible()
  })
})

test('an e-mail is compared with the facts, and its reply is one press away', async ({ page, demo }) => {
  await signIn(page, demo, 'support', '/transfers?limit=5')
  const {
    id,
    ref_id: reference,
    amount = '',
    asset = '',
  } = await transferWith(page, demo, (one) => /^[a-z]+-[a-z-]*\d+$/.test(one.ref_id ?? '') && one.asset === 'USD')
  await pasteAndAsk(
    page,
    `Hi team,\n\nwe still wait for ${reference} of ${amount} ${asset}, and it was 1.01 ${asset} last time.\n\nThanks, Ines`,
  )
  const claims = page.getByRole('table', { name: 'What they say, and what we know' })
  await expect(claims.getByRole('row').filter({ hasText: 'same amount' })).toContainText('Matches')
  await expect(claims.getByRole('row').filter({ hasText: '1.01' })).toContainText('Differs')
  await expect(page.locator(`a[href="/sandbox/transfers/${id}"]`).first()).toBeVisible()
  await page.getByRole('button', { name: 'Copy reply' }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toContain(`${reference}; your message says 1.01 ${asset}`)
  expect(copied).not.toContain(id)
  expect(new URL(page.url()).search).toBe('')
})

test('look-ups in quick succession each reach their transfer', async ({ page, demo }) => {
  await signIn(page, demo, 'support', '')
  const answer = await page.request.get(`${demo.console.url}/api/sandbox/v2/transfer/transfers?limit=1000`)
  const transfers = ((await answer.json()).items as Transfer[]).filter(hasHash).slice(0, 8)
  for (const { id, crypto_tx_hash: hash = '' } of transfers) {
    await pressKey(page)
    await page.keyboard.insertText(hash)
    await page.keyboard.press('Enter')
    // The next one begins in the frame in which this one is there.
    await page.waitForFunction(
      ([path, title]) =>
        window.location.pathname.endsWith(path) &&
        document.querySelector(`#main [title="${title}"]`)?.checkVisibility(),
      [id, hash] as const,
    )
  }
})

test('a shared link opens its transfer, and a reload of the text keeps it for the same person', async ({
  page,
  demo,
}) => {
  await signIn(page, demo, 'treasury', '/lookup')
  const { id, ref_id: reference = '' } = await transferWith(page, demo, hasReference)
  await page.goto(`${demo.console.url}/sandbox/lookup?${new URLSearchParams({ q: reference })}`)
  await page.waitForURL(`**/sandbox/transfers/${id}`)
  await page.goto(`${demo.console.url}/sandbox/lookup`)
  await page.getByRole('textbox', { name: 'Identifiers' }).fill('one line\nand another 1')
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Identifiers' })).toHaveValue('one line\nand another 1')
})

test('without JavaScript the box and the page answer from the server', async ({ browser, page, demo }) => {
  await signIn(page, demo, 'support', '')
  const { id, ref_id: reference = '' } = await transferWith(page, demo, hasReference)
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto(`${demo.console.url}/sandbox/transfers`)
  await plain.getByRole('textbox', { name: 'Look up an ID, reference or hash' }).fill(reference)
  await plain.keyboard.press('Enter')
  await plain.waitForURL(`**/sandbox/lookup?q=*`)
  await expect(plain.getByText('found', { exact: true })).toBeVisible()
  await expect(plain.locator(`a[href="/sandbox/transfers/${id}"]`).first()).toBeVisible()
  await plain.getByRole('textbox', { name: 'Identifiers' }).fill('nobody-has-this-1')
  await plain.getByRole('button', { name: 'Look up' }).click()
  await expect(plain.getByText('not found', { exact: true })).toBeVisible()
  await expect(plain.getByRole('heading', { name: 'Where we looked for line 1' })).toBeVisible()
  await context.close()
})

test('on a phone the tab opens the look-up', async ({ page, demo }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, demo, 'support', '')
  const { id, ref_id: reference = '' } = await transferWith(page, demo, hasReference)
  await page.getByRole('navigation', { name: 'Main, phone' }).getByRole('link', { name: 'Look-up' }).click()
  await expect(page.getByRole('textbox', { name: 'Identifiers' })).toBeFocused()
  await page.keyboard.type(reference)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/sandbox/transfers/${id}`)
})
