/** Exports against the sandbox service, and against a list that changes while it is read; on both databases. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anchor, type Service, startService } from '../../sandbox/testing'
import type { Clock } from '../clock'
import { ListRow } from '../scans/page-rows'
import { readRows } from '../scans/testing/rows'
import { startGateway } from '../scans/testing/scans'
import { freshPostgres, personRow, seededClock } from '../testing'
import type { ExportSource } from './run'
import { author, openExports, plainRequest } from './testing/open'

let service: Service
const folders: string[] = []
const temporary = () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-exports-'))
  folders.push(folder)
  return folder
}
/** The clock of the consoles and of their database. */
const seeded = seededClock()
beforeAll(async () => {
  service = await startService(600)
})
afterAll(async () => {
  await service.stop()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

type Json = Record<string, unknown>
const row = (json: Json) => new ListRow(Buffer.from(JSON.stringify(json)))
const second = (at: number) => new Date(at * 1000).toISOString()

/** A list of a test, newest first, in pages of two. `late` and `changes` come to light once it was read. */
function sourceOf(rows: readonly ListRow[], changes: readonly ListRow[] = [], notes: Json = {}): ExportSource {
  return {
    async *rows(to) {
      const left = rows.filter(({ createdAt }) => !(createdAt >= to))
      for (let at = 0; at < left.length; at += 2) {
        const page = left.slice(at, at + 2)
        yield { rows: page, read: at + page.length, outside: 0, completeFrom: (page.at(-1)?.createdAt ?? 0) + 1000 }
      }
    },
    notesOf: async () => new Map(Object.entries(notes)) as Awaited<ReturnType<ExportSource['notesOf']>>,
    async *catchUp({ given }) {
      const caught = {
        added: changes.filter((row) => given.stateOf(row) === 'new' && row.json.status !== 'FAILED'),
        changed: changes.filter((row) => given.stateOf(row) === 'changed'),
      }
      for (const row of [...caught.added, ...caught.changed]) given.add(row)
      yield caught
    },
    knowsChanges: true,
  }
}

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
    const origin = `http://127.0.0.1:${service.port}`
    const one = await openExports({ origin, folder, clock: seeded, ...(fresh && { databaseUrl: fresh.url }), ...more })
    opened.push(one)
    return one
  }

  test('has every row of the list as the service sent it, newest first', async () => {
    const exports = await open()
    const id = await exports.add(anchor, { search: 'type=WIRE_DEPOSIT' })
    const job = await exports.ended(id)
    const file = await exports.fileOf(id)
    const { text } = await service.ask('/v2/transfer/transfers?type=WIRE_DEPOSIT&limit=1000')
    const sent = (JSON.parse(text).items as Json[]).filter(({ created_at: at }) => Date.parse(String(at)) < anchor)
    expect(file.toString().trimEnd().split('\n')).toEqual(sent.map((one) => JSON.stringify(one)))
    expect(job).toMatchObject({ state: 'complete', row_count: sent.length, bytes: file.byteLength, changed_count: 0 })
    expect(job?.sha256).toBe(createHash('sha256').update(file).digest('hex'))
  })

  test('narrows by filters that the service cannot combine', async () => {
    const exports = await open()
    const id = await exports.add(anchor, { search: 'type=WIRE_DEPOSIT&x.statuses=COMPLETED&x.amount.gte=1000' })
    const job = await exports.ended(id)
    const { body } = await service.ask('/v2/transfer/transfers?type=WIRE_DEPOSIT&limit=1000')
    const wanted = (body.items as Json[]).filter(
      ({ status, amount, created_at: at }) =>
        status === 'COMPLETED' && Number(amount) >= 1000 && Date.parse(String(at)) < anchor,
    )
    const lines = (await exports.fileOf(id)).toString().trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(wanted.map(({ id: one }) => one))
    expect(wanted.length).toBeGreaterThan(5)
    expect(job).toMatchObject({ row_count: wanted.length })
    expect(job?.read_count).toBeGreaterThan(wanted.length)
  })

  test('has no row that its filters exclude, and counts those of a provider that ignores a filter', async () => {
    const gateway = await startGateway(service, (url) => {
      url.searchParams.delete('statuses')
      return url
    })
    try {
      const exports = await open({ origin: gateway.origin, partBytes: 4_000 })
      const job = await exports.ended(await exports.add(anchor, { search: 'statuses=FAILED' }))
      const { body } = await service.ask('/v2/transfer/transfers?limit=1000')
      const all = (body.items as Json[]).filter(({ created_at: at }) => Date.parse(String(at)) < anchor)
      const failed = all.filter(({ status }) => status === 'FAILED').map(({ id }) => id)
      const lines = (await exports.fileOf(job?.id ?? '')).toString().trimEnd().split('\n')
      expect(lines.map((line) => JSON.parse(line).id)).toEqual(failed)
      expect(failed.length).toBeGreaterThan(5)
      expect(job).toMatchObject({ state: 'complete', row_count: failed.length })
      expect(job?.outside_count).toBe((job?.read_count ?? 0) - failed.length)
    } finally {
      gateway.stop()
    }
  })

  test('continues in another console where the first one stopped, without reading stored windows again', async () => {
    const rows = Array.from({ length: 40 }, (_, at) =>
      row({ id: `t${at}`, created_at: second(1_000 - at), note: 'x'.repeat(200) }),
    )
    const asked: number[] = []
    const source = sourceOf(rows)
    const failing: ExportSource = {
      ...source,
      async *rows(to, signal) {
        let pages = 0
        for await (const batch of source.rows(to, signal)) {
          if (pages++ === 12) throw new Error('It stopped.')
          yield batch
        }
      },
    }
    const first = await open({ partBytes: 1_000, sourceOf: () => failing })
    const id = await first.add(1_000_001)
    await first.exporter.takeWork()
    await expect.poll(async () => (await first.jobs.find('sandbox', id))?.state).toBe('waiting')
    await first.exporter.close()
    const kept = (await first.jobs.parts(id)).filter(({ resume_ms }) => resume_ms !== null)
    expect(kept.length).toBeGreaterThan(1)

    const clock = { ...seeded, now: () => seeded.now() + 60_000 }
    const reading: ExportSource = {
      ...source,
      rows(to, signal) {
        asked.push(to)
        return source.rows(to, signal)
      },
    }
    const other = await open({ partBytes: 1_000, sourceOf: () => reading, clock })
    if (fresh) await other.database.updateTable('export_job').set({ retry_at: null }).execute()
    const job = await other.ended(id)
    expect(asked).toEqual([kept.at(-1)?.resume_ms])
    expect(job).toMatchObject({ state: 'complete', row_count: 40, late_count: 0 })
    expect((await other.fileOf(id)).toString()).toBe(rows.map(({ text }) => `${text}\n`).join(''))
  })

  test.each(['DESC', 'ASC'])(
    'that is filtered by updates and ordered %s goes on where it was interrupted',
    async (order) => {
      const windows: (string | null)[] = []
      let [isStuck, isOpen] = [false, false]
      const gateway = await startGateway(service, (url) => {
        if (!url.pathname.endsWith('/transfers')) return url
        if (isStuck) return undefined
        windows.push(url.searchParams.get('updated_at.lt'))
        isStuck = !isOpen && windows.length === 5
        return url
      })
      try {
        const search = `updated_at.gte=${second(anchor / 1000 - 40 * 86_400)}&order_by=UPDATED_AT&order=${order}`
        const whole = await open()
        const expected = await whole.ended(await whole.add(anchor, { search }))
        const first = await open({ origin: gateway.origin, partBytes: 4_000 })
        const id = await first.add(anchor, { search })
        await first.exporter.takeWork()
        await expect.poll(() => isStuck, { timeout: 15_000 }).toBe(true)
        await expect.poll(async () => (await first.jobs.parts(id)).length, { timeout: 15_000 }).toBeGreaterThan(1)
        await first.exporter.close()
        const kept = (await first.jobs.parts(id)).findLast(({ resume_ms }) => resume_ms !== null)?.resume_ms
        const ceiling = Math.max(...windows.map((to) => Date.parse(to ?? '')))
        isStuck = false
        isOpen = true
        windows.length = 0
        const other = await open({ origin: gateway.origin, partBytes: 4_000 })
        const job = await other.ended(id)
        const later = windows.flatMap((to) => (to === null ? [] : Date.parse(to)))
        expect(later).toContain(kept)
        // What is later than the whole list are changes of the meantime.
        expect(later.filter((to) => to > Number(kept) && to < ceiling)).toEqual([])
        expect(expected?.row_count).toBeGreaterThan(200)
        expect(job).toMatchObject({ state: 'complete', sha256: expected?.sha256, row_count: expected?.row_count })
        const lines = (await other.fileOf(id)).toString().trimEnd().split('\n')
        const times = lines.map((line) => String(JSON.parse(line).updated_at))
        expect(times).toEqual(times.toSorted().toReversed())
      } finally {
        gateway.stop()
      }
    },
  )

  test('makes a part again that ends within a second', async () => {
    const rows = Array.from({ length: 40 }, (_, at) =>
      row({ id: `t${at}`, created_at: new Date(1_000_999 - at).toISOString(), note: 'x'.repeat(200) }),
    )
    const source = sourceOf(rows)
    let fails = true
    const exports = await open({
      partBytes: 1_000,
      sourceOf: () => ({
        ...source,
        async *rows(to, signal) {
          let pages = 0
          for await (const batch of source.rows(to, signal)) {
            if (fails && pages++ === 12) throw new Error('It stopped.')
            yield batch
          }
        },
      }),
    })
    const id = await exports.add(2_000_000)
    await exports.exporter.takeWork()
    await expect.poll(async () => (await exports.jobs.find('sandbox', id))?.state).toBe('waiting')
    expect((await exports.jobs.parts(id)).map(({ resume_ms }) => resume_ms)).toContain(null)
    fails = false
    await exports.database.updateTable('export_job').set({ retry_at: null }).execute()
    expect(await exports.ended(id)).toMatchObject({ state: 'complete', row_count: 40 })
    expect((await exports.fileOf(id)).toString()).toBe(rows.map(({ text }) => `${text}\n`).join(''))
  })

  test('waits after each page while people use the console, and not otherwise', async () => {
    const rows = Array.from({ length: 8 }, (_, at) => row({ id: `t${at}`, created_at: second(1_000 - at) }))
    const waited: number[] = []
    const clock: Clock = {
      ...seeded,
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
    const exports = await open({ clock, activeMillis, sourceOf: () => sourceOf(rows) })
    await exports.ended(await exports.add(1_000_001))
    expect(waited).not.toContain(2 * 0.15)
    const { rate } = exports.upstreams.of('sandbox')
    await rate.slot({ kind: 'background', subject: 'a poll' }, new AbortController().signal)
    await exports.ended(await exports.add(1_000_001))
    expect(waited).not.toContain(2 * 0.15)
    await rate.slot({ kind: 'read', subject: 'oidc:ines' }, new AbortController().signal)
    await exports.ended(await exports.add(1_000_001))
    expect(waited.filter((millis) => millis === 2 * 0.15)).toHaveLength(4)
    // Where the machine is slow, five times as long as it took.
    each = 11
    await exports.ended(await exports.add(1_000_001))
    expect(waited.filter((millis) => millis === 5 * 11)).toHaveLength(4)
  })

  test('adds rows that were shown late, and counts those that changed meanwhile', async () => {
    const rows = [1, 2, 3, 4].map((at) => row({ id: `t${at}`, created_at: second(1_000 - at) }))
    const updated = new Date(seeded.now() + 3_600_000).toISOString()
    const changes = [
      row({ id: 't2', created_at: second(998), updated_at: updated }),
      row({ id: 't3', created_at: second(997), updated_at: second(997) }),
      row({ id: 'late', created_at: second(998), updated_at: updated }),
      // Never was in the file, and does not match.
      row({ id: 'other', created_at: second(998), updated_at: updated, status: 'FAILED' }),
    ]
    const exports = await open({ sourceOf: () => sourceOf(rows, changes) })
    const id = await exports.add(1_000_000)
    expect(await exports.ended(id)).toMatchObject({ row_count: 5, late_count: 1, changed_count: 1 })
    const lines = (await exports.fileOf(id)).toString().trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line).id)).toEqual(['t1', 't2', 't3', 't4', 'late'])
  })

  test('counts all changes, however many there are', async () => {
    const count = 101_000
    const pageAt = (from: number, updated: string) => {
      const items = Array.from({ length: 1_000 }, (_, index) => {
        const at = from + index
        return `{"id":"t${at}","created_at":"${second(200_000 - at)}","updated_at":"${updated}"}`
      })
      return readRows(Buffer.from(`{"rows":[${items}]}`), ['rows']).rows
    }
    const starts = Array.from({ length: count / 1_000 }, (_, index) => index * 1_000)
    const exports = await open({
      ...{ partBytes: 1024 * 1024, leaseMillis: 20_000 },
      sourceOf: () => ({
        ...sourceOf([]),
        async *rows() {
          for (const at of starts)
            yield { rows: pageAt(at, second(0)), read: at + 1_000, outside: 0, completeFrom: (199_001 - at) * 1_000 }
        },
        async *catchUp({ given }) {
          // A thousand of them change twice.
          for (const at of [0, ...starts]) {
            const changed = pageAt(at, second(seeded.now() / 1000 + 3_600)).filter(
              (one) => given.stateOf(one) === 'changed',
            )
            for (const one of changed) given.add(one)
            yield { added: [], changed }
          }
        },
      }),
    })
    const id = await exports.add(1_000_000_000)
    expect(await exports.ended(id)).toMatchObject({ row_count: count, changed_count: count, late_count: 0 })
  }, 60_000)

  test('forgets what it has if the service does not keep its contract', async () => {
    const rows = [1, 2, 3].map((at) => row({ id: `t${at}`, created_at: second(1_000 - at) }))
    const source = sourceOf(rows)
    const exports = await open({
      partBytes: 1,
      sourceOf: () => ({
        ...source,
        async *rows(to, signal) {
          yield { rows: [row({ id: 'wrong', created_at: second(999) })], read: 1, outside: 0, completeFrom: 0 }
          yield { restart: 'Rows are not ordered.' }
          yield* source.rows(to, signal)
        },
      }),
    })
    const id = await exports.add(1_000_000)
    expect(await exports.ended(id)).toMatchObject({ state: 'complete', row_count: 3 })
    expect((await exports.fileOf(id)).toString()).toBe(rows.map(({ text }) => `${text}\n`).join(''))
  })

  test('ends with the reason if the files would take more room than they may, and frees what it has', async () => {
    const rows = Array.from({ length: 50 }, (_, at) => row({ id: randomUUID(), created_at: second(1_000 - at) }))
    const exports = await open({ partBytes: 500, storage: 1_500, sourceOf: () => sourceOf(rows) })
    const id = await exports.add(1_000_001)
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
    const rows = Array.from({ length: 50 }, (_, at) => row({ id: randomUUID(), created_at: second(1_000 - at) }))
    const full = 'There is no room for another export.'
    /** One that was made, and then little more space than it took. */
    const filled = async () => {
      const roomy = await open({ sourceOf: () => sourceOf(rows) })
      await roomy.ended(await roomy.add(1_000_001, { search: 'created_at.gte=1970-01-01T00:00:00Z&x.asset=USD' }))
      const storage = Math.round((await roomy.jobs.stored()) * 1.5)
      let reads = 0
      const source = sourceOf(rows)
      const exports = await open({
        storage,
        sourceOf: () => ({
          ...source,
          rows(to, signal) {
            reads += 1
            return source.rows(to, signal)
          },
        }),
      })
      return { exports, reads: () => reads }
    }

    test('is refused before it begins if it will not fit, and one of other filters is not', async () => {
      const { exports } = await filled()
      const again = exports.add(1_000_001, { search: 'x.asset=USD&created_at.gte=1970-01-01T00:00:01Z' })
      await expect(again).rejects.toMatchObject({ problem: { status: 409, title: full } })
      expect(await exports.add(1_000_001, { search: 'x.asset=EUR' })).toBeDefined()
    })

    test('ends before it reads anything if a schedule made it', async () => {
      const { exports, reads } = await filled()
      const id = randomUUID()
      const request = { ...plainRequest, search: 'x.asset=USD' }
      const range = { from: 0, to: 1_000_001 }
      await exports.jobs.add(exports.owner, author, { id, request, range, file: 'a-file', schedule: randomUUID() })
      expect(await exports.ended(id)).toMatchObject({ state: 'failed', reason: expect.stringContaining(full) })
      expect(reads()).toBe(0)
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
    const part = { number: 0, row_count: 0, read_count: 0, bytes: 0, resume_ms: 0 }
    const writing = exports.jobs.addPart(job, { ...part, text: new Uint8Array(), hashes: new Float64Array() }, {})
    await expect(writing).rejects.toThrow('has been cancelled or taken over')
    expect(await exports.jobs.find('sandbox', id)).toMatchObject({ state: 'cancelled' })
  })

  test('is deleted with its parts 30 days after it ended', async () => {
    let now = seeded.now()
    const clock = { ...seeded, now: () => now }
    const exports = await open({ clock, sourceOf: () => sourceOf([row({ id: 'a', created_at: second(1) })]) })
    const id = await exports.add(1_000_000)
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
    const rows = [row({ id: 'a', created_at: second(1), memo: 'for Castellane' })]
    const exports = await open({ sourceOf: () => sourceOf(rows) })
    const id = await exports.add(1_000_000, { search: 'x.memo=Castellane' })
    await exports.ended(id)
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
    const rows = awkward.map((one) => row({ created_at: second(1), ...one }))
    const exports = await open({ sourceOf: () => sourceOf(rows) })
    const id = await exports.add(1_000_000, { format: 'csv', hasBom: true })
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
        ...{ subject: author.subject, from_ms: Date.UTC(2026, 10, 18, 5), to_ms: Date.UTC(2026, 10, 19, 5) },
        file: 'sandbox-transfers-2026-11-18T050000Z-to-2026-11-19T050000Z.csv',
      })
      // Nobody ran for two days.
      now += 48 * hour
      await exports.schedules.makeDue()
      const made = await exports.jobs.list('sandbox')
      expect(made.map(({ to_ms }) => to_ms).toSorted()).toEqual([19, 20, 21].map((day) => Date.UTC(2026, 10, day, 5)))
    })

    test('is made once its period has closed by the provider’s clock, however fast the console’s is', async () => {
      const closing = Date.UTC(2026, 10, 19, 5)
      let ahead = 3 * hour
      const clock = { ...seeded, now: () => service.time.now + ahead }
      const before = service.time.now
      try {
        service.time.now = closing - hour
        const exports = await open({ clock })
        await signIn(exports, 'support')
        const schedule = { id: randomUUID(), request: scheduled, period: 'day' } as const
        await exports.schedules.add(exports.owner, author, schedule, service.time.now)
        // Nothing has told the provider's time yet.
        await exports.exporter.takeWork()
        await expect
          .poll(async () => (await exports.jobs.list('sandbox')).map(({ state, reason }) => ({ state, reason })))
          .toEqual([{ state: 'waiting', reason: "Its period has not closed yet by the provider's clock." }])
        await exports.database.deleteFrom('export_job').execute()
        await exports.database
          .updateTable('export_schedule')
          .set({ next_at: (closing + hour / 4) * 1000 })
          .execute()
        await exports.schedules.makeDue()
        expect(await exports.jobs.list('sandbox')).toEqual([])
        ahead += 2 * hour
        await exports.schedules.makeDue()
        expect(await exports.jobs.list('sandbox')).toMatchObject([{ to_ms: closing }])
      } finally {
        service.time.now = before
      }
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
