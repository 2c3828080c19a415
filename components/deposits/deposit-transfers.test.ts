import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DecodedTransfer, readTransfer } from '@/lib/api/reading'
import { profiles } from '@/lib/sandbox/seed/parties'
import { anchor, type Service, startService } from '@/lib/sandbox/testing'
import {
  type Arrival,
  arrivalsFrom,
  askedOf,
  beginFollow,
  changesBetween,
  depositsAmong,
  type Follow,
  failOn,
  followFor,
  followOn,
} from './deposit-transfers'

const second = 1000
const names = (arrivals: readonly Arrival[]) =>
  arrivals.map(({ transfer: { known }, evidence }) => `${evidence} ${known.type} ${known.amount} ${known.asset}`)

describe('at our own service', () => {
  let service: Service
  beforeAll(async () => {
    service = await startService(50)
  })
  afterAll(() => service.stop())

  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await service.ask(path, { method: 'POST', body: JSON.stringify(body), headers })
    expect(reply.status, reply.text).toBe(200)
    return reply.body
  }
  const [main, minting] = profiles.map(({ id }) => id)
  const wire = { wire: { account_number: '4455667788' } }

  let references = 0
  async function ruleMemo(more: object): Promise<string> {
    references += 1
    const base = { profile_id: minting, source_asset: 'USD', destination_asset: 'USDG', source: { fiat: {} } }
    const answer = await post('/v2/orchestration/rules', { ref_id: `rule-${references}`, ...base, ...more })
    return (answer as { rule: { source: { fiat: { memo_id: string } } } }).rule.source.fiat.memo_id
  }
  const iso = () => new Date(service.tenant.clock.now()).toISOString()
  async function list(from: string): Promise<DecodedTransfer[]> {
    const { body } = await service.ask(`/v2/transfer/transfers?created_at.gte=${from}&order=ASC&limit=1000`)
    return (body.items as unknown[]).map(readTransfer)
  }

  /** Follows a deposit as the page does, a read every two seconds, until it stops by itself. */
  async function followed(amount: string, memo: string): Promise<{ follow: Follow; seconds: number; from: string }> {
    service.tenant.setClock({ now: service.tenant.clock.now() + 3600 * second })
    const from = iso()
    await post('/v2/sandbox/fiat-deposits', { amount, asset: 'USD', memo_id: memo, fiat_network_instructions: wire })
    let follow = beginFollow(0)
    for (let at = 0; ; at += 2 * second) {
      const transfers = await list(from)
      follow = followOn(follow, arrivalsFrom(depositsAmong(transfers, { amount, memo }, from), transfers), at)
      if (follow.phase !== 'following') return { follow, seconds: at / second, from }
      service.tenant.setClock({ now: service.tenant.clock.now() + 2 * second })
    }
  }

  test('everything that comes of a deposit is followed until it has settled: conversion, then destination', async () => {
    const memo = await ruleMemo({ destination: { profile: { profile_id: main } } })
    const { follow, seconds, from } = await followed('250.00', memo)
    expect(follow.phase).toBe('settled')
    expect(names(follow.arrivals)).toEqual([
      'memo WIRE_DEPOSIT 250.00 USD',
      'conversion INTERNAL_TRANSFER_DEBIT 250.00 USD',
      'conversion INTERNAL_TRANSFER_CREDIT 250.00 USDG',
      'conversion INTERNAL_TRANSFER_DEBIT 250.00 USDG',
      'conversion INTERNAL_TRANSFER_CREDIT 250.00 USDG',
    ])
    expect(await list(from)).toHaveLength(follow.arrivals.length)
    expect(seconds).toBeLessThan(60)
  })

  test('a withdrawal that takes longer is waited for', async () => {
    const crypto = { network: 'SOLANA', address: '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2' }
    const { follow } = await followed('99', await ruleMemo({ destination: { crypto } }))
    expect(names(follow.arrivals).at(-1)).toBe('conversion CRYPTO_WITHDRAWAL 99.00 USDG')
    expect(follow.arrivals.map(({ transfer }) => transfer.known.status)).toEqual(Array(4).fill('COMPLETED'))
  })

  test('a memo of no rule brings the wire alone', async () => {
    const { follow, seconds } = await followed('12.5', 'nobody-has-this')
    expect(names(follow.arrivals)).toEqual(['memo WIRE_DEPOSIT 12.50 USD'])
    expect(follow.phase).toBe('settled')
    expect(seconds).toBeLessThan(20)
  })

  test('a wire that never settles is followed for ten minutes', async () => {
    const { follow, seconds } = await followed('1.77', 'waits')
    expect([follow.phase, seconds]).toEqual(['over', followFor / second])
  })

  test('a wire that failed has settled', async () => {
    const { follow } = await followed('1.66', 'fails')
    expect([follow.phase, follow.arrivals[0]?.transfer.known.status]).toEqual(['settled', 'FAILED'])
  })
})

