/** Saved views, as the database keeps them: private or shared, changed by their owner, encrypted, limited, pinned. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Session } from '../../../server/auth/sessions'
import { wait } from '../../../server/clock'
import { personRow } from '../../../server/testing'
import { approver, describeOnBothDatabases, ines, tomas } from '../../../server/writes/testing'
import type { ViewInput } from '../input'
import { maximumPins, maximumViews, type StarterView, starterViews } from '../interface'
import { ViewStore } from './view-store'

const lena: Session = { id: 's-4', subject: 'oidc:lena', name: 'Lena Brandt', roles: ['support'] }
const admin: Session = { id: 's-5', subject: 'oidc:root', name: 'Ada Root', roles: ['admin'] }

describeOnBothDatabases(
  'A saved view',
  ({ test, database, ledger, clock }) => {
    /** What the desk has chosen as starter views. */
    let chosen: StarterView[] | undefined
    // One console has one: two would give two changes of the same millisecond one time.
    const stores = new WeakMap<object, ViewStore>()
    function views(): ViewStore {
      const known =
        stores.get(database()) ??
        new ViewStore({
          database: database(),
          clock,
          encryption: ledger().encryption,
          chosenStarters: async () => chosen,
        })
      stores.set(database(), known)
      return known
    }
    /** Nobody else's views. */
    const fresh = () => ({ environment: 'sandbox', clientId: randomUUID() }) as const
    const input = (more: Partial<ViewInput> = {}): ViewInput => ({
      name: 'Failed wires',
      list: 'transfers',
      search: 'x.statuses=FAILED&type=WIRE_WITHDRAWAL',
      is_shared: false,
      ...more,
    })
    const namesOf = async (owner: ReturnType<typeof fresh>, session: Session) =>
      (await views().of(owner, session)).map(({ name }) => name)

    test('is private to its owner until it is shared, and belongs to one environment and client', async () => {
      const owner = fresh()
      const id = randomUUID()
      const saved = await views().save(owner, id, input(), ines)
      expect(saved).toMatchObject({ id, owner: { name: 'Ines Okafor', is_me: true }, may_change: true })
      expect(await namesOf(owner, ines)).toEqual(['Failed wires'])
      expect(await namesOf(owner, admin)).toEqual([])
      await expect(views().find(owner, id, tomas)).rejects.toMatchObject({ problem: { status: 404 } })
      await views().save(owner, id, input({ is_shared: true, changed_from: saved.changed_at }), ines)
      expect((await views().of(owner, lena))[0]).toMatchObject({
        name: 'Failed wires',
        search: 'type=WIRE_WITHDRAWAL&x.statuses=FAILED',
        owner: { name: 'Ines Okafor', is_me: false },
        may_change: false,
      })
      expect(await namesOf(fresh(), ines)).toEqual([])
      expect(await namesOf({ ...owner, environment: 'production' } as never, ines)).toEqual([])
    })

    test('that is shared is changed and deleted only by its owner or an admin, and stays the owner’s', async () => {
      const owner = fresh()
      const id = randomUUID()
      const { changed_at } = await views().save(owner, id, input({ is_shared: true }), ines)
      const change = input({ name: 'Mine now', is_shared: true, changed_from: changed_at })
      await expect(views().save(owner, id, change, tomas)).rejects.toMatchObject({ problem: { status: 403 } })
      await expect(views().remove(owner, id, tomas)).rejects.toMatchObject({ problem: { status: 403 } })
      const renamed = await views().save(owner, id, { ...change, name: 'Wires that failed' }, admin)
      expect(renamed).toMatchObject({ name: 'Wires that failed', owner: { name: 'Ines Okafor', is_me: false } })
      await views().remove(owner, id, admin)
      expect(await namesOf(owner, ines)).toEqual([])
      await views().remove(owner, id, ines)
    })

    test('of another person that is private can be neither changed nor deleted, also by an admin', async () => {
      const owner = fresh()
      const id = randomUUID()
      await views().save(owner, id, input(), ines)
      await expect(views().save(owner, id, input({ name: 'Other' }), admin)).rejects.toMatchObject({
        problem: { status: 404 },
      })
      await views().remove(owner, id, admin)
      expect(await namesOf(owner, ines)).toEqual(['Failed wires'])
    })

    test('is saved once however often it arrives, and a change made from an older one is refused', async () => {
      const owner = fresh()
      const id = randomUUID()
      const [first] = await Promise.all([1, 2, 3].map(() => views().save(owner, id, input(), ines)))
      const changed_from = first?.changed_at
      // The time by which a change is told from a later one has milliseconds.
      await wait(clock, 2)
      const second = input({ name: 'Second', changed_from })
      await views().save(owner, id, second, ines)
      await views().save(owner, id, second, ines)
      await expect(views().save(owner, id, input({ name: 'Third', changed_from }), ines)).rejects.toMatchObject({
        problem: { type: '/problems/view-changed' },
      })
      await expect(views().save(owner, id, input({ name: 'Fourth' }), ines)).rejects.toMatchObject({
        problem: { status: 409 },
      })
      expect(await namesOf(owner, ines)).toEqual(['Second'])
    })

    test('is as it was after any change that is refused, and stays with its list', async () => {
      const owner = fresh()
      const id = randomUUID()
      const { changed_at } = await views().save(owner, id, input(), ines)
      const others = input({ name: 'Other', search: 'x.memo=a', is_shared: true, changed_from: changed_at })
      for (const change of [
        { ...others, list: 'issuer-quotes' as const },
        { ...others, changed_from: '2026-01-01T00:00:00.000Z' },
        input({ ...others, changed_from: undefined }),
      ])
        await expect(views().save(owner, id, change, ines)).rejects.toThrow()
      expect(await views().of(owner, ines)).toMatchObject([
        { name: 'Failed wires', list: 'transfers', is_shared: false, changed_at },
      ])
      expect(await namesOf(owner, lena)).toEqual([])
    })

    test('keeps no page of the list, and its name and filters are not readable in the database', async () => {
      const owner = fresh()
      const search = 'x.memo=Halden&page_cursor=abc&x.page=2&x.earlier=a&x.as_of=b&x.view=c&x.density=tight'
      const { search: kept } = await views().save(owner, randomUUID(), input({ name: '<b>Halden</b>', search }), ines)
      expect(kept).toBe('x.density=tight&x.memo=Halden')
      const { rows } = await sql`select * from saved_view`.execute(database())
      expect(rows.length).toBeGreaterThan(0)
      expect(JSON.stringify(rows)).not.toMatch(/Halden|density/)
    })

    test('has a name of its own among its owner’s views of a list', async () => {
      const owner = fresh()
      await views().save(owner, randomUUID(), input(), ines)
      await expect(views().save(owner, randomUUID(), input(), ines)).rejects.toMatchObject({
        problem: { status: 400, errors: [{ field: 'name' }] },
      })
      await views().save(owner, randomUUID(), input({ list: 'issuer-quotes' }), ines)
      await views().save(owner, randomUUID(), input(), tomas)
    })

    test('shows an account number in its name only to those who may write, and to its owner', async () => {
      const owner = fresh()
      const name = 'To 0001 2345-6789'
      await views().save(owner, randomUUID(), input({ name, is_shared: true }), lena)
      expect([await namesOf(owner, approver), await namesOf(owner, lena), await namesOf(owner, ines)]).toEqual([
        ['To ••6789'],
        [name],
        [name],
      ])
    })

    test('is one of a limited number', async () => {
      const owner = fresh()
      for (let count = 0; count < maximumViews; count++)
        await views().save(owner, randomUUID(), input({ name: `View ${count}` }), ines)
      await expect(views().save(owner, randomUUID(), input({ name: 'More' }), ines)).rejects.toMatchObject({
        problem: { type: '/problems/too-many-views' },
      })
      await views().save(owner, randomUUID(), input({ name: 'More' }), tomas)
    })

    test('is pinned by each person for themselves, starter views too, up to a number', async () => {
      const owner = fresh()
      const at = Date.parse('2026-11-23T00:41:09Z')
      const shared = randomUUID()
      await views().save(owner, shared, input({ is_shared: true }), ines)
      const pinsOf = async (session: Session) => views().pins(owner, session)
      await views().pin(owner, shared.toUpperCase(), tomas, at)
      await views().pin(owner, 'failed-today', tomas, at + 1)
      await views().pin(owner, shared, tomas, at + 9_000)
      expect(await pinsOf(tomas)).toEqual([
        { view: shared, opened_at: '2026-11-23T00:41:09.000Z' },
        { view: 'failed-today', opened_at: '2026-11-23T00:41:09.001Z' },
      ])
      expect(await pinsOf(ines)).toEqual([])
      await views().opened(owner, shared, tomas, at + 5_000)
      await views().opened(owner, shared, tomas, at + 2_000)
      expect((await pinsOf(tomas))[0]?.opened_at).toBe('2026-11-23T00:41:14.000Z')
      await views().unpin(owner, 'failed-today', tomas)
      expect(await pinsOf(tomas)).toHaveLength(1)
      const private_ = randomUUID()
      await views().save(owner, private_, input({ name: 'Mine' }), ines)
      await expect(views().pin(owner, private_, tomas, at)).rejects.toMatchObject({ problem: { status: 404 } })
      // A view that is no longer shared leaves the navigation of others, and comes back with its sharing.
      const [own] = (await views().of(owner, ines)).filter(({ id }) => id === shared)
      const hidden = await views().save(owner, shared, input({ changed_from: own?.changed_at }), ines)
      expect(await pinsOf(tomas)).toEqual([])
      await views().save(owner, shared, input({ is_shared: true, changed_from: hidden.changed_at }), ines)
      expect(await pinsOf(tomas)).toHaveLength(1)
      for (const { id } of starterViews) await views().pin(owner, id, lena, at)
      for (let count = starterViews.length; count < maximumPins; count++) {
        const id = randomUUID()
        await views().save(owner, id, input({ name: `View ${count}` }), lena)
        await views().pin(owner, id, lena, at)
      }
      await expect(views().pin(owner, shared, lena, at)).rejects.toMatchObject({
        problem: { type: '/problems/too-many-pins' },
      })
    })

    test('is a starter view if the desk chose it, and a built-in one is then gone with its pins', async () => {
      const owner = fresh()
      const wires = { id: randomUUID(), name: 'Wires to 0012345678', list: 'transfers', search: 'x.note=wire' } as const
      await views().pin(owner, 'failed-today', lena, 0)
      expect(await views().chosenStarters(lena)).toBeUndefined()
      chosen = [wires]
      try {
        expect(await views().chosenStarters(ines)).toEqual([wires])
        expect((await views().chosenStarters(lena))?.map(({ name }) => name)).toEqual(['Wires to ••5678'])
        expect(await views().find(owner, wires.id.toUpperCase(), lena)).toMatchObject({ search: 'x.note=wire' })
        await expect(views().find(owner, 'failed-today', lena)).rejects.toMatchObject({ problem: { status: 404 } })
        await views().pin(owner, wires.id, lena, 0)
        expect((await views().pins(owner, lena)).map(({ view }) => view)).toEqual([wires.id])
        await views().unpin(owner, wires.id, lena)
      } finally {
        chosen = undefined
      }
      expect((await views().pins(owner, lena)).map(({ view }) => view)).toEqual(['failed-today'])
    })

    test('keeps its place among pins that two consoles made in the same millisecond', async () => {
      const owner = fresh()
      const stopped = { ...clock, now: () => Date.parse('2026-11-23T00:41:09Z') }
      const ids = starterViews.slice(0, 3).map(({ id }) => id)
      for (const id of ids.toReversed()) {
        const console = new ViewStore({
          database: database(),
          clock: stopped,
          encryption: ledger().encryption,
          chosenStarters: async () => undefined,
        })
        await console.pin(owner, id, lena, stopped.now())
        // PostgreSQL puts a changed row last.
        await console.opened(owner, id, lena, stopped.now() + 1)
      }
      expect((await views().pins(owner, lena)).map(({ view }) => view)).toEqual(ids.toSorted())
    })

    test('that is private goes with its owner, and a shared one stays', async () => {
      const owner = fresh()
      await views().save(owner, randomUUID(), input({ name: 'Private' }), ines)
      await views().save(owner, randomUUID(), input({ name: 'Shared', is_shared: true }), ines)
      await views().save(owner, randomUUID(), input({ name: 'Known' }), tomas)
      await views().pin(owner, 'failed-today', ines, 0)
      const person = personRow({ ...tomas, roles: 'treasury' }, 1)
      await database()
        .insertInto('person')
        .values(person)
        .onConflict((row) => row.doNothing())
        .execute()
      for (let hasMore = true; hasMore; ) hasMore = (await views().removeOld()).hasMore
      expect(await namesOf(owner, ines)).toEqual(['Shared'])
      expect(await namesOf(owner, tomas)).toEqual(['Known', 'Shared'])
      expect(await views().pins(owner, ines)).toEqual([])
    })
  },
  { usesService: false },
)
