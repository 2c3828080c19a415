/** Rules, as treasury makes them: filled in, reviewed, sent once, and the memo or address read from the answer. */
import type { Page } from '@playwright/test'
import { heading, problem } from './forms'
import { checkAccess, expect, signIn, test } from './test'

/** A profile of the seeded world, and one that nobody has. */
const minting = '2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12'
const nobody = '00000000-0000-4000-8000-000000000000'

const profile = (page: Page) => page.getByRole('combobox', { name: 'Profile', exact: true })
const review = (page: Page) => page.getByRole('button', { name: 'Review rule' })
const send = (page: Page) => page.getByRole('button', { name: /^Create rule/ })
/** What stands beside a name in a list of facts. */
const fact = (page: Page, name: string) =>
  page
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]')

// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

test('a rule is filled in, read out, reviewed and made; its memo comes from the answer and can be simulated', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'treasury', '/rules/new')
  await profile(page).fill(minting)
  const words = page.getByRole('complementary').getByText(/^When USD/)
  await expect(words).toHaveText(
    'When USD arrives by wire for profile 2b9d7e34…6c12, convert it to USDG and keep it in profile 2b9d7e34…6c12.',
  )
  await page.getByRole('textbox', { name: /^Nickname/ }).fill('Monthly mint')
  await checkAccess(page)
  await review(page).click()

  await expect(heading(page, 'Review rule')).toBeVisible()
  await expect(page.getByText(/^When USD arrives by wire .* convert it to USDG/)).toBeVisible()
  await expect(fact(page, 'Nickname')).toContainText('Monthly mint')
  await checkAccess(page)
  // "Change" leads to the field that the line is about.
  await page.getByRole('link', { name: 'Change nickname' }).click()
  await expect(page.getByRole('textbox', { name: /^Nickname/ })).toBeFocused()
  await page.getByRole('textbox', { name: /^Nickname/ }).fill('Desk B monthly mint')
  await page.keyboard.press('Enter')
  await send(page).click()

  await expect(heading(page, 'USD by wire to USDG, Desk B monthly mint')).toBeVisible()
  await expect(page.getByText('Put this memo on every wire of USD for this rule.')).toBeVisible()
  const memo = (await fact(page, 'Memo').innerText()).trim()
  expect(memo).toMatch(/^MD[A-Z2-9]{10}$/)
  await expect(fact(page, 'Memo').getByRole('button', { name: 'Copy memo' })).toBeVisible()
  await expect(fact(page, 'Asset')).toHaveText('USD')
  await expect(fact(page, 'Network')).toContainText('WIRE')
  await checkAccess(page)

  await page.getByRole('link', { name: 'Simulate a deposit' }).click()
  await expect(heading(page, 'New sandbox deposit')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Memo' })).toHaveValue(memo)
  await expect(page.getByText('Triggers the rule “USD by wire to USDG, Desk B monthly mint”.')).toBeVisible()
})

test('what is missing is said at its field, what the service refuses lands there too, and the next try is another rule', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'treasury', '/rules/new')
  await page.getByRole('combobox', { name: 'Convert it to' }).selectOption('')
  await review(page).click()
  await expect(problem(page)).toBeFocused()
  await expect(problem(page).getByRole('link')).toHaveText([
    'Profile ID is required.',
    'Destination asset is required.',
  ])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(profile(page)).toBeFocused()
  await expect(profile(page)).toHaveAccessibleDescription(/Profile ID is required\./)
  await page.keyboard.type(nobody)
  await page.getByRole('combobox', { name: 'Convert it to' }).selectOption('USDG')
  await expect(problem(page)).toHaveCount(0)

  await review(page).click()
  const reference = await fact(page, 'Reference').innerText()
  await send(page).click()
  await expect(problem(page).getByRole('link', { name: `No profile has the id ${nobody}.` })).toBeVisible()
  await expect(profile(page)).toHaveValue(nobody)

  await profile(page).fill(minting)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Review rule')).toBeVisible()
  expect(await fact(page, 'Reference').innerText()).not.toBe(reference)
  await send(page).click()
  await expect(heading(page, 'USD by wire to USDG')).toBeVisible()
})

test('an unknown network is warned of and sent; the deposit address comes from the answer', async ({ page, desk }) => {
  await signIn(page, desk, 'treasury', '/rules/new')
  await profile(page).fill(minting)
  await page.getByRole('combobox', { name: 'Asset that arrives' }).selectOption('USDC')
  // The choices are one stop of the keyboard.
  await page.getByRole('radio', { name: /^By wire/ }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^On a network/ })).toBeChecked()
  const network = page.getByRole('combobox', { name: 'Network that it arrives on' })
  await network.fill('POLYGON_POS')
  await network.blur()
  await expect(network).toHaveAccessibleDescription(/Rules usually spell it POLYGON\./)
  await network.fill('NEWCHAIN')
  await network.blur()
  await expect(network).toHaveAccessibleDescription(/“NEWCHAIN” is not a known network/)
  await page.getByRole('combobox', { name: 'Convert it to' }).selectOption('USDC')
  await expect(page.getByText('Both assets are USDC: nothing is converted.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Convert it to' }).selectOption('USDG')
  await review(page).click()
  await expect(page.getByText(/“NEWCHAIN” is not a known network/)).toBeVisible()
  await send(page).click()

  await expect(heading(page, 'USDC on NEWCHAIN to USDG')).toBeVisible()
  await expect(page.getByText('Send USDC to this address on NEWCHAIN.')).toBeVisible()
  const intent = await page.request.get(page.url().replace('/sandbox/activity/', '/api/sandbox/intents/'))
  const { address } = (await intent.json()).answer.rule.source.crypto
  await expect(fact(page, 'Deposit address')).toHaveText(address)
  await expect(page.getByRole('link', { name: 'Simulate a deposit' })).toHaveCount(0)
})

test('an address that cannot belong to its network is refused at its field, and a secret key outlives no reload', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'treasury', '/rules/new')
  await profile(page).fill(minting)
  await page.getByRole('radio', { name: /^Send it/ }).check()
  await page.getByRole('combobox', { name: 'Network to send it on' }).fill('polygon')
  const address = page.getByRole('textbox', { name: 'Address to send it to' })
  await address.fill('hello')
  await review(page).click()
  const wanted = 'Enter an Ethereum-style address. It is 0x followed by 40 hexadecimal digits.'
  await expect(problem(page).getByRole('link')).toHaveText([wanted])
  await problem(page).getByRole('link').click()
  await expect(address).toBeFocused()
  await address.fill('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')
  await address.blur()
  await expect(address).toHaveAccessibleDescription(/This is a Bitcoin address and cannot be used on this network\./)

  await address.fill(`S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`)
  await review(page).click()
  await expect(problem(page).getByRole('link', { name: /^This is a Stellar secret key/ })).toBeVisible()
  await expect(page.getByRole('complementary')).not.toContainText('SABC')
  await page.reload()
  await expect(profile(page)).toHaveValue(minting)
  await expect(address).toHaveValue('')

  await address.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  await review(page).click()
  await expect(heading(page, 'Review rule')).toBeVisible()
})
