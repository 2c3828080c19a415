/** The speed and memory of an export from our own database beside a serial walk that writes NDJSON, and what it costs the lists. */
import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { bundleForNode } from '../../lib/features/exports/server/testing/bundle'
import { at } from './distant'

type Walk = { rows: number; millis: number; processor: number; megabytes: number }
type Lists = { idle: number[]; beside: number[]; state: string; rows: number }

/** Runs a process of exporting.ts to its first line. */
function start(bundle: string, words: readonly string[]): { child: ChildProcess; line: Promise<string> } {
  const child = spawn(process.execPath, [bundle, ...words], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  const line = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (said.includes('\n')) resolve(said.slice(0, said.indexOf('\n')))
    })
    child.once('exit', () => reject(new Error(`${words[0]} ended without a result.`)))
  })
  return { child, line }
}

/** Starts a service for what follows. @returns its address, and a function that ends it */
async function startService(bundle: string, words: readonly string[]) {
  const { child, line } = start(bundle, ['service', ...words])
  const { origin } = JSON.parse(await line) as { origin: string }
  return { origin, stop: () => child.kill() }
}

/** @param rows of the list @param seconds for which lists are measured @yields a line a measurement, as soon as it is known */
export async function* benchExports(rows: number, seconds: number): AsyncGenerator<string> {
  const bundle = await bundleForNode(join(import.meta.dirname, 'exporting.ts'))
  const result = async <Of>(...words: string[]) => JSON.parse(await start(bundle, words).line) as Of
  const lineOf = (name: string, { rows: read, millis, processor, megabytes }: Walk, idle: Walk) =>
    [
      name.padEnd(24),
      `${Math.round((read / millis) * 1000).toLocaleString('en-GB')} rows/s`,
      `${(((processor - idle.processor) / read) * 1000).toFixed(1)} µs of processor time a row`,
      `${megabytes} MB, ${megabytes - idle.megabytes} MB more than an export of 10 rows`,
      `load ${loadavg()[0]?.toFixed(1)}`,
    ].join('  ')
  const services: { stop: () => void }[] = []
  const folders: string[] = []
  const filled = async (count: number) => {
    const { folder } = await result<{ folder: string }>('fill', String(count))
    folders.push(folder)
    return folder
  }
  const serviceOf = async (count: number, millis: number) => {
    const service = await startService(bundle, [String(count), String(millis)])
    services.push(service)
    return service.origin
  }
  try {
    const idle = await result<Walk>('export', await filled(10), 'ndjson')
    const serial = await result<Walk>('serial', await serviceOf(rows, 0))
    yield lineOf('serial walk, NDJSON', serial, idle)
    const folder = await filled(rows)
    for (const format of ['ndjson', 'csv']) {
      const made = await result<Walk>('export', folder, format)
      if (made.rows !== rows) throw new Error(`The export has ${made.rows} of ${rows} rows.`)
      const aim = ` (aim ${format === 'ndjson' ? '60,000' : '40,000'} rows/s, 265 MB)`
      yield `${lineOf(`export, ${format.toUpperCase()}`, made, idle)}  ${(serial.millis / made.millis).toFixed(2)}x the serial walk${aim}`
    }
    // More than an export beside people writes in the time.
    const exported = 20_000 + 10_000 * seconds
    const lists = await result<Lists>('latency', await serviceOf(rows, 80), String(exported), String(seconds))
    if (lists.state !== 'running') throw new Error('The export ended before the lists were measured.')
    const against = (fraction: number) => at(lists.beside, fraction) / at(lists.idle, fraction)
    yield `list of 100 at 80 ms, idle  p50 ${at(lists.idle, 0.5).toFixed(1)} ms  p95 ${at(lists.idle, 0.95).toFixed(1)} ms`
    yield `  beside an export          p50 ${at(lists.beside, 0.5).toFixed(1)} ms, ${against(0.5).toFixed(2)}x (aim 1.3)  p95 ${at(lists.beside, 0.95).toFixed(1)} ms, ${against(0.95).toFixed(2)}x`
  } finally {
    for (const { stop } of services) stop()
    for (const folder of folders) rmSync(folder, { recursive: true })
    rmSync(bundle)
  }
}
