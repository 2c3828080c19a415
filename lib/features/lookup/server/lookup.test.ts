/** Look-up against a provider that is invented: what is asked, what is claimed, and what never is. */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { maximumMatches } from '../../../api/records'
import { microseconds } from '../../../server/clock'
import { Encryption } from '../../../server/encryption/encryption'
import { beginning } from '../../../server/records/record-rows'
import { Records } from '../../../server/records/records'
import { settingsFor, silentLog } from '../../../server/testing'
import type { LookupIdentifier } from '../input'
import { type LookupField, type LookupResult, lookupFields } from '../interface'
import { mostCalls } from './provider-search'
import {
  type Fault,
  faults,
  isHarmless,
  openConsole,
  startProvider,
  type TestConsole,
  type TestProvider,
  type TestTransfer,
} from './testing'

let provider: TestProvider
let opened: TestConsole
let treasury: string

/** A UUID of one number, so that tests can be read. */
const uuid = (number: number) => `c${number.toString(16).padStart(7, '0')}-a3c3-4634-ac3c-6b12b7b33cb5`
const hash = (number: number) => `b${number.toString(16).padStart(63, '0')}`
const byUuid = (number: number, field?: LookupField): LookupIdentifier => ({ kind: 'uuid', value: uuid(number), field })
const byHash = (number: number): LookupIdentifier => ({ kind: 'hash', value: hash(number) })
const byReference = (value: string): LookupIdentifier => ({ kind: 'reference', value })
const transfer = (number: number, more: object = {}): TestTransfer => ({ id: uuid(number), ...more })
const many = (count: number, more: object, from = 5_000) =>
  Array.from({ length: count }, (_, index) => transfer(from + index, more))

const ask = (...identifiers: LookupIdentifier[]) => opened.lookup(treasury, identifiers)
/** What others than our own database of transfers were asked. */
const askedOf = (result: LookupResult | undefined) =>
  result?.asked.flatMap(({ field, count, isOwn }) => (isOwn ? [] : [[field, count]]))
const problemOf = (result: LookupResult | undefined) => result?.asked.find(({ problem }) => problem)?.problem
const idsOf = ({ transfers }: LookupResult) => transfers.map(({ id }) => id)

const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const seen = { created_at: '2026-11-19T14:31:52Z', updated_at: '2026-11-19T14:31:52Z' }
const completed = (number: number, more: object = {}) => transfer(number, { status: 'COMPLETED', ...seen, ...more })
const until = Date.parse('2026-11-20T14:02:00Z')

async function keep(...transfers: TestTransfer[]): Promise<void> {
  const encryption = new Encryption(settingsFor({ baseUrl: '', authUrl: '' }))
  const records = new Records({ database: opened.database, clock: opened.clock, encryption, log: silentLog })
  await records.keep(
    owner,
    transfers.map((one) => JSON.stringify(one)),
  )
}
/** @param since from when on all are here; ms since 1970 @param age seconds since changes were read */
async function haveRead({ since = beginning, age = 1 } = {}): Promise<void> {
  const read_at = microseconds(opened.clock) - age * 1_000_000
  await opened.database
    .insertInto('list_reading')
    .values({
      environment: owner.environment,
      client_id: owner.clientId,
      list: 'transfer',
      complete_from: since,
      complete_to: until,
      is_whole: 1,
      swept_at: 0,
      read_at,
      last_sequence: 0,
      lease_id: null,
      lease_until: 0,
    })
    .execute()
}

/** Removes what our own database has, and what earlier look-ups still note. */
async function forget(): Promise<void> {
  await opened.observed(treasury, uuid(0))
  for (const table of ['transfer', 'transfer_state', 'transfer_mark', 'list_reading'] as const)
    await opened.database.deleteFrom(table).execute()
}

beforeAll(async () => {
  provider = await startProvider()
  opened = await openConsole(provider.address)
  treasury = await opened.signIn('treasury')
})
beforeEach(async () => {
  await forget()
  Object.assign(provider, { transfers: [], arrivals: [], together: 0, closed: 0 })
  provider.faultOf = () => undefined
  provider.delay = () => undefined
  provider.rewrite = (text) => text
})
afterAll(async () => {
  await opened.close()
  provider.stop()
})

