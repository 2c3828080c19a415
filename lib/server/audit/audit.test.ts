/** The audit log in its database: what writes it, what keeps it, and what a full disk leaves of it. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConsole } from '../../console/console'
import { beginHold } from '../../database/hold'
import { type Database, migrate, openDatabase } from '../../database/open'
import type { AuditLineTable } from '../../database/tables'
import type { Policy } from '../../features/approvals/policy'
import { createAuditReading } from '../../features/audit/server/audit-reading'
import { checkpointFile, createCheckpoints } from '../../features/audit/server/checkpoints'
import { consoleOperationNames, consoleRow } from '../../features/operations'
import { verifyAudit } from '../../operate/audit'
import { pathOf } from '../../provider/operations'
import type { Role } from '../../provider/roles'
import { addressHeader } from '../auth/client-address'
import type { OwnRoles } from '../auth/own-roles'
import { Encryption } from '../encryption/encryption'
import { isAct } from '../http/console-routes'
import {
  freshPostgres,
  noBounds,
  personRow,
  recordedLog,
  seededClock,
  settingsFor,
  shiftedClock,
  silentLog,
} from '../testing'
import { IntentRows } from '../writes/rows'
import { account, accountNumber, weighingOf } from '../writes/testing'
import { Audit } from './audit'
import { checkLines, headOf } from './audit-lines'
import {
  beginChain,
  chainBegan,
  createSigner,
  type Head,
  hashOf,
  noHash,
  noOne,
  openCheckpoint,
  verifierOf,
} from './chain'

const secret = 'a-secret-of-the-tests'
const fingerprintOf = (body: unknown) => `digest of ${JSON.stringify(body).length}`
const noRequests = (database: Database) => ({
  rows: new IntentRows(database, clock, new Encryption({ secret: 'a-secret-of-the-tests' })),
  plansOf: async () => new Map(),
})
const encryption = { fingerprintOf, fingerprintsOf: (body: unknown) => [fingerprintOf(body)] }
const server = process.env.TEST_DATABASE_URL || undefined
const clock = seededClock()
const auditOn = (database: Database, log = silentLog) =>
  new Audit({ database, clock, log, encryption, bounds: noBounds })
/** Waits until a check that was asked for has ended. */
async function checked({ check }: Pick<ReturnType<typeof createCheckpoints>, 'check'>): Promise<void> {
  while (check().at === undefined) await setImmediate()
}
const linesOf = (database: Database) => database.selectFrom('audit_line').selectAll().orderBy('seq').execute()

