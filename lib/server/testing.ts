/** What the tests of the server share: settings, a log, and a clock. */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Writable } from 'node:stream'
import pg from 'pg'
import { machineTime } from '../../e2e/fixed-clock.mjs'
import { type Database, limitsOfMigrations, migrate, openDatabase } from '../database/open'
import { anchor } from '../sandbox/testing'
import { Audit } from './audit/audit'
import { rolesWithDigest } from './auth/people'
import { type Clock, microseconds, systemClock } from './clock'
import { Encryption } from './encryption/encryption'
import type { Credential, Settings } from './settings'
import { createLog } from './telemetry/log'
import type { Bounds } from './work/bounds'

/** Settings of a console with the sandbox's demo client. */
export const settingsFor = (credential: Pick<Credential, 'baseUrl' | 'authUrl'> & Partial<Credential>): Settings => ({
  origin: 'http://localhost:3000',
  isDatabasePlain: false,
  secret: 'a-secret-of-the-tests',
  encryptionKeys: [],
  fingerprintKeys: [],
  dataFolder: '',
  migrates: true,
  shutdownMillis: 5_000,
  shutdownDelayMillis: 0,
  operatorName: 'PLATFORM',
  upstreamRate: 0,
  replicas: 1,
  retention: { requests: 2_557, sessions: 1, presets: 0, transfers: 2_557, drafts: 3 },
  exportStorage: 1024 * 1024 * 1024,
  credentials: { sandbox: { clientId: 'demo-client', clientSecret: 'demo-secret', ...credential } },
  requiresIdentity: {},
  orderConfirmAbove: '1000000',
  follows: { sandbox: true },
  hasDemoUsers: true,
  isOpenToOthers: false,
  adminSubjects: [],
  ownRoles: {},
  allowsPrivateWebhooks: true,
  trustedProxyHops: 0,
  isEmbedded: false,
  logLevel: 'info',
})

/** A person as a sign-in leaves them in the database. */
export const personRow = (
  { subject, name, roles }: { subject: string; name: string; roles: string | readonly string[] },
  // Retention removes those who have been away for long.
  signed_in_at = microseconds(seededClock()),
) => ({
  subject,
  name,
  signed_in_at,
  roles_since: signed_in_at,
  ...rolesWithDigest(new Encryption(settingsFor({ baseUrl: '', authUrl: '' })), {
    subject,
    roles: [roles].flat().join(' '),
  }),
})

export const silentLog = createLog('silent')

/** Bounds that no test reaches. */
export const noBounds: Bounds = { take: async () => undefined, isBeyond: async () => false }

/** The audit log of a test that does not look at it. */
export const auditOf = (database: Database, clock: Clock = seededClock()) =>
  new Audit({
    database,
    clock,
    log: silentLog,
    bounds: noBounds,
    encryption: { fingerprintOf: () => '', fingerprintsOf: () => [''] },
  })

/** A log that keeps its lines. */
export function recordedLog() {
  const lines: Record<string, unknown>[] = []
  const texts: string[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      texts.push(String(chunk))
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { log: createLog('trace', destination), lines, text: () => texts.join('') }
}

async function query(connectionString: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

const schemaFiles = ['audit-triggers', 'migrations', 'schema', 'tables']

/** The database on this server that others are copies of, with the tables as they are declared today. */
let template: Promise<string> | undefined

/** Makes it once for each server and each state of the tables, whichever worker comes first. */
async function migratedTemplate(server: string): Promise<string> {
  const sources = schemaFiles.map((name) => readFileSync(new URL(`../database/${name}.ts`, import.meta.url)))
  const hash = createHash('sha256')
  for (const source of sources) hash.update(source)
  const name = `mintdesk_template_${hash.digest('hex').slice(0, 16)}`
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(7)')
    const { rows } = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name])
    if (rows.length > 0) return name
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
    const database = openDatabase({ databaseUrl: urlOn(server, name), dataFolder: '' }, { limits: limitsOfMigrations })
    await migrate(database).finally(() => database.destroy())
    await client.query(`alter database ${name} is_template true`)
    return name
  } finally {
    await client.end()
  }
}

const urlOn = (server: string, name: string) => server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)

/** Lets a database show what this clock shows now. */
export async function giveClock(server: string, name: string, clock: Pick<Clock, 'now'>): Promise<void> {
  const ahead = Math.round(clock.now() - machineTime())
  if (Math.abs(ahead) <= 1_000) return
  // A schema that is searched before the system's: a statement that asks for the time is given this one.
  await query(
    urlOn(server, name),
    `create schema test_clock;
    grant usage on schema test_clock to public;
    create function test_clock.clock_timestamp() returns timestamptz language sql volatile as $$
      select pg_catalog.clock_timestamp() + interval '${ahead} milliseconds' $$;
    alter database ${name} set search_path = public, test_clock, pg_catalog`,
  )
}

/**
 * A database of its own on the server of the tests, because files run side by side. It has the tables, unless `isEmpty`. Its
 * clock shows what this one shows now: consoles ask both.
 */
export async function freshPostgres(
  server: string,
  clock: Pick<Clock, 'now'>,
  { isEmpty = false } = {},
): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `mintdesk_${randomUUID().replaceAll('-', '')}`
  const url = urlOn(server, name)
  if (!isEmpty) template ??= migratedTemplate(server)
  const from = isEmpty ? 'template1' : await template
  await query(server, `create database ${name} template ${from}`)
  await giveClock(server, name, clock)
  return { url, drop: () => query(server, `drop database ${name} with (force)`) }
}

/**
 * A clock that begins at the end of the sandbox's seeded history, and runs: a console beside a service of the tests is
 * in its time, on any day.
 */
export function seededClock(): Clock {
  const began = performance.now()
  return { ...systemClock, now: () => Math.floor(anchor + performance.now() - began) }
}

/** A clock that runs so many times faster than the real one. */
export function fastClock(factor: number): Clock {
  const began = { now: anchor, steady: performance.now() }
  const passed = () => (performance.now() - began.steady) * factor
  return {
    now: () => began.now + passed(),
    steady: () => began.steady + passed(),
    after: (millis, act) => systemClock.after(millis / factor, act),
  }
}

/** A clock with a steady part that a test moves. */
export function shiftedClock(base: Clock = seededClock()): Clock & { shift: number } {
  const clock = { ...base, shift: 0, steady: () => performance.now() + clock.shift }
  return clock
}
