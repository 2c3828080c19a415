/** The forms of a new fiat account and of a change. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { checkAccessibility } from '@/components/testing/browser'
import {
  button,
  delayed,
  errors,
  errorTexts,
  field,
  fold,
  heading,
  intent,
  radio,
  renderForm,
} from '@/components/testing/forms'
import { type Answers, problem } from '@/components/testing/proxy'
import type { IntentDetail } from '@/lib/api/intents'
import FiatAccountForm from './account-form'
import FiatAccountChangeForm from './change-form'

const part = (name: string) => page.getByRole('group', { name, exact: true })

const openNew = () =>
  renderForm(FiatAccountForm, {
    url: '/sandbox/fiat-accounts/new',
    answers: { createFiatAccount: { id: 'account-1', status: 'PENDING' } },
  })

test('an empty form says what is missing above the form and at each field, and keeps what was typed', async () => {
  document.title = 'New fiat account'
  const { reload } = await openNew()
  await button('Review fiat account').click()
  await expect.element(errors()).toHaveFocus()
  expect(document.title).toMatch(/^Error: /)
  await errors().getByRole('link', { name: 'Enter the account number.' }).click()
  await expect.element(field('Account number')).toHaveFocus()
  await userEvent.keyboard('4455667788')
  await radio('A person').click()
  await field('First name').fill('Ada')
  await button('Review fiat account').click()
  await expect.poll(errorTexts).toEqual(['Last name is required.'])
  await expect.element(field('Last name')).toHaveAccessibleDescription('Last name is required.')
  await expect.element(field('Account number')).toHaveValue('4455667788')
  await reload()
  await expect.element(field('First name')).toHaveValue('Ada')
})

const same = () => page.getByRole('checkbox', { name: "Same as the owner's address" })

test("the bank's address can follow the owner's, and what was typed before comes back", async () => {
  const { sent, reload } = await openNew()
  await radio('An institution').click()
  await field('Institution name').fill('Harbour Ltd')
  await field('Account number').fill('4455667788')
  const owner = part('Owner address')
  await owner.getByLabelText('Country').fill('united st')
  await page.getByRole('option', { name: 'United States US', exact: true }).click()
  await owner.getByLabelText('City').fill('Boston')
  const bank = part('Bank')
  await fold('Bank address')
  await bank.getByLabelText('City').fill('Chicago')
  await same().click()
  await expect.element(bank.getByLabelText('City')).not.toBeVisible()
  await owner.getByLabelText('City').fill('Denver')
  await fold('Bank address')
  await expect.element(bank.getByText("same as the owner's address", { exact: true })).toBeVisible()
  await fold('Bank address')
  await same().click()
  await expect.element(bank.getByLabelText('City')).toHaveValue('Chicago')
  await same().click()
  await checkAccessibility()

  await reload()
  await expect.element(same()).toBeChecked()
  await button('Review fiat account').click()
  await button('Register account ••7788').click()
  const address = { country: 'US', city: 'Denver' }
  await expect
    .poll(() => sent('createFiatAccount').map(({ body }) => body))
    .toMatchObject([
      {
        fiat_network_instructions: {
          wire: { fiat_account_owner_address: address, routing_details: { bank_address: address } },
        },
      },
    ])
})

test("a refusal of the bank's address opens its fold, and leads to its own field", async () => {
  const field_ = 'fiat_network_instructions.wire.routing_details.bank_address.city'
  await renderForm(FiatAccountForm, {
    url: '/sandbox/fiat-accounts/new',
    answers: {
      createFiatAccount: problem(400, 'invalid-input', 'Refused.', {
        errors: [{ field: field_, message: 'This is not a city.' }],
        meta: { intent_state: 'refused' },
      }),
    },
  })
  await radio('An institution').click()
  await field('Institution name').fill('Harbour Ltd')
  await part('Owner address').getByLabelText('City').fill('Boston')
  await fold('Bank address')
  await same().click()
  await button('Review fiat account').click()
  await button(/^Register account/).click()
  await errors().getByRole('link', { name: 'This is not a city.' }).click()
  await expect.element(part('Bank').getByLabelText('City')).toHaveFocus()
  await expect.element(part('Bank').getByLabelText('City')).toHaveValue('Boston')
})

test('the sentence beside the form says what will be registered', async () => {
  await openNew()
  const sentence = page.getByRole('complementary').getByText(/^Register/)
  await expect.element(sentence).toHaveTextContent('Register an account for wires.')
  await radio('An institution').click()
  await field('Institution name').fill('Harbour Ltd')
  await field('Account number').fill('4455667788')
  await field('Bank name').fill('Northgate Trust')
  await expect
    .element(sentence)
    .toHaveTextContent('Register account ••7788 at Northgate Trust, owned by Harbour Ltd, for wires.')
})

test('unusual values are warned of at their fields and in the review, and sent as entered', async () => {
  const { sent } = await openNew()
  await radio('An institution').click()
  await field('Institution name').fill('Harbour & Söhne')
  await field('Account number').fill('DE88370400440532013000')
  await field('Routing number type').fill('ABA')
  await field('Routing number').fill('123456789')
  const address = part('Owner address')
  await address.getByLabelText('Country').fill('UK')
  await address.getByLabelText('City').fill('Leeds')
  await address.getByLabelText('Address line 1').fill('1 Front Street, at the corner of Main Street')
  await button('Review fiat account').click()
  const review = page.getByRole('form', { name: 'Review fiat account' })
  await expect.element(review).toBeVisible()
  for (const warning of [/ö/, /IBAN/, /ABA number/, /"UK"/, /35 characters/])
    await expect.element(review).toHaveTextContent(warning)
  const change = page.getByRole('link', { name: 'Change routing number' })
  expect(change.element().getBoundingClientRect().height, 'WCAG 2.5.8').toBeGreaterThanOrEqual(24)
  await change.click()
  await expect.element(field('Routing number')).toHaveFocus()
  await expect.element(field('Routing number')).toHaveAccessibleDescription(/ABA number/)
  await checkAccessibility()
  await button('Review fiat account').click()
  await button('Register account ••3000').click()
  await expect
    .poll(() => sent('createFiatAccount').map(({ body }) => body))
    .toMatchObject([
      {
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
      },
    ])
})

const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const owner = { person_details: { first_name: 'Ada', last_name: 'Okafor' } }
const wire = {
  account_number: '4455667788',
  fiat_account_owner_address: { country: 'US', city: 'Boston', address1: '1 Front Street' },
  routing_details: { routing_number_type: 'ABA', routing_number: '021000089', bank_name: 'Northgate Trust' },
}
const account = { id, status: 'APPROVED', fiat_account_owner: owner, fiat_network_instructions: { wire } }
const registration = (answer: object = account): IntentDetail =>
  intent({ id: 'registration', operation: 'createFiatAccount', record_id: id, body: account, answer })

/** The recorded writes of an account, newest first. */
function recorded(...intents: IntentDetail[]): Answers {
  return {
    'GET /intents': ({ query }) => ({
      intents: intents.filter(({ state }) => query.getAll('states').includes(state)),
      next_page_cursor: '',
    }),
    'GET /intents/{id}': ({ path }) =>
      intents.find((one) => path.endsWith(one.id)) ?? problem(404, 'not-found', 'None.'),
  }
}

