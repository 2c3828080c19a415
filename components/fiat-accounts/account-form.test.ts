import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TextValues } from '@/components/forms/form-values'
import { isObject, type Json } from '@/lib/domain/json'
import { checkInput } from '@/lib/provider/check'
import type { FieldError } from '@/lib/provider/field-errors'
import { ProblemError } from '@/lib/provider/problem'
import { anyText } from '@/lib/provider/testing'
import { accountChecks, accountForm, type NewAccountValues } from './account-form'
import { accountFieldOf, accountWarnings, numberAt } from './account-values'

const { blank: blankNewAccount, fromInput, toInput } = accountForm
const newAccountBody = (values: NewAccountValues): Json => toInput(values).body

/** What the form itself would say, and the schema of the row. */
function errorsOf(values: NewAccountValues): FieldError[] {
  const own = Object.entries(accountChecks.errors(values)).map(([field, message]) => ({ field, message }))
  try {
    checkInput('createFiatAccount', { body: newAccountBody(values) })
    return own
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error
    const { errors = [] } = error.problem
    return [...own, ...errors.map(({ field, message }) => ({ field: accountFieldOf(field, values), message }))]
  }
}

const filledIn = (change: Partial<NewAccountValues> = {}): NewAccountValues => ({
  ...blankNewAccount,
  fiat_account_owner: {
    kind: 'person',
    person_details: { first_name: ' Ada', last_name: 'Okafor ' },
    institution_details: { name: 'left from before' },
  },
  fiat_network_instructions: {
    wire: {
      account_number: 'DE89 3704 0044 0532 0130 00',
      fiat_account_owner_address: {
        ...blankNewAccount.fiat_network_instructions.wire.fiat_account_owner_address,
        country: 'US',
      },
      routing_details: {
        ...blankNewAccount.fiat_network_instructions.wire.routing_details,
        routing_number_type: 'ABA',
        routing_number: '021 000 089',
      },
    },
  },
  ...change,
})

describe('the form of a new fiat account', () => {
  test('sends trimmed values and no empty ones', () => {
    expect(newAccountBody(filledIn())).toEqual({
      fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor' } },
      fiat_network_instructions: {
        wire: {
          account_number: 'DE89370400440532013000',
          fiat_account_owner_address: { country: 'US' },
          routing_details: { routing_number_type: 'ABA', routing_number: '021000089' },
        },
      },
    })
  })

  test('sends a BIC in upper case, and warns of an IBAN with an ABA number', () => {
    const values = filledIn()
    const { wire } = values.fiat_network_instructions
    expect(accountWarnings(values)[numberAt]).toMatch(/^This is an IBAN/)
    const routing_details = { ...wire.routing_details, routing_number_type: 'SWIFT', routing_number: ' deutdeff ' }
    const swift = filledIn({ fiat_network_instructions: { wire: { ...wire, routing_details } } })
    expect(newAccountBody(swift)).toMatchObject({
      fiat_network_instructions: { wire: { routing_details: { routing_number: 'DEUTDEFF' } } },
    })
    expect(accountWarnings(swift)[numberAt]).toBeUndefined()
  })

  test('sends exactly one owner, even if both were typed', () => {
    const owner = { ...filledIn().fiat_account_owner, kind: 'institution' as const }
    expect(newAccountBody(filledIn({ fiat_account_owner: owner })).fiat_account_owner).toEqual({
      institution_details: { name: 'left from before' },
    })
  })

  test('sends reference, identity, account and metadata if entered', () => {
    const body = newAccountBody(
      filledIn({ ref_id: ' acc-1 ', identity_id: 'i', account_id: 'a', metadata: [{ key: 'desk', value: 'A' }] }),
    )
    expect(body).toMatchObject({ ref_id: 'acc-1', identity_id: 'i', account_id: 'a', metadata: { desk: 'A' } })
  })

  test('requires an owner and wire instructions, each at a field', () => {
    expect(errorsOf(blankNewAccount)).toEqual([
      { field: numberAt, message: 'Enter the account number.' },
      { field: 'fiat_account_owner.kind', message: 'Choose a person or an institution.' },
    ])
  })

  test('requires the missing part of a name at its field', () => {
    const owner = { ...filledIn().fiat_account_owner, person_details: { first_name: 'Ada', last_name: ' ' } }
    expect(errorsOf(filledIn({ fiat_account_owner: owner }))).toEqual([
      { field: 'fiat_account_owner.person_details.last_name', message: 'Last name is required.' },
    ])
  })

  test('warns only about the chosen kind of owner', () => {
    const owner = {
      kind: 'institution' as const,
      person_details: { first_name: 'Zoë', last_name: '' },
      institution_details: { name: 'Bäcker' },
    }
    expect(Object.keys(accountWarnings(filledIn({ fiat_account_owner: owner })))).toEqual([
      'fiat_account_owner.institution_details.name',
      numberAt,
      'fiat_network_instructions.wire.fiat_account_owner_address.city',
    ])
  })
})

const text = fc.oneof(fc.constantFrom('', ' ', 'US', '021000021', 'XXXX4512'), fc.string(), anyText)
const textsLike = <Kind extends TextValues>(blank: Kind): fc.Arbitrary<Kind> =>
  fc.record(
    Object.fromEntries(
      Object.entries(blank).map(([name, value]) => [name, typeof value === 'string' ? text : textsLike(value)]),
    ),
  ) as unknown as fc.Arbitrary<Kind>

const pair = fc.record({ key: text, value: text })
const anyValues: fc.Arbitrary<NewAccountValues> = fc
  .tuple(
    textsLike(blankNewAccount.fiat_account_owner),
    textsLike(blankNewAccount.fiat_network_instructions.wire),
    fc.constantFrom('', 'person', 'institution'),
    fc.array(pair, { maxLength: 8 }),
    textsLike({ identity_id: '', account_id: '', ref_id: '' }),
  )
  .map(([owner, wire, kind, metadata, references]) => ({
    fiat_account_owner: { ...owner, kind },
    fiat_network_instructions: { wire },
    metadata,
    ...references,
  }))

const isEmpty = (value: unknown): boolean =>
  isObject(value) ? Object.keys(value).length === 0 || Object.values(value).some(isEmpty) : value === ''

/** The names of every control that the form can show. */
function controlsOf(values: NewAccountValues): Set<string> {
  const names = (inner: object, before: string): string[] =>
    Object.entries(inner).flatMap(([name, value]) =>
      typeof value === 'string' ? [`${before}${name}`] : names(value, `${before}${name}.`),
    )
  return new Set([...names(values, ''), 'metadata'])
}

describe('whatever is typed', () => {
  test('a valid body has no empty member, and every error belongs to a field', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const errors = errorsOf(values)
        const controls = controlsOf(values)
        for (const { field } of errors) expect(controls).toContain(field)
        if (errors.length > 0) return
        const { metadata: _, ...body } = newAccountBody(values)
        expect(isEmpty(body)).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('a copy sends the same under another reference', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        fc.pre(errorsOf(values).length === 0)
        const body = newAccountBody(values)
        const { ref_id: _, ...rest } = body
        expect(newAccountBody(fromInput({ body }))).toEqual(rest)
      }),
      { numRuns: 500 },
    )
  })
})

test("a new account announces the provider's review and the 23 hours for status checks", () => {
  expect(accountForm.steps().slice(1)).toEqual([
    ['The provider reviews it', 'It is Pending until the provider approves or rejects it.'],
    ['You check its status', 'For 23 hours.'],
  ])
})
