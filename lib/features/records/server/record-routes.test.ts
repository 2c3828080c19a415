/** The address of lists in our own database: pages in the provider's own bytes, with their counts. */
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecordsPage } from '../../../api/records'
import type { Role } from '../../../provider/roles'
import { type ScannedList, scannedLists } from '../../../provider/scanned-lists'
import { anchor } from '../../../sandbox/testing'
import type { Session } from '../../../server/auth/sessions'
import { Encryption } from '../../../server/encryption/encryption'
import type { RecordList, WalkOptions } from '../../../server/records/record-list'
import { Records } from '../../../server/records/records'
import { fastClock, seededClock, settingsFor, silentLog } from '../../../server/testing'
import type { Asked } from '../../handlers'
import { openConsole, startProvider } from '../../lookup/server/testing'
import { createRecordLists, type RecordListDependencies } from './record-routes'

const origin = 'http://localhost:3000'
const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const time = (minute: number) => new Date(anchor - 86_400_000 + minute * 60_000).toISOString()
const idOf = (number: number) => `0192e4a0-0000-7000-8000-00000000000${number}`

/** With spaces, an order of members and digits that no object of JavaScript keeps. */
const transferText = (number: number, amount: string, more = '') =>
  `{ "id":"${idOf(number)}",  "amount":"${amount}", "status":"COMPLETED", "type":"WIRE_DEPOSIT", "asset":"USD",
  "created_at":"${time(number)}","updated_at":"${time(9 - number)}", "10":1, "2":12345678901234567890.10${more} }`
/** A record of several lines is sent in one. */
const sentText = (text: string) => text.replace('\n', ' ')
const transfers = [1, 2, 3, 4, 5].map((number) => transferText(number, `${number}000.00`))
const quotes = [1, 2].map((number) =>
  JSON.stringify({ id: `q${number}`, principal: '10', status: 'COMPLETE', created_at: time(number) }),
)

let provider: Awaited<ReturnType<typeof startProvider>>
let opened: Awaited<ReturnType<typeof openConsole>>
let records: Records
beforeAll(async () => {
  provider = await startProvider()
  opened = await openConsole(provider.address)
  const encryption = new Encryption(settingsFor({ baseUrl: '', authUrl: '' }))
  records = new Records({ database: opened.database, clock: seededClock(), encryption, log: silentLog })
  for (const list of scannedLists) {
    await records.lists[list].begin(owner, anchor)
    await records.lists[list].lease(owner, 'a test')
  }
  await take('listTransfers', transfers)
  await take('listIssuerQuotes', quotes)
})
afterAll(async () => {
  await opened.close()
  provider.stop()
})

const take = (list: ScannedList, texts: readonly string[], progress = {}) =>
  records.take(list, owner, texts, {
    by: 'history',
    progress: { holder: 'a test', ...progress },
    signal: new AbortController().signal,
  })

type More = { role?: Role; list?: string; headers?: Record<string, string> }

async function ask(search: string, { role = 'support', list = 'transfers', headers = {} }: More = {}) {
  const cookie = await opened.signIn(role)
  return opened.console.own(
    new NextRequest(`${origin}/api/sandbox/records/${list}`, {
      method: 'POST',
      body: JSON.stringify({ search, zone: 'UTC' }),
      headers: { cookie, origin, 'content-type': 'application/json', ...headers },
    }),
  )
}

async function pageOf(search: string, more?: More): Promise<RecordsPage> {
  const answer = await ask(search, more)
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.json()
}
const idsOf = ({ rows }: RecordsPage) => rows.map(({ id }) => id)

test('a page has the records in the bytes that the provider sent, and says how many match', async () => {
  const answer = await ask('x.amount.gte=2000&x.asset=usd')
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const text = await answer.text()
  const rows = transfers.slice(1).reverse().map(sentText)
  expect(text.startsWith(`{"rows":[${rows.join(',')}],`)).toBe(true)
  const page: RecordsPage = JSON.parse(text)
  expect(page).toMatchObject({ next_page_cursor: '', count: 4, extent: { since: anchor, isReading: true } })
  expect(page.now % 1_000).toBe(0)
})

test.each([
  ['', [4, 3, 2, 1]],
  ['&order=ASC', [1, 2, 3, 4]],
  ['&order_by=UPDATED_AT&order=DESC', [1, 2, 3, 4]],
  ['&order_by=UPDATED_AT&order=ASC', [4, 3, 2, 1]],
])('pages follow each other, each with the count of all: %s', async (order, expected) => {
  const ids: unknown[] = []
  let cursor = ''
  do {
    const page = await pageOf(`x.amount.lte=4000&limit=3${order}${cursor && `&page_cursor=${cursor}`}`)
    expect(page.count).toBe(4)
    ids.push(...idsOf(page))
    cursor = page.next_page_cursor
  } while (cursor)
  expect(ids).toEqual(expected.map(idOf))
})

test('issuer quotes have pages as well', async () => {
  const { rows, next_page_cursor, count } = await pageOf('x.amount.gte=1&limit=1', { list: 'issuer-quotes' })
  expect([rows.map(({ id }) => id), count]).toEqual([['q2'], 2])
  const next = await pageOf(`x.amount.gte=1&limit=1&page_cursor=${next_page_cursor}`, { list: 'issuer-quotes' })
  expect([idsOf(next), next.next_page_cursor]).toEqual([['q1'], ''])
})

