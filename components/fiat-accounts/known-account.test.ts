import { expect, test } from 'vitest'
import type { IntentDetail } from '@/lib/api/intents'
import { accountTexts } from './account-values'
import { knownFrom } from './known-account'

const id = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'
const owner = { institution_details: { name: 'Harbour & Sons' } }
const instructions = (bank: string, number = '4455667788') => ({
  wire: { account_number: number, routing_details: { bank_name: bank, routing_number: '021000089' } },
})
const created = { fiat_account_owner: owner, fiat_network_instructions: instructions('Northgate Trust') }

const intent = (hour: number, body: unknown, answer: unknown): IntentDetail => ({
  id: `intent-${hour}`,
  environment: 'sandbox',
  operation: hour === 1 ? 'createFiatAccount' : 'updateFiatAccount',
  state: 'confirmed',
  person: 'Tess',
  is_mine: true,
  summary: '',
  record_id: id,
  created_at: `2026-11-19T0${hour}:00:00.000Z`,
  settled_at: `2026-11-19T0${hour}:00:01.000Z`,
  is_conflict: false,
  path: {},
  body,
  answer,
  events: [],
})

const bankOf = (known: ReturnType<typeof knownFrom>) =>
  accountTexts(known?.record).fiat_network_instructions.wire.routing_details.bank_name

test('an account without writes is unknown', () => expect(knownFrom([])).toBeUndefined())

test('members that the answer lacks are known from the request', () => {
  const known = knownFrom([intent(1, created, { id, status: 'PENDING' })])
  expect(known).toMatchObject({ at: '2026-11-19T01:00:01.000Z', intent: { id: 'intent-1' } })
  expect(bankOf(known)).toBe('Northgate Trust')
  expect(known?.record.status).toBe('PENDING')
})

test('later changes replace earlier members, and the last one sets the time', () => {
  const change = { fiat_network_instructions: { wire: { routing_details: { bank_name: 'Granite Bank' } } } }
  const known = knownFrom([intent(2, change, { id, status: 'PENDING' }), intent(1, created, { id })])
  expect(bankOf(known)).toBe('Granite Bank')
  expect(known?.at).toBe('2026-11-19T02:00:01.000Z')
  expect(accountTexts(known?.record)).toMatchObject({
    fiat_account_owner: { kind: 'institution', institution_details: owner.institution_details },
    fiat_network_instructions: { wire: { account_number: '4455667788' } },
  })
})

test('the answer replaces the request, in any nesting', () => {
  const answers = [
    { id, fiat_account_owner: owner, fiat_network_instructions: instructions('Granite Bank', 'XXXX7788') },
    { id, fiat_account_owner: { ...owner, fiat_network_instructions: instructions('Granite Bank', 'XXXX7788') } },
    {
      id,
      fiat_account_owner: {
        ...owner,
        fiat_network_instructions: { ...instructions('Granite Bank', 'XXXX7788'), status: 'PENDING' },
      },
    },
    {
      id,
      fiat_account_owner: {
        ...owner,
        fiat_network_instructions: { wire: { ...instructions('Granite Bank', 'XXXX7788').wire, status: 'PENDING' } },
      },
    },
  ]
  for (const answer of answers) {
    const known = knownFrom([intent(1, created, answer)])
    expect(bankOf(known)).toBe('Granite Bank')
    expect(accountTexts(known?.record).fiat_network_instructions.wire.account_number).toBe('XXXX7788')
  }
})

test('a check after a later change is the newest, and members it lacks stay', () => {
  const registered = {
    ...intent(1, created, { id, ...created, status: 'PENDING' }),
    latest: {
      at: '2026-11-19T03:00:00.000Z',
      answer: { id, status: 'APPROVED', fiat_network_instructions: instructions('Bank of Elsewhere') },
    },
  }
  const change = { fiat_network_instructions: { wire: { routing_details: { bank_name: 'Granite Bank' } } } }
  const known = knownFrom([intent(2, change, { id, status: 'PENDING' }), registered])
  expect(known).toMatchObject({ at: '2026-11-19T03:00:00.000Z', intent: { id: 'intent-1' }, isChecked: true })
  expect(bankOf(known)).toBe('Bank of Elsewhere')
  expect(known?.record).toMatchObject({ status: 'APPROVED', fiat_account_owner: owner })
  // One from before the change says nothing against it.
  const earlier = { ...registered, latest: { ...registered.latest, at: '2026-11-19T01:30:00.000Z' } }
  expect(bankOf(knownFrom([intent(2, change, { id, status: 'PENDING' }), earlier]))).toBe('Granite Bank')
})

test('a change counts from its sending, not its preparation', () => {
  const registered = {
    ...intent(1, created, { id, ...created, status: 'PENDING' }),
    latest: { at: '2026-11-19T02:10:00.000Z', answer: { id, ...created, status: 'APPROVED' } },
  }
  const prepared = {
    ...intent(2, { fiat_network_instructions: instructions('Granite Bank', '999900') }, { id, status: 'PENDING' }),
    sent_at: '2026-11-19T02:20:00.000Z',
    settled_at: '2026-11-19T02:20:01.000Z',
  }
  const known = knownFrom([prepared, registered])
  expect(known?.at).toBe('2026-11-19T02:20:01.000Z')
  expect(bankOf(known)).toBe('Granite Bank')
  expect(accountTexts(known?.record).fiat_network_instructions.wire.account_number).toBe('999900')
})

test('a member that the newest check lacks has the time of the check that showed it', () => {
  const path = 'fiat_network_instructions.wire.routing_details.bank_name'
  const registered = {
    ...intent(1, created, { id, ...created }),
    latest: {
      at: '2026-11-19T03:00:00.000Z',
      answer: { id, ...created, status: 'APPROVED' },
      earlier: { [path]: '2026-11-19T01:30:00.000Z' },
    },
  }
  const change = { fiat_network_instructions: { wire: { routing_details: { bank_name: 'Granite Bank' } } } }
  const known = knownFrom([intent(2, change, { id, status: 'PENDING' }), registered])
  expect(known).toMatchObject({ at: '2026-11-19T03:00:00.000Z', record: { status: 'APPROVED' } })
  expect(bankOf(known)).toBe('Granite Bank')
})

test('a checked record of another account is ignored', () => {
  const answer = { id: 'another', ...created, fiat_network_instructions: instructions('Bank of Elsewhere') }
  const contradicted = {
    ...intent(1, created, { id, status: 'PENDING' }),
    is_conflict: true,
    latest: { at: '2026-11-19T03:00:00.000Z', answer },
  }
  expect(bankOf(knownFrom([contradicted]))).toBe('Northgate Trust')
})
