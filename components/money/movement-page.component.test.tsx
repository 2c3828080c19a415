/** The page of a movement of money, in each state that it can be in. */
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { liveFeed } from '@/components/live/testing'
import { checkAccessibility, emulateMedia } from '@/components/testing/browser'
import { type AnswerFor, type Answers, problem, written } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import { refresh, updates } from '@/components/testing/updates'
import type { Approval } from '@/lib/api/approval'
import type { Role } from '@/lib/provider/roles'
import { MovementPage } from './movement-page'
import { chain, comparison, idOf, movement, plan, route, ruleRequest } from './testing'

const id = idOf(1)

type Options = { width?: number; shown?: string; roles?: readonly Role[] }

const show = (answer: AnswerFor, { width, shown = id, roles = ['treasury'] }: Options = {}, more: Answers = {}) =>
  renderInConsole(
    <MovementPage environment="sandbox" id={shown} mayWrite={roles.some((role) => role !== 'support')} />,
    { url: `/sandbox/money/${shown}`, width, session: { roles }, answers: { 'GET /movements/{id}': answer, ...more } },
  )

const main = () => page.getByRole('main')
const stations = () => page.getByRole('list', { name: 'Stations of this movement' }).getByRole('listitem')
const station = (title: string) => stations().filter({ has: page.getByRole('heading', { name: title, exact: true }) })

test('a movement that arrived shows what each station took, how it is known, and that it adds up', async () => {
  await show(movement(chain(), { compared: comparison }))
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Mint USDC, MD-4418')
  await expect.element(main()).toHaveTextContent('Arrived')
  await expect.poll(() => stations().elements()).toHaveLength(3)
  await expect.element(station('Wire in')).toHaveTextContent(/250,000\.00.*USD.*−10\.00.*USD.*249,990\.00/)
  await expect.element(station('Wire in')).toHaveTextContent('Same memo as the rule USDC mint')
  await expect.element(station('Minted')).toHaveTextContent('USD to USDC at 1.00')
  await expect.element(station('Minted')).toHaveTextContent('Converted by the rule USDC mint')
  await expect.element(station('Sent on Ethereum')).toHaveTextContent('Sent on by the same rule')
  await expect.element(station('Minted')).toHaveTextContent('usually 3 min')
  const sum = page.getByRole('table', { name: 'Sum in USD' })
  await expect.element(sum).toHaveTextContent(/Left after fees.*249,989\.00.*Arrived.*249,989\.00.*Difference.*0\.00/)
  await expect.element(main()).toHaveTextContent('USDC counted at 1.00, as rules convert it.')
  await expect.element(page.getByRole('heading', { name: 'Compared with the last 14' })).toBeVisible()
  await checkAccessibility()
})

test('the reply to the customer says what came and what arrived, and has no ID of ours', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show(movement(chain()))
  await page.getByRole('button', { name: 'Copy reply' }).click()
  const [text = ''] = copied.mock.lastCall ?? []
  expect(text).toContain('Your wire deposit of 250,000.00 USD reached us on 23 Nov 2026 09:03 UTC.')
  expect(text).toContain('249,989.00 USDC arrived on Ethereum on 23 Nov 2026 09:07 UTC')
  expect(text).toContain('after 10.00 USD and 1.00 USDC in fees')
  expect(text).toContain(`0x${'95'.repeat(32)}`)
  expect(text).not.toMatch(/00000000-0000|profile-1|MD-4418/)
})

