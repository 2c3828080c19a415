/** Our own database of transfers while who reads it, and the database itself, are killed with -9: no change is lost. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startPostgres } from '../../lib/commands/postgres.mjs'
import { migrate, openDatabase } from '../../lib/database/open'
import { bundleForNode } from '../../lib/features/exports/server/testing/bundle'
import { createRandom } from '../../lib/sandbox/random'
import { systemClock } from '../../lib/server/clock'
import { Encryption } from '../../lib/server/encryption/encryption'
import { Records } from '../../lib/server/records/records'
import { followedProvider, uuidOf, type Version } from '../../lib/server/records/testing'
import { silentLog as log } from '../../lib/server/testing'

/** How often who reads is killed; a campaign says how often. */
const kills = Number(process.env.RECORD_KILLS ?? 3)
const seed = process.env.CAMPAIGN ? Math.floor(Math.random() * 2 ** 31) : 42
const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
/** Transfers with a past, and all. */
const [past, all] = [400, 500]

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

let bundle: string
beforeAll(async () => {
  bundle = await bundleForNode(join(import.meta.dirname, '..', 'follower.ts'))
})
afterAll(() => rmSync(bundle))

/** Repeats what a database that comes back refuses meanwhile. */
async function untilDone<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++)
    try {
      return await act()
    } catch (failure) {
      if (tries > 300) throw failure
      await pause(100)
    }
}

