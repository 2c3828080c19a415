/** Approvals: who approves in production is confirmed first; and the destinations of a policy's draft. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { IntentPage } from '@/components/activity/intent-page'
import { intentOf } from '@/components/activity/testing'
import { checkAccessibility } from '@/components/testing/browser'
import { button, field, note } from '@/components/testing/forms'
import { type Answers, type Call, problem } from '@/components/testing/proxy'
import { transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import { type Identity, stepUpAddress } from '@/lib/api/step-up'
import type { Policies, PolicyVersion, Simulation } from '@/lib/features/approvals/interface'
import type { ApprovedDestination, Policy, PolicyRule } from '@/lib/features/approvals/policy'
import { ApprovalsPage } from './approvals-page'
import { DestinationEditor } from './destinations'
import { PoliciesPage } from './policies-page'
import { PolicyRuleForm } from './policy-rule-form'

const inAnHour = new Date(Date.now() + 3_600_000).toISOString()

const waitingIntent = (identity: Identity) =>
  intentOf({
    environment: 'production',
    state: 'waiting',
    is_mine: false,
    approval: {
      state: 'waiting',
      version: 1,
      expires_at: inAnHour,
      decisions: [],
      approvers: ['Tomas Brandt'],
      requirements: [{ rule: 'all', because: 'always', count: 1, roles: ['approver'] }],
      missing: [{ rule: 'all', because: 'always', count: 1, roles: ['approver'], missing: 1 }],
      may_decide: true,
      identity,
      digest: 'of-the-body',
    },
  })

async function openRequest(identity: Identity, answers: Answers = {}, width?: number) {
  const intent = waitingIntent(identity)
  const shown = (
    <>
      {/* The heading of the list beside the request. */}
      <h1 tabIndex={-1}>Approvals</h1>
      <IntentPage
        environment={'production'}
        person={'approver'}
        id={intent.id}
        roles={['approver']}
        pane={{ isChosen: false }}
      />
    </>
  )
  return renderInConsole(shown, {
    url: '/production/approvals',
    session: { person: 'approver', roles: ['approver'] as const },
    width,
    answers: { 'GET /intents/{id}': intent, 'GET /presets': { entries: [] }, ...answers },
  })
}

test.each([1440, 390])(
  'an approval in production is confirmed first, at %i px, and what fails there decides nothing',
  async (width) => {
    const { calls } = await openRequest(
      { digest: 'd-1' },
      {
        'POST /intents/{id}/decisions': problem(403, 'confirm-identity', 'Confirm that it is you.', {
          meta: { digest: 'd-1' },
        }),
        [`POST ${stepUpAddress}`]: problem(502, 'confirm-identity', 'Company sign-in is not responding.'),
      },
      width,
    )
    await button(/^Approve/).click()
    const confirm = button('Confirm it is you and approve')
    await expect.element(confirm).toHaveFocus()
    await expect.element(page.getByText(/^Company sign-in first confirms that it is you/)).toBeVisible()
    await checkAccessibility()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Company sign-in is not responding.')).toBeVisible()
    await expect.element(confirm).toBeVisible()
    expect(calls.filter(({ path }) => path === stepUpAddress).map(({ body }) => body)).toEqual([
      { digests: ['d-1'], return_to: '/production/approvals' },
    ])
  },
)

test('an approval whose confirmation failed says why, and one that is confirmed approves with the next press', async () => {
  const failed = await openRequest({ digest: 'd-1', refused: 'Another person signed in at company sign-in.' })
  await expect.element(note('Not confirmed.')).toHaveTextContent('Another person signed in at company sign-in.')
  await expect.element(button('Confirm it is you and approve')).toBeVisible()
  await checkAccessibility()
  await failed.screen.unmount()
  const confirmed = { digest: 'd-1', confirmed_until: new Date(Date.now() + 240_000).toISOString() }
  const approved = { ...waitingIntent(confirmed), state: 'confirmed' }
  const { calls } = await openRequest(confirmed, { 'POST /intents/{id}/decisions': approved })
  await expect.element(page.getByText(/^You confirmed that it is you\. This counts once/)).toBeVisible()
  await checkAccessibility()
  await button(/^Approve/).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  await expect
    .poll(() => calls.filter(({ method }) => method === 'POST').map(({ body }) => body))
    .toEqual([{ kind: 'approve', digest: 'of-the-body' }])
})

