import { useQuery, useQueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { movementRead } from '@/components/money/movement-read'
import { movement, plan, ruleRequest } from '@/components/money/testing'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { type AnswerFor, problem } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import type { Ahead } from '@/lib/features/money/ahead'
import type { MovementAnswer } from '@/lib/features/money/interface'
import type { RehearsalName, Rehearsing } from '@/lib/features/rehearsals/interface'
import RehearsalSheet from './rehearsal-sheet'

const [first, second, account, order] = [1, 2, 3, 4].map((index) => `${index}0000000-0000-4000-8000-000000000000`)

const [depositAddress, profile] = [`0x${'a1'.repeat(20)}`, '1f0a6c1e-8d2b-4c57-9f3e-5a7d1b2c4e60']

const state = (more: Partial<Rehearsing> = {}): Rehearsing => ({
  clock: { now: '2026-11-23T11:12:08.000Z', speed: 1 },
  transfers: [
    { id: first ?? '', type: 'WIRE_WITHDRAWAL', amount: '50.00', asset: 'USD', status: 'COMPLETED' },
    { id: second ?? '', type: 'WIRE_DEPOSIT', amount: '100000.00', asset: 'USD', status: 'PENDING' },
  ],
  fiat_accounts: [{ id: account ?? '', status: 'PENDING', name: 'Orsa Shipping ••7719' }],
  orders: [{ id: order ?? '', side: 'BUY', market: 'ETHUSD', base_amount: '2' }],
  rules: [
    { name: 'Mint USDC', asset: 'USD', memo: 'MD7KQ2XW4H' },
    { name: 'Redeem USDC', asset: 'USDC', address: depositAddress, network: 'ETHEREUM' },
    { name: 'Convert USDC', asset: 'USDC', profile_id: profile },
  ],
  ...more,
})

const sheet = () => page.getByRole('complementary', { name: 'Rehearse' })
const entry = (name: string) => sheet().getByRole('button', { name, exact: true })

const wires = () => sheet().getByRole('region', { name: 'Wires' })
const deposits = () => sheet().getByRole('region', { name: 'Deposits' })

/** The page of a planned movement, beside which the sheet is. */
function PlanPage({ id }: { id: string }) {
  const { data } = useQuery(movementRead(useQueryClient(), 'sandbox', id))
  return data?.plan?.label
}

type Show = {
  more?: Partial<Rehearsing>
  answer?: AnswerFor
  url?: string
  width?: number
  isWorld?: boolean
  /** The movement of the page. */
  planned?: MovementAnswer
}

async function show({ more, answer = { status: 200, millis: 3 }, url, width, isWorld = true, planned }: Show = {}) {
  const onClosed = vi.fn()
  const { calls } = await renderInConsole(
    <>
      {planned && <PlanPage id={planned.id} />}
      <RehearsalSheet environment={'sandbox'} isWorld={isWorld} onClosed={onClosed} />
    </>,
    {
      url: planned ? `/sandbox/money/${planned.id}` : url,
      width,
      answers: {
        'GET /rehearsal': state(more),
        'POST /rehearsal': answer,
        ...(planned && { 'GET /movements/{id}': planned }),
      },
    },
  )
  await expect.element(entry('Fill the order')).toBeInTheDocument()
  const asked = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  return { asked, onClosed }
}

const wire = { name: 'letWireArrive', amount: '100000.00', memo: 'MD7KQ2XW4H' }
const deposit = { name: 'letDepositArrive', amount: '100000.00', asset: 'USDC', address: depositAddress }

/** Every entry by its name, which tours press, and what it asks for. */
const entries: readonly (readonly [string, { name: string }, string])[] = [
  ['Let the wire arrive', wire, 'POST …/wires {"amount":"100000.00","memo":"MD7KQ2XW4H"}'],
  ['Use a wrong memo', { ...wire, memo: 'MD7KQ2XW41' } as typeof wire, 'POST …/wires'],
  ['Let the deposit arrive', deposit, 'POST …/deposits {"amount":"100000.00","asset":"USDC","address":"0xa1'],
  ...(
    [
      ['Settle the transfer', 'settleTransfer', '{"status":"COMPLETED"}'],
      ['Fail the transfer', 'failTransfer', '{"status":"FAILED"}'],
      ['Hold the transfer', 'holdTransfer', '/hold {}'],
      ['Ask for travel rule details', 'askForTravelRule', '/hold {"secondary_status":"TRAVEL_RULE_INFO_REQUESTED"}'],
      ['Approve the transfer', 'approveTransfer', '/approve {}'],
      ['Return the transfer', 'returnTransfer', '/return {}'],
    ] as const satisfies readonly (readonly [string, RehearsalName, string])[]
  ).map(([label, name, call]) => [label, { name, target: second }, call] as const),
  ['Approve the account', { name: 'approveAccount', target: account } as { name: string }, '/fiat-accounts/'],
  ['Reject the account', { name: 'rejectAccount', target: account } as { name: string }, '{"status":"REJECTED"}'],
  ['Fill the order', { name: 'fillOrder', target: order } as { name: string }, '/orders/'],
  ['Fill half of the order', { name: 'halfFillOrder', target: order } as { name: string }, '"HALF_FILLED"'],
  ['Expire the order', { name: 'expireOrder', target: order } as { name: string }, '"EXPIRED"'],
  ['+1 h', { name: 'forwardHour' }, 'PUT …/clock {"forward_seconds":3600}'],
  ['+1 day', { name: 'forwardDay' }, '{"forward_seconds":86400}'],
  ['+1 business day', { name: 'forwardBusinessDay' }, '{"forward_business_days":1}'],
  ['Pause', { name: 'pauseClock' }, '{"speed":0}'],
  ['Lose the next answer', { name: 'loseAnswer' }, 'PUT …/stress {"drop":[{"operation":"write"}]}'],
  ['Cut the next answer in the middle', { name: 'cutAnswer' }, '{"cut":[{"operation":"write"}]}'],
  ['Answer the next request with 500', { name: 'failRequest' }, '"status":500'],
  [
    'Refuse the next rule for travel rule details',
    { name: 'refuseForTravelRule' },
    '"kind":"travel-rule-information-required"',
  ],
  ['Answer everything with 429', { name: 'limitRate' }, '"rate_limit"'],
  ['Slow every answer down', { name: 'slowDown' }, '"latency"'],
  ['Refuse the token', { name: 'refuseToken' }, '"status":401'],
  ['End what goes wrong', { name: 'endFaults' }, 'PUT …/stress {}'],
]

test('each entry asks for one rehearsal and shows the call', async () => {
  const { asked } = await show()
  const lastCall = sheet().getByRole('region', { name: 'Last call' })
  for (const [label, , call] of entries) {
    await entry(label).click()
    await expect.element(lastCall).toHaveTextContent(call)
    await expect.element(lastCall).toHaveTextContent(/200 in 3 ms, .* UTC$/)
  }
  expect(asked()).toEqual(entries.map(([, body]) => body))
  const buttons = sheet().getByRole('button').elements().length
  // The way out, and the list of memos.
  expect(buttons - entries.length).toBeLessThanOrEqual(2)
})

test('says in one line what each does', async () => {
  await show()
  await expect
    .element(entry('Lose the next answer'))
    .toHaveAccessibleDescription(/^The request is done. Its answer is lost. PUT …\/stress/)
  for (const code of sheet().element().querySelectorAll('li p'))
    expect([code.textContent, code.getBoundingClientRect().height < 40]).toEqual([code.textContent, true])
})

test('a wire has the amount and memo that were typed, and stays pending if it shall', async () => {
  const { asked } = await show()
  await userEvent.fill(wires().getByRole('textbox', { name: 'Amount' }), '2500')
  await userEvent.fill(wires().getByRole('combobox', { name: 'Memo' }), 'MD-1')
  await wires().getByRole('checkbox', { name: 'Keep it pending until you decide' }).click()
  await entry('Let the wire arrive').click()
  await entry('Use a wrong memo').click()
  const typed = { name: 'letWireArrive', amount: '2500', keep_pending: true }
  await expect.poll(asked).toEqual([
    { ...typed, memo: 'MD-1' },
    { ...typed, memo: 'MD-7' },
  ])
})

test('a deposit arrives at the rule that was chosen, with the amount that was typed, and stays pending if it shall', async () => {
  const { asked } = await show()
  await userEvent.fill(deposits().getByRole('textbox', { name: 'Amount' }), '0.123456')
  await userEvent.selectOptions(deposits().getByRole('combobox', { name: 'Where it arrives' }), `${profile} USDC`)
  await deposits().getByRole('checkbox', { name: 'Keep it pending until you decide' }).click()
  await entry('Let the deposit arrive').click()
  await expect
    .poll(asked)
    .toEqual([{ name: 'letDepositArrive', amount: '0.123456', asset: 'USDC', profile_id: profile, keep_pending: true }])
})

test('without a rule that takes from a network or a profile no deposit is offered', async () => {
  await show({ more: { rules: [{ name: 'Mint USDC', asset: 'USD', memo: 'MD7KQ2XW4H' }] } })
  await expect.element(deposits()).toHaveTextContent('No rule takes from a network or a profile.')
  await expect.element(entry('Let the deposit arrive')).not.toBeInTheDocument()
})

/** A plan whose money has not come, and the rule that it waits for. */
function waiting(source: Partial<Ahead['route']>, state: 'confirmed' | 'prepared' = 'confirmed'): MovementAnswer {
  const route = { profile_id: profile, source_asset: 'USDC', destination_asset: 'USD', ...source }
  return movement([], {
    id: plan.id,
    plan: { ...plan, kind: 'redeem', amount: '5000.25' },
    requests: [ruleRequest({ id: plan.rule_intent, state, route })],
    ahead: [{ key: 'ahead 0', kind: 'in', route }],
  })
}

test.each([
  ['the address of its rule', { source_address: '0xb2', source_network: 'BASE' }, { address: '0xb2' }],
  ['the profile of its rule', { source_profile_id: profile }, { profile_id: profile }],
])('on the page of a plan its deposit is offered, with its amount, to %s', async (_, source, to) => {
  const { asked } = await show({ planned: waiting(source) })
  await expect.element(deposits().getByRole('textbox', { name: 'Amount' })).toHaveValue('5,000.25')
  // The wire stays as it is elsewhere.
  await expect.element(wires().getByRole('textbox', { name: 'Amount' })).toHaveValue('100,000.00')
  await entry('Let the deposit arrive').click()
  await expect.poll(asked).toEqual([{ name: 'letDepositArrive', amount: '5000.25', asset: 'USDC', ...to }])
})

test('on the page of a plan its wire is offered with its amount and memo', async () => {
  const { asked } = await show({ planned: waiting({ source_asset: 'USD', memo: 'MD-OWN' }) })
  await expect.element(wires().getByRole('textbox', { name: 'Amount' })).toHaveValue('5,000.25')
  await entry('Let the wire arrive').click()
  await expect.poll(asked).toEqual([{ name: 'letWireArrive', amount: '5000.25', memo: 'MD-OWN' }])
})

test('a plan whose rule does not exist yet is offered no deposit of its own', async () => {
  await show({ planned: waiting({ source_profile_id: profile }, 'prepared') })
  await expect.element(page.getByText(plan.label)).toBeVisible()
  await expect.element(deposits().getByRole('textbox', { name: 'Amount' })).toHaveValue('100,000.00')
})

test('an amount that may mean two is asked back, and no wire arrives', async () => {
  const { asked } = await show()
  const amount = wires().getByRole('textbox', { name: 'Amount' })
  await userEvent.fill(amount, '1.250')
  await entry('Let the wire arrive').click()
  await expect.element(amount).toHaveFocus()
  await expect.element(amount).toHaveAccessibleDescription('Did you mean 1.25 or 1,250? USD')
  expect(asked()).toEqual([])
  await sheet().getByRole('button', { name: '1,250', exact: true }).click()
  await entry('Let the wire arrive').click()
  await expect.poll(asked).toEqual([{ ...wire, amount: '1250' }])
  await userEvent.fill(amount, '7500.5')
  await userEvent.tab()
  await expect.element(amount).toHaveValue('7,500.5')
})

test('a refusal says why at its entry, and nowhere else', async () => {
  const detail = 'It is already COMPLETED.'
  const title = 'The transfer cannot be changed like this.'
  await show({ answer: () => problem(409, 'business-rule', title, { detail }) })
  await entry('Settle the transfer').click()
  const alert = sheet().getByRole('alert')
  await expect.element(alert).toHaveTextContent(`${title} ${detail}`)
  expect(alert.element().closest('li')?.textContent).toContain('Settle the transfer')
  await entry('+1 day').click()
  await expect.poll(() => alert.element().closest('li')).toBeNull()
  await expect.element(alert).toHaveTextContent(title)
})

test('the record of the page is the one that changes, until another is chosen', async () => {
  const { asked } = await show({ url: `/sandbox/transfers/${first}` })
  await entry('Return the transfer').click()
  await expect.poll(asked).toEqual([{ name: 'returnTransfer', target: first }])
  await userEvent.selectOptions(sheet().getByRole('combobox', { name: 'Transfer' }), second ?? '')
  await entry('Settle the transfer').click()
  await expect.poll(() => asked().at(-1)).toEqual({ name: 'settleTransfer', target: second })
})

test('a transfer that is not among the newest can be changed from its page', async () => {
  const own = '90000000-0000-4000-8000-000000000000'
  const { asked } = await show({ url: `/sandbox/transfers/${own}` })
  await expect
    .element(sheet().getByRole('combobox', { name: 'Transfer' }))
    .toHaveDisplayValue('The transfer on this page')
  await entry('Return the transfer').click()
  await expect.poll(asked).toEqual([{ name: 'returnTransfer', target: own }])
})

test('shows the time there, what is on, and what is missing', async () => {
  const clock = { now: '2026-11-23T11:12:08.000Z', speed: 0 }
  await renderInConsole(<RehearsalSheet environment="sandbox" isWorld={false} onClosed={() => {}} />, {
    answers: { 'GET /rehearsal': state({ clock, fault: 'slowDown', orders: [] }) },
  })
  await expect.element(sheet().getByRole('heading', { name: 'Clock, 23 Nov 2026 11:12:08 UTC, paused' })).toBeVisible()
  await expect.element(entry('Run')).toBeVisible()
  await expect.element(entry('Pause')).not.toBeInTheDocument()
  const on = sheet().getByText('on', { exact: true })
  expect(on.element().closest('li')?.textContent).toContain('Slow every answer down')
  await expect.element(sheet()).toHaveTextContent('None is open. A limit far from the market keeps an order open.')
  await expect.element(sheet()).toHaveTextContent('Changes the demo that everyone here shares.')
})

test('says so if it cannot be read', async () => {
  const title = 'The built-in sandbox could not be reached.'
  await renderInConsole(<RehearsalSheet environment="sandbox" isWorld onClosed={() => {}} />, {
    answers: { 'GET /rehearsal': () => problem(503, 'service-failed', title, { detail: 'Try again.' }) },
  })
  await expect.element(sheet().getByRole('alert')).toHaveTextContent(`${title} Try again.`)
})

test('takes the focus, and closes by Esc from a field too', async () => {
  const { onClosed } = await show()
  await expect.element(sheet().getByRole('heading', { name: 'Rehearse' })).toHaveFocus()
  await userEvent.click(wires().getByRole('textbox', { name: 'Amount' }))
  await userEvent.keyboard('{Escape}')
  expect(onClosed).toHaveBeenCalledOnce()
})

test.each([
  ['light', 1440],
  ['dark', 1440],
  ['light', 390],
  ['dark', 390],
] as const)('has no accessibility findings in %s at %i px', async (colorScheme, width) => {
  await emulateMedia({ colorScheme })
  await show({ width, more: { fault: 'loseAnswer' } })
  await checkAccessibility()
})
