/** Move money: the sentence, what serves it, and what is recorded and sent. */
import { usePathname } from 'next/navigation'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import AccountOutcome from '@/components/fiat-accounts/account-outcome'
import { SendingBlock } from '@/components/forms/sending-block'
import { checkAccessibility } from '@/components/testing/browser'
import { button, delayed, errors, errorTexts, field, heading, intent, note } from '@/components/testing/forms'
import { type Answers, problem, written } from '@/components/testing/proxy'
import { transfer, transferPage } from '@/components/testing/records'
import { renderInConsole } from '@/components/testing/render'
import type { Intent } from '@/lib/api/intents'
import { stepUpAddress } from '@/lib/api/step-up'
import type { Json } from '@/lib/domain/json'
import type { NewMovement } from '@/lib/features/money/input'
import { ruleRoute } from '@/lib/provider/record-names'
import { WishForm } from './wish-form'

const main = '0192e4a0-0000-7000-8000-00000000aaaa'
const emea = '0192e4a0-0000-7000-8000-00000000bbbb'
const accountId = '0192e4a0-0000-7000-8000-00000000cccc'
const pendingId = '0192e4a0-0000-7000-8000-00000000dddd'
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

const rule = (id: string, body: Json, name: string): Intent =>
  intent({ id, operation: 'createRule', summary: name, record_id: `rule-${id}`, record_name: name, ...ruleRoute(body) })

const mintRule = rule(
  '0198c0de-0000-7000-8000-00000000a001',
  {
    nickname: 'USDC mint',
    profile_id: main,
    source_asset: 'USD',
    destination_asset: 'USDC',
    source: { fiat: { network: 'WIRE', memo_id: 'MDABCDEFGHJK' } },
  },
  'USDC mint',
)

const account = (id: string, owner: string, name: string, status: string) =>
  intent({
    operation: 'createFiatAccount',
    record_id: id,
    record_name: name,
    record_status: status,
    account: { owner },
  })
const accounts = [
  account(pendingId, 'Orsa Shipping', 'Nordhavn Bank ••7719', 'PENDING'),
  account(accountId, 'Kestrel Pay', 'Halden Bank ••4512', 'APPROVED'),
]

type Known = {
  rules?: Intent[]
  accounts?: Intent[]
  answers?: Answers
  url?: string
  isHeld?: boolean
  width?: number
}

const newAccount = intent({
  operation: 'createFiatAccount',
  record_id: pendingId,
  answer: { id: pendingId, status: 'PENDING' },
})

function Pages({ environment, confirmAbove }: { environment: 'sandbox' | 'production'; confirmAbove: string }) {
  const at = usePathname()
  const session = { environment, person: 'treasury', name: 'Ines Okafor', roles: ['treasury'] as const }
  const step = { [`/${environment}/money/new`]: 'details', [`/${environment}/money/new/review`]: 'review' } as const
  const shown = step[at]
  // As if it had been registered.
  if (at === '/sandbox/fiat-accounts/new') return <AccountOutcome intent={newAccount} environment="sandbox" />
  if (!shown) return <h1>{at}</h1>
  return <WishForm key={shown} step={shown} session={{ ...session, requiresIdentity: false, confirmAbove }} />
}

const created = (body: unknown) => ({ rule: { id: 'rule-1', ...(body as Json) } })

async function open({
  rules = [],
  accounts: known = [],
  answers,
  url = '/sandbox/money/new',
  isHeld,
  width,
}: Known = {}) {
  const environment = url.startsWith('/production') ? 'production' : 'sandbox'
  const pages = <Pages environment={environment} confirmAbove="1000000" />
  const block = isHeld ? { why: 'This copy is held.', note: <p>This copy is held.</p> } : {}
  const rendered = await renderInConsole(<SendingBlock value={block}>{pages}</SendingBlock>, {
    url,
    width,
    answers: {
      listTransfers: transferPage([]),
      'GET /presets': {
        entries: [
          { kind: 'profile', key: main, value: 'Main treasury', person: 'Tess', at: '2026-11-19T01:00:00.000Z' },
          { kind: 'profile', key: emea, value: 'Payouts EMEA', person: 'Tess', at: '2026-11-19T01:00:00.000Z' },
        ],
      },
      'GET /intents': ({ query }) => ({
        intents: /Rule/.test(query.getAll('operations').join()) ? rules : known,
        next_page_cursor: '',
      }),
      'GET /movements': { movements: [], next_page_cursor: '' },
      'POST /records/{list}': { rows: [], next_page_cursor: '', now: 0 },
      'PUT /movements/{id}': ({ body, path }) => ({
        ...(body as Json),
        id: path.split('/').at(-1),
        person: 'Ines Okafor',
        at: '2026-11-19T01:00:00.000Z',
      }),
      createRule: ({ body }) => created(body),
      ...answers,
    },
  })
  const { calls } = rendered
  return {
    ...rendered,
    plans: () =>
      calls.flatMap(({ method, path, body }) =>
        method === 'PUT' ? [{ id: path.split('/').at(-1), plan: body as NewMovement }] : [],
      ),
    sent: () => calls.filter(({ operation }) => operation === 'createRule'),
  }
}

const select = (name: string) => page.getByRole('combobox', { name, exact: true })
const kind = (name: string) => page.getByRole('radio', { name, exact: true })
const reviewed = () => expect.element(heading('Review movement')).toBeVisible()

/** Goes on to the review, and sends what it shows. */
async function start(action: string | RegExp = /^(?:Mint|Redeem|Convert|Pay out|Create rule and expect) /) {
  await button(/^Review/).click()
  await reviewed()
  await button(action).click()
}

const opened = (id: string | undefined) => expect.element(heading(`/sandbox/money/${id}`)).toBeVisible()
/** Waits until what is known has been read. */
const ready = () =>
  expect.element(page.getByText(/^(?:Nothing new to set up|This creates a standing rule)/)).toBeVisible()

