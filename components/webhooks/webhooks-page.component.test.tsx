import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import { type Answers, type Call, problem, refusedInput } from '@/components/testing/proxy'
import { address, renderInConsole } from '@/components/testing/render'
import { updates } from '@/components/testing/updates'
import { stepUpAddress } from '@/lib/api/step-up'
import type { Webhook, WebhookAnswer, WebhookDelivery } from '@/lib/features/webhooks/interface'
import type { Environment } from '@/lib/provider/environments'
import type { Role } from '@/lib/provider/roles'
import { WebhookPage } from './webhook-page'
import { WebhooksPage } from './webhooks-page'

const id = '4d1c1f0a-7f0e-4a52-9c1e-8a5f0e2d9e2b'
const webhook = (more: Partial<Webhook> = {}): Webhook => ({
  id,
  name: 'Desk alerts',
  url: 'https://desk.example/hooks/mintdesk',
  events: ['transfer.failed'],
  zone: 'UTC',
  created_at: '2026-11-19T13:23:05.000Z',
  person: 'Ann Lee',
  state: 'on',
  waiting: 0,
  ...more,
})
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const show = (webhooks: Webhook[], answers: Answers = {}, environment: Environment = 'sandbox') =>
  renderInConsole(<WebhooksPage environment={environment} person="admin" roles={['admin']} />, {
    url: `/${environment}/webhooks`,
    session: { roles: ['admin'] },
    answers: { 'GET /webhooks': { webhooks }, ...answers },
  })

const showOne = (
  shown: Webhook,
  answers: Answers = {},
  deliveries: WebhookDelivery[] = [],
  roles: Role[] = ['admin'],
  environment: Environment = 'sandbox',
) =>
  renderInConsole(<WebhookPage environment={environment} id={id} person="admin" roles={roles} />, {
    url: `/${environment}/webhooks/${id}`,
    session: { roles: ['admin'] },
    answers: { 'GET /webhooks': { webhooks: [shown] }, 'GET /webhooks/{id}/deliveries': { deliveries }, ...answers },
  })

/** The bodies of the requests to a place. */
const bodies = (calls: readonly Call[], method: string) =>
  calls.filter((call) => call.method === method).map(({ body }) => body)

// Without the draft of a webhook that was not added.
afterEach(() => sessionStorage.clear())

const button = (name: string | RegExp) => page.getByRole('button', { name })
const field = (name: string) => page.getByRole('textbox', { name })

test('an empty page says what a webhook is for, and a new one is added with the keyboard alone', async () => {
  const { calls } = await show([], { 'POST /webhooks': { webhook: webhook(), secret } })
  await expect.element(page.getByText('No webhooks yet')).toBeVisible()
  await checkAccessibility()
  await button('New webhook').click()
  await userEvent.keyboard('Desk alerts{Tab}https://desk.example/hooks/mintdesk{Enter}')
  await expect.element(page.getByText(secret)).toBeVisible()
  await expect.element(page.getByText('Copy the secret now. It is not shown again.')).toBeVisible()
  await checkAccessibility()
  expect(bodies(calls, 'POST')[0]).toMatchObject({
    name: 'Desk alerts',
    url: 'https://desk.example/hooks/mintdesk',
    events: [
      'transfer.travel_rule_requested',
      'transfer.approval_needed',
      'transfer.failed',
      'request.outcome_unknown',
    ],
  })
  await button('I have copied it').click()
  await expect.element(page.getByText(secret)).not.toBeInTheDocument()
})

test('the address of a chat tool chooses its format, which has only the events that need someone, and no secret', async () => {
  const chat = webhook({ format: 'slack', url: 'https://hooks.slack.com/services/T/B/x' })
  const { calls } = await show([], { 'POST /webhooks': { webhook: chat, secret } })
  await button('New webhook').click()
  const format = page.getByRole('combobox', { name: 'Format' })
  const completed = page.getByRole('checkbox', { name: 'Transfer completed' })
  await completed.click()
  await expect.element(format).toHaveValue('standard')
  await field('Name').fill('Desk')
  await field('Address').fill('https://hooks.slack.com/services/T/B/x')
  await expect.element(format).toHaveValue('slack')
  await expect.element(completed).not.toBeInTheDocument()
  await format.selectOptions('JSON, signed')
  await expect.element(completed).toBeChecked()
  await format.selectOptions('Slack')
  await checkAccessibility()
  await button('Add webhook').click()
  await expect.element(page.getByText('Send a test from its page to see it in Slack.')).toBeVisible()
  await expect.element(page.getByText(secret)).not.toBeInTheDocument()
  expect(bodies(calls, 'POST')).toMatchObject([
    {
      format: 'slack',
      events: [
        'transfer.travel_rule_requested',
        'transfer.approval_needed',
        'transfer.failed',
        'request.outcome_unknown',
      ],
    },
  ])
})