test('a page by another order, of another list or of the provider is refused at its cursor', async () => {
  const { next_page_cursor: own } = await pageOf('x.amount.gte=1&limit=1')
  const { next_page_cursor: quote } = await pageOf('x.amount.gte=1&limit=1', { list: 'issuer-quotes' })
  for (const [search, cursor] of [
    ['x.amount.gte=1&order=ASC', own],
    ['x.amount.gte=1&order_by=UPDATED_AT', own],
    ['x.amount.gte=1', quote],
    ['x.amount.gte=1', 'eyJhIjoxfQ'],
    ['x.amount.gte=1', 'WyJsaXN0VHJhbnNmZXJzIl0'],
    ['x.amount.gte=1', 'provider-cursor-2'],
  ]) {
    const answer = await ask(`${search}&page_cursor=${cursor}`)
    expect([cursor, answer.status, await answer.json()]).toEqual([
      ...[cursor, 400],
      expect.objectContaining({
        type: '/problems/invalid-input',
        errors: [
          { field: 'page_cursor', message: 'This page belongs to another list, or to another order of this one.' },
        ],
      }),
    ])
  }
})

test('a page says how far back it is complete, and whether older records are still being read', async () => {
  await take('listTransfers', [], { from: anchor - 5_000, to: anchor + 7_000 })
  const reading = { since: anchor - 5_000, isReading: true, until: anchor + 7_000 }
  expect((await pageOf('x.asset=USD')).extent).toEqual(reading)
  await take('listTransfers', [], { isWhole: true })
  // Those from before are no longer kept.
  expect((await pageOf('x.asset=USD')).extent).toEqual({ since: anchor - 5_000, until: anchor + 7_000 })
  await take('listTransfers', [], { from: -62_167_219_200_000 })
  expect((await pageOf('x.asset=USD')).extent).toEqual({ until: anchor + 7_000 })
})

test('finds transfers by the text of their notes, as the person may read them', async () => {
  const writer = { subject: 'oidc:admin', name: 'Ines', roles: ['admin'] } as unknown as Session
  const texts = ['The bank asked for the invoice.', 'Nothing to do']
  for (const [at, text] of texts.entries())
    await opened.console.recordNotes.add(
      owner,
      { id: crypto.randomUUID(), kind: 'transfer', record: idOf(at + 1), text },
      writer,
    )
  const page = await pageOf('x.note=ASKED+for')
  expect([idsOf(page), page.count]).toEqual([[idOf(1)], 1])
})

test.each([
  ['x.amount.gte=many', 'x.amount.gte'],
  ['type=WIRE_DEPOSIT&x.statuses=LOST', 'statuses'],
  ['stauses=FAILED&x.memo=a', 'stauses'],
  ['x.amuont.gte=10', 'x.amuont.gte'],
  ['x.memo=a&order=UP', 'order'],
  ['x.memo=a&limit=0', 'limit'],
  ['created_at.gte=soon&x.memo=a', 'created_at.gte'],
])('refuses %s at %s', async (search, field) => {
  const answer = await ask(search)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    type: '/problems/invalid-input',
    errors: [{ field: expect.stringContaining(field) }],
  })
})

test('is not for other sites, other lists, or people who are signed out', async () => {
  expect((await ask('x.memo=a', { headers: { origin: 'https://elsewhere.example' } })).status).toBe(403)
  expect((await ask('x.memo=a', { list: 'orders' })).status).toBe(404)
  expect((await ask('x.memo=a', { headers: { cookie: '' } })).status).toBe(401)
})

describe('a list that takes long to search', () => {
  /** Waits until its time has passed. */
  const wait = ({ signal }: WalkOptions) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

  const answerOf = (recordList: Partial<Pick<RecordList, 'page' | 'count'>>) => {
    const clock = fastClock(1_000)
    const upstreams = { of: () => ({ knownTime: () => anchor, now: () => anchor }) }
    const handlers = createRecordLists({
      clock,
      upstreams,
      recordList,
      access: { requireRole: () => undefined },
      records: { extent: async () => undefined },
    } as unknown as RecordListDependencies)
    return handlers.listRecords({
      context: { request: { signal: new AbortController().signal }, trace: {} },
      values: { list: 'transfers' },
      body: { search: 'x.memo=a&limit=1', zone: 'UTC' },
      owner,
      session: { subject: 'oidc:support', roles: ['support'] },
    } as unknown as Asked<'listRecords'>)
  }

  test('is refused with what to do', async () => {
    await expect(answerOf({ page: (_owner, _request, _limit, options) => wait(options) })).rejects.toMatchObject({
      problem: { status: 503, title: 'Searching this list took too long.', detail: expect.stringContaining('filter') },
    })
  })

  test('has its pages without a count if only that takes too long', async () => {
    const answer = await answerOf({
      page: async () => ({ rows: [], next: { time: time(1), id: idOf(1) } }),
      count: (_owner, _request, _most, options) => wait(options),
    })
    const page: RecordsPage = await answer.json()
    expect(page).toEqual({ rows: [], next_page_cursor: expect.stringMatching(/./), now: anchor })
  })
})