describe('A UUID', () => {
  it('is asked in all six readings at the same time, and the likeliest that matches is named', async () => {
    provider.transfers = [transfer(1, { group_id: uuid(9) }), transfer(2, { group_id: uuid(9), profile_id: uuid(9) })]
    // None is answered before all six have arrived.
    let answer = () => {}
    const allArrived = new Promise<void>((resolve) => {
      answer = resolve
    })
    provider.delay = () => {
      if (provider.arrivals.length === 6) answer()
      return allArrived
    }
    const { results, calls } = await ask(byUuid(9))
    expect(results[0]).toMatchObject({ verdict: 'several', field: 'group_ids', isMore: false })
    expect(results.map(idsOf)).toEqual([[uuid(1), uuid(2)]])
    expect(provider.arrivals.map(({ field }) => field).sort()).toEqual(
      lookupFields.filter((field) => field !== 'crypto_tx_hashes').sort(),
    )
    expect([calls, provider.together]).toEqual([6, 6])
    expect(askedOf(results[0])).toEqual([
      ['ids', 0],
      ['group_ids', 2],
      ['ref_ids', 0],
      ['profile_ids', 1],
      ['identity_ids', 0],
      ['account_ids', 0],
      ['requests', 0],
    ])
  })

  it('that is named a profile by a link is a profile first', async () => {
    provider.transfers = [transfer(9), transfer(1, { profile_id: uuid(9) })]
    const { results } = await ask(byUuid(9, 'profile_ids'))
    expect(results[0]).toMatchObject({ verdict: 'found', field: 'profile_ids' })
  })

  it('is found where the provider writes it in capitals', async () => {
    provider.transfers = [transfer(1, { group_id: uuid(9).toUpperCase() })]
    provider.faultOf = ({ field }) => (field === 'group_ids' ? 'unfiltered' : undefined)
    expect((await ask(byUuid(9))).results[0]).toMatchObject({ verdict: 'found', field: 'group_ids' })
  })

  it('with more than ten matches lists ten and says that there are more', async () => {
    provider.transfers = many(4_000, { profile_id: uuid(9) })
    const [result] = (await ask(byUuid(9))).results
    expect(result).toMatchObject({ verdict: 'several', field: 'profile_ids', isMore: true })
    expect(result?.transfers).toHaveLength(maximumMatches)
    expect(new Set(provider.arrivals.map(({ limit }) => limit))).toEqual(new Set([maximumMatches + 1]))
  })
})

describe('A hash', () => {
  it('is asked with and without 0x in one call', async () => {
    provider.transfers = [transfer(1, { crypto_tx_hash: `0x${hash(7)}` })]
    const { results, calls } = await ask(byHash(7))
    expect(results[0]).toMatchObject({ verdict: 'found', field: 'crypto_tx_hashes' })
    expect(provider.arrivals).toMatchObject([{ values: [`0x${hash(7)}`, hash(7)] }])
    expect(calls).toBe(1)
  })

  it('of Sui is asked once, as it is, and another with other capitals is not it', async () => {
    const digest = '6s4LgoCM8GhKAvNJZQ3yHC8fnMRvouSSCcTTGDSXJYfk'
    provider.transfers = [transfer(1, { crypto_tx_hash: digest, crypto_network: 'SUI' })]
    const { results, calls } = await ask({ kind: 'hash', value: digest })
    expect([results[0]?.verdict, calls]).toEqual(['found', 1])
    expect(provider.arrivals).toMatchObject([{ values: [digest] }])
    expect((await ask({ kind: 'hash', value: digest.replace('Lgo', 'LGo') })).results[0]?.verdict).toBe('not-found')
  })

  it('of Solana keeps its capitals, and another with other capitals is not it', async () => {
    const signature = `5Kj7${'xYzAbC'.repeat(14)}`
    provider.transfers = [transfer(1, { crypto_tx_hash: signature })]
    expect((await ask({ kind: 'hash', value: signature })).results[0]?.verdict).toBe('found')
    expect(provider.arrivals).toMatchObject([{ values: [signature] }])
    expect((await ask({ kind: 'hash', value: signature.replace('xYz', 'xyz') })).results[0]?.verdict).toBe('not-found')
  })
})