test('the list says what the reader approved or asked about, and nothing of what others decided', async () => {
  const at = '2026-11-19T13:30:00Z'
  const decided = (id: string, more: object) =>
    intentOf({
      id,
      state: 'waiting',
      is_mine: false,
      summary: `Order ${id}`,
      approval: {
        state: 'waiting',
        version: 1,
        expires_at: inAnHour,
        approvers: ['Maren Vick'],
        missing: [],
        digest: id,
        requirements: [{ rule: 'all', because: 'always', count: 2, roles: ['approver'] }],
        may_decide: false,
        decisions: [{ person: 'Tomas Brandt', kind: 'approve', at, is_current: true, ...more }],
      },
    })
  const intents = [
    decided('mine', { is_mine: true }),
    decided('asked', { is_mine: true, kind: 'ask' }),
    decided('edited', { is_mine: true, is_current: false }),
    decided('others', {}),
  ]
  await renderInConsole(<ApprovalsPage environment="sandbox">{() => null}</ApprovalsPage>, {
    url: '/sandbox/approvals',
    answers: { 'GET /intents': { intents, next_page_cursor: '' } },
  })
  const texts = () =>
    page
      .getByRole('listitem')
      .elements()
      .map((one) => /Approved by you|You asked/.exec(one.textContent)?.[0])
  await expect.poll(texts).toEqual(['Approved by you', 'You asked', undefined, undefined])
  await checkAccessibility()
})

test.each([1440, 390])(
  'the page of a request has its name as its only heading of the first level, at %i px',
  async (width) => {
    const intent = waitingIntent({})
    const { id } = intent
    await renderInConsole(
      <ApprovalsPage environment="production" selected={id}>
        {() => (
          <IntentPage
            environment="production"
            person="approver"
            id={id}
            roles={['approver']}
            pane={{ isChosen: true }}
          />
        )}
      </ApprovalsPage>,
      {
        url: `/production/approvals/${id}`,
        width,
        session: { person: 'approver', roles: ['approver'] as const },
        answers: {
          'GET /intents': { intents: [intent], next_page_cursor: '' },
          'GET /intents/{id}': intent,
          'GET /presets': { entries: [] },
          'POST /intents/{id}/decisions': intent,
        },
      },
    )
    const heading = page.getByRole('heading', { level: 1 })
    await expect.element(heading).toHaveTextContent(/Sell|Buy|order/i)
    expect(heading.elements()).toHaveLength(1)
    await checkAccessibility()
  },
)

test('what the reader decided is listed with what became of it, once it no longer waits', async () => {
  const decided = [
    intentOf({ id: 'sold', state: 'confirmed', record_status: 'FILLED' }),
    intentOf({ id: 'no', state: 'refused', approval: { ...waitingIntent({}).approval, state: 'declined' } as never }),
    intentOf({ id: 'still', state: 'waiting' }),
  ]
  await renderInConsole(<ApprovalsPage environment="sandbox">{() => null}</ApprovalsPage>, {
    url: '/sandbox/approvals',
    answers: {
      'GET /intents': ({ query }) => ({ intents: query.get('decided') === 'me' ? decided : [], next_page_cursor: '' }),
    },
  })
  const mine = page.getByRole('region', { name: 'Decided by you' })
  await expect.element(page.getByText('Nothing waits for approval')).toBeVisible()
  await expect
    .poll(() =>
      mine
        .getByRole('listitem')
        .elements()
        .map((one) => /Filled|Declined/.exec(one.textContent)?.[0]),
    )
    .toEqual(['Filled', 'Declined'])
  await checkAccessibility()
})

