/**
 * The processes of the export benchmark, by the first word: `service` answers any number of transfers, `serial` walks them
 * and writes NDJSON, `fill` keeps them in a database, `export` exports those of a database, `latency` asks a console for its
 * list with and without an export beside it. Each prints one line of JSON.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keepRead, openExports } from '../../lib/features/exports/server/testing/open'
import { openConsole } from '../../lib/features/lookup/server/testing'
import { Encryption } from '../../lib/server/encryption/encryption'
import { Records } from '../../lib/server/records/records'
import { settingsFor, silentLog } from '../../lib/server/testing'

const [role = '', ...words] = process.argv.slice(2)
const print = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`)

/** The newest of the transfers, and milliseconds between two of them. */
const newest = Date.UTC(2026, 10, 1)
const apart = 31_000

/** A transfer of about 640 bytes. */
function transferText(index: number): string {
  const at = new Date(newest - index * apart).toISOString()
  const id = `${index.toString(16).padStart(8, '0')}-4d1c-4f0a-9e2b-7b6a5c4d3e2f`
  return `{"id":"${id}","customer_id":"c1a7e0b2-5f64-4f6e-9a55-2f1de0f4b901","profile_id":"7d0f6a31-94d2-4f7d-8f43-52d3c1c9a0${(index % 90) + 10}","amount":"${index % 9973}.${10 + (index % 90)}","total":"${index % 9973}.${10 + (index % 90)}","fee":"0.00","asset":"USD","direction":"${index % 2 ? 'CREDIT' : 'DEBIT'}","type":"WIRE_DEPOSIT","status":"COMPLETED","created_at":"${at}","updated_at":"${at}","identity_id":"0e9a2c6d-1c4b-4d53-b1a0-61b8d4b7c3f2","account_id":"5b7e9d10-2a3c-4e5f-8a6b-9c0d1e2f3a4b","ref_id":"ref-${index}","metadata":{"invoice":"INV-${index % 7919}"},"group_id":"${id}","memo":"Invoice ${index % 7919}"}`
}