test('one that waits for travel rule details says who acts, where the money is, and what to send', async () => {
  const stuck = chain({
    4: { status: 'PENDING', crypto_tx_hash: undefined, secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } },
  })
  await show(movement(stuck))
  await expect.element(main()).toHaveTextContent('Waiting for travel rule details')
  await expect
    .element(main())
    .toHaveTextContent(
      '249,990.00 USDC is on hold until the details are sent. There is no hash yet, so nothing shows that it has left profile',
    )
  await expect.element(page.getByRole('heading', { name: 'Who acts' })).toBeVisible()
  await expect.element(main()).toHaveTextContent('Provider Continues once it has them.')
  await expect.element(station('Minted')).toHaveTextContent(/^3 min/)
  await expect.element(page.getByRole('heading', { name: 'What to send' })).toBeVisible()
  const facts = page.getByRole('region', { name: 'What to send' }).or(main())
  await expect.element(facts.first()).toHaveTextContent('0x4c1D9e02b7A3f8E6d0C4b2A19e3F7d6C8b5F19e0')
  await expect.element(station('Send on Ethereum')).toHaveTextContent('No hash yet')
  await expect.element(page.getByRole('heading', { name: 'Where the money is' })).toBeVisible()
  expect(page.getByText('Missing', { exact: true }).elements(), 'nothing is invented').toEqual([])
  await checkAccessibility()
})

test('what to send for a wire that waits names the owner of the account', async () => {
  const stuck = chain({
    4: {
      type: 'WIRE_WITHDRAWAL',
      status: 'PENDING',
      crypto_network: undefined,
      crypto_tx_hash: undefined,
      asset: 'USD',
      destination_address: undefined,
      fiat_account_id: 'account-1',
      secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' },
    },
  })
  const made = { operation: 'createFiatAccount' as const, record_id: 'account-1', record_name: 'Nordhavn Bank ••3310' }
  const account = { owner: 'Tallow Grain AS', bank: 'Nordhavn Bank' }
  await show(
    movement(stuck, {
      requests: [ruleRequest(), ruleRequest({ id: idOf(71), by: 'account', ...made, route: undefined })],
    }),
    {},
    { 'GET /intents': { intents: [{ ...ruleRequest(), id: idOf(71), ...made, account }], next_page_cursor: '' } },
  )
  await expect.element(main()).toHaveTextContent('RecipientTallow Grain AS, Nordhavn Bank ••3310')
})

test('a wire that is announced has taken no fee and brought nothing yet', async () => {
  const [wire] = chain({ 1: { status: 'PENDING', auto_conversion: undefined } })
  await show(movement(wire ? [wire] : []))
  await expect.element(station('Wire in')).toHaveTextContent(/In.*250,000\.00/)
  await expect.element(station('Wire in')).not.toHaveTextContent(/10\.00|249,990\.00/)
  await expect.element(main()).not.toHaveTextContent('in fees')
})

test('fees that differ are compared in one sentence', async () => {
  const fees = [
    { asset: 'USD', least: '10.00', most: '10.00' },
    { asset: 'USDC', least: '0.04', most: '8.53' },
  ]
  await show(movement(chain(), { compared: { ...comparison, fees } }))
  await expect.element(main()).toHaveTextContent('usually 10.00 USD and 0.04 to 8.53 USDC')
})

test('every usual time can be read without a pointer, beside the figures', async () => {
  await show(movement(chain(), { compared: comparison }))
  const steps = page.getByRole('complementary', { name: 'Figures' })
  await expect.element(steps).toHaveTextContent('Minted after 1 min usually 1 min')
  await expect.element(steps).toHaveTextContent('Sent on Ethereum after 4 min usually 3 min')
})

test('money whose rule has not gone on in its time says so, and who asks whom', async () => {
  const [wire] = chain({ 1: { auto_conversion: undefined } })
  const ahead = [{ key: 'ahead 0', kind: 'minted' as const, route, in: { amount: '249990.00', asset: 'USD' } }]
  await show(movement(wire ? [wire] : [], { ahead }))
  await expect.element(main()).toHaveTextContent('Late: mint has not happened')
  await expect.element(main()).toHaveTextContent(/The money came .* ago, and its rule has not continued\./)
  await expect.element(main()).toHaveTextContent('Mintdesk counts it as late after 1 h; the provider gives no time.')
  await expect.element(main()).toHaveTextContent('249,990.00 USD is in profile profile-1.')
  await checkAccessibility()
})

