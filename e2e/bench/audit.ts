/** The audit log at many lines: how long a check takes, what filters take against fewer lines, and what lines cost a request. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { encode } from 'next-auth/jwt'
import { startPostgres } from '../../lib/commands/postgres.mjs'
import { createConsole } from '../../lib/console/console'
import { type Database, limitsOfMigrations, migrate, openDatabase } from '../../lib/database/open'
import type { AuditLineTable } from '../../lib/database/tables'
import type { AuditQuery } from '../../lib/features/audit/input'
import { createAuditReading } from '../../lib/features/audit/server/audit-reading'
import { createCheckpoints } from '../../lib/features/audit/server/checkpoints'
import { Audit } from '../../lib/server/audit/audit'
import { checkLines } from '../../lib/server/audit/audit-lines'
import { hashOf, noHash } from '../../lib/server/audit/chain'
import { systemClock } from '../../lib/server/clock'
import { Encryption } from '../../lib/server/encryption/encryption'
import { freshPostgres, settingsFor, silentLog } from '../../lib/server/testing'
import { IntentRows } from '../../lib/server/writes/rows'

const fewer = 10_000
const linesAtOnce = 1_000
/** One line a second, from here on. */
const began = Date.parse('2026-01-01T00:00:00Z')
const timeAt = (seq: number) => new Date(began + seq * 1_000).toISOString()
const people = Array.from({ length: 10 }, (_, index) => `oidc:person-${index}`)
const acts = ['request-prepared', 'request-sent', 'request-confirmed', 'sign-in', 'sign-out', 'addNote', 'read']
const objectOf = (seq: number) => `7d1e0000-0000-4000-8000-${String(Math.floor(seq / 4)).padStart(12, '0')}`

/** Writes a chain of so many lines, as a console would have over months. */
async function fill(database: Database, count: number): Promise<void> {
  const chain = randomUUID()
  let hash = noHash
  for (let seq = 0; seq < count; ) {
    const lines = Array.from({ length: Math.min(linesAtOnce, count - seq) }, (): AuditLineTable => {
      seq += 1
      const line = {
        seq,
        chain,
        at: (began + seq * 1_000) * 1_000,
        act: acts[seq % acts.length] ?? '',
        outcome: 'done' as const,
        subject: people[(seq * 7) % people.length] ?? '',
        name: 'Ines Okafor',
        roles: 'treasury approver',
        address: '192.0.2.7',
        request_id: 'req_3f9c0a1b2c4d',
        object_kind: 'records',
        object_id: objectOf(seq),
        environment: 'production',
        digest: 'x'.repeat(43),
        detail: '{"reason":"idle"}',
        prev_hash: hash,
      }
      hash = hashOf(line)
      return { ...line, hash }
    })
    await database.insertInto('audit_line').values(lines).execute()
  }
  await database
    .updateTable('audit_head')
    .set({ chain, seq: count, at: (began + count * 1_000) * 1_000, hash })
    .execute()
}

const share = (times: readonly number[], part: number) =>
  times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * part)] ?? Number.NaN

type Measured = (turn: number) => Promise<unknown>

/** Milliseconds of two acts that take turns, either first, so that whatever else the machine does meets both. */
async function turns(count: number, one: Measured, other: Measured): Promise<[number[], number[]]> {
  const [ofOne, ofOther]: [number[], number[]] = [[], []]
  const measure = async (act: Measured, times: number[], turn: number) => {
    const from = performance.now()
    await act(turn + count)
    // The first compile.
    if (turn >= 0) times.push(performance.now() - from)
  }
  for (let turn = -Math.ceil(count / 10); turn < count; turn++) {
    if (turn % 2 === 0) await measure(one, ofOne, turn)
    await measure(other, ofOther, turn)
    if (turn % 2 !== 0) await measure(one, ofOne, turn)
  }
  return [ofOne, ofOther]
}

/** What people ask of a log of so many lines; each turn asks for others. */
const filters: Record<string, (turn: number, lines: number) => AuditQuery> = {
  'no filter': () => ({}),
  'a later page': (turn, lines) => ({ page_cursor: String(lines - turn * 7) }),
  person: (turn) => ({ people: [people[turn % people.length] ?? ''] }),
  'three people': (turn) => ({ people: people.slice(turn % 7, (turn % 7) + 3) }),
  act: (turn) => ({ acts: [acts[turn % acts.length] ?? ''] }),
  'person and act': (turn) => ({ people: [people[turn % people.length] ?? ''], acts: ['sign-in', 'read'] }),
  object: (turn, lines) => ({ object: objectOf((turn * 7919) % lines) }),
  time: (turn, lines) => ({ 'at.gte': timeAt((turn * 7919) % lines), 'at.lt': timeAt(((turn * 7919) % lines) + 500) }),
  'time and person': (turn, lines) => ({
    people: [people[turn % people.length] ?? ''],
    'at.gte': timeAt((turn * 7919) % (lines / 2)),
  }),
}

