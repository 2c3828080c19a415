import { describe, expect, test } from 'vitest'
import { addressErrors, addressWarnings } from './address-checks'
import { blankRule, networkNamed, type RuleValues } from './rule-values'

const context = {
  environment: 'production',
  intent: 'an-intent',
  profileNames: {},
  requiresIdentity: false,
  now: 0,
  zone: 'UTC',
} as const
const sendingTo = (network: string, address: string): RuleValues => ({
  ...blankRule,
  destination_kind: 'crypto',
  destination: { ...blankRule.destination, crypto: { network, address } },
})

test('a network is known in any case, and by the name that rules or transfers have for it', () => {
  for (const name of ['POLYGON', 'polygon', ' Polygon_POS ', 'Polygon PoS', 'polygon-pos'])
    expect(networkNamed(name)).toBe('POLYGON_POS')
  expect(networkNamed('arbitrum one')).toBe('ARBITRUM_ONE')
  for (const name of ['', 'NEWCHAIN', 'BITCOIN2']) expect(networkNamed(name)).toBeUndefined()
})

describe('the address of a rule', () => {
  test.each(['ETHEREUM', 'polygon', 'Polygon PoS', 'BASE'])('on %s is refused where it is "hello"', (network) => {
    const values = sendingTo(network, 'hello')
    expect(addressErrors(values, context)).toEqual({
      'destination.crypto.address': 'Enter an Ethereum-style address. It is 0x followed by 40 hexadecimal digits.',
    })
    expect(addressWarnings(values, context)).toEqual({})
  })

  test('is warned of, and not refused, where the network is not known', () => {
    for (const network of ['', 'NEWCHAIN']) {
      expect(addressErrors(sendingTo(network, 'hello'), context)).toEqual({})
      expect(Object.keys(addressWarnings(sendingTo(network, 'hello'), context))).toEqual(['destination.crypto.address'])
    }
  })

  test('is looked at as the source of the rule too', () => {
    const source = { ...blankRule.source, crypto: { network: 'SOLANA', address: 'hello', address_id: '' } }
    expect(Object.keys(addressErrors({ ...blankRule, source_kind: 'crypto', source }, context))).toEqual([
      'source.crypto.address',
    ])
  })

  test('is not looked at where it is not sent', () => {
    expect(addressErrors({ ...sendingTo('ETHEREUM', 'hello'), destination_kind: 'none' }, context)).toEqual({})
    expect(addressErrors(sendingTo('ETHEREUM', ' '), context)).toEqual({})
  })

  test('of a test network is refused in production only', () => {
    const values = sendingTo('BITCOIN', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx')
    expect(Object.keys(addressErrors(values, context))).toEqual(['destination.crypto.address'])
    expect(addressErrors(values, { ...context, environment: 'sandbox' })).toEqual({})
  })
})