test('one of a person who no longer has access asks to have its address checked', async () => {
  await showOne(webhook({ has_person_left: true }))
  await expect.element(page.getByText('Ann Lee no longer has access. Check the address, and make a new')).toBeVisible()
  await checkAccessibility()
})

test('nothing moves when the list arrives', async () => {
  let arrive = () => {}
  await show([], {
    'GET /webhooks': () =>
      new Promise((resolve) => {
        arrive = () => resolve(Response.json({ webhooks: [webhook()] }))
      }),
  })
  await expect.element(button('New webhook')).toBeVisible()
  const place = () => updates().element().getBoundingClientRect().x
  const before = place()
  arrive()
  await expect.element(page.getByRole('heading', { name: 'Desk alerts' })).toBeVisible()
  expect(place()).toBe(before)
})

test('what is wrong is said at its field, and nothing typed is lost', async () => {
  const refusal = refusedInput('The request is not valid.', [
    { field: 'url', message: 'This address is in a private network.' },
  ])
  const { calls } = await show([], { 'POST /webhooks': refusal })
  await button('New webhook').click()
  await button('Add webhook').click()
  await expect.element(page.getByText('Enter a name.')).toBeVisible()
  await expect.element(field('Name')).toHaveFocus()
  expect(bodies(calls, 'POST')).toEqual([])
  await field('Name').fill('Desk')
  await field('Address').fill('https://10.0.0.1/')
  const views = page.getByRole('combobox', { name: 'Only transfers matching' })
  await expect.element(views).not.toHaveTextContent('Mints and redemptions')
  await views.selectOptions('Travel rule needed')
  await button('Add webhook').click()
  await expect.element(page.getByText('This address is in a private network.')).toBeVisible()
  await expect.element(field('Address')).toHaveValue('https://10.0.0.1/')
  expect(bodies(calls, 'POST')).toMatchObject([{ view: 'secondary_statuses=TRAVEL_RULE_INFO_REQUESTED' }])
  await checkAccessibility()
})

test('a webhook that fails says why, since when, and what waits', async () => {
  await showOne(
    webhook({
      state: 'failing',
      waiting: 1204,
      retry_at: '2026-11-19T14:31:00.000Z',
      last: { at: '2026-11-19T14:30:00.000Z', status: 500, problem: 'The receiver answered 500.' },
    }),
  )
  const item = page.getByRole('main')
  await expect.element(item).toHaveTextContent('Failing')
  await expect.element(item).toHaveTextContent('1,204 events not delivered yet')
  await expect.element(item).toHaveTextContent('The receiver answered 500.')
  await expect.element(item).toHaveTextContent(/Next attempt/)
  await checkAccessibility()
})

test('a webhook is turned off, told again since a time, and deleted after a question', async () => {
  const { calls } = await showOne(webhook(), {
    'PATCH /webhooks/{id}': { webhooks: [webhook({ state: 'off' })] },
    'DELETE /webhooks/{id}': { webhooks: [] },
  })
  await button(/^Turn off/).click()
  await expect.element(button(/^Turn on/)).toBeVisible()
  await button(/^Send again…/).click()
  await field('Since when, in UTC').fill('yesterday')
  await button(/^Send again$/).click()
  await expect.element(page.getByText(/Enter the time like/)).toBeVisible()
  await field('Since when, in UTC').fill('2026-11-19 14:31:00')
  await button(/^Send again$/).click()
  await expect
    .poll(() => bodies(calls, 'PATCH'))
    .toEqual([{ action: 'turn-off' }, { action: 'replay', from: '2026-11-19T14:31:00Z' }])
  await button(/^Delete…/).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(address).toBe('/sandbox/webhooks')
})

test('a test message shows how the receiver answered, in place and to a screen reader', async () => {
  const answers: WebhookAnswer[] = [
    { at: '2026-11-19T14:30:00.000Z', millis: 34, status: 204 },
    {
      at: '2026-11-19T14:30:01.000Z',
      millis: 5,
      status: 500,
      problem: 'The receiver answered 500.',
      answer: 'No\u202e!',
    },
  ]
  await showOne(webhook({ state: 'off' }), {
    'PATCH /webhooks/{id}': () => ({ webhooks: [webhook({ state: 'off' })], answer: answers.shift() }),
  })
  const status = page.getByRole('status')
  await button(/^Send test/).click()
  await expect.element(status.filter({ hasText: 'The receiver accepted the test message with 204.' })).toBeVisible()
  await button(/^Send test/).click()
  await expect
    .element(status.filter({ hasText: 'did not accept the test message' }))
    .toHaveTextContent(/The receiver answered 500\. .*14:30:01.*, after 5 ms, it answered:No⟨U\+202E⟩!/)
  await expect.element(page.getByText('accepted the test message with')).not.toBeInTheDocument()
  await checkAccessibility()
})

