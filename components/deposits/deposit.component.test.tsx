/** The form of a sandbox deposit, and the search for its transfers. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { idOf, movement } from '@/components/money/testing'
import { checkAccessibility } from '@/components/testing/browser'
import { button, errorLinks, field, heading, intent, renderForm } from '@/components/testing/forms'
import { problem } from '@/components/testing/proxy'
import { transfer } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import DepositForm from './deposit-form'
import DepositOutcome from './deposit-outcome'

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
  await button('Review test wire').click()
  await expect
    .poll(linkTexts)
    .toEqual(['Amount can have at most 2 decimal places, like 1250.00.', 'Enter the memo of the wire.'])
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Amount')).toHaveFocus()
  await field('Amount').fill('$100000')
  await userEvent.tab()
  await expect.element(field('Amount')).toHaveValue('100,000')
  await field('Amount').fill('0.00')
  await field('Memo').fill('nothing-1')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Review test wire')).toBeVisible()
  await expect.element(page.getByText('Amount is zero. The provider may reject the wire.')).toBeVisible()
  await button('Send a test wire of 0.00 USD').click()
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
  id: idOf(1),
  type: 'WIRE_DEPOSIT',
  status: 'PENDING',
  amount: '77.10',
  memo: 'lost-1',
  created_at: '2026-11-19T01:00:01.000Z',
})
const deposit = (state: 'confirmed' | 'unknown') =>
  intent({
    id: idOf(60),
    operation: 'initiateSandboxFiatDeposit',
    state,
    body: { amount: '77.10', asset: 'USD', memo_id: 'lost-1' },
  })
const main = () => page.getByRole('main')

test('the movement that a deposit began is found by its request, stays current, and keeps its age if a read fails', async () => {
  let isFailing = false
  let transfers = [] as (typeof wire)[]
  await renderInConsole(
    <DepositOutcome
      intent={{ ...deposit('confirmed'), sent_at: new Date().toISOString() }}
      environment="sandbox"
      onRead={() => {}}
    />,
    {
      answers: {
        'GET /movements/{id}': () =>
          isFailing ? problem(500, 'service-failed', 'The provider failed.') : movement(transfers, { requests: [] }),
      },
    },
  )
  await expect.element(main()).toHaveTextContent('No transfer yet.')
  transfers = [{ ...wire, created_at: new Date().toISOString() }]
  await expect.element(main(), { timeout: 6_000 }).toHaveTextContent('no other transfer is linked to it')
  await expect
    .element(page.getByRole('link', { name: 'Follow the money' }))
    .toHaveAttribute('href', `/sandbox/money/${idOf(60)}`)
  isFailing = true
  await expect.element(main(), { timeout: 6_000 }).toHaveTextContent(/Last updated .* ago\./)
  await expect.element(page.getByRole('link', { name: 'Follow the money' })).toBeVisible()
})

test('an unknown outcome shows a possible match, and warns that sending again makes another wire', async () => {
  const other = { transfer: idOf(2), amount: '77.10', asset: 'USD', at: '2026-11-19T01:02:00Z', status: 'PENDING' }
  await renderInConsole(<DepositOutcome intent={deposit('unknown')} environment="sandbox" onRead={() => {}} />, {
    answers: { 'GET /movements/{id}': movement([wire], { requests: [], unplanned: [other] }) },
  })
  await expect.element(main()).toHaveTextContent('This may be the test wire.')
  await expect.element(main()).toHaveTextContent("a wire carries no reference, so a match can't be confirmed")
  await expect.element(main()).toHaveTextContent('1 other wire may be this one as well: 77.10 USD.')
  await expect.element(page.getByText('If the wire above is this one, there will be two.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Send again' }))
    .toHaveAttribute('href', `/sandbox/deposits/new?again=${idOf(60)}`)
  await checkAccessibility()
})
