/** Exports of records that are in our own database, which changes meanwhile; on both databases. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { anchor } from '../../../sandbox/testing'
import type { Clock } from '../../../server/clock'
import { freshPostgres, personRow, seededClock } from '../../../server/testing'
import { fileAnswer } from './file-answer'
import { author, openExports, plainRequest } from './testing/open'

const folders: string[] = []
const temporary = () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-exports-'))
  folders.push(folder)
  return folder
}
/** The clock of the consoles and of their database. */
const seeded = seededClock()
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** The machine may be busy. */
const slow = { timeout: 30_000 }

const second = (at: number) => new Date(at * 1000).toISOString()
/** Before everything that tests export, in milliseconds since 1970. */
const end = anchor - 600_000
/** A transfer so many seconds before the end of what is exported. */
const transfer = (ago: number, more: object = {}) => {
  const created_at = new Date(end - ago * 1_000).toISOString()
  return JSON.stringify({ id: `t${String(ago).padStart(5, '0')}`, created_at, updated_at: created_at, ...more })
}
/** Those that take much space when they are compressed. */
const unlike = (count: number) =>
  Array.from({ length: count }, (_, at) => transfer(at + 1, { asset: 'USD', memo: randomUUID() }))
const transfers = (count: number, more: object = {}) => Array.from({ length: count }, (_, at) => transfer(at + 1, more))
const fileOf = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('')

/** A clock whose timers wait until a test lets them go on: those of so many milliseconds, or all. */
function heldClock(only?: number) {
  const held: (() => void)[] = []
  const clock: Clock = {
    ...seeded,
    // No time passes since a person asked.
    steady: () => 0,
    after(millis, act) {
      if (only !== undefined && millis !== only) return seeded.after(millis, act)
      held.push(act)
      return () => {}
    },
  }
  return {
    clock,
    held,
    goOn() {
      for (const act of held.splice(0)) act()
    },
  }
}
/** Milliseconds between two batches of 500 rows while somebody uses the console. */
const pause = 75

const hasPython = spawnSync('python3', ['--version']).status === 0