describe.each([{ engine: 'SQLite' }, { engine: 'PostgreSQL' }])('The audit log on $engine', ({ engine }) => {
  const isPostgres = engine === 'PostgreSQL'
  const test = it.skipIf(isPostgres && !server)
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-audit-'))
  let fresh: Awaited<ReturnType<typeof freshPostgres>> | undefined
  let database: Database
  const open = () => openDatabase({ databaseUrl: fresh?.url, dataFolder: folder })
  /** What only whoever owns the tables can do. */
  const unguarded = async (change: () => Promise<unknown>) => {
    if (isPostgres) await sql`alter table audit_line disable trigger all`.execute(database)
    else
      for (const one of ['update', 'delete'])
        await sql.raw(`drop trigger if exists audit_line_${one}`).execute(database)
    await change()
  }

  beforeAll(async () => {
    if (isPostgres && !server) return
    fresh = isPostgres ? await freshPostgres(server ?? '', clock) : undefined
    database = open()
    await migrate(database)
  })
  afterAll(async () => {
    await database?.destroy()
    await fresh?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has the lines of an act in its transaction: both are there, or neither', async () => {
    const audit = auditOn(database)
    const person = personRow({ subject: 's', name: 'Ines', roles: 'admin' })
    const act = (fails: boolean) =>
      audit.act(async (within) => {
        await within.insertInto('person').values(person).execute()
        audit.note(within, { act: 'first', by: { subject: 's' } })
        audit.note(within, { act: 'second', detail: { reason: 'idle' } })
        if (fails) throw new Error('It failed.')
      })
    await expect(act(true)).rejects.toThrow('It failed.')
    expect(await linesOf(database)).toEqual([])
    await act(false)
    expect(await linesOf(database)).toMatchObject([
      { seq: 1, act: 'first', subject: 's', outcome: 'done', detail: '{}' },
      { seq: 2, act: 'second', subject: 'mintdesk', detail: '{"reason":"idle"}' },
    ])
    expect(await database.selectFrom('person').select('subject').execute()).toHaveLength(1)
  })

  test('has one order, whatever several consoles do at once', async () => {
    const other = open()
    const audits = [auditOn(database), ...(isPostgres ? [auditOn(other)] : [])]
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => audits[index % audits.length]?.write({ act: 'act', id: `${index}` })),
    )
    const { check, bad } = await checkLines(database, [])
    expect([bad, check.head.seq]).toEqual([undefined, 62])
    await other.destroy()
  })

  test('counts reads, and writes them later as one line for each person and list', async () => {
    const audit = auditOn(database)
    const session = { subject: 'ines', name: 'Ines Okafor', roles: ['support'] }
    const requester = { id: 'req_1', address: '192.0.2.1', environment: 'sandbox', session }
    for (let count = 0; count < 3; count++) audit.read(requester, { kind: 'listTransfers', environment: 'sandbox' })
    audit.read(requester, { kind: 'getTransfer', environment: 'sandbox' })
    await audit.writeReads()
    expect((await linesOf(database)).slice(-2)).toMatchObject([
      { act: 'read', subject: 'ines', roles: 'support', object_kind: 'listTransfers', detail: '{"count":3}' },
      { act: 'read', address: '192.0.2.1', request_id: '', object_kind: 'getTransfer', detail: '{"count":1}' },
    ])
  })

  test('is filtered by person, act, object and time, page by page', async () => {
    const checkpoints = createCheckpoints({ settings: { secret, dataFolder: folder }, database, clock, log: silentLog })
    const { page } = createAuditReading({ database, check: checkpoints.check, ...noRequests(database) })
    const seqs = async (query: Parameters<typeof page>[0]) => {
      const { lines, next_page_cursor } = await page(query)
      return [lines.map(({ seq }) => seq), next_page_cursor]
    }
    // Reads are counted, and listed only if they are asked for.
    expect(await seqs({ limit: 2 })).toEqual([[62, 61], '61'])
    expect([(await page({ limit: 2 })).reads, (await page({ page_cursor: '61' })).reads]).toEqual([2, 0])
    expect(await seqs({ acts: ['read'] })).toEqual([[64, 63], ''])
    expect((await page({ acts: ['read'] })).reads).toBeUndefined()
    expect((await page({ people: ['ines', 's'] })).reads).toBe(2)
    expect(await seqs({ limit: 2, page_cursor: '3' })).toEqual([[2, 1], ''])
    expect(await seqs({ people: ['ines', 's'] })).toEqual([[1], ''])
    expect(await seqs({ acts: ['first', 'second'], people: ['mintdesk'] })).toEqual([[2], ''])
    const [line] = (await page({ object: '7' })).lines
    expect(line).toMatchObject({ act: 'act', object_id: '7' })
    expect(await seqs({ object: '7', 'at.gte': '2026-01-01T00:00:00Z' })).toEqual([[line?.seq], ''])
    expect(await seqs({ object: '7', 'at.lt': '2020-01-01T00:00:00Z' })).toEqual([[], ''])
    expect(await seqs({ 'at.gte': '2999-01-01T00:00:00Z' })).toEqual([[], ''])
    await checked(checkpoints)
    expect((await page({})).check).toMatchObject({ lines: 64, at: expect.any(String) })
  })

  test('signs where it ends each time that it grew, to a file and an address, and not once it was changed', async () => {
    const received: string[] = []
    const receiver = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text) => received.push(text))
      request.once('end', () => response.end())
    })
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
    const { log, lines } = recordedLog()
    const settings = { secret, dataFolder: folder, auditCheckpointUrl: url }
    const checkpoints = createCheckpoints({ settings, database, clock, log })
    await checkpoints.close()
    await checkpoints.close()
    expect(checkpoints.isWhole()).toBe(true)
    const { chain, seq, hash } = (await linesOf(database)).at(-1) ?? { chain: '', seq: 0, hash: '' }
    const [note = ''] = received
    expect(openCheckpoint(note, [verifierOf(createSigner(secret).text)])).toEqual({ chain, seq, hash })
    expect(received).toHaveLength(1)
    expect(readFileSync(checkpointFile(folder), 'utf8').trim().split('\n')).toHaveLength(1)
    expect(lines).toMatchObject([{ event: 'audit-checkpoint', checkpoint: received[0] }])
    // It leaves although its folder cannot be written.
    const unkept = { ...settings, dataFolder: '/dev/null' }
    await createCheckpoints({ settings: unkept, database, clock, log }).close()
    expect(received.splice(1)).toEqual(received)
    expect(lines.at(-1)).toMatchObject({ event: 'audit-checkpoint-failed' })

    for (const change of [
      sql`update audit_line set subject = 'another'`,
      sql`delete from audit_line where seq = 3`,
      ...(isPostgres ? [sql`truncate audit_line`] : []),
    ])
      await expect(change.execute(database)).rejects.toThrow('Lines of the audit log are never changed or removed.')
    await auditOn(database).write({ act: 'last' })
    await unguarded(() => sql`update audit_line set act = 'other' where act = 'last'`.execute(database))
    await checkpoints.close()
    expect(lines.at(-1)).toMatchObject({ event: 'audit-broken', seq: seq + 1, level: 50 })
    expect(checkpoints.isWhole()).toBe(false)
    expect(received).toHaveLength(1)
    receiver.close()
  })

  test('is checked by a command, which names the first bad line and exports it for strangers', async () => {
    const said: string[] = []
    const printing = vi.spyOn(console, 'log').mockImplementation((text) => void said.push(text))
    const variables = { DATABASE_URL: fresh?.url, MINTDESK_DATA: folder, NEXTAUTH_SECRET: secret }
    const verify = (...words: string[]) => verifyAudit(variables, words)
    expect(await verify()).toBe(false)
    expect(said).toEqual(['Line 65 of the audit log is wrong. It was changed.'])
    await unguarded(() => sql`update audit_line set act = 'last' where act = 'other'`.execute(database))
    expect(await verify(`--to=${join(folder, 'export')}`)).toBe(true)
    expect(said.at(-1)).toBe(
      '65 lines and 1 checkpoints agree: none was changed, and none is missing.\nLines 65 to 65 were not signed yet: these could have been cut or rewritten.',
    )
    expect(
      readFileSync(join(folder, 'export', 'audit.ndjson'), 'utf8')
        .trim()
        .split('\n'),
    ).toHaveLength(65)
    // Whoever cuts its end, and says that it ended there, contradicts what was signed.
    await unguarded(async () => {
      await sql`delete from audit_line where seq > 60`.execute(database)
      const [last] = (await linesOf(database)).slice(-1)
      await database
        .updateTable('audit_head')
        .set({ seq: 60, hash: last?.hash ?? '' })
        .execute()
    })
    expect(await verify()).toBe(false)
    expect(said.at(-1)).toBe('Line 61 of the audit log is wrong. It is missing, and so are those after it.')
    expect(await verify('--checkpoints=none')).toBe(true)
    expect(said.at(-1)).toMatch(/^60 lines follow each other\. .* only the inside of the chain was checked/)
    printing.mockRestore()
  })

  test('is checked by a text that the database writes as it was hashed, whatever is in it', async () => {
    const every = String.fromCharCode(...Array.from({ length: 0x100 }, (_, code) => code))
    const by = { subject: `\u2028\u2029\ufeff${every}`.replace('\u0000', ''), name: 'Zoë 💶 </script>' }
    await auditOn(database).write({ act: 'odd', id: every, detail: { every }, by })
    // Half of a pair of UTF-16, where a text is cut and as it came.
    const half = { subject: 's', name: '💶'.slice(0, 1) }
    await auditOn(database).write({ act: 'half', id: `${'x'.repeat(199)}💶`, by: half })
    const { check, bad } = await checkLines(database, [])
    expect([bad, check.head.seq]).toEqual([undefined, 62])
    const changes = [
      sql`update audit_line set name = name || ' ' where seq = 61`,
      // SQLite stores types that the column does not have.
      ...(isPostgres
        ? []
        : [
            sql`update audit_line set name = cast(name as blob) where seq = 61`,
            sql`update audit_line set name = name || char(0) || 'x' where seq = 61`,
            sql`update audit_line set at = at + 0.5 where seq = 61`,
          ]),
    ]
    const { name, at } = (await linesOf(database))[60] ?? {}
    for (const change of changes) {
      await change.execute(database)
      expect((await checkLines(database, [])).bad).toMatchObject({ seq: 61 })
      await database.updateTable('audit_line').set({ name, at }).where('seq', '=', 61).execute()
    }
    expect((await checkLines(database, [])).bad).toBeUndefined()
  })

  test('has what is repeated as one line at once, and one that counts the rest, for each address', async () => {
    const steady = { shift: 0 }
    const audit = new Audit({
      database,
      clock: { ...clock, steady: () => steady.shift },
      log: silentLog,
      encryption,
      bounds: noBounds,
    })
    const session = { subject: 'maren', name: 'Maren', roles: ['admin'] }
    const from = (address: string) => ({ id: 'req_2', address, environment: 'sandbox', session })
    const shown = { act: 'account-number-shown', kind: 'intents', id: 'i-1', isRepeated: true } as const
    const see = (address: string) => audit.during(from(address), () => audit.write(shown))
    const before = (await linesOf(database)).length
    const lines = async () =>
      (await linesOf(database))
        .slice(before)
        .map(({ act, address, request_id, detail }) => [act, address, request_id, detail])
    for (let count = 0; count < 4; count++) await see('192.0.2.1')
    await see('192.0.2.2')
    const first = [
      ['account-number-shown', '192.0.2.1', 'req_2', '{}'],
      ['account-number-shown', '192.0.2.2', 'req_2', '{}'],
    ]
    expect(await lines()).toEqual(first)
    await audit.writeReads({ onlyDue: true })
    expect(await lines()).toEqual(first)
    steady.shift = 900_001
    await audit.writeReads({ onlyDue: true })
    const counted = [...first, ['account-number-shown', '192.0.2.1', '', '{"count":3}']]
    expect(await lines()).toEqual(counted)
    steady.shift = 1_800_002
    await audit.writeReads({ onlyDue: true })
    await see('192.0.2.2')
    expect(await lines()).toEqual([...counted, first[1]])
  })
})

