import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DecodedTransfer, readTransfer } from '@/lib/api/provider/reading'
import { profiles } from '@/lib/sandbox/seed/parties'
import { anchor, type Service, startService } from '@/lib/sandbox/testing'
import {
  changesBetween,
  depositKey,
  type LinkedTransfer,
  linkedTransfers,
  matchingWires,
  startTracking,
  type Tracking,
  trackFailure,
  trackingLimit,
  trackRead,
} from './deposit-tracking'

const second = 1000
const names = (linked: readonly LinkedTransfer[]) =>
  linked.map(({ transfer: { known }, link }) => `${link} ${known.type} ${known.amount} ${known.asset}`)

describe('a deposit in our own sandbox', () => {
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

  /** Follows a deposit as the page does, a read every two seconds, until it stops. */
  async function followed(
    amount: string,
    memo: string,
  ): Promise<{ tracking: Tracking; seconds: number; from: string }> {
    service.tenant.setClock({ now: service.tenant.clock.now() + 3600 * second })
    const from = iso()
    await post('/v2/sandbox/fiat-deposits', { amount, asset: 'USD', memo_id: memo, fiat_network_instructions: wire })
    let tracking = startTracking(0)
    for (let at = 0; ; at += 2 * second) {
      const transfers = await list(from)
      tracking = trackRead(tracking, linkedTransfers(matchingWires(transfers, { amount, memo }, from), transfers), at)
      if (tracking.phase !== 'tracking') return { tracking, seconds: at / second, from }
      service.tenant.setClock({ now: service.tenant.clock.now() + 2 * second })
    }
  }

  test('is tracked until its wire, conversion and destination have settled', async () => {
    const memo = await ruleMemo({ destination: { profile: { profile_id: main } } })
    const { tracking, seconds, from } = await followed('250.00', memo)
    expect(tracking.phase).toBe('settled')
    expect(names(tracking.transfers)).toEqual([
      'memo WIRE_DEPOSIT 250.00 USD',
      'conversion INTERNAL_TRANSFER_DEBIT 250.00 USD',
      'conversion INTERNAL_TRANSFER_CREDIT 250.00 USDG',
      'conversion INTERNAL_TRANSFER_DEBIT 250.00 USDG',
      'conversion INTERNAL_TRANSFER_CREDIT 250.00 USDG',
    ])
    expect(await list(from)).toHaveLength(tracking.transfers.length)
    expect(seconds).toBeLessThan(60)
  })

  test('is tracked until a slow withdrawal has settled', async () => {
    const crypto = { network: 'SOLANA', address: '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2' }
    const { tracking } = await followed('99', await ruleMemo({ destination: { crypto } }))
    expect(names(tracking.transfers).at(-1)).toBe('conversion CRYPTO_WITHDRAWAL 99.00 USDG')
    expect(tracking.transfers.map(({ transfer }) => transfer.known.status)).toEqual(Array(4).fill('COMPLETED'))
  })

  test("without a rule's memo has only its wire", async () => {
    const { tracking, seconds } = await followed('12.5', 'nobody-has-this')
    expect(names(tracking.transfers)).toEqual(['memo WIRE_DEPOSIT 12.50 USD'])
    expect(tracking.phase).toBe('settled')
    expect(seconds).toBeLessThan(20)
  })

  test('that never settles is tracked for ten minutes', async () => {
    const { tracking, seconds } = await followed('1.77', 'waits')
    expect([tracking.phase, seconds]).toEqual(['timed-out', trackingLimit / second])
  })

  test('whose wire failed has settled', async () => {
    const { tracking } = await followed('1.66', 'fails')
    expect([tracking.phase, tracking.transfers[0]?.transfer.known.status]).toEqual(['settled', 'FAILED'])
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

describe('the wires of a deposit', () => {
  const asked = { amount: '250', memo: 'MD1' }
  test('have its memo and amount, and were created since', () => {
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
    expect(matchingWires(transfers, asked, at(0)).map(({ known }) => known.id)).toEqual([
      'fits',
      'by-decimals',
      'timeless',
    ])
  })
  test('are unknown if the body cannot be decrypted', () => {
    expect(depositKey({ amount: '1', memo_id: 'm', asset: 'USD' })).toEqual({ amount: '1', memo: 'm' })
    for (const body of [undefined, null, {}, { amount: 1, memo_id: 'm' }, 'text'])
      expect(depositKey(body)).toBeUndefined()
  })
})

describe('linked transfers', () => {
  test('are found in either direction, in any case, and without endless loops', () => {
    const root = wireOf('A')
    const debit = wireOf('b', { auto_conversion: { from_transfer_id: 'a' }, group_id: 'g', created_at: at(1) })
    const credit = wireOf('c', { group_id: 'G', auto_conversion: { to_transfer_id: 'a' }, created_at: at(2) })
    const stranger = wireOf('d', { group_id: 'h', created_at: at(3) })
    expect(linkedTransfers([root], [stranger, credit, debit, root]).map(({ transfer }) => transfer.known.id)).toEqual([
      ...['A', 'b', 'c'],
    ])
  })
  test('need a wire to start from', () => {
    expect(linkedTransfers([], [wireOf('a'), wireOf('b')])).toEqual([])
  })
})

describe('tracking', () => {
  const arrival = (more: object): LinkedTransfer => ({ transfer: wireOf('a', more), link: 'memo' })
  const [pending, done] = [arrival({}), arrival({ status: 'COMPLETED' })]

  test('continues with an unknown status', () => {
    const odd = arrival({ status: 'HELD_FOR_REVIEW' })
    let tracking = startTracking(0)
    for (let read = 0; read < 20; read += 1) tracking = trackRead(tracking, [odd], read)
    expect(tracking.phase).toBe('tracking')
  })
  test('ends after ten minutes without a transfer', () => {
    expect(trackRead(startTracking(0), [], trackingLimit - 1).phase).toBe('tracking')
    expect(trackRead(startTracking(0), [], trackingLimit).phase).toBe('timed-out')
  })
  test('ends after ten minutes of failed reads', () => {
    expect(trackFailure(startTracking(0), trackingLimit - 1).phase).toBe('tracking')
    expect(trackFailure(startTracking(0), trackingLimit).phase).toBe('timed-out')
    expect(trackFailure({ ...startTracking(0), phase: 'stopped' }, trackingLimit).phase).toBe('stopped')
  })
  test('resumes if a refresh finds more', () => {
    const settled: Tracking = { ...startTracking(0), phase: 'settled', transfers: [done] }
    expect(trackRead(settled, [done], 10).phase).toBe('settled')
    expect(trackRead(settled, [done, pending], 10)).toMatchObject({ phase: 'tracking', startedAt: 10 })
  })
  test('stays stopped after a person stopped it', () => {
    const stopped: Tracking = { ...startTracking(0), phase: 'stopped' }
    expect(trackRead(stopped, [pending], 10)).toMatchObject({ phase: 'stopped', transfers: [pending] })
  })
  test('announces only changes', () => {
    expect(changesBetween([], [pending])).toBe('Wire deposit 250.00 USD: pending.')
    expect(changesBetween([pending], [done])).toBe('Wire deposit 250.00 USD: completed.')
    expect(changesBetween([done], [done])).toBe('')
  })
})