test('what is still to come stands after it, as expected', async () => {
  const [wire] = chain({ 1: { status: 'PENDING', auto_conversion: undefined } })
  const ahead = [
    ...[{ key: 'ahead 0', kind: 'minted' as const, route, in: { amount: '249990.00', asset: 'USD' } }],
    {
      key: 'ahead 1',
      kind: 'out' as const,
      route,
      in: { amount: '249990.00', asset: 'USDC' },
      out: { amount: '249990.00', asset: 'USDC' },
    },
  ]
  await show(movement(wire ? [wire] : [], { ahead, compared: comparison }))
  await expect.element(station('Mint')).toHaveTextContent('usually 1 min later')
  await expect.element(station('Mint')).toHaveTextContent('Rule USDC mint, automatic. Expected.')
  await expect.element(station('Send on Ethereum')).toHaveTextContent('Fee as in the last 14. Expected.')
  await expect.element(main()).toHaveTextContent(/250,000\.00.*249,989\.00.*USDC expected/)
  await expect.element(main()).toHaveTextContent('On its way')
})

test('one that failed in the middle says where the money is now, and nothing that still follows', async () => {
  const failed = chain({ 4: { status: 'FAILED', crypto_tx_hash: undefined } })
  await show(movement(failed))
  await expect.element(main()).toHaveTextContent('Failed at “Send on Ethereum”')
  await expect.element(main()).toHaveTextContent('249,990.00 USDC is in profile profile-1.')
  await expect.element(station('Send on Ethereum')).not.toHaveTextContent('249,989.00')
})

test('a cent that nothing explains is shown as such', async () => {
  await show(movement(chain({ 1: { total: '249989.99' } })))
  await expect.element(page.getByRole('table', { name: 'Sum in USD' })).toHaveTextContent(/Not explained.*0\.01/)
  await expect.element(main()).toHaveTextContent("The provider's records don't explain this.")
})

test('with an unknown status nothing is said to add up', async () => {
  await show(movement(chain({ 4: { status: 'HELD_FOR_REVIEW' as 'PENDING' } })))
  await expect.element(main()).toHaveTextContent('Not known')
  await expect
    .element(main())
    .toHaveTextContent("It can't be said whether the money adds up: the status of a transfer is not known.")
})

const planned = (changes = {}) => movement([], { id: plan.id, plan, ...changes })
const waiting = { state: 'confirmed', by: 'plan' } as const

test('a plan waits for its wire, whose text is copied for the bank, and sends a test wire once', async () => {
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { calls, reload } = await show(
    planned({ requests: [ruleRequest(waiting)] }),
    { shown: plan.id },
    { initiateSandboxFiatDeposit: () => written({}) },
  )
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(plan.label)
  await expect.element(page.getByRole('heading', { name: 'Waiting for the wire' })).toBeVisible()
  await page.getByRole('button', { name: 'Copy the text for the bank' }).click()
  expect(copied.mock.lastCall?.[0]).toContain('Memo: MD-4418')
  const send = page.getByRole('button', { name: 'Send a test wire of 250,000.00 USD' })
  await send.click()
  await expect.element(main()).toHaveTextContent('The test wire was sent.')
  // Another tab may not know that yet.
  await reload()
  await send.click()
  const sent = () => calls.filter(({ operation }) => operation === 'initiateSandboxFiatDeposit')
  await expect.poll(sent).toHaveLength(2)
  expect(sent()[0]?.body).toMatchObject({ amount: '250000.00', asset: 'USD', memo_id: 'MD-4418' })
  expect(new Set(sent().map(({ headers }) => headers.get('x-mintdesk-intent'))).size, 'one intent').toBe(1)
  await checkAccessibility()
})

/** The request for the rule of a plan, which a policy holds. */
const approvedRequest = (approval: Partial<Approval>, more: Parameters<typeof ruleRequest>[0] = {}) =>
  ruleRequest({
    by: 'plan',
    state: 'waiting',
    route: undefined,
    ...more,
    approval: {
      state: 'waiting',
      version: 1,
      missing: [],
      expires_at: '2026-11-23T15:00:00Z',
      decisions: [],
      requirements: [{ rule: 'rules', because: 'always', count: 1, roles: ['approver'] }],
      approvers: [],
      may_decide: false,
      digest: 'one',
      ...approval,
    },
  })

