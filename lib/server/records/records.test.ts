/** The transfers in our own database: as they were last seen, found by a part, and never at the cost of a read. */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TransferObservations } from '../../api/observations'
import type { Database } from '../../database/open'
import { addressEnds } from '../../domain/address-ends'
import type { LookupIdentifier } from '../../features/lookup/input'
import { openConsole, startProvider, type TestConsole, type TestProvider } from '../../features/lookup/server/testing'
import type { Clock } from '../clock'
import { Encryption } from '../encryption/encryption'
import { recordedLog, silentLog } from '../testing'
import { describeOnBothDatabases } from '../writes/testing'
import { Records } from './records'

const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const encryption = new Encryption({ secret: 'a-secret-of-the-tests' })
const uuid = (number: number) => `c${number.toString(16).padStart(7, '0')}-a3c3-4634-ac3c-6b12b7b33cb5`
const hash = `27ca64${'0'.repeat(54)}a1e3`
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const alike = '0x5290ffffffffffffffffffffffffffffffff9EE7'
const transfer = (number: number, more: object = {}) => ({
  id: uuid(number),
  status: 'PENDING',
  updated_at: '2026-11-19T14:31:52.123456789Z',
  ...more,
})
const partial = (start: string, end: string, of: 'hash' | 'uuid' | 'unknown' = 'unknown') =>
  ({ kind: 'partial', start, end, of }) satisfies LookupIdentifier

/** A clock that a test moves; timers never run out by themselves. */
function movedClock(base: Clock): Clock & { moved: number } {
  const clock = { ...base, moved: 0, now: () => base.now() + clock.moved, after: () => () => undefined }
  return clock
}