const at = (millis: number) => new Date(anchor + millis).toISOString()
const wireOf = (id: string, more: object = {}) =>
  readTransfer({
    ...{
      id,
      type: 'WIRE_DEPOSIT',
      status: 'PENDING',
      direction: 'CREDIT',
      amount: '250.00',
      asset: 'USD',
      memo: 'MD1',
    },
    ...{ created_at: at(0), ...more },
  })

describe('what may have come of a deposit', () => {
  const asked = { amount: '250', memo: 'MD1' }
  test('are wires with its memo and amount, from then on', () => {
    const transfers = [
      wireOf('fits'),
      wireOf('by-decimals', { amount: '250.000' }),
      wireOf('timeless', { created_at: undefined }),
      wireOf('other-memo', { memo: 'MD2' }),
      wireOf('no-memo', { memo: null }),
      wireOf('other-amount', { amount: '250.01' }),
      wireOf('no-amount', { amount: undefined }),
      wireOf('earlier', { created_at: at(-1) }),
      wireOf('withdrawal', { type: 'WIRE_WITHDRAWAL' }),
    ]
    expect(depositsAmong(transfers, asked, at(0)).map(({ known }) => known.id)).toEqual([
      'fits',
      'by-decimals',
      'timeless',
    ])
  })
  test('is known only where the body can be opened', () => {
    expect(askedOf({ amount: '1', memo_id: 'm', asset: 'USD' })).toEqual({ amount: '1', memo: 'm' })
    for (const body of [undefined, null, {}, { amount: 1, memo_id: 'm' }, 'text']) expect(askedOf(body)).toBeUndefined()
  })
})

describe('what follows', () => {
  test('are links in either direction, in any case of the letters, and never a circle without end', () => {
    const root = wireOf('A')
    const debit = wireOf('b', { auto_conversion: { from_transfer_id: 'a' }, group_id: 'g', created_at: at(1) })
    const credit = wireOf('c', { group_id: 'G', auto_conversion: { to_transfer_id: 'a' }, created_at: at(2) })
    const stranger = wireOf('d', { group_id: 'h', created_at: at(3) })
    expect(arrivalsFrom([root], [stranger, credit, debit, root]).map(({ transfer }) => transfer.known.id)).toEqual([
      ...['A', 'b', 'c'],
    ])
  })
  test('nothing follows from nothing', () => {
    expect(arrivalsFrom([], [wireOf('a'), wireOf('b')])).toEqual([])
  })
})

describe('following', () => {
  const arrival = (more: object): Arrival => ({ transfer: wireOf('a', more), evidence: 'memo' })
  const [pending, done] = [arrival({}), arrival({ status: 'COMPLETED' })]

  test('goes on where a status is not known', () => {
    const odd = arrival({ status: 'HELD_FOR_REVIEW' })
    let follow = beginFollow(0)
    for (let read = 0; read < 20; read += 1) follow = followOn(follow, [odd], read)
    expect(follow.phase).toBe('following')
  })
  test('ends after ten minutes without anything', () => {
    expect(followOn(beginFollow(0), [], followFor - 1).phase).toBe('following')
    expect(followOn(beginFollow(0), [], followFor).phase).toBe('over')
  })
  test('ends after ten minutes of reads that fail too', () => {
    expect(failOn(beginFollow(0), followFor - 1).phase).toBe('following')
    expect(failOn(beginFollow(0), followFor).phase).toBe('over')
    expect(failOn({ ...beginFollow(0), phase: 'stopped' }, followFor).phase).toBe('stopped')
  })
  test('is taken up again where a read of its own finds more', () => {
    const settled: Follow = { ...beginFollow(0), phase: 'settled', arrivals: [done] }
    expect(followOn(settled, [done], 10).phase).toBe('settled')
    expect(followOn(settled, [done, pending], 10)).toMatchObject({ phase: 'following', begun: 10 })
  })
  test('stays ended where a person ended it', () => {
    const stopped: Follow = { ...beginFollow(0), phase: 'stopped' }
    expect(followOn(stopped, [pending], 10)).toMatchObject({ phase: 'stopped', arrivals: [pending] })
  })
  test('says what changed, and nothing where nothing did', () => {
    expect(changesBetween([], [pending])).toBe('Wire deposit 250.00 USD: pending.')
    expect(changesBetween([pending], [done])).toBe('Wire deposit 250.00 USD: completed.')
    expect(changesBetween([done], [done])).toBe('')
  })
})
