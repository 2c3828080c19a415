/** An export that is interrupted by `kill -9` has the bytes of one that was not, on both databases. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRandom } from '../../../sandbox/random'
import { systemClock } from '../../../server/clock'
import { freshPostgres } from '../../../server/testing'
import { bundleForNode } from './testing/bundle'
import { openExports } from './testing/open'

/** How often the process is killed; a campaign says how often. */
const kills = Number(process.env.EXPORT_KILLS ?? 3)
const seed = process.env.CAMPAIGN ? Math.floor(Math.random() * 2 ** 31) : 16

let bundle: string
beforeAll(async () => {
  bundle = await bundleForNode(join(import.meta.dirname, 'testing', 'killed.ts'))
})
afterAll(() => rmSync(bundle))

/** Transfers of one second each, some in the same one. */
const transfers = (count: number, newest: number) =>
  Array.from({ length: count }, (_, at) => {
    const created_at = new Date(newest - Math.floor(at / 3) * 1_000).toISOString()
    return JSON.stringify({
      id: `t-${at}`,
      created_at,
      updated_at: created_at,
      amount: `${at}.10`,
      memo: 'm'.repeat(90),
    })
  })

describe.concurrent.each([
  { engine: 'SQLite', server: undefined },
  { engine: 'PostgreSQL', server: process.env.TEST_DATABASE_URL || undefined },
])('An export on $engine', ({ engine, server }) => {
  const test = it.skipIf(engine === 'PostgreSQL' && !server)

  test(
    `is the same file after ${kills} kills`,
    async () => {
      const random = createRandom(seed)
      console.log(`kills of exports on ${engine}: seed ${seed}`)
      const folder = mkdtempSync(join(tmpdir(), 'mintdesk-exports-'))
      const fresh = server ? await freshPostgres(server, systemClock) : undefined
      const exports = await openExports({ folder, clock: systemClock, ...(fresh && { databaseUrl: fresh.url }) })
      try {
        const to = Math.floor(systemClock.now() / 1_000) * 1_000 - 60_000
        await exports.keep(transfers(4_000, to - 1_000))
        const began = performance.now()
        const whole = await exports.ended(await exports.add(to, { format: 'csv' }))
        const millis = performance.now() - began
        expect(whole).toMatchObject({ state: 'complete', row_count: 4_000, reason: null })

        let inFile = 0
        for (let killed = 0; killed < kills; ) {
          const id = await exports.add(to, { format: 'csv' })
          for (let state = ''; state === ''; ) {
            const child = spawn(process.execPath, [bundle, folder, fresh?.url ?? '', id], {
              stdio: ['ignore', 'pipe', 'inherit'],
            })
            let said = ''
            const kill = () => child.kill('SIGKILL')
            /** Once a part of the file is there, so that some are killed in its middle. */
            const killInFile = async () => {
              while (child.exitCode === null && (await exports.jobs.parts(id)).length === 0)
                await new Promise((resolve) => setTimeout(resolve, 2))
              kill()
            }
            child.stdout.setEncoding('utf8').on('data', (text: string) => {
              // Somewhere in the attempt; the lease of the one before runs meanwhile, too.
              if (said === '' && killed < kills) {
                if (killed % 2 === 0) void killInFile()
                else setTimeout(kill, random.below(Math.ceil(millis) + 400))
              }
              said += text
            })
            const [, by] = await once(child, 'exit')
            if (by === 'SIGKILL') {
              killed += 1
              if ((await exports.jobs.parts(id)).length > 0) inFile += 1
            } else state = said.split('\n')[1] ?? 'nothing'
          }
          const made = await exports.ended(id)
          expect(made).toMatchObject({ state: 'complete', sha256: whole?.sha256, row_count: whole?.row_count })
          expect(
            createHash('sha256')
              .update(await exports.fileOf(id))
              .digest('hex'),
          ).toBe(whole?.sha256)
        }
        // Some were killed in the middle of a file.
        expect(inFile).toBeGreaterThan(0)
      } finally {
        await exports.close()
        await fresh?.drop()
        rmSync(folder, { recursive: true })
      }
    },
    120_000 + kills * 6_000,
  )
})
