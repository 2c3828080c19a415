/** How to fill in each form, and which requests the sandbox logged. */
import type { Page } from '@playwright/test'
import type { Demo } from './processes'
import { expect, signIn } from './test'

export const stress = (demo: Demo, settings: object) => demo.control('PUT', '/clients/demo-client/stress', settings)

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** The summary of errors. */
export const problem = (page: Page) => page.getByRole('alert').filter({ hasText: 'There is a problem' })
export const isIntent = (url: URL) => /\/sandbox\/activity\/[0-9a-f-]{36}$/.test(url.pathname)

/** A second tab with a copy of this one's storage, in the background. */
export async function twinOf(page: Page): Promise<Page> {
  const [twin] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(() => void window.open(window.location.href)),
  ])
  await page.bringToFront()
  return twin
}

type Arrived = { operation: string; ref_id?: string; status?: number }

/** The calls of an operation in the service's log. */
export async function arrivals(demo: Demo, operation: string): Promise<Arrived[]> {
  const { requests } = await demo.control('GET', `/clients/demo-client/requests?operation=${operation}`)
  return requests as Arrived[]
}

/** The service's orders with this base amount. */
export async function ordersOf(demo: Demo, base_amount: string): Promise<Record<string, string>[]> {
  const { orders } = await demo.control('GET', '/clients/demo-client/orders')
  return (orders as Record<string, string>[]).filter((order) => order.base_amount === base_amount)
}

/** A profile of the seeded data. */
export const profile = '6f7b1c80-9e4a-4d5c-9a0b-3b8f5c2e6da7'

export type Order = {
  side?: 'Buy' | 'Sell'
  market?: string
  type?: string
  amounts: Record<string, string>
  time?: string
}

export async function fillOrder(
  page: Page,
  { side = 'Sell', market = 'BTCUSD', type = 'LIMIT', amounts, time }: Order,
): Promise<void> {
  await page.getByLabel('Profile', { exact: true }).fill(profile)
  await page.getByRole('radio', { name: side }).check()
  await page.getByLabel('Market').selectOption(market)
  await page.getByLabel('Type').selectOption(type)
  for (const [name, amount] of Object.entries(amounts)) await page.getByLabel(name, { exact: true }).fill(amount)
  if (time) await page.getByLabel('Time in force').selectOption(time)
}

/** An order far from the market, which stays open; each test has its own amount. */
export const resting = (amount: string): Order => ({
  amounts: { 'Amount to sell': amount, 'Limit price': '9000000.00' },
})

export async function reviewOrder(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(heading(page, 'Review order')).toBeVisible()
}

/** The button that sends an order. */
export const sendOrder = (page: Page) => page.getByRole('button', { name: /^(Sell|Buy)/ })

export const owner = { person_details: { first_name: 'Ada', last_name: 'Okafor' } }
export const wire = {
  account_number: '4455667788',
  fiat_account_owner_address: { country: 'US', city: 'Boston', address1: '1 Front Street' },
  routing_details: { routing_number_type: 'ABA', routing_number: '021000089', bank_name: 'Northgate Trust' },
}

/** Registers an account. @returns its id */
export async function registered(page: Page, demo: Demo): Promise<string> {
  const answer = await page.request.post(`${demo.console.url}/api/sandbox/v2/transfer/fiat-accounts`, {
    headers: { origin: demo.console.url, 'x-mintdesk-intent': crypto.randomUUID() },
    data: { fiat_account_owner: owner, fiat_network_instructions: { wire } },
  })
  expect(answer.status()).toBe(200)
  return (await answer.json()).id
}

type Form = {
  name: string
  /** What the form creates, as its pages name it. */
  thing: string
  /** Its path below the environment. */
  path: string
  /** For a form that changes a record: creates one. @returns the form's path */
  made?: (page: Page, demo: Demo) => Promise<string>
  operation: string
  /** Whether its intent's id is sent as the reference. */
  isReferenced: boolean
  /** A value that only one test enters. */
  mark: (test: number) => string
  fill: (page: Page, mark: string) => Promise<void>
  send: RegExp
  /** The list of its records in the service's control. */
  records?: 'orders' | 'fiat-accounts' | 'rules'
  /** The answer of a service that is not ours. */
  answer: object
  /** Shown if the service does not respond. */
  unread?: string
}

