import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ruleErrors } from '@/components/rules/rule-messages'
import { type RuleValues, ruleNetworks, ruleValuesFrom } from '@/components/rules/rule-values'
import type { Intent } from '@/lib/api/intents'
import { isObject, type Json } from '@/lib/domain/json'
import { NewMovement } from '@/lib/features/money/input'
import { type WishKind, wishKinds } from '@/lib/features/money/plans'
import { checkForm } from '@/lib/provider/check'
import { ruleRoute } from '@/lib/provider/record-names'
import { NewRule } from '@/lib/provider/rules'
import {
  amountOf,
  blankTerms,
  blankWish,
  defaultWish,
  doesSame,
  findRule,
  meantTerms,
  planOf,
  sourcesOf,
  termsFromRoute,
  usableRules,
  wishAgain,
  wishAmountError,
  wishOfRule,
  wishRule,
  wishTerms,
} from './wish'
import { wishErrors } from './wish-checks'

const context = {
  environment: 'production',
  intent: 'an-intent',
  requiresIdentity: false,
  now: 0,
  zone: 'UTC',
  figure: '1000000',
} as const
const reference = '0198c0de-0000-7000-8000-000000000001'
const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const evm = ruleNetworks.filter((network) => ['ETHEREUM', 'POLYGON', 'ARBITRUM'].includes(network))
const none = { accounts: [], profiles: [] }

/** What can be chosen in the blanks of a wish, and all that it leaves in blanks that are not shown. */
const termsOfKind = (kind: WishKind): fc.Arbitrary<RuleValues> =>
  fc
    .record({
      from: fc.constantFrom(...wishTerms[kind].from),
      to: fc.constantFrom(...wishTerms[kind].to),
      source: fc.constantFrom(...wishTerms[kind].sources),
      destination: fc.constantFrom(...wishTerms[kind].destinations),
      profile: fc.uuid(),
      other: fc.uuid(),
      account: fc.uuid(),
      memo: fc.constantFrom('', '7752', 'INV 7'),
      network: fc.constantFrom(...evm),
      into: fc.constantFrom(...evm),
    })
    .filter(({ from, to }) => kind !== 'convert' || from !== to)
    .map(({ from, to, source, destination, profile, other, account, memo, network, into }) => {
      const blank = blankTerms(kind)
      return {
        ...blank,
        profile_id: profile,
        source_asset: from,
        destination_asset: to,
        source_kind: source,
        destination_kind: destination,
        source: { ...blank.source, crypto: { ...blank.source.crypto, network } },
        destination: {
          crypto: { network: into, address },
          fiat: { fiat_account_id: account, memo },
          profile: { profile_id: other },
        },
      }
    })

const wishes = fc.constantFrom(...wishKinds).chain((kind) => termsOfKind(kind).map((terms) => ({ kind, terms })))

/** The rule as the provider answers it: with what it generates. */
function answered(body: Json): Json {
  const source = isObject(body.source) ? body.source : {}
  return {
    ...body,
    id: 'rule-1',
    source: {
      ...(isObject(source.fiat) && { fiat: { ...source.fiat, memo_id: 'MDABCDEFGHJK' } }),
      ...(isObject(source.crypto) && { crypto: { ...source.crypto, address: `0x${'1'.repeat(40)}` } }),
      ...(isObject(source.profile) && { profile: source.profile }),
    },
  }
}

const recorded = (body: Json, members: Partial<Intent> = {}): Intent => ({
  id: reference,
  environment: 'sandbox',
  operation: 'createRule',
  state: 'confirmed',
  person: 'Ines Okafor',
  is_mine: true,
  summary: '',
  created_at: '2026-11-19T01:00:00.000Z',
  is_conflict: false,
  ...ruleRoute(answered(body)),
  ...members,
})