const openChange = (answers: Answers, roles: readonly ['treasury' | 'support'] = ['treasury']) =>
  renderForm((props) => <FiatAccountChangeForm id={id} {...props} />, {
    url: `/sandbox/fiat-accounts/${id}/edit`,
    roles,
    answers: { updateFiatAccount: account, ...answers },
  })

test('a change starts with the known details, shows before and after, and sends only the difference', async () => {
  const { sent } = await openChange(recorded(registration()))
  await expect.element(field('Bank name')).toHaveValue('Northgate Trust')
  await expect.element(page.getByText('The owner is a person and cannot become an institution.')).toBeVisible()
  await button('Review change').click()
  await expect.element(errors()).toHaveTextContent('Nothing has changed.')
  await field('Bank name').fill('Granite Bank')
  await part('Owner address').getByLabelText('City').fill('Chicago')
  await button('Review change').click()
  const review = page.getByRole('form', { name: 'Review change' })
  await expect.element(review).toHaveTextContent('from Northgate Trust to Granite Bank')
  await expect.element(page.getByText('The provider reviews the account again')).toBeVisible()
  await button('Change account ••7788').click()
  await expect
    .poll(() => sent('updateFiatAccount').map(({ body }) => body))
    .toEqual([
      {
        fiat_network_instructions: {
          wire: {
            fiat_account_owner_address: { country: 'US', city: 'Chicago', address1: '1 Front Street' },
            routing_details: { bank_name: 'Granite Bank' },
          },
        },
      },
    ])
})

test('the form that replaces the loading page keeps the focus on the heading', async () => {
  const { answer, give } = delayed()
  await openChange({ 'GET /intents': () => answer })
  heading('Change fiat account').element().focus()
  give({ intents: [], next_page_cursor: '' })
  await expect.element(button('Review change')).toBeVisible()
  await expect.element(heading('Change fiat account')).toHaveFocus()
})

