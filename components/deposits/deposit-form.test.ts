import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkForm } from '@/lib/provider/check'
import { ProblemError } from '@/lib/provider/problem'
import { depositForm } from './deposit-form'

const { blank, toInput, fromInput } = depositForm

const text = fc
  .string({ minLength: 1, maxLength: 35 })
  .map((value) => value.trim())
  .filter((value) => value !== '')
const number = fc.stringMatching(/^[0-9A-Z]{1,30}$/)
const filled = <Members extends Record<string, fc.Arbitrary<unknown>>>(members: Members) =>
  fc.record(members, { requiredKeys: [] }).filter((record) => Object.keys(record).length > 0)

const address = filled({ country: text, address1: text, address2: text, city: text, province: text, zip_code: text })
const wire = fc.record(
  {
    account_number: number,
    fiat_account_owner_address: address,
    routing_details: filled({
      routing_number_type: text,
      routing_number: number,
      bank_name: text,
      bank_address: address,
    }),
  },
  { requiredKeys: [] },
)
/** Bodies that the schema takes. */
const bodies = fc.record(
  {
    amount: fc.stringMatching(/^[0-9]{1,20}(\.[0-9]{1,2})?$/),
    asset: fc.constant('USD'),
    memo_id: text,
    fiat_network_instructions: fc.record({ wire }),
    fiat_account_owner: fc.oneof(
      fc.record({ person_details: fc.record({ first_name: text, last_name: text }) }),
      fc.record({ institution_details: fc.record({ name: text }) }),
    ),
  },
  { requiredKeys: ['amount', 'asset', 'memo_id', 'fiat_network_instructions'] },
)

function errorsOf(body: unknown): Record<string, string> {
  try {
    checkForm('initiateSandboxFiatDeposit', { body })
    return {}
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    return Object.fromEntries((thrown.problem.errors ?? []).map(({ field, message }) => [field, message]))
  }
}
const errorsWith = (amount: string) => errorsOf(toInput({ ...blank, memo_id: 'MD1', amount }).body)

describe('the form of a deposit', () => {
  test('sends a copy of a deposit exactly', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        expect(toInput(fromInput({ body })).body).toEqual(body)
        expect(errorsOf(body)).toEqual({})
      }),
      { numRuns: 1_000 },
    )
  })

  test('reads any JSON as values', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        expect(toInput(fromInput({ body: anything })).body).toMatchObject({ asset: 'USD' })
      }),
    )
  })

  test.each(['250', '250.5', '250.00', ' $1,250.00 ', '.50', '0'])('accepts %j', (amount) => {
    expect(errorsWith(amount)).toEqual({})
  })
  test.each(['12.345', '1,250.505'])('refuses %j for its decimal places', (amount) => {
    expect(errorsWith(amount)).toEqual({ amount: 'Amount can have at most 2 decimal places, like 1250.00.' })
  })
  test.each(['1e5', '-1', '5.', 'ten'])('refuses %j as a number', (amount) => {
    expect(errorsWith(amount)).toEqual({ amount: 'Enter the amount as a number, like 1250.00.' })
  })
  test('reads a comma before three digits as one between thousands', () => {
    expect(toInput({ ...blank, memo_id: 'MD1', amount: '100,000' }).body).toMatchObject({ amount: '100000' })
    expect(errorsWith('100,000')).toEqual({})
    expect(errorsWith('1.500,00')).toEqual({ amount: 'Enter the amount as a number, like 1250.00.' })
  })
  test('requires amount and memo, and comes with example instructions', () => {
    expect(errorsOf(toInput(blank).body)).toEqual({ amount: 'Amount is required.', memo_id: 'Memo ID is required.' })
  })
})

test('a deposit says how its transfers are found', () => {
  const next = depositForm.steps().flat().join(' ')
  expect(next).toContain('By memo, amount and time')
  expect(next).toContain('Station by station')
  expect(next).toContain('Never again automatically')
})
