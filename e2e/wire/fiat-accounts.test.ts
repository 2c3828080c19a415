/** Spec, "Fiat account", "Create fiat account", "Update fiat account": typed by hand from its text. */
import { describe, expect, test } from 'vitest'
import { changeDescription, changeErrors, changeWarnings } from '@/components/fiat-accounts/account-changes'
import { accountForm } from '@/components/fiat-accounts/account-form'
import { readFiatAccount } from '@/lib/provider/records'
import { formId, hasForm } from './form'
import { accepts, answerOf, hasAddress, refuses, send } from './wire'

const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
hasAddress('createFiatAccount', {}, 'POST /v2/transfer/fiat-accounts', 'transfer:write_fiat_account')
hasAddress('updateFiatAccount', { id }, `PUT /v2/transfer/fiat-accounts/${id}`, 'transfer:write_fiat_account')
hasForm('createFiatAccount', accountForm)
hasForm('updateFiatAccount', {
  ...changeDescription(formId, undefined),
  loadChecks: async () => ({ errors: changeErrors, warnings: changeWarnings }),
})

const post = (body: string) => send('POST /v2/transfer/fiat-accounts', body)
const person = '"fiat_account_owner":{"person_details":{"first_name":"Ada","last_name":"Byron"}}'
const institution = '"fiat_account_owner":{"institution_details":{"name":"Analytical Engines"}}'
const wire = `"fiat_network_instructions":{"wire":{"account_number":"000123456789",
  "fiat_account_owner_address":{"country":"US","address1":"1 Main St","address2":"Floor 2","city":"Austin","province":"TX",
  "zip_code":"78701"},"routing_details":{"routing_number_type":"ABA","routing_number":"021000021","bank_name":"First",
  "bank_address":{"country":"US"}}}}`

describe('Create fiat account', () => {
  test('accepts everything that the spec lists, unchanged', () => {
    const text = `{${person},${wire},"ref_id":"r","identity_id":"i","account_id":"a","metadata":{"desk":"east"}}`
    expect(post(text)).toEqual({ operation: 'createFiatAccount', input: { body: JSON.parse(text) } })
  })

  accepts(
    [
      `{${person},${wire}}`,
      `{${institution},${wire}}`,
      `{${person},"fiat_network_instructions":{"wire":{}}}`,
      `{${person},"fiat_network_instructions":{"wire":{"account_number":"1"}}}`,
      `{${person},"fiat_network_instructions":{"wire":{"routing_details":{"routing_number":"123456789"}}}}`,
    ],
    post,
  )

  const oneOwner = /^Choose a person or an institution\.$/
  refuses(
    [
      [`{${wire}}`, 'fiat_account_owner', /^Fiat account owner is required\.$/],
      [`{${person}}`, 'fiat_network_instructions', /^Fiat network instructions is required\.$/],
      [`{"fiat_account_owner":{},${wire}}`, 'fiat_account_owner', oneOwner],
      [
        `{"fiat_account_owner":{"person_details":{"first_name":"A","last_name":"B"},"institution_details":{"name":"C"}},${wire}}`,
        'fiat_account_owner',
        oneOwner,
      ],
      [`{"fiat_account_owner":null,${wire}}`, 'fiat_account_owner', /must be an object/],
      [`{"fiat_account_owner":"Ada",${wire}}`, 'fiat_account_owner', /must be an object/],
      [
        `{"fiat_account_owner":{"person_details":{"first_name":"Ada"}},${wire}}`,
        'fiat_account_owner.person_details.last_name',
        /^Last name is required\.$/,
      ],
      [
        `{"fiat_account_owner":{"person_details":{"first_name":"","last_name":"Byron"}},${wire}}`,
        'fiat_account_owner.person_details.first_name',
        /^First name cannot be empty\.$/,
      ],
      [
        `{"fiat_account_owner":{"institution_details":{}},${wire}}`,
        'fiat_account_owner.institution_details.name',
        /^Name is required\.$/,
      ],
      [
        `{"fiat_account_owner":{"person":{"first_name":"Ada","last_name":"Byron"}},${wire}}`,
        'fiat_account_owner.person and fiat_account_owner',
        /Did you mean "person_details"\?$/,
      ],
      [`{${person},"fiat_network_instructions":{}}`, 'fiat_network_instructions.wire', /^Wire is required\.$/],
      [
        `{${person},"fiat_network_instructions":{"wire":{},"sepa":{}}}`,
        'fiat_network_instructions.sepa',
        /^Unknown field "sepa"\./,
      ],
      [
        `{${person},"fiat_network_instructions":{"wire":{"account_number":123}}}`,
        'fiat_network_instructions.wire.account_number',
        /^Account number must be text\.$/,
      ],
      [
        `{${person},"fiat_network_instructions":{"wire":{"routing_details":{"bank_address":{"zip":"1"}}}}}`,
        'fiat_network_instructions.wire.routing_details.bank_address.zip',
        /Did you mean "zip_code"\?$/,
      ],
      ...['"account_number":', '"fiat_account_owner_address":{"zip_code":', '"routing_details":{"bank_name":'].map(
        (member) =>
          [
            `{${person},"fiat_network_instructions":{"wire":{${member}"${'x'.repeat(256)}"${member.includes('{') ? '}' : ''}}}}`,
            `fiat_network_instructions.wire.${member.replaceAll('"', '').replace('{', '.').replaceAll(':', '')}`,
            / can have at most 255 characters\.$/,
          ] as const,
      ),
      [`{${person},${wire},"status":"PENDING"}`, 'status', /^Unknown field "status"\./],
      [`{${person},${wire},"ref_id":""}`, 'ref_id', /cannot be empty/],
      [
        `{${person},${wire},"metadata":{"1":"","2":"","3":"","4":"","5":"","6":"","7":""}}`,
        'metadata',
        /at most 6 pairs/,
      ],
    ],
    post,
  )
})

