/** Backups and restores as an operator runs them, on SQLite and PostgreSQL. */

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readContent, writeBackup } from '../database/copies/backup-file'
import { restorePostgres } from '../database/copies/postgres-copy'
import { currentHold } from '../database/hold'
import { baseline } from '../database/migrations'
import { type Database, migrate, openDatabase } from '../database/open'
import { checkpointFile, createCheckpoints } from '../features/audit/server/checkpoints'
import { checkLines } from '../server/audit/audit-lines'
import { systemClock } from '../server/clock'
import { auditOf, freshPostgres, recordedLog } from '../server/testing'
import { verifyAudit } from './audit'
import { backup } from './backup'
import type { Variables } from './command-line'
import { hold } from './hold'
import { migrateTables } from './migrate'
import { restore } from './restore'

/** Five days ago, by the clock of the commands. */
const since = new Date(systemClock.now() - 5 * 86_400_000).toISOString()

const secret = 'a-secret-of-the-tests-that-nobody-prints'
const server = process.env.TEST_DATABASE_URL || undefined

/** An intent as a row, without what these tests do not read. */
const intent = (id: string, state: 'prepared' | 'sent' | 'unknown' | 'confirmed', sentAt: number | null) => ({
  id,
  environment: 'sandbox',
  client_id: 'demo-client',
  operation: 'createOrder' as const,
  subject: 's',
  person: 'Ines Okafor',
  path: '{}',
  body: '{}',
  fingerprint: 'f',
  summary: 'An order',
  ref_id: id,
  state,
  created_at: 1,
  sent_at: sentAt,
  is_conflict: 0,
  is_by_reference: 0,
  revision: 0,
})

