/**
 * Every filter of both lists, alone and combined, requested through the built console and compared with a plain filter of
 * the same rows in memory. That filter shares no code with the product.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demo, startDemo } from '../processes'
import { type Browser, demoBrowser } from '../session'

type Row = Record<string, string> & { secondary_status?: { name: string } }
type Pairs = [string, string][]

/** What one value of a filter asks of a row. */
const field: Record<string, (row: Row) => string | undefined> = {
  profile_ids: (row) => row.profile_id,
  identity_ids: (row) => row.identity_id,
  ref_ids: (row) => row.ref_id,
  account_ids: (row) => row.account_id,
  ids: (row) => row.id,
  type: (row) => row.type,
  group_ids: (row) => row.group_id,
  crypto_tx_hashes: (row) => row.crypto_tx_hash,
  statuses: (row) => row.status,
  secondary_statuses: (row) => row.secondary_status?.name,
  profile_id: (row) => row.profile_id,
  status: (row) => row.status,
}
const alone = ['profile_ids', 'identity_ids', 'ref_ids', 'account_ids', 'ids', 'type']
const free = ['group_ids', 'crypto_tx_hashes', 'statuses', 'secondary_statuses']
const times = ['created_at', 'updated_at'].flatMap((time) =>
  ['lt', 'lte', 'eq', 'gte', 'gt'].map((by) => `${time}.${by}`),
)

/** The service writes every time in UTC with nine digits or fewer: as text of one length they sort as they are. */
const padded = (time = '') => {
  const [whole = '', fraction = ''] = time.replace('Z', '').split('.')
  return `${whole}.${fraction.padEnd(9, '0')}`
}

function compares(time: string | undefined, by: string, bound: string): boolean {
  const [left, right] = [padded(time), padded(bound)]
  if (by === 'lt') return left < right
  if (by === 'lte' || by === 'end') return left <= right
  if (by === 'gte' || by === 'begin') return left >= right
  return by === 'gt' ? left > right : left === right
}

/** Each name's values are alternatives; all names must hold. */
function holds(row: Row, asked: Pairs): boolean {
  return [...new Set(asked.map(([name]) => name))].every((name) => {
    const values = asked.filter(([other]) => other === name).map(([, value]) => value)
    const read = field[name]
    if (read) return values.includes(read(row) ?? '')
    const [what = '', by = ''] = name.split('.')
    return values.every((bound) => compares(row[what === 'created_range' ? 'created_at' : what], by, bound))
  })
}

class List {
  constructor(
    readonly browser: Browser,
    readonly path: string,
    readonly items: string,
  ) {}

  async ask(asked: Pairs) {
    return this.browser(`${this.path}?${new URLSearchParams(asked)}`)
  }

  /** All rows of a filter, page by page. */
  async walk(asked: Pairs): Promise<Row[]> {
    const rows: Row[] = []
    for (let cursor = ''; ; ) {
      const answer = await this.ask([
        ...asked,
        ['limit', '1000'],
        ...(cursor ? ([['page_cursor', cursor]] as Pairs) : []),
      ])
      expect(answer.status, JSON.stringify(asked)).toBe(200)
      const page = await answer.json()
      rows.push(...page[this.items])
      if (page[this.items].length < 1000) return rows
      cursor = page.next_page_cursor
    }
  }
}

let demo: Demo
let browser: Browser
let transfers: { list: List; rows: readonly Row[] }

beforeAll(async () => {
  demo = await startDemo(2_000)
  browser = await demoBrowser(demo.console.url, 'support')
  const list = new List(browser, '/api/sandbox/v2/transfer/transfers', 'items')
  const rows = await list.walk([])
  expect(rows).toHaveLength(demo.transfers)
  transfers = { list, rows }
}, 120_000)

afterAll(() => demo?.stop())

/** A few existing values, spread over the whole list, and a missing one if any text is allowed. */
function valuesOf(rows: readonly Row[], name: string): string[] {
  const there = [...new Set(rows.map((row) => field[name]?.(row)).filter((value) => value !== undefined))]
  const chosen = (/type|status/.test(name) ? [0.1, 0.6] : [0.1, 0.5, 0.9]).map(
    (part) => there[Math.floor(there.length * part)] ?? '',
  )
  return [...new Set(chosen)].concat(/type|status/.test(name) ? [] : ['nobody-has-this'])
}