/** The sentence as it reads, with what its blanks say. */
function sentence(): string {
  const read = (node: Node): string => {
    if (node instanceof HTMLSelectElement) return node.selectedOptions[0]?.text ?? ''
    if (node instanceof HTMLInputElement) return node.value
    if (
      node instanceof HTMLElement &&
      (node.matches('label, button, [id$="-end"]') || node.getAttribute('role') === 'listbox')
    )
      return ''
    return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : [...node.childNodes].map(read).join('')
  }
  const text = document.querySelector('form .text-xl')
  return text ? read(text).replace(/\s+/g, ' ') : ''
}

test('on a phone nothing is wider than it while accounts and rules are read', async () => {
  await open({ width: 390, answers: { 'GET /intents': () => new Promise(() => undefined) } })
  await expect.element(page.getByRole('main')).toBeVisible()
  await expect.poll(() => document.querySelectorAll('[aria-hidden] > span[style]').length).toBe(3)
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('the usual case needs only the amount: a rule that exists is used, and nothing is created', async () => {
  const { plans, sent } = await open({ rules: [mintRule] })
  await ready()
  await expect
    .element(page.getByRole('link', { name: /^USDC mint/ }))
    .toHaveAttribute('href', `/sandbox/activity/${mintRule.id}`)
  expect(sentence()).toBe('Mint USD into USDC. The wire is for Main treasury, and the USDC stays there.')
  await field('Amount').fill('250000')
  await start('Mint 250,000.00 USD')
  const [planned] = await expect.poll(plans).toHaveLength(1).then(plans)
  expect(planned?.plan).toEqual({
    kind: 'mint',
    amount: '250000.00',
    rule_intent: mintRule.id,
    rule: {
      ref_id: mintRule.id,
      profile_id: main,
      source_asset: 'USD',
      destination_asset: 'USDC',
      source: { fiat: { network: 'WIRE', account_type: 'ABA' } },
    },
  })
  await opened(planned?.id)
  expect(sent()).toEqual([])
  expect(sessionStorage.length).toBe(0)
})

test('a new rule is created under the request that the plan names, after the plan', async () => {
  const { plans, sent, calls } = await open()
  await ready()
  await field('Amount').fill('$1,250.00')
  await userEvent.keyboard('{Enter}')
  await reviewed()
  expect([plans(), sent()]).toEqual([[], []])
  await button('Mint 1,250.00 USD').click()
  const [planned] = await expect.poll(plans).toHaveLength(1).then(plans)
  await opened(planned?.id)
  const [call] = sent()
  expect(call?.headers.get('x-mintdesk-intent')).toBe(planned?.plan.rule_intent)
  expect(call?.body).toEqual(planned?.plan.rule)
  expect(planned?.plan).toMatchObject({ amount: '1250.00', rule: { ref_id: planned?.plan.rule_intent } })
  const writes = calls
    .filter(({ method, path }) => method !== 'GET' && !path.includes('/records/'))
    .map(({ method }) => method)
  expect(writes).toEqual(['PUT', 'POST'])
})

test('a new rule that others must approve says so before it is sent, and takes the reason along', async () => {
  const answers: Answers = {
    'POST /approvals/weigh': {
      requirements: [{ rule: 'rules', because: 'always', count: 1, roles: ['approver'] }],
      approvers: ['Tomas Brandt'],
      limits: [{ amount: '1000000', asset: 'USD', hours: 24, per: 'desk', used: '412500' }],
    },
  }
  const { plans, sent } = await open({ answers })
  await ready()
  await field('Amount').fill('1250')
  await button(/^Review/).click()
  await expect.element(page.getByText('It will wait for approval.')).toBeVisible()
  const note = page.getByRole('status').filter({ hasText: 'It will wait for approval.' })
  await expect.element(note).toHaveTextContent('Tomas Brandt can approve it.')
  await expect.element(note).toHaveTextContent('The desk: 587,500.00 USD left of 1,000,000.00 USD in 24 h')
  await field('Reason for the approvers (optional)').fill('Rechnung 7752, für Orsa')
  await checkAccessibility()
  await button('Mint 1,250.00 USD').click()
  const [planned] = await expect.poll(plans).toHaveLength(1).then(plans)
  await opened(planned?.id)
  expect(decodeURIComponent(sent()[0]?.headers.get('x-mintdesk-reason') ?? '')).toBe('Rechnung 7752, für Orsa')
  expect(JSON.stringify(sent()[0]?.body)).not.toContain('7752')
})

test('grouped amounts are read and shown grouped, and one with two meanings is asked back', async () => {
  const { plans } = await open({ rules: [mintRule] })
  await ready()
  await field('Amount').fill('100,000')
  await userEvent.tab()
  await expect.element(field('Amount')).toHaveValue('100,000.00')
  await kind('Redeem').click()
  await field('Amount').fill('1,250')
  await button(/^Review/).click()
  await expect.poll(errorTexts).toEqual(['Did you mean 1.25 or 1,250?'])
  await button('1,250').click()
  await userEvent.tab()
  await expect.element(field('Amount')).toHaveValue('1,250.00')
  await start('Redeem 1,250.00 USDC')
  await expect.poll(plans).toMatchObject([{ plan: { amount: '1250.00' } }])
})

test('a rule that exists needs no approval', async () => {
  const answers: Answers = { 'POST /approvals/weigh': { requirements: [], approvers: [], limits: [] } }
  const { calls } = await open({ rules: [mintRule], answers })
  await ready()
  await field('Amount').fill('1250')
  await button(/^Review/).click()
  await reviewed()
  expect(calls.filter(({ path }) => path === '/approvals/weigh')).toEqual([])
})

/** Chooses what each wish is about; the amount is typed in each. */
const wishes: [name: string, choose: () => Promise<void>, said: string, rule: object][] = [
  [
    'Mint to an address',
    async () => {
      await kind('Mint').click()
      await select('Into').selectOptions('PYUSD')
      await select('And then').selectOptions('is sent to the address')
      await select('Destination address').fill(address)
      await select('Destination network').selectOptions('POLYGON')
    },
    `Mint 500.00 USD into PYUSD. The wire is for Main treasury, and the PYUSD is sent to the address ${address} on Polygon PoS.`,
    {
      profile_id: main,
      source_asset: 'USD',
      destination_asset: 'PYUSD',
      source: { fiat: { network: 'WIRE', account_type: 'ABA' } },
      destination: { crypto: { address, network: 'POLYGON' } },
    },
  ],
  [
    'Mint to another profile',
    async () => {
      await select('And then').selectOptions('moves to')
      await select('Destination profile').fill('Payouts EMEA')
    },
    'Mint 500.00 USD into USDC. The wire is for Main treasury, and the USDC moves to Payouts EMEA.',
    { destination: { profile: { profile_id: emea } } },
  ],
  [
    'Redeem what arrives on a network, kept',
    async () => {
      await kind('Redeem').click()
      await select('Incoming network').selectOptions('Solana')
    },
    'Redeem 500.00 USDC into USD. The USDC is sent to a deposit address on Solana for Main treasury, and the USD stays there.',
    { profile_id: main, source_asset: 'USDC', destination_asset: 'USD', source: { crypto: { network: 'SOLANA' } } },
  ],
  [
    'Redeem what arrives in the profile, paid to an account',
    async () => {
      await kind('Redeem').click()
      await select('Asset').selectOptions('USDG')
      await select('Arriving').selectOptions('arrives in')
      await select('And then').selectOptions('is paid to')
      await field('Wire memo').fill('7752')
    },
    'Redeem 500.00 USDG into USD. The USDG arrives in Main treasury, and the USD is paid to Kestrel Pay with the memo 7752.',
    {
      source_asset: 'USDG',
      destination_asset: 'USD',
      source: { profile: { profile_id: main } },
      destination: { fiat: { fiat_account_id: accountId, memo: '7752' } },
    },
  ],
  [
    'Convert',
    async () => {
      await kind('Convert').click()
      await select('Arriving').selectOptions('arrives in')
      await select('Into').selectOptions('USDP')
    },
    'Convert 500.00 USDC into USDP. The USDC arrives in Main treasury, and the USDP stays there.',
    { source_asset: 'USDC', destination_asset: 'USDP', source: { profile: { profile_id: main } } },
  ],
  [
    'Pay out dollars',
    async () => {
      await kind('Pay out').click()
      await select('Asset').selectOptions('USD')
      await field('Wire memo').fill('7752')
    },
    'Pay out 500.00 USD. The USD arrives in Main treasury, and is paid to Kestrel Pay with the memo 7752.',
    {
      source_asset: 'USD',
      destination_asset: 'USD',
      source: { profile: { profile_id: main } },
      destination: { fiat: { fiat_account_id: accountId, memo: '7752' } },
    },
  ],
  [
    'Pay out a stablecoin that arrives on a network',
    async () => {
      await kind('Pay out').click()
      await select('Arriving').selectOptions('is sent to a deposit address on')
    },
    'Pay out 500.00 USDC. The USDC is sent to a deposit address on Ethereum for Main treasury, and the USD is paid to Kestrel Pay with the memo .',
    {
      source_asset: 'USDC',
      destination_asset: 'USD',
      source: { crypto: { network: 'ETHEREUM' } },
      destination: { fiat: { fiat_account_id: accountId } },
    },
  ],
]

test.each(wishes)('%s: the sentence says exactly the rule that is sent', async (_, choose, said, body) => {
  const { plans, sent } = await open({ accounts })
  await ready()
  await field('Amount').fill('500.00')
  await choose()
  await userEvent.tab()
  await field('Amount').click()
  await userEvent.tab()
  await expect.poll(sentence).toBe(said)
  await start(/500\.00/)
  const [planned] = await expect.poll(plans).toHaveLength(1).then(plans)
  await opened(planned?.id)
  expect(sent()[0]?.body).toMatchObject(body)
  expect(sent()[0]?.body).toEqual(planned?.plan.rule)
  expect('destination' in (planned?.plan.rule ?? {})).toBe('destination' in body)
})

test('what is missing is said at its blank, and what was typed stays, also over a reload', async () => {
  const { reload, plans } = await open()
  await ready()
  await select('And then').selectOptions('is sent to the address')
  await select('Destination address').fill('0x123')
  await button(/^Review/).click()
  await expect.element(errors()).toHaveFocus()
  expect(errorTexts()).toEqual([
    'Enter the amount.',
    'Enter an Ethereum-style address. It is 0x followed by 40 hexadecimal digits.',
  ])
  await expect.element(field('Amount')).toHaveAccessibleDescription('Enter the amount.')
  await errors().getByRole('link', { name: 'Enter the amount.' }).click()
  await expect.element(field('Amount')).toHaveFocus()
  await userEvent.keyboard('12.345')
  await userEvent.tab()
  await expect.element(field('Amount')).toHaveAccessibleDescription('Amount can have at most 2 decimal places.')
  await kind('Redeem').click()
  await kind('Mint').click()
  await expect.element(select('Destination address')).toHaveValue('0x123')
  await reload()
  await expect.element(field('Amount')).toHaveValue('12.345')
  await expect.element(select('Destination address')).toHaveValue('0x123')
  expect(plans()).toEqual([])
})

test('a refusal is shown at its blank, and the next press makes another movement with another rule', async () => {
  let isRefused = true
  const { plans, sent } = await open({
    answers: {
      createRule: ({ body }) =>
        isRefused
          ? problem(400, 'invalid-input', 'Refused.', {
              errors: [{ field: 'profile_id', message: 'No profile has this ID.' }],
              meta: { intent_state: 'refused' },
            })
          : written(created(body)),
    },
  })
  await ready()
  await field('Amount').fill('10')
  await start()
  await expect.poll(errorTexts).toEqual(['No profile has this ID.'])
  await expect.element(note('The previous movement was refused.')).toBeVisible()
  await expect.element(field('Amount')).toHaveValue('10.00')
  isRefused = false
  await select('Profile').fill('Payouts EMEA')
  await start()
  await expect.poll(plans).toHaveLength(2)
  const [first, second] = plans()
  await opened(second?.id)
  expect(second?.id).not.toBe(first?.id)
  expect(second?.plan.rule_intent).not.toBe(first?.plan.rule_intent)
  expect(sent()).toHaveLength(2)
})

test('a lost answer keeps everything, and pressing again, also after a reload, sends the same once more', async () => {
  let isLost = true
  const { plans, sent, reload } = await open({
    answers: {
      createRule: ({ body }) =>
        isLost ? problem(503, 'console-unreachable', 'Mintdesk is not responding.') : written(created(body)),
    },
  })
  await ready()
  await field('Amount').fill('10')
  await start()
  await expect.element(note('The rule may have been sent.')).toBeVisible()
  await reload()
  await expect.element(page.getByText('This movement may have been sent.')).toBeVisible()
  isLost = false
  await button(/^Mint 10/).click()
  await expect.poll(plans).toHaveLength(2)
  const [first, second] = plans()
  await opened(second?.id)
  expect(second).toEqual(first)
  expect(sent()[1]?.body).toEqual(sent()[0]?.body)
  expect(sent().map(({ headers }) => headers.get('x-mintdesk-intent'))).toEqual([
    first?.plan.rule_intent,
    first?.plan.rule_intent,
  ])
})

test('a reload between the plan and its rule continues with the same ones, and finds the rule if it was made', async () => {
  const rules: Intent[] = []
  const plan = delayed()
  let isFirst = true
  const { plans, sent, reload } = await open({
    rules,
    answers: { 'PUT /movements/{id}': ({ body }) => (isFirst ? plan.answer : (body as Json)) },
  })
  await ready()
  await field('Amount').fill('10')
  await start()
  await expect.poll(plans).toHaveLength(1)
  await reload()
  isFirst = false
  const [first] = plans()
  rules.push(
    rule(
      first?.plan.rule_intent ?? '',
      { ...first?.plan.rule, source: { fiat: { network: 'WIRE', memo_id: 'MDZZ' } } },
      'Mint USDC',
    ),
  )
  await reviewed()
  await button(/^Mint 10/).click()
  await expect.poll(plans).toHaveLength(2)
  await opened(first?.id)
  expect(plans()[1]).toEqual(first)
  expect(sent()).toEqual([])
})

test('an unknown outcome of the rule leads to the movement, which shows it', async () => {
  const { plans, sent } = await open({
    answers: {
      createRule: problem(504, 'service-timeout', 'No answer in time.', { meta: { intent_state: 'unknown' } }),
    },
  })
  await ready()
  await field('Amount').fill('10')
  await start()
  const [planned] = await expect.poll(plans).toHaveLength(1).then(plans)
  await opened(planned?.id)
  expect(sent()).toHaveLength(1)
})

test('a movement that was planned with other content is not changed: it can be viewed, or made a new one', async () => {
  let isUsed = true
  const { plans } = await open({
    answers: {
      'PUT /movements/{id}': ({ body }) =>
        isUsed ? problem(409, 'movement-reused', 'This movement was planned with other content.') : (body as Json),
    },
  })
  await ready()
  await field('Amount').fill('10')
  await start()
  await expect.element(note('This movement was planned with other content.')).toBeVisible()
  isUsed = false
  await button('Make this a new movement').click()
  await button(/^Mint 10/).click()
  await expect.poll(plans).toHaveLength(2)
  const [first, second] = plans()
  await opened(second?.id)
  expect(second?.id).not.toBe(first?.id)
})

test('accounts that are not approved come last and are told of, and one that is paid for the first time', async () => {
  await open({ accounts })
  await ready()
  await kind('Pay out').click()
  await expect.element(select('Fiat account')).toHaveValue('Kestrel Pay')
  await expect.element(page.getByText('First payout to this account.')).toBeVisible()
  await select('Fiat account').click()
  const options = page.getByRole('listbox').getByRole('option').elements()
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Kestrel PayHalden Bank ••4512',
    'Orsa ShippingPendingNordhavn Bank ••7719',
    'New account',
  ])
  await page.getByRole('option', { name: /Orsa/ }).click()
  await expect.element(page.getByText('This account is pending.')).toBeVisible()
})