describe('Update fiat account', () => {
  const put = (body: string) => send('PUT /v2/transfer/fiat-accounts/7c9e6679-7425-40de-944b-e07fc1f90ae7', body)
  test('takes the id from the path and the changes from the body', () => {
    expect(put(`{${institution}}`)).toEqual({
      operation: 'updateFiatAccount',
      input: {
        path: { id: '7c9e6679-7425-40de-944b-e07fc1f90ae7' },
        body: { fiat_account_owner: { institution_details: { name: 'Analytical Engines' } } },
      },
    })
  })
  accepts(['{}', `{${person}}`, `{${wire}}`, '{"metadata":{"desk":"west"}}', `{${person},${wire},"metadata":{}}`], put)
  refuses(
    [
      ['{"ref_id":"r"}', 'ref_id', /^Unknown field "ref_id"\./],
      ['{"account_id":"a"}', 'account_id', /^Unknown field "account_id"\./],
      ['{"fiat_account_owner":{}}', 'fiat_account_owner', /Choose a person or an institution/],
      ['{"metadata":null}', 'metadata', /^Metadata must be an object\.$/],
      ['{"metdata":{}}', 'metdata', /Did you mean "metadata"\?$/],
    ],
    put,
  )
  refuses([['abc', 'id', /^Enter the complete ID/]], (id) => send(`PUT /v2/transfer/fiat-accounts/${id}`, '{}'))

  const account = `{"id":"7c9e6679-7425-40de-944b-e07fc1f90ae7",${person},${wire},"status":"PENDING",
    "created_at":"2026-11-19T14:31:52Z","updated_at":"2026-11-19T14:31:52Z","ref_id":"r","identity_id":"i","account_id":"a",
    "metadata":{"desk":"east"}}`
  test('and Create fiat account answer with a fiat account', () => {
    expect(answerOf('createFiatAccount', account)).toEqual(JSON.parse(account))
    expect(answerOf('updateFiatAccount', account)).toEqual(JSON.parse(account))
    expect(readFiatAccount(JSON.parse(account))).toMatchObject({
      known: JSON.parse(account) as object,
      other: {},
      missing: [],
    })
    for (const status of ['APPROVED', 'REJECTED']) {
      expect(answerOf('createFiatAccount', account.replace('PENDING', status))).toMatchObject({ status })
    }
    expect(() => answerOf('createFiatAccount', account.replace('PENDING', 'DECLINED'))).toThrow()
  })
})
