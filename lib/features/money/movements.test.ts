/** What joins transfers and what does not, and that the money of a movement is always accounted for. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distinctTransfers, isReturnOf, keyOf, movementsAmong, openEnds } from '../../api/movement-links'
import { readTransfer } from '../../provider/reading'
import { transferTypes } from '../../provider/transfer-terms'
import { accountsOf, flowOf, resultOf, standOf } from './balance'
import { comparisonOf } from './comparison'
import { stationsOf } from './stations'
import { gapBetween, imbalance } from './testing'

const uuid = (number: number) => `c${number.toString(16).padStart(7, '0')}-a3c3-4634-ac3c-6b12b7b33cb5`
const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 9, 0, second)).toISOString()

/** A transfer of 100 USD to one profile; `more` overrides. Its total follows from amount and fee. */
function sent(number: number, type: string, more: Record<string, unknown> = {}) {
  const direction = /_(?:DEPOSIT|CREDIT)$/.test(type) ? 'CREDIT' : 'DEBIT'
  const { amount = '100.00', fee = '0.00' } = more as { amount?: string; fee?: string }
  const cents = (text: string) => Math.round(Number(text) * 100)
  const total = ((cents(amount) + (direction === 'CREDIT' ? -1 : 1) * cents(fee)) / 100).toFixed(2)
  return {
    id: uuid(number),
    customer_id: 'c',
    profile_id: 'p1',
    amount,
    fee,
    total,
    asset: 'USD',
    direction,
    type,
    status: 'COMPLETED',
    created_at: at(number),
    updated_at: at(number),
    ...more,
  }
}
const matched = (...records: object[]) => movementsAmong(records.map(readTransfer))
const sizes = (...records: object[]) => matched(...records).map(({ transfers }) => transfers.length)
const stations = (...records: object[]) => {
  const [movement] = matched(...records)
  return movement ? stationsOf(movement) : []
}

/** From a wire to a wire by two conversions, as the drawing shows it. */
const group = { one: uuid(101), two: uuid(102) }
const wholeTrack = [
  sent(1, 'WIRE_DEPOSIT', {
    amount: '250000.00',
    fee: '10.00',
    memo: 'MD-1',
    auto_conversion: { to_transfer_id: uuid(2) },
  }),
  sent(2, 'INTERNAL_TRANSFER_DEBIT', {
    amount: '249990.00',
    group_id: group.one,
    auto_conversion: { from_transfer_id: uuid(2), to_transfer_id: uuid(3) },
  }),
  sent(3, 'INTERNAL_TRANSFER_CREDIT', {
    amount: '249990.00',
    asset: 'USDC',
    group_id: group.one,
    auto_conversion: { from_transfer_id: uuid(2), to_transfer_id: uuid(3) },
  }),
  sent(4, 'CRYPTO_WITHDRAWAL', {
    amount: '249990.00',
    asset: 'USDC',
    crypto_tx_hash: '0xab',
    crypto_network: 'ETHEREUM',
    auto_conversion: { from_transfer_id: uuid(3) },
  }),
  sent(5, 'CRYPTO_DEPOSIT', {
    amount: '249990.00',
    asset: 'USDC',
    profile_id: 'p2',
    crypto_tx_hash: '0xAB',
    crypto_network: 'ETHEREUM',
    auto_conversion: { to_transfer_id: uuid(6) },
  }),
  sent(6, 'INTERNAL_TRANSFER_DEBIT', {
    amount: '249990.00',
    asset: 'USDC',
    profile_id: 'p2',
    group_id: group.two,
    auto_conversion: { from_transfer_id: uuid(6), to_transfer_id: uuid(7) },
  }),
  sent(7, 'INTERNAL_TRANSFER_CREDIT', {
    amount: '249990.00',
    profile_id: 'p2',
    group_id: group.two,
    auto_conversion: { from_transfer_id: uuid(6), to_transfer_id: uuid(7) },
  }),
  sent(8, 'WIRE_WITHDRAWAL', {
    amount: '249965.00',
    fee: '25.00',
    profile_id: 'p2',
    auto_conversion: { from_transfer_id: uuid(7) },
  }),
]