describe('A reference', () => {
  it('is asked as pasted, commas and spaces included', async () => {
    provider.transfers = [transfer(1, { ref_id: 'Payroll, May 3' })]
    expect((await ask(byReference('Payroll, May 3'))).results[0]).toMatchObject({ verdict: 'found', field: 'ref_ids' })
    expect(provider.arrivals).toMatchObject([{ field: 'ref_ids', values: ['Payroll, May 3'] }])
  })
})

describe('A batch', () => {
  it('of 100 transfer ids takes one call, and of 100 hashes two', async () => {
    provider.transfers = Array.from({ length: 100 }, (_, number) => transfer(number, { crypto_tx_hash: hash(number) }))
    const numbers = [...provider.transfers.keys()]
    expect((await ask(...numbers.map((number) => byUuid(number)))).calls).toBe(1)
    const { results, calls } = await ask(...numbers.map(byHash))
    expect([calls, results.map(idsOf)]).toEqual([2, numbers.map((number) => [uuid(number)])])
  })

  it('asks the other readings only of UUIDs that are no transfers', async () => {
    provider.transfers = [transfer(1), transfer(2, { account_id: uuid(3) })]
    const { results, calls } = await ask(byUuid(1), byUuid(3), byUuid(4))
    expect(results.map(({ verdict, field }) => [verdict, field])).toEqual([
      ['found', 'ids'],
      ['found', 'account_ids'],
      ['not-found', undefined],
    ])
    expect(calls).toBe(6)
    expect(provider.arrivals.slice(1).map(({ values }) => values)).toEqual(Array(5).fill([uuid(3), uuid(4)]))
  })

  it('gives the same identifier twice the same result', async () => {
    provider.transfers = [transfer(1, { ref_id: 'r-1' })]
    const { results, calls } = await ask(byReference('r-1'), byReference('r-1'))
    expect(results.map(({ verdict }) => verdict)).toEqual(['found', 'found'])
    expect([calls, provider.arrivals[0]?.values]).toEqual([1, ['r-1']])
  })

  it('decides each identifier although one of them has more transfers than a page', async () => {
    provider.transfers = [
      ...many(3_000, { ref_id: 'salaries' }),
      transfer(1, { ref_id: 'r-1' }),
      ...many(12, { ref_id: 'r-12' }, 100),
    ]
    const { results } = await ask(...['salaries', 'r-1', 'r-12', 'r-0'].map(byReference))
    expect(results.map(({ verdict, isMore, transfers }) => [verdict, isMore, transfers.length])).toEqual([
      ['several', true, 10],
      ['found', false, 1],
      ['several', true, 10],
      ['not-found', false, 0],
    ])
  })

  it('that needs more calls than one request may make fails where it was not asked', async () => {
    // Each page is taken by the first reference that is still open.
    provider.transfers = Array.from({ length: 20 }, (_, number) =>
      many(1_100, { ref_id: `r-${number}` }, number * 2_000),
    ).flat()
    const { results, calls } = await ask(...Array.from({ length: 20 }, (_, number) => byReference(`r-${number}`)))
    expect(calls).toBe(mostCalls)
    const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length
    expect([count('several'), count('failed')]).toEqual([12, 8])
    const [left] = results.filter(({ verdict }) => verdict === 'failed')
    expect(problemOf(left)?.title).toBe('This was not searched: one look-up makes a limited number of calls.')
  })

  it('stops calling once the provider asks to wait', async () => {
    provider.faultOf = () => '429'
    const { results, calls } = await ask(byUuid(1), byUuid(2))
    expect(calls).toBe(1)
    expect(results).toMatchObject([{ verdict: 'failed' }, { verdict: 'failed' }])
    expect(problemOf(results[0])).toMatchObject({ status: 429, request_id: expect.stringMatching(/^req_/) })
  })

  it('of a provider that refuses one filter fails only there', async () => {
    provider.transfers = [transfer(1, { ref_id: 'r-1' })]
    provider.faultOf = ({ field }) => (field === 'crypto_tx_hashes' ? '429' : undefined)
    const { results } = await ask(byReference('r-1'), byHash(1), byReference('r-2'))
    expect(results.map(({ verdict }) => verdict)).toEqual(['found', 'failed', 'not-found'])
  })
})

