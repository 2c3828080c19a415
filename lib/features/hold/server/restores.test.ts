/**
 * Restores at random points of a run of submissions: nothing leaves the copy before its release, everything that was sent
 * after the backup is found or named, and afterwards each request happens once. RESTORES sets the number, on both databases.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { newIntentId } from '../../../browser/form-drafts'
import { type Console, createConsole } from '../../../console/console'
import { type Database, migrate, openDatabase } from '../../../database/open'
import { backup } from '../../../operate/backup'
import { restore } from '../../../operate/restore'
import type { WriteName } from '../../../provider/operations'
import { ProblemError, problemKind } from '../../../provider/problem'
import { createRandom, type Random } from '../../../sandbox/random'
import { type Service, startService } from '../../../sandbox/testing'
import { systemClock } from '../../../server/clock'
import { Encryption } from '../../../server/encryption/encryption'
import { Records } from '../../../server/records/records'
import { freshPostgres, recordedLog, settingsFor } from '../../../server/testing'
import { checkWrite } from '../../../server/writes/checks'
import { execute, sendPrepared } from '../../../server/writes/execute'
import { resolve } from '../../../server/writes/resolve'
import { account, deposit, holdsOf, ines, limitOrder, path, rule } from '../../../server/writes/testing'
import type { HoldReport } from '../interface'
import { reconcile } from './reconciliation'

const restores = Number(process.env.RESTORES ?? 2)
const seed = Number(process.env.RESTORES_SEED ?? (process.env.CAMPAIGN ? Math.floor(Math.random() * 2 ** 31) : 7))
const server = process.env.TEST_DATABASE_URL || undefined

type Submission = { id: string; name: WriteName; body: object }
type Opened = {
  console: Console
  database: Database
  log: ReturnType<typeof recordedLog>
  encryption: Encryption
  records: Records
}

function submissionOf(random: Random, index: number): Submission {
  const id = newIntentId()
  const kinds: [WriteName, object][] = [
    ['createOrder', limitOrder(`${40_000 + index}.00`)],
    ['createFiatAccount', { ...account, metadata: { index: String(index) } }],
    ['createRule', rule(id)],
    // Equal ones too: they are told apart by their number alone.
    ['initiateSandboxFiatDeposit', deposit(`Memo ${random.below(3)}`)],
  ]
  const [name, body] = kinds[random.below(kinds.length)] ?? ['createOrder', {}]
  return { id, name, body }
}

describe.each([
  { engine: 'SQLite', isPostgres: false },
  { engine: 'PostgreSQL', isPostgres: true },
])('Restores on $engine', ({ isPostgres }) => {
  const test = it.skipIf(isPostgres && !server)
  let service: Service
  let folder: string
  const opened: Opened[] = []
  const drops: (() => Promise<void>)[] = []

  beforeAll(async () => {
    if (isPostgres && !server) return
    service = await startService(20, systemClock.now)
    folder = mkdtempSync(join(tmpdir(), 'mintdesk-restores-'))
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    for (const { console } of opened.splice(0)) await console.close()
    for (const drop of drops.splice(0)) await drop()
  })
  afterAll(async () => {
    await service?.stop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  async function place(): Promise<{ DATABASE_URL?: string; MINTDESK_DATA: string; NEXTAUTH_SECRET: string }> {
    const own = { MINTDESK_DATA: join(folder, randomUUID()), NEXTAUTH_SECRET: 'a-secret-of-the-tests' }
    if (!isPostgres) return own
    const fresh = await freshPostgres(server ?? '', systemClock, { isEmpty: true })
    drops.push(fresh.drop)
    return { ...own, DATABASE_URL: fresh.url }
  }

  /** A console on a database of its own; `port` 1 is a provider that is down. */
  async function open(
    { DATABASE_URL, MINTDESK_DATA }: Awaited<ReturnType<typeof place>>,
    port = service.port,
  ): Promise<Opened> {
    const database = openDatabase({ databaseUrl: DATABASE_URL, dataFolder: MINTDESK_DATA })
    await migrate(database)
    const log = recordedLog()
    const address = `http://127.0.0.1:${port}`
    const settings = settingsFor({ baseUrl: address, authUrl: address })
    const encryption = new Encryption(settings)
    const records = new Records({ database, clock: systemClock, encryption, log: log.log })
    const console = createConsole({ settings, database, log: log.log, clock: systemClock })
    const one = { console, database, log, encryption, records }
    opened.push(one)
    return one
  }

  /** Does what the proxy does with a write. @returns its state, or the kind of problem */
  async function press({ console: { writes } }: Opened, { id, name, body }: Submission): Promise<string> {
    const raw = { path: name === 'createOrder' ? path : {}, body }
    const input = checkWrite(writes.settings, 'sandbox', name, raw)
    try {
      return (await execute(writes, { id, environment: 'sandbox', name, input, session: ines })).state
    } catch (failure) {
      if (!(failure instanceof ProblemError)) throw failure
      return String(failure.problem.meta?.intent_state ?? problemKind(failure.problem.type))
    }
  }

  const control = async (what: string) =>
    (await service.control('GET', `/clients/demo-client/${what}`)).body as Record<string, unknown[]>

  /** How many writes arrived at the provider. */
  async function arrivals(): Promise<number> {
    const { requests = [] } = await control('requests')
    return (requests as { method?: string; operation: string }[]).filter(
      ({ operation }) => !/^(?:list|get|token)/.test(operation),
    ).length
  }

  /** The references of everything that the provider has, and the ids of its wires. */
  async function recordsOf(): Promise<{ references: string[]; wires: string[] }> {
    const all = await Promise.all(['orders', 'fiat-accounts', 'rules'].map(control))
    const references = all
      .flatMap((one) => Object.values(one).flat())
      .flatMap((record) => (record as { ref_id?: string })?.ref_id ?? [])
    const since = new Date(Date.now() - 3_600_000).toISOString()
    const { body } = await service.send(`/v2/transfer/transfers?type=WIRE_DEPOSIT&created_at.gte=${since}&limit=1000`, {
      headers: { authorization: `Bearer ${await service.token()}` },
    })
    return { references, wires: (body.items as { id: string }[]).map(({ id }) => id) }
  }

  const named = ({ environments }: HoldReport) =>
    new Set(
      environments.flatMap(({ found, forgotten, uncertain }) => [
        ...found.records.map(({ id }) => id),
        ...[...forgotten.requests, ...uncertain.requests].flatMap(({ id, found: one }) => [id, one?.id ?? '']),
      ]),
    )

  const rounds = Array.from({ length: Math.ceil(restores / (server ? 2 : 1)) }, (_, round) => seed + round)
  test.each(rounds)(
    'seed %i: nothing leaves a copy before its release, and everything that was sent is found or named',
    async (roundSeed) => {
      let printed = ''
      for (const name of ['log', 'error'] as const)
        vi.spyOn(console, name).mockImplementation((text) => {
          printed += `${text}\n`
        })
      await service.control('POST', '/clients/demo-client/reset', {})
      await service.control('DELETE', '/clients/demo-client/requests')
      const random = createRandom(roundSeed)
      const source = await place()
      const first = await open(source)
      const offline = await open(source, 1)
      const submissions = Array.from({ length: 8 }, (_, index) => submissionOf(random, index))
      const point = random.below(submissions.length)
      const file = join(folder, `${randomUUID()}.backup`)
      let copying: Promise<boolean> | undefined
      for (const [index, submission] of submissions.entries()) {
        if (index === point) copying = backup(source, [file])
        const isLost = random.chance(0.25)
        if (isLost)
          await service.control('PUT', '/clients/demo-client/stress', { drop: [{ operation: submission.name }] })
        // Some wait for the provider when the backup is made, and leave later.
        await press(random.chance(0.25) ? offline : first, submission)
        if (isLost) await service.control('PUT', '/clients/demo-client/stress', {})
        if (random.chance(0.3)) await press(first, submission)
      }
      for (const submission of submissions) await press(first, submission)
      expect(await copying).toBe(true)
      const before = await recordsOf()
      const logFile = join(folder, `${randomUUID()}.log`)
      writeFileSync(logFile, first.log.text())

      const target = await place()
      const isRestored = await restore(target, [file, `--log=${logFile}`])
      expect(isRestored, printed).toBe(true)
      const copy = await open(target)
      const { writes } = copy.console
      const sentBefore = await arrivals()
      const rows = await copy.database.selectFrom('intent').select('id').execute()
      for (const submission of [...submissions, submissionOf(random, 99)]) await press(copy, submission)
      for (const { id } of rows) {
        const row = await writes.ledger.rows.byId(id)
        if (!row) continue
        await sendPrepared(writes, row, ines).catch(() => undefined)
        for (const isBackground of [true, false])
          await resolve(writes, row, { session: ines, isBackground }).catch(() => undefined)
      }
      expect(await arrivals(), 'writes before the release').toBe(sentBefore)

      const hold = await holdsOf(writes).newest()
      if (!hold) throw new Error('The copy is not held.')
      const { signal } = new AbortController()
      const { ledger } = writes
      const holds = holdsOf(writes)
      copy.console.begin()
      const report = await reconcile(
        { ...writes, ...copy, holds },
        { hold, environments: ['sandbox'], session: ines, signal },
      )
      expect(report.environments[0]?.problems).toEqual([])
      const known = new Set(
        (await copy.database.selectFrom('intent').select('id').where('state', '=', 'confirmed').execute()).map(
          ({ id }) => id,
        ),
      )
      const names = named(report)
      const isMissing = (reference: string) => !known.has(reference) && !names.has(reference)
      expect(before.references.filter(isMissing), 'neither known, found nor named').toEqual([])
      const [{ read = [] } = {}] = report.environments
      const matched = read.find(({ list }) => list === 'listTransfers')?.matched ?? 0
      expect(before.wires.filter((id) => names.has(id)).length + matched).toBeGreaterThanOrEqual(before.wires.length)

      await holds.release(report.at, 'Asked the provider for its orders.', ines)
      for (const submission of submissions) await press(copy, submission)
      for (const { id } of rows) {
        const row = await ledger.rows.byId(id)
        if (row) await resolve(writes, row, { session: ines, isBackground: false }).catch(() => undefined)
      }
      const after = await recordsOf()
      expect(after.references.toSorted()).toEqual(before.references.toSorted())
      expect(new Set(after.references).size).toBe(after.references.length)
      expect(after.wires.toSorted()).toEqual(before.wires.toSorted())
      const next = submissionOf(random, 100)
      expect([await press(copy, next), await press(copy, next)]).toEqual(['confirmed', 'confirmed'])
      const end = await recordsOf()
      expect(end.references.length + end.wires.length).toBe(after.references.length + after.wires.length + 1)
    },
    60_000,
  )
})