describe('the rule of a wish', () => {
  test('passes the schema, the checks of the rule form and of the plan, whatever is chosen', () => {
    fc.assert(
      fc.property(wishes, ({ kind, terms }) => {
        const body = wishRule(kind, terms, reference)
        expect(z.parse(NewRule, body)).toEqual(body)
        checkForm('createRule', { body })
        expect(ruleErrors(ruleValuesFrom(body), context)).toEqual({})
        const values = { ...blankWish(kind, [reference]), amount: '1250.00', [kind]: terms }
        expect(wishErrors(values, context, none)).toEqual({})
        const plan = planOf(values, values.amount, terms, { id: reference, reference })
        expect(z.parse(NewMovement, plan)).toEqual(plan)
        expect(plan).toMatchObject({ kind, amount: '1250.00', rule_intent: reference, rule: body })
      }),
    )
  })

  test('does what the sentence says, and nothing of the blanks that it does not show', () => {
    fc.assert(
      fc.property(wishes, ({ kind, terms }) => {
        const body = wishRule(kind, terms, reference)
        const { source_kind, destination_kind, destination } = terms
        const from = sourcesOf(kind, terms.source_asset).includes(source_kind) ? source_kind : 'profile'
        const sources = {
          fiat: { fiat: { network: 'WIRE', account_type: 'ABA' } },
          crypto: { crypto: { network: terms.source.crypto.network } },
          profile: { profile: { profile_id: terms.profile_id } },
        }
        const { fiat_account_id, memo } = destination.fiat
        const destinations = {
          none: undefined,
          crypto: { crypto: destination.crypto },
          fiat: { fiat: { fiat_account_id, ...(memo && { memo }) } },
          profile: { profile: destination.profile },
        }
        const to = destinations[destination_kind]
        expect(body).toEqual({
          ref_id: reference,
          profile_id: terms.profile_id,
          source_asset: terms.source_asset,
          destination_asset: terms.destination_asset,
          source: sources[from],
          ...(to && { destination: to }),
        })
      }),
    )
  })

  test('is found again once it exists, and is not found where anything differs', () => {
    fc.assert(
      fc.property(wishes, wishes, ({ kind, terms }, other) => {
        const body = wishRule(kind, terms, reference)
        const rules = usableRules([recorded(body)])
        expect(findRule(rules, kind, terms)?.intent.id).toBe(reference)
        const isSame = doesSame(meantTerms(kind, terms), meantTerms(other.kind, other.terms))
        expect(findRule(rules, other.kind, other.terms) !== undefined).toBe(isSame)
        expect(findRule(rules, kind, { ...terms, profile_id: 'another' })).toBeUndefined()
      }),
    )
  })

  test('is a wish again, so that an earlier movement can be repeated', () => {
    fc.assert(
      fc.property(wishes, ({ kind, terms }) => {
        const meant = ruleValuesFrom(wishRule(kind, terms, reference))
        const again = wishAgain(blankWish(), { kind, label: 'Kestrel Pay', terms: meant })
        expect(again).toMatchObject({ kind, label: 'Kestrel Pay', amount: '' })
        expect(again && doesSame(meantTerms(kind, again[kind]), meantTerms(kind, terms))).toBe(true)
      }),
    )
  })
})

describe('a rule is not used', () => {
  const body = wishRule('mint', { ...blankTerms('mint'), profile_id: 'main' }, reference)
  test.each([
    ['is rejected', { record_status: 'REJECTED' }],
    ['was deleted', { record_status: 'deleted' }],
    ['belongs to an earlier client ID', { is_earlier_credential: true }],
    ['has no memo, address or profile that triggers it', ruleRoute(body)],
  ])('that %s', (_, members) => {
    expect(usableRules([recorded(body)])).toHaveLength(1)
    expect(usableRules([recorded(body, members as Partial<Intent>)])).toEqual([])
  })

  test('whose memo for wires out differs, because the bank would see another one', () => {
    const terms = { ...blankTerms('pay-out'), profile_id: 'main', source_asset: 'USDC' }
    const paid = (memo: string) => ({
      ...terms,
      destination: { ...terms.destination, fiat: { fiat_account_id: 'an-account', memo } },
    })
    const rules = usableRules([recorded(wishRule('pay-out', paid('7752'), reference))])
    expect(findRule(rules, 'pay-out', paid(' 7752 '))).toBeDefined()
    expect(findRule(rules, 'pay-out', paid('7753'))).toBeUndefined()
    expect(findRule(rules, 'pay-out', paid(''))).toBeUndefined()
  })
})

