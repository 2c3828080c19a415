/** A form whose own checks load late. In a file of its own, because a module that was loaded once stays loaded. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import OrderForm from '@/components/orders/order-form'
import RuleForm from '@/components/rules/rule-form'
import { findFile, loseFile } from '@/components/testing/browser'
import { button, errors, errorTexts, field, heading, renderForm } from '@/components/testing/forms'

test('warnings that come late leave the focused control in view', async () => {
  vi.stubGlobal('requestIdleCallback', () => 0)
  loseFile('components/forms/draft-errors.ts')
  await renderForm(OrderForm, { url: '/sandbox/orders/new' })
  await page.viewport(390, 420)
  // A page at its top has no scroll anchor; this one is scrolled.
  document.documentElement.style.overflowAnchor = 'none'
  await field('Amount').fill('0')
  await userEvent.tab()
  const price = field('Limit price').element()
  /** Between the control and the bar at the foot of a phone's page, which is 72 pixels high with its margin. */
  const above = () => window.innerHeight - 72 - price.getBoundingClientRect().bottom
  window.scrollBy({ top: -above(), behavior: 'instant' })
  findFile('components/forms/draft-errors.ts')
  price.dispatchEvent(new Event('change', { bubbles: true }))
  await expect.element(page.getByText(/^Amount is zero/)).toBeVisible()
  await expect.poll(above).toBeGreaterThanOrEqual(-1)
})

test('values are not reviewed before their checks are loaded, and nothing that was typed is lost', async () => {
  // Nothing is loaded ahead of its use.
  vi.stubGlobal('requestIdleCallback', () => 0)
  loseFile('components/rules/rule-messages.ts')
  const { sent } = await renderForm(RuleForm, { url: '/sandbox/rules/new' })
  await field('Profile').fill('a-profile')
  await page.getByRole('radio', { name: /^Send it/ }).click()
  await page.getByRole('combobox', { name: 'Destination network' }).fill('polygon')
  const address = page.getByRole('textbox', { name: 'Destination address' })
  const typed = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
  await address.fill(typed)
  await button('Review rule').click()
  await expect.element(errors()).toHaveTextContent('The form could not be checked. Check the connection and try again.')
  await expect.element(heading('New rule')).toBeVisible()
  await expect.element(address).toHaveValue(typed)

  findFile('components/rules/rule-messages.ts')
  // Leaving a field loads them too.
  await page.getByLabelText('Nickname').fill('Bitcoin by mistake')
  await userEvent.tab()
  await expect.element(address).toHaveValue(typed)
  await button('Review rule').click()
  await expect.poll(errorTexts).toEqual([expect.stringContaining('This is a Bitcoin address and cannot be used')])
  await expect.element(address).toHaveValue(typed)
  expect(sent('createRule')).toEqual([])
})
