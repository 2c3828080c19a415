import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sentenceText } from '@/components/forms/description'
import { checkForm } from '@/lib/provider/check'
import { ProblemError } from '@/lib/provider/problem'
import { ruleAssets } from '@/lib/provider/rule-terms'
import { fiatAccountNames, type Names, ruleSentence } from './labels'
import { ruleForm } from './rule-form'
import { ruleErrors, ruleWarnings } from './rule-messages'
import {
  blankRule,
  destinationKinds,
  networkNamed,
  type RuleValues,
  ruleBody,
  ruleValuesFrom,
  sourceKinds,
} from './rule-values'

const context = {
  environment: 'production',
  intent: 'an-intent',
  requiresIdentity: false,
  now: 0,
  zone: 'UTC',
  figure: '1000000',
} as const

const sentence = (values: RuleValues, names: Names = {}, accounts: Names = {}) =>
  sentenceText(ruleSentence(values, names, accounts))

const text = fc
  .oneof(fc.string({ minLength: 1, maxLength: 40 }), fc.constantFrom('SOLANA', 'POLYGON_POS', '0x7Be3', '  spaced  '))
  .filter((value) => value.trim() !== '')
const clean = text.map((value) => value.trim())
const some = <Members extends Record<string, fc.Arbitrary<string>>>(members: Members) =>
  fc.record(members, { requiredKeys: [] })

/** Bodies that the schema takes. */
const bodies = fc.record(
  {
    ref_id: clean,
    profile_id: clean,
    source_asset: fc.constantFrom(...ruleAssets),
    destination_asset: fc.constantFrom(...ruleAssets),
    source: fc.oneof(
      fc.record({ crypto: some({ address_id: clean, address: clean, network: clean }) }),
      fc.record({
        fiat: some({ deposit_instructions_id: clean, network: clean, account_type: clean, memo_id: clean }),
      }),
      fc.record({ profile: some({ profile_id: clean }) }),
    ),
    destination: fc.oneof(
      fc.record({ crypto: some({ address: clean, network: clean }) }),
      fc.record({ fiat: some({ fiat_account_id: clean, memo: clean }) }),
      fc.record({ profile: some({ profile_id: clean }) }),
    ),
    nickname: clean,
    identity_id: clean,
    account_id: clean,
  },
  { requiredKeys: ['ref_id', 'profile_id', 'source_asset', 'destination_asset', 'source'] },
)

const typed = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom('', '  ') })
/** Whatever a person may have left in the form, in every field of every choice. */
const anyValues: fc.Arbitrary<RuleValues> = fc.record({
  profile_id: typed,
  source_asset: fc.constantFrom(...ruleAssets, ''),
  destination_asset: fc.constantFrom(...ruleAssets, ''),
  source_kind: fc.constantFrom(...sourceKinds),
  source: fc.record({
    fiat: fc.record({ network: typed, account_type: typed, deposit_instructions_id: typed, memo_id: typed }),
    crypto: fc.record({ network: typed, address_id: typed, address: typed }),
    profile: fc.record({ profile_id: typed }),
  }),
  destination_kind: fc.constantFrom(...destinationKinds),
  destination: fc.record({
    crypto: fc.record({ network: typed, address: typed }),
    fiat: fc.record({ fiat_account_id: typed, memo: typed }),
    profile: fc.record({ profile_id: typed }),
  }),
  nickname: typed,
  identity_id: typed,
  account_id: typed,
  ref_id: typed,
})

function errorsOf(body: unknown): string[] {
  try {
    checkForm('createRule', { body })
    return []
  } catch (thrown) {
    if (!(thrown instanceof ProblemError)) throw thrown
    return (thrown.problem.errors ?? []).map(({ field }) => field)
  }
}