test('recipients are offered with when they were paid, and an account that was made elsewhere gets a name', async () => {
  const other = '0192e4a0-0000-7000-8000-00000000eeee'
  const paid = (fiat_account_id: string, created_at: string, amount: string) => ({
    id: `${created_at}`,
    fiat_account_id,
    created_at,
    amount,
    asset: 'USD',
    type: 'WIRE_WITHDRAWAL',
  })
  const rows = [
    paid(other, '2026-11-18T10:00:00.000Z', '1250.00'),
    paid(accountId, '2026-11-17T10:00:00.000Z', '99.50'),
    paid(accountId, '2026-11-02T10:00:00.000Z', '7.00'),
    { id: 't', type: 'CRYPTO_WITHDRAWAL', created_at: '2026-11-01T10:00:00.000Z', amount: '5', asset: 'USDC' },
    { id: 'u', destination_address: address, crypto_network: 'BASE', created_at: '2026-10-31T10:00:00.000Z' },
  ]
  const { calls } = await open({
    accounts,
    answers: {
      'POST /records/{list}': { rows, next_page_cursor: '', now: 0 },
      'PUT /presets': ({ body }) => ({
        entries: [{ kind: 'account', ...(body as Json), person: 'Tess', at: '2026-11-19T01:00:00.000Z' }],
      }),
    },
  })
  await ready()
  await kind('Pay out').click()
  await expect.element(select('Fiat account')).toHaveValue('Kestrel Pay')
  await expect.element(page.getByText(/offers no balances/)).toBeVisible()
  await select('Fiat account').click()
  const options = page.getByRole('listbox').getByRole('option')
  expect(options.elements().map(({ textContent }) => textContent)).toEqual([
    'Kestrel PayPaid 99.50 USD on 17 Nov 2026Halden Bank ••4512',
    'Orsa ShippingPendingNordhavn Bank ••7719',
    'Account 0192e4a0…eeeePaid 1,250.00 USD on 18 Nov 2026',
    'New account',
  ])
  await options.nth(2).click()
  await expect.element(page.getByText('This account was not made in Mintdesk.')).toBeVisible()
  await expect.element(page.getByText(`Compare its whole ID with the provider’s: ${other}.`)).toBeVisible()
  await button('Save it with a name').click()
  await field('Name for this account').fill('Orsa Shipping, London')
  await userEvent.keyboard('{Enter}')
  await expect.element(select('Fiat account')).toHaveValue('Orsa Shipping, London')
  await expect.element(button('Rename')).toBeVisible()
  expect(calls.findLast(({ method, path }) => method === 'PUT' && /presets/.test(path))?.body).toEqual({
    key: other,
    value: 'Orsa Shipping, London',
  })
  await kind('Mint').click()
  await select('And then').selectOptions('is sent to the address')
  await select('Destination address').click()
  await expect.element(page.getByRole('option', { name: new RegExp(address) })).toBeVisible()
})