describe('The matcher', () => {
  it('joins what auto_conversion names, a group, and a hash at both ends, in whatever order they come', () => {
    expect(sizes(...wholeTrack)).toEqual([8])
    expect(sizes(...[...wholeTrack].reverse(), ...wholeTrack)).toEqual([8])
    expect(
      matched(...wholeTrack)[0]
        ?.links.map(({ by }) => by)
        .sort(),
    ).toEqual([...Array(6).fill('conversion'), 'group', 'group', 'hash'])
  })

  it('never joins by amount, time, memo, profile, account or reference', () => {
    const same = {
      memo: 'MD-1',
      ref_id: 'r',
      fiat_account_id: uuid(50),
      created_at: at(1),
      metadata: { rule_id: 'rule_1' },
    }
    expect(
      sizes(sent(1, 'WIRE_DEPOSIT', same), sent(2, 'WIRE_DEPOSIT', same), sent(3, 'WIRE_WITHDRAWAL', same)),
    ).toEqual([1, 1, 1])
  })

  it('joins by hash only one withdrawal with the only deposit of the same asset, network, amount and output', () => {
    const on = (number: number, type: string, more = {}) =>
      sent(number, type, { crypto_tx_hash: '0xab', crypto_network: 'BASE', asset: 'USDC', ...more })
    const [out, into] = [on(1, 'CRYPTO_WITHDRAWAL'), on(2, 'CRYPTO_DEPOSIT')]
    expect(sizes(out, into)).toEqual([2])
    // A batch: which of two is it?
    expect(sizes(out, into, on(3, 'CRYPTO_DEPOSIT'))).toEqual([1, 1, 1])
    expect(sizes(out, on(2, 'CRYPTO_DEPOSIT', { amount: '100.01' }))).toEqual([1, 1])
    expect(sizes(out, on(2, 'CRYPTO_DEPOSIT', { crypto_network: 'ETHEREUM' }))).toEqual([1, 1])
    expect(
      sizes(on(1, 'CRYPTO_WITHDRAWAL', { crypto_tx_index: '0' }), on(2, 'CRYPTO_DEPOSIT', { crypto_tx_index: '1' })),
    ).toEqual([1, 1])
    expect(sizes(on(1, 'CRYPTO_WITHDRAWAL', { status: 'FAILED' }), into)).toEqual([1, 1])
  })

  it('ignores links to itself, to nothing and to what was not read, and says what is still to be read', () => {
    const odd = sent(1, 'WIRE_DEPOSIT', {
      auto_conversion: { from_transfer_id: uuid(1).toUpperCase(), to_transfer_id: uuid(9) },
      group_id: '',
    })
    expect(sizes(odd, sent(2, 'WIRE_DEPOSIT', { auto_conversion: {} }))).toEqual([1, 1])
    const half = sent(3, 'INTERNAL_TRANSFER_DEBIT', { group_id: group.one })
    expect(openEnds([odd, half].map(readTransfer))).toEqual({ ids: [uuid(9)], groups: [group.one] })
    expect(openEnds(wholeTrack.map(readTransfer))).toEqual({ ids: [], groups: [] })
  })

  it('joins what a person joined, and names the person', () => {
    const [one, other] = [sent(1, 'WIRE_WITHDRAWAL'), sent(2, 'WIRE_DEPOSIT')]
    const join = { transfer: uuid(1), other: uuid(2), person: 'Ines Okafor', at: at(3) }
    const [movement, ...others] = movementsAmong([one, other].map(readTransfer), [join])
    expect([movement?.links, others]).toEqual([
      [{ by: 'person', one: uuid(1), other: uuid(2), value: 'Ines Okafor' }],
      [],
    ])
  })

  it('joins neither two wires of one group nor two transfers whose hash is a word', () => {
    const wire = (number: number, type = 'WIRE_DEPOSIT') => sent(number, type, { group_id: group.one })
    expect(sizes(wire(1), wire(2))).toEqual([1, 1])
    expect(sizes(wire(1, 'INTERNAL_TRANSFER_DEBIT'), wire(2, 'INTERNAL_TRANSFER_CREDIT'), wire(3))).toEqual([2, 1])
    for (const crypto_tx_hash of ['pending', 'PENDING', 'n/a', '0x0', '0x', 'unknown'])
      expect(
        sizes(
          sent(1, 'CRYPTO_WITHDRAWAL', { asset: 'USDC', crypto_network: 'BASE', crypto_tx_hash }),
          sent(2, 'CRYPTO_DEPOSIT', { asset: 'USDC', crypto_network: 'BASE', crypto_tx_hash }),
        ),
        crypto_tx_hash,
      ).toEqual([1, 1])
  })

  it('orders transfers by what they say of each other, whatever their times', () => {
    const times = wholeTrack.map((one, index) => ({ ...one, created_at: at(50 - index), updated_at: at(50 - index) }))
    const [movement] = matched(...times)
    expect(movement?.transfers.map(keyOf)).toEqual(wholeTrack.map(({ id }) => id))
    expect(stations(...times).map(({ kind }) => kind)).toEqual(['in', 'minted', 'moved', 'redeemed', 'out'])
  })

  it('keeps the latest of two answers about one transfer', () => {
    const [earlier, later] = [
      sent(1, 'WIRE_DEPOSIT', { status: 'PENDING' }),
      sent(1, 'WIRE_DEPOSIT', { updated_at: at(9) }),
    ]
    for (const both of [
      [earlier, later],
      [later, earlier],
    ])
      expect(distinctTransfers(both.map(readTransfer)).map(({ known }) => known.status)).toEqual(['COMPLETED'])
  })
})