describe('A provider that ignores a filter', () => {
  it('matches nothing: its answer is a failure that says so', async () => {
    provider.transfers = [transfer(1, { ref_id: 'other' }), transfer(2)]
    provider.faultOf = () => 'unfiltered'
    const [result] = (await ask(byReference('r-1'))).results
    expect(result).toMatchObject({ verdict: 'failed', transfers: [] })
    expect(askedOf(result)).toEqual([
      ['ref_ids', undefined],
      ['requests', 0],
    ])
    expect(problemOf(result)?.title).toBe('The provider returned other transfers than asked for.')
  })
})

describe('The provider’s numbers', () => {
  it('keep their digits', async () => {
    provider.transfers = [transfer(1, { ref_id: 'r-1' })]
    provider.rewrite = (text) => text.replace('"ref_id"', '"amount":12345678901234567890.10,"ref_id"')
    const { results } = await ask(byReference('r-1'))
    expect(results[0]?.transfers[0]?.amount).toBe('12345678901234567890.10')
  })
})

describe('Any failure pattern', () => {
  const known: TestTransfer[] = [
    transfer(1, { ref_id: 'r-1', crypto_tx_hash: hash(1), profile_id: uuid(20) }),
    transfer(2, { group_id: uuid(10), crypto_tx_hash: `0x${hash(2)}`, profile_id: uuid(20) }),
    transfer(3, { group_id: uuid(10), account_id: uuid(30), identity_id: uuid(40), ref_id: uuid(50) }),
    ...many(15, { profile_id: uuid(21), crypto_tx_hash: hash(3) }),
  ]
  const identifier: fc.Arbitrary<LookupIdentifier> = fc.oneof(
    fc.constantFrom(1, 2, 3, 10, 20, 21, 30, 40, 50, 60).map((number) => byUuid(number)),
    fc.constantFrom(1, 2, 3, 4).map(byHash),
    fc.constantFrom('r-1', 'r-2').map(byReference),
    fc.constant<LookupIdentifier>({ kind: 'partial', start: 'zz', end: '', of: 'unknown' }),
  )
  const field = fc.constantFrom(...lookupFields)
  /** How many of them our own database has. */
  const own = fc.record({ first: fc.constantFrom(0, 2, known.length), isRead: fc.boolean() })
  const pattern = fc.dictionary(field, fc.constantFrom(...faults)) as fc.Arbitrary<Partial<Record<LookupField, Fault>>>

  /** What is true of an identifier: how many transfers have it in its likeliest reading. */
  function truth(one: LookupIdentifier): number {
    if (one.kind === 'partial') return 0
    const has = (member: string, value: string) => known.filter((row) => row[member] === value).length
    if (one.kind === 'reference') return has('ref_id', one.value)
    if (one.kind === 'hash') return has('crypto_tx_hash', one.value) + has('crypto_tx_hash', `0x${one.value}`)
    const order = ['id', 'group_id', 'ref_id', 'profile_id', 'identity_id', 'account_id']
    return order.map((member) => has(member, one.value)).find((count) => count > 0) ?? 0
  }
  const fieldsOf = ({ kind }: LookupIdentifier): readonly LookupField[] =>
    kind === 'hash' ? ['crypto_tx_hashes'] : kind === 'reference' ? ['ref_ids'] : lookupFields.slice(0, 6)

  it('gives each identifier exactly one outcome, and only true ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(identifier, { minLength: 1, maxLength: 12 }),
        pattern,
        own,
        async (identifiers, failing, has) => {
          await forget()
          await keep(...known.slice(0, has.first))
          if (has.isRead) await haveRead(has.first < known.length ? { since: until } : {})
          provider.transfers = known
          provider.arrivals = []
          provider.faultOf = (arrival) => failing[arrival.field]
          const { results, calls } = await ask(...identifiers)
          expect(results).toHaveLength(identifiers.length)
          const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length
          const sum = count('found') + count('several') + count('not-found') + count('failed')
          expect(sum).toBe(identifiers.length)
          expect(calls).toBeLessThanOrEqual(mostCalls)
          for (const [index, one] of identifiers.entries()) {
            const result = results[index]
            const matches = truth(one)
            const isTrue = matches === 0 ? 'not-found' : matches === 1 ? 'found' : 'several'
            const mayFail = one.kind === 'partial' || fieldsOf(one).some((name) => !isHarmless(failing[name]))
            if (result?.verdict !== 'failed') expect(result?.verdict).toBe(isTrue)
            else expect(mayFail || Object.values(failing).includes('429')).toBe(true)
            // Whatever is shown was asked for.
            expect(result?.transfers.length).toBeLessThanOrEqual(Math.min(matches, maximumMatches))
          }
        },
      ),
      { numRuns: 150 },
    )
  }, 60_000)
})

