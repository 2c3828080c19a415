/** Writes while the database fails, clocks are set and disks are full: what is told stays true, and nothing is done twice. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, expect, vi } from 'vitest'
import type { Database } from '../../database/open'
import { ask, check, describeOnBoth, detail, ines, market, page, pointAt, provide, row } from './testing'

const disconnected = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

/** What becomes of the transactions of a database, counted from 1. */
type Fault = (number: number) => 'before' | 'after' | undefined

/** A database whose transactions fail: before they begin, or after they were committed. */
function failing(database: Database, fault: Fault): Database {
  let count = 0
  return new Proxy(database, {
    get(target, name) {
      if (name !== 'transaction') {
        const member = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      }
      return () => ({
        async execute(act: Parameters<ReturnType<Database['transaction']>['execute']>[0]) {
          count += 1
          const when = fault(count)
          if (when === 'before') throw disconnected()
          const result = await target.transaction().execute(act)
          if (when === 'after') throw disconnected()
          return result
        },
      })
    },
  })
}

/** A database that can be read and not written. */
const readOnly = (database: Database): Database =>
  new Proxy(database, {
    get(target, name) {
      if (['transaction', 'insertInto', 'updateTable', 'deleteFrom'].includes(String(name)))
        return () => {
          throw Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR', errcode: 13 })
        }
      const member = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })

describeOnBoth(
  'A write',
  ({ test, service, database, isShared, databaseUrl, arrived, ordersOf, stress, claimAndDie }) => {
    afterEach(() => void vi.restoreAllMocks())

    /** The transactions of one press: it is recorded, claimed, settled. */
    const [claiming, settling] = [2, 3]
    const only =
      (which: number, when: 'before' | 'after'): Fault =>
      (number) =>
        number === which ? when : undefined

    test('whose claim is committed without an acknowledgement is sent once and confirmed', async () => {
      const id = randomUUID()
      provide('database', failing(database(), only(claiming, 'after')))
      expect((await ask('createOrder', market, { id })).state).toBe('confirmed')
      expect([await arrived(id), await ordersOf(id)]).toEqual([1, 1])
    })

    test('whose claim fails is not sent, says so, and can be pressed again', async () => {
      const id = randomUUID()
      provide('database', failing(database(), only(claiming, 'before')))
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: {
          status: 503,
          type: '/problems/database-unavailable',
          meta: { intent_state: 'prepared', intent: id },
        },
        headers: { 'retry-after': expect.any(String), 'x-mintdesk-intent-state': 'prepared' },
      })
      expect(await arrived(id)).toBe(0)
      provide('database', database())
      expect((await ask('createOrder', market, { id })).state).toBe('confirmed')
    })

    test('whose outcome is committed without an acknowledgement is recorded once', async () => {
      const id = randomUUID()
      provide('database', failing(database(), only(settling, 'after')))
      expect((await ask('createOrder', market, { id })).state).toBe('confirmed')
      expect((await detail(id)).happenings.map(({ kind }) => kind)).toEqual(['prepared', 'sent', 'answered'])
    })

    test('whose outcome cannot be recorded says that it is unknown, and a check finds it', async () => {
      const id = randomUUID()
      let late = 0
      const { now } = performance
      vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + late)
      const fault: Fault = (number) => {
        if (number < settling) return undefined
        // Its time is over while the database is away.
        late = 60_000
        return 'before'
      }
      provide('database', failing(database(), fault))
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { status: 504, type: '/problems/unknown-outcome', meta: { intent_state: 'unknown' } },
      })
      provide('database', database())
      await database().updateTable('intent').set({ deadline_at: 1 }).where('id', '=', id).execute()
      await check(id)
      expect([(await detail(id)).state, await ordersOf(id)]).toEqual(['confirmed', 1])
    })

    test('that is overdue is readable and counts as unknown while nothing can be written', async () => {
      const id = randomUUID()
      pointAt(1)
      await expect(ask('createOrder', market, { id })).rejects.toThrow()
      pointAt(service().port)
      await claimAndDie(id)
      provide('database', readOnly(database()))
      expect(await detail(id)).toMatchObject({ state: 'unknown', reason: expect.stringContaining('never recorded') })
      expect((await page({})).intents).toMatchObject([{ id, state: 'unknown' }])
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { status: 504, meta: { intent_state: 'unknown' } },
      })
      await expect(ask('createOrder', market)).rejects.toThrow('database or disk is full')
    })

    test('whose deadline was set by a clock that has been set back since is unknown at once', async () => {
      const id = randomUUID()
      pointAt(1)
      await expect(ask('createOrder', market, { id })).rejects.toThrow()
      pointAt(service().port)
      await claimAndDie(id)
      const deadline_at = (Date.now() + 3_600_000) * 1000
      await database().updateTable('intent').set({ deadline_at }).where('id', '=', id).execute()
      expect((await detail(id)).state).toBe('unknown')
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
      // The right to check is a lease, and ends in the same way.
      await database().updateTable('intent').set({ asking_until: deadline_at }).where('id', '=', id).execute()
      await check(id)
      expect((await detail(id)).state).toBe('confirmed')
    })

    test('that another console never ends is not waited for without end', async () => {
      const id = randomUUID()
      pointAt(1)
      await expect(ask('createOrder', market, { id })).rejects.toThrow()
      pointAt(service().port)
      await claimAndDie(id)
      const deadline_at = (Date.now() + 25_000) * 1000
      await database().updateTable('intent').set({ deadline_at }).where('id', '=', id).execute()
      const { now } = performance
      const began = now.call(performance)
      // Each look takes five seconds by the steady clock, while the other one stands still.
      let looks = 0
      vi.spyOn(performance, 'now').mockImplementation(() => began + 5_000 * looks++)
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { status: 504, meta: { intent_state: 'unknown' } },
      })
      expect(await arrived(id)).toBe(0)
    })

    test('that is repeated while it is on its way writes nothing more', async () => {
      const id = randomUUID()
      await stress({ latency: [{ operation: 'createOrder', millis: 400 }] })
      let transactions = 0
      const counted = failing(database(), (number) => {
        transactions = number
        return undefined
      })
      provide('database', counted)
      const first = ask('createOrder', market, { id })
      await expect.poll(() => arrived(id)).toBe(1)
      const before = transactions
      const repeats = await Promise.all(Array.from({ length: 20 }, () => ask('createOrder', market, { id })))
      expect(new Set([...repeats, await first].map(({ text }) => text)).size).toBe(1)
      // Its outcome.
      expect(transactions - before).toBe(1)
    })

    const testShared = isShared ? test : () => undefined

    testShared('whose row is locked by a console that stopped is told 503, and others are carried out', async () => {
      const id = randomUUID()
      pointAt(1)
      await expect(ask('createOrder', market, { id })).rejects.toThrow()
      pointAt(service().port)
      const stopped = new pg.Client({ connectionString: databaseUrl() })
      // The server ends its transaction after a while.
      stopped.on('error', () => undefined)
      await stopped.connect()
      await stopped.query('begin')
      await stopped.query("update intent set state = 'sent' where id = $1", [id])
      const presses = Array.from({ length: 20 }, () =>
        ask('createOrder', market, { id }).catch(({ problem }) => problem),
      )
      expect((await ask('createOrder', market)).state).toBe('confirmed')
      expect(await Promise.all(presses)).toEqual(
        presses.map(() =>
          expect.objectContaining({ status: 503, meta: expect.objectContaining({ intent_state: 'prepared' }) }),
        ),
      )
      await stopped.end().catch(() => undefined)
      expect((await ask('createOrder', market, { id, session: ines })).state).toBe('confirmed')
      expect([await arrived(id), (await row(id)).state]).toEqual([1, 'confirmed'])
    })
  },
)
