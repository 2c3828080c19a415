/** The limits of sign-in on both databases, as two consoles share them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, migrate, openDatabase } from '../../database/open'
import { systemClock } from '../clock'
import { Encryption } from '../encryption/encryption'
import { recordedLog } from '../testing'
import { createSignInLimits, limits as limitsOf, type SignInLimits } from './sign-in-limits'

let now = 0
const clock = { ...systemClock, now: () => now }
const here = '192.0.2.1'
const there = (host: number) => `198.51.100.${host}`

describe.each([
  { engine: 'SQLite', url: undefined },
  { engine: 'PostgreSQL', url: process.env.TEST_DATABASE_URL || undefined },
])('Sign-in on $engine', ({ engine, url }) => {
  const isMissing = engine === 'PostgreSQL' && !url
  const test = it.skipIf(isMissing)
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-limits-'))
  let database: Database
  let recorded: ReturnType<typeof recordedLog>
  let limits: SignInLimits
  /** Another console on the same database. */
  let replica: SignInLimits

  beforeAll(async () => {
    if (isMissing) return
    database = openDatabase({ databaseUrl: url, dataFolder: folder })
    await migrate(database)
  })
  beforeEach(async () => {
    now = Date.UTC(2026, 10, 22)
    if (isMissing) return
    await database.deleteFrom('sign_in_limit').execute()
    recorded = recordedLog()
    const open = () =>
      createSignInLimits({ database, clock, encryption: new Encryption({ secret: 'a-secret' }), log: recorded.log })
    limits = open()
    replica = open()
  })
  afterAll(async () => {
    await database?.destroy()
    rmSync(folder, { recursive: true, force: true })
  })

  const refusal = (seconds: number) => ({
    problem: { status: 429, meta: { retry_after: seconds } },
    headers: { 'retry-after': String(seconds) },
  })

  test('closes for a username after wrong passwords from anywhere, and opens again', async () => {
    const { most, seconds } = limitsOf.nameFailures
    for (let count = 0; count < most; count++) {
      await limits.requireOpen(there(count), 'admin')
      await (count % 2 ? limits : replica).countFailure(there(count), 'admin')
    }
    now += 100_000
    await expect(limits.requireOpen(here, 'admin')).rejects.toMatchObject(refusal(seconds - 100))
    await expect(replica.requireOpen(here, 'admin')).rejects.toMatchObject(refusal(seconds - 100))
    await limits.requireOpen(here, 'support')
    now += (seconds - 100) * 1000
    await limits.requireOpen(here, 'admin')
  })

  test('stays open for a username where it has signed in before, whatever others send', async () => {
    await limits.noteSuccess(here, 'admin')
    for (let count = 0; count < 2 * limitsOf.nameFailures.most; count++)
      await limits.countFailure(there(count), 'admin')
    await replica.requireOpen(here, 'admin')
    await expect(limits.requireOpen(there(200), 'admin')).rejects.toMatchObject(refusal(300))
  })

  test('closes for an address after wrong passwords for any usernames', async () => {
    for (let count = 0; count < limitsOf.addressFailures.most; count++) await limits.countFailure(here, `name-${count}`)
    await expect(replica.requireOpen(here, 'admin')).rejects.toMatchObject(refusal(300))
    await limits.requireOpen(there(1), 'admin')
  })

  test('closes for all addresses of one IPv6 subscriber', async () => {
    for (let count = 0; count < limitsOf.refusals.most; count++) await limits.countRefusal(`2001:db8::7:${count}`)
    await expect(replica.requireFewRefusals('2001:db8::8:1')).rejects.toMatchObject(refusal(60))
    await limits.requireFewRefusals('2001:db8:1::1')
  })

  test('loses no count among parallel refusals, and adds one row for all', async () => {
    await Promise.all(Array.from({ length: 300 }, (_, index) => (index % 2 ? limits : replica).countRefusal(here)))
    const rows = await database.selectFrom('sign_in_limit').selectAll().execute()
    expect(rows).toMatchObject([{ count: 300 }])
  })

  test('stays open for a username that is known in a network in which all other names are guessed', async () => {
    await limits.noteSuccess(here, 'admin')
    for (let count = 0; count < 2 * limitsOf.addressFailures.most; count++)
      await limits.countFailure(here, `name-${count}`)
    await replica.requireOpen(here, 'admin')
    await expect(replica.requireOpen(here, 'support')).rejects.toMatchObject(refusal(300))
    for (let count = 0; count < limitsOf.nameFailures.most; count++) await limits.countFailure(here, 'admin')
    await expect(replica.requireOpen(here, 'admin')).rejects.toMatchObject(refusal(300))
  })

  test('keeps neither addresses nor usernames readable, and says once in the log which limit was reached', async () => {
    for (let count = 0; count < 2 * limitsOf.nameFailures.most; count++) await limits.countFailure(here, 'my-password')
    const rows = await database.selectFrom('sign_in_limit').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/192\.0|my-password/)
    expect(recorded.lines).toMatchObject([{ event: 'sign-in-limited', reason: 'username', address: here }])
    expect(recorded.text()).not.toContain('my-password')
  })

  test('removes counts when they no longer count', async () => {
    await limits.countRefusal(here)
    await limits.countFailure(here, 'admin')
    now += 61_000
    await limits.removeOld()
    expect(await database.selectFrom('sign_in_limit').selectAll().execute()).toHaveLength(3)
    now += 240_000
    await limits.removeOld()
    expect(await database.selectFrom('sign_in_limit').selectAll().execute()).toEqual([])
  })
})
