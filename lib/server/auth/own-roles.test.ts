import { describe, expect, test } from 'vitest'
import { partiesIn } from '../../provider/destinations'
import { operations } from '../../provider/operations'
import type { Moved } from '../../provider/summaries'
import { claimedOwnRoles, excess, ownRolesOf, rolesIn } from './own-roles'

const desk = {
  payouts: {
    groups: ['payout-desk', 'g-17'],
    rights: ['read', 'requests', 'order'],
    profiles: ['P-1'],
    amounts: { USD: '50000.00', USDC: '0.30' },
  },
  watchers: { rights: ['read', 'look-up'] },
}
const read = (value: unknown) => {
  const problems: string[] = []
  return { own: ownRolesOf(typeof value === 'string' ? value : JSON.stringify(value), problems), problems }
}
const { own } = read(desk)

describe('ROLES', () => {
  test('names roles by the groups of a company, or by their own names', () => {
    expect(read(desk).problems).toEqual([])
    expect(read(undefined)).toEqual({ own: {}, problems: [] })
    expect(claimedOwnRoles(['g-17', 'watchers', 'order', 'own:payouts'], own)).toEqual(['own:payouts', 'own:watchers'])
    expect(claimedOwnRoles(['payouts', 'toString'], own)).toEqual([])
  })

  test.each([
    ['[]', /JSON object, such as/],
    ['{"payouts": ', /JSON object, such as/],
    [{ Payouts: desk.payouts }, /name cannot be used/],
    [{ admin: desk.payouts }, /name cannot be used/],
    [{ order: desk.payouts }, /name cannot be used/],
    [
      { payouts: { rights: ['read', 'fly'] } },
      /^ROLES: the role payouts needs rights, a list of some of read, look-up/,
    ],
    [{ payouts: { rights: [] } }, /needs rights/],
    [{ payouts: { rights: ['look-up'] } }, /needs the right read/],
    [{ payouts: { rights: ['read', 'order'] } }, /needs the right requests/],
    [{ payouts: { rights: ['read', 'approve'] } }, /needs the right requests/],
    [{ payouts: { ...desk.payouts, amounts: { USD: 50000 } } }, /needs amounts by asset/],
    [{ payouts: { ...desk.payouts, amounts: { USD: '5e4' } } }, /needs amounts by asset/],
    [{ payouts: { ...desk.payouts, profiles: [] } }, /needs profiles as a list/],
    [{ payouts: { ...desk.payouts, groups: 'desk' } }, /needs groups as a list/],
    [{ payouts: { ...desk.payouts, groups: ['treasury'] } }, /named like a role of Mintdesk/],
    [{ payouts: { rights: ['read'], amounts: { USD: '1' } } }, /only narrow order, accounts, rules/],
    [{ payouts: { ...desk.payouts, amount: {} } }, /a member that is unknown/],
    [{ payouts: 'read' }, /must be an object/],
  ])('%j is refused with what to write instead', (value, message) => {
    const { own: left, problems } = read(value)
    expect(problems).toEqual([expect.stringMatching(message)])
    expect(left).toEqual({})
  })
})

test('a role of one’s own is held with its rights, and grants nothing once it is not set up any more', () => {
  expect(rolesIn('support own:payouts', own)).toEqual(['support', 'own:payouts', 'read', 'requests', 'order'])
  expect(rolesIn('own:payouts', {})).toEqual([])
  // What a claim or a database calls like a right is none.
  expect(rolesIn('order configure own:other', own)).toEqual([])
})

describe('An order of a person whose role is narrowed', () => {
  const order = (amounts: Moved['amounts'], profile = 'p-1'): Moved => ({
    amounts,
    parties: partiesIn(operations.createOrder, { profile_id: profile }, {}),
  })
  const reason = (moved: Moved, roles = 'own:payouts') => excess(roles, own, 'createOrder', moved)

  test.each([
    ['50000.00', true],
    ['50000', true],
    ['050000.000', true],
    ['49999.999999999999999999', true],
    ['50000.000000000000000001', false],
    ['50000.01', false],
    ['500000000000000000000000000000', false],
  ])('of %s USD is within 50000.00: %s', (amount, isWithin) => {
    expect(reason(order([{ asset: 'USD', amount }])) === undefined).toBe(isWithin)
  })

  test('is compared in every asset that has a limit, exactly', () => {
    const both = (usdc: string) => [
      { asset: 'USD', amount: '1' },
      { asset: 'USDC', amount: usdc },
    ]
    expect(reason(order(both('0.3')))).toBeUndefined()
    expect(reason(order(both('0.30000000000000004')))).toBe(
      'Your role payouts sends at most 0.30 USDC in one request, and this one moves 0.30000000000000004 USDC.',
    )
  })

  test('is refused where its amount is not known before, or is in none of the assets', () => {
    expect(reason(order([{ asset: 'USD' }]))).toMatch(/at most 50000.00 USD .* is not known before/)
    expect(reason(order([{ asset: 'EUR', amount: '1' }]))).toMatch(/limits in USD and USDC, .* none of them/)
  })

  test('is refused for another profile, however its id is written', () => {
    expect(reason(order([{ asset: 'USD', amount: '1' }], 'P-1'))).toBeUndefined()
    expect(reason(order([{ asset: 'USD', amount: '1' }], 'p-2'))).toBe(
      'Your role payouts acts only for the profile P-1.',
    )
  })

  test('is refused where it pays to, or a rule draws from, a profile that is not the role’s, or none that can be told', () => {
    const { createOrder, createRule } = operations
    const to = (recipient_profile_id: string) => partiesIn(createOrder, { profile_id: 'p-1' }, { recipient_profile_id })
    const from = (source: object) => partiesIn(createRule, {}, { profile_id: 'p-1', source })
    const amounts = [{ asset: 'USD', amount: '1' }]
    expect([to('P-1'), to('p-2')].map((parties) => reason({ amounts, parties }) === undefined)).toEqual([true, false])
    const rules = { 'own:payouts': { rights: ['rules' as const], profiles: ['P-1'] } }
    const isWithin = (source: object) =>
      excess('own:payouts', rules, 'createRule', { amounts: [], parties: from(source) }) === undefined
    expect([{ profile: { profile_id: 'p-1' } }, { fiat: { network: 'WIRE' } }, { crypto: {} }].map(isWithin)).toEqual([
      true,
      true,
      true,
    ])
    const others = [{ profile: { profile_id: 'p-2' } }, { profile: {} }]
    const deposits = [{ crypto: { address_id: 'a-1' } }, { fiat: { deposit_instructions_id: 'd-1' } }]
    expect([...others, ...deposits].map(isWithin)).toEqual([false, false, false, false])
  })

  test('is within the widest of several roles, of those that may place orders at all', () => {
    const large = order([{ asset: 'USD', amount: '60000' }])
    expect(reason(large, 'own:payouts treasury')).toBeUndefined()
    expect(reason(large, 'own:payouts support own:watchers')).toMatch(/at most/)
    expect(reason(large, 'support')).toBeUndefined()
  })
})
