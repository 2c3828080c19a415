/** Keys and secrets change one console after the other, while people go on working. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encode } from 'next-auth/jwt'
import { expect } from 'vitest'
import { createConsole } from '../../console/console'
import type { Database } from '../../database/open'
import { rolesWithDigest } from '../auth/people'
import type { Session } from '../auth/sessions'
import { type Clock, microseconds } from '../clock'
import type { Settings } from '../settings'
import { settingsFor, silentLog } from '../testing'
import { createDigests } from '../writes/digests'
import { sendApproved } from '../writes/execute'
import { keyProblems, recordKeys } from '../writes/known-keys'
import { versionOf } from '../writes/row-digests'
import {
  account,
  accountNumber,
  createWriteFixture,
  describeOnBothDatabases,
  ines,
  market,
  weighingOf,
} from '../writes/testing'
import { countByKey, isKeyInUse } from './encrypted-with'
import { Encryption } from './encryption'
import { createReencryption } from './reencryption'

const session = 'the-first-session-secret-of-these-tests'
const named = (name: string) => ({
  name,
  secret: name === 'first' ? session : `${name}: a key of more than 32 characters`,
})
type KeySettings = Pick<Settings, 'secret' | 'otherSecret' | 'encryptionKeys' | 'fingerprintKeys'>
const keys = (encryptionKeys: string[], more: Partial<KeySettings> = {}): KeySettings => ({
  secret: session,
  fingerprintKeys: [],
  encryptionKeys: encryptionKeys.map(named),
  ...more,
})

const reencryptionOf = (database: Database, clock: Clock, settings: KeySettings) =>
  createReencryption({ database, clock, encryption: new Encryption(settings) })

/** Walks until nothing is left to do. @returns how many values were encrypted again */
async function reencryptAll(reencryption: ReturnType<typeof createReencryption>): Promise<number> {
  let rows = 0
  for (let hasMore = true; hasMore; ) {
    const step = await reencryption.step()
    rows += step.rows
    hasMore = step.hasMore
  }
  return rows
}