describe('The stations', () => {
  it('of a wire that becomes another wire each bring what the one before sent on, to the cent', () => {
    const track = stations(...wholeTrack)
    expect(
      track.map(({ kind, state, in: into, fees, out, proof }) => [
        kind,
        state,
        into?.amount,
        fees.map(({ amount }) => amount).join(),
        out?.amount,
        out?.asset,
        proof?.by,
      ]),
    ).toEqual([
      ['in', 'done', '250000.00', '10.00', '249990.00', 'USD', undefined],
      ['minted', 'done', '249990.00', '', '249990.00', 'USDC', 'conversion'],
      ['moved', 'done', '249990.00', '', '249990.00', 'USDC', 'conversion'],
      ['redeemed', 'done', '249990.00', '', '249990.00', 'USD', 'conversion'],
      ['out', 'done', '249990.00', '25.00', '249965.00', 'USD', 'conversion'],
    ])
    expect(track.slice(1).map((station, index) => track[index] && gapBetween(track[index], station))).toEqual(
      Array(4).fill(undefined),
    )
  })

  it('say who must act, what failed, and what is not known', () => {
    const state = (more: object, type = 'CRYPTO_WITHDRAWAL') => stations(sent(1, type, { ...more }))[0]?.state
    expect(state({ status: 'PENDING' })).toBe('moving')
    expect(state({ status: 'PENDING', secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED' } })).toBe('waiting')
    expect(state({ status: 'FAILED' })).toBe('failed')
    // It reached the network: the money may have moved.
    expect(state({ status: 'FAILED', crypto_tx_hash: '0xab' })).toBe('unknown')
    expect(state({ status: 'REVERSED' })).toBe('unknown')
    expect(state({ direction: 'CREDIT' })).toBe('unknown')
  })
})

describe('The sum', () => {
  it('of the whole track is in = out + fees, with nothing left', () => {
    const { balances } = accountsOf(stations(...wholeTrack))
    expect(balances).toEqual([
      {
        unit: 'USD',
        assets: ['USD', 'USDC'],
        in: '250000.00',
        out: '249965.00',
        fees: '35.00',
        rests: [],
        atRest: '0',
        fromBalances: '0',
        onItsWay: '0',
        unexplained: '0.00',
        came: [{ asset: 'USD', amount: '250000.00' }],
        left: [{ asset: 'USD', amount: '249965.00' }],
      },
    ])
  })

  it('says where the money is when the track stops in the middle', () => {
    const stuck = { ...wholeTrack[3], status: 'PENDING', crypto_tx_hash: undefined } as object
    const {
      balances: [balance],
    } = accountsOf(stations(...wholeTrack.slice(0, 3), stuck))
    expect(balance).toMatchObject({
      in: '250000.00',
      out: '0',
      fees: '10.00',
      atRest: '0',
      onItsWay: '249990.00',
      unexplained: '0.00',
    })
    const failed = { ...wholeTrack[7], status: 'FAILED' } as object
    const {
      balances: [rest],
    } = accountsOf(stations(...wholeTrack.slice(0, 7), failed))
    expect(rest).toMatchObject({ atRest: '249990.00', rests: [{ profile: 'p2', asset: 'USD', amount: '249990.00' }] })
  })

  it('shows a missing cent as unexplained, in whichever record it is', () => {
    const short = { ...wholeTrack[2], amount: '249989.99', total: '249989.99' } as object
    const {
      balances: [between],
    } = accountsOf(stations(...wholeTrack.slice(0, 2), short, ...wholeTrack.slice(3)))
    expect([between?.unexplained, between && Number(imbalance(between))]).toEqual(['0.01', 0])
    const wrong = { ...wholeTrack[0], total: '249990.01' } as object
    const {
      balances: [within],
    } = accountsOf(stations(wrong, ...wholeTrack.slice(1)))
    expect(within?.unexplained).toBe('-0.01')
  })

  it('is not claimed where a record cannot be right', () => {
    for (const more of [
      { amount: 'many' },
      { status: 'REVERSED' },
      { direction: 'CREDIT' },
      { asset: '' },
      { status: 'FAILED', crypto_tx_hash: '0xab' },
    ])
      expect(accountsOf(stations(sent(1, 'CRYPTO_WITHDRAWAL', more)))).toMatchObject({
        balances: [],
        reason: expect.any(String),
      })
  })

  it('accounts for all money, whatever arrives, in whatever order, twice or late', () => {
    const decimal = fc.nat({ max: 999 }).map((cents) => (cents / 100).toFixed(2))
    const near = fc.option(fc.nat({ max: 5 }).map(uuid), { nil: undefined })
    const transfer = fc
      .record({
        id: fc.nat({ max: 5 }).map(uuid),
        type: fc.constantFrom(...transferTypes),
        status: fc.constantFrom('PENDING', 'COMPLETED', 'COMPLETED', 'FAILED'),
        amount: decimal,
        fee: decimal,
        total: decimal,
        asset: fc.constantFrom('USD', 'USDC', 'BTC'),
        profile_id: fc.constantFrom('p1', 'p2'),
        group_id: fc.option(fc.constantFrom('g1', 'g2'), { nil: undefined }),
        crypto_tx_hash: fc.option(fc.constantFrom('0xab', '0xcd'), { nil: undefined }),
        auto_conversion: fc.record({ from_transfer_id: near, to_transfer_id: near }),
        created_at: fc.nat({ max: 9 }).map(at),
        updated_at: fc.nat({ max: 9 }).map(at),
      })
      .map((one) => ({ ...one, direction: /_(?:DEPOSIT|CREDIT)$/.test(one.type) ? 'CREDIT' : 'DEBIT' }))
    fc.assert(
      fc.property(fc.array(transfer, { maxLength: 8 }), (records) => {
        const movements = matched(...records)
        const keys = movements.flatMap(({ transfers }) => transfers.map(keyOf))
        expect(new Set(keys).size).toBe(keys.length)
        expect(new Set(keys)).toEqual(new Set(records.map(({ id }) => id)))
        for (const movement of movements) {
          const track = stationsOf(movement)
          expect(track.flatMap(({ transfers }) => transfers)).toHaveLength(movement.transfers.length)
          for (const balance of accountsOf(track).balances) expect(Number(imbalance(balance))).toBe(0)
        }
      }),
      { numRuns: process.env.CAMPAIGN ? 100_000 : 2_000 },
    )
  })
})

it('A movement is compared with finished ones of the same stations and assets, at least three', () => {
  const lone = (number: number, more: object = {}) => [
    sent(number, 'WIRE_DEPOSIT', { fee: '10.00', auto_conversion: { to_transfer_id: uuid(number + 1) } }),
    sent(number + 1, 'WIRE_WITHDRAWAL', { amount: '80.00', fee: '10.00', updated_at: at(number + 3), ...more }),
  ]
  const others = [10, 20, 30, 40].map((number) => stations(...lone(number)))
  const compared = comparisonOf(stations(...lone(1)), [
    ...others,
    stations(...lone(50, { status: 'PENDING' })),
    stations(sent(60, 'WIRE_DEPOSIT')),
  ])
  expect(compared).toEqual({
    count: 4,
    since: at(10),
    gaps: [3],
    longest: [3],
    whole: 3,
    fees: [{ asset: 'USD', least: '20.00', most: '20.00' }],
  })
  expect(comparisonOf(stations(...lone(1)), others.slice(0, 2))).toBeUndefined()
})

describe('What came, what left, and whether it has arrived', () => {
  const sides = (number: number, amount: string, from = 'USD', to = 'USDC', more: object = {}) => {
    const both = {
      amount,
      group_id: uuid(200 + number),
      ...more,
      auto_conversion: { from_transfer_id: uuid(number), to_transfer_id: uuid(number + 1) },
    }
    return [
      sent(number, 'INTERNAL_TRANSFER_DEBIT', { ...both, asset: from }),
      sent(number + 1, 'INTERNAL_TRANSFER_CREDIT', { ...both, asset: to }),
    ]
  }
  /** In, out with what is on balances, and the state, of the only movement. */
  function said(...records: object[]) {
    const [one, ...others] = matched(...records)
    expect(others).toEqual([])
    const all = one ? stationsOf(one) : []
    const accounts = accountsOf(all)
    const text = (monies: readonly { amount: string; asset: string }[]) =>
      monies.map(({ amount, asset }) => `${amount} ${asset}`).join(' + ')
    const { state } = standOf(all, accounts, { isAhead: false, isLate: false })
    return [text(flowOf(accounts).in), text(resultOf(accounts)), state]
  }
  const into = (to: number, more: object = {}) => ({ ...more, auto_conversion: { to_transfer_id: uuid(to) } })
  const outOf = (from: number, more: object = {}) => ({ ...more, auto_conversion: { from_transfer_id: uuid(from) } })

  it('of the whole track is the wire that came and the wire that left', () => {
    expect(said(...wholeTrack)).toEqual(['250000.00 USD', '249965.00 USD', 'done'])
  })

  it('counts every wire in and every payout', () => {
    const payout = (number: number, amount: string) =>
      sent(number, 'CRYPTO_WITHDRAWAL', outOf(4, { amount, fee: '1.00', asset: 'USDC' }))
    const wires = [
      sent(1, 'WIRE_DEPOSIT', into(3, { amount: '60.00' })),
      sent(2, 'WIRE_DEPOSIT', into(3, { amount: '40.00' })),
    ]
    const whole = [...wires, ...sides(3, '100.00'), payout(5, '49.00'), payout(6, '30.00')]
    expect(said(...whole)).toEqual(['100.00 USD', '98.00 USDC', 'done'])
  })

  it('says what came from a balance, and what is on one', () => {
    expect(said(...sides(1, '100.00', 'USDC', 'USD'))).toEqual(['100.00 USDC', '100.00 USD', 'done'])
    expect(said(sent(1, 'WIRE_DEPOSIT', { fee: '5.00' }))).toEqual(['100.00 USD', '95.00 USD', 'done'])
    expect(said(sent(1, 'CRYPTO_WITHDRAWAL', { fee: '5.00' }))).toEqual(['105.00 USD', '100.00 USD', 'done'])
  })

  it('is never said of money that went where nothing is seen of it', () => {
    expect(said(sent(1, 'PLATFORM_TRANSFER_DEBIT'))).toEqual(['100.00 USD', '100.00 USD', 'left'])
    expect(said(sent(1, 'PLATFORM_TRANSFER_CREDIT'))).toEqual(['100.00 USD', '100.00 USD', 'done'])
    const [debit, credit] = sides(2, '100.00')
    const wire = sent(1, 'WIRE_DEPOSIT', into(2))
    expect(said(wire), 'what it names is not there').toEqual(['100.00 USD', '100.00 USD', 'unknown'])
    expect(said(wire, debit ?? {})[2], 'the other side of a conversion is not there').toBe('unknown')
    expect(said(wire, debit ?? {}, credit ?? {})).toEqual(['100.00 USD', '100.00 USDC', 'done'])
  })

  it('shows what is unexplained before all else', () => {
    const [debit, credit] = sides(1, '100.00')
    expect(said(debit ?? {}, { ...credit, status: 'FAILED' })[2]).toBe('unexplained')
    expect(said(debit ?? {}, { ...credit, amount: '90.00', total: '90.00' })[2]).toBe('unexplained')
    expect(said(sent(1, 'WIRE_DEPOSIT', { total: '99.00' }))[2]).toBe('unexplained')
  })

  it('is not said of what a later transfer sends back, as its memo says', () => {
    const sent = readTransfer(wholeTrack[7])
    const back = (more: object = {}) =>
      readTransfer({
        ...wholeTrack[7],
        id: uuid(9),
        type: 'WIRE_DEPOSIT',
        direction: 'CREDIT',
        created_at: at(9),
        memo: `RETURN ${uuid(8).slice(0, 8)}`,
        ...more,
      })
    expect(isReturnOf(back(), sent)).toBe(true)
    expect(isReturnOf(back({ amount: '100.00' }), sent), 'a part of it').toBe(true)
    for (const more of [
      { memo: 'RETURN MD-9' },
      { memo: undefined },
      { amount: '999999.00' },
      { asset: 'USDC' },
      { profile_id: 'p1' },
      { status: 'FAILED' },
      { created_at: at(1) },
      { type: 'WIRE_WITHDRAWAL', direction: 'DEBIT' },
    ])
      expect(isReturnOf(back(more), sent), JSON.stringify(more)).toBe(false)
    const all = stations(...wholeTrack)
    expect(standOf(all, accountsOf(all), { isAhead: false, isLate: false, isReturned: true }).state).toBe('returned')
  })

  it('of what failed is nothing', () => {
    expect(said(sent(1, 'WIRE_WITHDRAWAL', { status: 'FAILED' }))).toEqual(['', '', 'failed'])
  })
})
