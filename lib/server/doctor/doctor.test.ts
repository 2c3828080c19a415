/** The doctor in front of a sandbox, with nothing wrong and then with one mistake each. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { described } from '../../commands/doctor'
import { migrate } from '../../database/migrate'
import { openDatabase } from '../../database/open'
import { type Service, startService } from '../../sandbox/testing'
import { systemClock } from '../clock'
import { recordKeys } from '../keys/known-keys'
import { freshPostgres } from '../testing'
import { startConnectProxy } from '../upstream/testing/connect-proxy'
import { Sealing } from '../writes/sealing'
import { examine } from './doctor'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-doctor-'))
const marks = { session: 'secret-mark-of-the-session-0123456789', key: 'secret-mark-of-a-key-with-32-characters' }
let service: Service
let variables: Record<string, string>

/** What is found with these variables; nothing of it holds a secret. */
async function found(more: Record<string, string | undefined> = {}, ahead = 0) {
  const clock = { ...systemClock, now: () => service.time.now - ahead }
  const findings = await examine({ ...variables, ...more }, clock)
  const text = described(findings)
  expect(text + JSON.stringify(findings)).not.toMatch(/secret-mark|demo-secret|reader-secret|wrong-secret/)
  return { findings, text, problems: findings.filter(({ status }) => status === 'problem') }
}

/** A note whose text is sealed with another console's keys. */
async function addNote(sealed: string, database: ReturnType<typeof openDatabase>) {
  const person = { subject: 'oidc:ines', person: 'Ines Okafor' }
  await database
    .insertInto('record_note')
    .values({
      ...{
        id: randomUUID(),
        environment: 'sandbox',
        client_id: 'demo-client',
        kind: 'transfer',
        record_id: 't',
        at: 1,
      },
      ...{ ...person, text: sealed, changed_at: 1 },
      ...{ assignee_subject: null, assignee: null, done_at: null, done_by: null },
    })
    .execute()
}