/** A provider over HTTP that answers 429 and 500, cuts its answers, and whose pages shift while they are read. */
async function startProvider(random: ReturnType<typeof createRandom>) {
  const clock = { ...systemClock, time: 0 }
  Object.defineProperty(clock, 'time', { get: systemClock.now, set: () => undefined })
  const provider = followedProvider(clock)
  const state = { isFaulty: true, reader: '', happened: { refused: 0, failed: 0, cut: 0, shifted: 0 } }
  provider.rewrite = ({ items, next_page_cursor }) => {
    const [first] = provider.queries.at(-1)?.page_cursor ? [] : items
    if (!state.isFaulty || !first || !random.chance(0.2)) return { items, next_page_cursor }
    // The row that was the last of the page before is the first of this one, too.
    state.happened.shifted += 1
    return { items: [first, ...items], next_page_cursor }
  }
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://provider')
    const json = (status: number, body: string, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    if (pathname.endsWith('/oauth2/token'))
      return json(200, '{"access_token":"a-token","token_type":"bearer","expires_in":3600}')
    state.reader = pathname.split('/')[1] ?? ''
    const fault = state.isFaulty ? random.below(20) : 20
    if (fault === 0) {
      state.happened.refused += 1
      return json(429, '{"title":"Too many requests"}', { 'retry-after': '1' })
    }
    if (fault === 1) {
      state.happened.failed += 1
      return json(500, '{"title":"Failed"}')
    }
    const query = { ...Object.fromEntries(searchParams), limit: Number(searchParams.get('limit')) }
    const ids = searchParams.getAll('ids')
    const { answer } = await provider.upstream.read(
      'listTransfers',
      { query: { ...query, ...(ids.length > 0 && { ids }) } } as never,
      {} as never,
    )
    const body = Buffer.concat(await (answer.body as never as { toArray: () => Promise<Buffer[]> }).toArray())
    if (fault > 2) return json(200, body.toString())
    state.happened.cut += 1
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.write(body.subarray(0, body.length / 2), () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { provider, state, url, close: () => server.close().closeAllConnections() }
}

describe.each(['SQLite', 'PostgreSQL'])('Our own database on %s', (engine) => {
  it(
    `has every change after ${kills} kills of who reads, and of the database`,
    async ({ skip }) => {
      const isShared = engine === 'PostgreSQL'
      // One of its own: other tests would lose theirs.
      const postgres = isShared ? await startPostgres({ isOwn: true }) : undefined
      if (isShared && !postgres?.url) skip()
      console.log(`kills of who reads on ${engine}: seed ${seed}`)
      const random = createRandom(seed)
      const folder = mkdtempSync(join(tmpdir(), 'mintdesk-record-kills-'))
      const database = openDatabase({ dataFolder: folder, ...(postgres?.url && { databaseUrl: postgres.url }) })
      const { provider, state, url, close } = await startProvider(random)
      const consoles = new Map<string, ChildProcess>()
      const start = (name: string) =>
        consoles.set(
          name,
          spawn(process.execPath, [bundle, folder, postgres?.url ?? '', `${url}/${name}`], { stdio: 'inherit' }),
        )
      const kill = async (child: ChildProcess | undefined) => {
        if (!child || child.exitCode !== null) throw new Error('A console ended by itself.')
        child.kill('SIGKILL')
        await new Promise((resolve) => child.once('exit', resolve))
      }
      /** The last version of each transfer that the provider has. */
      const last = () => {
        const newest = new Map<string, Version>()
        for (const one of provider.versions) {
          const before = newest.get(uuidOf(one.id))
          if (!before || before.at <= one.at) newest.set(uuidOf(one.id), one)
        }
        return newest
      }
      const stored = async () =>
        new Map(
          (await untilDone(() => database.selectFrom('transfer').select(['id', 'status', 'updated_at']).execute())).map(
            (row) => [row.id, row],
          ),
        )
      let isOver = false
      let changes = 0
      const change = (id: number) => {
        const at = systemClock.now()
        const known = provider.versions.findLast((one) => one.id === id)
        if (known && known.at >= at) return
        changes += 1
        // The first says when it was created; the others are over.
        const first = provider.versions.find((one) => one.id === id)
        provider.versions = provider.versions.filter((one) => one.id !== id || one === first)
        provider.versions.push({ id, at, visibleAt: at, status: random.chance(0.5) ? 'PENDING' : 'COMPLETED' })
      }
      const writer = async () => {
        while (!isOver) {
          change(random.below(all))
          await pause(20)
        }
      }
      try {
        await migrate(database)
        const { rows } = new Records({ database, clock: systemClock, encryption: new Encryption({ secret: 's' }), log })
        const oldest = systemClock.now() - 86_400_000
        for (let id = 0; id < past; id++) {
          const at = oldest + random.below(80_000) * 1_000
          provider.versions.push({ id, at, visibleAt: at, status: 'PENDING' })
        }
        for (const name of isShared ? ['one', 'two'] : ['one']) start(name)
        const writing = writer()
        let ends = 0
        for (let killed = 0; killed < kills; killed++) {
          state.reader = ''
          while (state.reader === '') await pause(10)
          await pause(random.below(1_000))
          const reader = state.reader
          if (isShared && killed % 3 === 1) {
            // The server takes one process that was killed for a crash: it ends all others, and recovers.
            const { rows: found } = await untilDone(() =>
              sql<{
                pid: number
              }>`select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
                database,
              ),
            )
            const [victim] = found
            if (victim) {
              process.kill(victim.pid, 'SIGKILL')
              ends += 1
            }
          }
          await kill(consoles.get(reader))
          // What it said to be complete is here.
          const reading = await untilDone(() => rows.reading(owner))
          const here = await stored()
          for (const [id, { at }] of last()) {
            const created = Math.min(...provider.versions.flatMap((one) => (uuidOf(one.id) === id ? one.at : [])))
            if (!reading || created < reading.from || at >= reading.to) continue
            expect(Date.parse(here.get(id)?.updated_at ?? ''), `${id} after ${killed} kills`).toBeGreaterThanOrEqual(at)
          }
          // As if the seconds had passed for which it has its place.
          await untilDone(() => database.updateTable('list_reading').set({ lease_until: 0 }).execute())
          start(reader)
        }
        isOver = true
        await writing
        state.isFaulty = false
        const wanted = [...last()].map(([id, { status }]) => `${id} ${status}`).sort()
        const listed = async () => [...(await stored())].map(([id, { status }]) => `${id} ${status}`).sort()
        const isHere = async () => JSON.stringify(await listed()) === JSON.stringify(wanted)
        for (let seconds = 0; seconds < 60 && !((await isHere()) && (await rows.reading(owner))?.isWhole); seconds++)
          await pause(1_000)
        expect(await listed()).toEqual(wanted)
        expect(await rows.reading(owner)).toMatchObject({ isWhole: true })
        console.log(
          `${engine}: ${kills} kills, ${ends} of the database, ${changes} changes, ${JSON.stringify(state.happened)}`,
        )
      } finally {
        isOver = true
        for (const child of consoles.values()) child.kill('SIGKILL')
        close()
        await database.destroy().catch(() => undefined)
        postgres?.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    },
    240_000 + kills * 10_000,
  )
})