describeOnBothDatabases('Keys that change', (bench) => {
  const { test, service, database } = bench
  const [one, other] = [0, 1].map(() => createWriteFixture(service, database)) as [typeof bench, typeof bench]

  /** Writes of every kind from both consoles; some are pressed on both at once. @returns the ids of the orders */
  async function work(): Promise<string[]> {
    const ids = Array.from({ length: 4 }, () => randomUUID())
    const answers = await Promise.all(
      ids.flatMap((id, index) => {
        const body = { ...market, ref_id: `INV ${accountNumber} ${id.slice(0, 8)}` }
        const presses = index % 2 === 0 ? [one] : [one, other]
        return presses.map((console) => console.ask('createOrder', body, { id }))
      }),
    )
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['confirmed']))
    expect((await other.ask('createFiatAccount', account)).state).toBe('confirmed')
    return ids
  }

  test('one console after the other lose nothing: every row is readable, and every order was executed once', async () => {
    const stages: [KeySettings, KeySettings][] = [
      // The key that everything is encrypted with gets a name, and digests a key of their own.
      [keys([]), keys([])],
      [keys(['first'], { fingerprintKeys: [session] }), keys([])],
      [keys(['first', 'second'], { fingerprintKeys: [session] }), keys(['first'], { fingerprintKeys: [session] })],
      [keys(['second', 'first'], { fingerprintKeys: [session] }), keys(['first', 'second'])],
      // Digests get a new key, in the same order: first behind, then in front.
      [
        keys(['second', 'first'], { fingerprintKeys: [session, named('digest').secret] }),
        keys(['second', 'first'], { fingerprintKeys: [session] }),
      ],
      [
        keys(['second', 'first'], { fingerprintKeys: [named('digest').secret, session] }),
        keys(['second', 'first'], { fingerprintKeys: [session, named('digest').secret] }),
      ],
    ]
    one.restart({ settings: keys([]) })
    const lost = randomUUID()
    await bench.stress({ drop: [{ operation: 'createOrder' }] })
    await one.ask('createOrder', market, { id: lost }).catch(() => undefined)
    await bench.stress({})
    const ids: string[] = []
    for (const [ofOne, ofOther] of stages) {
      one.restart({ settings: ofOne })
      other.restart({ settings: ofOther })
      ids.push(...(await work()))
    }
    const last = keys(['second', 'first'], { fingerprintKeys: [named('digest').secret, session] })
    one.restart({ settings: last })
    other.restart({ settings: last })
    // While both consoles write and walk.
    const [walked, ...more] = await Promise.all([
      reencryptAll(reencryptionOf(database(), bench.clock, last)),
      work(),
      work(),
    ])
    ids.push(...more.flat())
    await reencryptAll(reencryptionOf(database(), bench.clock, last))
    await createDigests({
      database: database(),
      clock: bench.clock,
      encryption: new Encryption(last),
      isWriting: true,
    }).run()
    expect(walked).toBeGreaterThan(40)
    expect(Object.fromEntries(await countByKey(database(), ['second', 'first', '']))).toMatchObject({ first: 0, '': 0 })
    // The old keys are gone, and the session's secret is another one.
    const fresh = keys(['second'], { secret: 'another-session-secret', fingerprintKeys: [named('digest').secret] })
    expect(await keyProblems(database(), fresh, bench.clock)).toEqual([])
    one.restart({ settings: fresh })
    for (const id of ids) {
      expect(await bench.arrived(`INV ${accountNumber} ${id.slice(0, 8)}`)).toBe(1)
      const detail = await one.detail(id)
      expect(detail).toMatchObject({ state: 'confirmed', body: { quote_amount: '100.00' } })
      expect(JSON.stringify(detail)).not.toMatch(/no longer be read/)
      // Found by its reference, and a repeat gets the same outcome.
      const page = await one.page({ q: `INV ${accountNumber} ${id.slice(0, 8)}` })
      expect(page.intents.map((intent) => intent.id)).toEqual([id])
    }
    const [repeated = ''] = ids
    await one.ask(
      'createOrder',
      { ...market, ref_id: `INV ${accountNumber} ${repeated.slice(0, 8)}` },
      { id: repeated },
    )
    expect(await bench.arrived(`INV ${accountNumber} ${repeated.slice(0, 8)}`)).toBe(1)
    expect((await one.detail(lost)).state).toBe('unknown')
    await one.check(lost)
    expect((await one.detail(lost)).state).toBe('confirmed')
    expect(await bench.ordersOf(lost)).toBe(1)
  })

  test('take no approval and no role away while a request waits', async () => {
    const settings = (names: string[]) => keys(['first'], { fingerprintKeys: names.map((name) => named(name).secret) })
    const before = settings(['digest'])
    one.restart({ settings: before })
    const { ledger } = one
    const ann: Session = { ...ines, subject: 'oidc:ann', name: 'Ann', roles: ['approver'] }
    for (const { subject, name, roles } of [ines, ann]) {
      const known = rolesWithDigest(ledger().encryption, { subject, roles: roles.join(' ') })
      const person = { ...known, subject, name, signed_in_at: microseconds(bench.clock), roles_since: 0 }
      await database().deleteFrom('person').where('subject', '=', subject).execute()
      await database().insertInto('person').values(person).execute()
    }
    const { policies } = weighingOf(ledger())
    const policy = {
      rules: [
        {
          id: 'all',
          operations: ['createOrder' as const],
          environments: ['sandbox' as const],
          expires_hours: 4,
          approvers: { count: 1, roles: ['approver' as const] },
        },
      ],
      stand_ins: [],
    }
    await policies.propose(database(), 1, policy, ines)
    await policies.activate(database(), 1, ines, true)
    const id = randomUUID()
    expect((await one.ask('createOrder', market, { id })).state).toBe('waiting')
    const digest = versionOf(await one.row(id))
    await ledger().actions.decide({ id }, { kind: 'approve', digest }, ann)
    const both = settings(['later', 'digest'])
    const digests = (isWriting: boolean) =>
      createDigests({ database: database(), clock: bench.clock, encryption: new Encryption(both), isWriting }).run()
    expect((await digests(false)).earlier).toBeGreaterThan(3)
    await digests(true)
    expect(await digests(false)).toEqual({ foreign: 0, earlier: 0 })
    // The earlier key is gone.
    one.restart({ settings: settings(['later']) })
    expect(await one.detail(id)).toMatchObject({ state: 'waiting', approval: { state: 'approved' } })
    await sendApproved(one.core(), await one.row(id))
    expect(await one.ordersOf(id)).toBe(1)
    for (const table of ['policy_version', 'approval_request', 'approval_decision'] as const)
      await database().deleteFrom(table).execute()
  })

  test('are walked to by one console; another goes on where it stopped, and a later start asks for a walk of its own', async () => {
    const settings = keys(['second', 'first'])
    one.restart({ settings: keys([]) })
    other.restart({ settings: keys([]) })
    await work()
    let now = bench.clock.now()
    const clock = { ...bench.clock, now: () => now }
    const open = () => createReencryption({ database: database(), clock, encryption: new Encryption(settings) })
    const [first, second] = [open(), open()]
    expect(await first.step()).toEqual({ rows: expect.any(Number), hasMore: true })
    if (!bench.isShared) {
      // Held by the first, which stops here.
      expect(await second.step()).toEqual({ rows: 0, hasMore: false, isBusy: true })
      now += 61_000
      await reencryptAll(second)
      expect(await first.step()).toEqual({ rows: 0, hasMore: false, isBusy: false })
    } else await reencryptAll(first)
    const progress = () => database().selectFrom('reencryption').selectAll().executeTakeFirstOrThrow()
    expect(await progress()).toMatchObject({ key: 'second', finished_at: expect.any(Number) })
    // A console that still encrypted with the earlier key ends, and starts with the new one.
    other.restart({ settings: keys(['first', 'second']) })
    await other.ask('createFiatAccount', account)
    expect(await isKeyInUse(database(), 'first')).toBe(true)
    expect(await reencryptAll(open())).toBeGreaterThan(0)
    expect(await isKeyInUse(database(), 'first')).toBe(false)
  })

  test('are refused at start if a key is missing that is still needed, or a name means another key', async () => {
    const problems = (settings: KeySettings) => recordKeys(database(), settings, bench.clock)
    await database().deleteFrom('known_key').execute()
    one.restart({ settings: keys([]) })
    await one.ask('createFiatAccount', account)
    expect(await problems(keys([]))).toEqual([])
    expect((await problems(keys([], { secret: 'changed' })))[0]).toMatch(/^NEXTAUTH_SECRET is not the one.*SEAL_KEYS/)
    await database().deleteFrom('known_key').execute()
    expect(await problems(keys(['first'], { fingerprintKeys: [session] }))).toEqual([])
    one.restart({ settings: keys(['first']) })
    await one.ask('createFiatAccount', account)
    const wrong = {
      ...keys(['first'], { fingerprintKeys: [session] }),
      encryptionKeys: [{ name: 'first', secret: 'other' }],
    }
    expect((await problems(wrong))[0]).toMatch(/^SEAL_KEYS has another key under the name first/)
    expect((await problems(keys(['second'], { fingerprintKeys: [session] })))[0]).toMatch(
      /^SEAL_KEYS lacks the key first/,
    )
    const ref_id = `INV ${accountNumber} x`
    await one.ask('createOrder', { ...market, ref_id })
    const foreign = keys(['first'], { fingerprintKeys: [named('digest').secret] })
    expect((await problems(foreign))[0]).toMatch(/^FINGERPRINT_KEY lacks the key/)
    for (const text of await problems(foreign)) expect(text).not.toMatch(/a key of more|the-first-session/)
  })

  test('of a client change at the provider while orders are sent: every order is executed once', async () => {
    let accepted = ['demo-secret']
    const front = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', async () => {
        const form = new URLSearchParams(body)
        const isKnown = accepted.includes(form.get('client_secret') ?? '')
        form.set('client_secret', isKnown ? 'demo-secret' : 'nobody')
        const answer = await fetch(`http://127.0.0.1:${service().port}/oauth2/token`, { method: 'POST', body: form })
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
      })
    })
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    const { port: authPort } = front.address() as AddressInfo
    const client = (clientSecret: string) => ({ authPort, client: { clientId: 'demo-client', clientSecret } })
    const ids: string[] = []
    const send = async (...consoles: (typeof bench)[]) => {
      const batch = consoles.map((console) => ({ console, id: randomUUID() }))
      ids.push(...batch.map(({ id }) => id))
      await Promise.all(batch.map(({ console, id }) => console.ask('createOrder', market, { id })))
    }
    try {
      one.restart(client('demo-secret'))
      other.restart(client('demo-secret'))
      await send(one, other)
      accepted = ['demo-secret', 'new-secret']
      one.restart(client('new-secret'))
      await send(one, other, one)
      other.restart(client('new-secret'))
      accepted = ['new-secret']
      await send(one, other)
      // One that was forgotten has no token: nothing leaves, and its request waits.
      const id = randomUUID()
      other.restart(client('demo-secret'))
      await expect(other.ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { type: '/problems/token-refused', meta: { intent_state: 'prepared' } },
      })
      other.restart(client('new-secret'))
      await other.ask('createOrder', market, { id })
      for (const sent of [...ids, id]) expect(await bench.ordersOf(sent)).toBe(1)
    } finally {
      front.close()
    }
  })
})

