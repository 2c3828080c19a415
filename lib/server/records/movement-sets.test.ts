/** The stored movements: each transfer in exactly one, the same as if all were computed from nothing. */
import fc from 'fast-check'
import { expect } from 'vitest'
import { keyOf, movementsAmong } from '../../api/movement-links'
import { readTransfer } from '../../provider/reading'
import { Encryption } from '../encryption/encryption'
import { silentLog } from '../testing'
import { describeOnBothDatabases } from '../writes/testing'
import { Records } from './records'
import { uuidOf } from './testing'

const owner = { environment: 'sandbox', clientId: 'demo-client' } as const

const anId = fc.nat(11).map(uuidOf)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 })

/** A version of one of few transfers, which name each other, share groups and hashes, and change. */
const aVersion = fc.record({
  id: anId,
  created: fc.nat(3),
  updated: fc.nat(20),
  type: fc.constantFrom('CRYPTO_WITHDRAWAL', 'CRYPTO_DEPOSIT', 'PLATFORM_TRANSFER_DEBIT', 'PLATFORM_TRANSFER_CREDIT'),
  from: maybe(anId),
  to: maybe(anId),
  group: maybe(fc.constantFrom('a', 'b', 'c')),
  hash: maybe(fc.constantFrom('27ca'.repeat(16), 'a1e3'.repeat(16))),
})
type Version = typeof aVersion extends fc.Arbitrary<infer Value> ? Value : never
/** Each version of a transfer has a time of its own, so that one of them is the last. */
const someVersions = fc.uniqueArray(aVersion, {
  minLength: 10,
  maxLength: 40,
  selector: ({ id, updated }) => `${id} ${updated}`,
})

const holder = 'a console that reads'
const { signal } = new AbortController()

const start = Date.parse('2026-11-19T14:00:00Z')
const recordOf = ({ id, created, updated, type, from, to, group, hash }: Version) => ({
  id,
  type,
  status: 'COMPLETED',
  amount: '1.00',
  asset: 'USDC',
  crypto_network: 'ETHEREUM',
  direction: /WITHDRAWAL|DEBIT/.test(type) ? 'DEBIT' : 'CREDIT',
  created_at: new Date(start + created * 1_000).toISOString(),
  updated_at: new Date(start + updated * 60_000).toISOString(),
  ...((from || to) && { auto_conversion: { from_transfer_id: from, to_transfer_id: to } }),
  ...(group && { group_id: group }),
  ...(hash && { crypto_tx_hash: hash }),
})

/** Records come in pages of history or as people see them, in any order, more than once; people join and part any two. */
const aStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ versions: fc.array(fc.nat(), { minLength: 1, maxLength: 8 }), isHistory: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ join: fc.tuple(anId, anId), isUndone: fc.boolean() }) },
)

describeOnBothDatabases(
  'Movements',
  (bench) => {
    const { test } = bench
    const records = () =>
      new Records({
        database: bench.database(),
        clock: bench.clock,
        encryption: new Encryption({ secret: 'a-secret-of-the-tests' }),
        log: silentLog,
      })

    async function clear() {
      for (const table of ['transfer', 'transfer_mark', 'transfer_state', 'movement_join'] as const)
        await bench.database().deleteFrom(table).execute()
    }

    async function join([one, other]: readonly [string, string], isUndone: boolean) {
      const [transfer_id = '', other_id = ''] = [one, other].sort()
      const said = { subject: 's', person: 'Ines', at: 1, undone_at: isUndone ? 1 : null, undone_by: null }
      await bench
        .database()
        .transaction()
        .execute(async (within) => {
          await within
            .insertInto('movement_join')
            .values({ environment: 'sandbox', client_id: 'demo-client', transfer_id, other_id, ...said })
            .onConflict((conflict) =>
              conflict.columns(['environment', 'client_id', 'transfer_id', 'other_id']).doUpdateSet(said),
            )
            .execute()
          await records().rows.movements.reconnect(within, owner, [transfer_id, other_id])
        })
    }

    /** The stored movements in the order of the list, page by page: the transfers of each, and its newest. */
    async function stored() {
      const { movements } = records().rows
      const rows = await bench.database().selectFrom('transfer').select(['id', 'movement']).execute()
      const listed: Awaited<ReturnType<typeof movements.page>> = []
      for (let page = await movements.page(owner, {}, 3); page.length > 0; ) {
        listed.push(...page)
        const after = listed.at(-1)?.place
        page = await movements.page(owner, after ? { after } : {}, 3)
      }
      return listed.map(({ matched, place }) => {
        const [first] = matched.transfers
        const id = first ? keyOf(first) : ''
        const ids = rows.filter((row) => row.movement === id).map((row) => row.id)
        return { ids: ids.sort(), id, newest_id: place.newest_id }
      })
    }

    test('that are stored are those computed from nothing, in whatever order and how often records come', async () => {
      await fc.assert(
        fc.asyncProperty(someVersions, fc.array(aStep, { minLength: 1, maxLength: 12 }), async (pool, steps) => {
          await clear()
          const latest = new Map<string, ReturnType<typeof recordOf>>()
          for (const step of steps) {
            if ('join' in step) {
              await join(step.join, step.isUndone)
              continue
            }
            const all = step.versions.flatMap((at) => pool[at % pool.length] ?? []).map(recordOf)
            for (const one of all) {
              const before = latest.get(one.id)
              if (!before || before.updated_at < one.updated_at) latest.set(one.id, one)
            }
            const writer = records()
            const texts = all.map((one) => JSON.stringify(one))
            if (step.isHistory) {
              await writer.rows.begin(owner, start)
              await writer.rows.lease(owner, holder)
              await writer.take('listTransfers', owner, texts, { by: 'history', progress: { holder }, signal })
            } else writer.note(owner, texts)
            await writer.settled()
          }
          const rows = await bench.database().selectFrom('transfer').selectAll().execute()
          const kept = await records().rows.movements.of(
            owner,
            rows.map(({ id }) => id),
          )
          const joins = await records().rows.movements.joins(
            owner,
            rows.map(({ id }) => id),
          )
          const computed = movementsAmong([...latest.values()].map(readTransfer), joins)
          const expected = computed
            .map(({ transfers }) => ({
              ids: transfers.map(keyOf).sort(),
              id: transfers[0] ? keyOf(transfers[0]) : '',
              newest:
                transfers
                  .map((one) => `${one.known.created_at} ${keyOf(one)}`)
                  .sort()
                  .at(-1) ?? '',
            }))
            .sort((one, other) => (one.newest < other.newest ? 1 : -1))
            .map(({ newest, ...rest }) => ({ ...rest, newest_id: newest.split(' ')[1] }))
          expect(await stored()).toEqual(expected)
          expect(kept.map(({ transfers }) => transfers.map(keyOf))).toEqual(
            expect.arrayContaining(computed.map(({ transfers }) => transfers.map(keyOf))),
          )
        }),
        { numRuns: bench.isShared ? 10 : 60 },
      )
    })
  },
  { usesService: false },
)