describe('Our own database', () => {
  const fails = () => {
    provider.faultOf = () => '500'
  }

  it('answers without a call what it has, by every identifier, as the provider sent it', async () => {
    const digest = '6s4LgoCM8GhKAvNJZQ3yHC8fnMRvouSSCcTTGDSXJYfk'
    const own = [
      completed(1, { amount: '12345678901234567890.10', ref_id: 'r-1', crypto_tx_hash: `0x${hash(1)}` }),
      completed(2, { group_id: uuid(10), profile_id: uuid(20), crypto_tx_hash: digest }),
      completed(3, { group_id: uuid(10), profile_id: uuid(20), ref_id: 'To 000123456789' }),
      completed(4, { account_id: uuid(30), identity_id: uuid(40) }),
      completed(5, { account_id: uuid(31), identity_id: uuid(40) }),
    ]
    await keep(...own)
    await haveRead()
    fails()
    const { results, calls, records } = await ask(
      ...[byUuid(1), byReference('r-1'), byHash(1), byUuid(10), byUuid(20), byReference('To 000123456789')],
      ...[byUuid(30), byUuid(40)],
      { kind: 'hash', value: digest },
      { kind: 'partial', start: 'c000', end: '', of: 'uuid' },
    )
    expect([calls, provider.arrivals]).toEqual([0, []])
    expect(results.map((result) => [result.verdict, result.field, idsOf(result).length])).toEqual([
      ['found', 'ids', 1],
      ['found', 'ref_ids', 1],
      ['found', 'crypto_tx_hashes', 1],
      ['several', 'group_ids', 2],
      ['several', 'profile_ids', 2],
      ['found', 'ref_ids', 1],
      ['found', 'account_ids', 1],
      ['several', 'identity_ids', 2],
      ['found', 'crypto_tx_hashes', 1],
      ['several', undefined, 5],
    ])
    expect(results[0]?.transfers).toEqual([own[0]])
    expect(records).toEqual({ until })
  })

  it('leaves what it has nothing of to the provider, under every reading, and keeps what comes', async () => {
    await keep(completed(1))
    await haveRead()
    provider.transfers = [completed(2, { account_id: uuid(30) })]
    const { results, calls } = await ask(byUuid(1), byUuid(30))
    expect(results.map(({ verdict, field }) => [verdict, field])).toEqual([
      ['found', 'ids'],
      ['found', 'account_ids'],
    ])
    expect(calls).toBe(6)
    expect(new Set(provider.arrivals.flatMap(({ values }) => values))).toEqual(new Set([uuid(30)]))
    await opened.observed(treasury, uuid(2))
    expect((await ask(byUuid(30), byUuid(2))).calls).toBe(0)
  })

  it.each([
    ['has not read all of history', { since: until }],
    ['has not read changes for a while', { age: 60 }],
    ['was never read', undefined],
  ])('that %s decides a transfer’s own id alone', async (_, read) => {
    await keep(completed(1, { ref_id: 'r-1' }))
    if (read) await haveRead(read)
    fails()
    const [unsure, known] = (await ask(byReference('r-1'), byUuid(1))).results
    expect(unsure).toMatchObject({ verdict: 'failed', transfers: [{ id: uuid(1) }] })
    expect(known).toMatchObject({ verdict: 'found' })
    provider.faultOf = () => undefined
    provider.arrivals = []
    provider.transfers = [completed(1, { ref_id: 'r-1' }), completed(2, { ref_id: 'r-1' })]
    const { results } = await ask(byReference('r-1'), byUuid(1))
    expect(results.map(({ verdict }) => verdict)).toEqual(['several', 'found'])
    expect(provider.arrivals.map(({ field }) => field)).toEqual(['ref_ids'])
  })

  it('shows what it has beside what the provider lists', async () => {
    await keep(completed(1, { ref_id: 'r-1' }), completed(3, { ref_id: 'r-3', status: 'PENDING' }))
    await haveRead({ since: until })
    provider.transfers = [completed(2, { ref_id: 'r-1' }), completed(3, { ref_id: 'r-3' })]
    const { results } = await ask(byReference('r-1'), byReference('r-3'))
    expect(results.map(idsOf)).toEqual([[uuid(1), uuid(2)], [uuid(3)]])
    expect(results[1]?.transfers).toMatchObject([{ status: 'COMPLETED' }])
  })

  it('says what it knows where the provider fails, and never “not found”', async () => {
    await keep(completed(1))
    await haveRead()
    fails()
    const { results, records } = await ask(byReference('r-9'), byUuid(9))
    expect(results.map(({ verdict }) => verdict)).toEqual(['failed', 'failed'])
    expect(records).toEqual({ until })
    expect(results[1]?.asked.filter(({ isOwn }) => isOwn).map(({ field, count }) => [field, count])).toEqual([
      ['ids', 0],
      ['group_ids', 0],
      ['ref_ids', 0],
      ['profile_ids', 0],
      ['identity_ids', 0],
      ['account_ids', 0],
    ])
  })

  it('answers what is pending without a call while it is current, and asks for it as soon as it is not', async () => {
    const pending = (number: number) => transfer(number, { ...seen, status: 'PENDING', ref_id: 'r-1' })
    await keep(pending(1), completed(2))
    await haveRead()
    fails()
    const { results, calls } = await ask(byUuid(1), byUuid(2), byReference('r-1'))
    expect([calls, results.map(({ verdict }) => verdict)]).toEqual([0, ['found', 'found', 'found']])

    await forget()
    await keep(pending(1), completed(2))
    await haveRead({ age: 60 })
    const [unsure, known] = (await ask(byUuid(1), byUuid(2))).results
    expect(unsure).toMatchObject({ verdict: 'failed', transfers: [{ status: 'PENDING' }] })
    expect([known?.verdict, problemOf(unsure)?.status]).toEqual(['found', 500])
    provider.faultOf = () => undefined
    provider.transfers = [completed(1, { updated_at: '2026-11-19T15:00:00Z' })]
    expect((await ask(byUuid(1))).results[0]).toMatchObject({ verdict: 'found', transfers: [{ status: 'COMPLETED' }] })
  })

  const address = '0x52908400098527886E0F7030069857D2E4169EE7'

  it('finds the transfers to an address, which is never sent', async () => {
    await keep(
      completed(1, { destination_address: address }),
      completed(2, { destination_address: address.toLowerCase() }),
      completed(3, { destination_address: `0x${hash(3)}` }),
    )
    await haveRead({ since: until })
    const { results, calls, records } = await ask(
      { kind: 'address', value: address },
      { kind: 'address', value: address.replace('9EE7', '9EE8') },
    )
    expect(results.map((result) => [result.verdict, result.field, idsOf(result).sort()])).toEqual([
      ['several', 'destination_address', [uuid(1), uuid(2)]],
      ['not-found', undefined, []],
    ])
    expect([calls, records]).toEqual([0, { since: until, until }])
    // An address of Sui looks like a hash.
    expect((await ask(byHash(3))).results).toMatchObject([{ verdict: 'found', field: 'destination_address' }])
    expect(JSON.stringify(provider.arrivals)).not.toContain(address)
  })

  it('finds a memo, and a reference of the same text before it', async () => {
    await keep(completed(1, { memo: 'K7Q2-XVB4' }), completed(2, { memo: 'r-1' }), completed(3, { ref_id: 'r-1' }))
    await haveRead()
    const { results, calls } = await ask(byReference('k7q2-xvb4'), byReference('r-1'), byReference('K7Q2-XVB'))
    expect(results.map((result) => [result.verdict, result.field, idsOf(result)])).toEqual([
      ['found', 'memo', [uuid(1)]],
      ['found', 'ref_ids', [uuid(3)]],
      ['not-found', undefined, []],
    ])
    expect(calls).toBe(1)
  })

  it('finds an amount of an asset exactly, the newest first', async () => {
    const at = (day: number) => ({ created_at: `2026-11-${day}T00:00:00Z` })
    await keep(
      completed(1, { amount: '250000.00', asset: 'USD', ...at(11) }),
      completed(2, { amount: '250000', asset: 'USD', ...at(12) }),
      completed(3, { amount: '250000.01', asset: 'USD', ...at(13) }),
      completed(4, { amount: '250000.00', asset: 'USDC', ...at(14) }),
      completed(5, { amount: '1250', asset: 'EUR', ...at(15) }),
    )
    await haveRead()
    const { results } = await ask(...['250,000.00 USD', '250000 usdc', '€ 1.250', '7.00 USD'].map(byReference))
    expect(results.map((result) => [result.verdict, result.field, idsOf(result)])).toEqual([
      ['several', 'amount', [uuid(2), uuid(1)]],
      ['found', 'amount', [uuid(4)]],
      ['found', 'amount', [uuid(5)]],
      ['not-found', undefined, []],
    ])
  })

  it('lists ten of many, the newest, and says that there are more', async () => {
    await keep(
      ...Array.from({ length: 30 }, (_, number) =>
        completed(number, { profile_id: uuid(90), created_at: `2026-11-19T00:00:${10 + number}Z` }),
      ),
    )
    await haveRead()
    const [result] = (await ask(byUuid(90))).results
    expect(result).toMatchObject({ verdict: 'several', isMore: true })
    expect(result && idsOf(result)).toEqual(Array.from({ length: 10 }, (_, number) => uuid(29 - number)))
  })
})

