import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { summaryOf } from './check'
import { namedRecordOf } from './listed-records'
import { writeNames } from './operations'
import { anyText } from './testing'

const wire = (more: object) => ({ fiat_network_instructions: { wire: more } })

describe('the summary of an order', () => {
  const order = (body: object) => summaryOf('createOrder', { profile_id: 'p' }, body)
  test.each([
    [
      { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: '12.50', price: '92000.00' },
      'Sell 12.50 BTC, limit 92,000.00 USD',
    ],
    [{ side: 'BUY', market: 'PAXGUSD', type: 'MARKET', quote_amount: '1000' }, 'Buy PAXG for 1,000 USD, at market'],
    [{ side: 'SELL', market: 'LINKUSD', type: 'MARKET', base_amount: '.5' }, 'Sell .5 LINK, at market'],
    [
      { side: 'BUY', market: 'ETHSGD', type: 'POST_ONLY_LIMIT', base_amount: '2', price: '4000' },
      'Buy 2 ETH, post-only limit 4,000 SGD',
    ],
    [
      { side: 'SELL', market: 'ETHEUR', type: 'STOP_LIMIT', base_amount: '2', price: '3900', stop_price: '4000' },
      'Sell 2 ETH, stop 4,000 EUR, limit 3,900 EUR',
    ],
    [{}, 'Order an unknown market'],
  ])('%j', (body, words) => {
    expect(order(body)).toBe(words)
  })
})

