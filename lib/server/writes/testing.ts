/** What the tests of writes share: a console on both databases, and the real service to send to. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest'
import { type Console, createConsole } from '../../console/console'
import { type Database, limitsOfMigrations, migrate, openDatabase } from '../../database/open'
import type { Weighing } from '../../features/approvals/server/weighing'
import type { Holds } from '../../features/hold/server/holds'
import type { WriteName } from '../../provider/operations'
import { demoClient } from '../../sandbox/clients'
import { profiles } from '../../sandbox/seed/parties'
import { type Service, startService } from '../../sandbox/testing'
import type { Session } from '../auth/sessions'
import { type Clock, microseconds } from '../clock'
import type { Settings } from '../settings'
import { freshPostgres, seededClock, settingsFor, silentLog } from '../testing'
import { checkWrite } from './checks'
import type { WriteCore } from './core'
import { execute, sendPrepared } from './execute'
import { intentDetail, intentPage } from './intent-pages'
import { intentRow } from './intent-view'
import type { Ledger } from './ledger'
import { resolve } from './resolve'
import { rowDigest } from './row-digests'

export const ines: Session = { id: 's-1', subject: 'oidc:ines', name: 'Ines Okafor', roles: ['treasury'] }
export const tomas: Session = { id: 's-2', subject: 'oidc:tomas', name: 'Tomas Reiter', roles: ['treasury'] }
export const approver: Session = { id: 's-3', subject: 'oidc:ann', name: 'Ann Lee', roles: ['approver'] }

export const path = { profile_id: profiles[0].id }
export const market = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100.00' }
export const limitOrder = (price: string, base = '0.01', of = 'BTCUSD') => ({
  side: 'BUY',
  market: of,
  type: 'LIMIT',
  base_amount: base,
  price,
})
export const accountNumber = '000123456789'
export const account = {
  fiat_account_owner: { institution_details: { name: 'Halden Treasury AG' } },
  fiat_network_instructions: {
    wire: { account_number: accountNumber, routing_details: { bank_name: 'Harbour Bank' } },
  },
}
export const rule = (refId: string) => ({
  ref_id: refId,
  profile_id: path.profile_id,
  source_asset: 'USD',
  destination_asset: 'USDG',
  source: { fiat: { network: 'WIRE' } },
})
export const deposit = (memo: string) => ({
  amount: '250.00',
  asset: 'USD',
  memo_id: memo,
  fiat_network_instructions: account.fiat_network_instructions,
})

/** How another console differs from the one before. */
export type Restart = {
  /** The provider's port; one on which nothing listens is a provider that is down. */
  port?: number
  /** Its token service's port, if it is another. */
  authPort?: number
  /** Its client at the provider, if it is not the demo client. */
  client?: { clientId: string; clientSecret: string }
  settings?: Partial<Settings>
  database?: Database
  clock?: Clock
}

type Options = { id?: string; session?: Session; path?: object; reason?: string }

