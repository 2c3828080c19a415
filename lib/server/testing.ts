/** What the tests of the server share: settings, a log, and a clock. */
import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import pg from 'pg'
import type { Database } from '../database/open'
import { Audit } from './audit/audit'
import { type Clock, systemClock } from './clock'
import { createLog } from './http/log'
import type { Credential, Settings } from './settings'

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
  retention: { requests: 2_557, sessions: 1, presets: 0, observations: 730, drafts: 3 },
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

export const silentLog = createLog('silent')

/** The audit log of a test that does not look at it. */
export const auditOf = (database: Database) =>
  new Audit({ database, clock: systemClock, log: silentLog, encryption: { fingerprintOf: () => '' } })

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

/** A database of its own on the server of the tests, because files run side by side. */
export async function freshPostgres(server: string): Promise<{ url: string; drop: () => Promise<void> }> {
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

/** A clock that runs so many times faster than the real one. */
export function fastClock(factor: number): Clock {
  const began = { now: Date.now(), steady: performance.now() }
  const passed = () => (performance.now() - began.steady) * factor
  return {
    now: () => began.now + passed(),
    steady: () => began.steady + passed(),
    after: (millis, act) => systemClock.after(millis / factor, act),
  }
}

/** The real clock with a steady part that a test moves. */
export function shiftedClock(more: Partial<Clock> = {}): Clock & { shift: number } {
  const clock = { ...systemClock, ...more, shift: 0, steady: () => performance.now() + clock.shift }
  return clock
}