describe('the form of a rule', () => {
  test('sends a copy of a rule exactly, except for the reference', () => {
    fc.assert(
      fc.property(bodies, ({ ref_id, ...body }) => {
        const again = ruleBody(ruleValuesFrom({ ref_id, ...body }), 'this-intent')
        expect(again).toEqual({ ...body, ref_id: 'this-intent' })
        expect(errorsOf(again)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test('sends one source, at most one destination, and no blank text', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        const body = ruleBody(values, 'this-intent')
        const { source, destination = {} } = body as { source: object; destination?: object }
        expect(Object.keys(source)).toEqual([values.source_kind])
        expect(Object.keys(destination)).toEqual(values.destination_kind === 'none' ? [] : [values.destination_kind])
        expect(JSON.stringify(body)).not.toMatch(/":"\s*"/)
        // Each error is at a field that the form shows.
        for (const field of errorsOf(body)) expect(['profile_id', 'source_asset', 'destination_asset']).toContain(field)
      }),
      { numRuns: 1_000 },
    )
  })

  test('keeps the reference that a person enters', () => {
    expect(ruleBody({ ...blankRule, ref_id: ' mint-07 ' }, 'this-intent').ref_id).toBe('mint-07')
    expect(ruleBody(blankRule, 'this-intent').ref_id).toBe('this-intent')
  })

  test('sends the address of a payment link, as shown in the review', () => {
    const address = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
    const crypto = { network: 'BITCOIN', address: ` bitcoin:${address}?amount=1`, address_id: '' }
    const values: RuleValues = {
      ...blankRule,
      source_kind: 'crypto',
      source: { ...blankRule.source, crypto },
      destination_kind: 'crypto',
      destination: { ...blankRule.destination, crypto },
    }
    expect(ruleBody(values, 'i')).toMatchObject({
      source: { crypto: { network: 'BITCOIN', address } },
      destination: { crypto: { network: 'BITCOIN', address } },
    })
    expect(sentence(values)).toContain('1BvBMSEY…')
  })

  test('reads any JSON as values, and has a sentence for them', () => {
    fc.assert(
      fc.property(fc.anything(), (anything) => {
        const values = ruleValuesFrom(anything)
        expect(sentence(values)).toMatch(/^When .+\.$/s)
      }),
    )
  })

  test('requires missing values at their fields', () => {
    expect(errorsOf(ruleBody({ ...blankRule, source_asset: '' }, 'i'))).toEqual(['profile_id', 'source_asset'])
    const fieldFor = (error: string) => ruleForm({}, {}).fieldFor?.(error, blankRule)
    expect(fieldFor('source')).toBe('source_kind')
    expect(fieldFor('destination')).toBe('destination_kind')
    expect(fieldFor('source.crypto.network')).toBe('source.crypto.network')
  })
})

describe('the sentence of a rule', () => {
  const names = { 'p-1': 'Treasury main', 'p-2': 'Desk B' }
  const rule = { ...blankRule, profile_id: 'p-1' }
  const accounts = fiatAccountNames([
    { operation: 'updateFiatAccount', record_id: 'fa-3', record_name: '••1111' },
    { operation: 'createFiatAccount', record_id: 'fa-3', record_name: 'Southgate ••0099' },
    { operation: 'createFiatAccount', record_id: 'fa-2', record_name: 'Northgate ••0087' },
    { operation: 'createFiatAccount', record_id: 'fa-1' },
  ])
  test.each<[string, Partial<RuleValues>]>([
    ['When USD arrives by wire for Treasury main, convert it to USDG and keep it in Treasury main.', {}],
    [
      'When USD arrives by wire for Treasury main, convert it to USDG and send it to 0x7Be3a1…a6C4 on Polygon PoS.',
      {
        destination_kind: 'crypto',
        destination: {
          ...blankRule.destination,
          crypto: { network: 'POLYGON', address: '0x7Be3a19F4c20D5D8e1b6A2F0c93E47d1508Fa6C4' },
        },
      },
    ],
    [
      'When USDC arrives on Solana for Treasury main, convert it to USD and wire it to fiat account fa-1 with memo rent.',
      {
        source_asset: 'USDC',
        destination_asset: 'USD',
        source_kind: 'crypto',
        source: { ...blankRule.source, crypto: { network: 'SOLANA', address: '', address_id: '' } },
        destination_kind: 'fiat',
        destination: { ...blankRule.destination, fiat: { fiat_account_id: 'fa-1', memo: 'rent' } },
      },
    ],
    [
      'When USD arrives by wire for Treasury main, leave it unconverted and wire it to fiat account Northgate ••0087.',
      {
        destination_asset: 'USD',
        destination_kind: 'fiat',
        destination: { ...blankRule.destination, fiat: { fiat_account_id: ' fa-2 ', memo: '' } },
      },
    ],
    [
      'When USDP arrives in Desk B for Treasury main, leave it unconverted and move it to Desk B.',
      {
        source_asset: 'USDP',
        destination_asset: 'USDP',
        source_kind: 'profile',
        source: { ...blankRule.source, profile: { profile_id: 'p-2' } },
        destination_kind: 'profile',
        destination: { ...blankRule.destination, profile: { profile_id: 'p-2' } },
      },
    ],
    [
      'When an asset arrives on a network for a profile, convert it to an asset and send it to an address on a network.',
      { profile_id: '', source_asset: '', destination_asset: '', source_kind: 'crypto', destination_kind: 'crypto' },
    ],
  ])('%s', (words, values) => {
    expect(sentence({ ...rule, ...values }, names, accounts)).toBe(words)
  })
  test('leaves out a secret key pasted as an address', () => {
    const address = `S${'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.repeat(2).slice(0, 55)}`
    const destination = { ...blankRule.destination, crypto: { network: 'STELLAR', address } }
    expect(sentence({ ...rule, destination_kind: 'crypto', destination }, names)).toMatch(
      / and send it to an address on Stellar\.$/,
    )
  })
  test('names only accounts registered with a name, and marks those changed since', () => {
    expect(accounts).toEqual({ 'fa-2': 'Northgate ••0087', 'fa-3': 'Southgate ••0099 (changed since)' })
  })
})

describe('the warnings of a rule', () => {
  test('are empty for a new rule', () => {
    expect(ruleWarnings(blankRule, context)).toEqual({})
  })
  test('point out equal assets', () => {
    expect(ruleWarnings({ ...blankRule, destination_asset: 'USD' }, context)).toEqual({
      destination_asset: 'Both assets are USD: nothing is converted.',
    })
  })
  test.each([
    ['POLYGON', undefined],
    ['POLYGON_POS', /spell it POLYGON\b/],
    ['solana', /spell it SOLANA/],
    ['polygon pos', /spell it POLYGON\b/],
    ['NEWCHAIN', /not a known network/],
    ['', /usually require the network/],
  ])('cover the network %j', (network, words) => {
    const source = { ...blankRule.source, crypto: { network, address: '', address_id: '' } }
    const values: RuleValues = { ...blankRule, source_asset: 'USDC', source_kind: 'crypto', source }
    const warning = ruleWarnings(values, context)['source.crypto.network']
    if (words) expect(warning).toMatch(words)
    else expect(warning).toBeUndefined()
  })
  test('belong to fields of the chosen source and destination', () => {
    fc.assert(
      fc.property(anyValues, (values) => {
        for (const field of Object.keys(ruleWarnings(values, context))) {
          const [side, kind] = field.split('.')
          if (side === 'source') expect(kind).toBe(values.source_kind)
          if (side === 'destination') expect(kind).toBe(values.destination_kind)
        }
      }),
    )
  })
})

const namedRule: RuleValues = { ...blankRule, profile_id: 'p1' }
const sendingTo = (network: string, address: string): RuleValues => ({
  ...namedRule,
  destination_kind: 'crypto',
  destination: { ...blankRule.destination, crypto: { network, address } },
})

test('a network is recognized in any case, by its name in rules or in transfers', () => {
  for (const name of ['POLYGON', 'polygon', ' Polygon_POS ', 'Polygon PoS', 'polygon-pos'])
    expect(networkNamed(name)).toBe('POLYGON_POS')
  expect(networkNamed('arbitrum one')).toBe('ARBITRUM_ONE')
  for (const name of ['', 'NEWCHAIN', 'BITCOIN2']) expect(networkNamed(name)).toBeUndefined()
})

test('a rule without its profile or an asset is refused under the names of their fields', () => {
  expect(ruleErrors({ ...blankRule, source_asset: '', destination_asset: '' }, context)).toEqual({
    profile_id: 'Choose a profile.',
    source_asset: 'Choose the incoming asset.',
    destination_asset: 'Choose the asset to convert to.',
  })
  expect(ruleErrors(namedRule, context)).toEqual({})
})

test('a rule that wires out is refused without an account', () => {
  const wiring: RuleValues = { ...namedRule, destination_kind: 'fiat' }
  const to = (fiat_account_id: string) =>
    ruleErrors({ ...wiring, destination: { ...wiring.destination, fiat: { fiat_account_id, memo: '' } } }, context)
  expect(to(' ')).toEqual({ 'destination.fiat.fiat_account_id': 'Choose a fiat account.' })
  expect(to('fa-1')).toEqual({})
})

describe('the address of a rule', () => {
  test.each(['ETHEREUM', 'polygon', 'Polygon PoS', 'BASE'])('on %s is refused if it is "hello"', (network) => {
    const values = sendingTo(network, 'hello')
    expect(ruleErrors(values, context)).toEqual({
      'destination.crypto.address': 'Enter an Ethereum-style address. It is 0x followed by 40 hexadecimal digits.',
    })
    expect(ruleWarnings(values, context)).not.toHaveProperty(['destination.crypto.address'])
  })

  test('has a warning and no error on an unknown network', () => {
    for (const network of ['', 'NEWCHAIN']) {
      expect(ruleErrors(sendingTo(network, 'hello'), context)).toEqual({})
      expect(ruleWarnings(sendingTo(network, 'hello'), context)).toHaveProperty(['destination.crypto.address'])
    }
  })

  test('is checked as a source too', () => {
    const source = { ...blankRule.source, crypto: { network: 'SOLANA', address: 'hello', address_id: '' } }
    expect(Object.keys(ruleErrors({ ...namedRule, source_kind: 'crypto', source }, context))).toEqual([
      'source.crypto.address',
    ])
  })

  test('is not checked if it is not sent', () => {
    expect(ruleErrors({ ...sendingTo('ETHEREUM', 'hello'), destination_kind: 'none' }, context)).toEqual({})
    expect(ruleErrors(sendingTo('ETHEREUM', ' '), context)).toEqual({})
  })

  test('of a test network is refused only in production', () => {
    const values = sendingTo('BITCOIN', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
    expect(Object.keys(ruleErrors(values, context))).toEqual(['destination.crypto.address'])
    expect(ruleErrors(values, { ...context, environment: 'sandbox' })).toEqual({})
  })
})