describeOnBothDatabases(
  'The session secret',
  (bench) => {
    bench.test('changes without signing anyone out, if both are known meanwhile', async () => {
      const [old, fresh] = [session, 'the-second-session-secret-of-these-tests']
      const open = (settings: Partial<Settings>) =>
        createConsole({
          settings: { ...settingsFor({ baseUrl: 'http://127.0.0.1:1', authUrl: 'http://127.0.0.1:1' }), ...settings },
          database: bench.database(),
          log: silentLog,
          clock: bench.clock,
        })
      const cookieOf = async (console: ReturnType<typeof open>, secret: string) => {
        const sid = await console.sessions.begin({ subject: 'oidc:ines', name: ines.name, roles: ['treasury'] })
        return `${console.sessionCookie}=${await encode({ token: { sid }, secret })}`
      }
      const named = { encryptionKeys: [{ name: 'first', secret: old }], fingerprintKeys: [old] }
      const steps: Partial<Settings>[] = [
        { ...named, secret: old },
        { ...named, secret: old, otherSecret: fresh },
        { ...named, secret: fresh, otherSecret: old },
      ]
      const cookies = [await cookieOf(open({ secret: old }), old)]
      for (const [index, settings] of steps.entries()) {
        // Two consoles, of which one has the settings of the step before.
        const consoles = [open(settings), open(steps[Math.max(0, index - 1)] ?? {})]
        for (const console of consoles.slice(0, 1)) cookies.push(await cookieOf(console, settings.secret ?? ''))
        for (const console of consoles)
          for (const cookie of cookies)
            expect(await console.sessionOf(cookie, false)).toMatchObject({ name: ines.name })
      }
      const after = open({ ...named, secret: fresh })
      const states = await Promise.all(cookies.map((cookie) => after.sessionOf(cookie, false)))
      // Sessions that began under the old secret end with it, and no others.
      expect(states.map((state) => state !== undefined && 'name' in state)).toEqual([false, false, false, true])
    })
  },
  { usesService: false },
)
