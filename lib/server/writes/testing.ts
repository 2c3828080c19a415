/** What the tests of this folder share: the ledger on both databases, and the real service to send to. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest'
import type { WriteName } from '../../api/intents'
import { type Database, migrate, openDatabase } from '../../database/open'
import { profiles } from '../../sandbox/seed/parties'
import { type Service, startService } from '../../sandbox/testing'
import { intentDetail, intentPage, intentRow } from '../intent-pages'
import type { Session } from '../sessions'
import { checkWrite, execute } from './execute'
import { claim, newEvent, noteDown } from './ledger'
import { resolve } from './resolve'

export const ines: Session = { id: 's-1', subject: 'oidc:ines', name: 'Ines Okafor', roles: ['treasury'] }
export const tomas: Session = { id: 's-2', subject: 'oidc:tomas', name: 'Tomas Reiter', roles: ['treasury'] }
export const approver: Session = { id: 's-3', subject: 'oidc:ann', name: 'Ann Lee', roles: ['approver'] }

export const path = { profile_id: profiles[0].id }
export const market = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100.00' }
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

/** Puts a value where this process looks for it. */
export const provide = (name: string, value: unknown) =>
  Object.assign(globalThis, { [Symbol.for(`mintdesk.${name}`)]: value })

/** Tells the process where the service is; a port where nobody listens is a service that is away. */
export function pointAt(port: number, more: object = {}): void {
  const url = `http://127.0.0.1:${port}`
  const credential = { baseUrl: url, authUrl: url, clientId: 'demo-client', clientSecret: 'demo-secret' }
  provide('settings', {
    secret: 'a-secret-of-the-tests',
    upstreamRate: 0,
    replicas: 1,
    operatorName: 'PLATFORM',
    requiresIdentity: {},
    follows: { sandbox: true },
    credentials: { sandbox: credential },
    ...more,
  })
  for (const name of ['lines', 'seal-key', 'fingerprint-key']) provide(name, undefined)
}

export const owner = { environment: 'sandbox' } as const

/** The console's side: what its routes do. */
export function ask(name: WriteName, body: unknown, more: { id?: string; session?: Session; path?: object } = {}) {
  const { id = randomUUID(), session = ines } = more
  const raw = { path: { ...(name === 'createOrder' ? path : {}), ...more.path }, body }
  return execute({ id, environment: 'sandbox', name, input: checkWrite('sandbox', name, raw), session })
}
export const row = (id: string) => intentRow(owner, id)
export const detail = (id: string, session = ines) => intentDetail(owner, id, session)
export const page = (query: Parameters<typeof intentPage>[1]) => intentPage(owner, query, ines)
export const check = async (id: string, session = ines, isBackground = false) =>
  resolve(await row(id), { session, isBackground })
export const note = (id: string, change: Parameters<typeof noteDown>[1], person = tomas.name) =>
  noteDown(id, change, { ...newEvent({ kind: 'noted', words: 'Seen there.' }), person })

/** A database of its own on the server of the tests, because files run side by side. */
async function freshPostgres(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `mintdesk_${randomUUID().replaceAll('-', '')}`
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  await run(`create database ${name}`)
  return {
    url: server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`),
    drop: () => run(`drop database ${name} with (force)`),
  }
}

/** A service and a database as a test meets them; both are empty of what earlier tests did, but for the service's records. */
export type Bench = {
  test: typeof it
  service: () => Service
  database: () => Database
  /** Whether several consoles can share the database. */
  isShared: boolean
  /** Where the shared database is. */
  databaseUrl: () => string | undefined
  /** How many requests with this reference truly arrived at the service. */
  arrived: (refId: string) => Promise<number>
  ordersOf: (refId: string) => Promise<number>
  stress: (settings: object) => Promise<unknown>
  /** Claims an intent as a process does that dies right after. */
  claimAndDie: (id: string) => Promise<boolean>
  /** The columns of what was sent some microseconds ago, by both clocks. */
  sentAt: (ago: number) => { sent_at: number; sent_at_service: number }
}

/** Describes the same on SQLite and on PostgreSQL, where there is one. */
export function describeOnBoth(what: string, tests: (bench: Bench) => void): void {
  describe.each([
    { engine: 'SQLite', server: undefined },
    { engine: 'PostgreSQL', server: process.env.TEST_DATABASE_URL || undefined },
  ])(`${what} on $engine`, ({ engine, server }) => {
    const isMissing = engine === 'PostgreSQL' && !server
    // What is on a disk would be synced at each write.
    const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'mintdesk-intents-'))
    let service: Service
    let database: Database
    let fresh: Awaited<ReturnType<typeof freshPostgres>> | undefined

    beforeAll(async () => {
      if (isMissing) return
      service = await startService(50)
      fresh = server ? await freshPostgres(server) : undefined
      database = openDatabase({ databaseUrl: fresh?.url, dataFolder: folder })
      await migrate(database)
    })
    beforeEach(async () => {
      if (isMissing) return
      provide('database', database)
      pointAt(service.port)
      // As seeded, with its clock set back and no stress.
      await service.control('POST', '/clients/demo-client/reset', {})
      await service.control('PUT', '/clients/demo-client/stress', {})
      await database.deleteFrom('happening').execute()
      await database.deleteFrom('intent').execute()
    })
    afterAll(async () => {
      await database?.destroy()
      await fresh?.drop()
      await service?.stop()
      rmSync(folder, { recursive: true, force: true })
    })

    tests({
      test: it.skipIf(isMissing) as typeof it,
      service: () => service,
      database: () => database,
      isShared: server !== undefined,
      databaseUrl: () => fresh?.url,
      async arrived(refId) {
        const { body } = await service.control('GET', `/clients/demo-client/requests?ref_id=${refId}`)
        return (body.requests as unknown[]).length
      },
      async ordersOf(refId) {
        const { body } = await service.control('GET', '/clients/demo-client/orders')
        return (body.orders as { ref_id?: string }[]).filter(({ ref_id }) => ref_id === refId).length
      },
      stress: (settings) => service.control('PUT', '/clients/demo-client/stress', settings),
      async claimAndDie(id) {
        const { fingerprint } = await row(id)
        const serviceTime = service.time.now * 1000
        return claim(id, { claimId: randomUUID(), fingerprint, limit: -1, person: ines.name, serviceTime })
      },
      sentAt: (ago) => ({ sent_at: Date.now() * 1000 - ago, sent_at_service: service.time.now * 1000 - ago }),
    })
  })
}
