/** The doctor as an operator runs it, in front of a sandbox, with nothing wrong and then with one mistake each. */
import { spawn } from 'node:child_process'
import { randomUUID, X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle } from '../../../commands/set-up.mjs'
import { holdStatements } from '../../../database/hold'
import { migrate } from '../../../database/migrate'
import { openDatabase } from '../../../database/open'
import { described } from '../../../operate/doctor'
import { demoClient } from '../../../sandbox/clients'
import { type Service, startService } from '../../../sandbox/testing'
import { type IdentityProviderDouble, startIdentityProvider } from '../../../server/auth/testing'
import { systemClock } from '../../../server/clock'
import { Encryption } from '../../../server/encryption/encryption'
import { freshPostgres } from '../../../server/testing'
import certificate from '../../../server/upstream/testing/certificate.json'
import { startConnectProxy } from '../../../server/upstream/testing/connect-proxy'
import { recordKeys } from '../../../server/writes/known-keys'
import type { Finding } from '../interface'
import { examine } from './doctor'

const folder = mkdtempSync(join(tmpdir(), 'mintdesk-doctor-'))
const program = join('.build', `operate-${randomUUID()}.mjs`)
const marks = { session: 'secret-mark-of-the-session-0123456789', key: 'secret-mark-of-a-key-with-32-characters' }
let service: Service
let identity: IdentityProviderDouble
/** Milliseconds by which the provider's clock is ahead. */
let ahead = 0
let variables: Record<string, string>
/** A service whose certificate nobody trusts. */
const stranger = createServer(certificate, (_, response) => response.end())
let untrusted: string

type Change = Record<string, string | undefined>

/** The programs have the clock of the tests, which a campaign moves. */
const clockOfTests = { NODE_OPTIONS: process.env.NODE_OPTIONS, TZ: process.env.TZ }

/** Runs a command to its end. @returns its exit code and what it printed, which holds no secret */
async function run(more: Change, ...words: string[]): Promise<{ code: number | null; printed: string }> {
  const env = { PATH: process.env.PATH, NODE_ENV: 'production' as const, ...clockOfTests, ...variables, ...more }
  const child = spawn(process.execPath, [program, ...words], { env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      printed += part
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  expect(printed).not.toMatch(/secret-mark|demo-secret|partial-secret|wrong-secret/)
  return { code, printed }
}

/** What the doctor finds with these variables. */
async function found(more: Change = {}) {
  const { code, printed } = await run(more, 'doctor', '--json')
  expect(printed, `exit ${code}`).not.toBe('')
  const { ok, findings }: { ok: boolean; findings: Finding[] } = JSON.parse(printed)
  const problems = findings.filter(({ status }) => status === 'problem')
  expect([ok, code]).toEqual(problems.length === 0 ? [true, 0] : [false, 1])
  return { findings, text: described(findings), problems }
}

const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A note whose text is encrypted with another console's keys. */
async function addNote(encryption: Encryption, text: string, database: ReturnType<typeof openDatabase>) {
  const id = randomUUID()
  const person = { subject: 'oidc:ines', person: 'Ines Okafor' }
  await database
    .insertInto('record_note')
    .values({
      id,
      environment: 'sandbox',
      client_id: 'demo-client',
      kind: 'transfer',
      record_id: 't',
      at: 1,
      ...person,
      text: encryption.encrypt(text, ['record_note', 'text', id]),
      changed_at: 1,
      assignee_subject: null,
      assignee: null,
      done_at: null,
      done_by: null,
    })
    .execute()
}

beforeAll(async () => {
  // With its packages, as in the image, because that starts in half the time.
  await bundle('lib/operate/operate.ts', program, 'bundle')
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve))
  untrusted = `https://localhost:${(stranger.address() as AddressInfo).port}`
  service = await startService(20, () => Date.now() + ahead)
  const scopes = demoClient.scopes.filter((scope) => scope !== 'exchange:write_order')
  service.clients.add({ ...demoClient, id: 'partial', secret: 'partial-secret', scopes })
  const address = `http://127.0.0.1:${service.port}`
  variables = {
    NEXTAUTH_SECRET: marks.session,
    MINTDESK_DATA: folder,
    SANDBOX_BASE_URL: address,
    SANDBOX_AUTH_URL: address,
    SANDBOX_CLIENT_ID: 'demo-client',
    SANDBOX_CLIENT_SECRET: 'demo-secret',
  }
  identity = await startIdentityProvider()
  const offered = { issuer: identity.url, claims_supported: ['sub'], acr_values_supported: ['pwd', 'mfa'] }
  Object.assign(identity, {
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(offered)),
  })
  const database = openDatabase({ dataFolder: folder })
  await migrate(database)
  await recordKeys(database, { secret: marks.session }, systemClock)
  await addNote(new Encryption({ secret: marks.session }), 'a note', database)
  await database.destroy()
})
afterAll(async () => {
  stranger.close()
  identity.close()
  await service.stop()
  rmSync(folder, { recursive: true })
  rmSync(program)
})

