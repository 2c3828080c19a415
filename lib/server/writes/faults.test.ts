/** Writes while the database fails, clocks are set and disks are full: what is reported stays true, and nothing is executed twice. */
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect } from 'vitest'
import { type Database, limitsOfMigrations, openDatabase } from '../../database/open'
import { shiftedClock } from '../testing'
import { deposit, describeOnBothDatabases, ines, market } from './testing'

const disconnected = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

/** What happens around the transactions of a database, counted from 1, and before it is read; each may throw. */
type Hooks = { before?: (number: number) => unknown; after?: (number: number) => unknown; read?: () => unknown }

function hooked(database: Database, { before, after, read }: Hooks): Database {
  let count = 0
  return new Proxy(database, {
    get(target, name) {
      if (name === 'selectFrom') read?.()
      if (name !== 'transaction') {
        const member = Reflect.get(target, name)
        return typeof member === 'function' ? member.bind(target) : member
      }
      return () => ({
        async execute(act: Parameters<ReturnType<Database['transaction']>['execute']>[0]) {
          count += 1
          const number = count
          await before?.(number)
          const result = await target.transaction().execute(act)
          await after?.(number)
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

describeOnBothDatabases(
  'A write',
  ({
    test,
    service,
    database,
    restart,
    ledger,
    ask,
    row,
    detail,
    page,
    check,
    prepare,
    arrived,
    ordersOf,
    stress,
    claimAndDie,
    set,
    isShared,
    clock: seeded,
    databaseUrl,
  }) => {
    /** The transactions of one press: it is recorded, claimed, settled. */
    const [claiming, settling] = [2, 3]
    const lose = (which: number) => (number: number) => {
      if (number === which) throw disconnected()
    }

    test('whose claim is committed without acknowledgement is sent once and confirmed', async () => {
      const id = randomUUID()
      restart({ database: hooked(database(), { after: lose(claiming) }) })
      expect((await ask('createOrder', market, { id })).state).toBe('confirmed')
      expect([await arrived(id), await ordersOf(id)]).toEqual([1, 1])
    })

    test('whose claim fails is not sent, says so, and can be repeated', async () => {
      const id = randomUUID()
      restart({ database: hooked(database(), { before: lose(claiming) }) })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: {
          status: 503,
          type: '/problems/database-unavailable',
          meta: { intent_state: 'prepared', intent: id },
        },
        headers: { 'retry-after': expect.any(String), 'x-mintdesk-intent-state': 'prepared' },
      })
      expect(await arrived(id)).toBe(0)
      restart()
      expect((await ask('createOrder', market, { id })).state).toBe('confirmed')
    })

    test('whose outcome is committed without acknowledgement is recorded once', async () => {
      const id = randomUUID()
      restart({ database: hooked(database(), { after: lose(settling) }) })
      expect((await ask('createOrder', market, { id })).state).toBe('confirmed')
      expect((await detail(id)).events.map(({ kind }) => kind)).toEqual(['prepared', 'sent', 'answered'])
    })

    test('whose outcome cannot be recorded is reported as unknown, and a check finds it', async () => {
      const id = randomUUID()
      const clock = shiftedClock(seeded)
      const before = (number: number) => {
        if (number < settling) return
        // Its time is over while the database is away.
        clock.shift = 60_000
        throw disconnected()
      }
      restart({ database: hooked(database(), { before }), clock })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { status: 504, type: '/problems/unknown-outcome', meta: { intent_state: 'unknown' } },
      })
      restart()
      await set(id, { deadline_at: 1 })
      await check(id)
      expect([(await detail(id)).state, await ordersOf(id)]).toEqual(['confirmed', 1])
    })

    test('that is overdue can be read, and is unknown, while the database is read-only', async () => {
      const id = await prepare('createOrder', market)
      await claimAndDie(id)
      restart({ database: readOnly(database()) })
      expect(await detail(id)).toMatchObject({
        state: 'unknown',
        reason: expect.stringContaining('not recorded in time'),
      })
      expect((await page({})).intents).toMatchObject([{ id, state: 'unknown' }])
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { status: 504, meta: { intent_state: 'unknown' } },
      })
      await expect(ask('createOrder', market)).rejects.toThrow('database or disk is full')
    })

    test('whose deadline was set by a clock that was set back since is unknown at once', async () => {
      const id = await prepare('createOrder', market)
      await claimAndDie(id)
      const deadline_at = (seeded.now() + 3_600_000) * 1000
      await set(id, { deadline_at })
      expect((await detail(id)).state).toBe('unknown')
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
      // The right to check is a lease, and ends in the same way.
      await set(id, { lease_until: deadline_at })
      await check(id)
      expect((await detail(id)).state).toBe('confirmed')
    })

    test('that another console is sending is waited for in limited time, and not ended', async () => {
      const id = await prepare('createOrder', market)
      await claimAndDie(id)
      const deadline_at = (seeded.now() + 25_000) * 1000
      await set(id, { deadline_at })
      const began = performance.now()
      // Each read takes five seconds on the monotonic clock, while the wall clock does not move.
      let looks = 0
      restart({ clock: { ...seeded, steady: () => began + 5_000 * looks++ } })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { status: 504, meta: { intent_state: 'unknown' } },
      })
      expect([await arrived(id), (await row(id)).state]).toEqual([0, 'sent'])
    })

    test('that is repeated while it is being sent writes nothing more', async () => {
      const id = randomUUID()
      await stress({ latency: [{ operation: 'createOrder', millis: 400 }] })
      let transactions = 0
      const before = (number: number) => {
        transactions = number
      }
      restart({ database: hooked(database(), { before }) })
      const first = ask('createOrder', market, { id })
      await expect.poll(() => arrived(id), { timeout: 30_000 }).toBe(1)
      const begun = transactions
      const repeats = await Promise.all(Array.from({ length: 20 }, () => ask('createOrder', market, { id })))
      expect(new Set([...repeats, await first].map(({ text }) => text)).size).toBe(1)
      // Its outcome.
      expect(transactions - begun).toBe(1)
    })

    test('that was not sent is not taken back from a console that has claimed it since', async () => {
      const [id, memo] = [randomUUID(), randomUUID()]
      await stress({ latency: [{ operation: 'initiateSandboxFiatDeposit', millis: 600 }] })
      const { port } = service()
      let second: ReturnType<typeof ask> | undefined
      // It is prepared again, which is committed without an acknowledgement; the other console, which waited, sends it.
      const after = async (number: number) => {
        if (number !== settling) return
        // Another console, to which the provider answers.
        restart()
        second = ask('initiateSandboxFiatDeposit', deposit(memo), { id })
        await expect.poll(async () => (await row(id)).state, { timeout: 30_000 }).toBe('sent')
        throw disconnected()
      }
      restart({ port: 1, authPort: port, database: hooked(database(), { after }) })
      await ask('initiateSandboxFiatDeposit', deposit(memo), { id })
      expect((await second)?.state).toBe('confirmed')
      const { body } = await service().control(
        'GET',
        '/clients/demo-client/requests?operation=initiateSandboxFiatDeposit',
      )
      expect(body.requests).toHaveLength(1)
    })

    test('whose row cannot be read after its outcome was recorded is not reported as unsent', async () => {
      const id = randomUUID()
      let isSettled = false
      const clock = shiftedClock(seeded)
      const after = (number: number) => {
        isSettled ||= number === settling
      }
      const read = () => {
        if (!isSettled) return
        clock.shift += 10_000
        throw disconnected()
      }
      restart({ database: hooked(database(), { after, read }), clock })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { meta: { intent_state: 'unknown' } },
      })
      expect(await ordersOf(id)).toBe(1)
    })

    test("whose claim fails because another console has sent it gets that console's outcome", async () => {
      const id = randomUUID()
      const before = async (number: number) => {
        if (number !== claiming) return
        restart()
        await ask('createOrder', market, { id })
        throw disconnected()
      }
      restart({ database: hooked(database(), { before }) })
      expect((await ask('createOrder', market, { id })).state).toBe('confirmed')
      expect(await arrived(id)).toBe(1)
    })

    test('has its check recorded once the database works again', async () => {
      const id = randomUUID()
      await stress({ drop: [{ operation: 'createOrder' }] })
      await expect(ask('createOrder', market, { id })).rejects.toThrow()
      // After the right to check it was taken.
      restart({ database: hooked(database(), { before: lose(2) }) })
      await check(id)
      expect((await detail(id)).state).toBe('confirmed')
    })

    test('withdrawn twice, because the first answer was lost, is withdrawn once', async () => {
      const id = await prepare('createOrder', market)
      expect([await ledger().actions.withdraw(id, ines), await ledger().actions.withdraw(id, ines)]).toEqual([
        true,
        false,
      ])
      expect((await detail(id)).events.filter(({ kind }) => kind === 'withdrawn')).toHaveLength(1)
    })

    const testShared = isShared ? test : () => undefined

    testShared('whose row is locked by a stopped console is answered with 503, and others are executed', async () => {
      const id = await prepare('createOrder', market)
      const impatient = openDatabase(
        { databaseUrl: databaseUrl(), dataFolder: '' },
        { limits: { ...limitsOfMigrations, connection: 60_000, lock: 1_000 } },
      )
      restart({ database: impatient })
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
      restart()
      await impatient.destroy()
      expect([await arrived(id), (await row(id)).state]).toEqual([1, 'confirmed'])
    })
  },
)
