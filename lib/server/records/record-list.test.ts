/** Any filters of a list in our own database give what a filter of all rows in memory gives: rows, order, pages and count. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { decodedRow, type ListRequest, unmetTerms } from '../../api/list-request'
import { migrate, openDatabase } from '../../database/open'
import { sortableTime } from '../../domain/values'
import { checkedList } from '../../features/checked-list'
import type { ScannedList } from '../../provider/scanned-lists'
import { anyFilters, anyQuote, anyQuoteFilters, anyTransfer, writtenFilters } from '../../provider/testing'
import { silentLog } from '../testing'
import { describeOnBothDatabases } from '../writes/testing'
import { conditionsOf } from './record-filter'
import { RecordList, type RecordPlace } from './record-list'
import { Records } from './records'
import { openFollowed } from './testing'

const when = { now: Date.parse('2026-11-20T12:00:00Z'), zone: 'UTC' }

type Row = { id?: string | undefined; created_at?: string; updated_at?: string }
const lists: Record<ScannedList, { filters: typeof anyFilters; row: fc.Arbitrary<Row> }> = {
  listTransfers: { filters: anyFilters, row: anyTransfer },
  listIssuerQuotes: { filters: anyQuoteFilters, row: anyQuote },
}

const signal = new AbortController().signal
const noted = ['The bank called.']
/** Every other record has a note. */
const isNoted = (id = '') => /[02468]$/.test(id) || id === 't1'

describeOnBothDatabases('A list in our own database', (bench) => {
  const { test } = bench

  /** What a walk gives, in pages of two. */
  async function paged(list: RecordList, owner: { environment: 'sandbox'; clientId: string }, request: ListRequest) {
    const ids: unknown[] = []
    const notesOf = async (all: readonly string[]) =>
      new Map(all.flatMap((id): [string, string[]][] => (isNoted(id) ? [[id, noted]] : [])))
    const options = { subject: 'a test', signal, notesOf }
    for (let after: RecordPlace | undefined; ; ) {
      const { rows, next } = await list.page(owner, request, 2, { ...options, ...(after && { after }) })
      ids.push(...rows.map(({ id }) => id))
      if (!next) return { ids, ...(await list.count(owner, request, 100, options)) }
      after = next
    }
  }

  for (const name of Object.keys(lists) as ScannedList[])
    test(`any filters of ${name}`, async () => {
      const { encryption } = bench.ledger()
      const records = new Records({ database: bench.database(), clock: bench.clock, encryption, log: silentLog })
      const list = new RecordList({ database: bench.database(), encryption })
      const { filters, row } = lists[name]
      const property = fc.asyncProperty(
        filters,
        fc.array(row, { minLength: 1, maxLength: 9 }),
        async ([drawn, spelling, view], drawnRows) => {
          const owner = { environment: 'sandbox', clientId: randomUUID() } as const
          const { request } = checkedList(name, writtenFilters(drawn, spelling, view), when)
          if (!request) return
          const rows = [
            ...new Map(drawnRows.map((one, at) => [one.id ?? `t1${at}`, { ...one, id: one.id ?? `t1${at}` }])),
          ]
          const all = rows.map(([, one]) => one)
          for (const { id: record_id } of all.filter(({ id }) => isNoted(id)))
            await bench
              .database()
              .insertInto('record_note')
              .values({
                id: randomUUID(),
                environment: owner.environment,
                client_id: owner.clientId,
                kind: 'transfer',
                record_id,
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
          await records.lists[name].begin(owner, 0)
          await records.lists[name].lease(owner, 'a test')
          const texts = all.map((one) => JSON.stringify(one))
          await records.take(name, owner, texts, { by: 'history', progress: { holder: 'a test' }, signal })

          const { by, order } = request.order
          const timeOf = (one: Row) =>
            sortableTime((by === 'UPDATED_AT' && name === 'listTransfers' ? one.updated_at : one.created_at) ?? '') ??
            ''
          const expected = all
            .filter((one) => unmetTerms(request, decodedRow(request, one), isNoted(one.id) ? noted : []).length === 0)
            .sort((one, other) => {
              const [left, right] = [`${timeOf(one)} ${one.id}`, `${timeOf(other)} ${other.id}`]
              return (left < right ? -1 : 1) * (order === 'ASC' ? 1 : -1)
            })
            .map(({ id }) => id)
          expect(await paged(list, owner, request)).toEqual({ ids: expected, count: expected.length, isMore: false })
        },
      )
      await fc.assert(property, { numRuns: 150 })
    })
})

test('SQLite compares filters in the index by creation, because the rows lie among the records', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-list-'))
  const database = openDatabase({ dataFolder: folder }, { isDurable: false })
  onTestFinished(async () => {
    await database.destroy()
    rmSync(folder, { recursive: true })
  })
  await migrate(database)
  for (const column of ['status', 'secondary_status', 'type', 'direction', 'asset', 'amount', 'network']) {
    const { rows } = await sql<{ detail: string }>`explain query plan select count(*) from transfer
      where environment = 'sandbox' and client_id = 'c' and created_at >= '2026' and ${sql.ref(column)} >= 'a'`.execute(
      database,
    )
    expect(rows.map(({ detail }) => detail).join(), column).toContain('COVERING INDEX transfer_created')
  }
})

test('SQLite finds the few that are not completed without reading the others', async () => {
  const { database, encryption, close } = await openFollowed(0)
  onTestFinished(close)
  for (const search of ['statuses=FAILED&x.asset=usd', 'x.statuses=PENDING&x.statuses=FAILED', 'x.pending_over=1d']) {
    const { request } = checkedList('listTransfers', new URLSearchParams(search), { now: 0, zone: 'UTC' })
    if (!request) throw new Error(`${search} is not valid.`)
    const { conditions } = conditionsOf(request, { now: 0, environment: 'sandbox', encryption })
    const { rows } = await sql<{ detail: string }>`explain query plan select count(*) from transfer
      where environment = 'sandbox' and client_id = 'c' and ${sql.join(conditions, sql` and `)}`.execute(database)
    expect(rows.map(({ detail }) => detail).join(), search).toContain('COVERING INDEX transfer_uncompleted')
  }
})