describe('The doctor', () => {
  it('finds nothing wrong where nothing is, and says what it looked at', async () => {
    const { problems, text } = await found()
    expect(problems).toEqual([])
    for (const said of [
      /They are complete and fit together/,
      /It has every table/,
      /It can be written/,
      /1 value is encrypted with the derived key, which encrypts new ones/,
      /Tokens were granted for .*transfer:read_transfer.*exchange:write_order/,
      /List transfers was answered/,
      /The provider's clock agrees/,
      /Exports take 0\.0 GB and may take/,
      /0 problems, 1 warning\.$/,
    ])
      expect(text).toMatch(said)
    const { code, printed } = await run({}, 'doctor')
    // Others use the disk meanwhile.
    const withoutSizes = (all: string) => all.replace(/[\d.]+ GB/g, '')
    expect([code, withoutSizes(printed)]).toEqual([0, withoutSizes(`${text}\n`)])
    // It wrote nothing.
    const database = openDatabase({ dataFolder: folder })
    expect(await database.selectFrom('sign_in_limit').selectAll().execute()).toEqual([])
    await database.destroy()
  })

  const nowhere = 'http://127.0.0.1:1'
  const company = { OIDC_ISSUER: nowhere, OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'secret-mark' }
  const production = {
    PRODUCTION_BASE_URL: nowhere,
    PRODUCTION_AUTH_URL: nowhere,
    PRODUCTION_CLIENT_ID: 'x',
    PRODUCTION_CLIENT_SECRET: 'secret-mark',
  }
  /** A folder with a database of its own, in which this was run. */
  const databaseWith = async (...statements: string[]) => {
    const MINTDESK_DATA = mkdtempSync(join(folder, 'data-'))
    const database = openDatabase({ dataFolder: MINTDESK_DATA })
    await migrate(database)
    for (const statement of statements) await sql.raw(statement).execute(database)
    await database.destroy()
    return { MINTDESK_DATA }
  }
  type Mistakes = [names: string, change: () => Change | Promise<Change>, said: readonly RegExp[]]

  // Mistakes that do not hide each other are made at once, because each process takes its time.
  it.concurrent.each<Mistakes>([
    [
      'a mistyped name, a missing file and a key that is too short',
      () => ({
        SANDBOX_CLIENT_SECRET: undefined,
        SANDBOX_CLIENT_SECERT: 'x',
        SANDBOX_CLIENT_ID: undefined,
        SANDBOX_CLIENT_ID_FILE: '/none',
        SEAL_KEYS: 'a:secret-mark',
      }),
      [
        /Is SANDBOX_CLIENT_SECRET meant/,
        /SANDBOX_CLIENT_ID_FILE cannot be read \(ENOENT\)/,
        /SEAL_KEYS has a key that is too short/,
      ],
    ],
    [
      'a client without a scope, and a database that is away',
      () => ({
        SANDBOX_CLIENT_ID: 'partial',
        SANDBOX_CLIENT_SECRET: 'partial-secret',
        DATABASE_URL: 'postgres://u:secret-mark@127.0.0.1:1/x',
      }),
      [/No token for exchange:write_order.*\n.*Ask your provider contact to grant it/, /database cannot be used/i],
    ],
    [
      'a wrong client secret or the token service of another client, and a database that cannot be written',
      async () => ({
        SANDBOX_CLIENT_SECRET: undefined,
        SANDBOX_CLIENT_SECRET_FILE: file('wrong', 'wrong-secret\n'),
        ...(await databaseWith(
          "create trigger refuse before insert on sign_in_limit begin select raise(abort, 'no'); end",
        )),
      }),
      [
        /cannot sign in to the provider.*\n.*SANDBOX_CLIENT_SECRET belong together, and that SANDBOX_AUTH_URL/,
        /PROBLEM .*cannot be written.*\n.*rights of its user/,
      ],
    ],
    [
      'a token service that is away, and tables that are not there',
      async () => ({ SANDBOX_AUTH_URL: nowhere, ...(await databaseWith('delete from kysely_migration')) }),
      [/not responding.*\n.*SANDBOX_AUTH_URL/, /PROBLEM .*lacks 1 step.*\n.*npm run migrate/],
    ],
    [
      'certificates that are not trusted, and a database that is held',
      async () => ({
        SANDBOX_AUTH_URL: untrusted,
        ...company,
        OIDC_ISSUER: untrusted,
        ...(await databaseWith(...holdStatements({ id: 'h', beganAt: 1, cause: 'declared', knownUntil: 1 }))),
      }),
      [
        /No token for.*\n.*SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS/,
        /metadata could not be read.*\n.*SELF_SIGNED_CERT.*NODE_EXTRA_CA_CERTS/,
        /warning .*restored and is held.*\n.*releases it/,
      ],
    ],
    [
      'an address that is another, another session secret, and company sign-in that is away',
      () => ({
        SANDBOX_BASE_URL: `http://127.0.0.1:${service.port}/elsewhere`,
        NEXTAUTH_SECRET: `${marks.key}-2`,
        ...company,
      }),
      [
        /answered with 404.*\n.*SANDBOX_BASE_URL/,
        /NEXTAUTH_SECRET is not the one.*SEAL_KEYS/,
        /metadata could not be read.*\n.*Check OIDC_ISSUER/,
      ],
    ],
    [
      'company sign-in that cannot confirm who acts in production',
      () => ({ ...production, ...company, OIDC_ISSUER: identity.url, OIDC_STEP_UP_ACR: 'mfa phr' }),
      [
        /warning .*do not list the claim auth_time.*\n.*issue auth_time/,
        /does not offer what OIDC_STEP_UP_ACR asks for: phr\.\n.*what it offers: pwd, mfa/,
      ],
    ],
    [
      'a proxy that is away, and exports for which there is no room',
      () => ({
        SANDBOX_AUTH_URL: 'https://127.0.0.1:1',
        HTTPS_PROXY: 'http://u:secret-mark@127.0.0.1:1',
        EXPORT_STORAGE_MB: '1000000000',
      }),
      [/made no connection.*\n.*Correct HTTPS_PROXY/, /warning .*GB free.*\n.*EXPORT_STORAGE_MB/],
    ],
    [
      'demo users beside production, and a database that is not there yet',
      () => ({ ...production, ...company, DEMO_USERS: '1', MINTDESK_DATA: join(folder, 'none') }),
      [/warning .*DEMO_USERS=1 does nothing.*\n.*Remove it/, /There is none in .*none yet/],
    ],
  ])('names %s, and how to mend it', async (_, change, said) => {
    const { problems, text } = await found(await change())
    expect(problems.length).toBeGreaterThan(0)
    for (const each of said) expect(text).toMatch(each)
    expect(text).toMatch(/[1-9] problems?, \d warnings?\.$/)
  })

  it.each([
    [90_000, 'problem', /(?:89|90) s ahead of this machine's.*checks no outcomes/],
    [-30_000, 'warning', /3[01] s behind/],
  ] as const)('judges a provider whose clock is %s ms ahead', async (millis, status, said) => {
    ahead = millis
    const { findings } = await found()
    ahead = 0
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

  it('names a folder that cannot be written, and leaves nothing in one that can', async () => {
    expect((await found({ MINTDESK_DATA: '/proc' })).text).toMatch(/The folder \/proc cannot be written \(E[A-Z]+\)/)
    expect((await found()).text).toContain(`The folder ${folder} can be written.`)
    expect(readdirSync(folder).filter((name) => name.startsWith('.doctor'))).toEqual([])
  })

  it('names the certificate of its own address that has ended, or ends soon', async () => {
    const ends = Date.parse(new X509Certificate(certificate.cert).validTo)
    const at = async (days: number) =>
      (
        await examine(
          { ...variables, NEXTAUTH_URL: untrusted },
          { ...systemClock, now: () => ends - days * 86_400_000 },
        )
      ).find(({ area }) => area === 'Address')
    expect(await at(-1)).toMatchObject({ status: 'problem', text: expect.stringContaining('ended at') })
    expect(await at(13)).toMatchObject({ status: 'warning' })
    expect(await at(15)).toMatchObject({ status: 'ok' })
  })

  it('says which keys are still needed, and which value cannot be opened', async () => {
    const first = { SEAL_KEYS: `first:${marks.session}`, FINGERPRINT_KEY: marks.session }
    expect((await found(first)).text).toMatch(
      /1 value is encrypted without the name of a key, which the key first opens/,
    )
    const both = {
      SEAL_KEYS: `second:${marks.key},first:${marks.session}`,
      FINGERPRINT_KEY: `${marks.key},${marks.session}`,
    }
    const { text, problems } = await found(both)
    expect(problems).toEqual([])
    expect(text).toMatch(/The earlier keys in FINGERPRINT_KEY are no longer needed/)
    expect(text).toMatch(/The key first is still needed: 1 value is encrypted with it/)
    const begun = {
      SEAL_KEYS: `first:${marks.session},second:${marks.key}`,
      FINGERPRINT_KEY: `${marks.session},${marks.key}`,
    }
    const rotation = (await found(begun)).text
    expect(rotation).toMatch(/The key second has not been used: put it first in SEAL_KEYS/)
    expect(rotation).toMatch(/The keys behind the first in FINGERPRINT_KEY have not been used/)
    expect(rotation).not.toMatch(/no longer needed/)
    const only = { SEAL_KEYS: `second:${marks.key}`, FINGERPRINT_KEY: marks.session }
    expect((await found(only)).text).toMatch(/NEXTAUTH_SECRET is still needed: 1 value is encrypted without the name/)
    const database = openDatabase({ dataFolder: folder })
    const kept = await database.selectFrom('record_note').selectAll().executeTakeFirstOrThrow()
    await database.deleteFrom('record_note').execute()
    expect((await found(both)).text).toMatch(
      /The key first is no longer needed: remove it from SEAL_KEYS once every console has second first/,
    )
    await database.insertInto('record_note').values(kept).execute()
    await addNote(new Encryption({ secret: '', encryptionKeys: [{ name: 'gone', secret: 'x' }] }), 'lost', database)
    await addNote(new Encryption({ secret: 'another' }), 'lost', database)
    await database.destroy()
    const broken = await found(both)
    expect(broken.text).toMatch(/1 value is encrypted with keys that SEAL_KEYS does not name/)
    expect(broken.text).toMatch(/1 of 2 values that were tried.*cannot be opened \(record_note\.text\)/)
  })

  const server = process.env.TEST_DATABASE_URL
  it.skipIf(!server)('examines PostgreSQL: its tables, its encryption and its clock', async () => {
    const fresh = await freshPostgres(server ?? '', systemClock, { isEmpty: true })
    const DATABASE_URL = fresh.url
    expect((await found({ DATABASE_URL })).text).toMatch(/lacks 1 step [\s\S]*npm run migrate/)
    const database = openDatabase({ databaseUrl: fresh.url, dataFolder: '' })
    await migrate(database)
    await database.destroy()
    const { text } = await found({ DATABASE_URL })
    expect(text).toMatch(/PostgreSQL \d+[\s\S]*does not leave this machine[\s\S]*can be written/)
    expect(text).toMatch(/The database's clock agrees/)
    await fresh.drop()
  })
})