test('the track of a plan shows by when others approve its rule', async () => {
  await show(planned({ requests: [approvedRequest({ approvers: ['Tomas Brandt'] })] }), { shown: plan.id })
  await expect.element(station('Requested')).toBeVisible()
  await expect.element(station('Approval')).toHaveTextContent(/by .*15:00.*Tomas Brandt.*Each request of this kind/)
  await checkAccessibility()
})

test('the track of a plan shows who approved its rule, and when', async () => {
  const decisions = [{ person: 'Tomas Brandt', kind: 'approve', at: '2026-11-23T10:22:00Z', is_current: true } as const]
  const requests = [approvedRequest({ state: 'approved', decisions }, { state: 'confirmed', route })]
  await show(planned({ requests }), { shown: plan.id })
  await expect.element(station('Approved')).toHaveTextContent(/10:22.*by Tomas Brandt/)
})

test.each([
  ['was never sent', [], 'Its rule does not exist yet: its request was never sent.'],
  ['was refused', [ruleRequest({ by: 'plan', state: 'refused', route: undefined })], 'Its rule was not created.'],
  [
    'has an unknown outcome',
    [ruleRequest({ by: 'plan', state: 'unknown', route: undefined })],
    'It is not known whether its rule exists.',
  ],
  [
    'waits for approval',
    [approvedRequest({ state: 'waiting', approvers: ['Tomas Brandt', 'Maren Vick'] })],
    'Waiting for Tomas Brandt or Maren Vick. Nothing was sent: do not send the money yet.',
  ],
  [
    'was declined',
    [approvedRequest({ state: 'declined' }, { state: 'refused', reason: 'Declined by Maren Vick: Not today.' })],
    'Its rule was declined. Declined by Maren Vick: Not today.',
  ],
])('a plan whose rule %s says so, and offers no wire', async (_, requests, said) => {
  await show(planned({ requests }), { shown: plan.id })
  await expect.element(main()).toHaveTextContent(said)
  expect(page.getByRole('button', { name: /Send a test wire/ }).elements()).toEqual([])
})

test('a wire with a memo that is nearly right is offered, and is the plan only once a person says so', async () => {
  const near = { transfer: idOf(9), amount: '250000.00', asset: 'USD', at: '2026-11-23T09:05:00Z', status: 'COMPLETED' }
  const { calls } = await show(
    planned({ requests: [ruleRequest(waiting)], candidates: [{ ...near, by: 'memo', memo: 'MD-4481' }] }),
    { shown: plan.id },
    { 'POST /movements/{id}/joins': {} },
  )
  await expect.element(page.getByRole('heading', { name: 'It may be one of these deposits' })).toBeVisible()
  await page.getByRole('button', { name: 'This is it: 250,000.00 USD, memo MD-4481' }).click()
  await expect
    .poll(() => calls.find(({ path }) => path.endsWith('/joins')))
    .toMatchObject({ path: `/movements/${plan.id}/joins`, body: { other: idOf(9) } })
  await checkAccessibility()
})

const another = { ...plan, id: idOf(51), label: 'Settlement 20932', person: 'Kim Lee' }
const run = { transfer: idOf(9), asset: 'USD', at: '2026-11-23T09:05:00Z', status: 'COMPLETED', by: 'rule' as const }

test('a plan says which amounts count as its money, and offers what came by its rule and is not certainly its own', async () => {
  const near = { ...run, amount: '249990.00', plans: [another] }
  const little = { ...run, transfer: idOf(8), amount: '0.01' }
  await show(planned({ requests: [ruleRequest(waiting)], candidates: [near, little], unplanned: [near, little] }), {
    shown: plan.id,
  })
  await expect.element(main()).toHaveTextContent('Counts as its money249,900.00 to 250,100.00 USD')
  await expect.element(main()).toHaveTextContent('by its rule; it also fits Settlement 20932, 250,000.00 USD')
  await expect.element(main()).toHaveTextContent('by its rule, with another amount')
  // It is offered above, and said once.
  await expect.element(main()).not.toHaveTextContent('no plan explains')
  await checkAccessibility()
})