const accountLink = () => page.getByRole('option', { name: 'New account' })

test('a new account is in view below the accounts, however many there are, and whatever was typed', async () => {
  const many = Array.from({ length: 20 }, (_, at) =>
    account(`00000000-0000-4000-8000-0000000001${at + 10}`, `Recipient ${at}`, 'Halden Bank ••4512', 'APPROVED'),
  )
  await open({ accounts: [...accounts, ...many] })
  await ready()
  await kind('Pay out').click()
  await expect.element(select('Fiat account')).not.toHaveValue('')
  await select('Fiat account').click()
  await expect.element(accountLink()).toBeInViewport({ ratio: 1 })
  const edges = () => {
    const list = page.getByRole('listbox').element().getBoundingClientRect()
    return [list.bottom, accountLink().element().getBoundingClientRect().bottom] as const
  }
  await expect.poll(() => Math.abs(edges()[0] - edges()[1])).toBeLessThan(2)
  await select('Fiat account').fill('nobody we know')
  expect(page.getByRole('listbox').getByRole('option').elements()).toHaveLength(1)
  await expect.element(accountLink()).toBeVisible()
})

test('the list of accounts says each name and ID whole, with when it was paid', async () => {
  const other = '0192e4a0-0000-7000-8000-00000000eeee'
  const row = { id: 't', fiat_account_id: other, created_at: '2026-11-18T10:00:00.000Z', amount: '1250000.00' }
  const paid = { ...row, asset: 'USD', type: 'WIRE_WITHDRAWAL' }
  await open({ accounts, answers: { 'POST /records/{list}': { rows: [paid], next_page_cursor: '', now: 0 } } })
  await ready()
  await kind('Pay out').click()
  await select('Fiat account').click()
  await expect.element(page.getByRole('option', { name: /0192e4a0…eeee/ })).toBeVisible()
  const cut = [...document.querySelectorAll('[role="option"] *')].filter((one) => one.scrollWidth > one.clientWidth + 1)
  expect(cut.map(({ textContent }) => textContent)).toEqual([])
})