describe('the summary of a fiat account', () => {
  const routing_details = { bank_name: 'Northgate Trust' }
  test('has its bank and the last four digits of its number', () => {
    const body = wire({ account_number: '000111220087', routing_details })
    expect(summaryOf('createFiatAccount', {}, body)).toBe('Register fiat account, Northgate Trust ••0087')
  })
  test.each(['rtp', 'cubix', 'fedwire'])('has them under any network: %s', (network) => {
    const there = { account_number: '000111220087', routing_details }
    const body = { fiat_network_instructions: { [network]: there, status: 'PENDING', metadata: { team: 'a' } } }
    expect(summaryOf('createFiatAccount', {}, body)).toBe('Register fiat account, Northgate Trust ••0087')
    expect(namedRecordOf('createFiatAccount')?.listedOf(body)).toEqual({ account: { bank: 'Northgate Trust' } })
    const numeric = { fiat_network_instructions: { [network]: { account_number: 111220087 } } }
    expect(summaryOf('createFiatAccount', {}, numeric)).toBe('Register fiat account, ••0087')
    const told = { ...body, fiat_account_owner: { institution_details: { name: 'Globex 0001 1122 0087' } } }
    expect(namedRecordOf('createFiatAccount')?.listedOf(told)).toEqual({ account: { bank: 'Northgate Trust' } })
  })
  test('has its owner if no bank is given', () => {
    const person = { fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Byron' } } }
    expect(summaryOf('createFiatAccount', {}, person)).toBe('Register fiat account, Ada Byron')
    const institution = { fiat_account_owner: { institution_details: { name: 'Globex' } } }
    expect(summaryOf('createFiatAccount', {}, institution)).toBe('Register fiat account, Globex')
  })
  test('has no digit of a number with four or fewer digits', () => {
    expect(summaryOf('createFiatAccount', {}, wire({ account_number: '0087' }))).toBe('Register fiat account, ••')
  })
  test('omits a name that contains the number', () => {
    const body = wire({ account_number: '0001 1122 0087', routing_details: { bank_name: 'Trust 0001-1122-0087' } })
    expect(summaryOf('createFiatAccount', {}, body)).toBe('Register fiat account, ••0087')
  })
  test('omits a name that contains the number beyond its length limit', () => {
    const bank_name = `${'x'.repeat(50)}000111220087`
    const body = wire({ account_number: '000111220087', routing_details: { bank_name } })
    expect(summaryOf('createFiatAccount', {}, body)).toBe('Register fiat account, ••0087')
  })
  test('has its id when it is changed', () => {
    const path = { id: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5' }
    expect(summaryOf('updateFiatAccount', path, wire({ routing_details }))).toBe(
      'Change fiat account 512f26ad…3cb5, Northgate Trust',
    )
    expect(summaryOf('updateFiatAccount', path, { metadata: {} })).toBe('Change fiat account 512f26ad…3cb5')
  })
})

describe('the summary of a rule', () => {
  const rule = (body: object) =>
    summaryOf('createRule', {}, { source_asset: 'USD', destination_asset: 'USDG', ...body })
  test.each([
    [
      { source: { fiat: { network: 'WIRE' } }, nickname: 'Desk B monthly mint' },
      'USD by wire to USDG, Desk B monthly mint',
    ],
    [{ source: { fiat: { network: 'SEPA' } } }, 'USD by SEPA to USDG'],
    [
      {
        source: { crypto: { network: 'POLYGON' } },
        source_asset: 'USDC',
        destination_asset: 'USD',
        destination: { fiat: { fiat_account_id: 'x' } },
      },
      'USDC on POLYGON to USD by wire',
    ],
    [
      {
        source: { profile: { profile_id: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5' } },
        destination: { crypto: { network: 'SOLANA', address: 'a' } },
      },
      'USD in profile 512f26ad…3cb5 to USDG on SOLANA',
    ],
    [
      { source: { fiat: {} }, destination: { profile: { profile_id: 'desk-b' } } },
      'USD by wire to USDG in profile desk-b',
    ],
    [{ nickname: 'line\none' }, 'USD to USDG, line one'],
  ])('%j', (body, words) => {
    expect(rule(body)).toBe(words)
  })
})

test('the summary of a deposit has its amount and memo', () => {
  const body = { amount: '1250.00', asset: 'USD', memo_id: 'MD-1234' }
  expect(summaryOf('initiateSandboxFiatDeposit', {}, body)).toBe('Test wire of 1,250.00 USD, memo MD-1234')
})

test('a summary spells out invisible characters and keeps joined letters', () => {
  const body = { amount: '1.00', asset: 'USD', memo_id: 'MD-\u202e4321 می‌خواهم' }
  expect(summaryOf('initiateSandboxFiatDeposit', {}, body)).toBe('Test wire of 1.00 USD, memo MD-⟨U+202E⟩4321 می‌خواهم')
})

describe('for any body', () => {
  const text = fc.oneof(anyText, fc.string(), fc.constantFrom('SELL', 'BTCUSD', 'MARKET', 'USD'))
  const member = fc.oneof(text, fc.anything(), fc.dictionary(text, fc.anything(), { maxKeys: 3 }))
  const known = fc.record(
    Object.fromEntries(
      [
        ...['side', 'market', 'type', 'base_amount', 'quote_amount', 'price', 'stop_price', 'nickname', 'amount'],
        ...['asset', 'memo_id', 'source', 'destination', 'source_asset', 'destination_asset'],
        ...['fiat_account_owner', 'fiat_network_instructions'],
      ].map((name) => [name, member]),
    ),
    { requiredKeys: [] },
  )
  test('a summary is one short line', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...writeNames),
        fc.dictionary(fc.constantFrom('id', 'profile_id'), text),
        fc.oneof(known, fc.anything()),
        (operation, path, body) => {
          const summary = summaryOf(operation, path, body)
          expect(summary.length).toBeGreaterThan(0)
          expect(summary).not.toMatch(/\n/)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('a summary has at most the last four digits of an account number', () => {
    const number = fc
      .array(fc.constantFrom(...'0123456789AB'), { minLength: 5, maxLength: 34 })
      .map((characters) => characters.join(''))
    const spaced = (from: string) => from.replace(/(.{4})/g, '$1 ').trim()
    const holding = (digits: string) =>
      fc.oneof(
        fc.constantFrom(digits, `Bank ${digits}`, `${spaced(digits)} Ltd`, digits.replace(/(.{3})/g, '$1-')),
        fc.constantFrom('Northgate Trust', ''),
      )
    const bodies = number.chain((digits) =>
      fc.record({
        digits: fc.constant(digits),
        written: fc.constantFrom(digits, spaced(digits)),
        bank: holding(digits),
        owner: holding(digits),
        memo: holding(digits),
      }),
    )
    fc.assert(
      fc.property(fc.constantFrom(...writeNames), bodies, (operation, { digits, written, bank, owner, memo }) => {
        const summary = summaryOf(
          operation,
          { id: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5' },
          {
            amount: '1.00',
            asset: 'USD',
            memo_id: memo,
            fiat_account_owner: { person_details: { first_name: owner, last_name: owner } },
            ...wire({ account_number: written, routing_details: { bank_name: bank } }),
          },
        )
        expect(summary.replace(/[\s-]/g, '')).not.toContain(digits.slice(-5))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a summary keeps the digits of an amount', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,39}(\.[0-9]{1,20})?$/), (amount) => {
        const summary = summaryOf('initiateSandboxFiatDeposit', {}, { amount, asset: 'USD' })
        expect(summary.replaceAll(',', '')).toBe(`Test wire of ${amount} USD`)
      }),
    )
  })
})
