import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkInput } from './check'
import { operationAt, operationNames, pathOf, rowOf } from './operations'
import { ProblemError } from './problem'

describe('the operation at an address', () => {
  test('is found by method and decoded path', () => {
    expect(operationAt('POST', ['v2', 'profiles', 'a/b', 'orders'])).toEqual({
      name: 'createOrder',
      path: { profile_id: 'a/b' },
    })
  })

  test('where the method is another, the methods that it takes are named (405)', () => {
    expect(operationAt('DELETE', ['v2', 'transfer', 'transfers'])).toEqual({ allowed: ['GET'] })
    expect(operationAt('POST', ['v2', 'transfer', 'fiat-accounts', 'x'])).toEqual({ allowed: ['PUT'] })
    expect(operationAt('get', ['v2', 'issuer-quotes'])).toEqual({ allowed: ['GET'] })
    expect(operationAt('HEAD', ['v2', 'issuer-quotes'])).toEqual({ allowed: ['GET'] })
  })

  test('where no row has that path, there is none (404)', () => {
    const nowhere = [
      '',
      'v2',
      'v1/transfer/transfers',
      'v2/transfer',
      'v2/transfer/transfers/',
      'v2/transfer/transfers/a/b',
    ]
    nowhere.push('v2/profiles//orders', 'v2//transfer/transfers', 'V2/transfer/transfers', 'v2/orchestration/rules/x')
    for (const path of nowhere) expect(operationAt('GET', path.split('/')), path).toBeUndefined()
    expect(operationAt('GET', [])).toBeUndefined()
  })

  test('is no template read literally, and no name that every object has', () => {
    expect(operationAt('GET', ['v2', 'profiles', '{profile_id}', 'order'])).toBeUndefined()
    expect(operationAt('GET', ['__proto__', 'constructor'])).toBeUndefined()
  })
})

describe('the path of an operation', () => {
  test('has its values encoded, so that no value can lead elsewhere', () => {
    expect(pathOf('createOrder', { profile_id: 'a/b' })).toBe('/v2/profiles/a%2Fb/orders')
    expect(pathOf('createOrder', { profile_id: 'a?b#c' })).toBe('/v2/profiles/a%3Fb%23c/orders')
    expect(pathOf('createOrder', { profile_id: '../../x' })).toBe('/v2/profiles/..%2F..%2Fx/orders')
    expect(pathOf('createOrder', { profile_id: '%2e%2e' })).toBe('/v2/profiles/%252e%252e/orders')
    expect(pathOf('createOrder', { profile_id: 'Zoë 日本' })).toBe('/v2/profiles/Zo%C3%AB%20%E6%97%A5%E6%9C%AC/orders')
    expect(pathOf('createOrder', { profile_id: '$&' })).toBe('/v2/profiles/%24%26/orders')
  })

  test('is refused where a value is nothing, one dot or two: no encoding hides those', () => {
    for (const id of ['', '.', '..']) expect(() => pathOf('getTransfer', { id })).toThrow(ProblemError)
    expect(() => pathOf('getTransfer')).toThrow(ProblemError)
  })

  test('stays on its row after any client has tidied it, whatever the checked value', () => {
    const order = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '1' }
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[./\\%2eE?#]{1,6}$/))
    fc.assert(
      fc.property(value, (profile_id) => {
        let path: string
        try {
          const input = checkInput('createOrder', { path: { profile_id }, body: order })
          path = pathOf('createOrder', input.path)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ProblemError)
          return
        }
        const { pathname, search, hash } = new URL(`https://service.example${path}`)
        expect({ search, hash }).toEqual({ search: '', hash: '' })
        expect(operationAt('POST', pathname.split('/').slice(1).map(decodeURIComponent))).toEqual({
          name: 'createOrder',
          path: { profile_id },
        })
      }),
      { numRuns: 1000 },
    )
  })
})

test('every row that writes has a body, every row that reads has none', () => {
  for (const name of operationNames) expect(rowOf(name).body === undefined, name).toBe(rowOf(name).method === 'GET')
})

test('any JSON at all as a body is taken or explained, never thrown at', () => {
  const bodies = operationNames.filter((name) => rowOf(name).body)
  const body = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom(
        'metadata',
        'source',
        'type',
        'side',
        'market',
        'time_in_force',
        'fiat_account_owner',
        '__proto__',
      ),
      fc.jsonValue(),
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...bodies), body, (name, json) => {
      try {
        checkInput(name, { path: { id: 'x', profile_id: 'p' }, body: json })
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(ProblemError)
        const { problem } = thrown as ProblemError
        expect(problem.errors?.length).toBeGreaterThan(0)
        for (const { message } of problem.errors ?? []) expect(message).toMatch(/[.?]$/)
      }
    }),
    { numRuns: 1000 },
  )
})
