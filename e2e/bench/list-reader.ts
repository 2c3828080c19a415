/**
 * Reads a whole list once, in a process of its own, so that its memory is measured alone. Words: address, manner (`serial`,
 * `slices`, `scan`), pages at once. Prints its figures as JSON; memory only if Node lets it collect garbage.
 */
import { createHash } from 'node:crypto'
import { systemClock } from '../../lib/server/clock'
import { createLog } from '../../lib/server/http/log'
import { ListScans } from '../../lib/server/scans/list-scans'
import { listSource } from '../../lib/server/scans/list-source'
import type { ListRow } from '../../lib/server/scans/page-rows'
import type { ScanBatch } from '../../lib/server/scans/scan-source'
import { serialWalk } from '../../lib/server/scans/serial-walk'
import { Pace } from '../../lib/server/scans/throttle'
import { settingsFor } from '../../lib/server/testing'
import { Upstreams } from '../../lib/server/upstream/upstream'
import { secrets } from '../processes'

export type Reading = { millis: number; firstMillis: number; rows: number; digest: string; megabytes: number }

const [url = '', manner, atOnce] = process.argv.slice(2)
const credential = { baseUrl: url, authUrl: url, clientSecret: secrets.demo }
const upstreams = new Upstreams({ settings: settingsFor(credential), clock: systemClock })
const { signal } = new AbortController()
const workers = Number(atOnce)
const caller = { kind: 'background', subject: 'benchmark' } as const
const options = { clock: systemClock, signal, workers, pace: new Pace(systemClock, workers) }
const query = (from?: number, to?: number) => ({
  ...(from !== undefined && { 'created_at.gte': new Date(from).toISOString() }),
  ...(to !== undefined && { 'created_at.lt': new Date(to).toISOString() }),
  order: 'DESC' as const,
})

function serial(from?: number, to?: number): AsyncGenerator<ScanBatch<ListRow>> {
  const upstream = upstreams.of('sandbox')
  const { source, range } = listSource(upstream, 'listTransfers', query(from, to), {
    caller,
    patience: 0,
    rowsPerPage: 1_000,
  })
  return serialWalk(source, range, options)
}

/** As it is usually done: the year in equal slices, each read serially, joined when all are there. */
async function* slices(): AsyncGenerator<ScanBatch<ListRow>> {
  const [end, year] = [Date.UTC(2026, 10, 1), 365 * 86_400_000]
  const width = Math.ceil(year / workers / 1_000) * 1_000
  const parts = await Promise.all(
    Array.from({ length: workers }, async (_, index) => {
      const batches: ScanBatch<ListRow>[] = []
      for await (const batch of serial(end - (index + 1) * width, end - index * width)) batches.push(batch)
      return batches
    }),
  )
  yield* parts.flat()
}

function scanned(): AsyncGenerator<ScanBatch<ListRow>> {
  const scans = new ListScans({ clock: systemClock, log: createLog('silent'), upstreams })
  return scans.read({ environment: 'sandbox', list: 'listTransfers', query: {}, caller, workers }, signal)
}

/** What is still in use: the rest of the heap is waiting to be freed. */
function megabytes(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

const hash = createHash('sha256')
const before = megabytes()
let [most, rows, firstMillis, batches] = [0, 0, 0, 0]
const began = performance.now()
for await (const batch of manner === 'serial' ? serial() : manner === 'slices' ? slices() : scanned()) {
  if (batch.kind !== 'rows') throw new Error(batch.reason)
  if (rows === 0 && batch.rows.length > 0) firstMillis = performance.now() - began
  rows += batch.rows.length
  for (const { id } of batch.rows) hash.update(id ?? '')
  batches += 1
  if (globalThis.gc && (batches === 1 || batches % 8 === 0)) most = Math.max(most, megabytes() - before)
}
const reading: Reading = {
  millis: performance.now() - began,
  firstMillis,
  rows,
  digest: hash.digest('hex'),
  megabytes: most,
}
console.log(JSON.stringify(reading))
process.exit(0)
