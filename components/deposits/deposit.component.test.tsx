/** The form of a sandbox deposit, and the search for its transfers. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { button, errorLinks, field, heading, intent, renderForm } from '@/components/testing/forms'
import { problem } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { DepositForm } from './deposit-form'
import { DepositTracker } from './deposit-tracker'

const linkTexts = () =>
  errorLinks()
    .elements()
    .map(({ textContent }) => textContent)

test('an invalid amount is refused, zero is warned of, and a refusal appears at its field', async () => {
  await renderForm(DepositForm, {
    url: '/sandbox/deposits/new',
    answers: {
      initiateSandboxFiatDeposit: problem(400, 'invalid-input', 'Refused.', {
        errors: [{ field: 'amount', message: 'Amount must be more than zero.' }],
        meta: { intent_state: 'refused' },
      }),
    },
  })
  await field('Amount').fill('12.345')
  await button('Review deposit').click()
  await expect
    .poll(linkTexts)
    .toEqual([
      'Amount can have at most 2 decimal places, like 1250.00.',
      'Enter the memo that the deposit arrives with.',
    ])
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Amount')).toHaveFocus()
  await field('Amount').fill('0.00')
  await field('Memo').fill('nothing-1')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Review deposit')).toBeVisible()
  await expect.element(page.getByText('Amount is zero. The provider may reject the deposit.')).toBeVisible()
  await button('Deposit 0.00 USD').click()
  await expect.element(field('Amount')).toHaveAccessibleDescription(/Amount must be more than zero\./)
})

test('a memo of the URL fills the form, and is offered where a draft has another', async () => {
  const first = await renderForm(DepositForm, { url: '/sandbox/deposits/new?x.memo=MD1' })
  await expect.element(field('Memo')).toHaveValue('MD1')
  await field('Memo').fill('mine')
  await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
  await first.screen.unmount()
  await renderForm(DepositForm, { url: '/sandbox/deposits/new?x.memo=MD2' })
  await expect.element(field('Memo')).toHaveValue('mine')
  await button('Use this memo').click()
  await expect.element(field('Memo')).toHaveValue('MD2')
  await expect.element(field('Memo')).toHaveFocus()
})

const wire = transfer({
  id: 'wire-1',
  type: 'WIRE_DEPOSIT',
  status: 'PENDING',
  amount: '77.10',
  memo: 'lost-1',
  created_at: '2026-11-19T01:00:01.000Z',
})
const deposit = (state: 'confirmed' | 'unknown') =>
  intent({
    id: 'deposit-1',
    operation: 'initiateSandboxFiatDeposit',
    state,
    body: { amount: '77.10', asset: 'USD', memo_id: 'lost-1' },
  })
const transfers = () => page.getByRole('list', { name: 'Transfers' }).getByRole('listitem')
const main = () => page.getByRole('main')

test('the search can be stopped and resumed by the keyboard, and a failed update shows the age of the list', async () => {
  let isFailing = false
  const { calls } = await renderInConsole(
    <DepositTracker intent={deposit('confirmed')} environment="sandbox" onRead={() => {}} />,
    {
      answers: {
        listTransfers: () =>
          isFailing ? problem(500, 'service-failed', 'The provider failed.') : transferPage([wire]),
      },
    },
  )
  await expect.element(main()).toHaveTextContent('1 transfer so far.')
  button('Stop search').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(main()).toHaveTextContent('Search stopped.')
  await expect.element(button('Search again')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(main()).toHaveTextContent('1 transfer so far.')
  await expect.element(transfers()).toHaveTextContent(/Wire deposit 77\.10 USD/)
  await expect.poll(() => calls.length, { timeout: 5_000 }).toBeGreaterThan(2)
  expect(calls.at(-1)?.headers.get('x-mintdesk-background'), 'polling does not extend the session').toBe('1')

  isFailing = true
  const stale = page.getByRole('status').filter({ hasText: /^Last updated .* ago\./ })
  await expect.element(stale, { timeout: 5_000 }).toBeVisible()
  await expect.poll(() => transfers().elements()).toHaveLength(1)
  isFailing = false
  await button('Refresh now').click()
  await expect.element(stale).not.toBeInTheDocument()
})

test('an unknown outcome shows possible matches, and warns that sending again makes another deposit', async () => {
  await renderInConsole(<DepositTracker intent={deposit('unknown')} environment="sandbox" onRead={() => {}} />, {
    answers: { listTransfers: transferPage([wire]) },
  })
  await expect.element(page.getByRole('heading', { name: 'Possible matches' })).toBeVisible()
  await expect.element(transfers()).toHaveTextContent('Wire deposit 77.10 USD')
  await expect.element(page.getByText(/a match can't be confirmed/)).toBeVisible()
  await expect.element(page.getByText('If a transfer above is this deposit, there will be two.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Send again' }))
    .toHaveAttribute('href', '/sandbox/deposits/new?again=deposit-1')
  await checkAccessibility()
})
