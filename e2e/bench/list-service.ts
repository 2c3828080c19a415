/**
 * A provider with one list and nothing else, for measuring readers: each page takes the given time beside its transfer.
 * Words: rows, shape (`uniform`, or `burst`: 90 % of the rows in 2 % of the year), milliseconds. Prints its port.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRandom } from '../../lib/sandbox/random'

const [count, shape, millis] = [Number(process.argv[2]), process.argv[3], Number(process.argv[4])]
const [year, end] = [365 * 86_400_000, Date.UTC(2026, 10, 1)]

const random = createRandom(7)
function moment(): number {
  const part = random.below(1_000_000_000) / 1_000_000_000
  if (shape === 'uniform' || random.below(10) === 0) return part
  return 0.4 + part * 0.02
}
/** Newest first. */
const times = Float64Array.from({ length: count }, () => end - year + Math.floor(moment() * year))
  .sort()
  .reverse()

/** The status of one transfer in two hundred, each. */
const statuses = ['FAILED', 'PENDING']

/** A transfer of the usual length. */
function rowAt(index: number): string {
  const id = (kind: number) => `${kind}0000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`
  const at = new Date(times[index] ?? 0).toISOString()
  return `{"id":"${id(1)}","customer_id":"${id(2)}","profile_id":"${id(3).slice(0, -3)}000","identity_id":"${id(4)}","account_id":"${id(5)}","ref_id":"${id(6)}","amount":"${index}.25","total":"${index}.25","fee":"0","asset":"USD","direction":"CREDIT","type":"WIRE_DEPOSIT","status":"${statuses[index % 200] ?? 'COMPLETED'}","created_at":"${at}","updated_at":"${at}","metadata":{"invoice":"INV-${index}"},"memo":"Invoice ${index}","fiat_account_id":"${id(7)}","notional_value":"${index}.25"}`
}

/** All rows, each with a comma, and where each begins: made before, so that a page takes the given time and little more. */
const rowTexts = Array.from({ length: count }, (_, index) => Buffer.from(`${rowAt(index)},`))
const starts = new Uint32Array(count + 1)
for (const [index, { length }] of rowTexts.entries()) starts[index + 1] = (starts[index] ?? 0) + length
const rows = Buffer.concat(rowTexts)

/** The first row older than a time. */
function firstBefore(time: number): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? 0) < time) high = middle
    else low = middle + 1
  }
  return low
}

function page(search: URLSearchParams): { status: number; body: string | Buffer } {
  // Nothing changes.
  if (search.has('updated_at.gte')) return { status: 200, body: '{"items":[],"next_page_cursor":""}' }
  const bound = (name: string, otherwise: number) => Date.parse(search.get(name) ?? '') || otherwise
  const [from, to] = [bound('created_at.gte', 0), bound('created_at.lt', Number.MAX_SAFE_INTEGER)]
  const limit = Number(search.get('limit'))
  const [start = firstBefore(to), ...query] = (search.get('page_cursor')?.split(' ') ?? []).map(Number)
  if (query.length > 0 && (query[0] !== from || query[1] !== to))
    return { status: 400, body: '{"title":"The cursor belongs to another query."}' }
  const stop = Math.max(start, Math.min(start + limit, firstBefore(from)))
  const cursor = stop - start === limit ? `${stop} ${from} ${to}` : ''
  // Without the last comma.
  const items = rows.subarray(starts[start], Math.max(starts[start] ?? 0, (starts[stop] ?? 0) - 1))
  return {
    status: 200,
    body: Buffer.concat([Buffer.from('{"items":['), items, Buffer.from(`],"next_page_cursor":"${cursor}"}`)]),
  }
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
  const answer = (status: number, body: string | Buffer) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  if (pathname === '/oauth2/token') answer(200, '{"access_token":"a-token","token_type":"bearer","expires_in":3600}')
  else {
    const { status, body } = page(searchParams)
    setTimeout(() => answer(status, body), millis)
  }
})
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