const noPolicies: Policies = { versions: [], has_other_admin: false, paid: [] }
const nothingHeld: Simulation = { weighed: 42, days: 90, asked_total: 0, asked: [], by_rule: {}, unread: 0 }
const presets = { 'GET /presets': { entries: [{ key: 'p-1', value: 'Main treasury' }] } }
const known: Answers = {
  ...presets,
  'GET /intents': { intents: [], next_page_cursor: '' },
  'GET /people': { people: [] },
  listTransfers: transferPage([]),
}
const admin = { url: '/sandbox/settings/policies', session: { person: 'admin', roles: ['admin'] as const } }
const policies = <PoliciesPage environment="sandbox" person="admin" mayChange />
const primaries = () =>
  page
    .getByRole('button')
    .elements()
    .filter((one) => one.className.includes('bg-env'))

test.each([1440, 390])('a first policy takes three presses, each with one primary button, at %i px', async (width) => {
  let policies_now = noPolicies
  const version = (body: unknown): PolicyVersion => ({
    version: 1,
    state: 'proposed',
    person: 'Ada',
    at: inAnHour,
    policy: body as Policy,
    may_activate: true,
  })
  const { calls } = await renderInConsole(policies, {
    ...admin,
    width,
    answers: {
      ...known,
      'GET /policies': () => policies_now,
      'POST /policies/simulate': ({ body }: Call) => {
        const [rule] = (body as Policy).rules
        return { ...nothingHeld, by_rule: { [rule?.id ?? '']: 0 } }
      },
      'PUT /policies/{id}': ({ body }: Call) => {
        policies_now = { ...noPolicies, versions: [version(body)] }
        return policies_now
      },
      'POST /policies/{id}/activate': () => {
        const versions = policies_now.versions.map((one) => ({ ...one, state: 'active' as const, activated_by: 'Ada' }))
        policies_now = { ...noPolicies, versions }
        return policies_now
      },
    },
  })
  const template = button('Two people for 100,000.00 USD and more')
  await expect.element(template).toBeVisible()
  expect(primaries()).toEqual([template.element()])
  await checkAccessibility()
  await template.click()
  await expect.element(page.getByText('It would have held 0 of 42 requests.')).toBeVisible()
  const sentence =
    /^(Never matched: )?Orders and rules of 100,000.00 USD and more .* need two approvers \(approver or admin\) within 24 h\.$/
  await expect.poll(() => page.getByText(sentence).elements().length).toBe(2)
  await expect.element(template).not.toBeInTheDocument()
  const propose = button('Propose version 1')
  expect(primaries()).toEqual([propose.element()])
  await checkAccessibility()
  await propose.click()
  const activate = button('Activate version 1')
  await expect.element(activate).toBeVisible()
  expect(primaries()).toEqual([activate.element()])
  activate.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Version 1, active' })).toBeVisible()
  await expect.element(button('Change')).toHaveFocus()
  expect(calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /policies/simulate',
    'PUT /policies/1',
    'POST /policies/1/activate',
  ])
})

