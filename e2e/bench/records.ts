/** History read into our own database, beside a walk of the same pages, and what is asked of it once it is there. */
import { execFile } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startProcess } from '../processes'
import { at } from './distant'
import type { Reading } from './record-reader'

const root = join(import.meta.dirname, '..', '..')
const tsx = ['--import', 'tsx']
/** Milliseconds that the provider takes for a page of 1,000. */
const pageMillis = 80

/** Reads in a process of its own. */
async function read(url: string, manner: 'walk' | 'import', rounds: number) {
  const words = ['--expose-gc', ...tsx, join(root, 'e2e/bench/record-reader.ts'), url, manner, String(rounds)]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root })
  return JSON.parse(stdout) as Reading
}

const millisText = (values: readonly number[]) =>
  `p50 ${at(values, 0.5).toFixed(1)} ms, p95 ${at(values, 0.95).toFixed(1)} ms`

/** @yields a line a measurement, as soon as it is known */
export async function* benchRecords(rows: number, rounds: number): AsyncGenerator<string> {
  const words = [...tsx, join(root, 'e2e/bench/list-service.ts'), String(rows), 'uniform', String(pageMillis)]
  const service = startProcess(words, {})
  try {
    while (!service.printed().includes('\n'))
      await Promise.race([service.exited, new Promise((done) => setTimeout(done, 50))])
    const url = `http://127.0.0.1:${service.printed().trim()}`
    yield `${rows.toLocaleString('en-GB')} transfers, at load ${loadavg()[0]?.toFixed(1)}`
    const walk = await read(url, 'walk', rounds)
    const imported = await read(url, 'import', rounds)
    if (walk.rows !== rows || imported.rows !== rows) throw new Error('Rows are missing.')
    const perSecond = ({ millis }: Reading) => Math.round((1_000 * rows) / millis).toLocaleString('en-GB')
    yield `  a walk of its pages        ${perSecond(walk)} transfers a second`
    yield `  read into our own database ${perSecond(imported)} a second, ${(walk.millis / imported.millis).toFixed(2)}x the walk (aim 0.8x); ${imported.megabytes.toFixed(0)} MB of memory, ${(imported.bytes / rows / 1_000).toFixed(1)} kB a transfer on the disk`
    for (const [name, values] of Object.entries(imported.asked)) yield `  ${name.padEnd(40)} ${millisText(values)}`
  } finally {
    await service.stop()
  }
}
