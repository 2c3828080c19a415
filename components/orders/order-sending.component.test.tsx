/** Drafts and sending, which are the same in every form, shown by an order. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility, setOnline } from '@/components/testing/browser'
import {
  button,
  delayed,
  errorLinks,
  errors,
  field,
  heading,
  intent,
  note,
  renderForm,
} from '@/components/testing/forms'
import { type AnswerFor, type Answers, problem } from '@/components/testing/proxy'
import { stepUpAddress } from '@/lib/api/step-up'
import OrderForm from './order-form'

const placed = { id: 'order-1', status: 'OPEN', market: 'BTCUSD' }
const send = () => button(/^Sell 0\.07/)
const activity = /^\/(?:sandbox|production)\/activity\/[0-9a-f-]{36}$/

/** Answers each call with the next of these; the last one stays. */
function inTurn(...answers: AnswerFor[]): AnswerFor {
  let at = 0
  return (call) => {
    const answer = answers[Math.min(at++, answers.length - 1)] ?? placed
    return typeof answer === 'function' ? answer(call) : answer
  }
}

const open = (createOrder: AnswerFor = placed, options: Partial<Parameters<typeof renderForm>[1]> = {}) =>
  renderForm(OrderForm, { url: '/sandbox/orders/new', ...options, answers: { createOrder, ...options.answers } })

async function fill(amount = '0.0703') {
  await field('Profile').fill('a-profile')
  await page.getByRole('radio', { name: 'Sell' }).click()
  await field('Market').selectOptions('BTCUSD')
  await field('Amount to sell').fill(amount)
  await field('Limit price').fill('9000000.00')
}

async function review() {
  await button(/^Review/).click()
  await expect.element(heading('Review order')).toBeVisible()
}

const intentsOf = (calls: readonly { headers: Headers }[]) =>
  calls.map(({ headers }) => headers.get('x-mintdesk-intent'))
const bodiesOf = (calls: readonly { body: unknown }[]) => calls.map(({ body }) => body as Record<string, string>)

test('a draft survives a reload, asks before a link leaves it, and is restored after it was discarded', async () => {
  function WithLink(props: Parameters<typeof OrderForm>[0]) {
    return (
      <>
        <a href="/sandbox/transfers">Transfers</a>
        <OrderForm {...props} />
      </>
    )
  }
  const { reload } = await renderForm(WithLink, { url: '/sandbox/orders/new' })
  await expect.element(page.getByText('Drafts are saved in this tab until you send them')).toBeVisible()
  await fill('0.0801')
  await expect.element(page.getByText(/^Draft saved in this tab at \d\d:\d\d UTC$/)).toBeVisible()
  await reload()
  await expect.element(field('Amount to sell')).toHaveValue('0.0801')
  await expect.element(page.getByRole('radio', { name: 'Sell' })).toBeChecked()

  const link = page.getByRole('link', { name: 'Transfers' })
  const dialog = page.getByRole('dialog', { name: 'Leave this order?' })
  await link.click()
  await expect.element(dialog).toHaveTextContent('Nothing was sent.')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await link.click()
  await dialog.getByRole('button', { name: 'Leave, keep draft' }).click()
  await expect.element(heading('/sandbox/transfers')).toBeVisible()
  window.history.back()
  await expect.element(field('Amount to sell')).toHaveValue('0.0801')

  await button('Discard draft').click()
  await expect.element(field('Profile')).toHaveValue('')
  await button('Restore draft').click()
  await expect.element(field('Amount to sell')).toHaveValue('0.0801')
  await review()
  window.history.back()
  await expect.element(field('Amount to sell')).toHaveValue('0.0801')
})

test('a draft shows only to the person who wrote it', async () => {
  const first = await open()
  await fill('0.0702')
  await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
  await first.screen.unmount()
  const second = await open(placed, { person: 'someone else' })
  await expect.element(field('Profile')).toHaveValue('')
  await second.screen.unmount()
  const { sent } = await open()
  await expect.element(field('Amount to sell')).toHaveValue('0.0702')
  await review()
  await send().click()
  await expect.element(heading(activity)).toBeVisible()
  expect(sent('createOrder')).toHaveLength(1)
})

test('Ctrl and Enter send what is reviewed, once', async () => {
  const { sent } = await open(inTurn(() => delayed().answer, placed))
  await fill()
  await review()
  document.querySelector('h1')?.focus()
  await userEvent.keyboard('{Enter}')
  expect(sent('createOrder'), 'Enter alone sends nothing').toHaveLength(0)
  await userEvent.keyboard('{Control>}{Enter}{Enter}{/Control}')
  await expect.element(button('Sending…')).toHaveAttribute('aria-busy', 'true')
  expect(sent('createOrder')).toHaveLength(1)
})