describe('The requests made in Mintdesk', () => {
  const order = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100.00' }

  async function recorded(refId: string): Promise<string> {
    const id = crypto.randomUUID()
    const { ledger, upstreams } = opened.console.writes
    const body = JSON.stringify({ ...order, ref_id: refId })
    const intent = { id, name: 'createOrder', path: {}, body, fingerprint: 'f', summary: 'Buy BTC', refId } as const
    const { owner } = upstreams.of('sandbox')
    await ledger.record(owner, intent, {
      id: 's-1',
      subject: 'oidc:treasury',
      name: 'Ines Okafor',
      roles: ['treasury'],
    })
    return id
  }

  it('are found by reference and by id, by those who may read them, right after they were recorded', async () => {
    const id = await recorded('order-7')
    const requests = [{ id, operation: 'createOrder', summary: 'Buy BTC', state: 'prepared' }]
    const { results } = await ask(byReference('order-7'), { kind: 'uuid', value: id })
    expect(results).toMatchObject([
      { verdict: 'not-found', requests },
      { verdict: 'not-found', requests },
    ])
    const start = { kind: 'partial', start: id.slice(0, 8), end: id.slice(-4), of: 'uuid' } as const
    expect((await ask(start)).results).toMatchObject([{ requests }])
    const support = await opened.signIn('support')
    const [hidden] = (await opened.lookup(support, [byReference('order-7')])).results
    expect(hidden?.requests).toEqual([])
    expect(askedOf(hidden)).toEqual([['ref_ids', 0]])
  })

  it('are found by a reference that holds an account number, which is not stored as it is', async () => {
    const id = await recorded('To 000123456789')
    expect((await ask(byReference('To 000123456789'))).results).toMatchObject([{ requests: [{ id }] }])
  })
})