const label = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const account = {
  id: '7d0f5a52-3a51-4c1e-9f0a-0f3a1b2c3d4e',
  status: 'PENDING',
  fiat_network_instructions: { wire: {} },
  created_at: '2026-11-21T10:00:00Z',
}

export const forms: readonly [Form, ...Form[]] = [
  {
    name: 'an order',
    thing: 'order',
    path: '/orders/new',
    operation: 'createOrder',
    isReferenced: true,
    mark: (test) => `0.050${test}`,
    fill: (page, mark) => fillOrder(page, resting(mark)),
    send: /^Sell 0\.050/,
    records: 'orders',
    answer: { id: 'order-1', status: 'OPEN' },
    unread: "Recent profiles couldn't be loaded. Paste the profile ID.",
  },
  {
    name: 'a fiat account',
    thing: 'fiat account',
    path: '/fiat-accounts/new',
    operation: 'createFiatAccount',
    isReferenced: true,
    mark: (test) => `Bank ${test}`,
    async fill(page, mark) {
      await page.getByRole('radio', { name: 'An institution' }).check()
      await label(page, 'Institution name').fill('Halden Treasury AG')
      await label(page, 'Account number').fill('4455667788')
      await label(page, 'Bank name').fill(mark)
    },
    send: /^Register account/,
    records: 'fiat-accounts',
    answer: account,
  },
  {
    name: 'a change of a fiat account',
    thing: 'change',
    path: `/fiat-accounts/${account.id}/edit`,
    made: async (page, demo) => `/fiat-accounts/${await registered(page, demo)}/edit`,
    operation: 'updateFiatAccount',
    isReferenced: false,
    mark: (test) => `Changed bank ${test}`,
    fill: (page, mark) => label(page, 'Bank name').fill(mark),
    send: /^Change account/,
    records: 'fiat-accounts',
    answer: account,
  },
  {
    name: 'a rule',
    thing: 'rule',
    path: '/rules/new',
    operation: 'createRule',
    isReferenced: true,
    mark: (test) => `Rule ${test}`,
    async fill(page, mark) {
      await page.getByRole('combobox', { name: 'Profile', exact: true }).fill('2b9d7e34-1a6f-4e08-8c45-7d3f9a0b6c12')
      await page.getByRole('textbox', { name: /^Nickname/ }).fill(mark)
    },
    send: /^Create rule/,
    records: 'rules',
    answer: {
      rule: { id: 'rule_1', source_asset: 'USD', destination_asset: 'USDG', source: { fiat: { memo_id: 'MD-1' } } },
    },
  },
  {
    name: 'a test wire',
    thing: 'test wire',
    path: '/deposits/new',
    operation: 'initiateSandboxFiatDeposit',
    isReferenced: false,
    mark: (test) => `Memo ${test}`,
    async fill(page, mark) {
      await page.getByRole('textbox', { name: 'Amount' }).fill('12.50')
      await page.getByRole('combobox', { name: 'Memo' }).fill(mark)
    },
    send: /^Send a test wire of 12\.50 USD/,
    answer: {},
  },
]

/** Signs in as treasury and opens an empty form. */
export async function openForm(page: Page, demo: Demo, { path, made }: Form): Promise<void> {
  await signIn(page, demo, 'treasury', path)
  if (made) await page.goto(`${demo.console.url}/sandbox${await made(page, demo)}`)
}

/** Fills in a form and opens its review. @returns the button that sends */
export async function fillToReview(page: Page, { fill, send, thing }: Form, mark: string) {
  await fill(page, mark)
  await page.getByRole('button', { name: /^Review/ }).click()
  await expect(heading(page, `Review ${thing}`)).toBeVisible()
  return page.getByRole('button', { name: send })
}

/** The number of records with this mark at the service; undefined if its control does not list them. */
export async function recordsOf(demo: Demo, { records }: Form, mark: string): Promise<number | undefined> {
  if (!records) return undefined
  const answer = await demo.control('GET', `/clients/demo-client/${records}`)
  const all = answer[records.replace('-', '_')] as unknown[]
  return all.filter((record) => JSON.stringify(record).includes(JSON.stringify(mark))).length
}