test('a double press sends once, and a page left while sending says that it may have been sent', async () => {
  const { sent, reload } = await open(inTurn(() => delayed().answer, placed))
  await fill()
  await review()
  await send().dblClick()
  await expect.element(button('Sending…')).toHaveAttribute('aria-busy', 'true')
  await expect.element(button('Sending…')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(sent('createOrder')).toHaveLength(1)
  await reload()
  await expect.element(page.getByText('This order may have been sent.')).toBeVisible()
  await expect.element(page.getByText('This may have been sent.', { exact: true })).toBeVisible()
  await send().click()
  await expect.element(heading(activity)).toBeVisible()
  expect(new Set(intentsOf(sent('createOrder'))).size, 'both attempts have one intent').toBe(1)
})

test('an unknown outcome opens its page, and Back leads to the top of an empty form', async () => {
  const { sent } = await open(
    problem(504, 'unknown-outcome', 'No answer from the provider.', { meta: { intent_state: 'unknown' } }),
  )
  await page.viewport(1440, 400)
  await fill()
  button(/^Review/)
    .element()
    .scrollIntoView()
  expect(window.scrollY).toBeGreaterThan(0)
  await review()
  await send().click()
  await expect.element(heading(activity)).toBeVisible()
  expect(sent('createOrder')).toHaveLength(1)
  window.history.back()
  await expect.element(field('Market')).toHaveValue('')
  await expect.element(page.getByText('Drafts are saved in this tab until you send them')).toBeVisible()
  await expect.poll(() => window.scrollY).toBe(0)
})

test('both pages of a form say that a draft is kept while offline', async () => {
  await open()
  const offline = page.getByRole('status').filter({ hasText: 'You are offline.' })
  setOnline(false)
  await expect.element(offline).toHaveTextContent('Your draft is kept in this tab. Sending it needs a connection.')
  await fill()
  await review()
  await expect.element(offline).toBeVisible()
  setOnline(true)
  await expect.element(offline).not.toBeInTheDocument()
})

test('an order that was recorded and not sent is sent under the same intent by the next press', async () => {
  const { sent } = await open(
    inTurn(problem(502, 'token-refused', 'No token.', { meta: { intent_state: 'prepared' } }), placed),
  )
  await fill()
  await review()
  await send().click()
  const text = 'The order is recorded in Mintdesk and has not been sent. Press again to send it.'
  await expect.element(note('Not sent.')).toHaveTextContent(text)
  await send().click()
  await expect.element(heading(activity)).toBeVisible()
  expect(new Set(intentsOf(sent('createOrder'))).size).toBe(1)
})

test('a console out of reach may have received the order, and the next press is the same order', async () => {
  const { sent } = await open(
    inTurn(() => {
      throw new TypeError('no connection')
    }, placed),
  )
  await fill()
  await review()
  await send().click()
  await expect.element(note('It may have been sent.')).toHaveTextContent('Mintdesk sends the same order at most once')
  await send().click()
  await expect.element(heading(activity)).toBeVisible()
  expect(new Set(intentsOf(sent('createOrder'))).size).toBe(1)
  window.history.back()
  await expect.element(field('Market')).toHaveValue('')
})

test('a refusal without a field stays on the review, and the next press is a new order', async () => {
  const { sent } = await open(
    problem(403, 'insufficient-funds', 'Not enough BTC.', {
      detail: 'It has 5 BTC available, and this needs 0.0703.',
      meta: { intent_state: 'refused' },
    }),
  )
  await fill()
  await review()
  await send().click()
  await expect.element(note('Refused.')).toHaveTextContent('It has 5 BTC available')
  await expect.element(note('Refused.')).toHaveTextContent('Sending again makes a new order with a new reference.')
  await checkAccessibility()
  await send().click()
  await expect.poll(() => sent('createOrder')).toHaveLength(2)
  const [one, other] = bodiesOf(sent('createOrder'))
  expect(one?.ref_id).not.toBe(other?.ref_id)
})

test('a reason that cannot be kept sends nothing, and stays with the order until it is another one', async () => {
  const { sent } = await open(
    inTurn(
      problem(400, 'invalid-input', 'The reason for the approvers cannot be kept.', { detail: 'It has a key in it.' }),
      placed,
    ),
    {
      answers: {
        'POST /approvals/weigh': {
          requirements: [{ rule: 'orders', because: 'always', count: 1, roles: ['approver'] }],
          approvers: ['Tomas Brandt'],
          limits: [],
        },
      },
    },
  )
  await fill()
  await review()
  const reason = field('Reason for the approvers (optional)')
  await reason.fill('Hedge, with my key')
  await send().click()
  await expect.element(note('Not sent.')).toHaveTextContent('Nothing was recorded and nothing was sent.')
  await expect.element(reason).toHaveValue('Hedge, with my key')
  await reason.fill('Hedge for Orsa')
  await send().click()
  await expect.element(heading(activity)).toBeVisible()
  const calls = sent('createOrder')
  expect(calls.map(({ headers }) => decodeURIComponent(headers.get('x-mintdesk-reason') ?? ''))).toEqual([
    'Hedge, with my key',
    'Hedge for Orsa',
  ])
  expect(new Set(intentsOf(calls)).size).toBe(1)
})

/** What production asks of who sends an order; each press asks company sign-in to confirm this digest. */
const identified = async (identity: object, more: Partial<Answers> = {}, width?: number) => {
  const opened = await open(placed, {
    url: '/production/orders/new',
    answers: {
      'POST /approvals/weigh': {
        requirements: [],
        approvers: [],
        limits: [],
        identity: { digest: 'd-1', ...identity },
      },
      ...more,
    },
  })
  if (width) await page.viewport(width, 900)
  await fill()
  await review()
  return { ...opened, led: () => opened.calls.filter(({ path }) => path === stepUpAddress) }
}

test.each([1440, 390])(
  'who sends in production is confirmed first, at %i px, and what fails there sends nothing',
  async (width) => {
    const refusal = problem(502, 'confirm-identity', 'Company sign-in is not responding.')
    const { sent, led } = await identified({}, { [`POST ${stepUpAddress}`]: refusal }, width)
    const confirm = button('Confirm it is you and send')
    await expect.element(confirm).toBeVisible()
    await expect.element(page.getByText('What you typed is kept.')).toBeVisible()
    // It would be typed in vain before the page is left.
    await expect.element(field('Type the amount to confirm')).not.toBeInTheDocument()
    await checkAccessibility()
    await confirm.click()
    await expect.element(page.getByText('Company sign-in is not responding.')).toBeVisible()
    expect(led().map(({ body }) => body)).toEqual([{ digests: ['d-1'], return_to: '/production/orders/new/review' }])
    await expect.element(confirm).toBeVisible()
    expect(sent('createOrder')).toEqual([])
  },
)

test('a confirmation that failed says why, and asks again', async () => {
  await identified({ refused: 'Another person signed in at company sign-in.' })
  await expect.element(note('Not confirmed.')).toHaveTextContent('Another person signed in at company sign-in.')
  await expect.element(button('Confirm it is you and send')).toBeVisible()
  await checkAccessibility()
})

test('once it is confirmed, the press sends', async () => {
  const { sent, led } = await identified({ confirmed_until: new Date(Date.now() + 240_000).toISOString() })
  await expect.element(page.getByText(/^You confirmed that it is you\. This counts once/)).toBeVisible()
  await expect.element(button('Confirm it is you and send')).not.toBeInTheDocument()
  await checkAccessibility()
  await field('Type the amount to confirm').fill('0.0703')
  await send().click()
  await expect.element(heading(activity)).toBeVisible()
  expect([sent('createOrder').length, led().length]).toEqual([1, 0])
})

test('a refusal with a field opens the form at that field, and keeps what was typed', async () => {
  const errorOfField = [{ field: 'recipient_profile_id', message: 'No profile has this ID.' }]
  const { sent } = await open(
    inTurn(
      problem(400, 'invalid-input', 'Refused.', { errors: errorOfField, meta: { intent_state: 'refused' } }),
      placed,
    ),
  )
  await fill()
  await page.getByText('Developer', { exact: true }).click()
  await page.getByLabelText('Recipient profile').fill('nobody')
  await review()
  await page.getByText('Developer', { exact: true }).click()
  await page.getByRole('link', { name: 'Change reference' }).click()
  await expect.element(page.getByLabelText('Reference')).toHaveFocus()
  await review()
  await send().click()
  await expect.element(errors()).toHaveFocus()
  await expect.element(heading('New order')).toBeVisible()
  await expect.element(note('The previous order was refused.')).toBeVisible()
  await errorLinks().click()
  await expect.element(page.getByLabelText('Recipient profile')).toHaveFocus()
  await expect.element(page.getByLabelText('Recipient profile')).toHaveValue('nobody')
  await expect.element(field('Amount to sell')).toHaveValue('0.0703')
  await page.getByLabelText('Recipient profile').fill('')
  await field('Limit price').click()
  await expect.element(errors()).not.toBeInTheDocument()
  await review()
  await send().click()
  await expect.element(heading(activity)).toBeVisible()
  expect(new Set(intentsOf(sent('createOrder'))).size).toBe(2)
})

test('a reference that is taken keeps what was typed, and links to both records', async () => {
  const taken = [{ field: 'ref_id', message: 'ref_id: used before.' }]
  const { sent } = await open(
    problem(409, 'already-exists', 'Refused.', { errors: taken, meta: { intent_state: 'refused' } }),
  )
  await fill()
  await review()
  await send().click()
  await expect.element(errors()).toHaveTextContent('ref_id: used before.')
  await expect.element(field('Amount to sell')).toHaveValue('0.0703')
  await expect
    .element(page.getByRole('link', { name: 'Compare with that record' }))
    .toHaveAttribute('href', `/sandbox/activity/${intentsOf(sent('createOrder'))[0]}`)
})

test('an intent already sent with other values can become a new order', async () => {
  const { sent } = await open(
    inTurn(problem(409, 'intent-reused', 'Used.', { meta: { intent_state: 'confirmed' } }), placed),
  )
  await fill()
  await review()
  await page.getByRole('link', { name: 'Change amount' }).click()
  await expect.element(field('Amount to sell')).toHaveFocus()
  await review()
  await send().click()
  const reused = note('Already sent with other values.')
  const [first] = intentsOf(sent('createOrder'))
  await expect
    .element(reused.getByRole('link', { name: 'View in Activity' }))
    .toHaveAttribute('href', `/sandbox/activity/${first}`)
  await reused.getByRole('button', { name: 'Make this a new order' }).click()
  await send().click()
  await expect.element(heading(activity)).toBeVisible()
  expect(new Set(intentsOf(sent('createOrder'))).size).toBe(2)
})

test('an ended session keeps the draft and leads to sign-in', async () => {
  await open(problem(401, 'session-ended', 'Your session has ended.'))
  await fill()
  await review()
  await send().click()
  const signedOut = note('Signed out. Nothing was sent.')
  await expect.element(signedOut).toHaveTextContent('Your draft is saved in this tab')
  await expect
    .element(signedOut.getByRole('link', { name: 'Sign in' }))
    .toHaveAttribute('href', '/sign-in?callbackUrl=%2Fsandbox%2Forders%2Fnew%2Freview')
})

test('production asks for the amount before real money moves', async () => {
  const { sent } = await open(placed, { url: '/production/orders/new' })
  await fill('0.0750')
  await review()
  await send().click()
  await expect.element(errorLinks()).toHaveTextContent('Type the amount to confirm it: 0.0750 BTC.')
  await errorLinks().click()
  const typed = field('Type the amount to confirm')
  await expect.element(typed).toHaveFocus()
  await typed.fill('0.75')
  await userEvent.keyboard('{Enter}')
  await expect.element(errorLinks()).toHaveTextContent("This doesn't match. You are sending 0.0750 BTC.")
  expect(sent('createOrder')).toEqual([])
  await checkAccessibility()
  await typed.fill('0.075')
  await userEvent.keyboard('{Enter}')
  await expect.element(heading(activity)).toBeVisible()
  expect(bodiesOf(sent('createOrder'))).toMatchObject([{ base_amount: '0.0750', price: '9000000.00', side: 'SELL' }])
})

test('a copy of an earlier order asks before it replaces a draft', async () => {
  const earlier = intent({ path: { profile_id: 'a-profile' }, body: { side: 'SELL', type: 'LIMIT', base_amount: '3' } })
  const answers = { 'GET /intents/{id}': earlier }
  const first = await open(placed, { answers })
  await field('Amount').fill('7')
  await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
  await first.screen.unmount()
  const url = `/sandbox/orders/new?again=${earlier.id}`
  const second = await open(placed, { answers, url })
  await expect.element(page.getByText('Copying “Sell 1 BTC” replaces it.')).toBeVisible()
  await button('Keep the draft').click()
  await expect.element(field('Amount')).toHaveValue('7')
  await second.screen.unmount()
  await open(placed, { answers, url })
  await button('Replace the draft').click()
  await expect.element(field('Amount to sell')).toHaveValue('3')
  await expect.element(page.getByText(/^Copied from an earlier order/)).toBeVisible()
})