describe.each([
  { engine: 'SQLite', server: undefined },
  { engine: 'PostgreSQL', server: process.env.TEST_DATABASE_URL || undefined },
])('An export on $engine', ({ engine, server }) => {
  const test = it.skipIf(engine === 'PostgreSQL' && !server)
  const opened: Awaited<ReturnType<typeof openExports>>[] = []
  let fresh: Awaited<ReturnType<typeof freshPostgres>> | undefined
  let folder: string
  beforeEach(async () => {
    if (engine === 'PostgreSQL' && !server) return
    folder = temporary()
    fresh = server ? await freshPostgres(server, seeded) : undefined
  })
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((one) => one.close()))
    await fresh?.drop()
  })
  /** Opens exports on the database of the test, as one of several consoles. */
  const open = async (more: Partial<Parameters<typeof openExports>[0]> = {}) => {
    const one = await openExports({ folder, clock: seeded, ...(fresh && { databaseUrl: fresh.url }), ...more })
    opened.push(one)
    return one
  }

  test('has every row as the provider sent it, newest first', async () => {
    const exports = await open({ partBytes: 1_000 })
    const texts = [
      ...transfers(900),
      '{ "id":"odd","created_at":"2026-11-01T00:00:00Z", "amount":1.10, "memo":"\\u0041b" , "new":[1e3]}',
      '{"id":"unreadable","created_at":"some day"}',
    ]
    await exports.keep([...texts].reverse())
    const job = await exports.ended(await exports.add(end))
    const file = await exports.fileOf(job?.id ?? '')
    expect(file.toString()).toBe(fileOf(texts))
    expect(job).toMatchObject({ state: 'complete', row_count: texts.length, bytes: file.byteLength })
    expect(job?.sha256).toBe(createHash('sha256').update(file).digest('hex'))
    expect((await exports.jobs.parts(job?.id ?? '')).length).toBeGreaterThan(1)
  })

  test('has what its filters ask for, whoever applies them, and nothing created after its end', async () => {
    const exports = await open()
    const [rent, wage, fee] = [
      transfer(30, { type: 'WIRE_DEPOSIT', amount: '1000', memo: 'Rent' }),
      transfer(20, { type: 'WIRE_DEPOSIT', amount: '999.99', memo: 'rent' }),
      transfer(10, { type: 'INTERNAL', amount: '2000', memo: 'Rent' }),
    ]
    const late = transfer(-1, { type: 'WIRE_DEPOSIT', amount: '3000', memo: 'Rent' })
    await exports.keep([rent, wage, fee, late])
    const made = async (search: string) => {
      const id = await exports.add(end, { search })
      await exports.ended(id)
      return (await exports.fileOf(id)).toString()
    }
    expect(await made('type=WIRE_DEPOSIT&x.amount.gte=1000')).toBe(fileOf([rent]))
    expect(await made('x.memo=rent')).toBe(fileOf([fee, wage, rent]))
    expect(await made('ids=nowhere')).toBe('')
  })

  test.each(['DESC', 'ASC'])('filtered by updates and ordered %s is sorted by them, newest first', async (order) => {
    const exports = await open()
    const changed = (ago: number, updated: number) =>
      transfer(ago, { updated_at: new Date(end - updated * 1_000).toISOString() })
    const texts = [changed(40, 2), changed(3, 3), changed(50, 4)]
    await exports.keep([...texts, changed(60, 60)])
    const search = `updated_at.gte=${new Date(end - 10_000).toISOString()}&order_by=UPDATED_AT&order=${order}`
    const job = await exports.ended(await exports.add(end, { search }))
    expect((await exports.fileOf(job?.id ?? '')).toString()).toBe(fileOf(texts))
  })

  test('is as our own database was at one moment, whatever changes, comes and goes meanwhile', async () => {
    const { clock, held, goOn } = heldClock(pause)
    const exports = await open({ clock, activeMillis: () => 0, partBytes: 1_000 })
    const texts = transfers(1_600, { status: 'PENDING' })
    await exports.keep(texts)
    const note = { kind: 'transfer', environment: 'sandbox', recordId: 't01500' } as const
    const id = await exports.add(end, { hasNotes: true })
    await exports.beUsed()
    await exports.exporter.takeWork()
    await expect.poll(() => held.length, slow).toBe(1)

    const later = new Date(end - 100).toISOString()
    const changed = transfers(1_600, { status: 'COMPLETED', updated_at: later })
    await exports.keep([transfer(0.5, { status: 'PENDING' }), ...changed])
    await exports.database.deleteFrom('transfer').where('id', 'in', ['t00501', 't01400']).execute()
    await exports.database
      .insertInto('record_note')
      .values({
        id: randomUUID(),
        client_id: exports.owner.clientId,
        environment: note.environment,
        kind: note.kind,
        record_id: note.recordId,
        subject: 's',
        person: 'p',
        at: 1,
        text: 'x',
        assignee_subject: null,
        assignee: null,
        done_at: null,
        done_by: null,
        changed_at: 1,
        due_day: null,
        record_status: null,
      })
      .execute()
    for (let state = 'running'; state === 'running'; ) {
      goOn()
      await new Promise((resolve) => setImmediate(resolve))
      state = (await exports.jobs.find('sandbox', id))?.state ?? ''
    }
    const noted = (text: string) => `${text.slice(0, -1)},"mintdesk_notes":[]}`
    expect((await exports.fileOf(id)).toString()).toBe(fileOf(texts.map(noted)))

    const next = await open()
    const job = await next.ended(await next.add(end))
    const left = changed.filter((text) => !/t00501|t01400/.test(text))
    expect((await next.fileOf(job?.id ?? '')).toString()).toBe(fileOf([transfer(0.5, { status: 'PENDING' }), ...left]))
  })

  test('of a console that stood still is made anew by another one, to which the first adds nothing', async () => {
    const { clock, held, goOn } = heldClock()
    const first = await open({ clock, activeMillis: () => 0, partBytes: 1_000 })
    const texts = transfers(1_600)
    await first.keep(texts)
    const id = await first.add(end)
    await first.beUsed()
    await first.exporter.takeWork()
    // The timer of its lease, and the pause after the first batch.
    await expect.poll(() => held.length, slow).toBe(2)
    await expect.poll(async () => (await first.jobs.parts(id)).length, slow).toBeGreaterThan(0)
    const before = await first.jobs.parts(id)
    await first.keep([transfer(0.5)])
    const other = await open({ partBytes: 1_000 })
    const job = await other.ended(id)
    expect(job).toMatchObject({ state: 'complete', row_count: 1_601, attempts: 0 })
    goOn()
    await first.exporter.close()
    expect((await other.fileOf(id)).toString()).toBe(fileOf([transfer(0.5), ...texts]))
    expect(await other.jobs.find('sandbox', id)).toEqual(job)
    await expect(first.jobs.content(id, before[0] ?? { number: 0, bytes: 0, attempt: '' })).rejects.toThrow()
  })

  test('has no more of an earlier attempt, however that ended', async () => {
    const exports = await open({ partBytes: 1_000 })
    await exports.keep(transfers(600))
    const id = await exports.add(end)
    const failing = exports.jobs.addPart.bind(exports.jobs)
    let fails = true
    exports.jobs.addPart = (job, number, ...rest) => {
      if (fails && number === 1) throw new Error('The database is away.')
      return failing(job, number, ...rest)
    }
    await exports.exporter.takeWork()
    await expect.poll(async () => (await exports.jobs.find('sandbox', id))?.state, slow).toBe('waiting')
    expect(await exports.jobs.find('sandbox', id)).toMatchObject({ attempts: 1, row_count: 500 })
    expect(await exports.jobs.parts(id)).toHaveLength(1)
    fails = false
    await exports.keep([transfer(0.5)])
    await exports.database.updateTable('export_job').set({ retry_at: null }).execute()
    expect(await exports.ended(id)).toMatchObject({ state: 'complete', row_count: 601 })
    expect((await exports.fileOf(id)).toString()).toBe(fileOf([transfer(0.5), ...transfers(600)]))
    expect(await exports.jobs.stored()).toBe((await exports.jobs.find('sandbox', id))?.stored_bytes)
  })

  test('breaks a download off that began with what another attempt writes anew', async () => {
    const exports = await open()
    await exports.add(end)
    const claim = async (lease: string) => {
      const job = await exports.jobs.claim(lease)
      if (!job) throw new Error('The job was not claimed.')
      await exports.jobs.begin(job)
      return job
    }
    const first = await claim('a')
    await exports.jobs.addPart(first, 0, Buffer.from('one\n'), {})
    const request = { headers: new Headers(), signal: new AbortController().signal }
    const reader = fileAnswer(exports.jobs, seeded, first, 'ndjson', request).body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('one\n')
    await exports.jobs.release(first, { reason: null, attempts: 1, millis: -1_000 })
    const second = await claim('b')
    await exports.jobs.addPart(second, 0, Buffer.from('two\n'), {})
    await expect(reader?.read()).rejects.toThrow('before its file was complete')
  })

  describe('of rows that were not read yet', () => {
    test.each([
      {
        what: 'history',
        reading: { from: Date.UTC(2026, 2, 3, 14, 5), isWhole: false },
        reason: 'Transfers before 3 March 2026 at 14:05 UTC are still being read.',
      },
      {
        what: 'changes',
        reading: { to: Date.UTC(2026, 10, 19, 10) + 30_000 },
        reason: 'Transfers have been read up to 19 November 2026 at 10:00 UTC.',
      },
    ])('waits for $what, says so, and then goes on by itself', async ({ reading, reason }) => {
      const exports = await open()
      await exports.keep([transfer(1)], reading)
      const id = await exports.add(end)
      await exports.exporter.takeWork()
      const stateOf = async () => exports.jobs.find('sandbox', id)
      await expect.poll(async () => (await stateOf())?.reason, slow).toBe(reason)
      expect(await stateOf()).toMatchObject({ state: 'waiting', attempts: 0, row_count: 0 })
      // A range that is here does not wait.
      const range = 'created_at.gte=2026-04-01T00:00:00Z&created_at.lt=2026-11-19T09:00:00Z'
      expect(await exports.ended(await exports.add(end, { search: range }))).toMatchObject({ state: 'complete' })

      await exports.keep([transfer(2)])
      await exports.database.updateTable('export_job').set({ retry_at: null }).execute()
      expect(await exports.ended(id)).toMatchObject({ state: 'complete', reason: null })
      expect((await exports.fileOf(id)).toString()).toBe(fileOf([transfer(1), transfer(2)]))
    })

    test('of a list that nobody has begun to read waits too', async () => {
      const exports = await open()
      const id = await exports.add(end, { list: 'listIssuerQuotes' })
      await exports.exporter.takeWork()
      await expect
        .poll(async () => (await exports.jobs.find('sandbox', id))?.reason)
        .toBe('Issuer quotes have not been read yet.')
      await exports.keep([transfer(1)], { list: 'listIssuerQuotes' })
      await exports.database.updateTable('export_job').set({ retry_at: null }).execute()
      // The provider lists no changes of these.
      expect(await exports.ended(id)).toMatchObject({ state: 'complete', row_count: 1, changes_to_ms: null })
    })
  })

  test('after retention has what is kept, and knows since when that is all', async () => {
    const exports = await open()
    const since = Date.UTC(2026, 10, 1)
    await exports.keep([transfer(1)], { from: since })
    const all = await exports.ended(await exports.add(end))
    expect(all).toMatchObject({ state: 'complete', row_count: 1, complete_from_ms: since })
    const later = await exports.ended(await exports.add(end, { search: 'created_at.gte=2026-11-02T00:00:00Z' }))
    expect(later).toMatchObject({ state: 'complete', complete_from_ms: later?.from_ms })
  })

  test('waits after each batch while people use the console, and not otherwise', async () => {
    const waited: number[] = []
    const clock: Clock = {
      ...seeded,
      steady: () => 0,
      after(millis, act) {
        waited.push(millis)
        return seeded.after(millis, act)
      },
    }
    let [active, each] = [0, 0]
    const activeMillis = () => {
      active += each
      return active
    }
    const exports = await open({ clock, activeMillis })
    await exports.keep(transfers(1_100))
    await exports.ended(await exports.add(end))
    expect(waited).not.toContain(pause)
    await exports.beUsed()
    await exports.ended(await exports.add(end))
    expect(waited.filter((millis) => millis === pause)).toHaveLength(3)
    // Where the machine is slow, five times as long as it took.
    each = 31
    await exports.ended(await exports.add(end))
    expect(waited.filter((millis) => millis === 5 * 31)).toHaveLength(3)
  })

  test('ends with the reason if the files would take more room than they may, and frees what it has', async () => {
    const exports = await open({ partBytes: 500, storage: 6_000 })
    await exports.keep(unlike(1_100))
    const id = await exports.add(end)
    const job = await exports.ended(id)
    expect(job).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/took up their space while this one was made.*EXPORT_STORAGE_MB/),
    })
    expect(exports.lines).toContainEqual(
      expect.objectContaining({ event: 'export-failed', reason: 'export-storage-full' }),
    )
    while ((await exports.jobs.removeOld()).hasMore);
    expect(await exports.jobs.parts(id)).toEqual([])
    expect(await exports.jobs.stored()).toBe(0)
  })

  describe('of which an earlier one took most of the space', () => {
    const full = 'There is no room for another export.'
    /** One that was made, and then little more space than it took. */
    const filled = async () => {
      const roomy = await open()
      await roomy.keep(unlike(50))
      await roomy.ended(await roomy.add(end, { search: 'created_at.gte=1970-01-01T00:00:00Z&x.asset=USD' }))
      return open({ storage: Math.round((await roomy.jobs.stored()) * 1.5) })
    }

    test('is refused before it begins if it will not fit, and one of other filters is not', async () => {
      const exports = await filled()
      const again = exports.add(end, { search: 'x.asset=USD&created_at.gte=1970-01-01T00:00:01Z' })
      await expect(again).rejects.toMatchObject({ problem: { status: 409, title: full } })
      expect(await exports.add(end, { search: 'x.asset=EUR' })).toBeDefined()
    })

    test('ends before it writes anything if a schedule made it', async () => {
      const exports = await filled()
      const id = randomUUID()
      const request = { ...plainRequest, search: 'x.asset=USD' }
      const range = { from: 0, to: end }
      await exports.jobs.add(exports.owner, author, { id, request, range, file: 'a-file', schedule: randomUUID() })
      expect(await exports.ended(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining(full) })
      expect(await exports.jobs.parts(id)).toEqual([])
    })
  })

  test('is refused while the person has three under way', async () => {
    const exports = await open()
    for (const _ of [1, 2, 3]) await exports.add(anchor)
    await expect(exports.add(anchor)).rejects.toMatchObject({ problem: { title: 'You have 3 exports under way.' } })
  })

  test('of a person with none in work goes before the second of another', async () => {
    const exports = await open()
    const [one, two] = [await exports.add(anchor), await exports.add(anchor)]
    const request = {
      list: 'listTransfers',
      search: '',
      zone: 'UTC',
      format: 'csv',
      hasNotes: false,
      hasBom: false,
    } as const
    const third = randomUUID()
    const job = { id: third, request, file: 'a-file', range: { from: 0, to: anchor } }
    await exports.jobs.add(exports.owner, { subject: 'oidc:amara', name: 'Amara Diallo' }, job)
    const claimed = [await exports.jobs.claim('a'), await exports.jobs.claim('b'), await exports.jobs.claim('c')]
    const ids = claimed.map((job) => job?.id)
    // Two that were added in one millisecond have no order.
    expect([ids[1], new Set(ids)]).toEqual([third, new Set([one, two, third])])
    expect(await exports.jobs.claim('d')).toBeUndefined()
  })

  test('that is cancelled stops, and another console cannot write to it', async () => {
    const exports = await open()
    const id = await exports.add(anchor)
    const job = await exports.jobs.claim('a-lease')
    await exports.jobs.cancel('sandbox', id)
    if (!job) throw new Error('The job was not claimed.')
    await expect(exports.jobs.begin(job)).rejects.toThrow('has been cancelled or taken over')
    const writing = exports.jobs.addPart(job, 0, Buffer.from('one'), {})
    await expect(writing).rejects.toThrow('has been cancelled or taken over')
    expect(await exports.jobs.find('sandbox', id)).toMatchObject({ state: 'cancelled' })
  })

  test('is deleted with its parts 30 days after it ended', async () => {
    let now = seeded.now()
    const clock = { ...seeded, now: () => now }
    const exports = await open({ clock })
    await exports.keep([transfer(1)])
    const id = await exports.add(end)
    await exports.ended(id)
    if (fresh)
      await exports.database
        .updateTable('export_job')
        .set((job) => ({ ended_at: job('ended_at', '-', 31 * 86_400_000_000) }))
        .execute()
    else {
      now += 29 * 86_400_000
      expect(await exports.jobs.removeOld()).toEqual({ rows: 0, hasMore: false })
      now += 2 * 86_400_000
    }
    while ((await exports.jobs.removeOld()).hasMore);
    expect(await exports.jobs.find('sandbox', id)).toBeUndefined()
    expect(await exports.jobs.parts(id)).toEqual([])
  })

  test('stores nothing that can be read in the database', async () => {
    const exports = await open()
    await exports.keep([transfer(1, { memo: 'for Castellane' })])
    const id = await exports.add(end, { search: 'x.memo=Castellane' })
    expect(await exports.ended(id)).toMatchObject({ row_count: 1 })
    const [part] = await exports.database.selectFrom('export_part').select('content').execute()
    const [job] = await exports.database.selectFrom('export_job').select('request').execute()
    expect(Buffer.from(part?.content ?? []).includes('Castellane')).toBe(false)
    expect(job?.request).not.toContain('Castellane')
  })

  test('in CSV has the same values for two independent parsers', async (context) => {
    const awkward = [
      { id: 'a', amount: '-12345678901234567890.10', memo: '=1+1', metadata: { 'a,b': '"x"\r\ny' }, new_field: 1.5 },
      { id: 'b', amount: '0.000000000000000001', memo: '-5 for Ana, "cash"\nsecond line', fee: '1e3' },
      { id: 'c', amount: '.5', memo: '  trailing ', ref_id: '\u202e@SUM', created_at: '1970-01-01T00:00:01+01:00' },
    ]
    const exports = await open()
    await exports.keep(awkward.map((one, at) => JSON.stringify({ created_at: second(9 - at), ...one })))
    const id = await exports.add(end, { format: 'csv', hasBom: true })
    await exports.ended(id)
    const file = await exports.fileOf(id)
    expect(file.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    const { data } = Papa.parse<string[]>(file.toString().slice(1).trimEnd(), { newline: '\r\n' })
    const [names = [], ...records] = data
    const cellOf = (record: string[] | undefined, name: string) => record?.[names.indexOf(name)]
    expect(records.map((record) => cellOf(record, 'amount'))).toEqual(awkward.map(({ amount }) => amount))
    expect(records.map((record) => cellOf(record, 'memo'))).toEqual(["'=1+1", `'${awkward[1]?.memo}`, '  trailing '])
    expect(cellOf(records[2], 'created_at')).toBe('1969-12-31T23:00:01Z')
    expect(cellOf(records[2], 'ref_id')).toBe("'\u202e@SUM")
    expect(cellOf(records[0], 'other_fields')).toBe('{"new_field":1.5}')
    if (!hasPython) return context.skip('This machine has no python3, whose csv module is the second parser.')
    const path = join(temporary(), 'export.csv')
    writeFileSync(path, file)
    const read =
      'import csv,json,sys;print(json.dumps(list(csv.reader(open(sys.argv[1],encoding="utf-8-sig",newline="")))))'
    expect(JSON.parse(execFileSync('python3', ['-c', read, path]).toString())).toEqual(data)
  })

  describe('made by a schedule', () => {
    const hour = 3_600_000
    const scheduled = {
      list: 'listTransfers',
      search: 'statuses=FAILED',
      zone: 'America/New_York',
      format: 'csv',
      hasNotes: false,
      hasBom: false,
    } as const
    const signIn = (exports: Awaited<ReturnType<typeof open>>, roles: string) => {
      const person = personRow({ ...author, roles }, 0)
      return exports.database
        .insertInto('person')
        .values(person)
        .onConflict((conflict) => conflict.column('subject').doUpdateSet(person))
        .execute()
    }

    test('covers the day that has closed in its zone, once for all consoles, missed days included', async () => {
      // 20:00 on the 18th in New York.
      let now = Date.UTC(2026, 10, 19, 1)
      const clock = { ...seeded, now: () => now }
      const exports = await open({ clock })
      const other = await open({ clock })
      await signIn(exports, 'support')
      await exports.schedules.add(exports.owner, author, { id: randomUUID(), request: scheduled, period: 'day' }, now)
      await exports.schedules.makeDue()
      expect(await exports.jobs.list('sandbox')).toEqual([])
      now += 4.25 * hour
      await Promise.all([exports.schedules.makeDue(), other.schedules.makeDue()])
      const [first, ...more] = await exports.jobs.list('sandbox')
      expect(more).toEqual([])
      expect(first).toMatchObject({
        subject: author.subject,
        from_ms: Date.UTC(2026, 10, 18, 5),
        to_ms: Date.UTC(2026, 10, 19, 5),
        file: 'sandbox-transfers-2026-11-18T050000Z-to-2026-11-19T050000Z.csv',
      })
      // Nobody ran for two days.
      now += 48 * hour
      await exports.schedules.makeDue()
      const made = await exports.jobs.list('sandbox')
      expect(made.map(({ to_ms }) => to_ms).toSorted()).toEqual([19, 20, 21].map((day) => Date.UTC(2026, 10, day, 5)))
    })

    test('is made once its period was read, however fast the console’s clock is', async () => {
      const closing = Date.UTC(2026, 10, 19, 5)
      const exports = await open({ clock: { ...seeded, now: () => closing + hour } })
      await signIn(exports, 'support')
      const schedule = { id: randomUUID(), request: scheduled, period: 'day' } as const
      await exports.schedules.add(exports.owner, author, schedule, closing - 2 * hour)
      const row = JSON.stringify({ id: 'a', created_at: new Date(closing - 1).toISOString(), status: 'FAILED' })
      await exports.keep([], { to: closing - hour + 30_000 })
      await exports.exporter.takeWork()
      await expect
        .poll(async () => (await exports.jobs.list('sandbox')).map(({ state, reason }) => ({ state, reason })))
        .toEqual([{ state: 'waiting', reason: 'Transfers have been read up to 19 November 2026 at 04:00 UTC.' }])
      await exports.keep([row], { to: closing + 30_000 })
      await exports.database.updateTable('export_job').set({ retry_at: null }).execute()
      const [made] = await exports.jobs.list('sandbox')
      expect(await exports.ended(made?.id ?? '')).toMatchObject({ state: 'complete', row_count: 1, to_ms: closing })
    })

    test('stops when its person lost access, and says so', async () => {
      let now = Date.UTC(2026, 10, 19, 1)
      const exports = await open({ clock: { ...seeded, now: () => now } })
      await signIn(exports, '')
      await exports.schedules.add(exports.owner, author, { id: randomUUID(), request: scheduled, period: 'month' }, now)
      now += 40 * 24 * hour
      await exports.schedules.makeDue()
      expect(await exports.jobs.list('sandbox')).toEqual([])
      const [schedule] = await exports.schedules.list('sandbox')
      expect(schedule?.stopped).toBe('Ines Okafor may no longer see this list.')
    })
  })
})
