/** The memory of a console on PostgreSQL under a steady load: one third orders, two thirds lists of 100 rows. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPostgres } from '../../lib/commands/postgres.mjs'
import { profiles } from '../../lib/sandbox/seed/parties'
import { demoVariables, startConsole, startSandbox } from '../processes'
import { demoBrowser } from '../session'

/** Megabytes of a process in memory. */
const residentOf = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Requests under way, at most: where a machine answers fewer than are asked for, the rate is lower. */
const mostAtOnce = 40

/** @param heap megabytes of `--max-old-space-size`; 0 for none */
export async function* benchMemory(perSecond: number, minutes: number, heap: number): AsyncGenerator<string> {
  const postgres = await startPostgres()
  if (!postgres.url) throw new Error('PostgreSQL is not installed.')
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-memory-'))
  const { sandbox, answers } = await startSandbox(folder, 5_000)
  await answers()
  const console = await startConsole({
    MINTDESK_DATA: folder,
    DATABASE_URL: postgres.url,
    ...demoVariables(sandbox.url),
    ...(heap > 0 && { NODE_OPTIONS: `--max-old-space-size=${heap}` }),
  })
  const browser = await demoBrowser(console.url, 'treasury')
  const counts = new Map<number, number>()
  const running = new Set<Promise<unknown>>()
  const ask = async (index: number) => {
    const json = { side: 'BUY', market: 'BTCUSD', type: 'LIMIT', base_amount: '0.01', price: '10000' }
    const answer = await (index % 3 === 0
      ? browser(`/api/sandbox/v2/profiles/${profiles[0].id}/orders`, {
          method: 'POST',
          json: { ...json, ref_id: crypto.randomUUID() },
        })
      : browser('/api/sandbox/v2/transfer/transfers?limit=100'))
    await answer.arrayBuffer()
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1)
  }
  let most = 0
  try {
    yield `  just started: ${residentOf(console.pid).toFixed(0)} MB`
    const began = performance.now()
    for (let index = 0, minute = 0; minute < minutes; index++) {
      while (running.size >= mostAtOnce) await Promise.race(running)
      const asked = ask(index).finally(() => running.delete(asked))
      running.add(asked)
      await pause(Math.max(0, (index * 1_000) / perSecond - (performance.now() - began)))
      if (index % perSecond === 0) most = Math.max(most, residentOf(console.pid))
      if (performance.now() - began < (minute + 1) * 60_000) continue
      minute += 1
      yield `  after ${minute} min: ${residentOf(console.pid).toFixed(0)} MB, at most ${most.toFixed(0)} MB; ${((index + 1) / ((performance.now() - began) / 1_000)).toFixed(0)} requests a second`
    }
    await Promise.all(running)
    const statuses = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
    yield `  answered: ${statuses}`
  } finally {
    await console.stop()
    await sandbox.stop()
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
