/** Fiat accounts: registered and changed by a form, a review and one sending; the sandbox says what truly arrived. */
import type { Page } from '@playwright/test'
import { owner, problem, registered, stress, wire } from './forms'
import { type Desk, secrets } from './stage'
import { checkAccess, expect, signIn, test } from './test'

const api = (desk: Desk) => `${desk.console.url}/api/sandbox`
const newForm = (desk: Desk) => `${desk.console.url}/sandbox/fiat-accounts/new`
const editForm = (desk: Desk, id: string) => `${desk.console.url}/sandbox/fiat-accounts/${id}/edit`

const part = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

type Account = { id: string; ref_id?: string; status: string; fiat_network_instructions: { wire: object } }

/** The account as the service has it, by its id or its reference. */
async function atService(desk: Desk, key: string): Promise<Account | undefined> {
  const { fiat_accounts } = await desk.control('GET', '/clients/demo-client/fiat-accounts')
  return (fiat_accounts as Account[]).find(({ id, ref_id }) => id === key || ref_id === key)
}

/** The intent whose result the page shows, and what was sent for it. */
async function sentFrom(page: Page, desk: Desk): Promise<{ id: string; body: unknown }> {
  await page.waitForURL(/\/activity\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1) ?? ''
  const answer = await page.request.get(`${api(desk)}/intents/${id}`)
  return answer.json()
}

/** A person's account of which this console knows nothing; its id. */
async function registeredElsewhere({ sandbox }: Desk): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: secrets.demo }
  const token = await fetch(`${sandbox.url}/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, scope: 'transfer:write_fiat_account' }),
  })
  const { access_token } = await token.json()
  const answer = await fetch(`${sandbox.url}/v2/transfer/fiat-accounts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fiat_account_owner: owner, fiat_network_instructions: { wire } }),
  })
  return (await answer.json()).id
}

// What was written here is nothing for the tests that follow.
test.afterAll(({ desk }) => desk.control('POST', '/clients/demo-client/reset'))

test.afterEach(({ desk }) => stress(desk, {}))

test('an account is filled in and sent by the keyboard alone, reviewed with its number covered', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'treasury')
  await page.goto(newForm(desk))
  const type = async (name: string, text: string) => {
    const target = field(page, name).first()
    const isThere = () => target.evaluate((one) => one === document.activeElement)
    // No more stops than the form has.
    for (let stop = 0; stop < 40 && !(await isThere()); stop++) await page.keyboard.press('Tab')
    await expect(target).toBeFocused()
    await page.keyboard.type(text)
  }
  await page.getByRole('radio', { name: 'A person' }).focus()
  await page.keyboard.press('Space')
  await type('First name', 'Ada')
  await type('Last name', 'Okafor')
  await type('Account number', 'DE89 3704 0044 0532 0130 00')
  await type('Routing number type', 'SWIFT')
  await type('Routing number', 'deutdeff')
  await type('Bank name', 'Northgate Trust')
  await type('Country', 'DE')
  await expect(part(page, 'Bank').getByLabel('Country')).toHaveAccessibleDescription('Germany')
  await type('City', 'Frankfurt')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Review fiat account' })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('definition').filter({ hasText: '••3000' })).not.toContainText('DE89')
  await press(page, 'Show the whole account number')
  await expect(main.getByRole('definition').filter({ hasText: 'DE89370400440532013000' })).toBeVisible()
  await checkAccess(page)
  const send = page.getByRole('button', { name: 'Register account ••3000' })
  await send.focus()
  await page.keyboard.press('Enter')
  const { id, body } = await sentFrom(page, desk)
  const asked = {
    fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor' } },
    fiat_network_instructions: {
      wire: {
        account_number: 'DE89370400440532013000',
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
  expect(body, 'nothing that was left empty is sent').toEqual(asked)
  expect(await atService(desk, id)).toMatchObject(asked)
})

test('a form that is not filled in says so at the top and at each field, and keeps what was typed', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'treasury')
  await page.goto(newForm(desk))
  await press(page, 'Review fiat account')
  await expect(problem(page)).toBeFocused()
  await expect(page).toHaveTitle(/^Error: /)
  await problem(page).getByRole('link', { name: 'Enter the account number, or some other wire instruction.' }).click()
  await expect(field(page, 'Account number')).toBeFocused()
  await page.keyboard.type('4455667788')
  await page.getByRole('radio', { name: 'A person' }).click()
  await field(page, 'First name').fill('Ada')
  await press(page, 'Review fiat account')
  await expect(problem(page).getByRole('link')).toHaveText(['Last name is required.'])
  await expect(field(page, 'Last name')).toHaveAccessibleDescription('Last name is required.')
  await expect(field(page, 'Account number')).toHaveValue('4455667788')
  await page.reload()
  await expect(field(page, 'First name'), 'a reload loses nothing').toHaveValue('Ada')
})

