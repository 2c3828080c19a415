import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PostFilterLine, PostFilterPlace } from '../../api/console/post-filter'
import type { ScannedList } from '../../api/provider/scanned-lists'
import type { Json } from '../../domain/json'
import { anchor, type Service, startService } from '../../sandbox/testing'
import type { Session } from '../auth/sessions'
import { ListScans } from '../scans/list-scans'
import { openConsole } from '../scans/testing'
import { recordedLog, seededClock, settingsFor } from '../testing'
import { Upstream, Upstreams } from '../upstream/upstream'
import { checkedRequest, type PostFilterOptions, postFilteredLines } from './post-filter'

const clock = seededClock()
let service: Service
beforeAll(async () => {
  service = await startService(2_000)
})
afterAll(() => service.stop())
const stress = async (settings: object) => {
  expect((await service.control('PUT', '/clients/demo-client/stress', settings)).status).toBe(200)
}
beforeEach(() => stress({}))

const paths = { listTransfers: '/v2/transfer/transfers', listIssuerQuotes: '/v2/issuer-quotes' }

/** Every row of a list in an order, as the service gives it. */
async function walked(list: ScannedList, view = ''): Promise<Json[]> {
  const rows: Json[] = []
  for (let cursor = ''; ; ) {
    const { body } = await service.ask(`${paths[list]}?limit=1000&${view}${cursor && `&page_cursor=${cursor}`}`)
    rows.push(...((body.items ?? body.issuer_quote_executions) as Json[]))
    cursor = String(body.next_page_cursor)
    if (!cursor) return rows
  }
}

function scansOf(rowsPerPage: number) {
  const origin = `http://127.0.0.1:${service.port}`
  const upstreams = new Upstreams({ settings: settingsFor({ baseUrl: origin, authUrl: origin }), clock })
  return new ListScans({ clock, log: recordedLog().log, upstreams, rowsPerPage })
}

const session = { subject: 'demo:support', roles: ['support'] } as unknown as Session
const noNotes = { ofRecords: async () => new Map() }

/** Reads a post-filtered list to its end, request by request. */
async function readOn(scans: ListScans, list: ScannedList, search: string) {
  const options: PostFilterOptions = {
    ...{ environment: 'sandbox', session, now: anchor },
    signal: new AbortController().signal,
  }
  const rows: Json[] = []
  const places: PostFilterPlace[] = []
  for (let place: PostFilterPlace | undefined; ; ) {
    const input = { search, zone: 'UTC', now: anchor, ...(place && { place }) }
    const request = checkedRequest(list, input, options)
    let last: PostFilterLine | undefined
    const own: Json[] = []
    for await (const line of postFilteredLines({ scans, recordNotes: noNotes }, request, input, options, () => {})) {
      if (line.kind === 'rows') own.push(...line.rows)
      if (line.kind === 'restart') own.length = 0
      last = line
    }
    rows.push(...own)
    if (last?.kind !== 'end') throw new Error(`Ended with ${JSON.stringify(last)}`)
    if (!last.place) return { rows, places }
    place = last.place
    places.push(place)
  }
}

type Condition = [search: string, isMet: (row: Json) => boolean]
const conditions: Condition[] = [
  ['type=WIRE_DEPOSIT&type=CRYPTO_WITHDRAWAL', ({ type }) => type === 'WIRE_DEPOSIT' || type === 'CRYPTO_WITHDRAWAL'],
  ['statuses=FAILED&statuses=PENDING', ({ status }) => status !== 'COMPLETED'],
  [
    'secondary_statuses=CUSTOMER_REJECTED',
    ({ secondary_status }) => JSON.stringify(secondary_status ?? '').includes('CUSTOMER_REJECTED'),
  ],
  ['x.amount.gte=1000', ({ amount }) => Number(amount) >= 1000],
  ['x.amount.lte=50000.50', ({ amount }) => Number(amount) <= 50_000.5],
  ['x.asset=usd&x.asset=USDC', ({ asset }) => asset === 'USD' || asset === 'USDC'],
  ['x.direction=CREDIT', ({ direction }) => direction === 'CREDIT'],
  [
    'x.network=BASE&x.network=ETHEREUM',
    ({ crypto_network }) => crypto_network === 'BASE' || crypto_network === 'ETHEREUM',
  ],
  [
    'x.pending_over=1d',
    ({ status, created_at }) => status === 'PENDING' && Date.parse(String(created_at)) < anchor - 86_400_000,
  ],
  ['created_at.gte=2026-11-10T00:00:00.5Z', ({ created_at }) => String(created_at) >= '2026-11-10T00:00:00.5'],
  [
    'created_at.lt=2027-01-01T00:00:00Z&x.updated_at.lt=2026-11-18T00:00:00Z',
    ({ updated_at }) => String(updated_at) < '2026-11-18T00:00:00',
  ],
]
const orders = ['', 'order=ASC', 'order_by=UPDATED_AT&order=DESC', 'order_by=UPDATED_AT&order=ASC']

test('any filters of transfers, in any order, give what a filter of all rows in memory gives', async () => {
  const scans = scansOf(40)
  const all = new Map(
    await Promise.all(orders.map(async (view) => [view, await walked('listTransfers', view)] as const)),
  )
  let read = 0
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(conditions, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(...orders),
      async (chosen, view) => {
        const search = [...chosen.map(([part]) => part), view].join('&')
        const { rows, places } = await readOn(scans, 'listTransfers', search)
        read += places.length
        const expected = all.get(view)?.filter((row) => chosen.every(([, isMet]) => isMet(row)))
        expect(rows.map(({ id }) => id)).toEqual(expected?.map(({ id }) => id))
      },
    ),
    { numRuns: 20 },
  )
  // Some of them took more than one request.
  expect(read).toBeGreaterThan(5)
})