test('money that fits two plans leads to both, and says that nothing proves whose it is', async () => {
  await show(movement(chain(), { fits: [{ ...plan, label: 'Settlement 20931' }, another] }))
  await expect.element(main()).toHaveTextContent('It fits 2 plans, and nothing proves whose it is.')
  await expect
    .element(page.getByRole('link', { name: 'Settlement 20932, 250,000.00 USD' }))
    .toHaveAttribute('href', `/sandbox/money/${idOf(51)}`)
})

test('money that a person joined with its plan and that no rule has run with says so', async () => {
  const unrun = { person: 'Ana Ruiz', at: '2026-11-23T09:10:00.000Z' }
  await show(movement(chain().slice(0, 1), { id: plan.id, plan, unrun }), { shown: plan.id })
  await expect.element(main()).toHaveTextContent('Joined by Ana Ruiz; no rule has run with it.')
  await checkAccessibility()
})

test('a withdrawn plan whose rule still waits for approval says so, and who can withdraw it', async () => {
  const withdrawn = { person: 'Kim Lee', at: '2026-11-23T10:00:00.000Z' }
  await show(planned({ plan: { ...plan, withdrawn }, requests: [approvedRequest({})] }), { shown: plan.id })
  await expect.element(main()).toHaveTextContent('The request for its rule still waits for approval.')
  await expect.element(main()).toHaveTextContent('Ines Okafor, who asked for it, can withdraw it.')
  await expect
    .element(page.getByRole('link', { name: 'Open the request' }))
    .toHaveAttribute('href', `/sandbox/activity/${plan.rule_intent}`)
})

test('a plan is withdrawn once a person confirms it', async () => {
  const { calls } = await show(
    planned({ requests: [ruleRequest(waiting)] }),
    { shown: plan.id },
    { 'PATCH /movements/{id}': {} },
  )
  await page.getByRole('button', { name: 'Withdraw plan' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw this plan?' })
  await expect.element(dialog).toHaveTextContent('a wire with memo MD-4418 still triggers it')
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([])
  await dialog.getByRole('button', { name: 'Withdraw plan' }).click()
  await expect.poll(() => calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ action: 'withdraw' })
})

test('a withdrawn plan says by whom and when, offers nothing to send, and shows what came by its rule', async () => {
  const late = { transfer: idOf(8), amount: '5.00', asset: 'USD', at: '2026-11-24T09:10:00Z', status: 'COMPLETED' }
  const withdrawn = { person: 'Kim Lee', at: '2026-11-23T10:00:00.000Z' }
  await show(planned({ plan: { ...plan, withdrawn }, requests: [ruleRequest(waiting)], unplanned: [late] }), {
    shown: plan.id,
  })
  await expect.element(main()).toHaveTextContent(/Withdrawn.*by Kim Lee, 23 Nov 2026 10:00:00/)
  await expect.element(main()).toHaveTextContent('Kim Lee withdrew this plan.')
  await expect.element(main()).toHaveTextContent('1 payment came by its rule, and no plan explains it: 5.00 USD.')
  expect(page.getByRole('button', { name: /wire|Withdraw/ }).elements()).toEqual([])
  await checkAccessibility()
})

test('a wire that a person sent at the bank is said to be sent, and never to have moved', async () => {
  const { calls } = await show(
    planned({ requests: [ruleRequest(waiting)] }),
    { shown: plan.id },
    { 'PATCH /movements/{id}': {} },
  )
  await page.getByRole('button', { name: 'I have sent the wire' }).click()
  await expect.poll(() => calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ action: 'sent' })
})

