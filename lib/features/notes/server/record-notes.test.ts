/** Notes on records, as the database keeps them: added once, changed by events, encrypted, counted, removed. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { noteRoles } from '../../../server/auth/people'
import type { Session } from '../../../server/auth/sessions'
import { type Clock, microseconds } from '../../../server/clock'
import { personRow } from '../../../server/testing'
import { approver, describeOnBothDatabases, ines, market, tomas } from '../../../server/writes/testing'
import type { NoteChange } from '../input'
import { RecordNoteStore } from './record-notes'

const support: Session = { id: 's-4', subject: 'oidc:lena', name: 'Lena Brandt', roles: ['support'] }
const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const personOf = ({ subject, name }: Session) => ({ subject, name, is_me: false })
const dayMillis = 86_400_000

describeOnBothDatabases('A note on a record', ({ test, database, ledger, ask, set, clock }) => {
  const storeWith = (more: { clock?: Clock; hasDemoUsers?: boolean }) =>
    new RecordNoteStore({ database: database(), clock, encryption: ledger().encryption, hasDemoUsers: true, ...more })
  // One console has one: two would give two changes of the same millisecond one time.
  const stores = new WeakMap<object, RecordNoteStore>()
  function store(more?: { clock?: Clock; hasDemoUsers?: boolean }): RecordNoteStore {
    if (more) return storeWith(more)
    const known = stores.get(database()) ?? storeWith({})
    stores.set(database(), known)
    return known
  }
  type Options = {
    due?: string
    id?: string
    kind?: 'transfer' | 'order'
    session?: Session
    for?: Session
    notes?: RecordNoteStore
  }
  async function add(record: string, text: string, options: Options = {}) {
    const { id = randomUUID(), kind = 'transfer', session = support, notes = store(), due } = options
    const assigned = options.for && personOf(options.for)
    return notes.add(owner, { id, kind, record, text, assigned, due }, session)
  }
  /** What a test changes, without the id. */
  type Change = NoteChange extends infer One ? (One extends NoteChange ? Omit<One, 'id'> : never) : never
  const change = (note: string, what: Change, session: Session, more: { id?: string; to?: Session } = {}) =>
    store().change(
      note,
      { id: more.id ?? randomUUID(), ...what, assigned: more.to && personOf(more.to) } as Parameters<
        RecordNoteStore['change']
      >[1],
      session,
    )
  const assign = { action: 'assign', assignee: null } as const
  async function read(record: string, session = ines, kind: 'transfer' | 'order' = 'transfer') {
    return store().newestOf('sandbox', kind, record, session, 50)
  }

  test('has its author, time and text, and is read with the others of its record, oldest first', async () => {
    const record = randomUUID()
    await add(record, 'Customer called.', { for: ines })
    await add(record, 'Receipt sent.', { session: ines })
    await add(randomUUID(), 'Elsewhere.')
    const [first, second, ...more] = await read(record)
    expect(more).toEqual([])
    expect(first).toMatchObject({ text: 'Customer called.', person: 'Lena Brandt', is_mine: false, events: [] })
    expect(first?.assignee).toEqual({ subject: ines.subject, name: 'Ines Okafor', is_me: true })
    expect(Math.abs(Date.parse(first?.at ?? '') - clock.now())).toBeLessThan(60_000)
    expect(second).toMatchObject({ text: 'Receipt sent.', is_mine: true })
    expect((await store().ofRecords('production', 'transfer', [record], ines)).size).toBe(0)
  })

  test('has a day that is changed and removed with its assignee', async () => {
    const record = randomUUID()
    const { id, due } = await add(record, 'Ask the bank.', { for: ines, due: '2026-11-27' })
    expect(due).toBe('2026-11-27')
    const dueNow = async () => (await read(record)).map((note) => [note.assignee?.name, note.due, note.events.length])
    await change(id, { ...assign, assignee: tomas.subject }, support, { to: tomas })
    expect(await dueNow(), 'another assignee keeps it').toEqual([[tomas.name, '2026-11-27', 1]])
    await change(id, { ...assign, assignee: tomas.subject, due: '2026-11-30' }, support, { to: tomas })
    expect(await dueNow(), 'it alone is changed').toEqual([[tomas.name, '2026-11-30', 2]])
    await change(id, { ...assign, assignee: tomas.subject, due: '2026-11-30' }, support, { to: tomas })
    expect(await dueNow(), 'nothing is changed twice').toEqual([[tomas.name, '2026-11-30', 2]])
    await change(id, assign, support)
    expect(await dueNow(), 'no one has no day').toEqual([[undefined, undefined, 3]])
  })

  /** Notes that the provider reported a status. */
  async function observe(transfer: string, status: string, secondary_status = '') {
    seen += 1_000_000
    await database()
      .insertInto('transfer')
      .values({
        environment: 'sandbox',
        client_id: 'demo-client',
        id: transfer,
        status,
        secondary_status,
        record: Buffer.from(''),
        created_at: '',
        updated_at: '',
        id_end: transfer.slice(-4),
        hash: null,
        hash_start: null,
        hash_end: null,
        address_digest: null,
        address_ends: null,
        first_seen_at: seen,
        changed_at: seen,
        sequence: null,
        movement: transfer,
        profile_id: null,
        memo: null,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['environment', 'client_id', 'id'])
          .doUpdateSet({ status, secondary_status, changed_at: seen }),
      )
      .execute()
  }
  let seen = microseconds(clock)

  test('that was handed over comes back with what became of it, and with another status of its record', async () => {
    const [record, done, other] = [randomUUID(), randomUUID(), randomUUID()]
    const author = { ...support, subject: `oidc:${randomUUID()}` }
    await observe(record, 'PENDING', 'TRAVEL_RULE_INFO_REQUESTED')
    const { id } = await add(record, 'Send the details.', { for: ines, due: '2026-11-27', session: author })
    const { id: finished } = await add(done, 'Call back.', { for: tomas, session: author })
    await add(other, 'Mine.', { for: author, session: author })
    await change(finished, { action: 'done' }, tomas)
    const handedOver = async () =>
      (await store().handedOver('sandbox', author)).map(({ text, assignee, done: end, due, status_change }) => ({
        text,
        assignee,
        done: end?.person,
        due,
        status: status_change?.status,
      }))
    const open = { text: 'Send the details.', assignee: ines.name, done: undefined, due: '2026-11-27' }
    const ended = { text: 'Call back.', assignee: tomas.name, done: tomas.name, due: undefined, status: undefined }
    expect(await handedOver()).toEqual([ended, { ...open, status: undefined }])
    expect(await store().handedOver('sandbox', ines)).toEqual([])
    await observe(record, 'COMPLETED')
    expect(await handedOver()).toEqual([ended, { ...open, status: 'COMPLETED' }])
    const [mine] = await store().assignedTo('sandbox', ines)
    expect(mine).toMatchObject({ due: '2026-11-27', status_change: { status: 'COMPLETED' } })
    // Who changes the note has seen it.
    await change(id, { action: 'correct', text: 'Sent.' }, author)
    expect(await handedOver()).toEqual([{ ...open, text: 'Sent.', status: undefined }, ended])
  })

  test('is added once, however often it arrives, and another text under its id is refused', async () => {
    const [id, record] = [randomUUID(), randomUUID()]
    const twice = () => add(record, 'Once.', { id })
    await Promise.all([twice(), twice(), twice()])
    await twice()
    expect(await read(record)).toHaveLength(1)
    await expect(add(record, 'Other.', { id })).rejects.toMatchObject({ problem: { type: '/problems/note-reused' } })
    await expect(add(record, 'Once.', { id, session: ines })).rejects.toMatchObject({ problem: { status: 409 } })
    expect((await read(record)).map(({ text }) => text)).toEqual(['Once.'])
  })

  test('keeps every change of two people at once, and the earlier texts', async () => {
    const record = randomUUID()
    const { id } = await add(record, 'Ask the bank.')
    await Promise.all([
      change(id, assign, support, { to: ines }),
      change(id, { action: 'correct', text: 'Ask Northgate.' }, support),
      change(id, assign, ines, { to: tomas }),
    ])
    await change(id, { action: 'correct', text: 'Ask Northgate Trust.' }, support)
    const [note] = await read(record)
    expect(note?.text).toBe('Ask Northgate Trust.')
    expect(note?.events.map(({ action, person }) => `${action} ${person}`).sort()).toEqual([
      'assign Ines Okafor',
      'assign Lena Brandt',
      'correct Lena Brandt',
      'correct Lena Brandt',
    ])
    expect(note?.events.flatMap(({ before }) => before ?? [])).toEqual(['Ask the bank.', 'Ask Northgate.'])
  })

  test('is done by the first of two people, opens again, and repeats of a change do nothing', async () => {
    const record = randomUUID()
    const { id } = await add(record, 'Call back.', { for: ines })
    await change(id, { action: 'done' }, ines)
    await change(id, { action: 'done' }, tomas)
    expect((await read(record))[0]).toMatchObject({ done: { person: 'Ines Okafor' }, events: [{ action: 'done' }] })
    await change(id, { action: 'reopen' }, tomas)
    const again = randomUUID()
    await change(id, assign, tomas, { id: again, to: tomas })
    await change(id, assign, ines, { to: ines })
    // The browser sends a change again when its answer was lost.
    await change(id, assign, tomas, { id: again, to: tomas })
    const [note] = await read(record)
    expect(note?.done).toBeUndefined()
    expect(note?.assignee?.name).toBe('Ines Okafor')
    expect(note?.events.map(({ action, assignee }) => [action, assignee])).toEqual([
      ['done', undefined],
      ['reopen', undefined],
      ['assign', 'Tomas Reiter'],
      ['assign', 'Ines Okafor'],
    ])
  })

  test('is encrypted at rest with its corrections, and whole account numbers are for those who may write', async () => {
    const record = randomUUID()
    const { id } = await add(record, 'Refund to 0001 2345-6789.')
    await change(id, { action: 'correct', text: 'Refund to DE89 3704 0044 0532 0130 00.' }, support)
    const tables = [sql`select * from record_note`, sql`select * from record_note_event`]
    const stored = JSON.stringify(
      await Promise.all(tables.map(async (query) => (await query.execute(database())).rows)),
    )
    // Longer than what random IDs may contain.
    expect(stored).not.toMatch(/Refund|2345-6789|3704 0044/)
    const texts = async (session: Session) => {
      const [note] = await read(record, session)
      return [note?.text, note?.events[0]?.before]
    }
    expect(await texts(tomas)).toEqual(['Refund to DE89 3704 0044 0532 0130 00.', 'Refund to 0001 2345-6789.'])
    for (const session of [support, approver])
      expect(await texts(session)).toEqual(['Refund to ••3000.', 'Refund to ••6789.'])
  })

  test('shows without its text if the secret of the console has changed', async () => {
    const record = randomUUID()
    const { id } = await add(record, 'Before.')
    await database().updateTable('record_note').set({ text: 'sealed:1:AAAA' }).where('id', '=', id).execute()
    const [note] = await read(record)
    expect([note?.person, note?.text]).toEqual(['Lena Brandt', undefined])
  })

  test('on an order is shown with every request that concerns the order, also if it was unknown at the time', async () => {
    const [first, later] = [randomUUID(), randomUUID()]
    await ask('createOrder', market, { id: first })
    await ask('createOrder', market, { id: later })
    await set([first, later], { record_id: null })
    await add(first, 'Is it there?', { kind: 'order', session: ines, for: tomas })
    expect(await read(later, ines, 'order')).toEqual([])
    await set([first, later], { record_id: 'order-1' })
    expect((await read(later, ines, 'order')).map(({ text }) => text)).toEqual(['Is it there?'])
    expect(await store().marks('sandbox', 'order', [later, first], tomas)).toEqual(
      expect.arrayContaining([
        { id: first, count: 1, open: 1, assignees: [], is_mine: true },
        { id: later, count: 1, open: 1, assignees: [], is_mine: true },
      ]),
    )
  })

  test('counts in the marks of a list, which name those with open notes and open no text', async () => {
    const [one, two, none] = [randomUUID(), randomUUID(), randomUUID()]
    await add(one, 'A', { for: ines })
    await add(one, 'B', { for: tomas })
    await add(one, 'C')
    const { id } = await add(two, 'D', { for: ines })
    await change(id, { action: 'done' }, ines)
    const marks = await store().marks('sandbox', 'transfer', [one.toUpperCase(), two, none], ines)
    const found = Object.fromEntries(marks.map((mark) => [mark.id, mark]))
    expect(found[one.toUpperCase()]).toMatchObject({ count: 3, open: 2, assignees: ['Tomas Reiter'], is_mine: true })
    expect(found[two]).toEqual({ id: two, count: 1, open: 0, assignees: [], is_mine: false })
    expect(found[none]).toBeUndefined()
  })

  test('is among the open notes of its assignee until it is done, of kinds that they may read', async () => {
    const lena: Session = { ...support, subject: `oidc:${randomUUID()}` }
    const { id } = await add(randomUUID(), 'For you.', { session: ines, for: lena })
    await add(randomUUID(), 'An order.', { kind: 'order', session: ines, for: lena })
    const assigned = async (session = lena) =>
      (await store().assignedTo('sandbox', session)).map(({ text, person }) => [text, person])
    expect(await assigned()).toEqual([['For you.', 'Ines Okafor']])
    expect(await assigned({ ...lena, roles: ['treasury'] })).toHaveLength(2)
    await change(id, { action: 'done' }, lena)
    expect(await assigned()).toEqual([])
  })

  test('of a person who lost access is shown to admins, who can give it to somebody else', async () => {
    const lena: Session = { ...support, subject: `oidc:${randomUUID()}` }
    const ada: Session = { id: 's-5', subject: 'oidc:ada', name: 'Ada Kern', roles: ['admin'] }
    await database().insertInto('person').values(personRow(lena)).execute()
    const record = randomUUID()
    const { id } = await add(record, 'Please call back.', { for: lena })
    const shown = async (session: Session) =>
      (await store().assignedTo('sandbox', session)).filter((note) => note.record === record)
    expect(await shown(ada)).toEqual([])
    await noteRoles(database(), ledger().encryption, lena.subject, [], 1)
    expect(await shown(ada)).toMatchObject([{ text: 'Please call back.', assignee: 'Lena Brandt' }])
    expect(await shown(ines)).toEqual([])
    expect((await store().people('transfer', ada)).map(({ subject }) => subject)).not.toContain(lena.subject)
    await change(id, assign, ada, { to: ada })
    expect((await shown(ada))[0]).not.toHaveProperty('assignee')
  })

  test('can be assigned to people who signed in here and may read it', async () => {
    await database().deleteFrom('person').execute()
    const known = (subject: string, name: string, roles: string) => personRow({ subject, name, roles })
    await database()
      .insertInto('person')
      .values([
        known('demo:support', 'Demo Support', 'support'),
        known('oidc:tomas', 'Tomas Reiter', 'treasury approver'),
        known('oidc:ann', 'Ann Lee', 'approver'),
        known('oidc:ines', 'Ines Okafor', 'treasury'),
      ])
      .execute()
    const names = async (kind: 'transfer' | 'order', notes = store()) =>
      (await notes.people(kind, ines)).map(({ name, is_me }) => (is_me ? `${name} (me)` : name))
    expect(await names('transfer')).toEqual(['Ines Okafor (me)', 'Ann Lee', 'Demo Support', 'Tomas Reiter'])
    expect(await names('order')).toEqual(['Ines Okafor (me)', 'Ann Lee', 'Tomas Reiter'])
    expect(await names('transfer', store({ hasDemoUsers: false }))).not.toContain('Demo Support')
  })

  test('is removed with its history after its days, unless it is open', async () => {
    await database().deleteFrom('record_note_event').execute()
    await database().deleteFrom('record_note').execute()
    await database().deleteFrom('person').execute()
    const at = (days: number) => ({ ...clock, now: () => clock.now() - days * dayMillis })
    const record = randomUUID()
    const { id: done } = await add(record, 'Done long ago.', { for: ines, notes: store({ clock: at(40) }) })
    await store({ clock: at(35) }).change(done, { id: randomUUID(), action: 'done' }, ines)
    const { id: changed } = await add(record, 'Done lately.', { for: ines, notes: store({ clock: at(40) }) })
    await change(changed, { action: 'done' }, ines)
    await add(record, 'Open.', { for: ines, notes: store({ clock: at(40) }) })
    await add(record, 'Old.', { notes: store({ clock: at(31) }) })
    const longAgo = (clock.now() - 40 * dayMillis) * 1000
    const gone = personRow({ subject: 'oidc:gone', name: 'Gone', roles: 'support' }, longAgo)
    await database().insertInto('person').values(gone).execute()
    expect(await store().removeOld(0)).toEqual({ rows: 0, hasMore: false })
    expect(await store().removeOld(30)).toEqual({ rows: 3, hasMore: true })
    expect(await store().removeOld(30)).toEqual({ rows: 0, hasMore: false })
    expect((await read(record)).map(({ text }) => text).sort()).toEqual(['Done lately.', 'Open.'])
    expect(await database().selectFrom('record_note_event').select('note_id').execute()).toEqual([{ note_id: changed }])
  })

  test('is read with those of a thousand other records, for an export', async () => {
    const ids = Array.from({ length: 1_001 }, () => randomUUID())
    const [first = '', last = ''] = [ids[0], ids.at(-1)]
    await add(first, 'First.')
    await add(last, 'Last.')
    const notes = await store().ofRecords('sandbox', 'transfer', ids, ines)
    expect([notes.size, notes.get(first)?.[0]?.text, notes.get(last)?.[0]?.text]).toEqual([2, 'First.', 'Last.'])
  })

  test('is found by an index', async () => {
    const plan = async (query: string) =>
      JSON.stringify((await sql.raw(`explain ${query}`).execute(database())).rows).toLowerCase()
    const isSqlite = (await plan('select 1')).includes('opcode')
    if (!isSqlite) return
    const detail = async (where: string) =>
      JSON.stringify(
        (await sql.raw(`explain query plan select * from record_note where ${where}`).execute(database())).rows,
      )
    expect(await detail("record_id in ('a', 'b') and kind = 'transfer' and environment = 'sandbox'")).toContain(
      'record_note_record',
    )
    expect(
      await detail("assignee_subject = 'a' and environment = 'sandbox' and done_at is null order by at desc"),
    ).toContain('record_note_open')
  })
})