describe.each([{ engine: 'SQLite' }, { engine: 'PostgreSQL' }])('A replaced audit log on $engine', ({ engine }) => {
  const isPostgres = engine === 'PostgreSQL'
  const test = it.skipIf(isPostgres && !server)
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-replaced-'))
  const file = checkpointFile(folder)
  let fresh: Awaited<ReturnType<typeof freshPostgres>> | undefined
  let database: Database
  let real: AuditLineTable[]
  /** The checkpoints of the installation, the older first. */
  let kept: string[] | undefined
  const signer = createSigner(secret)
  const headAt = (seq: number): Head => {
    const { chain, hash } = real[seq - 1] as AuditLineTable
    return { chain, seq, hash }
  }

  /** Puts lines in the place of the log, as its owner can. */
  async function replaceBy(lines: readonly AuditLineTable[]): Promise<void> {
    if (isPostgres) await sql`alter table audit_line disable trigger all`.execute(database)
    else
      for (const one of ['update', 'delete'])
        await sql.raw(`drop trigger if exists audit_line_${one}`).execute(database)
    await database.deleteFrom('audit_line').execute()
    if (lines.length > 0)
      await database
        .insertInto('audit_line')
        .values([...lines])
        .execute()
    const { chain = 'x', seq = 0, hash = noHash, at = 0 } = lines.at(-1) ?? {}
    await database.updateTable('audit_head').set({ chain, seq, hash, at }).execute()
  }

  type Made = { act?: string; chain?: string; detail?: string }
  /** Lines that whoever knows how they are chained makes up. */
  const madeUp = (given: readonly Made[], before: Head = { chain: 'x', seq: 0, hash: noHash }) => {
    let { chain, seq, hash } = before
    return given.map((one): AuditLineTable => {
      seq += 1
      const prev_hash = one.act === chainBegan ? noHash : hash
      chain = one.chain ?? chain
      const line = { ...noOne, act: 'sign-in', outcome: 'done' as const, ...one, chain, seq, at: seq, prev_hash }
      hash = hashOf(line)
      return { ...line, hash }
    })
  }
  const three: Made[] = [{}, {}, {}]
  /** The beginning of another chain. */
  const begun = (previous: Head, statement?: string): Made => ({
    act: chainBegan,
    chain: 'y',
    detail: JSON.stringify({ cause: 'restored', previous, statement }),
  })
  const endOf = (lines: readonly AuditLineTable[]): Head => {
    const { chain = 'x', seq = 0, hash = noHash } = lines.at(-1) ?? {}
    return { chain, seq, hash }
  }
  /** Lines, and behind them a chain that says it follows them. */
  const followed = (
    lines: readonly AuditLineTable[],
    statementFor: (previous: Head) => string | undefined = () => undefined,
  ) => {
    const previous = endOf(lines)
    return [...lines, ...madeUp([begun(previous, statementFor(previous)), ...three], previous)]
  }
  const statementBy = (by: typeof signer, signed: readonly Head[]) => (previous: Head) =>
    by.begin({ chain: 'y', previous, signed })
  const another = createSigner('the secret of another installation')

  /** What the three who can check say of the log as it is now. */
  async function said(...words: string[]) {
    const texts: string[] = []
    const printing = vi.spyOn(console, 'log').mockImplementation((text) => void texts.push(text))
    const variables = { DATABASE_URL: fresh?.url, MINTDESK_DATA: folder, NEXTAUTH_SECRET: secret }
    const exported = mkdtempSync(join(folder, 'export-'))
    const isWhole = await verifyAudit(variables, [`--to=${exported}`, ...words])
    printing.mockRestore()
    const { log, lines } = recordedLog()
    const checkpoints = createCheckpoints({ settings: { secret, dataFolder: folder }, database, clock, log })
    const { page } = createAuditReading({ database, check: checkpoints.check, ...noRequests(database) })
    await checked(checkpoints)
    const { check } = await page({})
    let script = ''
    try {
      script = execFileSync(process.execPath, ['docs/verify-audit.mjs', exported], { encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      script = (error as { stdout: string }).stdout
    }
    // The console signs no such log, and what its page says is what its log and its alert say.
    const before = readFileSync(file, 'utf8')
    await checkpoints.close()
    const isSigned = readFileSync(file, 'utf8') !== before
    writeFileSync(file, before)
    const event = lines.find((line) => line.event === 'audit-broken')
    expect(event?.seq).toBe(check.bad?.seq)
    expect(checkpoints.isWhole()).toBe(check.bad === undefined)
    return { command: texts[0] ?? '', isWhole, check, script, isSigned }
  }

  beforeAll(async () => {
    if (isPostgres && !server) return
    fresh = isPostgres ? await freshPostgres(server ?? '', clock) : undefined
    database = openDatabase({ databaseUrl: fresh?.url, dataFolder: folder })
    await migrate(database)
    const checkpoints = createCheckpoints({ settings: { secret, dataFolder: folder }, database, clock, log: silentLog })
    for (let count = 1; count <= 40; count++) {
      await auditOn(database).write({ act: 'act', id: `${count}` })
      if (count % 20 === 0) await checkpoints.close()
    }
    real = await linesOf(database)
    kept = readFileSync(file, 'utf8').trim().split('\n')
  })
  beforeEach(() => {
    if (kept) writeFileSync(file, `${kept.join('\n')}\n`)
  })
  afterAll(async () => {
    await database?.destroy()
    await fresh?.drop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** The log that is put in its place, and the line that must be found. */
  const forgeries: Record<string, () => { lines: AuditLineTable[]; found: number }> = {
    'of three lines in another chain': () => ({ lines: madeUp(three), found: 1 }),
    'of three lines under the name of the real chain': () => ({
      lines: madeUp(three, { chain: headAt(1).chain, seq: 0, hash: noHash }),
      found: 4,
    }),
    'as long as the real one, under its name': () => ({
      lines: madeUp(Array(40).fill({}), { chain: headAt(1).chain, seq: 0, hash: noHash }),
      found: 20,
    }),
    'of nothing': () => ({ lines: [], found: 1 }),
    'of three lines and a made-up beginning that follows them': () => ({ lines: followed(madeUp(three)), found: 1 }),
    'that begins with a made-up beginning, which names the real end': () => ({
      lines: madeUp([begun(headAt(40)), ...three]),
      found: 1,
    }),
    'that begins with a made-up beginning of a new database': () => ({
      lines: madeUp([begun({ ...headAt(40), seq: 0, hash: noHash }), ...three]),
      found: 1,
    }),
    'of the real one cut at an older checkpoint': () => ({ lines: real.slice(0, 20), found: 21 }),
    'of the real one cut at an older checkpoint, with a made-up beginning': () => ({
      lines: followed(real.slice(0, 20)),
      found: 21,
    }),
    'of the whole real one with a made-up beginning': () => ({ lines: followed(real), found: 41 }),
    'whose beginning another installation signed': () => ({
      lines: followed(real.slice(0, 20), statementBy(another, [headAt(40)])),
      found: 21,
    }),
    'whose beginning has the newest checkpoint as its statement': () => ({
      lines: followed(real.slice(0, 20), () => JSON.parse(kept?.[1] ?? '').checkpoint),
      found: 21,
    }),
    'whose beginning has the statement of another chain': () => ({
      lines: followed(real.slice(0, 20), (previous) => signer.begin({ chain: 'z', previous, signed: [headAt(40)] })),
      found: 21,
    }),
    'whose beginning has the statement of another end': () => ({
      lines: followed(real.slice(0, 20), () => statementBy(signer, [headAt(40)])(headAt(19))),
      found: 21,
    }),
    'of made-up lines, whose beginning has the statement of the real ones': () => ({
      lines: followed(madeUp(three), () => statementBy(signer, [headAt(40)])(headAt(3))),
      found: 1,
    }),
    // As when a copy was made for a drill.
    'whose beginning was signed before the newest checkpoint': () => ({
      lines: followed(real.slice(0, 20), statementBy(signer, [headAt(20)])),
      found: 21,
    }),
    'whose beginning names another hash than the one that was signed': () => ({
      lines: followed(real.slice(0, 20), statementBy(signer, [{ ...headAt(40), hash: noHash }])),
      found: 21,
    }),
    'whose beginning is no JSON': () => ({
      lines: [...real, ...madeUp([{ act: chainBegan, chain: 'y', detail: '{' }, ...three], headAt(40))],
      found: 40,
    }),
    'whose beginning is a null': () => ({
      lines: [...real, ...madeUp([{ act: chainBegan, chain: 'y', detail: 'null' }, ...three], headAt(40))],
      found: 40,
    }),
    'that goes on under another name': () => ({
      lines: [...real, ...madeUp([{ chain: 'y' }, {}], headAt(40))],
      found: 41,
    }),
  }

  test.each(Object.entries(forgeries))('%s is found by whoever has its checkpoints', async (_, forge) => {
    const { lines, found } = forge()
    await replaceBy(lines)
    const { command, isWhole, check, script, isSigned } = await said()
    expect([command, isWhole]).toEqual([expect.stringMatching(`^Line ${found} of the audit log is wrong\\.`), false])
    expect(check.bad?.seq).toBe(found)
    expect(script).toMatch(new RegExp(`^Line ${found}:`))
    expect(isSigned).toBe(false)
  })

  const inside = /^7 lines follow each other\. Nothing that was signed is here to compare them with, so only the inside/
  test('is said to be checked inside only where nobody has a checkpoint, or those of another installation', async () => {
    await replaceBy(followed(madeUp(three)))
    const strangers = join(folder, 'strangers.ndjson')
    const head = endOf(await linesOf(database))
    writeFileSync(strangers, `${JSON.stringify({ checkpoint: another.sign(head), public_key: another.text })}\n`)
    for (const checkpoints of [join(folder, 'none'), strangers]) {
      const { command, script } = await said(`--checkpoints=${checkpoints}`)
      for (const text of [command, script]) {
        expect(text).toMatch(inside)
        expect(text).toMatch(/Line 4 begins the chain of a restored copy\. No key \S.* signed that\./)
        expect(text).not.toContain('none is missing')
      }
    }
    rmSync(file)
    const checkpoints = createCheckpoints({ settings: { secret, dataFolder: folder }, database, clock, log: silentLog })
    await checked(checkpoints)
    expect(checkpoints.check()).toMatchObject({ lines: 7, signed: 0 })
    expect(checkpoints.check().bad).toBeUndefined()
  })

  test('is found although the checkpoints were removed while the console ran', async () => {
    await replaceBy(real)
    const { log, lines } = recordedLog()
    const settings = { secret, dataFolder: folder }
    const checkpoints = createCheckpoints({ settings, database, clock, log })
    await checkpoints.close()
    await replaceBy(followed(madeUp(three)))
    rmSync(file)
    await checkpoints.close()
    expect(lines).toMatchObject([{ event: 'audit-broken', seq: 1 }])
  })

  test('cannot take the place of one that a console signs as soon as it starts', async () => {
    await replaceBy(real)
    rmSync(file)
    const { log, lines } = recordedLog()
    const still = { ...seededClock(), after: () => () => undefined }
    const checkpoints = createCheckpoints({ settings: { secret, dataFolder: folder }, database, clock: still, log })
    checkpoints.start(Promise.resolve())
    while (lines.length === 0) await setImmediate()
    expect(lines).toMatchObject([{ event: 'audit-checkpoint' }])
    await checked(checkpoints)
    expect(checkpoints.check()).toMatchObject({ lines: 40, signed: 40 })
    await replaceBy(madeUp(three))
    await checkpoints.close()
    expect(lines.slice(1)).toMatchObject([{ event: 'audit-broken', seq: 1 }])
  })

  test('by a restored copy is believed, which says what it leaves behind, and the copy is signed again', async () => {
    await replaceBy(real.slice(0, 30))
    const signed = (kept ?? []).flatMap(
      (line) => openCheckpoint(JSON.parse(line).checkpoint, [verifierOf(signer.text)]) ?? [],
    )
    await database.transaction().execute((within) => beginChain(within, 1, { cause: 'restored', signer, signed }))
    await auditOn(database).write({ act: 'later' })
    const first = await said()
    expect([first.isWhole, first.isSigned, first.check]).toMatchObject([true, true, { lines: 32, signed: 30 }])
    expect(first.check.bad).toBeUndefined()
    for (const text of [first.command, first.script])
      expect(text).toContain(
        'Line 31 begins the chain of a restored copy. 10 lines that were signed before are not in it.',
      )
    const settings = { secret, dataFolder: folder }
    const checkpoints = createCheckpoints({ settings, database, clock, log: silentLog })
    await checkpoints.close()
    const later = await said()
    expect([later.isWhole, later.check]).toMatchObject([true, { lines: 32, signed: 32 }])
    expect(later.command).toContain('32 lines and 3 checkpoints agree')
    // Another copy of the same backup leaves the first one behind, and has to say so.
    const copy = await linesOf(database)
    await replaceBy(real.slice(0, 30))
    await database.transaction().execute((within) => beginChain(within, 2, { cause: 'restored', signer, signed }))
    expect(await said()).toMatchObject({ isWhole: false, check: { bad: { seq: 31 } }, isSigned: false })
    await replaceBy(real.slice(0, 30))
    const both = [...signed, endOf(copy)]
    await database.transaction().execute((within) => beginChain(within, 2, { cause: 'restored', signer, signed: both }))
    expect(await said()).toMatchObject({ isWhole: true, isSigned: true })
  })

  test('by a copy that was put in place by other means is believed once a signed beginning follows', async () => {
    await replaceBy(followed(real.slice(0, 30)))
    expect(await said()).toMatchObject({ isWhole: false, check: { bad: { seq: 31 } }, isSigned: false })
    const signed = [headAt(40)]
    await database.transaction().execute((within) => beginChain(within, 1, { cause: 'declared', signer, signed }))
    expect(await said()).toMatchObject({ isWhole: true, isSigned: true, check: { signed: 34 } })
  })

  test('by a copy whose key was changed since is believed by a console, which has the earlier public key', async () => {
    await replaceBy(real.slice(0, 30))
    const signed = [headAt(40)]
    await database.transaction().execute((within) => beginChain(within, 1, { cause: 'restored', signer, signed }))
    const { log, lines } = recordedLog()
    const settings = { secret: 'the secret that came after it', dataFolder: folder }
    await createCheckpoints({ settings, database, clock, log }).close()
    expect(lines).toMatchObject([{ event: 'audit-checkpoint' }])
    const head = await headOf(database)
    expect(openCheckpoint(String(lines[0]?.checkpoint), [verifierOf(createSigner(settings.secret).text)])).toEqual(head)
  })

  test('that was signed twice in two ways is found: no line can be both', async () => {
    await replaceBy(real)
    const checkpoint = signer.sign({ ...headAt(40), hash: noHash })
    appendFileSync(file, `${JSON.stringify({ checkpoint, public_key: signer.text })}\n`)
    const { command, check, script } = await said()
    expect(command).toContain('Line 40 of the audit log is wrong.')
    expect([check.bad?.seq, script]).toEqual([40, expect.stringMatching(/^Line 40:/)])
  })
})

describe.each([{ engine: 'SQLite' }, { engine: 'PostgreSQL' }])('A console on $engine', ({ engine }) => {
  const isPostgres = engine === 'PostgreSQL'
  const isMissing = isPostgres && !server
  const test = it.skipIf(isMissing)
  const folder = mkdtempSync(join(tmpdir(), 'mintdesk-audited-'))
  const number = '000123456789'
  const shifted = shiftedClock(clock)
  let fresh: Awaited<ReturnType<typeof freshPostgres>> | undefined
  let database: Database
  let provider: Server
  let origin: string
  let desk: ReturnType<typeof createConsole>
  const granted = { access_token: 'the-token', token_type: 'bearer', expires_in: 3600 }
  const usual = { token: { status: 200, body: granted as object }, write: 200 }
  /** How the provider answers: requests for tokens, and writes. */
  let answers = usual
  const recorded = recordedLog()

  async function cookieOf(role: Role): Promise<string> {
    const sid = await desk.sessions.begin({ subject: `oidc:${role}`, name: 'Ines Okafor', roles: [role] })
    return `${desk.sessionCookie}=${await encode({ token: { sid }, secret })}`
  }
  const ask = (
    path: string,
    cookie: string,
    body?: object | string,
    more: object = {},
    method = body ? 'POST' : 'GET',
  ) => {
    const headers = { cookie, origin: 'http://localhost:3000', [addressHeader]: '192.0.2.7' }
    const init = { method, ...(body && { body: typeof body === 'string' ? body : JSON.stringify(body) }) }
    const request = new NextRequest(`http://localhost:3000/api/sandbox/${path}`, {
      ...init,
      headers: { ...headers, 'content-type': 'application/json', ...more },
    })
    return path.startsWith('v2/') ? desk.http.proxy(request) : desk.own(request)
  }
  const order = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '100.00' }
  const acts = async (after: number) =>
    (await linesOf(database)).filter(({ seq }) => seq > after).map(({ act, outcome }) => `${act} ${outcome}`)
  const lastSeq = async () => (await linesOf(database)).length

  beforeAll(async () => {
    if (isMissing) return
    fresh = isPostgres ? await freshPostgres(server ?? '', clock) : undefined
    database = openDatabase({ databaseUrl: fresh?.url, dataFolder: folder })
    await migrate(database)
    provider = createServer((request, response) => {
      const isToken = String(request.url).startsWith('/oauth2')
      const status = isToken ? answers.token.status : request.method === 'POST' ? answers.write : 200
      const headers = {
        'content-type': 'application/json',
        'retry-after': '1',
        date: new Date(clock.now()).toUTCString(),
      }
      response.writeHead(status, headers)
      const record = { items: [], next_page_cursor: '', id: 'o-1', ...order }
      response.end(
        JSON.stringify(isToken ? answers.token.body : status === 200 ? record : { code: 'NO', message: 'No.' }),
      )
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const settings = { ...settingsFor({ baseUrl: origin, authUrl: origin }), secret, dataFolder: folder, ownRoles }
    desk = createConsole({ settings, database, log: recorded.log, clock: shifted })
  })
  afterAll(async () => {
    await desk?.close()
    await fresh?.drop()
    provider?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('has a line of a sign-in, of each step of a request, and of a refusal', async () => {
    const cookie = await cookieOf('treasury')
    const intent = { 'x-mintdesk-intent': crypto.randomUUID() }
    const before = await lastSeq()
    expect(await acts(before - 1)).toEqual(['sign-in done'])
    expect((await ask('v2/profiles/p-1/orders', cookie, order, intent)).status).toBeLessThan(500)
    expect((await ask('webhooks', cookie)).status).toBe(403)
    const steps = await acts(before)
    expect(steps.slice(0, 2)).toEqual(['request-prepared done', 'request-sent done'])
    expect(steps.at(-1)).toBe('role-refused refused')
    const [prepared] = (await linesOf(database)).filter(({ act }) => act === 'request-prepared')
    expect(prepared).toMatchObject({
      subject: 'oidc:treasury',
      name: 'Ines Okafor',
      roles: 'treasury',
      address: '192.0.2.7',
      object_kind: 'intents',
      object_id: intent['x-mintdesk-intent'],
      environment: 'sandbox',
      digest: expect.stringMatching(/^[\w-]{43}$/),
      request_id: expect.stringMatching(/^req_/),
    })
    const admin = await cookieOf('admin')
    const query = `object=${intent['x-mintdesk-intent']}&acts=request-prepared`
    const [line] = (await (await ask(`audit?${query}`, admin)).json()).lines
    expect(line).toMatchObject({
      summary: 'Buy BTC for 100.00 USD, at market',
      amount: { amount: '100.00', asset: 'USD' },
    })
    const [head = '', row = ''] = (await (await ask(`audit/file?format=csv&${query}`, admin)).text()).split('\r\n')
    expect(head).toMatch(/,action,summary,change,amount,asset,policy_version$/)
    expect(row).toMatch(/,Requested,"Buy BTC for 100\.00 USD, at market",100\.00 USD,100\.00,USD,$/)
  })

  test('says in the log what each line says, by the names of the Elastic Common Schema', async () => {
    const records = recorded.lines.filter((line) => line['event.dataset'] === 'mintdesk.audit')
    expect(records.length).toBe(await lastSeq())
    expect(records.find((one) => one['event.action'] === 'request-prepared')).toMatchObject({
      msg: 'audit',
      'event.outcome': 'success',
      'user.id': 'oidc:treasury',
      'source.ip': '192.0.2.7',
    })
  })

  test('keeps no secret and no account number in it', async () => {
    const cookie = await cookieOf('treasury')
    const note = { id: crypto.randomUUID(), kind: 'order', record: 'o-1', text: `Pay to ${number}.` }
    await ask('notes', cookie, note)
    await ask('presets?kind=profile', cookie)
    const text = JSON.stringify(await linesOf(database)) + recorded.text()
    expect(text).toContain('addNote')
    for (const one of [number, secret, 'the-token', cookie.split('=')[1] ?? cookie]) expect(text).not.toContain(one)
  })

  test('names what it is about by nothing that may be an account number, in any row, and is found by it', async () => {
    const cookie = await cookieOf('admin')
    const before = await lastSeq()
    const iban = 'DE89370400440532013000'
    for (const id of [number, '12345678', iban]) {
      for (const name of consoleOperationNames.filter((one) => isAct(consoleRow(one)))) {
        const { method, path } = consoleRow(name)
        const to = path.replace(/\{\w+\}/g, id)
        const body =
          method === 'GET' ? undefined : { id, record: id, kind: 'transfer', action: id, [id]: Number(number) }
        await ask(to, cookie, body, {}, method)
      }
      const note = { id: crypto.randomUUID(), kind: 'transfer', record: id, text: 'Call them.' }
      expect((await ask('notes', cookie, note)).status).toBe(200)
    }
    const lines = (await linesOf(database)).filter(({ seq }) => seq > before)
    expect(lines.filter(({ act }) => act === 'addNote').length).toBeGreaterThan(5)
    const text = JSON.stringify(lines) + recorded.text()
    for (const one of [number, '12345678', iban]) expect(text.includes(one) && one).toBe(false)
    // Whoever knows it finds what was done to it.
    const { lines: found } = await (await ask(`audit?object=${number}&acts=addNote`, cookie)).json()
    expect(found).toMatchObject([{ act: 'addNote', outcome: 'begun', object_kind: 'notes' }])
    const file = await (await ask(`audit/file?format=ndjson&object=${number}&acts=addNote`, cookie)).text()
    expect(file.trim().split('\n')).toHaveLength(1)
  })

  test('names what it is about by its own id where that has the form of one', async () => {
    const cookie = await cookieOf('admin')
    const before = await lastSeq()
    const id = crypto.randomUUID()
    for (const to of [`webhooks/${id}`, 'policies/7', 'views/failed-today/pin', 'sessions/a-session'])
      await ask(to, cookie, undefined, {}, 'DELETE')
    const begun = (await linesOf(database)).filter(({ seq, outcome }) => seq > before && outcome === 'begun')
    expect(begun.map(({ object_id }) => object_id)).toEqual([
      ...[id, '7', 'failed-today', expect.stringMatching(/^digest:[\w-]{43}$/)],
    ])
  })

  test('has each look at a whole account number and each read, whatever the request says of itself', async () => {
    const cookie = await cookieOf('treasury')
    const id = crypto.randomUUID()
    await ask(pathOf('createFiatAccount', {}).slice(1), cookie, account, { 'x-mintdesk-intent': id })
    const of = (act: string) => async (seq: number) =>
      (await linesOf(database)).filter((line) => line.seq > seq && line.act === act)
    const looks = [
      ['192.0.2.11', `intents/${id}`],
      ['192.0.2.12', `intents/${id}/notes`, { happened: true, words: 'Seen at the bank.' }],
      ['192.0.2.13', `intents/${id}/resolve`, {}],
    ] as const
    const before = await lastSeq()
    for (const [address, to, body] of looks) {
      const more = { 'x-mintdesk-background': '1', [addressHeader]: address }
      const answer = await ask(to, cookie, body, more)
      if (answer.status === 200) expect(await answer.text()).toContain(accountNumber)
    }
    expect((await of('account-number-shown')(before)).map((line) => [line.address, line.object_id])).toEqual([
      ['192.0.2.11', id],
      ['192.0.2.12', id],
    ])
    expect(await of('resolveIntent')(before)).toMatchObject([{ address: '192.0.2.13' }, { outcome: 'refused' }])
    const admin = await cookieOf('admin')
    const shown = async (more = '') => {
      const { lines } = await (await ask(`audit?object=${id}${more}`, admin)).json()
      return lines.map(({ act }: { act: string }) => act)
    }
    expect(await shown('&acts=noteIntent')).toEqual(['noteIntent'])
    expect(await shown(), 'the line of the note says it').toContain('request-noted')
    expect(await shown()).not.toContain('noteIntent')
    expect(await shown(), 'no other line says that it was refused').toContain('resolveIntent')
    await desk.audit.writeReads()
    const begun = await lastSeq()
    const background = { 'x-mintdesk-background': '1' }
    expect((await ask('v2/transfer/transfers', cookie, undefined, background)).status).toBe(200)
    expect((await ask('intents', cookie, undefined, background)).status).toBe(200)
    // The page of the look-up asks on the server.
    const by = {
      session: { subject: 'oidc:treasury', name: 'Ines', roles: ['support' as const] },
      address: '192.0.2.7',
    }
    await desk.lookup([{ kind: 'hash', value: `0x${'1'.repeat(64)}` }], {
      environment: 'sandbox',
      isPersonal: false,
      ...by,
    })
    await desk.audit.writeReads()
    const kinds = (await of('read')(begun)).map(({ object_kind }) => object_kind)
    expect(kinds).toEqual(['listTransfers', 'listIntents', 'lookup'])
  })

  /** Leaves no room for another line, or room again. No test can fill PostgreSQL's disk: its error is what counts. */
  async function fill(isFull: boolean): Promise<void> {
    if (!isPostgres) {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database)
      await sql.raw(`pragma max_page_count = ${isFull ? rows[0]?.page_count : 100_000}`).execute(database)
      return
    }
    const full = "begin raise exception 'could not extend file' using errcode = 'disk_full'; end"
    for (const statement of isFull
      ? [
          `create function refuse_full() returns trigger language plpgsql as $$ ${full} $$`,
          'create trigger is_full before insert on audit_line execute function refuse_full()',
        ]
      : ['drop trigger is_full on audit_line'])
      await sql.raw(statement).execute(database)
  }

  const ownRoles: OwnRoles = { 'own:small': { rights: ['read', 'requests', 'order'], amounts: { USD: '10.00' } } }
  const path = 'v2/profiles/p-1/orders'
  const known = crypto.randomUUID()
  const webhook = { id: crypto.randomUUID(), name: 'Desk', url: 'ftp://desk.example', events: [], zone: 'UTC' }
  const elsewhere = { 'sec-fetch-site': 'cross-site' }
  const input = (...fields: string[]) => ({ status: 400, problem: 'invalid-input', fields })

  type Refusal = {
    of: string
    role?: Role
    to?: string
    body?: object | string
    headers?: object
    provider?: Partial<typeof usual>
    before?: () => Promise<unknown>
    after?: () => Promise<unknown>
    /** The lines of this one request, but those that say how far it came. */
    act?: string
    kind?: string
    detail: object
  }
  const refusals: Refusal[] = [
    { of: 'another site', headers: elsewhere, act: 'not-same-origin', detail: { status: 403 } },
    { of: 'a role', role: 'support', act: 'role-refused', detail: { status: 403, problem: 'not-permitted' } },
    { of: 'another person', headers: { 'x-mintdesk-person': 'maren' }, act: 'person-changed', detail: { status: 409 } },
    { of: 'no request ID', headers: { 'x-mintdesk-intent': '' }, detail: { status: 400, problem: 'intent-required' } },
    { of: 'another type', headers: { 'content-type': 'text/plain' }, detail: { status: 415 } },
    { of: 'no JSON', body: `{"${number}`, detail: { status: 400, problem: 'invalid-input' } },
    { of: 'a large body', body: { text: 'x'.repeat(65_536) }, detail: { status: 413, problem: 'body-too-large' } },
    { of: 'a field', body: { ...order, quote_amount: number, side: number }, detail: input('side') },
    { of: 'an unknown name', body: { ...order, [number]: '1' }, detail: input('(unknown)') },
    { of: 'an unreadable reason', headers: { 'x-mintdesk-reason': '%' }, detail: { status: 400 } },
    {
      of: 'the scope',
      detail: { status: 403, problem: 'scope-not-granted' },
      provider: { token: { status: 400, body: { error: 'invalid_scope' } } },
    },
    {
      of: 'the rate',
      detail: { status: 429, problem: 'rate-limited' },
      provider: { token: { status: 429, body: { error: 'slow_down' } } },
    },
    {
      of: 'another body',
      headers: { 'x-mintdesk-intent': known },
      body: { ...order, quote_amount: '7.00' },
      before: async () => ask(path, await cookieOf('treasury'), order, { 'x-mintdesk-intent': known }),
      detail: { status: 409, problem: 'intent-reused' },
    },
    { of: 'the limit of a role', role: 'own:small', detail: { status: 403, problem: 'not-permitted' } },
    {
      of: 'the policy',
      detail: { status: 409, problem: 'policy-refused' },
      before: () =>
        activate([{ id: 'none', operations: ['createOrder'], environments: ['sandbox'], expires_hours: 1 }]),
      after: () => activate([]),
    },
    {
      of: 'a held copy',
      detail: { status: 409, problem: 'copy-held' },
      before: () => beginHold(database, { id: 'h', beganAt: 1, cause: 'restored', knownUntil: 1 }),
      after: () => database.updateTable('write_hold').set({ released_at: 2 }).execute(),
    },
    // Its own history says so.
    { of: 'the provider', act: 'request-answered', kind: 'intents', detail: { status: 422 }, provider: { write: 422 } },
    {
      of: 'input of our own',
      role: 'admin',
      to: 'webhooks',
      body: webhook,
      act: 'addWebhook',
      detail: { status: 400 },
    },
  ]

  let version = 0
  async function activate(rules: Policy['rules']) {
    const { policies } = weighingOf(desk.writes.ledger)
    const admin = { subject: 'oidc:admin', name: 'Ada', roles: ['admin' as const], id: '' }
    version += 1
    await policies.propose(database, version, { rules, stand_ins: [] }, admin)
    await policies.activate(database, version, admin, true)
  }

  test.each(refusals)('has one line of a refusal, of $of', async (refusal) => {
    const {
      role = 'treasury',
      to = path,
      body = order,
      act = 'request-refused',
      kind = 'createOrder',
      detail,
    } = refusal
    // No token of before is left.
    shifted.shift += 4_000_000
    await refusal.before?.()
    answers = { ...usual, ...refusal.provider }
    const cookie = await cookieOf(role)
    const headers = { 'x-mintdesk-intent': crypto.randomUUID(), ...refusal.headers }
    const before = await lastSeq()
    const answer = await ask(to, cookie, body, headers)
    const { request_id } = await answer.json()
    answers = usual
    await refusal.after?.()
    expect(answer.status).toBeLessThan(500)
    const lines = (await linesOf(database)).filter(({ seq }) => seq > before)
    const ends = lines.filter(({ outcome }) => outcome !== 'done' && outcome !== 'begun')
    expect(ends).toMatchObject([
      {
        act,
        outcome: 'refused',
        subject: `oidc:${role}`,
        address: '192.0.2.7',
        request_id,
        object_kind: to === path ? kind : 'webhooks',
      },
    ])
    expect(JSON.parse(ends[0]?.detail ?? '')).toMatchObject(detail)
    expect(JSON.stringify(lines)).not.toContain(number)
  })

  test('counts what is asked without a session, all of it in one line a minute', async () => {
    const before = await lastSeq()
    for (const [at, place] of [path, 'webhooks', path].entries())
      expect((await ask(place, 'none', order, { [addressHeader]: `192.0.2.${at}` })).status).toBe(401)
    expect((await ask('views', 'none')).status).toBe(401)
    expect(await lastSeq()).toBe(before)
    await desk.audit.writeReads()
    const lines = (await linesOf(database)).filter(({ seq, act }) => seq > before && act !== 'read')
    expect(lines).toMatchObject([
      { act: 'not-signed-in', outcome: 'refused', subject: '', address: '', detail: '{"count":3}' },
    ])
  })

  test('whose disk is full refuses writes with the reason, and reads on', async () => {
    const cookie = await cookieOf('treasury')
    const before = await lastSeq()
    await fill(true)
    // What is left of the last pages.
    const audit = auditOn(database)
    let count = 0
    const isWritten = () =>
      audit
        .write({ act: 'filling' })
        .then(() => true)
        .catch(() => false)
    while (await isWritten()) count += 1
    const intents = await database.selectFrom('intent').select('id').execute()
    const refused = await ask('v2/profiles/p-1/orders', cookie, order, { 'x-mintdesk-intent': crypto.randomUUID() })
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ title: 'The console’s disk is full.' })
    const pin = await ask('views/starter-failed/opened', cookie, { age: 0 })
    expect(pin.status).toBe(503)
    expect(await database.selectFrom('intent').select('id').execute()).toEqual(intents)
    expect((await ask('v2/transfer/transfers', cookie)).status).toBe(200)
    expect((await ask('intents', cookie)).status).toBe(200)
    await fill(false)
    expect(await acts(before)).toEqual(Array(count).fill('filling done'))
  })
})