test('what a person said of the wire stands with their name and time, and can be taken back', async () => {
  const sent = { person: 'Kim Lee', at: '2026-11-23T09:14:00.000Z' }
  const due = { at: '2099-11-24T09:14:00.000Z' }
  const { calls } = await show(
    planned({ plan: { ...plan, sent }, due, requests: [ruleRequest(waiting)] }),
    { shown: plan.id },
    { 'PATCH /movements/{id}': {} },
  )
  await expect
    .element(main())
    .toHaveTextContent(/Kim Lee says the wire was sent at 23 Nov 2026 09:14:00.*; it has not arrived yet\./)
  await expect.element(main()).toHaveTextContent('Waiting for the wire')
  expect(page.getByRole('button', { name: 'I have sent the wire' }).elements()).toEqual([])
  await page.getByRole('button', { name: 'It was not sent' }).click()
  await expect.poll(() => calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ action: 'not-sent' })
  await checkAccessibility()
})

test('a plan whose wire is late says since when, why that counts as late, and who acts', async () => {
  const due = { at: '2026-11-24T09:14:00.000Z', usual: 1_500, count: 4 }
  await show(planned({ due, requests: [ruleRequest(waiting)] }), { shown: plan.id })
  await expect.element(main()).toHaveTextContent('Late: waiting for the wire')
  await expect.element(main()).toHaveTextContent('The wire has not come by 24 Nov 2026 09:14 UTC.')
  await expect.element(main()).toHaveTextContent('Usually it comes after 25 min (the last 4).')
  await checkAccessibility()
})

test('a wire that came twice needs a person, with its sum', async () => {
  const twice = {
    transfer: idOf(8),
    amount: '250000.00',
    asset: 'USD',
    at: '2026-11-23T09:10:00Z',
    status: 'COMPLETED',
  }
  await show(movement(chain(), { id: plan.id, plan, unplanned: [twice] }), { shown: plan.id })
  await expect
    .element(main())
    .toHaveTextContent('1 more payment came by the same rule, and no plan explains it: 250,000.00 USD.')
  await expect
    .element(page.getByRole('link', { name: '250,000.00 USD' }))
    .toHaveAttribute('href', `/sandbox/money/${idOf(8)}`)
})

test('a wire of another amount than planned needs a person, and the request stands first on the track', async () => {
  await show(movement(chain(), { id: plan.id, plan: { ...plan, amount: '250000.01' } }), { shown: plan.id })
  await expect.element(main()).toHaveTextContent('250,000.01 USD was planned, and 250,000.00 USD came: 0.01 USD less.')
  await expect.element(stations().first()).toHaveTextContent(/Requested.*Ines Okafor.*250,000\.01.*USD.*Memo MD-4418/)
})

test('a transfer that a person adds is joined in their name', async () => {
  const { calls } = await show(movement(chain()), {}, { 'POST /movements/{id}/joins': {} })
  await page.getByRole('button', { name: 'More actions' }).click()
  const field = page.getByRole('textbox', { name: 'Add a transfer' })
  await field.fill('5899')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription(/Enter the whole ID of a transfer/)
  await field.fill(idOf(9))
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => calls.find(({ method }) => method === 'POST')?.body).toEqual({ other: idOf(9) })
  await expect.element(field).not.toBeInTheDocument()
})

test('a link by a person names them and the day', async () => {
  const [wire] = chain({ 1: { auto_conversion: undefined } })
  const [, , , out] = chain({ 4: { auto_conversion: undefined } })
  const joins = [{ transfer: idOf(1), other: idOf(4), person: 'Ines Okafor', at: '2026-11-25T10:00:00.000Z' }]
  const { calls } = await show(
    movement(wire && out ? [wire, out] : [], { joins, requests: [] }),
    {},
    { 'DELETE /movements/{id}/joins/{other}': {} },
  )
  await expect.element(station('Sent on Ethereum')).toHaveTextContent('Joined by Ines Okafor, 25 Nov')
  await station('Sent on Ethereum').getByRole('button', { name: 'Undo: joined by Ines Okafor' }).click()
  await expect
    .poll(() => calls.find(({ method }) => method === 'DELETE')?.path)
    .toBe(`/movements/${idOf(1)}/joins/${idOf(4)}`)
})