describe('what is chosen at first', () => {
  test('is what the newest rule of the same kind does, so that only the amount is missing', () => {
    const mint = { ...blankTerms('mint'), profile_id: 'main', destination_asset: 'PYUSD' }
    const rules = usableRules([recorded(wishRule('mint', mint, reference))])
    const chosen = defaultWish(blankWish(), rules, { profile: 'last', account: 'an-account' })
    expect(findRule(rules, 'mint', chosen.mint)).toBeDefined()
    expect(chosen.redeem.profile_id).toBe('last')
    expect(chosen['pay-out'].destination.fiat.fiat_account_id).toBe('an-account')
  })

  test('knows what a rule of any shape is for, or that no wish says it', () => {
    const route = { profile_id: 'main', source_asset: 'USD', destination_asset: 'USD' }
    expect(wishOfRule(termsFromRoute({ ...route, destination_asset: 'USDC', memo: 'MD1' }))).toBe('mint')
    expect(wishOfRule(termsFromRoute({ ...route, memo: 'MD1', destination_account_id: 'a' }))).toBeUndefined()
    expect(wishOfRule(termsFromRoute({ ...route, source_profile_id: 'main', destination_account_id: 'a' }))).toBe(
      'pay-out',
    )
    expect(
      wishOfRule(termsFromRoute({ ...route, source_profile_id: 'other', destination_account_id: 'a' })),
    ).toBeUndefined()
    expect(wishOfRule(termsFromRoute({ ...route, source_asset: 'USDC', source_address: '0x1' }))).toBe('redeem')
  })
})

test.each([
  ['', 'Enter the amount.'],
  ['0', 'Enter an amount above 0.'],
  ['abc', 'Enter the amount as a number, like 1250.00.'],
  ['12.345', 'Amount can have at most 2 decimal places.'],
  ['100 EUR', 'Enter the amount in USD: this says EUR.'],
  ['1.250', 'Did you mean 1.25 or 1,250?'],
  ['$1,250.00', undefined],
  ['100,000', undefined],
  ['€100,000', 'Enter the amount in USD: this says €.'],
  ['250000', undefined],
])('of dollars, the amount %j is answered with %j', (text, error) => {
  expect(wishAmountError(text, 'USD')).toBe(error)
})

test.each([
  ['1.250', 'Did you mean 1.25 or 1,250?'],
  ['10.000', 'Did you mean 10 or 10,000?'],
  ['2.125 USDC', 'Did you mean 2.125 or 2,125?'],
  ['1,250', 'Did you mean 1.25 or 1,250?'],
  ['1250.000', undefined],
  ['2.1250', undefined],
  ['0.125', undefined],
])('of a stablecoin, whose places are not documented, the amount %j is answered with %j', (text, error) => {
  expect(wishAmountError(text, 'USDC')).toBe(error)
})

test.each(['USD', 'USDC'])(
  'an amount of %s may be typed in full width, but not with a comma or an exponent',
  (asset) => {
    const how = 'Enter the amount as a number, like 1250.00.'
    const answers = ['１２５０', '1.25', '10.000', '1 250,50', '1e3'].map(
      (text) => wishAmountError(text, asset) ?? amountOf(text),
    )
    const asked = 'Did you mean 10 or 10,000?'
    expect(answers).toEqual(['1250.00', '1.25', asked, `${how} The decimal mark is a point, not a comma.`, how])
  },
)

test('an amount keeps every digit and gets cents', () => {
  expect(amountOf('250000')).toBe('250000.00')
  expect(amountOf(' $1,250.5 ')).toBe('1250.50')
  expect(amountOf('$100,000')).toBe('100000.00')
  expect(amountOf('0.000001')).toBe('0.000001')
})
