/** Fiat accounts, registered and changed from the form to the outcome; the sandbox shows what arrived. */
import type { Page } from '@playwright/test'
import { problem, registered, wire } from './forms'
import type { Demo } from './processes'
import { checkAccessibility, expect, signIn, test } from './test'

const api = (demo: Demo) => `${demo.console.url}/api/sandbox`
const newForm = (demo: Demo) => `${demo.console.url}/sandbox/fiat-accounts/new`
const editForm = (demo: Demo, id: string) => `${demo.console.url}/sandbox/fiat-accounts/${id}/edit`

const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

type Account = { id: string; ref_id?: string; status: string; fiat_network_instructions: { wire: object } }

/** The service's record of an account, by its id or reference. */
async function atService(demo: Demo, key: string): Promise<Account | undefined> {
  const { fiat_accounts } = await demo.control('GET', '/clients/demo-client/fiat-accounts')
  return (fiat_accounts as Account[]).find(({ id, ref_id }) => id === key || ref_id === key)
}

/** The intent that the page shows, with its body. */
async function sentFrom(page: Page, demo: Demo): Promise<{ id: string; body: unknown }> {
  await page.waitForURL(/\/activity\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1) ?? ''
  const answer = await page.request.get(`${api(demo)}/intents/${id}`)
  return answer.json()
}

// The tests that follow start with the seeded records.
test.afterAll(({ demo }) => demo.control('POST', '/clients/demo-client/reset'))

test('an account is registered by keyboard alone, and its number is masked in the review', async ({ page, demo }) => {
  await signIn(page, demo, 'treasury')
  await page.goto(newForm(demo))
  const type = async (name: string, text: string) => {
    const target = field(page, name).first()
    const isThere = () => target.evaluate((one) => one === document.activeElement)
    // The form has fewer tab stops than this.
    for (let stop = 0; stop < 40 && !(await isThere()); stop++) await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
    await page.keyboard.type(text)
  }
  await page.getByRole('radio', { name: 'A person' }).focus()
  await page.keyboard.press('Space')
  await type('First name', 'Ada')
  await type('Last name', 'Okafor')
  await type('Country', 'germ')
  for (const key of ['ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(part(page, 'Owner address').getByLabel('Country')).toHaveValue('Germany')
  await expect(part(page, 'Owner address').getByLabel('Country')).toHaveAccessibleDescription('DE')
  await type('City', 'Frankfurt')
  await type('Account number', 'DE89 3704 0044 0532 0130 00')
  await type('Routing number type', 'SWIFT')
  await type('Routing number', 'deutdeff')
  await type('Bank name', 'Northgate Trust')
  // The bank's address is folded; it can follow the owner's.
  for (const key of ['Tab', 'Enter', 'Tab', 'Space']) await page.keyboard.press(key)
  await expect(page.getByRole('checkbox', { name: "Same as the owner's address" })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Review fiat account' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('definition').filter({ hasText: '••3000' })).not.toContainText('DE89')
  await press(page, 'Show the full account number')
  await expect(main.getByRole('definition').filter({ hasText: 'DE89370400440532013000' })).toBeVisible()
  await checkAccessibility(page)
  const send = page.getByRole('button', { name: 'Register account ••3000' })
  await send.focus()
  await page.keyboard.press('Enter')
  const { id, body } = await sentFrom(page, demo)
  const asked = {
    fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor' } },
    fiat_network_instructions: {
      wire: {
        account_number: 'DE89370400440532013000',
        fiat_account_owner_address: { country: 'DE', city: 'Frankfurt' },
        routing_details: {
          routing_number_type: 'SWIFT',
          routing_number: 'DEUTDEFF',
          bank_name: 'Northgate Trust',
          bank_address: { country: 'DE', city: 'Frankfurt' },
        },
      },
    },
    ref_id: id,
  }
  expect(body, 'empty fields are not sent').toEqual(asked)
  expect(await atService(demo, id)).toMatchObject(asked)
})

test('a change starts with the known details, shows before and after, and sends only the difference', async ({
  page,
  demo,
}) => {
  await signIn(page, demo, 'treasury')
  const id = await registered(page, demo)
  await page.goto(editForm(demo, id))
  await expect(field(page, 'Bank name')).toHaveValue('Northgate Trust')
  await expect(page.getByText('The owner is a person and cannot become an institution')).toBeVisible()
  await press(page, 'Review change')
  await expect(problem(page)).toContainText('Nothing has changed.')
  await field(page, 'Bank name').fill('Granite Bank')
  await part(page, 'Owner address').getByLabel('City').fill('Chicago')
  await checkAccessibility(page)
  await press(page, 'Review change')
  const review = page.getByRole('form', { name: 'Review change' })
  await expect(review).toContainText('from Northgate Trust to Granite Bank')
  await expect(page.getByText('The provider reviews the account again')).toBeVisible()
  await press(page, 'Change account ••7788')
  const { body } = await sentFrom(page, demo)
  const address = { country: 'US', city: 'Chicago', address1: '1 Front Street' }
  expect(body).toEqual({
    fiat_network_instructions: {
      wire: { fiat_account_owner_address: address, routing_details: { bank_name: 'Granite Bank' } },
    },
  })
  expect((await atService(demo, id))?.fiat_network_instructions.wire).toEqual({
    ...wire,
    fiat_account_owner_address: address,
    routing_details: { ...wire.routing_details, bank_name: 'Granite Bank' },
  })
  await expect(page.getByText(/Pending as of/).first()).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^Granite Bank$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Change this account' }).click()
  await expect(field(page, 'Bank name'), 'the form knows the change').toHaveValue('Granite Bank')
})
