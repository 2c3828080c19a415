/** The form of a rule, and the payment details in its outcome. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, errorLinks, errors, errorTexts, field, heading, intent, renderForm } from '@/components/testing/forms'
import { problem, written } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import RuleForm from './rule-form'
import RuleOutcome from './rule-outcome'

const created = { rule: { id: 'rule-1', source_asset: 'USD', destination_asset: 'USDG' } }
const select = (name: string) => page.getByRole('combobox', { name, exact: true })
const reference = async () => {
  const name = page.getByText('Reference', { exact: true })
  await expect.element(name).toBeInTheDocument()
  return name.element().nextElementSibling?.textContent
}

const open = (createRule: Parameters<typeof renderForm>[1]['answers'] = {}) =>
  renderForm(RuleForm, { url: '/sandbox/rules/new', answers: { createRule: created, ...createRule } })

test('missing values and refusals appear at their fields, and the next attempt is another rule', async () => {
  let answer: object = problem(400, 'invalid-input', 'Refused.', {
    errors: [{ field: 'profile_id', message: 'No profile has this ID.' }],
    meta: { intent_state: 'refused' },
  })
  const { sent } = await open({ createRule: () => answer })
  await select('Convert to').selectOptions('')
  await button('Review rule').click()
  await expect.element(errors()).toHaveFocus()
  expect(errorTexts()).toEqual(['Choose a profile.', 'Choose the asset to convert to.'])
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Profile')).toHaveFocus()
  await expect.element(field('Profile')).toHaveAccessibleDescription(/Choose a profile\./)
  await userEvent.keyboard('nobody')
  await select('Convert to').selectOptions('USDG')
  await expect.element(errors()).not.toBeInTheDocument()

  await button('Review rule').click()
  await expect.element(heading('Review rule')).toBeVisible()
  const before = await reference()
  await button(/^Create rule/).click()
  await expect.element(errors().getByRole('link', { name: 'No profile has this ID.' })).toBeVisible()
  await expect.element(field('Profile')).toHaveValue('nobody')
  answer = written(created)
  await field('Profile').fill('a-profile')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Review rule')).toBeVisible()
  expect(await reference()).not.toBe(before)
  await button(/^Create rule/).click()
  await expect.element(heading(/^\/sandbox\/activity\//)).toBeVisible()
  expect(new Set(sent('createRule').map(({ body }) => (body as { ref_id: string }).ref_id)).size).toBe(2)
})

test('a network is found by its name and sent in the spelling of rules', async () => {
  const { sent } = await open()
  await field('Profile').fill('a-profile')
  await page.getByRole('radio', { name: 'Send it' }).click()
  await select('Destination network').fill('polyg')
  await page.getByRole('option', { name: /POLYGON$/ }).click()
  await expect.element(select('Destination network')).toHaveAccessibleDescription('POLYGON')
  await field('Destination address').fill('0x52908400098527886E0F7030069857D2E4169EE7')
  await button('Review rule').click()
  await button(/^Create rule/).click()
  await expect
    .poll(() => sent('createRule').map(({ body }) => body))
    .toMatchObject([{ destination: { crypto: { network: 'POLYGON' } } }])
})

test('an unknown network is warned of and sent', async () => {
  const { sent } = await open()
  await field('Profile').fill('a-profile')
  await select('Incoming asset').selectOptions('USDC')
  // One tab stop for all options.
  await page.getByRole('radio', { name: /^By wire/ }).click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: /^On a network/ })).toBeChecked()
  const network = select('Incoming network')
  await network.fill('POLYGON_POS')
  await userEvent.tab()
  await expect.element(network).toHaveAccessibleDescription(/Rules usually spell it POLYGON\./)
  await network.fill('NEWCHAIN')
  await userEvent.tab()
  await expect.element(network).toHaveAccessibleDescription(/“NEWCHAIN” is not a known network/)
  await select('Convert to').selectOptions('USDC')
  await expect.element(page.getByText('Both assets are USDC: nothing is converted.')).toBeVisible()
  await select('Convert to').selectOptions('USDG')
  await button('Review rule').click()
  await expect.element(page.getByText(/“NEWCHAIN” is not a known network/)).toBeVisible()
  await button(/^Create rule/).click()
  await expect
    .poll(() => sent('createRule').map(({ body }) => body))
    .toMatchObject([{ source_asset: 'USDC', source: { crypto: { network: 'NEWCHAIN' } } }])
})

test('an address that is invalid on its network is refused, and a secret key is not saved', async () => {
  const { reload } = await open()
  await field('Profile').fill('a-profile')
  await page.getByRole('radio', { name: /^Send it/ }).click()
  await select('Destination network').fill('polygon')
  const address = page.getByRole('textbox', { name: 'Destination address' })
  await address.fill('hello')
  await button('Review rule').click()
  await expect
    .poll(errorTexts)
    .toEqual(['Enter an Ethereum-style address. It is 0x followed by 40 hexadecimal digits.'])
  await errorLinks().click()
  await expect.element(address).toHaveFocus()
  await address.fill('1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')
  await userEvent.tab()
  await expect
    .element(address)
    .toHaveAccessibleDescription(/This is a Bitcoin address and cannot be used on this network\./)

  await address.fill(`S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`)
  await button('Review rule').click()
  await expect.element(errors().getByRole('link', { name: /^This is a Stellar secret key/ })).toBeVisible()
  await expect.element(page.getByRole('complementary')).not.toHaveTextContent('SABC')
  await reload()
  await expect.element(field('Profile')).toHaveValue('a-profile')
  await expect.element(address).toHaveValue('')
  await address.fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')
  await button('Review rule').click()
  await expect.element(heading('Review rule')).toBeVisible()
})

test('the deposit address of a rule comes from the answer, and a deposit cannot be simulated to it', async () => {
  const answer = {
    rule: {
      id: 'rule-1',
      source_asset: 'USDC',
      destination_asset: 'USDG',
      source: { crypto: { network: 'NEWCHAIN', address: 'new1address' } },
    },
  }
  await renderInConsole(<RuleOutcome intent={intent({ operation: 'createRule', answer })} environment="sandbox" />, {
    answers: { 'GET /presets': { entries: [] } },
  })
  await expect.element(page.getByText('Send USDC to this address on NEWCHAIN.')).toBeVisible()
  await expect.element(page.getByRole('definition').filter({ hasText: 'new1address' }).first()).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Send a test wire' })).not.toBeInTheDocument()
})