test('a draft that began before another change keeps both changes, and shows a change with an unknown outcome', async () => {
  const first = await openChange(recorded(registration()))
  await field('Bank name').fill('Granite Bank')
  await field('Last name').click()
  await expect.element(page.getByText(/^Draft saved/)).toBeVisible()
  await first.screen.unmount()
  const change = intent({
    id: 'change',
    operation: 'updateFiatAccount',
    record_id: id,
    path: { id },
    settled_at: '2026-11-19T02:00:00.000Z',
    body: { fiat_network_instructions: { wire: { routing_details: { routing_number: '026009593' } } } },
    answer: { id, status: 'PENDING' },
  })
  const lost = { ...change, id: 'lost', state: 'unknown' as const, answer: undefined }
  const { sent } = await openChange(recorded(lost, change, registration()))
  await expect.element(field('Bank name')).toHaveValue('Granite Bank')
  await expect.element(field('Routing number')).toHaveValue('021000089')
  await expect.element(page.getByText('The outcome of an earlier change to this account is unknown.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'View that change' }))
    .toHaveAttribute('href', '/sandbox/activity/lost')
  await button('Update draft').click()
  await expect.element(field('Routing number')).toHaveValue('026009593')
  await expect.element(field('Bank name')).toHaveValue('Granite Bank')
  await button('Review change').click()
  await button('Change account ••7788').click()
  await expect
    .poll(() => sent('updateFiatAccount').map(({ body }) => body))
    .toEqual([{ fiat_network_instructions: { wire: { routing_details: { bank_name: 'Granite Bank' } } } }])
})

test('a masked number is kept and never sent back', async () => {
  const masked = { ...account, fiat_network_instructions: { wire: { ...wire, account_number: 'XXXX7788' } } }
  const { sent } = await openChange(recorded(registration(masked)))
  await expect.element(page.getByText('Currently XXXX7788.')).toBeVisible()
  await expect.element(field('Account number')).toHaveValue('')
  await field('Account number').fill('XXXX7788')
  await button('Review change').click()
  await expect.poll(errorTexts).toEqual(['Enter the full account number, or leave it empty to keep the current one.'])
  await field('Account number').fill('')
  await field('Last name').fill('Okafor-Bell')
  await button('Review change').click()
  await button('Change account ••7788').click()
  await expect
    .poll(() => sent('updateFiatAccount').map(({ body }) => body))
    .toEqual([{ fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor-Bell' } } }])
})

test('an account on another network than wire says so, and offers no wire fields that would add one', async () => {
  const rtp = { ...account, fiat_network_instructions: { rtp: { account_number: '4455667788' } } }
  const { fiat_network_instructions: _, ...body } = account
  const { sent } = await openChange(recorded({ ...registration(rtp), body }))
  await expect.element(page.getByText('This account is reached by RTP.')).toBeVisible()
  await expect.element(page.getByText('••7788')).toBeVisible()
  expect(field('Account number').query()).toBeNull()
  await field('Last name').fill('Okafor-Bell')
  await button('Review change').click()
  await button(/^Change account/).click()
  await expect
    .poll(() => sent('updateFiatAccount').map(({ body }) => body))
    .toEqual([{ fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor-Bell' } } }])
})

test("a refusal appears at its field, with everything that was typed, for an account that isn't known here", async () => {
  const message = 'The owner is a person and cannot become an institution.'
  await openChange({
    ...recorded(),
    updateFiatAccount: problem(400, 'invalid-input', 'Refused.', {
      errors: [{ field: 'fiat_account_owner', message }],
      meta: { intent_state: 'refused' },
    }),
  })
  await expect.element(page.getByText(/^Mintdesk has no details of/)).toBeVisible()
  await radio('An institution').click()
  await field('Institution name').fill('Harbour & Sons')
  await button('Review change').click()
  await button('Change account').click()
  await errors().getByRole('link', { name: message }).click()
  await expect.element(radio('An institution')).toHaveFocus()
  await expect.element(field('Institution name')).toHaveValue('Harbour & Sons')
})

test('a person without the role reads which role is required, and nothing of the account', async () => {
  const { calls } = await openChange({}, ['support'])
  await expect.element(heading('Change fiat account')).toBeVisible()
  await expect.element(page.getByText('Update fiat account requires the treasury or admin role')).toBeVisible()
  expect(calls.filter(({ path }) => path.startsWith('/intents'))).toEqual([])
})