test.each([1440, 390])(
  'a rule is a sentence whose blanks offer only what tells its requests apart, by mouse at %i px',
  async (width) => {
    await renderInConsole(policies, {
      ...admin,
      width,
      answers: { ...known, 'GET /policies': noPolicies, 'POST /policies/simulate': nothingHeld },
    })
    await button('Something else').click()
    const when = () => page.getByLabelText('When', { exact: true })
    const checkbox = (name: string) => page.getByRole('checkbox', { name, exact: true })
    /** Presses what is in the list of a blank, and closes it. */
    const press = async (blank: string, ...names: string[]) => {
      await button(new RegExp(`^${blank}: `)).click()
      for (const name of names) await checkbox(name).click()
      await userEvent.keyboard('{Escape}')
      await expect.element(button(new RegExp(`^${blank}: `))).toHaveFocus()
    }
    await press('What', 'Create fiat account')
    await expect.element(when()).toHaveDisplayValue('always')
    await expect.element(page.getByRole('option', { name: 'that move', exact: true })).not.toBeInTheDocument()
    await expect.element(field('Profile')).not.toBeInTheDocument()
    await press('What', 'Create fiat account', 'Send test wire')
    await press('Where', 'Sandbox', 'Production')
    await button('Keep the rule').click()
    await expect
      .element(button('Where: production'))
      .toHaveAccessibleDescription('There are test wires only in the sandbox.')
    await expect.element(button('Where: production')).toHaveFocus()
    await press('What', 'Send test wire', 'Create order', 'Create rule')
    await expect.element(when()).toHaveDisplayValue('that move')
    await field('Amount').fill('250000')
    await field('Profile').fill('main')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(field('Profile')).toHaveValue('Main treasury')
    await press('Count as USD', 'USDC', 'PYUSD')
    await checkAccessibility()
    await field('Asset').fill('BTC')
    await expect.element(button(/^Count as/)).not.toBeInTheDocument()
    await expect.element(page.getByText(/^Whatever cannot be compared with BTC is held too/)).toBeVisible()
    await field('Asset').fill('USD')
    expect(primaries()).toEqual([button('Keep the rule').element()])
    await button('Keep the rule').click()
    await expect
      .element(page.getByRole('listitem'))
      .toHaveTextContent(
        'Orders and rules (Main treasury) of 250,000.00 USD and more (USDC and PYUSD count as USD) in production, and whatever cannot be compared with USD, need one approver within 24 h.',
      )
  },
)

test('a rule is written by keyboard alone', async () => {
  const kept: PolicyRule[] = []
  const form = (
    <PolicyRuleForm
      environment={'sandbox'}
      person={'admin'}
      onSave={(rule) => kept.push(rule)}
      onCancel={() => {}}
      people={[{ subject: 'ines', name: 'Ines Okafor' }]}
    />
  )
  await renderInConsole(form, { ...admin, answers: known })
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('checkbox', { name: 'Create order' })).toHaveFocus()
  await userEvent.keyboard(' {Escape}')
  await expect.element(button('What: Orders')).toHaveFocus()
  while (document.activeElement !== field('Amount').element()) await userEvent.keyboard('{Tab}')
  await userEvent.keyboard('1,000,000{Tab}')
  await expect.element(field('Amount')).toHaveValue('1,000,000.00')
  button(/^Who: /)
    .element()
    .focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('checkbox', { name: 'Treasury' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button(/^Who: /)).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  expect(kept).toMatchObject([
    { operations: ['createOrder'], from: { amount: '1000000.00', asset: 'USD' }, approvers: { roles: ['approver'] } },
  ])
})

const paid = { to: 'account 0198c0de', first: '2026-11-01T09:00:00Z', last: '2026-11-18T09:00:00Z', requests: 3 }
const harbour = {
  intents: [
    intentOf({
      operation: 'createFiatAccount',
      record_id: '0198C0DE-1',
      record_name: '••2716',
      record_status: 'APPROVED',
      account: { owner: 'Harbour Payments Ltd' },
    }),
  ],
  next_page_cursor: '',
}
const elsewhere = { environment: 'production', to: 'profile p-9', name: 'Elsewhere' } as const

function Draft({ onChange }: { onChange: (all: ApprovedDestination[]) => void }) {
  const [destinations, setDestinations] = useState<ApprovedDestination[]>([elsewhere])
  const [isOpen, onOpen] = useState(false)
  const change = (all: ApprovedDestination[]) => {
    setDestinations(all)
    onChange(all)
  }
  const editor = { environment: 'sandbox', person: 'admin', destinations, paid: [paid], isOpen, onOpen } as const
  return <DestinationEditor {...editor} onChange={change} />
}

