import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { differences, isDecisive, missingProof } from './differences'

const path = { profile_id: 'p-1' }
const asked = {
  side: 'SELL',
  market: 'BTCUSD',
  type: 'LIMIT',
  base_amount: '12.50',
  price: '92000',
  time_in_force: 'GTT',
  expiration_date: '1795194000000',
  await_fill_millis: 5000,
  metadata: { desk: 'A' },
  ref_id: '007',
}
const existing = {
  id: 'o-1',
  profile_id: 'p-1',
  ref_id: '007',
  status: 'OPEN',
  side: 'SELL',
  market: 'BTCUSD',
  type: 'LIMIT',
  base_amount: '12.5',
  price: '92000.00',
  quote_amount: '',
  time_in_force: 'GTT',
  expiration_date: '2026-11-20T17:00:00Z',
  metadata: { desk: 'A' },
}
const ofOrder = (record: object) => differences('createOrder', path, asked, record)

describe('A record under the same reference', () => {
  test('matches despite other spellings of amounts and times and additional members', () => {
    expect(ofOrder(existing)).toEqual([])
  })
  test.each([
    ['another amount', { base_amount: '12.51' }, ['base_amount']],
    ['another price and side', { price: '91000', side: 'BUY' }, ['side', 'price']],
    ['another profile', { profile_id: 'p-2' }, ['profile_id']],
    ['another expiry', { expiration_date: '2026-11-20T17:00:01Z' }, ['expiration_date']],
    ['other metadata', { metadata: { desk: 'B' } }, ['metadata.desk']],
    ['a reference that is only equal as a number', { ref_id: '7' }, ['ref_id']],
  ])('with %s is another', (_, change, names) => {
    expect(ofOrder({ ...existing, ...change }).sort()).toEqual(names.sort())
  })
  test('differs decisively only in members that move money', () => {
    for (const member of ['side', 'base_amount', 'profile_id']) expect(isDecisive('createOrder', member)).toBe(true)
    for (const member of ['destination.crypto.address', 'source', 'source.crypto.network'])
      expect(isDecisive('createRule', member)).toBe(true)
    for (const member of ['metadata.desk', 'expiration_date']) expect(isDecisive('createOrder', member)).toBe(false)
    for (const member of ['nickname', 'source.crypto.address_id']) expect(isDecisive('createRule', member)).toBe(false)
  })
  test('that shows only some members is compared by those', () => {
    expect(ofOrder({ id: 'o-1', side: 'SELL' })).toEqual([])
    expect(ofOrder({ id: 'o-1', side: 'BUY' })).toEqual(['side'])
    expect(ofOrder({ id: 'o-1', price: null, base_amount: '' })).toEqual([])
  })
  test('of a rule is compared wrapped or bare, ignoring generated members', () => {
    const rule = {
      ref_id: 'r',
      profile_id: 'p',
      source_asset: 'USD',
      destination_asset: 'USDG',
      source: { fiat: { network: 'WIRE' } },
    }
    const made = { ...rule, id: 'rule_1', source: { fiat: { network: 'WIRE', memo_id: 'MD-1' } } }
    expect(differences('createRule', {}, rule, { rule: made })).toEqual([])
    expect(differences('createRule', {}, rule, made)).toEqual([])
    const other = { ...made, source: { fiat: { network: 'ACH' } } }
    expect(differences('createRule', {}, rule, { rule: other })).toEqual(['source.fiat.network'])
  })
  test('of a fiat account is compared in every nesting, and a masked number is not a difference', () => {
    const wire = { account_number: '000123454512', routing_details: { bank_name: 'Harbour Bank' } }
    const owner = { institution_details: { name: 'Halden AG' } }
    const account = { fiat_account_owner: owner, fiat_network_instructions: { wire } }
    const masked = { wire: { ...wire, account_number: 'XXXX4512' } }
    const nested = { id: 'a', status: 'PENDING', fiat_account_owner: { ...owner, fiat_network_instructions: masked } }
    expect(differences('createFiatAccount', {}, account, nested)).toEqual([])
    const other = { id: 'a', fiat_network_instructions: { wire: { ...wire, account_number: '999' } } }
    expect(differences('createFiatAccount', {}, account, other)).toEqual([
      'fiat_network_instructions.wire.account_number',
    ])
  })
  test.each(['rtp', 'cubix'])(
    'of a fiat account under %s is compared and proven by its number as under wire',
    (network) => {
      const account = (account_number: string) => ({ fiat_network_instructions: { [network]: { account_number } } })
      const there = (number: string) => ({ id: 'a', ...account(number) })
      const at = `fiat_network_instructions.${network}.account_number`
      expect(differences('createFiatAccount', {}, account('0001 2345 4512'), there('XXXX4512'))).toEqual([])
      expect(differences('createFiatAccount', {}, account('000123454512'), there('999'))).toEqual([at])
      expect(isDecisive('createFiatAccount', at)).toBe(true)
      expect(missingProof('createFiatAccount', account('000123454512'), { id: 'a' })).toContain(at)
    },
  )
  test('with another kind of party or another destination is a different record', () => {
    const account = { fiat_account_owner: { institution_details: { name: 'Halden AG' } } }
    const person = { id: 'a', fiat_account_owner: { person_details: { full_name: 'Ann Lee' } } }
    expect(differences('createFiatAccount', {}, account, person)).toEqual(['fiat_account_owner'])
    const rule = { profile_id: 'p', source: { fiat: { network: 'WIRE' } } }
    const crypto = { crypto: { address: '0xdead', network: 'ETHEREUM' } }
    expect(differences('createRule', {}, rule, { ...rule, id: 'r', destination: crypto })).toEqual(['destination'])
    const toProfile = { ...rule, destination: { profile: { id: 'p' } } }
    expect(differences('createRule', {}, toProfile, { ...rule, id: 'r', destination: crypto })).toEqual(['destination'])
    expect(differences('createRule', {}, rule, { ...toProfile, id: 'r' })).toEqual([])
    expect(ofOrder({ ...existing, recipient_profile_id: 'p-2' })).toEqual(['recipient_profile_id'])
    expect(ofOrder({ ...existing, recipient_profile_id: existing.profile_id })).toEqual([])
  })
  test('with a masked number is compared by the visible digits, ignoring spaces and case', () => {
    const account = (number: string) => ({ fiat_network_instructions: { wire: { account_number: number } } })
    const is = (asked: string, there: string) =>
      differences('createFiatAccount', {}, account(asked), { id: 'a', ...account(there) }).length === 0
    expect(is('000111229999', 'XXXX9999')).toBe(true)
    expect(is('000111229999', 'XXXX4512')).toBe(false)
    expect(is('000111229999', '0001••••9999')).toBe(true)
    expect(is('000111229999', '0002****9999')).toBe(false)
    expect(is('DE89 3704 0044 0532', 'de89370400440532')).toBe(true)
    expect(
      differences(
        'createOrder',
        { profile_id: 'AB000000-0000-4000-8000-000000000001' },
        { metadata: { a: '5' } },
        { id: 'o', profile_id: 'ab000000-0000-4000-8000-000000000001', metadata: { a: 5 } },
      ),
    ).toEqual([])
  })
  test('of any shape never throws', () => {
    fc.assert(fc.property(fc.jsonValue(), (raw) => Array.isArray(differences('createOrder', path, asked, raw))))
  })
})