test('a question that is asked while a test message is on its way stays open', async () => {
  let answer = (_: object) => {}
  await showOne(webhook(), {
    'PATCH /webhooks/{id}': () =>
      new Promise<object>((resolve) => {
        answer = resolve
      }),
  })
  await button(/^Send test/).click()
  await button(/^Delete…/).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  answer({ webhooks: [webhook()], answer: { at: '2026-11-19T14:30:00.000Z', millis: 34, status: 204 } })
  await expect.element(page.getByText('The receiver accepted the test message with 204.')).toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
})

test('a new secret is shown once, by keyboard alone, and says how long the old one stays valid', async () => {
  const rotated = webhook({ old_secret_until: '2026-11-20T14:31:00.000Z' })
  const { calls } = await showOne(webhook(), {
    'PATCH /webhooks/{id}': ({ body }) => ({
      webhooks: [(body as { action: string }).action === 'rotate' ? rotated : webhook()],
      ...((body as { action: string }).action === 'rotate' && { secret }),
    }),
  })
  await expect.element(button(/^New secret/)).toBeVisible()
  button(/^New secret/)
    .element()
    .focus()
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText(/^For 24 hours messages are signed with the old and the new secret/))
    .toBeVisible()
  await checkAccessibility()
  await expect.element(button('Make a new secret')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(secret)).toBeVisible()
  await expect.element(button('I have copied it')).toHaveFocus()
  await checkAccessibility()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(secret)).not.toBeInTheDocument()
  await expect.element(button(/^New secret/)).toHaveFocus()
  await expect.element(page.getByText('Old secret signs until')).toBeVisible()
  await button(/^Stop using the old secret/).click()
  await expect.element(page.getByRole('dialog')).toHaveTextContent('will refuse every message')
  await page.getByRole('dialog').getByRole('button', { name: 'Stop using it' }).click()
  await expect.element(page.getByText('Old secret signs until')).not.toBeInTheDocument()
  expect(bodies(calls, 'PATCH')).toEqual([{ action: 'rotate', id: expect.any(String) }, { action: 'retire' }])
})

test('a rotation whose answer is lost is repeated under the same id, and one that was done says to make another', async () => {
  let count = 0
  const { calls } = await showOne(webhook(), {
    'PATCH /webhooks/{id}': () => {
      count += 1
      if (count === 1) return problem(502, 'console-unreachable', 'No answer.')
      return { webhooks: [webhook()], ...(count > 2 && { secret }) }
    },
  })
  await button(/^New secret/).click()
  await button('Make a new secret').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await button('Make a new secret').click()
  await expect.element(page.getByRole('status').filter({ hasText: 'The secret cannot be shown.' })).toBeVisible()
  await expect.element(button('Close')).toHaveFocus()
  await checkAccessibility()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('The secret cannot be shown.')).not.toBeInTheDocument()
  await expect.element(button(/^New secret/)).toHaveFocus()
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(page.getByText(secret)).toBeVisible()
  const [first, second, third] = bodies(calls, 'PATCH')
  expect(second).toEqual(first)
  expect(third).not.toEqual(first)
})

test('a webhook that was added by a request whose answer was lost says that its secret cannot be shown', async () => {
  let count = 0
  await show([], {
    'POST /webhooks': () => {
      count += 1
      return count === 1 ? problem(502, 'console-unreachable', 'No answer.') : { webhook: webhook() }
    },
  })
  await button('New webhook').click()
  await field('Name').fill('Desk alerts')
  await field('Address').fill('https://desk.example/hooks/mintdesk')
  await button('Add webhook').click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await button('Add webhook').click()
  await expect.element(page.getByRole('heading', { name: 'Desk alerts was added' })).toBeVisible()
  await expect.element(page.getByText('The secret cannot be shown.')).toBeVisible()
  await checkAccessibility()
  await button('Close').click()
  await expect.element(page.getByText('The secret cannot be shown.')).not.toBeInTheDocument()
})