test('a join that was undone is told, with where the other part is', async () => {
  const undone = [
    {
      transfer: idOf(1),
      other: idOf(9),
      person: 'Ines Okafor',
      at: '2026-11-25T10:00:00.000Z',
      undone: { person: 'Kim Lee', at: '2026-11-25T10:05:00.000Z' },
    },
  ]
  await show(movement(chain(), { undone }), { roles: ['support'] })
  await expect
    .element(main())
    .toHaveTextContent(/Ines Okafor joined it with another transfer.*; Kim Lee undid that, 25 Nov 2026 10:05:00/)
  await expect
    .element(page.getByRole('link', { name: 'another transfer' }))
    .toHaveAttribute('href', `/sandbox/money/${idOf(9)}`)
  expect(page.getByRole('button', { name: /^Undo/ }).elements()).toEqual([])
})

test('for people who may not read requests nothing is said of them, and nothing can be sent', async () => {
  await show(movement(chain(), { requests: undefined }), { roles: ['support'] })
  await expect.element(station('Minted')).toHaveTextContent('Converted automatically')
  expect(page.getByText('Requests made here').elements()).toEqual([])
  expect(page.getByRole('button', { name: 'More actions' }).elements()).toEqual([])
})

test('a failed read is shown, and one that was read stays with its age', async () => {
  let isFailing = true
  await show(() =>
    isFailing ? problem(502, 'service-unreachable', 'The provider is not responding.') : movement(chain()),
  )
  await expect.element(main()).toHaveTextContent('The provider is not responding.')
  isFailing = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(main()).toHaveTextContent('Arrived')
  isFailing = true
  await refresh()
  await expect.element(main()).toHaveTextContent(/Last updated .* ago\./)
  await expect.element(main()).toHaveTextContent('Arrived')
})

test('an ID of nothing is said to be one, and takes the focus', async () => {
  await show(problem(404, 'no-such-movement', 'No movement with this ID.'))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Movement not found' })).toHaveFocus()
})

test('a status that the live list brought is never replaced by an older one', async () => {
  const pending = chain({ 4: { status: 'PENDING' } })
  const done = chain({ 4: { updated_at: '2026-11-23T09:30:00.000Z' } })[3]
  const feed = liveFeed()
  await show(movement(pending), {}, feed.answers)
  await expect.element(updates('Live')).toBeVisible()
  await expect.element(main()).toHaveTextContent('On its way')
  if (done) feed.change(done)
  await expect.element(main()).toHaveTextContent('Arrived')
  await refresh()
  await expect.element(main()).toHaveTextContent('Arrived')
})

test('on paper there is a receipt of the whole movement', async () => {
  await show(movement(chain()))
  await expect.element(main()).toHaveTextContent('Arrived')
  await emulateMedia({ media: 'print' })
  const receipt = page.getByRole('article')
  await expect.element(receipt).toHaveTextContent('Receipt of a movement of money, sandbox, no real money')
  await expect.element(receipt).toHaveTextContent('250,000.00 USD → 249,989.00 USDC')
  await expect.element(receipt).toHaveTextContent('Printed from Mintdesk; not a confirmation by the provider.')
})

test('on paper a plan that waits for its money is there too', async () => {
  await show(planned({ requests: [ruleRequest(waiting)] }), { shown: plan.id })
  await expect.element(page.getByRole('heading', { name: 'Waiting for the wire' })).toBeVisible()
  await emulateMedia({ media: 'print' })
  await expect.element(page.getByRole('heading', { name: 'Waiting for the wire' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('on a phone the stations are one line, and nothing is wider than the screen', async () => {
  await show(movement(chain({ 1: { amount: `1${'0'.repeat(30)}.00` } })), { width: 390 })
  await expect.poll(() => stations().elements()).toHaveLength(3)
  const [first, second] = stations()
    .elements()
    .map((one) => one.getBoundingClientRect())
  expect(second?.left).toBe(first?.left)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await checkAccessibility()
})