/** The middle of the list as a bound; the other end of a range is a third of the list away. */
function boundsOf(rows: readonly Row[], name: string): Pairs {
  const [what = '', by = ''] = name.split('.')
  const sorted = rows.map((row) => row[what] ?? '').sort((a, b) => (padded(a) < padded(b) ? -1 : 1))
  return [[name, sorted[Math.floor(sorted.length * (by.startsWith('l') ? 0.7 : by === 'eq' ? 0.5 : 0.3))] ?? '']]
}

async function sameAs(list: List, rows: readonly Row[], asked: Pairs): Promise<number> {
  const found = await list.walk(asked)
  const expected = rows.filter((row) => holds(row, asked)).map(({ id }) => id)
  expect(found.map(({ id }) => id).sort(), JSON.stringify(asked)).toEqual(expected.sort())
  return found.length
}

test('each filter of transfers, alone and in every allowed pair, returns the rows of a plain filter', async () => {
  const { list, rows } = transfers
  const part = (name: string): Pairs =>
    name.includes('.') ? boundsOf(rows, name) : valuesOf(rows, name).map((value) => [name, value])

  for (const name of [...alone, ...free, ...times])
    expect(await sameAs(list, rows, part(name)), name).toBeGreaterThan(0)

  const pairs = [
    ...alone.flatMap((name) => times.map((time) => [name, time])),
    ...free.flatMap((name, index) => [...free.slice(index + 1), ...times].map((other) => [name, other])),
    ...times.flatMap((name, index) => times.slice(index + 1).map((other) => [name, other])),
  ]
  expect(pairs).toHaveLength(6 * 10 + 6 + 4 * 10 + 45)
  let hits = 0
  for (const [one = '', other = ''] of pairs) if ((await sameAs(list, rows, [...part(one), ...part(other)])) > 0) hits++
  // Most pairs must find something, or the comparison says nothing.
  expect(hits).toBeGreaterThan(100)
})

test('each forbidden pair of filters is refused at its field and not sent to the service', async () => {
  const { list, rows } = transfers
  const value = (name: string): [string, string] => [name, valuesOf(rows, name)[0] ?? '']
  const forbidden = alone.flatMap((name, index) => [...alone.slice(index + 1), ...free].map((other) => [name, other]))
  expect(forbidden).toHaveLength(15 + 24)
  for (const [one = '', other = ''] of forbidden) {
    const answer = await list.ask([value(one), value(other)])
    expect(answer.status).toBe(400)
    const { errors } = await answer.json()
    expect(errors).toEqual([{ field: other, message: `Combine ${one} only with time filters, not with ${other}.` }])
  }
  for (const [name = '', by] of times.map((time) => [time, time.startsWith('created') ? 'UPDATED_AT' : 'CREATED_AT'])) {
    const answer = await list.ask([...boundsOf(rows, name), ['order_by', by ?? '']])
    expect([answer.status, (await answer.json()).errors?.[0]?.field]).toEqual([400, name])
  }
})

test('each filter of issuer quotes, alone and in pairs, returns the rows of a plain filter in both orders', async () => {
  const list = new List(browser, '/api/sandbox/v2/issuer-quotes', 'issuer_quote_executions')
  const rows = await list.walk([])
  expect(rows.length).toBeGreaterThan(100)
  const at = (part: number) => rows[Math.floor(rows.length * part)]?.created_at ?? ''
  const parts: Pairs[] = [
    [['profile_id', valuesOf(rows, 'profile_id')[0] ?? '']],
    [['status', 'COMPLETE']],
    [
      ['status', 'PENDING'],
      ['status', 'FAILED'],
    ],
    // Newest first: the earlier time comes later in the list. The range includes both ends.
    [['created_range.begin', at(0.7)]],
    [['created_range.end', at(0.3)]],
  ]
  for (const part of parts) expect(await sameAs(list, rows, part), JSON.stringify(part)).toBeGreaterThan(0)
  for (const [index, one] of parts.entries())
    for (const other of parts.slice(index + 1)) {
      if (one[0]?.[0] === other[0]?.[0]) continue
      await sameAs(list, rows, [...one, ...other])
      const ascending = await list.walk([...one, ...other, ['order', 'ASC']])
      const descending = await list.walk([...one, ...other, ['order', 'DESC']])
      expect(ascending.map(({ id }) => id).reverse()).toEqual(descending.map(({ id }) => id))
    }
})