test('what looks odd is warned of where it stands and in the review, and is sent as it is', async ({ page, desk }) => {
  await signIn(page, desk, 'treasury')
  await page.goto(newForm(desk))
  await page.getByRole('radio', { name: 'An institution' }).click()
  await field(page, 'Name of the institution').fill('Harbour & Söhne')
  await field(page, 'Account number').fill('DE88370400440532013000')
  await field(page, 'Routing number type').fill('ABA')
  await field(page, 'Routing number').fill('123456789')
  const address = part(page, 'Owner’s address')
  await address.getByLabel('Country').fill('UK')
  await address.getByLabel('City').fill('Leeds')
  await address.getByLabel('Address line 1').fill('1 Front Street, at the corner of Main Street')
  await press(page, 'Review fiat account')
  const warnings = [
    'Wires do not carry ö. Banks replace such characters.',
    'This begins like an IBAN, but its length or check digits are wrong.',
    'This is not a valid ABA number: check the first two digits and the last one.',
    '"UK" is not an ISO 3166 country code, such as US.',
    'A wire carries at most 35 characters; this has 44.',
  ]
  const review = page.getByRole('form', { name: 'Review fiat account' })
  for (const warning of warnings) await expect(review).toContainText(`${warning} You can use it anyway.`)
  await page.getByRole('link', { name: 'Change routing number' }).click()
  await expect(field(page, 'Routing number')).toBeFocused()
  await expect(field(page, 'Routing number')).toHaveAccessibleDescription(/not a valid ABA number/)
  await checkAccess(page)
  await press(page, 'Review fiat account')
  await press(page, 'Register account ••3000')
  const { id } = await sentFrom(page, desk)
  expect(await atService(desk, id)).toMatchObject({
    fiat_account_owner: { institution_details: { name: 'Harbour & Söhne' } },
    fiat_network_instructions: {
      wire: {
        account_number: 'DE88370400440532013000',
        fiat_account_owner_address: {
          country: 'UK',
          city: 'Leeds',
          address1: '1 Front Street, at the corner of Main Street',
        },
        routing_details: { routing_number_type: 'ABA', routing_number: '123456789' },
      },
    },
  })
})

test('a change begins with what is known, shows before and after, and sends nothing else', async ({ page, desk }) => {
  await signIn(page, desk, 'treasury')
  const id = await registered(page, desk)
  await page.goto(editForm(desk, id))
  await expect(field(page, 'Bank name')).toHaveValue('Northgate Trust')
  await expect(page.getByText('The owner is a person and cannot become an institution')).toBeVisible()
  await press(page, 'Review change')
  await expect(problem(page)).toContainText('Nothing is changed.')
  await field(page, 'Bank name').fill('Granite Bank')
  await part(page, 'Owner’s address').getByLabel('City').fill('Chicago')
  await checkAccess(page)
  await press(page, 'Review change')
  const review = page.getByRole('form', { name: 'Review change' })
  await expect(review).toContainText('from Northgate Trust to Granite Bank')
  await expect(review).toContainText('The account goes back to review')
  await press(page, 'Change account ••7788')
  const { body } = await sentFrom(page, desk)
  const address = { country: 'US', city: 'Chicago', address1: '1 Front Street' }
  expect(body).toEqual({
    fiat_network_instructions: {
      wire: { fiat_account_owner_address: address, routing_details: { bank_name: 'Granite Bank' } },
    },
  })
  expect((await atService(desk, id))?.fiat_network_instructions.wire).toEqual({
    ...wire,
    fiat_account_owner_address: address,
    routing_details: { ...wire.routing_details, bank_name: 'Granite Bank' },
  })
  await expect(
    page
      .getByRole('definition')
      .filter({ hasText: /^Pending/ })
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: /^Granite Bank$/ })).toBeVisible()
  await page.getByRole('link', { name: 'Change this account' }).click()
  await expect(field(page, 'Bank name'), 'what the change made of it is known').toHaveValue('Granite Bank')
})