test.each([1440, 390])(
  'destinations are added to a draft by form or from what was paid, and withdrawn, at %i px',
  async (width) => {
    let kept: ApprovedDestination[] = []
    const draft = (
      <Draft
        onChange={(all) => {
          kept = all
        }}
      />
    )
    await renderInConsole(draft, { ...admin, width, answers: { ...known, 'GET /intents': harbour } })
    await button('Add a destination').click()
    await field('Kind').selectOptions('Crypto address')
    await button('Keep the destination').click()
    await expect.element(field('Network')).toHaveAccessibleDescription('Enter a network, like ETHEREUM.')
    await expect.element(field('Address')).toHaveFocus()
    await expect.element(field('Address')).toHaveAccessibleDescription('Enter an ID or an address.')
    await checkAccessibility()
    await field('Address').fill('0x52908400098527886E0F7030069857D2E4169EE7')
    await field('Network').fill('ethereum')
    await field('Name').fill('Cold storage')
    await userEvent.keyboard('{Enter}')
    const cold = { environment: 'sandbox', name: 'Cold storage' } as const
    const to = 'address ETHEREUM 0x52908400098527886e0f7030069857d2e4169ee7'
    expect(kept).toEqual([elsewhere, { ...cold, to }])

    await button('Add a destination').click()
    await field('Paid before').selectOptions('Fiat account 0198c0de')
    await field('Name').fill('Halden Bank')
    await checkAccessibility()
    await button('Keep the destination').click()
    expect(kept).toHaveLength(3)
    // It is there once.
    await button('Add a destination').click()
    await expect.element(field('Paid before')).not.toBeInTheDocument()
    await field('Fiat account').fill('0198C0DE')
    await field('Name').fill('Again')
    await button('Keep the destination').click()
    await expect
      .element(field('Fiat account'))
      .toHaveAccessibleDescription(
        'This destination is in the draft already. None of those listed: it counts as an ID.',
      )
    expect(kept).toHaveLength(3)
    await button('Cancel').click()
    await expect.element(button('Add a destination')).toHaveFocus()
    await button('Withdraw Cold storage').click()
    expect(kept).toEqual([elsewhere, { environment: 'sandbox', to: paid.to, name: 'Halden Bank' }])
    // Those that have a name here are found and called by it.
    await button('Add a destination').click()
    await field('Fiat account').fill('harb')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(field('Name')).toHaveValue('Harbour Payments Ltd, ••2716')
    await field('Kind').selectOptions('Profile')
    await page.getByLabelText('Profile', { exact: true }).fill('main')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(field('Name')).toHaveValue('Main treasury')
    await button('Keep the destination').click()
    expect(kept.at(-1)).toEqual({ environment: 'sandbox', to: 'profile p-1', name: 'Main treasury' })
    await expect.element(page.getByText('Elsewhere')).not.toBeInTheDocument()
    await checkAccessibility()
  },
)

test('a threshold that may mean two amounts is asked back, and none is kept meanwhile', async () => {
  const kept: PolicyRule[] = []
  const rule: PolicyRule = {
    id: 'large',
    operations: ['createOrder'],
    environments: ['sandbox'],
    expires_hours: 24,
    from: { amount: '1', asset: 'USD' },
    approvers: { count: 1, roles: ['approver'] },
  }
  const form = (
    <PolicyRuleForm
      environment={'sandbox'}
      person={'admin'}
      people={[]}
      rule={rule}
      onSave={(rule) => kept.push(rule)}
      onCancel={() => {}}
    />
  )
  await renderInConsole(form, { ...admin, answers: known })
  await field('Amount').fill('250.000')
  await button('Keep the rule').click()
  await expect.element(field('Amount')).toHaveAccessibleDescription('Did you mean 250 or 250,000?')
  await expect.element(field('Amount')).toHaveFocus()
  expect(kept).toEqual([])
  await button('250,000').click()
  await button('Keep the rule').click()
  expect(kept.map(({ from }) => from)).toEqual([{ amount: '250000.00', asset: 'USD' }])
})

test('the press on the button of a form counts before the field that it leaves shows its value in another way', async () => {
  const form = (
    <PolicyRuleForm environment={'sandbox'} person={'admin'} people={[]} onSave={() => {}} onCancel={() => {}} />
  )
  await renderInConsole(form, { ...admin, answers: known })
  await field('Amount').fill('250000')
  await userEvent.hover(button('Keep the rule'))
  const press = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
  button('Keep the rule').element().dispatchEvent(press)
  expect(press.defaultPrevented).toBe(true)
  await expect.element(field('Amount')).toHaveFocus()
})