describe.each([
  { engine: 'SQLite', isPostgres: false },
  { engine: 'PostgreSQL', isPostgres: true },
])('on $engine', ({ isPostgres }) => {
  const test = it.skipIf(isPostgres && !server)
  let folder: string
  let file: string
  let variables: Record<string, string | undefined>
  let printed: string
  const databases: Database[] = []
  const drops: (() => Promise<void>)[] = []

  /** An empty database in a place of its own. */
  async function place(name: string): Promise<Record<string, string | undefined>> {
    if (!isPostgres) return { MINTDESK_DATA: join(folder, name), NEXTAUTH_SECRET: secret }
    const fresh = await freshPostgres(server ?? '', systemClock, { isEmpty: name !== 'source' })
    drops.push(fresh.drop)
    return { DATABASE_URL: fresh.url, MINTDESK_DATA: folder, NEXTAUTH_SECRET: secret }
  }

  function opened({ DATABASE_URL, MINTDESK_DATA = '' }: Record<string, string | undefined>): Database {
    const database = openDatabase({ databaseUrl: DATABASE_URL, dataFolder: MINTDESK_DATA })
    databases.push(database)
    return database
  }

  const closed = async () => {
    for (const database of databases.splice(0)) await database.destroy()
    // A closed connection of the driver for Node 20 keeps its lock, so the files are made anew.
    const path = join(variables.MINTDESK_DATA ?? '', 'console.sqlite')
    if (isPostgres || !existsSync(path)) return
    for (const beside of [path, `${path}-wal`].filter(existsSync)) {
      copyFileSync(beside, `${beside}.copy`)
      renameSync(`${beside}.copy`, beside)
    }
    rmSync(`${path}-shm`, { force: true })
  }

  /** Shows what was printed if a command fails. */
  const succeeds = async (command: Promise<boolean>) => expect((await command) || printed).toBe(true)

  beforeEach(async () => {
    if (isPostgres && !server) return
    folder = mkdtempSync(join(tmpdir(), 'mintdesk-restore-'))
    file = join(folder, 'a.backup')
    printed = ''
    for (const name of ['log', 'error'] as const)
      vi.spyOn(console, name).mockImplementation((text) => {
        printed += `${text}\n`
      })
    variables = await place('source')
    const database = opened(variables)
    await migrate(database)
    const rows = [
      intent('one', 'prepared', null),
      intent('two', 'unknown', 5),
      intent('three', 'sent', 5),
      intent('four', 'confirmed', 5),
    ]
    await database.insertInto('intent').values(rows).execute()
    await sql`insert into session (id, subject, name, roles, created_at, seen_at, grant_digest) values ('s', 's', 's', 'treasury', 1, 1, '')`.execute(
      database,
    )
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await closed()
    for (const drop of drops.splice(0)) await drop()
    if (folder) rmSync(folder, { recursive: true, force: true })
  })

  test('a backup that is made while a console writes is one file for its owner only, and prints no secret', async () => {
    const database = opened(variables)
    let isOver = false
    const writing = (async () => {
      for (let index = 0; !isOver; index++) {
        await database
          .insertInto('intent')
          .values(intent(`later ${index}`, 'confirmed', 5))
          .execute()
        // SQLite answers at once, and nothing else would run.
        await new Promise(setImmediate)
      }
    })()
    await succeeds(backup(variables, [file]))
    isOver = true
    await writing
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.includes('partial') || name.startsWith('.mintdesk'))).toEqual([])
    const [magic, , json = ''] = readFileSync(file).subarray(0, 16_384).toString().split('\n')
    expect(magic).toBe('mintdesk-backup 1')
    const manifest = JSON.parse(json)
    expect(manifest).toMatchObject({ engine: isPostgres ? 'postgresql' : 'sqlite', key_names: [expect.any(String)] })
    expect(manifest.migrations).toEqual([baseline])
    expect(printed + json).not.toContain(secret)
    const noted = () => database.selectFrom('last_backup').selectAll().execute()
    const [first] = await noted()
    expect(Number(first?.made_at) / 1000).toBe(Date.parse(manifest.made_at))
    expect(await backup(variables, [file])).toBe(false)
    expect(await noted()).toEqual([first])
    await succeeds(backup(variables, [`${file}2`]))
    const [second] = await noted()
    expect(Number(second?.made_at)).toBeGreaterThan(Number(first?.made_at))
    expect(printed).toContain('exists already')
    expect(await backup(variables, [`${file}3`, '--copy=false'])).toBe(false)
    expect(printed).toContain('written but not copied')
    expect(await noted()).toEqual([second])
  })

  test('the database and the keys can be named by files, and a file that is missing is named', async () => {
    const name = isPostgres ? 'DATABASE_URL' : 'MINTDESK_DATA'
    const [database, key] = [join(folder, 'database'), join(folder, 'key')]
    writeFileSync(database, `${variables[name]}\n`)
    writeFileSync(key, secret)
    const named = { [`${name}_FILE`]: database, NEXTAUTH_SECRET_FILE: key }
    await succeeds(backup(named, [file]))
    expect(JSON.parse(readFileSync(file).subarray(0, 16_384).toString().split('\n')[2] ?? '').key_names).toHaveLength(1)
    expect(await hold({ ...named, [`${name}_FILE`]: join(folder, 'none') }, [])).toBe(false)
    expect(printed).toContain(`${name}_FILE cannot be read (ENOENT)`)
  })

  test('a restored copy is held, nobody is signed in, and requests without an outcome are unknown', async () => {
    await succeeds(backup(variables, [file]))
    const target = await place('target')
    await succeeds(restore(target, [file]))
    expect(printed).toContain('It is held')
    const copy = opened(target)
    expect(await currentHold(copy)).toMatchObject({ cause: 'restored', released_at: null })
    expect(await copy.selectFrom('session').selectAll().execute()).toEqual([])
    // Its audit log begins a chain of its own, from where the one of the backup ended.
    const [began] = await copy.selectFrom('audit_line').selectAll().execute()
    expect(began).toMatchObject({ seq: 1, act: 'chain-began', name: 'Mintdesk' })
    expect(JSON.parse(began?.detail ?? '')).toMatchObject({ cause: 'restored', previous: { seq: 0 } })
    expect((await checkLines(copy, [])).bad).toBeUndefined()
    await expect(sql`delete from audit_line`.execute(copy)).rejects.toThrow('never changed')
    const rows = await copy.selectFrom('intent').select(['id', 'state', 'sent_at', 'restored_at']).execute()
    const restored = expect.any(Number)
    expect(Object.fromEntries(rows.map(({ id, ...row }) => [id, row]))).toEqual({
      one: { state: 'unknown', sent_at: null, restored_at: restored },
      two: { state: 'unknown', sent_at: 5, restored_at: restored },
      three: { state: 'unknown', sent_at: 5, restored_at: restored },
      four: { state: 'confirmed', sent_at: 5, restored_at: null },
    })
  })

  it.skipIf(!isPostgres || !server).each([
    { made: 'migrated', make: migrateTables },
    { made: 'restored', make: (target: Variables) => restore(target, [file]) },
  ])('in a $made database a role that writes every table adds lines to the audit log and changes none', async (how) => {
    await succeeds(backup(variables, [file]))
    const target = await place('target')
    const database = opened(target)
    const role = `console_${process.pid}`
    await sql.raw(`create role ${role}`).execute(database)
    await sql
      .raw(`alter default privileges in schema public grant select, insert, update, delete on tables to ${role}`)
      .execute(database)
    await closed()
    await succeeds(how.make(target))
    const { rows } = await sql<object>`select has_table_privilege(${role}, 'audit_head', 'update') as "changes heads",
      has_table_privilege(${role}, 'audit_line', 'insert') as "adds",
      has_table_privilege(${role}, 'audit_line', 'update, delete, truncate') as "changes"`.execute(opened(target))
    expect(rows).toEqual([{ 'changes heads': true, adds: true, changes: false }])
    await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(opened(target))
  })

  test('a database that has tables is replaced only with a flag, is kept, and what it knew is named in the copy', async () => {
    await succeeds(backup(variables, [file]))
    await opened(variables)
      .insertInto('intent')
      .values(intent('later', 'confirmed', 7))
      .execute()
    await closed()
    expect(await restore(variables, [file])).toBe(false)
    expect(printed).toContain('--replace')
    expect(await currentHold(opened(variables))).toBeUndefined()
    await closed()
    await succeeds(restore(variables, [file, '--replace']))
    expect(printed).toContain('Sent since and not in the backup: 1 request, which is named.')
    const copy = opened(variables)
    expect(await currentHold(copy)).toBeDefined()
    expect(await copy.selectFrom('forgotten_request').select(['id', 'operation', 'person']).execute()).toEqual([
      { id: 'later', operation: 'createOrder', person: 'Ines Okafor' },
    ])
    if (isPostgres) {
      const { rows } =
        await sql`select schema_name from information_schema.schemata where schema_name like 'before_restore_%'`.execute(
          copy,
        )
      expect(rows).toHaveLength(1)
    } else expect(readdirSync(join(folder, 'source')).some((name) => name.includes('before-restore'))).toBe(true)
  })

  const printedLines = (text: string) => `${printed.split('\n').filter((line) => line.startsWith(text))}`
  /** A console that notes an act, and signs. @returns what its log says of checkpoints */
  async function signs(target: Variables, act: string, dataFolder = target.MINTDESK_DATA ?? '') {
    const database = opened(target)
    const { log, lines } = recordedLog()
    await auditOf(database, systemClock).write({ act })
    const checkpoints = createCheckpoints({ settings: { secret, dataFolder }, database, clock: systemClock, log })
    await checkpoints.close()
    await checkpoints.close()
    await closed()
    return { events: lines.map(({ event }) => event), isWhole: checkpoints.isWhole() }
  }
  const signed = { events: ['audit-checkpoint'], isWhole: true }
  const broken = { events: ['audit-broken'], isWhole: false }

  test('after a restore the audit log is signed again, and verifiers believe what it leaves behind', async () => {
    expect(await signs(variables, 'before')).toEqual(signed)
    await succeeds(backup(variables, [file]))
    expect(await signs(variables, 'lost')).toEqual(signed)
    // A console elsewhere signs more, which is not kept here.
    const elsewhere = join(folder, 'elsewhere')
    expect(await signs(variables, 'lost too', elsewhere)).toEqual(signed)
    await succeeds(restore(variables, [file, '--replace']))
    expect(await signs(variables, 'after')).toEqual(signed)
    expect(await signs(variables, 'after', elsewhere)).toEqual(signed)
    printed = ''
    await succeeds(verifyAudit(variables, []))
    await succeeds(verifyAudit(variables, [`--checkpoints=${checkpointFile(elsewhere)}`]))
    expect(printed).toMatch(/^4 lines and 3 checkpoints agree/)
    expect(printedLines('Line 2')).toContain('2 lines that were signed before are not in it.')
  })

  test('a copy that is made again leaves behind what another console signed before the first', async () => {
    const elsewhere = join(folder, 'elsewhere')
    await succeeds(backup(variables, [file]))
    expect(await signs(variables, 'lost', elsewhere)).toEqual(signed)
    for (const act of ['lost too', 'after']) {
      await succeeds(restore(variables, [file, '--replace']))
      expect(await signs(variables, act)).toEqual(signed)
    }
    expect(await signs(variables, 'after', elsewhere)).toEqual(signed)
    await succeeds(verifyAudit(variables, [`--checkpoints=${checkpointFile(elsewhere)}`]))
  })

  test('a restore elsewhere is believed by whoever has the checkpoints only if it was given them', async () => {
    expect(await signs(variables, 'before')).toEqual(signed)
    await succeeds(backup(variables, [file]))
    expect(await signs(variables, 'lost')).toEqual(signed)
    const kept = join(folder, 'kept.ndjson')
    copyFileSync(checkpointFile(variables.MINTDESK_DATA ?? ''), kept)
    rmSync(checkpointFile(variables.MINTDESK_DATA ?? ''))
    const [without, given] = [await place('without'), await place('given')]
    const flag = `--checkpoints=${kept}`
    await succeeds(restore(without, [file]))
    expect(printed).toContain('repeat this with --checkpoints=FILE')
    await closed()
    expect(await verifyAudit(without, [flag])).toBe(false)
    expect(printedLines('Line 2')).toMatch(/does not name line 2 of the chain \S+, which was signed/)
    await closed()
    expect(await restore(given, [file, `${flag}2`])).toBe(false)
    expect(printed).toContain(`${kept}2 cannot be read.`)
    printed = ''
    await succeeds(restore(given, [file, flag]))
    expect(printed).not.toContain('--checkpoints')
    await closed()
    await succeeds(verifyAudit(given, [flag]))
    expect(printed).toContain('1 lines that were signed before are not in it.')
    // Where a console has them, it says so, and signs the one that knows of them.
    await closed()
    for (const { target, says } of [
      { target: without, says: broken },
      { target: given, says: signed },
    ]) {
      const dataFolder = join(folder, `as ${target.DATABASE_URL ?? target.MINTDESK_DATA}`.replaceAll('/', '-'))
      mkdirSync(dataFolder)
      copyFileSync(kept, checkpointFile(dataFolder))
      expect(await signs(target, 'after', dataFolder)).toEqual(says)
    }
    // One that is used already learns of them by being held again.
    const dataFolder = join(folder, 'again')
    mkdirSync(dataFolder)
    copyFileSync(kept, checkpointFile(dataFolder))
    await opened(without).updateTable('write_hold').set({ released_at: 1 }).execute()
    await closed()
    await succeeds(hold(without, [flag]))
    expect(await signs(without, 'after', dataFolder)).toEqual(signed)
  })

  test('a copy whose audit log could not sign what it follows is not made', async () => {
    await succeeds(backup(variables, [file]))
    const { NEXTAUTH_SECRET: _, ...target } = await place('target')
    expect(await restore(target, [file])).toBe(false)
    expect(await hold({ ...variables, NEXTAUTH_SECRET: undefined }, [])).toBe(false)
    expect(printed).toContain('Set AUDIT_SIGNING_KEY or NEXTAUTH_SECRET')
    expect(await currentHold(opened(variables))).toBeUndefined()
  })

  test('a database that a console uses is not replaced', async () => {
    await succeeds(backup(variables, [file]))
    await closed()
    const using = opened(variables)
    await sql`select 1 from intent`.execute(using)
    expect(await restore(variables, [file, '--replace'])).toBe(false)
    expect(printed).toMatch(/in use|is using/)
    expect(await currentHold(using)).toBeUndefined()
    expect(await using.selectFrom('intent').selectAll().execute()).toHaveLength(4)
  })

  // Files are checked before either database is looked at.
  it.skipIf(isPostgres).each([
    ['a truncated file', (path: string) => truncateSync(path, statSync(path).size - 10), /truncated/],
    ['a file that ends in its header', (path: string) => truncateSync(path, 5_000), /truncated|altered/],
    ['an altered content', (path: string) => flip(path, 16_384 + 40), /altered/],
    ['an altered manifest', (path: string) => flip(path, 120), /altered/],
    ['another file', (path: string) => writeFileSync(path, 'hello'), /not a backup/],
    ['a file of a later format', (path: string) => writeFileSync(path, 'mintdesk-backup 2\n'), /newer version/],
  ])('%s is refused, and nothing is changed', async (_, damage, reason) => {
    await succeeds(backup(variables, [file]))
    damage(file)
    await closed()
    printed = ''
    expect(await restore(variables, [file, '--replace'])).toBe(false)
    expect(printed).toMatch(reason)
    const database = opened(variables)
    expect(await currentHold(database)).toBeUndefined()
    expect(await database.selectFrom('intent').selectAll().execute()).toHaveLength(4)
  })

  test('a backup of a newer version or of development is refused, and one whose content breaks off leaves the database as it was', async () => {
    const facts = {
      made_at: since,
      known_until: since,
      version: '9.0.0',
      engine: isPostgres ? ('postgresql' as const) : ('sqlite' as const),
      key_names: [],
    }
    await closed()
    for (const [migrations, reason] of [
      [[baseline, '2030-01-01-future'], 'which is newer'],
      [['2026-11-21-session'], 'was made by a development version'],
    ] as const) {
      await writeBackup(file, { ...facts, migrations: [...migrations] }, async (sink) => void sink.write('x'))
      expect(await restore(variables, [file, '--replace'])).toBe(false)
      expect(printed).toContain(reason)
      rmSync(file)
    }
    await writeBackup(file, { ...facts, migrations: [baseline] }, async (sink) => {
      sink.write('not a database')
    })
    expect(await restore(variables, [file, '--replace'])).toBe(false)
    expect(await opened(variables).selectFrom('intent').selectAll().execute()).toHaveLength(4)
  })

  test('a backup with other keys is restored and held, and says which key is missing', async () => {
    await succeeds(backup(variables, [file]))
    const target = await place('target')
    await succeeds(restore({ ...target, NEXTAUTH_SECRET: 'another-secret-of-the-tests' }, [file]))
    expect(printed).toMatch(/encrypted with key-\S+, which this console does not have/)
    expect(await currentHold(opened(target))).toBeDefined()
  })

  it.skipIf(!isPostgres || !server)('a file whose end is read late is restored', async () => {
    await succeeds(backup(variables, [file]))
    const { DATABASE_URL = '' } = await place('target')
    async function* late() {
      yield* readContent(file)
      await setTimeout(500)
    }
    await restorePostgres(DATABASE_URL, Readable.from(late()), {
      schema: 'public',
      replaced: [],
      after: [],
      now: new Date(since),
    })
    const target = opened({ DATABASE_URL })
    expect(await target.selectFrom('intent').selectAll().execute()).toHaveLength(4)
  })

  it.skipIf(isPostgres)('a full disk leaves no backup', async () => {
    const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
    const facts = {
      made_at: '',
      known_until: since,
      version: '1',
      engine: 'sqlite' as const,
      key_names: [],
      migrations: [],
    }
    const filling = writeBackup(file, facts, async (sink) => {
      sink.write('a part')
      throw full
    })
    await expect(filling).rejects.toBe(full)
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toEqual([])
  })

  test('a database that was restored by other means is held by a command', async () => {
    expect(await hold(variables, ['--since=yesterday'])).toBe(false)
    await succeeds(hold(variables, [`--since=${since}`]))
    const database = opened(variables)
    expect(await currentHold(database)).toMatchObject({ cause: 'declared', known_until: Date.parse(since) * 1000 })
    expect((await database.selectFrom('intent').select('state').where('id', '=', 'one').execute())[0]?.state).toBe(
      'unknown',
    )
    expect(await hold(variables, [])).toBe(false)
    expect(printed).toContain('held already')
  })
})

function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  bytes.writeUInt8((bytes[at] ?? 0) ^ 1, at)
  writeFileSync(path, bytes)
}