/** A console that asks for a fresh sign-in, and a company sign-in that does not answer, so that the page stays. */
const unconfirmed = (digest: string): Answers => ({
  [`POST ${stepUpAddress}`]: problem(502, 'confirm-identity', 'Company sign-in is not responding.'),
  'GET /policies': {
    versions: [],
    has_other_admin: false,
    paid: [],
    identity: { refused: 'Another person signed in at company sign-in.' },
  },
  'POST /webhooks': problem(403, 'confirm-identity', 'Confirm that it is you.', { meta: { digest } }),
  'PATCH /webhooks/{id}': problem(403, 'confirm-identity', 'Confirm that it is you.', { meta: { digest } }),
})
const ledTo = (calls: readonly Call[]) => calls.filter(({ path }) => path === stepUpAddress).map(({ body }) => body)

test('in production a new webhook leads to company sign-in, and comes back with what was typed and why it failed', async () => {
  const { calls, reload } = await show([], unconfirmed('d-1'), 'production')
  await button('New webhook').click()
  await field('Name').fill('Desk alerts')
  await field('Address').fill('https://desk.example/hooks/mintdesk')
  await button('Add webhook').click()
  await expect.element(page.getByText('Company sign-in is not responding.')).toBeVisible()
  expect(ledTo(calls)).toEqual([{ digests: ['d-1'], return_to: '/production/webhooks' }])
  await reload()
  await expect.element(field('Address')).toHaveValue('https://desk.example/hooks/mintdesk')
  await expect.element(page.getByText('Another person signed in at company sign-in.')).toBeVisible()
  await checkAccessibility()
  await button('Add webhook').click()
  await expect.poll(() => bodies(calls, 'POST').filter((body) => Object(body).url).length).toBe(2)
  const [first, second] = bodies(calls, 'POST').filter((body) => Object(body).url)
  expect(second).toEqual(first)
})

test('in production a new secret is confirmed at company sign-in, and is the same one after the way back', async () => {
  const { calls, reload } = await showOne(webhook(), unconfirmed('d-2'), [], ['admin'], 'production')
  await button(/^New secret/).click()
  await button('Make a new secret').click()
  await expect.element(page.getByText('Company sign-in is not responding.')).toBeVisible()
  await reload()
  await expect.element(page.getByText('Another person signed in at company sign-in.')).toBeVisible()
  await checkAccessibility()
  await button('Make a new secret').click()
  await expect.poll(() => ledTo(calls).length).toBe(2)
  const [first, second] = bodies(calls, 'PATCH')
  expect(second).toEqual(first)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await reload()
  await expect.element(button(/^New secret/)).toBeVisible()
  await expect.element(button('Make a new secret')).not.toBeInTheDocument()
})

