import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transfer } from '../provider/transfers'
import { createRandom } from './random'
import { anchor, type Service, startService } from './testing'
import { timestampOf } from './timestamps'

let service: Service
beforeAll(async () => {
  service = await startService(300)
})
afterAll(() => service.stop())

const path = '/v2/transfer/transfers'
type Page = { items: Transfer[]; next_page_cursor: string }
const page = async (query: string): Promise<Page> => {
  const reply = await service.ask(`${path}?${query}`)
  expect([reply.status, reply.body.detail]).toEqual([200, undefined])
  return reply.body as unknown as Page
}

/** Reads every page of a list and calls `between` after each. */
async function walk(query: string, between: () => void = () => {}): Promise<string[]> {
  const ids: string[] = []
  for (let cursor = '', isFirst = true; isFirst || cursor; isFirst = false) {
    const { items, next_page_cursor } = await page(cursor ? `${query}&page_cursor=${cursor}` : query)
    ids.push(...items.map(({ id }) => id))
    cursor = next_page_cursor
    if (cursor) between()
  }
  return ids
}

const random = createRandom(11)
/** A transfer with a new group, which no seeded transfer has. */
function add(group: string, at: number, updated = at): string {
  const id = random.uuid()
  service.store.addTransfer({
    id,
    customer_id: 'c',
    profile_id: 'p',
    amount: '1.00',
    total: '1.00',
    fee: '0.00',
    asset: 'USD',
    direction: 'CREDIT',
    type: 'RTP_DEPOSIT',
    status: 'PENDING',
    created_at: timestampOf(at),
    updated_at: timestampOf(updated),
    account_id: group,
    group_id: group,
  })
  return id
}
const now = anchor * 1000

describe('paging over many rows of the same time', () => {
  let group = ''
  let ids: string[] = []
  beforeEach(() => {
    group = random.uuid()
    ids = Array.from({ length: 50 }, () => add(group, now, now + 5))
  })

  test.each(['group_ids', 'account_ids'])(
    'by %s gives each once, in the order of arrival, forth and back',
    async (filter) => {
      for (const by of ['CREATED_AT', 'UPDATED_AT'])
        for (const limit of [1, 7, 10, 49, 50, 51]) {
          const query = `${filter}=${group}&order_by=${by}&limit=${limit}`
          expect(await walk(`${query}&order=ASC`)).toEqual(ids)
          expect(await walk(`${query}&order=DESC`)).toEqual([...ids].reverse())
        }
    },
  )

  test('loses and repeats nothing while rows of that time are added', async () => {
    const arrived: string[] = []
    const arrive = () => {
      if (arrived.length < 20) arrived.push(add(group, now, now + 5))
    }
    expect(await walk(`account_ids=${group}&limit=7&order=ASC`, arrive)).toEqual([...ids, ...arrived])
    const before = [...ids, ...arrived].reverse()
    arrived.length = 0
    // Newest first, new rows come before the first page.
    expect(await walk(`account_ids=${group}&limit=7`, arrive)).toEqual(before)
  })

  test('loses and repeats nothing while other rows are added', async () => {
    const around = () => {
      add(group, now - 1000)
      add(group, now + 1000)
    }
    const found = await walk(`account_ids=${group}&limit=7&created_at.eq=${timestampOf(now)}`, around)
    expect(found).toEqual([...ids].reverse())
  })
})

describe('a page', () => {
  test('that is full has a cursor even at the end; the next page is empty and has none', async () => {
    const group = random.uuid()
    add(group, now)
    add(group, now)
    const full = await page(`group_ids=${group}&limit=2`)
    expect(full.next_page_cursor).not.toBe('')
    expect(await page(`group_ids=${group}&limit=2&page_cursor=${full.next_page_cursor}`)).toEqual({
      items: [],
      next_page_cursor: '',
    })
  })

  test('that is short has the cursor ""', async () => {
    expect((await page('limit=1000')).next_page_cursor).toBe('')
    expect((await page('ref_ids=nobody')).next_page_cursor).toBe('')
  })
})

describe('a cursor', () => {
  const refused = async (query: string, at = path) => {
    const reply = await service.ask(`${at}?${query}`)
    expect(reply.status).toBe(400)
    expect(reply.body.errors).toEqual([{ field: 'page_cursor', message: expect.stringContaining('filters') }])
  }

  test('is short and needs no escaping', async () => {
    const { next_page_cursor } = await page('limit=5')
    expect(next_page_cursor).toMatch(/^[\w-]{32}$/)
  })

  test('is valid with another limit, reordered values and explicit defaults', async () => {
    const query = 'type=WIRE_DEPOSIT&type=CRYPTO_DEPOSIT'
    const { next_page_cursor } = await page(`${query}&limit=5`)
    const expected = (await page(`${query}&limit=8`)).items.slice(5)
    for (const same of [query, 'type=CRYPTO_DEPOSIT&type=WIRE_DEPOSIT', `${query}&order=DESC&order_by=CREATED_AT`])
      expect((await page(`${same}&limit=3&page_cursor=${next_page_cursor}`)).items).toEqual(expected)
  })

  test('is refused with other filters or another order', async () => {
    const { next_page_cursor } = await page('type=WIRE_DEPOSIT&limit=2')
    const cursor = `page_cursor=${next_page_cursor}`
    for (const other of [
      '',
      'type=CRYPTO_DEPOSIT&',
      'type=WIRE_DEPOSIT&type=CRYPTO_DEPOSIT&',
      'type=WIRE_DEPOSIT&order=ASC&',
      'type=WIRE_DEPOSIT&order_by=UPDATED_AT&order=DESC&',
      'type=WIRE_DEPOSIT&created_at.gte=2020-01-01T00:00:00Z&',
    ])
      await refused(`${other}${cursor}`)
  })

  test('of one list is refused by the other list', async () => {
    const transfers = await page('limit=2')
    await refused(`page_cursor=${transfers.next_page_cursor}`, '/v2/issuer-quotes')
    const quotes = await service.ask('/v2/issuer-quotes?limit=2')
    await refused(`page_cursor=${quotes.body.next_page_cursor}`)
  })

  test('that is invented, truncated or altered is refused', async () => {
    const { next_page_cursor: cursor } = await page('limit=2')
    for (const index of [0, 9, 14, 20, 31]) {
      const letter = cursor[index] === 'A' ? 'B' : 'A'
      await refused(`page_cursor=${cursor.slice(0, index)}${letter}${cursor.slice(index + 1)}`)
    }
    for (const made of [cursor.slice(0, -1), `${cursor}A`, `${cursor}!`, ' ', 'x', 'A'.repeat(32), 'é'])
      await refused(`page_cursor=${encodeURIComponent(made)}`)
    expect((await service.ask(`${path}?page_cursor=`)).status).toBe(400)
  })
})