describe('A look-up over HTTP', () => {
  const body = (identifiers: unknown) => JSON.stringify({ identifiers })
  const one = body([byReference('r-1')])

  it.each([
    ['from another site', 403, 'not-same-origin', one, { origin: 'https://elsewhere.example' }],
    ['that is not JSON', 415, 'unsupported-media-type', one, { 'content-type': 'text/plain' }],
    ['over 64 KiB', 413, 'body-too-large', `"${'x'.repeat(65 * 1024)}"`, {}],
    ['without identifiers', 400, 'invalid-input', body([]), {}],
    ['of 101 identifiers', 400, 'invalid-input', body(Array(101).fill(byReference('r-1'))), {}],
    ['of a hash in capitals', 400, 'invalid-input', body([{ kind: 'hash', value: hash(1).toUpperCase() }]), {}],
    ['with an unknown member', 400, 'invalid-input', body([{ ...byReference('r-1'), limit: 1 }]), {}],
    ['from a page of another person', 409, 'person-changed', one, { 'x-mintdesk-person': 'oidc%3Aother' }],
    ['without a session', 401, 'unauthenticated', one, { cookie: '' }],
  ])('%s is refused with %i %s, and nothing is asked', async (_, status, kind, text, headers) => {
    const answer = await opened.post(treasury, text, { headers })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([status, 'private, no-store'])
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(await answer.json()).toMatchObject({ type: `/problems/${kind}`, request_id: expect.any(String) })
    expect(provider.arrivals).toEqual([])
  })

  it('is private, and leaves nothing of what was pasted in the log', async () => {
    provider.faultOf = () => '500'
    const before = opened.recorded.lines.length
    const secret = 'pasted-by-a-customer'
    const answer = await opened.post(treasury, body([byReference(secret), byHash(77), byUuid(78)]))
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    await opened.post(treasury, body([{ kind: 'hash', value: secret }]))
    const lines = JSON.stringify(opened.recorded.lines.slice(before))
    expect(lines).toContain('"operation":"lookup"')
    for (const text of [secret, hash(77), uuid(78)]) expect(lines).not.toContain(text)
  })

  it('is cancelled at the provider once the browser has gone', async () => {
    const browser = new AbortController()
    provider.delay = () => new Promise((resolve) => setTimeout(resolve, 5_000).unref())
    const answer = opened.post(treasury, body([byUuid(1)]), { signal: browser.signal })
    await expect.poll(() => provider.arrivals.length).toBe(6)
    browser.abort()
    expect((await answer).status).toBe(499)
    await expect.poll(() => provider.closed).toBe(6)
  })
})