test('without an account the blank leads to its form, and what was typed is there afterwards', async () => {
  const { reload } = await open()
  await ready()
  await kind('Pay out').click()
  await field('Amount').fill('77')
  await select('Fiat account').click()
  await expect.element(accountLink()).toHaveAttribute('href', '/sandbox/fiat-accounts/new')
  await reload()
  await expect.element(kind('Pay out')).toBeChecked()
  await expect.element(field('Amount')).toHaveValue('77.00')
})

test('a payout goes to the account that was registered for it, whose list was read before', async () => {
  const known = accounts.slice(1)
  const { plans, sent } = await open({ accounts: known })
  await ready()
  await kind('Pay out').click()
  await field('Amount').fill('77')
  await expect.element(select('Fiat account')).toHaveValue('Kestrel Pay')
  await select('Fiat account').click()
  await accountLink().click()
  known.unshift(...accounts.slice(0, 1))
  await page.getByRole('link', { name: 'Use it in Move money' }).click()
  await expect.element(select('Fiat account')).toHaveValue('Orsa Shipping')
  await expect.element(field('Amount')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await reviewed()
  expect([plans(), sent()]).toEqual([[], []])
  await button(/^Create rule and expect /).click()
  await expect.poll(sent).toHaveLength(1)
  expect(sent()[0]?.body).toMatchObject({ destination: { fiat: { fiat_account_id: pendingId } } })
})

test('the page of an account leads to no sentence that nobody began', async () => {
  await open({ url: '/sandbox/fiat-accounts/new' })
  await expect.element(page.getByRole('link', { name: 'Change this account' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Use it in Move money' })).not.toBeInTheDocument()
})

test('in production the amount is typed to confirm it', async () => {
  const { plans } = await open({ url: '/production/money/new' })
  await ready()
  await field('Amount').fill('250000')
  await start()
  await expect.poll(errorTexts).toEqual(['Type the amount to confirm it: 250,000.00 USD.'])
  expect(plans()).toEqual([])
  await field('Type the amount to confirm').fill('250,000.00')
  await button(/^Mint 250,000/).click()
  await expect.poll(plans).toHaveLength(1)
})

test('in production one sign-in confirms every new rule of several movements, and nothing is sent before it', async () => {
  const { calls, plans } = await open({
    accounts,
    url: '/production/money/new',
    answers: {
      'POST /approvals/weigh': ({ body }) => ({
        requirements: [],
        approvers: [],
        limits: [],
        identity: { digest: `d-${Object(body).body.destination.fiat.memo}` },
      }),
      [`POST ${stepUpAddress}`]: problem(502, 'confirm-identity', 'Company sign-in is not responding.'),
    },
  })
  await ready()
  await kind('Pay out').click()
  await button('Several at once').click()
  await field('Amounts and destinations').fill('10\tKestrel Pay\t1\n20\tOrsa Shipping\t2\n30\tKestrel Pay\t1')
  await start('Confirm it is you and send')
  await expect.element(page.getByText('Company sign-in is not responding.')).toBeVisible()
  expect(calls.filter(({ path }) => path === stepUpAddress).map(({ body }) => body)).toEqual([
    { digests: ['d-1', 'd-2'], return_to: '/production/money/new/review' },
  ])
  expect(plans()).toEqual([])
})

test('the table has the focus once it is open, and the amount once it is closed', async () => {
  await open({ accounts })
  await ready()
  await button('Several at once').click()
  await expect.element(field('Amounts and destinations')).toHaveFocus()
  await button('Only one instead').click()
  await expect.element(field('Amount')).toHaveFocus()
})

test('on a phone the review breaks a path and a scope between words only', async () => {
  await open({ width: 390 })
  await ready()
  await field('Amount').fill('10')
  await button(/^Review/).click()
  await reviewed()
  const texts = document.createTreeWalker(
    page.getByText('Developer').element().parentElement as Node,
    NodeFilter.SHOW_TEXT,
  )
  const words: string[] = []
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(text)
    const lines = new Set([...range.getClientRects()].map(({ top }) => top))
    if (!text.textContent?.includes(' ') && lines.size > 1) words.push(text.textContent ?? '')
  }
  expect(words).toEqual([])
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('again with new amounts begins as the earlier movement did', async () => {
  const plan = {
    id: 'm',
    person: 'Tess',
    at: '2026-11-19T01:00:00.000Z',
    kind: 'pay-out',
    amount: '320000.00',
    label: 'Orsa',
    rule_intent: mintRule.id,
    rule: {
      ref_id: 'r',
      profile_id: emea,
      source_asset: 'USDC',
      destination_asset: 'USD',
      source: { crypto: { network: 'SOLANA' } },
      destination: { fiat: { fiat_account_id: accountId, memo: '7752' } },
    },
  }
  await open({
    accounts,
    url: '/sandbox/money/new?again=0192e4a0-0000-7000-8000-000000000009',
    answers: { 'GET /movements/{id}': { id: 'm', plan, transfers: [], joins: [], calls: 0 } },
  })
  await ready()
  await expect
    .poll(sentence)
    .toBe(
      'Pay out USDC. The USDC is sent to a deposit address on Solana for Payouts EMEA, and the USD is paid to Kestrel Pay with the memo 7752.',
    )
  await expect.element(page.getByText(/As an earlier movement of 320,000.00 USDC/)).toBeVisible()
  await expect.element(field('Amount')).toHaveValue('')
  expect(window.location.search).toBe('')
})

test('a pasted table is checked line by line, summed, and sent as one movement a line', async () => {
  const { plans, sent } = await open({ accounts })
  await ready()
  await kind('Pay out').click()
  await button('Several at once').click()
  await field('Amounts and destinations').fill(
    'Amount\tTo\tRef\n1,000.00\tKestrel Pay\t1\n250\tNobody\t2\n50\tKestrel Pay\t1',
  )
  const review = page.getByRole('region', { name: 'Review of the lines' })
  await expect.element(review).toHaveTextContent('No fiat account that was registered here is called “Nobody”.')
  await button(/^Review/).click()
  await expect.poll(errorTexts).toEqual(['Line 3: No fiat account that was registered here is called “Nobody”.'])
  await field('Amounts and destinations').fill('1,000.00\tKestrel Pay\t1\n250\tOrsa Shipping\t2\n50\tKestrel Pay\t1')
  await start('Pay out 1,300.00 USDC in 3 movements')
  await expect.element(heading('/sandbox/money')).toBeVisible()
  expect(plans().map(({ plan }) => [plan.amount, plan.label])).toEqual([
    ['1000.00', '1'],
    ['250.00', '2'],
    ['50.00', '1'],
  ])
  expect(sent()).toHaveLength(2)
  expect(new Set(plans().map(({ id }) => id)).size).toBe(3)
})

const table = 'Reference\tFiat account\tAmount\n7752\tOrsa Shipping\t1,250.00\n7753\tKestrel Pay\t99.00'

/** Opens the form and pastes a table of payouts. */
async function paste(text: string, known: Known = {}) {
  const opened = await open({ accounts, ...known })
  await ready()
  await kind('Pay out').click()
  await button('Several at once').click()
  await field('Amounts and destinations').fill(text)
  return opened
}

test('a table whose heads stand in another order pays what stands under Amount', async () => {
  const { plans } = await paste(table)
  await start('Pay out 1,349.00 USDC in 2 movements')
  await expect.element(heading('/sandbox/money')).toBeVisible()
  expect(plans().map(({ plan }) => [plan.amount, plan.label])).toEqual([
    ['1250.00', '7752'],
    ['99.00', '7753'],
  ])
})

test('a table that is dropped as a file is read as one that is pasted, and a workbook is refused', async () => {
  await paste('')
  const lines = field('Amounts and destinations')
  const drop = (name: string, content: string) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([content], name))
    lines.element().dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }
  drop('payments.xlsx', 'PK\u0003\u0004')
  await expect.element(lines).toHaveAccessibleDescription(/payments\.xlsx: This is an Excel workbook/)
  drop('payments.csv', table.replaceAll('\t', ';'))
  await expect.element(button('Review: pay out 1,349.00 USDC in 2 movements')).toBeVisible()
  await expect.element(lines).not.toHaveAccessibleDescription(/Excel/)
})

test('heads that cannot be read are refused at the field, and no sum is shown', async () => {
  const { plans } = await paste(table.replace('Fiat account', 'Goes where'))
  const lines = field('Amounts and destinations')
  const why = 'Line 1: None of these columns says where the money goes. Name them Amount, To and Reference.'
  await expect.element(lines).toHaveAccessibleDescription(new RegExp(why))
  await button(/^Review/).click()
  await expect.poll(errorTexts).toEqual([why])
  await checkAccessibility()
  await lines.fill(table.replace('Reference', 'Batch\tReference').replaceAll(/^77/gm, 'B-1\t77'))
  await expect.element(page.getByText('Not read: Batch.')).toBeVisible()
  await expect.element(button('Review: pay out 1,349.00 USDC in 2 movements')).toBeVisible()
  expect(plans()).toEqual([])
})

test('a line without an amount is an error at its line, and the sum of the others is not offered', async () => {
  const { plans } = await paste('\tOrsa Shipping\t7751\n1250\tOrsa Shipping\t7752\n99\tKestrel Pay\t7753')
  const review = page.getByRole('region', { name: 'Review of the lines' })
  await expect.element(review.getByRole('row', { name: /^1 / })).toHaveTextContent('Enter the amount.')
  await expect.element(review.getByRole('row', { name: /^Sum/ })).toHaveTextContent('not known yet')
  await button(/^Review/).click()
  await expect.poll(errorTexts).toEqual(['Line 1: Enter the amount.'])
  expect(plans()).toEqual([])
})

test('a copied tab makes the same movements as the one that it was copied from, and so does a second press', async () => {
  const rules: Intent[] = []
  const { plans, sent, reload } = await paste('1,250.00\tOrsa Shipping\t7752\n99.00\tKestrel Pay\t7753', {
    rules,
    answers: {
      createRule: ({ body, headers }) => {
        rules.unshift(rule(headers.get('x-mintdesk-intent') ?? '', body as Json, 'Pay out'))
        return written(created(body))
      },
    },
  })
  // What the browser copies with the tab.
  window.dispatchEvent(new Event('pagehide'))
  const copied = { ...sessionStorage }
  await button(/^Review/).click()
  await reviewed()
  await button('Pay out 1,349.00 USDC in 2 movements').dblClick()
  await expect.element(heading('/sandbox/money')).toBeVisible()
  const first = plans()
  expect(first).toHaveLength(2)
  for (const [name, text] of Object.entries(copied)) sessionStorage.setItem(name, text)
  window.history.replaceState(null, '', '/sandbox/money/new')
  await reload()
  await start('Pay out 1,349.00 USDC in 2 movements')
  await expect.element(heading('/sandbox/money')).toBeVisible()
  expect(plans().slice(2)).toEqual(first)
  expect(sent()).toHaveLength(2)
})

test('of several, one that another tab has sent differently gets new ids alone', async () => {
  const reused = problem(409, 'movement-reused', 'Another movement has this ID.')
  let isFirst = true
  const { plans } = await paste('10\tKestrel Pay\t1\n20\tOrsa Shipping\t2\n30\tKestrel Pay\t3', {
    answers: {
      'PUT /movements/{id}': ({ body, path }) => {
        if (isFirst && (body as NewMovement).amount === '20.00') return reused
        return { ...(body as Json), id: path.split('/').at(-1), person: 'Ines Okafor', at: '2026-11-19T01:00:00.000Z' }
      },
    },
  })
  await start('Pay out 60.00 USDC in 3 movements')
  await button('Make this a new movement').click()
  isFirst = false
  await button('Pay out 60.00 USDC in 3 movements').click()
  await expect.element(heading('/sandbox/money')).toBeVisible()
  const [one, two, ...again] = plans()
  expect(again.map(({ plan }) => plan.amount)).toEqual(['10.00', '20.00', '30.00'])
  expect(again[0]?.id).toBe(one?.id)
  expect(again[1]?.id).not.toBe(two?.id)
})

test('a table that was cleared leaves no draft', async () => {
  await paste(table)
  expect(sessionStorage.length).toBe(1)
  await kind('Mint').click()
  await field('Amounts and destinations').fill('')
  await expect.poll(() => sessionStorage.length).toBe(0)
})

test('several lines from a profile warn of an older rule there, as one does', async () => {
  const older = rule(
    '0198c0de-0000-7000-8000-00000000a009',
    {
      nickname: 'EMEA out',
      profile_id: emea,
      source_asset: 'USDC',
      destination_asset: 'USD',
      source: { profile: { profile_id: emea } },
      destination: { fiat: { fiat_account_id: accountId, memo: '1' } },
    },
    'EMEA out',
  )
  await open({ accounts, rules: [older] })
  await ready()
  await kind('Pay out').click()
  await button('Several at once').click()
  const lines = field('Amounts and destinations')
  await lines.fill('10\tKestrel Pay\t2')
  await expect.element(page.getByText('Another rule acts on the same money.')).toBeVisible()
  await lines.fill('10\tKestrel Pay\t2\n20\tOrsa Shipping\t3')
  await expect.element(page.getByText('Another rule acts on the same money.')).toBeVisible()
  await expect.element(page.getByText('These lines act on the same money.')).toBeVisible()
  // The rule that serves the line is no other.
  await lines.fill('10\tKestrel Pay\t1')
  await expect.element(page.getByText('Another rule acts on the same money.')).not.toBeInTheDocument()
})

test('of several, a refusal leaves those before it as they are, and the next press goes on', async () => {
  let isRefused = true
  const rules: Intent[] = []
  const { plans, sent } = await open({
    accounts,
    rules,
    answers: {
      createRule: ({ body, headers }) => {
        if (isRefused && sent().length === 2)
          return problem(400, 'business-rule', 'The account is closed.', { meta: { intent_state: 'refused' } })
        rules.unshift(rule(headers.get('x-mintdesk-intent') ?? '', body as Json, 'Pay out'))
        return written(created(body))
      },
    },
  })
  await ready()
  await kind('Pay out').click()
  await button('Several at once').click()
  await field('Amounts and destinations').fill('10\tKestrel Pay\t1\n20\tOrsa Shipping\t2\n30\tKestrel Pay\t1')
  await start('Pay out 60.00 USDC in 3 movements')
  await expect.element(note('The rule was refused.')).toHaveTextContent('1 movement has begun before it.')
  expect(plans()).toHaveLength(2)
  isRefused = false
  await button('Pay out 60.00 USDC in 3 movements').click()
  await expect.element(heading('/sandbox/money')).toBeVisible()
  const [first, refused, ...again] = plans()
  expect(again.map(({ plan }) => plan.amount)).toEqual(['10.00', '20.00', '30.00'])
  expect(again[0]).toEqual(first)
  expect(again[1]?.id).not.toBe(refused?.id)
  expect(again[2]?.plan.rule_intent).toBe(first?.plan.rule_intent)
  expect(sent()).toHaveLength(3)
})

test('what is wrong with a plan is said at its blank, and nothing is sent', async () => {
  const { sent } = await open({
    answers: {
      'PUT /movements/{id}': problem(400, 'invalid-input', 'The movement is not valid.', {
        errors: [{ field: 'rule.profile_id', message: 'Enter another profile.' }],
      }),
    },
  })
  await ready()
  await field('Amount').fill('10')
  await page.getByRole('textbox', { name: /^Name of the movement/ }).fill('x'.repeat(101))
  await button(/^Review/).click()
  await expect.poll(errorTexts).toEqual(['A name can have at most 100 characters.'])
  await page.getByRole('textbox', { name: /^Name of the movement/ }).fill('Kestrel Pay')
  await button(/^Review/).click()
  await reviewed()
  await button('Mint 10.00 USD').click()
  await expect.poll(errorTexts).toEqual(['Enter another profile.'])
  await expect.element(field('Amount')).toHaveValue('10.00')
  expect(sent()).toEqual([])
})

test('while a restored copy is held nothing is sent', async () => {
  const { plans } = await open({ isHeld: true })
  await ready()
  await field('Amount').fill('10')
  await button(/^Review/).click()
  await reviewed()
  button('Mint 10.00 USD').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('This copy is held.').first()).toBeVisible()
  expect(plans()).toEqual([])
})

test('a double press sends once', async () => {
  const { plans, sent } = await open()
  await ready()
  await field('Amount').fill('10')
  await userEvent.tab()
  await button(/^Review/).click()
  await reviewed()
  await button('Mint 10.00 USD').dblClick()
  await expect.poll(plans).toHaveLength(1)
  await opened(plans()[0]?.id)
  expect(sent()).toHaveLength(1)
})

const done = (id: string, members: object) => transfer({ id, profile_id: main, status: 'COMPLETED', ...members })

test('times and fees are those of the last movement of the rule, and one press makes an exact amount arrive', async () => {
  const [a, b, c] = ['1', '2', '3'].map((end) => `0192e4a0-0000-7000-8000-00000000e00${end}`) as [
    string,
    string,
    string,
  ]
  const links = { auto_conversion: { from_transfer_id: b, to_transfer_id: c }, group_id: 'g-1' }
  const transfers = [
    done(a, {
      memo: 'MDABCDEFGHJK',
      amount: '100.00',
      fee: '10.00',
      total: '90.00',
      auto_conversion: { to_transfer_id: b },
    }),
    done(b, {
      type: 'INTERNAL_TRANSFER_DEBIT',
      direction: 'DEBIT',
      amount: '90.00',
      fee: '0.00',
      total: '90.00',
      ...links,
    }),
    done(c, {
      type: 'INTERNAL_TRANSFER_CREDIT',
      amount: '90.00',
      fee: '0.00',
      total: '90.00',
      asset: 'USDC',
      ...links,
    }),
  ]
  const row = {
    id: a,
    newest: '',
    state: 'done',
    fees: [],
    transfers: 3,
    memo: 'MDABCDEFGHJK',
    profile_id: main,
    stops: ['in', 'minted'].map((one) => ({ kind: one, state: 'done' })),
    in: { amount: '100.00', asset: 'USD' },
    out: { amount: '90.00', asset: 'USDC' },
    started: '2026-11-19T09:00:00.000Z',
  }
  await open({
    rules: [mintRule],
    answers: {
      'GET /movements': { movements: [row], next_page_cursor: '' },
      'GET /movements/{id}': { id: a, transfers, joins: [], calls: 1 },
    },
  })
  await ready()
  await field('Amount').fill('250000')
  await userEvent.tab()
  const track = page.getByRole('list', { name: 'Stations ahead' })
  await expect.element(track).toHaveTextContent(/10\.00 USD last time/)
  const cost = page.getByRole('complementary', { name: 'Cost' })
  await expect.element(cost.getByRole('row', { name: /Should arrive, USDC/ })).toHaveTextContent('249,990.00')
  await checkAccessibility()
  await button('send 250,010.00').click()
  await expect.element(field('Amount')).toHaveValue('250,010.00')
  await expect.element(cost.getByRole('row', { name: /Should arrive, USDC/ })).toHaveTextContent('250,000.00')
})

test('what is not known is said once, and the form still works', async () => {
  await open({ answers: { 'GET /movements': problem(503, 'console-unreachable', 'Mintdesk is not responding.') } })
  await ready()
  await expect.element(page.getByText(/^Earlier movements could not be read/)).toBeVisible()
  await expect.element(page.getByRole('complementary', { name: 'Cost' })).toHaveTextContent(/not known yet/)
  await expect.element(page.getByText('sends the wire with the memo')).toBeVisible()
})
