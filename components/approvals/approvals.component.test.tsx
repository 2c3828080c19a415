/** Approvals: who approves in production is confirmed first; and the destinations of a policy's draft. */
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { IntentPage } from '@/components/activity/intent-page'
import { intentOf } from '@/components/activity/testing'
import { checkAccessibility } from '@/components/testing/browser'
import { button, field, note } from '@/components/testing/forms'
import { type Answers, problem } from '@/components/testing/proxy'
import { renderInConsole } from '@/components/testing/render'
import { type Identity, stepUpAddress } from '@/lib/api/step-up'
import type { Policies } from '@/lib/features/approvals/interface'
import type { ApprovedDestination, PolicyRule } from '@/lib/features/approvals/policy'
import { ApprovalsPage } from './approvals-page'
import { DestinationEditor } from './destinations'
import { PoliciesPage } from './policies-page'
import { PolicyRuleForm } from './policy-rule-form'

const inAnHour = new Date(Date.now() + 3_600_000).toISOString()

const waitingIntent = (identity: Identity) =>
  intentOf({
    ...{ environment: 'production', state: 'waiting', is_mine: false, policy_version: 1 },
    approval: {
      ...{ state: 'waiting', version: 1, expires_at: inAnHour, decisions: [], approvers: ['Tomas Brandt'] },
      requirements: [{ rule: 'all', because: 'always', count: 1, roles: ['approver'] }],
      missing: [{ rule: 'all', because: 'always', count: 1, roles: ['approver'], missing: 1 }],
      ...{ may_decide: true, identity, digest: 'of-the-body' },
    },
  })

async function openRequest(identity: Identity, answers: Answers = {}, width?: number) {
  const intent = waitingIntent(identity)
  const shown = (
    <IntentPage
      {...{ environment: 'production', person: 'approver', id: intent.id }}
      roles={['approver']}
      pane={{ isChosen: false }}
    />
  )
  return renderInConsole(shown, {
    ...{ url: '/production/approvals', session: { person: 'approver', roles: ['approver'] as const }, width },
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
  await expect
    .poll(() => calls.filter(({ method }) => method === 'POST').map(({ body }) => body))
    .toEqual([{ kind: 'approve', digest: 'of-the-body' }])
})

test('the list says what the reader approved or asked about, and nothing of what others decided', async () => {
  const at = '2026-11-19T13:30:00Z'
  const decided = (id: string, more: object) =>
    intentOf({
      ...{ id, state: 'waiting', is_mine: false, summary: `Order ${id}` },
      approval: {
        ...{ state: 'waiting', version: 1, expires_at: inAnHour, approvers: ['Maren Vick'], missing: [], digest: id },
        ...{ requirements: [{ rule: 'all', because: 'always', count: 2, roles: ['approver'] }], may_decide: false },
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

const noPolicies: Policies = { versions: [], has_other_admin: true, paid: [] }

test.each([1440, 390])(
  'a rule is offered only what tells its requests apart, and its sentence says what it holds, at %i px',
  async (width) => {
    await renderInConsole(<PoliciesPage environment="sandbox" person="admin" mayChange />, {
      ...{ url: '/sandbox/settings/policies', session: { person: 'admin', roles: ['admin'] as const }, width },
      answers: { 'GET /policies': noPolicies, 'GET /people': { people: [] } },
    })
    await button('Write a policy').click()
    await button('Add a rule').click()
    const option = (name: string) => page.getByRole('radio', { name })
    const checkbox = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await checkbox('Create fiat account').click()
    await expect.element(option('From an amount')).not.toBeInTheDocument()
    await expect.element(option('Always')).toBeChecked()
    await expect.element(page.getByLabelText(/^Profile ID/)).not.toBeInTheDocument()
    await checkbox('Create fiat account').click()
    await checkbox('Simulate deposit').click()
    await checkbox('Sandbox').click()
    await checkbox('Production').click()
    await button('Keep the rule').click()
    await expect.element(page.getByText('There are deposits only in the sandbox.')).toBeVisible()
    await checkbox('Simulate deposit').click()
    await checkbox('Create order').click()
    await checkbox('Create rule').click()
    await expect.element(option('From an amount')).toBeChecked()
    await field('From').fill('250000')
    await page.getByLabelText(/^Profile ID/).fill('p-1')
    await checkbox('USDC').click()
    await checkbox('PYUSD').click()
    await checkAccessibility()
    await field('Asset').fill('BTC')
    await expect.element(checkbox('USDC')).not.toBeInTheDocument()
    await expect.element(page.getByText(/^Whatever cannot be compared with BTC is held too/)).toBeVisible()
    await field('Asset').fill('USD')
    await button('Keep the rule').click()
    await expect
      .element(page.getByRole('listitem'))
      .toHaveTextContent(
        'Orders and rules (profile p-1) of 250,000.00 USD and more (USDC and PYUSD count as USD) in production, and whatever cannot be compared with USD, need one approver (approver) within 24 h.',
      )
  },
)

const paid = { to: 'account 0198c0de', first: '2026-11-01T09:00:00Z', last: '2026-11-18T09:00:00Z', requests: 3 }
const elsewhere = { environment: 'production', to: 'profile p-9', name: 'Elsewhere' } as const

function Draft({ onChange }: { onChange: (all: ApprovedDestination[]) => void }) {
  const [destinations, setDestinations] = useState<ApprovedDestination[]>([elsewhere])
  const change = (all: ApprovedDestination[]) => {
    setDestinations(all)
    onChange(all)
  }
  return <DestinationEditor environment="sandbox" {...{ destinations, paid: [paid] }} onChange={change} />
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
    await renderInConsole(draft, { url: '/sandbox/settings/policies', width })
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
    await field('Fiat account ID').fill('0198C0DE')
    await field('Name').fill('Again')
    await button('Keep the destination').click()
    await expect
      .element(field('Fiat account ID'))
      .toHaveAccessibleDescription('This destination is in the draft already.')
    expect(kept).toHaveLength(3)
    await button('Cancel').click()
    await button('Withdraw Cold storage').click()
    expect(kept).toEqual([elsewhere, { environment: 'sandbox', to: paid.to, name: 'Halden Bank' }])
    await expect.element(page.getByText('Elsewhere')).not.toBeInTheDocument()
    await checkAccessibility()
  },
)

test('a threshold that may mean two amounts is asked back, and none is kept meanwhile', async () => {
  const kept: PolicyRule[] = []
  const form = (
    <PolicyRuleForm environment="sandbox" people={[]} onSave={(rule) => kept.push(rule)} onCancel={() => {}} />
  )
  await renderInConsole(form, { url: '/sandbox/settings/policies' })
  await page.getByRole('checkbox').first().click()
  await field('From').fill('250.000')
  await button('Keep the rule').click()
  await expect.element(field('From')).toHaveAccessibleDescription('Did you mean 250 or 250,000?')
  expect(kept).toEqual([])
  await button('250,000').click()
  await button('Keep the rule').click()
  expect(kept.map(({ from }) => from)).toEqual([{ amount: '250000', asset: 'USD' }])
})
