/** The scan of a whole list, beside the serial walk and equal slices, at a provider that takes 80 ms for a page. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startProcess, startSandbox } from '../processes'
import type { Reading } from './list-reader'

const root = join(import.meta.dirname, '..', '..')
const tsx = ['--import', 'tsx']
const pageMillis = 80

/** A way of reading: how, and pages at once. `aim`: times as fast as the serial walk. */
const ways = [
  { name: 'one page after the other', manner: 'serial', workers: 1 },
  { name: '8 equal slices', manner: 'slices', workers: 8 },
  { name: 'scan, 4 pages at once', manner: 'scan', workers: 4 },
  { name: 'scan, 8 pages at once', manner: 'scan', workers: 8, aim: 5 },
  { name: 'scan, 16 pages at once', manner: 'scan', workers: 16, aim: 7.5 },
] as const

/** Reads the list in a process of its own. @param node flags of Node */
async function read(url: string, { manner, workers }: { manner: string; workers: number }, node: string[] = []) {
  const words = [...node, ...tsx, join(root, 'e2e/bench/list-reader.ts'), url, manner, String(workers)]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root })
  return JSON.parse(stdout) as Reading
}

/** A service of lists, and how many pages it was asked for since the last time. */
async function startLists(rows: number, shape: string) {
  const words = [...tsx, join(root, 'e2e/bench/list-service.ts'), String(rows), shape, String(pageMillis)]
  const process = startProcess(words, {})
  while (!process.printed().includes('\n'))
    await Promise.race([process.exited, new Promise((done) => setTimeout(done, 50))])
  const url = `http://127.0.0.1:${process.printed().trim()}`
  const requests = async () => Number(await (await fetch(`${url}/requests`)).text())
  return { url, requests, stop: process.stop }
}

async function* linesOf(rows: number, shape: string): AsyncGenerator<string> {
  const service = await startLists(rows, shape)
  try {
    yield `${rows.toLocaleString('en-GB')} transfers, ${shape}, at load ${loadavg()[0]?.toFixed(1)}`
    let serial: { millis: number; requests: number; digest: string } | undefined
    for (const way of ways) {
      const { millis, firstMillis, digest, rows: found } = await read(service.url, way)
      const requests = await service.requests()
      serial ??= { millis, requests, digest }
      if (found !== rows || digest !== serial.digest)
        throw new Error(`${way.name}: the rows are not those of the walk.`)
      const { megabytes } = await read(service.url, way, ['--expose-gc'])
      await service.requests()
      const times = (serial.millis / millis).toFixed(1)
      const more = (100 * (requests / serial.requests - 1)).toFixed(0)
      const aim = 'aim' in way ? ` (aim ${way.aim}x; at most +35 % and 80 MB)` : ''
      yield `  ${way.name.padEnd(26)} ${(millis / 1000).toFixed(1).padStart(5)} s, ${times.padStart(4)}x; first row ${firstMillis.toFixed(0)} ms; ${requests} pages, +${more} %; ${megabytes.toFixed(0)} MB${aim}`
    }
  } finally {
    await service.stop()
  }
}

/** The sandbox itself, whose transfers lie evenly over its days. */
async function* sandboxLines(rows: number): AsyncGenerator<string> {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-scan-'))
  const { sandbox, control, answers } = await startSandbox(folder, rows)
  try {
    await answers()
    await control('PUT', '/clients/demo-client/stress', {
      latency: [{ operation: 'listTransfers', millis: pageMillis }],
    })
    const [serial, scan] = [await read(sandbox.url, ways[0]), await read(sandbox.url, ways[3])]
    if (serial.digest !== scan.digest) throw new Error('The rows are not those of the walk.')
    const times = (serial.millis / scan.millis).toFixed(1)
    yield `${rows.toLocaleString('en-GB')} transfers of the sandbox`
    yield `  ${ways[3].name.padEnd(26)} ${(scan.millis / 1000).toFixed(1).padStart(5)} s, ${times.padStart(4)}x`
  } finally {
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @yields a line a measurement, as soon as it is known */
export async function* benchScan(rows: number): AsyncGenerator<string> {
  yield* linesOf(rows, 'uniform')
  yield* linesOf(rows, 'burst')
  yield* sandboxLines(rows)
}
