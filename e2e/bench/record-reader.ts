/**
 * Reads a provider's transfers once, in a process of its own: `walk` page by page, `import` into a database of its own, of
 * which it then asks what pages do. Words: address, manner, rounds of each question. Prints its figures as JSON.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openDatabase } from '../../lib/database/open'
import { checkedList } from '../../lib/features/checked-list'
import { TransferTotals } from '../../lib/features/overview/server/totals'
import { systemClock } from '../../lib/server/clock'
import { Encryption } from '../../lib/server/encryption/encryption'
import { Follower } from '../../lib/server/records/follower'
import { readList } from '../../lib/server/records/page-rows'
import { RecordList } from '../../lib/server/records/record-list'
import { Records } from '../../lib/server/records/records'
import { settingsFor, silentLog } from '../../lib/server/testing'
import { Upstreams } from '../../lib/server/upstream/upstream'
import { secrets } from '../processes'

/** `asked`: milliseconds of each question, by its name. */
export type Reading = {
  rows: number
  millis: number
  megabytes: number
  bytes: number
  asked: Record<string, number[]>
}

const [url = '', manner, rounds] = process.argv.slice(2)
const clock = systemClock
const credential = { baseUrl: url, authUrl: url, clientSecret: secrets.demo }
const upstream = new Upstreams({ settings: settingsFor(credential), clock }).of('sandbox')
const { owner } = upstream
const { signal } = new AbortController()
const caller = { kind: 'background', subject: 'benchmark' } as const

async function walk(): Promise<Reading> {
  const began = performance.now()
  const query = { 'created_at.lt': new Date(clock.now()).toISOString(), order_by: 'CREATED_AT', order: 'DESC' }
  let rows = 0
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const asked = { ...query, limit: 1_000, ...(cursor && { page_cursor: cursor }) }
    const page: Awaited<ReturnType<typeof readList>> = await readList(upstream, 'listTransfers', asked, {
      caller,
      clock,
      signal,
    })
    // As much of each as whoever reads it must know.
    for (const row of page.rows) rows += row.text.length > 0 ? 1 : 0
    cursor = page.next || undefined
  }
  return { rows, millis: performance.now() - began, megabytes: 0, bytes: 0, asked: {} }
}

async function imported(): Promise<Reading> {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-bench-records-'))
  const database = openDatabase({ dataFolder: folder })
  await migrate(database)
  const encryption = new Encryption({ secret: 'a-secret-of-the-benchmark' })
  const records = new Records({ database, clock, encryption, log: silentLog })
  const list = new RecordList({ database, encryption })
  const follower = new Follower({ upstream, records, clock, log: silentLog })
  const before = process.memoryUsage().rss
  const began = performance.now()
  follower.start()
  while (!(await records.rows.reading(owner))?.isWhole) await new Promise((done) => setTimeout(done, 20))
  const millis = performance.now() - began
  const megabytes = (process.memoryUsage().rss - before) / 1e6
  await follower.close()

  const asked: Reading['asked'] = {}
  const options = { subject: 'benchmark', signal }
  async function ask(name: string, act: (round: number) => Promise<unknown>) {
    const times: number[] = []
    for (let round = 0; round < Number(rounds); round++) {
      const start = performance.now()
      await act(round)
      times.push(performance.now() - start)
    }
    asked[name] = times
  }
  const now = Date.UTC(2026, 10, 1)
  const searches = [
    'x.amount.gte=1000&x.amount.lte=2000',
    'statuses=FAILED&x.asset=usd&x.direction=CREDIT',
    'x.pending_over=1d',
    'type=WIRE_DEPOSIT&x.statuses=PENDING&x.created=last-30d',
    'x.destination_address=0x52908400098527886E0F7030069857D2E4169EE7',
    'x.metadata=invoice%3DINV-77',
  ]
  const requestOf = (search: string) => {
    const { request, errors } = checkedList('listTransfers', new URLSearchParams(search), { now, zone: 'UTC' })
    if (!request) throw new Error(JSON.stringify(errors))
    return request
  }
  for (const search of searches) {
    await ask(`a page of ${search}`, () => list.page(owner, requestOf(search), 100, options))
    await ask('  its count', () => list.count(owner, requestOf(search), 1_000, options))
    asked[`  its count, ${search.slice(0, 20)}`] = asked['  its count'] ?? []
    delete asked['  its count']
  }
  await ask('figures of 30 days', async (round) => {
    const to = now - (round % 10) * 30 * 86_400_000
    const totals = new TransferTotals([to - 30 * 86_400_000])
    for await (const facts of list.transferFacts(owner, { from: to - 30 * 86_400_000, to }, options))
      for (const one of facts) totals.add(one)
  })
  const ids = (await list.page(owner, requestOf(''), 1_000, options)).rows.flatMap(({ id }) => id ?? [])
  await ask('a movement', (round) => records.rows.movements.of(owner, [ids[round * 7] ?? '']))
  await ask('a page of movements', () => records.rows.movements.page(owner, {}, 100))
  await ask('a part of an identifier', (round) =>
    records.search.matching(owner, { kind: 'partial', start: '', end: (ids[round] ?? '').slice(-6), of: 'uuid' }),
  )
  const { count = 0 } = (await list.count(owner, requestOf(''), 1, options)) ?? {}
  const bytes = statSync(join(folder, 'console.sqlite')).size
  await database.destroy()
  rmSync(folder, { recursive: true, force: true })
  return { rows: count, millis, megabytes, bytes, asked }
}

console.log(JSON.stringify(await (manner === 'walk' ? walk() : imported())))
process.exit(0)