beforeAll(async () => {
  service = await startService(20)
  const address = `http://127.0.0.1:${service.port}`
  variables = {
    NEXTAUTH_SECRET: marks.session,
    MINTDESK_DATA: folder,
    ...{ SANDBOX_BASE_URL: address, SANDBOX_AUTH_URL: address },
    ...{ SANDBOX_CLIENT_ID: 'demo-client', SANDBOX_CLIENT_SECRET: 'demo-secret' },
  }
  const database = openDatabase({ dataFolder: folder })
  await migrate(database)
  await recordKeys(database, { secret: marks.session })
  await addNote(new Sealing({ secret: marks.session }).seal('a note'), database)
  await database.destroy()
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

describe('The doctor', () => {
  it('finds nothing wrong where nothing is, and says what it looked at', async () => {
    const { problems, text } = await found()
    expect(problems).toEqual([])
    for (const said of [
      /They are complete and fit together/,
      /It has every table/,
      /It can be written/,
      /1 value is sealed with the derived key, which seals new ones/,
      /Tokens were granted for .*transfer:read_transfer.*exchange:write_order/,
      /List transfers was answered/,
      /The provider's clock agrees/,
      /Exports take 0\.0 GB and may take/,
      /0 problems, 1 warning\.$/,
    ])
      expect(text).toMatch(said)
    // It wrote nothing.
    const database = openDatabase({ dataFolder: folder })
    expect(await database.selectFrom('sign_in_limit').selectAll().execute()).toEqual([])
    await database.destroy()
  })

  it.each([
    [
      'a mistyped name',
      { SANDBOX_CLIENT_SECERT: 'x', SANDBOX_CLIENT_SECRET: undefined },
      /Is SANDBOX_CLIENT_SECRET meant/,
    ],
    [
      'a missing file',
      { SANDBOX_CLIENT_SECRET_FILE: '/none', SANDBOX_CLIENT_SECRET: undefined },
      /_FILE cannot be read/,
    ],
    [
      'a wrong client secret',
      { SANDBOX_CLIENT_SECRET: 'wrong-secret' },
      /rejected this console[\s\S]*SANDBOX_CLIENT_SECRET/,
    ],
    [
      'a client without a scope',
      { SANDBOX_CLIENT_ID: 'reader', SANDBOX_CLIENT_SECRET: 'reader-secret' },
      /No token for exchange:write_order[\s\S]*Ask your provider contact to grant it/,
    ],
    [
      'a token service that is away',
      { SANDBOX_AUTH_URL: 'http://127.0.0.1:1' },
      /not responding[\s\S]*SANDBOX_AUTH_URL/,
    ],
    ['an address that is another', { SANDBOX_BASE_URL: 'PATH' }, /answered with 404[\s\S]*SANDBOX_BASE_URL/],
    ['a database that is away', { DATABASE_URL: 'postgres://u:secret-mark@127.0.0.1:1/x' }, /database cannot be used/i],
    ['another session secret', { NEXTAUTH_SECRET: `${marks.key}-2` }, /NEXTAUTH_SECRET is not the one[\s\S]*SEAL_KEYS/],
    [
      'company sign-in that is away',
      { OIDC_ISSUER: 'http://127.0.0.1:1', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'secret-mark' },
      /metadata could not be read[\s\S]*OIDC_ISSUER/,
    ],
  ] as const)('names %s and how to mend it', async (_, change, said) => {
    const more: Record<string, string | undefined> = { ...change }
    if (more.SANDBOX_BASE_URL === 'PATH') more.SANDBOX_BASE_URL = `http://127.0.0.1:${service.port}/elsewhere`
    const { problems, text } = await found(more)
    expect(problems.length).toBeGreaterThan(0)
    expect(text).toMatch(said)
    expect(text).toMatch(/[1-9] problems?, \d warnings?\.$/)
  })

  it.each([
    [90_000, 'problem', /90 s ahead of this machine's.*checks no outcomes/],
    [-30_000, 'warning', /30 s behind/],
  ] as const)('judges a provider whose clock is %s ms ahead', async (ahead, status, said) => {
    const { findings } = await found({}, ahead)
    expect(findings.find(({ area, text }) => area.startsWith('Provider') && said.test(text))?.status).toBe(status)
  })

  it('names a proxy that refuses, without its credentials', async () => {
    const proxy = await startConnectProxy()
    proxy.mode = 407
    const HTTPS_PROXY = proxy.url.replace(encodeURIComponent(proxy.password), 'secret-mark')
    const outside = { SANDBOX_BASE_URL: 'https://api.provider.test', SANDBOX_AUTH_URL: 'https://auth.provider.test' }
    const { text, problems } = await found({ ...outside, HTTPS_PROXY })
    proxy.stop()
    expect(text).toMatch(
      /https:\/\/auth\.provider\.test: The proxy .* did not accept the credentials in HTTPS_PROXY \(407\)/,
    )
    expect(problems.map(({ mend }) => mend).join()).toMatch(/Correct HTTPS_PROXY/)
  })

  it('says which keys are still needed, and which value cannot be opened', async () => {
    const first = { SEAL_KEYS: `first:${marks.session}`, FINGERPRINT_KEY: marks.session }
    expect((await found(first)).text).toMatch(/1 value is sealed without the name of a key: NEXTAUTH_SECRET/)
    const both = { ...first, SEAL_KEYS: `second:${marks.key},first:${marks.session}` }
    const { text, problems } = await found(both)
    expect(problems).toEqual([])
    expect(text).toMatch(
      /The key first is no longer needed: remove it from SEAL_KEYS once every console has second first/,
    )
    const database = openDatabase({ dataFolder: folder })
    await addNote(new Sealing({ secret: '', sealKeys: [{ name: 'gone', secret: 'x' }] }).seal('lost'), database)
    await addNote(new Sealing({ secret: 'another' }).seal('lost'), database)
    await database.destroy()
    const broken = await found(both)
    expect(broken.text).toMatch(/1 value is sealed with keys that SEAL_KEYS does not name/)
    expect(broken.text).toMatch(/1 of 2 values that were tried.*cannot be opened \(record_note\.text\)/)
  })

  const server = process.env.TEST_DATABASE_URL
  it.skipIf(!server)('examines PostgreSQL: its tables, its encryption and its clock', async () => {
    const fresh = await freshPostgres(server ?? '')
    const DATABASE_URL = fresh.url
    expect((await found({ DATABASE_URL })).text).toMatch(/lacks \d+ steps[\s\S]*npm run migrate/)
    const database = openDatabase({ databaseUrl: fresh.url, dataFolder: '' })
    await migrate(database)
    await database.destroy()
    const { text } = await found({ DATABASE_URL })
    expect(text).toMatch(/PostgreSQL \d+[\s\S]*does not leave this machine[\s\S]*can be written/)
    expect(text).toMatch(/The database's clock is \d+ s/)
    await fresh.drop()
  })
})
