/** Counts of what is new in a view. */
import { describe, expect, test as plain } from 'vitest'
import { listRequest, unmetTerms, type viewLists } from '../../../api/list-request'
import { readTransfer } from '../../../provider/reading'
import { RecordList } from '../../../server/records/record-list'
import { Records } from '../../../server/records/records'
import { silentLog } from '../../../server/testing'
import { describeOnBothDatabases } from '../../../server/writes/testing'
import { viewSearch } from '../interface'
import { countNew, newSince } from './view-routes'

const zone = 'UTC'

const viewOf = (search: string, list: keyof typeof viewLists = 'transfers') => ({
  id: 'v',
  list,
  search: viewSearch(new URLSearchParams(search)),
})

describe('What is new in a view', () => {
  const when = { now: Date.parse('2026-11-23T12:00:00Z'), zone }
  const since = '2026-11-23T08:00:00Z'
  const asked = (search: string, list?: keyof typeof viewLists) => newSince(viewOf(search, list), since, when)

  plain('is what changed since, whatever the view sorts by; its dates stay', () => {
    expect(asked('statuses=FAILED&order=ASC&limit=500')).toMatchObject({
      query: { statuses: ['FAILED'], 'updated_at.gt': since },
      order: { by: 'UPDATED_AT', order: 'DESC' },
    })
    expect(asked('x.created=today')?.terms).toContainEqual({ name: 'created_at.gte', values: ['2026-11-23T00:00:00Z'] })
  })
  plain('of records that are pending too long is what became so old since', () => {
    expect(asked('x.pending_over=1h')?.query).toEqual({
      statuses: ['PENDING'],
      'created_at.gt': '2026-11-23T07:00:00.000Z',
    })
  })
  plain('of issuer quotes is what was created since, within the dates of the view', () => {
    const begin = (search: string, now = when.now) =>
      newSince(viewOf(search, 'issuer-quotes'), since, { now, zone })?.query
    expect(begin('x.created=this-month')).toMatchObject({ 'created_range.begin': since })
    expect(begin('x.created=today', Date.parse('2026-11-24T12:00:00Z'))).toMatchObject({
      'created_range.begin': '2026-11-24T00:00:00Z',
    })
  })
  plain('of a view that ended before is nothing, without asking', () => {
    expect(asked('x.created=last-month', 'issuer-quotes')).toBeUndefined()
  })
  plain.each([
    ['updated_at.gt=2026-11-23T07:00:00Z', since],
    ['updated_at.gt=2026-11-23T09:00:00Z', '2026-11-23T09:00:00Z'],
    ['x.updated_at.gt=2026-11-23T07:00:00Z', since],
    ['x.updated_at.gt=2026-11-23T08:00:00.000000001Z', '2026-11-23T08:00:00.000000001Z'],
  ])('in a view of %s begins at the later of both times', (search, from) => {
    expect(asked(search)?.query).toMatchObject({ 'updated_at.gt': from })
  })
  plain('in a view of records pending too long begins at the later of both times', () => {
    const created = (search: string) => asked(`x.pending_over=1h&${search}`)?.query
    expect(created('created_at.gt=2026-11-23T06:00:00Z')).toMatchObject({ 'created_at.gt': '2026-11-23T07:00:00.000Z' })
    expect(created('x.created_at.gt=2026-11-23T08:00:00Z')).toMatchObject({ 'created_at.gt': '2026-11-23T08:00:00Z' })
  })
})

describeOnBothDatabases('The count of a view', (bench) => {
  const { test } = bench
  const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
  const now = Date.parse('2026-11-23T12:00:00Z')
  const rows = Array.from({ length: 150 }, (_, at) => ({
    id: `t${at}`,
    status: at % 3 === 0 ? 'COMPLETED' : 'PENDING',
    asset: at % 2 === 0 ? 'USDG' : 'USD',
    type: at % 5 === 0 ? 'WIRE_DEPOSIT' : 'CRYPTO_WITHDRAWAL',
    amount: String(at),
    created_at: new Date(now - 200 * 60_000).toISOString(),
    updated_at: new Date(now - at * 60_000).toISOString(),
  }))
  const open = () => {
    const source = { database: bench.database(), clock: bench.clock, encryption: bench.ledger().encryption }
    const records = new Records({ ...source, log: silentLog })
    return { records, recordList: new RecordList(source) }
  }
  const count = (view: ReturnType<typeof viewOf>, since: string, opened = open()) =>
    countNew(owner, view, since, { ...opened, subject: 's', zone, now, signal: new AbortController().signal })
  const since = new Date(now - 90 * 60_000 - 30_000).toISOString()

  test('is that of the records that match and changed since, once all of these have been read', async () => {
    const opened = open()
    expect(await count(viewOf(''), since, opened)).toBeUndefined()
    await opened.records.rows.begin(owner, now - 60_000)
    expect(await count(viewOf(''), since, opened), 'history is still being read').toBeUndefined()
    await opened.records.rows.lease(owner, 'a test')
    const progress = { holder: 'a test', from: now - 24 * 3_600_000 }
    const texts = rows.map((row) => JSON.stringify(row))
    const signal = new AbortController().signal
    await opened.records.take('listTransfers', owner, texts, { by: 'history', progress, signal })
    for (const search of ['', 'statuses=COMPLETED', 'type=WIRE_DEPOSIT&x.statuses=COMPLETED', 'x.asset=USDG']) {
      const { request } = listRequest('listTransfers', new URLSearchParams(search), { now, zone })
      if (!request) throw new Error(`${search} is refused.`)
      const expected = rows.filter(
        (row) => row.updated_at > since && unmetTerms(request, readTransfer(row)).length === 0,
      ).length
      expect(expected).toBeGreaterThan(5)
      expect(await count(viewOf(search), since, opened), search).toEqual({ view: 'v', count: expected, is_more: false })
    }
    const all = new Date(now - 160 * 60_000).toISOString()
    expect(await count(viewOf(''), all)).toEqual({ view: 'v', count: 99, is_more: true })
    expect(await count(viewOf('x.destination_address=nowhere'), since)).toMatchObject({ count: 0, is_more: false })
    expect(await count(viewOf('x.note=refund'), since)).toBeUndefined()
    await expect(count(viewOf('statuses=SOON'), since)).rejects.toMatchObject({ problem: { status: 400 } })
    await expect(count(viewOf('x.created=last-8d'), since)).rejects.toMatchObject({ problem: { status: 400 } })
  })
})