test('issuer quotes are post-filtered by amount, asset and reference', async () => {
  const all = await walked('listIssuerQuotes')
  const { asset_type, ref_id } = all.find((row) => row.ref_id) ?? {}
  const { rows } = await readOn(
    scansOf(10),
    'listIssuerQuotes',
    `x.amount.gte=-100000&x.asset=${asset_type}&status=COMPLETE`,
  )
  expect(rows).toEqual(
    all.filter(
      (row) => row.asset_type === asset_type && row.status === 'COMPLETE' && Number(row.principal) >= -100_000,
    ),
  )
  const byReference = await readOn(scansOf(10), 'listIssuerQuotes', `x.ref_ids=${ref_id}`)
  expect(byReference.rows).toEqual(all.filter((row) => row.ref_id === ref_id))
})

describe('the route', () => {
  let console: Awaited<ReturnType<typeof openConsole>>
  beforeAll(async () => {
    console = await openConsole(`http://127.0.0.1:${service.port}`)
  })
  afterAll(() => console.close())

  const linesOf = async (answer: Response): Promise<PostFilterLine[]> =>
    (await answer.text()).split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))

  async function ask(
    search: string,
    more: { role?: 'support' | 'admin'; signal?: AbortSignal; headers?: Record<string, string>; list?: string } = {},
  ) {
    const cookie = await console.signIn(more.role ?? 'support')
    return console.narrowed(cookie, more.list ?? 'transfers', JSON.stringify({ search, zone: 'UTC' }), more)
  }

  test('says first what the provider is asked, then gives rows with what was read, and ends', async () => {
    const answer = await ask('type=WIRE_DEPOSIT&statuses=FAILED&x.amount.gte=100')
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8')
    const [asked, ...lines] = await linesOf(answer)
    expect(asked).toMatchObject({
      kind: 'asked',
      query: { type: ['WIRE_DEPOSIT'] },
      narrowed: ['statuses', 'amount.gte'],
    })
    expect(lines.at(-1)).toEqual({ kind: 'end' })
    const rows = lines.flatMap((line) => (line.kind === 'rows' ? line.rows : []))
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ status, type }) => status === 'FAILED' && type === 'WIRE_DEPOSIT')).toBe(true)
    const total = (await walked('listTransfers', 'type=WIRE_DEPOSIT')).length
    expect(lines.findLast((line) => line.kind === 'rows')).toMatchObject({ read: total })
  })

  test('finds transfers by the text of their notes, as the person may read them', async () => {
    const [first, second] = await walked('listTransfers', 'type=WIRE_DEPOSIT')
    const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
    const writer = { subject: 'oidc:admin', name: 'Ines', roles: ['admin'] } as unknown as Session
    const note = (id: string, record: unknown, text: string) =>
      console.console.recordNotes.add(owner, { id, kind: 'transfer', record: String(record), text }, writer)
    await note(crypto.randomUUID(), first?.id, 'The bank asked for the invoice.')
    await note(crypto.randomUUID(), second?.id, 'Nothing to do')
    const lines = await linesOf(await ask('type=WIRE_DEPOSIT&x.note=ASKED+for'))
    expect(lines.flatMap((line) => (line.kind === 'rows' ? line.rows.map(({ id }) => id) : []))).toEqual([first?.id])
  })

  test.each([
    ['x.amount.gte=many', 'x.amount.gte'],
    ['type=WIRE_DEPOSIT&x.statuses=LOST', 'statuses'],
    ['stauses=FAILED&x.memo=a', 'stauses'],
    ['x.amuont.gte=10', 'x.amuont.gte'],
    ['x.memo=a&order=UP', 'order'],
    ['created_at.gte=soon&x.memo=a', 'created_at.gte'],
  ])('refuses %s at %s before anything is sent', async (search, field) => {
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
    expect((await console.narrowed('', 'transfers', '{"search":"","zone":"UTC"}', {})).status).toBe(401)
  })

  test('ends with a problem that has a request ID, and never silently', async () => {
    await stress({ fail: [{ operation: 'listTransfers', status: 403, times: 9 }] })
    const lines = await linesOf(await ask('x.memo=a'))
    expect(lines.at(-1)).toMatchObject({
      kind: 'problem',
      problem: { status: 403, request_id: expect.stringMatching(/^req_/), title: expect.any(String) },
    })
  })

  test('stops calling the provider within 500 ms when the browser stops reading', async () => {
    let hasEnded = false
    const read = vi.spyOn(Upstream.prototype, 'read').mockImplementation(
      (_, __, { deadline: { signal } }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            hasEnded = true
            reject(signal.reason)
          })
        }),
    )
    try {
      const reader = (await ask('x.memo=a')).body?.getReader()
      await reader?.read()
      const pending = reader?.read()
      await vi.waitFor(() => expect(read).toHaveBeenCalled())
      const began = performance.now()
      await reader?.cancel()
      await pending
      expect(hasEnded).toBe(true)
      expect(performance.now() - began).toBeLessThan(500)
      expect(read).toHaveBeenCalledTimes(1)
    } finally {
      read.mockRestore()
    }
  })

  test('gives its place back when the browser goes away while a line waits to be taken', async () => {
    // As many as one person may read at once.
    for (let left = 0; left < 6; left++) {
      const reader = (await ask('x.amount.gte=1')).body?.getReader()
      // What is asked, and the first rows; then the next line waits.
      await reader?.read()
      await reader?.read()
      await new Promise((resolve) => setTimeout(resolve, 50))
      await reader?.cancel()
    }
    expect((await linesOf(await ask('x.amount.gte=1'))).at(-1)).toMatchObject({ kind: 'end' })
  })
})