/** Everything that a test needs; the tables are empty, and the service is as seeded. */
export function createWriteFixture(service: () => Service, database: () => Database) {
  let running: Console
  const seeded = seededClock()
  const core = () => running.writes
  const row = (id: string) => intentRow(core(), 'sandbox', id)
  const bench = {
    service,
    database,
    core,
    /** The clock of its consoles, unless one is given another, and of their database: the service's time, which runs. */
    clock: seeded,
    /** Replaces the console by another one, which shares only the database with it. */
    restart({ port = service().port, authPort = port, client, settings, clock = seeded, ...other }: Restart = {}) {
      const address = (to: number) => `http://127.0.0.1:${to}`
      const defaults = settingsFor({ baseUrl: address(port), authUrl: address(authPort), ...client })
      running = createConsole({
        settings: { ...defaults, ...settings },
        database: other.database ?? database(),
        log: silentLog,
        clock,
      })
    },
    ledger: () => core().ledger,
    /** Does what the proxy does with a write. */
    async ask(name: WriteName, body: unknown, { id = randomUUID(), session = ines, reason, ...more }: Options = {}) {
      const raw = { path: { ...(name === 'createOrder' ? path : {}), ...more.path }, body }
      const input = checkWrite(core().settings, 'sandbox', name, raw)
      return execute(core(), { id, environment: 'sandbox', name, input, session, reason })
    },
    send: async (id: string, session = ines) => sendPrepared(core(), await row(id), session),
    row,
    detail: (id: string, session = ines) => intentDetail(core(), 'sandbox', id, session),
    page: (query: Parameters<typeof intentPage>[2], session = ines) => intentPage(core(), 'sandbox', query, session),
    check: async (id: string, session = ines, isBackground = false) =>
      resolve(core(), await row(id), { session, isBackground }),
    note(id: string, change: { hasHappened?: boolean; status?: string }, session = tomas) {
      const { ledger } = core()
      const history = { ...ledger.newEvent({ kind: 'noted', words: 'Seen there.' }), person: session.name }
      return ledger.actions.note(id, change, history, session)
    },
    /** Records an intent and sends nothing. */
    record(id: string) {
      const { ledger, upstreams } = core()
      const intent = { id, name: 'createOrder', path, body: '{}', fingerprint: 'f', summary: 'An order' } as const
      return ledger.record(upstreams.of('sandbox').owner, intent, ines)
    },
    /** Records an intent that cannot be sent because the provider is down; afterwards it is up. */
    async prepare(name: WriteName, body: unknown, options: Options = {}): Promise<string> {
      const { id = randomUUID() } = options
      bench.restart({ port: 1 })
      await bench.ask(name, body, { ...options, id }).catch(() => undefined)
      bench.restart()
      return id
    },
    /** How many requests with this reference arrived at the service. */
    async arrived(refId: string) {
      const { body } = await service().control('GET', `/clients/demo-client/requests?ref_id=${refId}`)
      return (body.requests as unknown[]).length
    },
    /** How many orders have this reference, by the service's index: control would answer with all that a campaign made. */
    async ordersOf(refId: string) {
      const { store } = service().tenants.forClient(demoClient)
      return Number(store.first('SELECT count(*) AS orders FROM orders WHERE ref_id = ?', refId)?.orders)
    },
    stress: (settings: object) => service().control('PUT', '/clients/demo-client/stress', settings),
    /** Claims an intent as a process does that dies right afterwards. */
    async claimAndDie(id: string) {
      const { fingerprint } = await row(id)
      const serviceTime = service().time.now * 1000
      const claim = { claimId: randomUUID(), fingerprint, limit: -1, person: ines.name, serviceTime }
      return core().ledger.claim(id, claim)
    },
    /** The columns of an intent that was sent some microseconds ago, by both clocks. */
    sentAt: (ago: number) => ({
      sent_at: microseconds(seeded) - ago,
      sent_at_service: service().time.now * 1000 - ago,
    }),
    /** Changes columns of intents, as a console would have done at another time. */
    async set(ids: string | readonly string[], columns: object) {
      await bench.alter(ids, columns)
      const { encryption, rows } = core().ledger
      for (const id of [ids].flat()) {
        const known = await rows.byId(id)
        if (known?.row_digest) await bench.alter(id, { row_digest: rowDigest(encryption, known) })
      }
    },
    /** Changes columns of intents as somebody without the keys does. */
    alter: (ids: string | readonly string[], columns: object) =>
      database()
        .updateTable('intent')
        .set(columns)
        .where('id', 'in', [ids].flat() as string[])
        .execute(),
    async clear() {
      await database().deleteFrom('intent_event').execute()
      await database().deleteFrom('intent').execute()
      for (const table of ['transfer', 'transfer_mark', 'transfer_state', 'list_reading'] as const)
        await database().deleteFrom(table).execute()
    },
  }
  return bench
}

export type WriteFixture = ReturnType<typeof createWriteFixture> & {
  test: typeof it
  /** Whether several consoles can share the database. */
  isShared: boolean
  /** Of cases that differ in nothing which SQL sees: all on SQLite and in a campaign's rounds of seeds, otherwise the first. */
  sample: <Case>(cases: readonly Case[]) => readonly Case[]
  /** Where the shared database is. */
  databaseUrl: () => string | undefined
}

/**
 * Describes the same on SQLite and on PostgreSQL, if there is one.
 * @param more `usesService`: false if the tests send nothing, so that the service is not reset for each
 */
export function describeOnBothDatabases(
  what: string,
  tests: (bench: WriteFixture) => void,
  { usesService = true } = {},
): void {
  describe.each([
    { engine: 'SQLite', server: undefined },
    { engine: 'PostgreSQL', server: process.env.TEST_DATABASE_URL || undefined },
  ])(`${what} on $engine`, ({ engine, server }) => {
    const isMissing = engine === 'PostgreSQL' && !server
    let folder: string | undefined
    let service: Service
    let database: Database
    let fresh: Awaited<ReturnType<typeof freshPostgres>> | undefined
    const bench = createWriteFixture(
      () => service,
      () => database,
    )

    beforeAll(async () => {
      if (isMissing) return
      folder = mkdtempSync(join(tmpdir(), 'mintdesk-intents-'))
      service = await startService(50)
      fresh = server ? await freshPostgres(server, bench.clock) : undefined
      // A busy machine fails no call: what the time limits do is tested where they are.
      const limits = { ...limitsOfMigrations, connection: 60_000, lock: 60_000 }
      database = openDatabase({ databaseUrl: fresh?.url, dataFolder: folder }, { limits })
      await migrate(database)
    })
    beforeEach(async () => {
      if (isMissing) return
      bench.restart()
      await bench.clear()
      if (!usesService) return
      // As seeded, with its clock set back and no stress.
      await service.control('POST', '/clients/demo-client/reset', {})
      await bench.stress({})
    })
    afterAll(async () => {
      await database?.destroy()
      await fresh?.drop()
      await service?.stop()
      if (folder) rmSync(folder, { recursive: true })
    })

    tests({
      ...bench,
      test: it.skipIf(isMissing) as typeof it,
      isShared: server !== undefined,
      sample: (cases) => (server && !process.env.PROPERTY_SEED ? cases.slice(0, 1) : cases),
      databaseUrl: () => fresh?.url,
    })
  })
}

/** The approvals that a ledger was given. */
export const weighingOf = ({ weighing }: Pick<Ledger, 'weighing'>) => weighing as Weighing

/** The holds that a console's writes were given. */
export const holdsOf = ({ holds }: Pick<WriteCore, 'holds'>) => holds as Holds
