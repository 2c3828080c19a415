/** When values are bound to their place: older consoles may be running, or be started again, until then. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { tablesProblem } from '../../database/migrate'
import { migrations } from '../../database/migrations'
import { type Database, migrate, openDatabase } from '../../database/open'
import { systemClock } from '../clock'
import { beginBinding } from './binding'
import { encryptedTables } from './encrypted-columns'
import { Encryption } from './encryption'
import { recordKeys } from './known-keys'
import { createReencryption } from './reencryption'

const step = '2026-11-24-bound-values'
const steps = Object.entries(migrations)
const before = Object.fromEntries(steps.slice(0, Object.keys(migrations).indexOf(step)))
const keys = { secret: 'a-secret-of-these-tests' }
const hour = 3_600_000
const opened: { database: Database; folder: string }[] = []
afterEach(async () => {
  for (const { database, folder } of opened.splice(0)) {
    await database.destroy()
    rmSync(folder, { recursive: true })
  }
})

function open(): Database {
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-binding-'))
  const database = openDatabase({ dataFolder: folder })
  opened.push({ database, folder })
  return database
}
const clockAt = (millis: number) => ({ ...systemClock, now: () => millis })
const isRefused = async (database: Database) => (await tablesProblem(database, before))?.includes('0.3.0') ?? false

it('begins at once on a new database, which no older console then takes', async () => {
  const database = open()
  await migrate(database)
  expect(await beginBinding(database, systemClock)).toBe(true)
  await recordKeys(database, keys, systemClock)
  expect(await beginBinding(database, systemClock)).toBe(true)
  expect(await isRefused(database)).toBe(true)
  expect(await tablesProblem(database)).toBeUndefined()
})

it('begins a day after an upgrade, until when older consoles can be started again', async () => {
  const database = open()
  await migrate(database, { steps: before })
  await recordKeys(database, keys, systemClock)
  await migrate(database)
  const now = Date.now()
  for (const later of [0, 23 * hour]) expect(await beginBinding(database, clockAt(now + later))).toBe(false)
  expect(await isRefused(database)).toBe(false)
  expect(await beginBinding(database, clockAt(now + 24 * hour + 1_000))).toBe(true)
  expect(await isRefused(database)).toBe(true)
  // From then on whatever the clock says.
  expect(await beginBinding(database, clockAt(now))).toBe(true)
})

it('is followed by encryption again what earlier versions encrypted, without a key of its own too', async () => {
  const database = open()
  await migrate(database)
  const encryption = new Encryption(keys, { isBinding: false })
  const id = 'v-1'
  const view = { environment: 'sandbox', client_id: 'c', list: 'transfers', subject: 's', person: 'p' } as const
  const place = (column: 'name' | 'search') => ['saved_view', column, id] as const
  const [name, search] = [encryption.encrypt('a view', place('name')), encryption.encrypt('a=1', place('search'))]
  await database
    .insertInto('saved_view')
    .values({ id, ...view, name, search, is_shared: 0, changed_at: 1 })
    .execute()
  await database
    .insertInto('export_job')
    .values({
      ...{ id: 'j', environment: 'sandbox', client_id: 'c', subject: 's', person: 'p', file: 'f', state: 'complete' },
      ...{
        request: encryption.encrypt('{}', ['export_job', 'request', 'j', 's']),
        created_at: 1,
        from_ms: 0,
        to_ms: 1,
      },
    })
    .execute()
  await database
    .insertInto('export_part')
    .values({
      ...{ job_id: 'j', number: 7, row_count: 1, read_count: 1, bytes: 1, resume_ms: null, ids: Buffer.from('') },
      content: encryption.encryptBytes(Buffer.from('a part'), ['export_part', 'content', 'j', 7]),
    })
    .execute()
  const at = (url: string) => ['webhook', 'secret', 'w', url] as const
  await database
    .insertInto('webhook')
    .values({
      ...{ id: 'w', environment: 'sandbox', client_id: 'c', name: 'Desk', url: 'https://a.example/', zone: 'UTC' },
      ...{
        events: '',
        view: null,
        secret: encryption.encrypt('whsec', at('')),
        old_secrets: null,
        old_secrets_until: null,
      },
      ...{ subject: 's', person: 'p', created_at: 1, is_on: 1, off_because: null, position: 0, failures: 0 },
      ...{ failing_since: null, retry_at: 0, last_at: null, last_status: null, last_problem: null },
      ...{ lease_id: null, lease_until: 0 },
    })
    .execute()
  const reencryption = createReencryption({ database, clock: systemClock, encryption })
  expect(await reencryption.step()).toEqual({ rows: 0, hasMore: false })
  encryption.isBinding = true
  let rows = 0
  for (let hasMore = true; hasMore; ) {
    const done = await reencryption.step()
    rows += done.rows
    hasMore = done.hasMore
  }
  expect(rows).toBe(5)
  const row = await database.selectFrom('saved_view').select(['name', 'search']).executeTakeFirstOrThrow()
  expect(row.name).toMatch(/^sealed:1:@:/)
  expect([encryption.decrypt(row.name, place('name')), encryption.decrypt(row.name, place('search'))]).toEqual([
    'a view',
    undefined,
  ])
  const { secret } = await database.selectFrom('webhook').select('secret').executeTakeFirstOrThrow()
  // The secret is bound to the address as well.
  expect([
    encryption.decrypt(secret, at('https://a.example/')),
    encryption.decrypt(secret, at('https://b.example/')),
  ]).toEqual(['whsec', undefined])
  const part = await database.selectFrom('export_part').select('content').executeTakeFirstOrThrow()
  expect(encryption.decryptBytes(part.content, ['export_part', 'content', 'j', 7])?.toString()).toBe('a part')
  expect(encryption.decryptBytes(part.content, ['export_part', 'content', 'j', 8])).toBeUndefined()
})

it('knows the primary key of every encrypted table, in its order, which is part of the place', async () => {
  const database = open()
  await migrate(database)
  for (const { table, key } of encryptedTables) {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(database)
    expect(
      rows.map(({ name }) => name),
      table,
    ).toEqual(key)
  }
})