test('what opens under a webhook takes the focus, and gives it back', async () => {
  await showOne(webhook())
  await button(/^Send again…/).click()
  await expect.element(field('Since when, in UTC')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button(/^Send again…/)).toHaveFocus()
  await expect.element(field('Since when, in UTC')).not.toBeInTheDocument()
  await button(/^New secret…/).click()
  await expect.element(button('Make a new secret')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(button(/^New secret…/)).toHaveFocus()
  await expect.element(button('Make a new secret')).not.toBeInTheDocument()
})

test('more events than are counted are said to be more', async () => {
  await show([webhook({ waiting: 10_001 })])
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Desk alerts' }))
    .toHaveTextContent('More than 10,000 events not delivered yet')
})

test('a screen reader reads the approved text of a form that was sent empty', async () => {
  await show([])
  await button('New webhook').click()
  await button('Add webhook').click()
  await expect.element(page.getByRole('form')).toMatchAriaInlineSnapshot(`
    - form "New webhook":
      - text: Name
      - paragraph: Enter a name.
      - textbox "Name"
      - text: Address
      - paragraph: Where messages are sent by POST, like https://desk.example/hooks/mintdesk
      - paragraph: Enter a web address, like https://desk.example/hooks/mintdesk.
      - textbox "Address"
      - group "Events":
        - text: Events
        - checkbox "Travel rule details requested transfer.travel_rule_requested" [checked]
        - text: Travel rule details requested transfer.travel_rule_requested
        - checkbox "Transfer waiting for approval at the provider transfer.approval_needed" [checked]
        - text: Transfer waiting for approval at the provider transfer.approval_needed
        - checkbox "Transfer failed transfer.failed" [checked]
        - text: Transfer failed transfer.failed
        - checkbox "Transfer completed transfer.completed"
        - text: Transfer completed transfer.completed
        - checkbox "Any other change of a transfer transfer.changed"
        - text: Any other change of a transfer transfer.changed
        - checkbox "Outcome of a request unknown request.outcome_unknown" [checked]
        - text: Outcome of a request unknown request.outcome_unknown
      - text: Only transfers matching
      - paragraph: A saved view. Changing the view later does not change the webhook.
      - combobox "Only transfers matching"
      - button "Add webhook"
      - button "Cancel"
  `)
})

test('a screen reader reads the approved text of a webhook whose receiver refuses messages', async () => {
  await show([
    webhook({
      state: 'failing',
      waiting: 3,
      view: 'statuses=FAILED',
      retry_at: '2026-11-19T14:31:00.000Z',
      last: { at: '2026-11-19T14:30:00.000Z', status: 500, problem: 'The receiver answered 500.' },
      old_secret_until: '2026-11-20T14:31:00.000Z',
    }),
  ])
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Desk alerts' })).toMatchAriaInlineSnapshot(`
    - listitem:
      - heading "Desk alerts" [level=2]:
        - link "Desk alerts":
          - /url: /sandbox/webhooks/4d1c1f0a-7f0e-4a52-9c1e-8a5f0e2d9e2b
      - paragraph: https://desk.example/hooks/mintdesk
      - paragraph: Failing 3 events not delivered yet
      - paragraph: The receiver answered 500.
  `)
})

const delivery = (sequence: number, more: Partial<WebhookDelivery> = {}): WebhookDelivery => ({
  sequence,
  event: 'transfer.failed',
  at: '2026-11-19T14:30:00.000Z',
  attempts: 1,
  status: 204,
  ...more,
})

test('the page of a webhook lists what it was sent, shows a body on demand, and sends one again', async () => {
  const refused = delivery(7, { status: 500, attempts: 3, problem: 'The receiver answered 500.' })
  const body = '{"type":"transfer.failed","sequence":7,"data":{"transfer":{"amount":"1.10"}}}'
  const answer: WebhookAnswer = { at: '2026-11-19T14:31:00.000Z', millis: 12, status: 200, answer: 'ok' }
  const { calls } = await showOne(
    webhook(),
    { 'GET /webhooks/{id}/deliveries/{sequence}': { body }, 'PATCH /webhooks/{id}': { webhooks: [webhook()], answer } },
    [delivery(8), refused, delivery(6, { status: undefined, problem: 'The receiver did not answer within 15 s.' })],
  )
  const items = page.getByRole('listitem')
  await expect.element(items.nth(0)).toHaveTextContent(/Transfer failed 8Accepted, 204/)
  await expect.element(items.nth(1)).toHaveTextContent(/Refused, 5003 attempts.*The receiver answered 500\./)
  await expect.element(items.nth(2)).toHaveTextContent('No answer')
  await checkAccessibility()
  expect(calls.filter(({ path }) => path.includes('/deliveries/'))).toEqual([])
  await button('Body event 7').click()
  await expect.element(page.getByRole('region', { name: 'Body of event 7' })).toHaveTextContent('"1.10"')
  await button('Send again event 7').click()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'The receiver accepted event 7 with 200.' }))
    .toHaveTextContent('ok')
  expect(bodies(calls, 'PATCH')).toEqual([{ action: 'resend', sequence: 7 }])
  await checkAccessibility()
})

test('deliveries come in pages, which the address names', async () => {
  const all = Array.from({ length: 45 }, (_, at) => delivery(45 - at))
  const { reload } = await showOne(webhook(), {}, all)
  await expect.element(page.getByText('1–20 of 45')).toBeVisible()
  await button('Older').click()
  await button('Older').click()
  await expect.element(page.getByText('41–45 of 45')).toBeVisible()
  expect(page.getByRole('listitem').all()).toHaveLength(5)
  await expect.element(button('Older')).toHaveAttribute('aria-disabled', 'true')
  await reload()
  await expect.element(page.getByText('41–45 of 45')).toBeVisible()
  await button('Newer').click()
  await expect.element(page.getByText('21–40 of 45')).toBeVisible()
})

test('a webhook without deliveries says so, and is nowhere wider than a phone', async () => {
  await showOne(webhook({ url: `https://desk.example/${'x'.repeat(300)}` }))
  await expect.element(page.getByText('Nothing was sent yet.')).toBeVisible()
  await page.viewport(390, 800)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('a webhook that was deleted says so', async () => {
  await showOne(webhook({ id: id.replace('4', '5') }))
  await expect.element(page.getByRole('heading', { name: 'Webhook not found' })).toBeVisible()
})

test('an auditor sees a webhook and what it was sent, and nothing that would change it', async () => {
  await showOne(webhook(), {}, [delivery(8)], ['auditor'])
  await expect.element(button('Body event 8')).toBeVisible()
  expect(page.getByRole('button', { name: /Send again|Turn off|Delete|test|New secret/i }).elements()).toEqual([])
})