test('a change that was begun before another one keeps both, and one that was lost is spoken of', async ({
  page,
  desk,
}) => {
  await signIn(page, desk, 'treasury')
  const id = await registered(page, desk)
  await page.goto(editForm(desk, id))
  await field(page, 'Bank name').fill('Granite Bank')
  await field(page, 'Last name').focus()
  const changed = await page.request.put(`${api(desk)}/v2/transfer/fiat-accounts/${id}`, {
    headers: { origin: desk.console.url, 'x-mintdesk-intent': crypto.randomUUID() },
    data: { fiat_network_instructions: { wire: { routing_details: { routing_number: '026009593' } } } },
  })
  expect(changed.status()).toBe(200)
  await page.reload()
  await expect(field(page, 'Bank name')).toHaveValue('Granite Bank')
  await expect(field(page, 'Routing number')).toHaveValue('021000089')
  await press(page, 'Bring it up to date')
  await expect(field(page, 'Routing number')).toHaveValue('026009593')
  await expect(field(page, 'Bank name')).toHaveValue('Granite Bank')
  await stress(desk, { drop: [{ operation: 'updateFiatAccount', times: 1 }] })
  await press(page, 'Review change')
  await press(page, 'Change account ••7788')
  const { id: lost, body } = await sentFrom(page, desk)
  expect(body).toEqual({ fiat_network_instructions: { wire: { routing_details: { bank_name: 'Granite Bank' } } } })
  await page.goto(editForm(desk, id))
  await expect(page.getByText('it is not known whether it happened')).toBeVisible()
  await expect(page.getByRole('link', { name: 'See that change' })).toHaveAttribute('href', new RegExp(lost))
  // Nobody else's test finds it open.
  const noted = await page.request.post(`${api(desk)}/intents/${lost}/notes`, {
    headers: { origin: desk.console.url },
    data: { happened: true, words: 'Seen at the service.' },
  })
  expect(noted.status()).toBe(200)
})

test('a masked number is kept as it is and never written back', async ({ page, desk }) => {
  await stress(desk, { masked_account_numbers: true, fiat_shape: 'INSIDE_WIRE' })
  await signIn(page, desk, 'treasury')
  const id = await registered(page, desk)
  await page.goto(editForm(desk, id))
  await expect(page.getByText('Kept as it is: XXXX7788.')).toBeVisible()
  await expect(field(page, 'Account number')).toHaveValue('')
  await field(page, 'Account number').fill('XXXX7788')
  await press(page, 'Review change')
  await expect(problem(page).getByRole('link', { name: /a masked one is never written back/ })).toBeVisible()
  await field(page, 'Account number').fill('')
  await field(page, 'Last name').fill('Okafor-Bell')
  await press(page, 'Review change')
  await press(page, 'Change account ••7788')
  const { body } = await sentFrom(page, desk)
  expect(body).toEqual({ fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor-Bell' } } })
  expect((await atService(desk, id))?.fiat_network_instructions.wire).toEqual(wire)
})

test('what the service refuses lands at its field, with everything that was typed', async ({ page, desk }) => {
  await signIn(page, desk, 'treasury')
  const id = await registeredElsewhere(desk)
  await page.goto(editForm(desk, id))
  await expect(page.getByText(/^Nothing is known here of/)).toBeVisible()
  await page.getByRole('radio', { name: 'An institution' }).click()
  await field(page, 'Name of the institution').fill('Harbour & Sons')
  await press(page, 'Review change')
  await press(page, 'Change account')
  const line = problem(page).getByRole('link', { name: /^The owner is a person and cannot become an institution/ })
  await line.click()
  await expect(page.getByRole('radio', { name: 'An institution' })).toBeFocused()
  await expect(field(page, 'Name of the institution')).toHaveValue('Harbour & Sons')
  await page.getByRole('radio', { name: 'A person' }).click()
  await field(page, 'First name').fill('Ada')
  await field(page, 'Last name').fill('Okafor-Bell')
  await press(page, 'Review change')
  await press(page, 'Change account')
  const { body } = await sentFrom(page, desk)
  expect(body).toEqual({ fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor-Bell' } } })
})

test('who may not write reads who may, and an id that is none has no page', async ({ page, desk }) => {
  await signIn(page, desk, 'support')
  await page.goto(newForm(desk))
  await expect(page.getByText('Create fiat account is for treasury or admin')).toBeVisible()
  await page.goto(editForm(desk, crypto.randomUUID()))
  await expect(page.getByText('Update fiat account is for treasury or admin')).toBeVisible()
  const answer = await page.goto(editForm(desk, 'not-an-id'))
  expect(answer?.status()).toBe(404)
})