describe('Many batches of one person', () => {
  it('run four at a time, leave the line with their browser, and hold up neither others nor a single look-up', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    provider.delay = () => released
    const browser = new AbortController()
    const post = (number: number, signal?: AbortSignal) =>
      opened.post(treasury, JSON.stringify({ identifiers: [byHash(number), byHash(1_000 + number)] }), { signal })
    const other = await opened.signIn('support', 'oidc:quiet')
    const kept = Array.from({ length: 4 }, (_, number) => post(number))
    await expect.poll(() => provider.arrivals.length).toBe(4)
    const left = Array.from({ length: 16 }, (_, number) => post(100 + number, browser.signal))
    const others = [50, 52, 54, 56].map((number) => opened.lookup(other, [byHash(number), byHash(number + 1)]))
    await expect.poll(() => provider.arrivals.length).toBe(8)
    // No place is left for a batch.
    others.push(opened.lookup(treasury, [byHash(60)]))
    await expect.poll(() => provider.arrivals.length).toBe(9)
    expect(provider.arrivals[8]?.values).toContain(hash(60))
    browser.abort()
    expect(new Set((await Promise.all(left)).map(({ status }) => status))).toEqual(new Set([499]))
    release()
    expect((await Promise.all(kept)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await Promise.all(others)
    expect((await post(300)).status).toBe(200)
    expect(provider.arrivals).toHaveLength(10)
  })
})

describe('Ten thousand identifiers of one person', () => {
  let limited: TestConsole
  afterEach(() => limited.close())

  it('delay the look-up of another person, and the own page of this one, by a call each', async () => {
    // The time stands still until all wait, so that no slot becomes free before.
    let stopped: number | undefined = performance.now()
    const clock = { ...opened.clock, steady: () => stopped ?? performance.now() }
    limited = await openConsole(provider.address, { upstreamRate: 3 }, clock)
    const slots = vi.spyOn(limited.console.writes.upstreams.of('sandbox').rate, 'slot')
    const [busy, other] = [await limited.signIn('treasury', 'oidc:busy'), await limited.signIn('support', 'oidc:other')]
    const batch = (number: number) => limited.lookup(busy, [byHash(100 + number), byReference(`r-${number}`)])
    const batches = Array.from({ length: 4 }, (_, number) => batch(number))
    // Three calls have a slot at once, and five wait.
    await expect.poll(() => slots.mock.calls.length, { timeout: 10_000 }).toBe(8)
    const own = limited.lookup(busy, [byHash(1)])
    const others = limited.lookup(other, [byHash(2)])
    await expect.poll(() => slots.mock.calls.length, { timeout: 10_000 }).toBe(10)
    stopped = undefined
    const answers = await Promise.all([own, others, ...batches])
    expect(answers.flatMap(({ results }) => results.map(({ verdict }) => verdict))).toEqual(Array(10).fill('not-found'))
    const placeOf = (number: number) => provider.arrivals.findIndex(({ values }) => values.includes(hash(number)))
    expect(provider.arrivals).toHaveLength(10)
    expect([placeOf(1), placeOf(2)].filter((place) => place > 6)).toEqual([])
  }, 30_000)
})