/** What lines cost requests through the proxy: a console that writes none and one that does take turns. */
async function benchRequests(database: Database, dataFolder: string, count: number): Promise<string[]> {
  const token = '{"access_token":"the-token","token_type":"bearer","expires_in":3600}'
  const order = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100.00' }
  const items = Array.from({ length: 100 }, (_, index) => ({ id: `t-${index}`, status: 'COMPLETED', amount: '100.00' }))
  const page = JSON.stringify({ items, next_page_cursor: '' })
  const provider = createServer((request, response) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk) => (text += chunk))
    request.once('end', () => {
      response.writeHead(200, { 'content-type': 'application/json' })
      if (request.url?.startsWith('/oauth2')) response.end(token)
      else response.end(request.method === 'GET' ? page : JSON.stringify({ id: randomUUID(), ...JSON.parse(text) }))
    })
  })
  await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening))
  const address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const settings = { ...settingsFor({ baseUrl: address, authUrl: address }), dataFolder }
  const desk = createConsole({ settings, database, log: silentLog, clock: systemClock })
  const sid = await desk.sessions.begin({ subject: 'oidc:ines', name: 'Ines Okafor', roles: ['treasury'] })
  const cookie = `${desk.sessionCookie}=${await encode({ token: { sid }, secret: settings.secret })}`
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { cookie, origin: settings.origin, 'content-type': 'application/json', ...init.headers }
    const answer = await desk.http.proxy(new Request(`${settings.origin}/api/sandbox/v2/${path}`, { ...init, headers }))
    if (answer.status >= 300) throw new Error(`The proxy answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const write = () => {
    const headers = { 'x-mintdesk-intent': randomUUID() }
    return ask('profiles/p-1/orders', { method: 'POST', body: JSON.stringify(order), headers })
  }
  const read = () => ask('transfer/transfers')
  const methods = { note: Audit.prototype.note, read: Audit.prototype.read }
  const without = (act: () => Promise<void>) => async () => {
    Object.assign(Audit.prototype, { note: () => undefined, read: () => undefined })
    await act().finally(() => Object.assign(Audit.prototype, methods))
  }
  try {
    const lines: string[] = []
    for (const [name, act, most, times] of [
      ['write', write, 1.15, count],
      ['read', read, 1.02, count * 2],
    ] as const) {
      const [bare, whole] = await turns(times, without(act), act)
      const [one, other] = [share(bare, 0.5), share(whole, 0.5)]
      lines.push(
        `  ${name}: ${other.toFixed(3)} ms, ${one.toFixed(3)} ms without lines: ${(other / one).toFixed(3)} x (at most ${most})`,
      )
    }
    return lines
  } finally {
    await desk.close()
    provider.closeAllConnections()
    provider.close()
  }
}

type Page = ReturnType<typeof createAuditReading>['page']

export async function* benchAudit(lines: number, rounds: number): AsyncGenerator<string> {
  const postgres = await startPostgres()
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-bench-'))
  try {
    for (const server of [undefined, ...(postgres.url ? [postgres.url] : [])]) {
      yield `  ${server ? 'PostgreSQL' : 'SQLite'}`
      const open = async (count: number) => {
        const dataFolder = join(folder, `${count}`)
        const fresh = server ? await freshPostgres(server, systemClock) : undefined
        const database = openDatabase({ databaseUrl: fresh?.url, dataFolder }, { limits: limitsOfMigrations })
        await migrate(database)
        // It would come while filters are measured, or hold the lock of the one below.
        if (server) await sql`alter table audit_line set (autovacuum_enabled = false)`.execute(database)
        await fill(database, count)
        if (server) await sql`vacuum analyze audit_line`.execute(database)
        const close = () => database.destroy().then(fresh?.drop)
        return { dataFolder, database, count, close }
      }
      const logs = [await open(fewer), await open(lines)]
      for (const { database, count } of logs) {
        const [from, processor] = [performance.now(), process.cpuUsage()]
        const { bad } = await checkLines(database, [])
        const { user, system } = process.cpuUsage(processor)
        if (bad) throw new Error(`Line ${bad.seq}: ${bad.why}`)
        const seconds = (performance.now() - from) / 1_000
        yield `  check of ${count} lines: ${seconds.toFixed(2)} s, of which processor ${((user + system) / 1e6).toFixed(2)} s`
      }
      const pages = logs.map(({ database }) => {
        const settings = { secret: 'none', dataFolder: '/dev/null' }
        const { check } = createCheckpoints({ settings, database, clock: systemClock, log: silentLog })
        const rows = new IntentRows(database, systemClock, new Encryption({ secret: 'none' }))
        return createAuditReading({ database, check, rows, plansOf: async () => new Map() }).page
      })
      // A page begins a check, which would be measured too.
      for (const page of pages) while (!(await page({})).check.at) await setTimeout(100)
      const [ofFewer, ofMany] = pages as [Page, Page]
      for (const [name, filter] of Object.entries(filters)) {
        const [few, many] = await turns(
          rounds,
          (turn) => ofFewer(filter(turn, fewer)),
          (turn) => ofMany(filter(turn, lines)),
        )
        const ratio = (part: number) => (share(many, part) / share(few, part)).toFixed(2)
        yield `  ${name}: p95 ${share(many, 0.95).toFixed(2)} ms, ${ratio(0.95)} x of that at ${fewer} lines (median ${ratio(0.5)} x)`
      }
      for (const { database, dataFolder } of logs.slice(1)) yield* await benchRequests(database, dataFolder, rounds)
      for (const { close } of logs) await close()
    }
  } finally {
    postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