/** Answers lists of transfers by creation time and cursor, after so many milliseconds. */
async function serve(transfers: number, millis: number) {
  const indexAt = (time: string | null, without: number) =>
    time === null ? without : Math.min(transfers, Math.max(0, Math.floor((newest - Date.parse(time)) / apart) + 1))
  const list = (search: URLSearchParams, response: ServerResponse) => {
    // Created before `lt`: of higher index; at or after `gte`: of lower or equal index.
    const from = Number(search.get('page_cursor') ?? indexAt(search.get('created_at.lt'), 0))
    const isChanges = search.has('updated_at.gte')
    const end = isChanges ? 0 : indexAt(search.get('created_at.gte'), transfers)
    const to = Math.max(from, Math.min(end, from + Number(search.get('limit') ?? 100)))
    const texts: string[] = []
    for (let index = from; index < to; index++) texts.push(transferText(index))
    const next = to < end ? String(to) : ''
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(`{"items":[${texts.join(',')}],"next_page_cursor":"${next}"}`)
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://service')
    if (pathname === '/oauth2/token')
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end('{"access_token":"the-token","token_type":"bearer","expires_in":36000}')
    else if (millis > 0) setTimeout(list, millis, searchParams, response)
    else list(searchParams, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  print({ origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
}

const temporary = () => mkdtempSync(join(tmpdir(), 'mintdesk-bench-'))
/** Megabytes that the process had at most. */
const peak = () => Math.round(process.resourceUsage().maxRSS / 1024)
/** Milliseconds of processor time that the process took, in all its threads. */
const processor = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function walk(origin: string) {
  const folder = temporary()
  const file = createWriteStream(join(folder, 'transfers.ndjson'))
  const began = performance.now()
  let rows = 0
  for (let cursor = ''; ; ) {
    const answer = await fetch(`${origin}/v2/transfer/transfers?limit=1000${cursor && `&page_cursor=${cursor}`}`)
    const page = (await answer.json()) as { items: object[]; next_page_cursor: string }
    rows += page.items.length
    if (!file.write(page.items.map((item) => `${JSON.stringify(item)}\n`).join(''))) await once(file, 'drain')
    cursor = page.next_page_cursor
    if (!cursor) break
  }
  await once(file.end(), 'close')
  print({ rows, millis: performance.now() - began, processor: processor(), megabytes: peak() })
  rmSync(folder, { recursive: true })
}

const openOn = (folder: string) => openExports({ folder, leaseMillis: 20_000, partBytes: 2 * 1024 * 1024 })

/** So many transfers, a page at a time. */
function* pagesOf(transfers: number) {
  const page = 10_000
  for (let from = 0; from < transfers; from += page)
    yield Array.from({ length: Math.min(page, transfers - from) }, (_, index) => transferText(from + index))
}

async function fill(transfers: number) {
  const folder = temporary()
  const exports = await openOn(folder)
  for (const texts of pagesOf(transfers)) await exports.keep(texts)
  await exports.close()
  print({ folder })
}

async function exportAll(folder: string, format: 'ndjson' | 'csv') {
  const exports = await openOn(folder)
  const id = await exports.add(newest + 1_000, { format })
  const began = performance.now()
  const job = await exports.ended(id)
  const millis = performance.now() - began
  print({
    rows: job?.row_count,
    state: job?.state,
    reason: job?.reason,
    stored: job?.stored_bytes,
    bytes: job?.bytes,
    millis,
    processor: processor(),
    megabytes: peak(),
  })
  await exports.close()
}

async function measureLists(origin: string, transfers: number, seconds: number) {
  const { console: opened, database, clock, signIn, close } = await openConsole(origin, { upstreamRate: 40 })
  const encryption = new Encryption(settingsFor({ baseUrl: origin, authUrl: origin }))
  const records = new Records({ database, clock, encryption, log: silentLog })
  const { owner } = opened.writes.upstreams.of('sandbox')
  // The service's clock is that of this machine.
  const to = Date.now() + 3_600_000
  for (const texts of pagesOf(transfers)) await keepRead(records, owner, texts, { to })
  const cookie = await signIn('treasury')
  const list = async () => {
    const began = performance.now()
    const answer = await opened.http.proxy(
      new Request('http://localhost:3000/api/sandbox/v2/transfer/transfers?limit=100', { headers: { cookie } }),
    )
    await answer.text()
    return performance.now() - began
  }
  const measure = async () => {
    const times: number[] = []
    for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
      times.push(await list())
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    return times
  }
  await measure()
  const idle = await measure()
  const body = {
    id: randomUUID(),
    list: 'listTransfers',
    search: '',
    zone: 'UTC',
    format: 'csv',
    hasNotes: false,
    hasBom: false,
  }
  const headers = { cookie, origin: 'http://localhost:3000', 'content-type': 'application/json' }
  const request = new Request('http://localhost:3000/api/sandbox/exports', {
    method: 'POST',
    body: JSON.stringify(body),
    headers,
  })
  const answer = await opened.own(request)
  if (answer.status !== 200) throw new Error(await answer.text())
  const beside = await measure()
  const listed = await opened.own(new Request(request.url, { headers: { cookie } }))
  const { exports } = (await listed.json()) as { exports: { rows: number; state: string }[] }
  print({ idle, beside, rows: exports[0]?.rows, state: exports[0]?.state })
  await close()
}

if (role === 'service') await serve(Number(words[0]), Number(words[1]))
if (role === 'serial') await walk(words[0] ?? '')
if (role === 'fill') await fill(Number(words[0]))
if (role === 'export') await exportAll(words[0] ?? '', words[1] === 'csv' ? 'csv' : 'ndjson')
if (role === 'latency') await measureLists(words[0] ?? '', Number(words[1]), Number(words[2]))
if (role !== 'service') process.exit(0)