describeOnBothDatabases(
  'Transfers',
  (bench) => {
    const { test } = bench
    let clock: ReturnType<typeof movedClock>
    let records: Records
    const open = (database: Database = bench.database()) => new Records({ database, clock, encryption, log: silentLog })
    const note = async (...noted: object[]) => {
      records.note(
        owner,
        noted.map((one) => JSON.stringify(one)),
      )
      await records.settled()
    }
    const rows = () => bench.database().selectFrom('transfer').selectAll().execute()
    const of = (number: number): Promise<TransferObservations> => records.of(owner, uuid(number))

    beforeEach(async () => {
      clock = movedClock(bench.clock)
      if (!bench.database()) return
      records = open()
      await bench.database().deleteFrom('transfer_state').execute()
      await bench.database().deleteFrom('transfer').execute()
    })

    test('keep each status with the time it was first seen and the provider’s time', async () => {
      await note(transfer(1))
      const first = (await of(1)).states[0]?.seen_at ?? ''
      clock.moved = 60_000
      await note(transfer(1, { secondary_status: { name: 'TRAVEL_RULE_INFO_REQUESTED', detail: 'x' } }))
      clock.moved = 120_000
      await note(transfer(1, { status: 'COMPLETED', updated_at: '2026-11-19T15:00:00Z' }), transfer(1))
      const { states } = await of(1)
      expect(
        states.map(({ seen_at, ...state }) => [Math.round((Date.parse(seen_at) - Date.parse(first)) / 60_000), state]),
      ).toEqual([
        [0, { status: 'PENDING', updated_at: '2026-11-19T14:31:52.123456789Z' }],
        [
          1,
          {
            status: 'PENDING',
            secondary_status: 'TRAVEL_RULE_INFO_REQUESTED',
            updated_at: '2026-11-19T14:31:52.123456789Z',
          },
        ],
        [2, { status: 'COMPLETED', updated_at: '2026-11-19T15:00:00Z' }],
      ])
    })

    test('write nothing if nothing is new, whether this console or another one noted it', async () => {
      await note(transfer(1, { crypto_tx_hash: `0x${hash}` }))
      const [before] = await rows()
      clock.moved = 60_000
      await note(transfer(1, { crypto_tx_hash: `0x${hash}` }))
      records = open()
      await note(transfer(1, { crypto_tx_hash: `0x${hash}` }), transfer(1))
      expect(await rows()).toEqual([before])
      await note(transfer(1, { group_id: 'g-1' }))
      expect(await rows()).toMatchObject([{ hash, first_seen_at: before?.first_seen_at }])
      expect((await rows())[0]?.changed_at).toBeGreaterThan(before?.changed_at ?? 0)
    })

    test('of another client or environment are not shown', async () => {
      await note(transfer(1, { crypto_tx_hash: hash }))
      for (const other of [
        { ...owner, clientId: 'other' },
        { ...owner, environment: 'production' as const },
      ]) {
        expect(await records.of(other, uuid(1))).toEqual({ states: [] })
        expect(await records.search.matching(other, partial('27ca64', 'a1e3'))).toEqual([])
      }
    })

    test('find a transfer by the ends of its hash or id, in any case and with 0x', async () => {
      const signature = `5Kj7${'xYzAbC'.repeat(14)}`
      await note(
        transfer(1, { crypto_tx_hash: `0x${hash}` }),
        transfer(2, { crypto_tx_hash: signature }),
        transfer(3, { crypto_tx_hash: `27ca64${'1'.repeat(54)}ffff` }),
      )
      const found = async (...ends: Parameters<typeof partial>) =>
        (await records.search.matching(owner, partial(...ends))).sort()
      expect(await found('0x27CA64', 'A1E3', 'hash')).toEqual([uuid(1)])
      expect(await found('27ca', '')).toEqual([uuid(1), uuid(3)])
      expect(await found('', 'a1e3')).toEqual([uuid(1)])
      expect(await found('5Kj7xY', 'zAbC')).toEqual([uuid(2)])
      expect(await found('5kj7xY', 'zAbC')).toEqual([])
      expect(await found(uuid(3).slice(0, 8), '3cb5', 'uuid')).toEqual([uuid(3)])
      expect((await found('', '3CB5', 'uuid')).length).toBe(3)
      expect(await found('27ca64', 'a1e3', 'uuid')).toEqual([])
      await expect(found('27c', '1e3')).rejects.toThrow('This is too short to be matched.')
    })

    test('list at most one more match than a result shows', async () => {
      await note(...Array.from({ length: 40 }, (_, number) => transfer(number, { crypto_tx_hash: hash })))
      expect(await records.search.matching(owner, partial('27ca', 'a1e3'))).toHaveLength(11)
    })

    test('tell other addresses with the same ends, and how often this one was used', async () => {
      await note(
        transfer(1, { destination_address: alike }),
        transfer(2, { destination_address: address }),
        transfer(3, { destination_address: address.toLowerCase() }),
        transfer(4, { destination_address: '0x52908400098527886E0F7030069857D2E4160000' }),
        transfer(5),
      )
      expect((await of(1)).destination).toMatchObject({
        other_transfers: 0,
        look_alikes: [
          {
            address: expect.stringMatching(new RegExp(address, 'i')),
            transfers: 2,
            last_seen_at: expect.stringMatching(/Z$/),
          },
        ],
      })
      expect((await of(2)).destination).toMatchObject({
        other_transfers: 1,
        look_alikes: [{ address: alike, transfers: 1 }],
      })
      expect((await of(4)).destination).toEqual({ other_transfers: 0, look_alikes: [] })
      expect(await of(5)).not.toHaveProperty('destination')
    })

    test('are kept encrypted, but for what finds them', async () => {
      await note(transfer(1, { destination_address: address, ref_id: 'To 000123456789' }))
      const stored = JSON.stringify(await rows())
      expect(stored).not.toContain(address)
      expect(stored).not.toContain('000123456789')
    })

    test('survive records of any shape, and keep none that is no transfer', async () => {
      await note(
        { id: '' },
        { id: 'x\u0000y' },
        { id: 'x'.repeat(300) },
        [],
        transfer(1, { crypto_tx_hash: 'a\u0000b', ref_id: 'x'.repeat(300), status: '', secondary_status: { name: 7 } }),
      )
      expect(await rows()).toMatchObject([{ id: uuid(1), hash: null, status: '' }])
      expect(await of(1)).toEqual({ states: [] })
    })

    test('of a thousand transfers are written in few transactions, and the oldest removed in steps', async () => {
      await note(...Array.from({ length: 1_000 }, (_, number) => transfer(number)))
      expect(await rows()).toHaveLength(1_000)
      clock.moved = 31 * 86_400_000
      await note(transfer(1, { status: 'COMPLETED' }))
      expect(await records.removeOld(0)).toEqual({ rows: 0, hasMore: false })
      expect(await records.removeOld(30)).toEqual({ rows: 200, hasMore: true })
      for (let steps = 0; steps < 6; steps++) await records.removeOld(30)
      expect(await rows()).toMatchObject([{ id: uuid(1) }])
      const states = await bench.database().selectFrom('transfer_state').select('status').execute()
      expect(states.map(({ status }) => status).sort()).toEqual(['COMPLETED', 'PENDING'])
    })
  },
  { usesService: false },
)

describe('The ends of an address', () => {
  it.each([
    [address, alike, true],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'bc1qxxxxrr7xfkvy5l643lydnw9re59gtzzwf5mdq', false],
    ['bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'BC1QAR0SXXXXXXXXXXXXXXXXXXXXXXXXXXXXX5MDQ', true],
    ['rExampleAddressOfANetwork', 'rexampleAddressOfANetwork', false],
  ])('%s and %s: alike is %s', (one, other, isAlike) => {
    expect(addressEnds(one) === addressEnds(other)).toBe(isAlike)
  })
})

describe('A transfer that is read', () => {
  let provider: TestProvider
  let opened: TestConsole
  let cookie: string

  beforeAll(async () => {
    provider = await startProvider()
  })
  beforeEach(async () => {
    opened = await openConsole(provider.address)
    cookie = await opened.signIn('support')
    provider.transfers = [transfer(1, { crypto_tx_hash: hash, destination_address: address })]
  })
  afterEach(() => opened.close())
  afterAll(() => provider.stop())

  it('is observed at once, by everyone who may read it', async () => {
    expect((await opened.getTransfer(cookie, uuid(1))).status).toBe(200)
    const answer = await opened.observed(cookie, uuid(1).toUpperCase())
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.json()).toMatchObject({
      states: [{ status: 'PENDING', seen_at: expect.any(String) }],
      destination: { other_transfers: 0, look_alikes: [] },
    })
    expect((await opened.observed('', uuid(1))).status).toBe(401)
    expect((await opened.observed(cookie, 'not-a-uuid')).status).toBe(400)
    expect(await (await opened.observed(cookie, uuid(9))).json()).toEqual({ states: [] })
  })

  it('is found by its partial hash afterwards, which is never sent', async () => {
    const part = partial('0x27ca64', 'a1e3', 'hash')
    expect((await opened.lookup(cookie, [part])).results).toMatchObject([
      { verdict: 'not-found', asked: [{ field: 'partial', values: ['0x27ca64…a1e3'], count: 0, isOwn: true }] },
    ])
    await opened.lookup(cookie, [{ kind: 'hash', value: hash }])
    await expect.poll(async () => (await opened.lookup(cookie, [part])).results[0]?.verdict).toBe('found')
    const { results } = await opened.lookup(cookie, [part])
    expect(results).toMatchObject([{ transfers: [{ id: uuid(1) }], asked: [{ field: 'partial', count: 1 }] }])
    expect(results[0]).not.toHaveProperty('field')
    expect(provider.arrivals.flatMap(({ values }) => values)).toEqual([`0x${hash}`, hash])
  })

  it('is answered although the database takes no notes, and the log says so without it', async () => {
    const { log, lines, text } = recordedLog()
    const failing = new Records({ database: opened.database, clock: opened.clock, encryption, log })
    await opened.database.schema.dropTable('transfer_state').execute()
    failing.note(
      owner,
      provider.transfers.map((one) => JSON.stringify(one)),
    )
    await failing.settled()
    expect(lines).toMatchObject([{ event: 'not-noted', rows: 1 }])
    expect(text()).not.toContain(hash)
    expect((await opened.getTransfer(cookie, uuid(1))).status).toBe(200)
    expect((await opened.lookup(cookie, [{ kind: 'hash', value: hash }])).results).toMatchObject([{ verdict: 'found' }])
  })
})
