/** Approvals on both databases: what waits, who decides, and that nothing leaves without them, twice, or over a limit. */

import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect } from 'vitest'
import type { DecisionKind } from '../../../api/approval'
import { limitScopes, limitText } from '../../../api/approval'
import { createConsole } from '../../../console/console'
import { openDatabase } from '../../../database/open'
import { compareDecimals, sumOf } from '../../../domain/decimals'
import { type WriteName, writeNames, writeRowOf } from '../../../provider/operations'
import type { Role } from '../../../provider/roles'
import { bodies } from '../../../provider/schemas'
import { profiles } from '../../../sandbox/seed/parties'
import { noteRoles } from '../../../server/auth/people'
import { createRenewal } from '../../../server/auth/renewal'
import { createSessions, type Session } from '../../../server/auth/sessions'
import { microseconds } from '../../../server/clock'
import { Encryption } from '../../../server/encryption/encryption'
import { auditOf, personRow, settingsFor, shiftedClock, silentLog } from '../../../server/testing'
import type { WriteCore } from '../../../server/writes/core'
import { execute } from '../../../server/writes/execute'
import { decisionDigest, versionOf } from '../../../server/writes/row-digests'
import {
  account,
  describeOnBothDatabases,
  ines,
  limitOrder,
  market,
  path,
  rule as ruleBody,
  weighingOf,
} from '../../../server/writes/testing'
import type { Policy, PolicyRule } from '../policy'
import { registerApprovals } from './approval-routes'

const tomas: Session = { id: 's-2', subject: 'oidc:tomas', name: 'Tomas Brandt', roles: ['approver'] }
const maren: Session = { id: 's-3', subject: 'oidc:maren', name: 'Maren Vick', roles: ['approver', 'admin'] }
const people = [ines, tomas, maren]

const rule = (more: Partial<PolicyRule> = {}): PolicyRule => ({
  id: 'orders',
  operations: ['createOrder'],
  environments: ['sandbox'],
  from: { amount: '50', asset: 'USD' },
  approvers: { count: 1, roles: ['approver'] },
  expires_hours: 4,
  ...more,
})

const hour = 3_600_000
/** Pairs of acts that meet; more in the campaign. */
const races = Number(process.env.APPROVAL_RACES ?? 27)

describeOnBothDatabases('Approvals', (bench) => {
  const {
    test,
    core,
    ask,
    set,
    row,
    detail,
    page,
    database,
    service,
    restart,
    ledger,
    arrived,
    ordersOf,
    isShared,
    databaseUrl,
  } = bench
  const seeded = bench.clock

  const approvalsOf = (writes: WriteCore) =>
    registerApprovals({
      weighing: weighingOf(ledger()),
      writes,
      database: database(),
      clock: writes.clock,
      log: silentLog,
      settings: { hasDemoUsers: false },
    })
  const approvals = () => approvalsOf(core())
  const setRoles = async (session: Session, roles: readonly Role[]) => {
    await database().deleteFrom('person').where('subject', '=', session.subject).execute()
    await database()
      .insertInto('person')
      // Retention removes those who have been away for long, and a campaign meets it.
      .values(personRow({ ...session, roles }, microseconds(seeded)))
      .execute()
  }
  /** Activates a policy, as two admins would. */
  const activate = (...rules: PolicyRule[]) => activatePolicy({ rules, stand_ins: [] })
  async function activatePolicy(policy: Policy): Promise<number> {
    const { policies } = weighingOf(ledger())
    const [newest] = await policies.versions(database(), '')
    const version = (newest?.version ?? 0) + 1
    await policies.propose(database(), version, policy, maren)
    await policies.activate(database(), version, maren, true)
    return version
  }
  const waiting = async (body: object = market, options: object = {}): Promise<string> => {
    const id = randomUUID()
    expect(await ask('createOrder', body, { ...options, id })).toMatchObject({ state: 'waiting' })
    return id
  }
  const decide = async (session: Session, id: string, kind: DecisionKind, digest?: string) => {
    const words = kind === 'approve' ? {} : { words: 'Not today.' }
    await ledger().actions.decide({ id }, { kind, digest: digest ?? versionOf(await row(id)), ...words }, session)
  }
  /** Approves and sends, as the route does. */
  const approve = async (session: Session, id: string) => {
    await decide(session, id, 'approve')
    return approvals().settle(id)
  }
  const nothingSent = async (id: string) => expect(await arrived(id)).toBe(0)

  beforeEach(async () => {
    for (const table of ['policy_version', 'approval_request', 'approval_decision', 'limit_use'] as const)
      await database()?.deleteFrom(table).execute()
    for (const person of people) if (database()) await setRoles(person, person.roles)
  })

  test('without a policy change nothing', async () => {
    const id = randomUUID()
    expect(await ask('createOrder', market, { id })).toMatchObject({ state: 'confirmed' })
    expect((await detail(id)).approval).toBeUndefined()
  })

  test('let no console that knows none claim a request: the database refuses', async () => {
    const id = randomUUID()
    await bench.record(id)
    // By its state alone, as such a version does.
    const claim = () =>
      database().updateTable('intent').set({ state: 'sent' }).where('id', '=', id).where('state', '=', 'prepared')
    const version = await activate(rule())
    await expect(claim().execute()).rejects.toThrow('A policy is active that has not weighed this request.')
    expect(await row(id)).toMatchObject({ state: 'prepared', sent_at: null })
    await database().deleteFrom('policy_version').where('version', '=', version).execute()
    await claim().execute()
    expect(await row(id)).toMatchObject({ state: 'sent' })
  })

  test('of a newer version, with rules that this one does not know, let it send nothing', async () => {
    const { policies } = weighingOf(ledger())
    const newer = { rules: [rule({ from: { amount: '1000000', asset: 'USD' } })], stand_ins: [] }
    await activatePolicy(newer)
    expect(await policies.isKnown(database())).toBe(true)
    for (const unknown of [
      { ...newer, holidays: [] },
      { ...newer, rules: [{ ...rule(), weekdays: [6, 7] }] },
      { ...newer, rules: [rule({ operations: ['createPayout' as WriteName] })] },
    ]) {
      await database().deleteFrom('policy_version').execute()
      await policies.propose(database(), 1, unknown, maren)
      await database().updateTable('policy_version').set({ state: 'active', activated_at: 1 }).execute()
      const id = randomUUID()
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { type: '/problems/policy-newer' },
      })
      await nothingSent(id)
      expect(await policies.isKnown(database())).toBe(false)
    }
  })

  test('hold an order above the amount, and one below it not', async () => {
    await activate(rule())
    const id = await waiting()
    await nothingSent(id)
    expect(await detail(id)).toMatchObject({
      state: 'waiting',
      approval: {
        state: 'waiting',
        missing: [{ because: 'amount', missing: 1 }],
        approvers: [maren.name, tomas.name],
        may_decide: false,
      },
    })
    expect((await detail(id, tomas)).approval?.may_decide).toBe(true)
    expect(await ask('createOrder', { ...market, quote_amount: '49.99' })).toMatchObject({ state: 'confirmed' })
  })

  describe('from 1,000 USD', () => {
    const other = profiles[1].id
    const from = { amount: '1000', asset: 'USD' }
    const small = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '10.00' }
    const conversion = {
      ref_id: 'conversion',
      profile_id: path.profile_id,
      source_asset: 'USDC',
      destination_asset: 'PYUSD',
      source: { crypto: { network: 'ETHEREUM' } },
      destination: { crypto: { address: '0x1', network: 'BASE' } },
    }

    test.each<[string, WriteName, object]>([
      ['a market sell in euros', 'createOrder', { ...small, side: 'SELL', market: 'BTCEUR', base_amount: '10' }],
      ['a limit buy in euros', 'createOrder', limitOrder('90000', '1', 'BTCEUR')],
      ['a market buy for few euros', 'createOrder', { ...small, market: 'BTCEUR' }],
      ['a rule between two stablecoins', 'createRule', conversion],
    ])('hold %s, which cannot be compared with them', async (_name, operation, body) => {
      await activate(rule({ operations: ['createOrder', 'createRule'], from }))
      const { quote_amount, ...sell } = body as { quote_amount?: string }
      const sent = 'base_amount' in body ? sell : body
      const id = randomUUID()
      expect(await ask(operation, sent, { id })).toMatchObject({ state: 'waiting' })
      await nothingSent(id)
      const limit = { ...from, hours: 24, per: 'desk' } as const
      await activate(rule({ operations: ['createOrder', 'createRule'], from: undefined, limit }))
      expect(await ask(operation, 'ref_id' in sent ? { ...sent, ref_id: 'limited' } : sent)).toMatchObject({
        state: 'waiting',
      })
      expect(await ask('createOrder', small)).toMatchObject({ state: 'confirmed' })
    })

    test('hold what another profile’s rule draws from the profile, and what is paid to it', async () => {
      await activate(rule({ operations: ['createOrder', 'createRule'], from: undefined, profile: path.profile_id }))
      const drawing = { ...ruleBody('drawn'), profile_id: other, source: { profile: { profile_id: path.profile_id } } }
      expect(await ask('createRule', drawing)).toMatchObject({ state: 'waiting' })
      const paying = { ...drawing, ref_id: 'paid', source: { fiat: { network: 'WIRE' } } }
      const destination = { profile: { profile_id: path.profile_id.toUpperCase() } }
      expect(await ask('createRule', { ...paying, destination })).toMatchObject({ state: 'waiting' })
      const of = { path: { profile_id: other } }
      const received = { ...small, recipient_profile_id: path.profile_id }
      expect(await ask('createOrder', received, of)).toMatchObject({ state: 'waiting' })
      expect(await ask('createOrder', small, of)).toMatchObject({ state: 'confirmed' })
      expect(await ask('createRule', { ...paying, ref_id: 'own' })).toMatchObject({ state: 'confirmed' })
    })

    test('hold what one profile gives another by a rule without a destination of its own', async () => {
      await activate(rule({ operations: ['createRule'], from: undefined, cooling_hours: 0, is_listed: true }))
      const drawing = { ...ruleBody('drawn'), source: { profile: { profile_id: other } } }
      expect(await ask('createRule', drawing)).toMatchObject({ state: 'waiting' })
      expect(await ask('createRule', { ...drawing, ref_id: 'own', profile_id: other })).toMatchObject({
        state: 'confirmed',
      })
    })

    test('hold what names a destination that cannot be told', async () => {
      await activate(rule({ operations: ['createRule'], from: undefined, cooling_hours: 0 }))
      for (const [at, destination] of [{ crypto: { network: 'BASE' } }, { fiat: { memo: 'M' } }].entries())
        expect(await ask('createRule', { ...ruleBody(`to-${at}`), destination })).toMatchObject({ state: 'waiting' })
    })

    test('hold every change of an account’s details, and other changes unless the account is listed', async () => {
      const { id } = JSON.parse((await ask('createFiatAccount', account)).text)
      const listed = rule({ operations: ['updateFiatAccount'], from: undefined, cooling_hours: 0, is_listed: true })
      const change = async (body: object) => (await ask('updateFiatAccount', body, { path: { id } })).state
      const { fiat_network_instructions } = account
      const words = { metadata: { purpose: 'payroll' } }
      await activate(listed)
      expect([await change({ fiat_network_instructions }), await change(words)]).toEqual(['waiting', 'waiting'])
      const destinations = [{ environment: 'sandbox' as const, to: `account ${id}`, name: 'Payroll' }]
      await activatePolicy({ rules: [listed], stand_ins: [], destinations })
      expect([await change({ fiat_network_instructions }), await change(words)]).toEqual(['waiting', 'confirmed'])
    })
  })

  describe('of every kind of request', () => {
    const bodyOf = (name: WriteName) => {
      const [full] = bodies[writeRowOf(name).body].full
      return { ...full, ...('profile_id' in full && path) }
    }
    const sum = { amount: '50', asset: 'USD' }
    const scopes = limitScopes.map((per): Partial<PolicyRule> => ({ limit: { ...sum, hours: 24, per } }))
    const conditions: Partial<PolicyRule>[] = [
      ...[{}, { from: sum }, { cooling_hours: 0 }, { cooling_hours: 24, is_listed: true as const }],
      ...[{ profile: path.profile_id }, { from: sum, profile: path.profile_id }],
      ...scopes,
    ]

    test.each(writeNames)('hold a %s under each condition that a rule can have', async (name) => {
      for (const condition of conditions) {
        await activate(rule({ operations: [name], from: undefined, ...condition }))
        const options = name === 'updateFiatAccount' ? { path: { id: randomUUID() } } : {}
        expect(await ask(name, bodyOf(name), options), JSON.stringify(condition)).toMatchObject({ state: 'waiting' })
      }
    })
  })

  test('keep why a person asks, once for the same words, encrypted and with every later reason', async () => {
    await activate(rule({ limit: { amount: '150', asset: 'USD', hours: 24, per: 'desk' } }))
    const id = await waiting(market, { reason: 'Invoice 7752.' })
    await ask('createOrder', market, { id, reason: 'Invoice 7752.' })
    await ask('createOrder', { ...market, quote_amount: '120.00' }, { id, reason: 'Invoice 7753.' })
    await ask('createOrder', { ...market, quote_amount: '120.00' }, { id, reason: 'Both.' })
    const reasons = (await detail(id, tomas)).events.filter(({ kind }) => kind === 'reason')
    expect(reasons.map(({ words, person }) => [words, person])).toEqual(
      ['Invoice 7752.', 'Invoice 7753.', 'Both.'].map((words) => [words, ines.name]),
    )
    const stored = await database().selectFrom('intent_event').select('words').where('kind', '=', 'reason').execute()
    expect(stored.some(({ words }) => words.includes('Invoice'))).toBe(false)
    // Nobody else adds one to it.
    await expect(ask('createOrder', market, { id, session: tomas, reason: 'Mine.' })).rejects.toThrow()
    expect((await detail(id)).events.filter(({ kind }) => kind === 'reason')).toHaveLength(3)
  })

  test('say before sending what a limit has left', async () => {
    await activate(rule({ limit: { amount: '150', asset: 'USD', hours: 24, per: 'desk' } }))
    await waiting()
    const { subject } = ines
    const weighed = { id: '', environment: 'sandbox', client_id: 'demo-client', operation: 'createOrder' } as const
    const { limits } = await weighingOf(ledger()).preview(
      { ...weighed, subject, path, body: market },
      microseconds(seeded),
    )
    expect(limits.map(limitText)).toEqual(['The desk: 50.00 USD over 150.00 USD in 24 h, with this request.'])
  })

  test('let the server send what was approved, once, in the name of who asked for it', async () => {
    await activate(rule())
    const id = await waiting()
    expect(await approve(tomas, id)).toBe(true)
    expect(await detail(id)).toMatchObject({ state: 'confirmed', person: ines.name, approval: { state: 'approved' } })
    expect(await ordersOf(id)).toBe(1)
    expect((await detail(id)).events.map(({ kind, person }) => [kind, person])).toEqual([
      ['prepared', ines.name],
      ['weighed', undefined],
      ['approved', tomas.name],
      ['sent', ines.name],
      ['answered', undefined],
    ])
    // A press of the form that asked for it finds the outcome.
    expect(await ask('createOrder', market, { id })).toMatchObject({ state: 'confirmed' })
    expect(await ordersOf(id)).toBe(1)
  })

  test('count nobody’s own word, nobody’s twice, and nobody who may not', async () => {
    await activate(rule({ approvers: { count: 2, roles: ['approver'] } }))
    await setRoles(ines, ['treasury', 'approver', 'admin'])
    const id = await waiting()
    await expect(decide({ ...ines, roles: ['admin'] }, id, 'approve')).rejects.toThrow('No one approves their own')
    await expect(decide({ ...tomas, subject: 'oidc:other' }, id, 'approve')).rejects.toThrow('You cannot decide')
    expect(await approve(tomas, id)).toBe(false)
    await expect(decide(tomas, id, 'approve')).rejects.toThrow('You approved this request already.')
    const decisionsFor = async (session: Session) => (await detail(id, session)).approval?.decisions
    expect(await decisionsFor(tomas)).toMatchObject([{ person: tomas.name, is_mine: true }])
    expect((await decisionsFor(maren))?.map(({ is_mine }) => is_mine)).toEqual([undefined])
    await nothingSent(id)
    expect(await approve(maren, id)).toBe(true)
    expect(await ordersOf(id)).toBe(1)
  })

  test('end with a refusal, and its reason', async () => {
    await activate(rule())
    const id = await waiting()
    await decide(tomas, id, 'decline')
    expect(await detail(id)).toMatchObject({
      state: 'refused',
      reason: `Declined by ${tomas.name}: Not today.`,
      approval: { state: 'declined' },
    })
    await expect(decide(maren, id, 'approve')).rejects.toThrow('changed since')
    const decidedBy = async (session: Session) => (await page({ decided: 'me' }, session)).intents.map((one) => one.id)
    expect(await decidedBy(tomas)).toEqual([id])
    expect([await decidedBy(ines), await decidedBy(maren)], 'not of those who asked or only tried').toEqual([[], []])
    expect(await approvals().settle(id)).toBe(false)
    await nothingSent(id)
  })

  test('end when nobody decides in time, and when who asked withdraws', async () => {
    await activate(rule())
    const [late, withdrawn] = [await waiting(), await waiting()]
    expect(await ledger().actions.withdraw(withdrawn, ines)).toBe(true)
    expect((await detail(withdrawn)).approval?.state).toBe('withdrawn')
    expect(await ledger().actions.expireApproval(late)).toBe(false)
    await set(late, { approve_by: 1 })
    await expect(decide(tomas, late, 'approve')).rejects.toThrow('changed since')
    await approvals().look()
    expect(await detail(late)).toMatchObject({ state: 'refused', approval: { state: 'expired' } })
    await nothingSent(late)
  })

  test('are void once the request is edited', async () => {
    await activate(rule({ approvers: { count: 2, roles: ['approver'] } }))
    const id = await waiting()
    const before = (await row(id)).fingerprint
    await decide(tomas, id, 'approve')
    await ask('createOrder', { ...market, quote_amount: '900.00' }, { id })
    await expect(decide(maren, id, 'approve', before)).rejects.toThrow('changed since')
    expect(await approve(maren, id)).toBe(false)
    expect((await detail(id)).approval?.decisions).toMatchObject([
      { person: tomas.name, is_current: false },
      { person: maren.name, is_current: true },
    ])
    await nothingSent(id)
    expect(await approve(tomas, id)).toBe(true)
    expect((await detail(id)).body).toMatchObject({ quote_amount: '900.00' })
  })

  test('tell whoever asked who opened it, and what approvers usually take once five are known', async () => {
    await activate(rule())
    const shown = async (id: string) => (await detail(id)).approval?.waiting_for
    const id = await waiting()
    expect(await shown(id)).toEqual([{ name: maren.name }, { name: tomas.name }])
    await decide(tomas, id, 'open')
    await decide(tomas, id, 'open')
    await expect(decide(ines, id, 'open')).rejects.toThrow('No one approves their own')
    expect(await shown(id)).toMatchObject([{ name: maren.name }, { name: tomas.name, opened_at: expect.any(String) }])
    const toTomas = (await detail(id, tomas)).approval
    expect(toTomas).toMatchObject({ is_opened: true })
    expect(toTomas?.waiting_for).toBeUndefined()
    expect((await detail(id, maren)).approval).not.toHaveProperty('is_opened')
    for (const seconds of [10, 20, 30, 40, 50]) {
      expect((await shown(id))?.[0]).not.toHaveProperty('usual_seconds')
      const other = await waiting()
      await approve(maren, other)
      const { created_at } = await row(other)
      await database()
        .updateTable('approval_decision')
        .set({ at: created_at + seconds * 1_000_000 })
        .where('intent_id', '=', other)
        .execute()
    }
    expect((await shown(id))?.[0]).toEqual({ name: maren.name, usual_seconds: 30 })
    expect((await detail(id)).events.map(({ kind }) => kind)).toEqual(['prepared', 'weighed'])
  })

  test('of before an edit never count again, and the time does not begin again', async () => {
    await activate(rule())
    const id = await waiting()
    const { approve_by } = await row(id)
    await decide(tomas, id, 'approve')
    const seen = versionOf(await row(id))
    await ask('createOrder', { ...market, quote_amount: '90.00' }, { id })
    await ask('createOrder', market, { id })
    expect((await detail(id)).approval).toMatchObject({ state: 'waiting', decisions: [{ is_current: false }] })
    await approvals().look()
    await nothingSent(id)
    await expect(decide(maren, id, 'approve', seen)).rejects.toMatchObject({
      problem: { type: '/problems/request-changed' },
    })
    // Nor by an edit that needs no approval in between.
    await set(id, { approve_by: Number(approve_by) - hour * 1000 })
    bench.restart({ port: 1 })
    await expect(ask('createOrder', { ...market, quote_amount: '1.00' }, { id })).rejects.toThrow()
    expect((await row(id)).state).toBe('prepared')
    bench.restart()
    await ask('createOrder', market, { id })
    const after = await row(id)
    expect([after.state, Number(after.approve_by)]).toEqual(['waiting', Number(approve_by) - hour * 1000])
    await approve(tomas, id)
    expect(await ordersOf(id)).toBe(1)
  })

  test('are for whoever asked to withdraw, and for no colleague', async () => {
    await activate(rule())
    const id = await waiting()
    const colleague = { ...ines, subject: 'oidc:kim', name: 'Kim' }
    for (const other of [colleague, maren])
      await expect(ledger().actions.withdraw(id, other)).rejects.toMatchObject({
        problem: { status: 403, title: `Only ${ines.name}, who asked for this request, may withdraw it.` },
      })
    const withdrawable = async (session: Session) => (await detail(id, session)).may_withdraw
    expect([await withdrawable(ines), await withdrawable(colleague), await withdrawable(maren)]).toEqual([
      true,
      undefined,
      undefined,
    ])
    expect((await row(id)).state).toBe('waiting')
    expect(await ledger().actions.withdraw(id, ines)).toBe(true)
    // One that waits for nobody would stay for ever once its person has left.
    const prepared = await bench.prepare('createOrder', { ...market, quote_amount: '1.00' })
    await expect(ledger().actions.withdraw(prepared, colleague)).rejects.toMatchObject({ problem: { status: 403 } })
    expect(await ledger().actions.withdraw(prepared, maren)).toBe(true)
  })

  test('are reminded of by whoever asked, at most once in 15 minutes', async () => {
    await activate(rule())
    const id = await waiting()
    await expect(decide(tomas, id, 'remind')).rejects.toThrow()
    const tries = await Promise.allSettled([1, 2, 3].map(() => decide(ines, id, 'remind')))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reminders = async () =>
      (await detail(id, tomas)).approval?.decisions.map(({ kind, person }) => [kind, person])
    expect(await reminders()).toEqual([['remind', ines.name]])
    const all = await database().selectFrom('approval_decision').selectAll().where('kind', '=', 'remind').execute()
    for (const one of all) {
      const earlier = { ...one, at: one.at - 16 * 60_000_000 }
      await database()
        .updateTable('approval_decision')
        .set({ at: earlier.at, row_digest: decisionDigest(ledger().encryption, earlier) })
        .where('id', '=', one.id)
        .execute()
    }
    await decide(ines, id, 'remind')
    expect(await reminders()).toHaveLength(2)
    // It decides nothing.
    expect((await detail(id)).approval).toMatchObject({ state: 'waiting', missing: [{ missing: 1 }] })
  })

  test('of somebody who lost the role do not count any more', async () => {
    await activate(rule({ approvers: { count: 2, roles: ['approver'] } }))
    const id = await waiting()
    await decide(tomas, id, 'approve')
    await noteRoles(database(), core().ledger.encryption, tomas.subject, [], microseconds(seeded) + 60_000_000)
    const lost = (await detail(id)).approval?.decisions[0]
    expect(lost?.lost_role?.at && lost.lost_role.at > lost.at).toBe(true)
    expect((await detail(id)).approval?.missing).toMatchObject([{ missing: 2 }])
    expect(await approve(maren, id)).toBe(false)
    await nothingSent(id)
    expect((await detail(id)).approval?.missing).toMatchObject([{ missing: 1 }])
    await setRoles(tomas, ['approver'])
    await approvals().look()
    expect(await ordersOf(id)).toBe(1)
  })

  test('of somebody of whom company sign-in says, an hour later, that the role is gone do not count any more', async () => {
    await activate(rule({ approvers: { count: 2, roles: ['approver'] } }))
    const id = await waiting()
    let ahead = 0
    const clock = { ...seeded, now: () => seeded.now() + ahead }
    const settings = settingsFor({ baseUrl: '', authUrl: '' })
    const parts = { database: database(), clock, encryption: new Encryption(settings), log: silentLog }
    const audit = auditOf(database(), clock)
    const provider = { renew: async () => ({ claims: { sub: 'tomas' } }) }
    const renewal = createRenewal({ ...parts, audit, provider, rolesOf: () => ['support'] })
    const sessions = createSessions({ ...parts, audit, settings, renewal })
    const session = await sessions.begin(tomas, { refreshToken: 'refresh-1' })
    await decide(tomas, id, 'approve')
    expect((await detail(id)).approval?.missing).toMatchObject([{ missing: 1 }])
    for (let count = 0; count < 5; count += 1) {
      ahead += 12.2 * 60_000
      await sessions.find(session, true)
    }
    expect(await sessions.find(session, false)).toMatchObject({ roles: ['support'] })
    expect((await detail(id)).approval).toMatchObject({
      missing: [{ missing: 2 }],
      decisions: [{ person: tomas.name, lost_role: { at: expect.any(String) } }],
    })
    expect(await approve(maren, id)).toBe(false)
    await nothingSent(id)
  })

  test('do not send for somebody who may not write any more', async () => {
    await activate(rule())
    const id = await waiting()
    await setRoles(ines, ['support'])
    expect(await approve(tomas, id)).toBe(false)
    await nothingSent(id)
    expect((await detail(id, tomas)).reason).toBe('Ines Okafor, who asked for it, may not send it any more.')
  })

  test('are asked for again by a stricter policy, also for what was only prepared', async () => {
    const prepared = await bench.prepare('createOrder', market)
    expect((await row(prepared)).state).toBe('prepared')
    await activate(rule())
    const id = await waiting()
    await decide(tomas, id, 'approve')
    await activate(rule({ approvers: { count: 2, roles: ['approver'] } }))
    expect(await approvals().settle(id)).toBe(false)
    await nothingSent(id)
    expect(await approve(maren, id)).toBe(true)
    await bench.send(prepared).catch(() => undefined)
    expect((await row(prepared)).state).toBe('waiting')
    await nothingSent(prepared)
  })

  test('survive a provider that cannot be reached, and are sent when it can', async () => {
    await activate(rule())
    const id = await waiting()
    restart({ port: 1 })
    expect(await approve(tomas, id)).toBe(false)
    expect(await detail(id)).toMatchObject({ state: 'waiting', approval: { state: 'approved' } })
    expect((await detail(id)).reason).toContain('nothing was sent')
    restart()
    await approvals().look()
    expect(await detail(id)).toMatchObject({ state: 'confirmed' })
    expect(await ordersOf(id)).toBe(1)
  })

  test('are found behind more requests that wait for others than one look takes', async () => {
    await activate(rule({ approvers: { count: 2, roles: ['approver'] } }))
    const ids = [await waiting(), await waiting(), await waiting()]
    for (const id of ids) await decide(tomas, id, 'approve')
    const last = ids[2] ?? ''
    await decide(maren, last, 'approve')
    const { look } = approvals()
    await look(2)
    await nothingSent(last)
    await look(2)
    expect(await ordersOf(last)).toBe(1)
  })

  test('refuse what the world no longer allows, with the reason', async () => {
    await activate(rule({ expires_hours: 720 }))
    // Its answer tells the provider's time.
    await ask('createOrder', { ...market, quote_amount: '1.00' })
    const expiration_date = String(service().time.now + hour)
    const id = await waiting({ ...limitOrder('90000.00', '1'), time_in_force: 'GTT', expiration_date })
    service().time.now += 2 * hour
    expect(await approve(tomas, id)).toBe(false)
    service().time.now -= 2 * hour
    expect((await detail(id)).reason).toContain('expiration_date')
    await nothingSent(id)
  })

  test('let no limit be passed by many at once, however they are written', async () => {
    await activate(rule({ from: undefined, limit: { amount: '50', asset: 'USD', hours: 24, per: 'desk' } }))
    const sizes = ['10.00', '9.99', '25.0', '0.01', '10.00', '5', '15.00', '4.999', '0.01', '20']
    const results = await Promise.all(
      sizes.map(async (quote_amount) => ({
        quote_amount,
        // The provider refuses some of them.
        state: await ask('createOrder', { ...market, quote_amount }).then(
          ({ state }) => state,
          () => 'refused',
        ),
      })),
    )
    const sent = results.filter(({ state }) => state === 'confirmed').map(({ quote_amount }) => quote_amount)
    expect(compareDecimals(sumOf(sent) ?? '', '50')).toBeLessThanOrEqual(0)
    expect(results.some(({ state }) => state === 'waiting')).toBe(true)
  })

  test('count a limit from when it was sent, and free it when a request ends', async () => {
    const clock = shiftedClock(seeded)
    restart({ clock })
    await activate(rule({ from: undefined, limit: { amount: '500', asset: 'USD', hours: 24, per: 'person' } }))
    expect(await ask('createOrder', { ...market, quote_amount: '400' })).toMatchObject({ state: 'confirmed' })
    const id = await waiting({ ...market, quote_amount: '200' })
    await ledger().actions.withdraw(id, ines)
    expect(await ask('createOrder', { ...market, quote_amount: '100' })).toMatchObject({ state: 'confirmed' })
    await waiting({ ...market, quote_amount: '0.01' })
    // Another person's limit is another one.
    const session = { ...ines, subject: 'oidc:dele', name: 'Dele' }
    expect(await ask('createOrder', { ...market, quote_amount: '100' }, { session })).toMatchObject({
      state: 'confirmed',
    })
  })

  test('of a destination let it be paid again, after it has cooled off', async () => {
    await activate(rule({ id: 'new', operations: ['createRule'], from: undefined, cooling_hours: 0 }))
    const to = {
      destination: { crypto: { address: '0x52908400098527886E0F7030069857D2E4169EE7', network: 'ETHEREUM' } },
    }
    const id = randomUUID()
    expect(await ask('createRule', { ...ruleBody('new-1'), ...to }, { id })).toMatchObject({ state: 'waiting' })
    expect(await approve(tomas, id)).toBe(true)
    expect(await ask('createRule', { ...ruleBody('new-2'), ...to })).toMatchObject({ state: 'confirmed' })
  })

  describe('for a destination that is not approved', () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7'
    const body = (reference: string) => ({
      ...ruleBody(reference),
      destination: { crypto: { address, network: 'ETHEREUM' } },
    })
    const rules = [
      rule({ id: 'listed', operations: ['createRule'], from: undefined, cooling_hours: 0, is_listed: true }),
    ]
    const refusing = rules.map((one) => ({ ...one, approvers: undefined }))
    const to = `address ETHEREUM ${address.toLowerCase()}`
    const destinations = [{ environment: 'sandbox' as const, to, name: 'Cold storage' }]
    const refusal = (act: Promise<unknown>) =>
      act.then(
        () => 'sent',
        (failure) => [failure.problem.type, failure.problem.detail],
      )
    const refused = ['/problems/policy-refused', 'Its destination is not approved, so the policy refuses it.']

    test('refuse what the policy refuses, and record nothing, until it is listed', async () => {
      await activatePolicy({ rules: refusing, stand_ins: [] })
      const id = randomUUID()
      expect(await refusal(ask('createRule', body(id), { id }))).toEqual(refused)
      expect(await core().ledger.rows.byId(id)).toBeUndefined()
      await nothingSent(id)
      await activatePolicy({ rules: refusing, stand_ins: [], destinations })
      expect(await ask('createRule', body(id), { id })).toMatchObject({ state: 'confirmed' })
    })

    test('ask again at the claim: what was approved and is withdrawn is not sent', async () => {
      await activatePolicy({ rules, stand_ins: [] })
      const [approved, prepared] = [randomUUID(), await bench.prepare('createRule', body('listed-2'))]
      const { ledger } = core()
      expect((await row(prepared)).state).toBe('waiting')
      await ask('createRule', body(approved), { id: approved })
      await decide(tomas, approved, 'approve')
      await activatePolicy({ rules: refusing, stand_ins: [] })
      expect(await approvals().settle(approved)).toBe(false)
      expect((await detail(approved)).reason).toContain('The policy refuses this request')
      const { fingerprint } = await row(approved)
      const claim = { claimId: randomUUID(), fingerprint, limit: 1_000, person: ines.name }
      expect(await ledger.claim(approved, claim)).toBe(false)
      await nothingSent(approved)
      // Listed again, and nothing was lost.
      await activatePolicy({ rules: refusing, stand_ins: [], destinations })
      await approvals().look()
      expect(await detail(approved)).toMatchObject({ state: 'confirmed' })
    })

    test('keep since when it is approved over the versions that list it, and begin anew after one that does not', async () => {
      const { policies } = weighingOf(ledger())
      const listed = async () => (await policies.active(database()))?.policy.destinations?.[0]?.approved
      await activatePolicy({ rules, stand_ins: [], destinations })
      const first = await policies.active(database())
      expect(await listed()).toBeUndefined()
      const approved = { at: new Date(first?.activated ?? 0).toISOString(), by: maren.name }
      for (let version = 2; version < 4; version += 1) {
        await activatePolicy({ rules, stand_ins: [], destinations })
        expect(await listed()).toEqual(approved)
      }
      await activatePolicy({ rules, stand_ins: [] })
      await activatePolicy({ rules, stand_ins: [], destinations })
      expect(await listed()).toBeUndefined()
    })

    test('list where requests were paid to', async () => {
      const id = randomUUID()
      await ask('createRule', body(id), { id })
      const { handlers } = approvals()
      const asked = { owner: core().upstreams.of('sandbox').owner, session: ines }
      type Asked = Parameters<typeof handlers.listPolicies>[0]
      expect(await handlers.listPolicies(asked as Asked)).toMatchObject({ paid: [{ to, requests: 1 }] })
    })
  })

  test('are simulated over all requests, of which the newest are shown', async () => {
    for (let count = 0; count < 201; count += 1) await bench.record(randomUUID())
    const { handlers } = approvals()
    type Asked = Parameters<typeof handlers.simulatePolicy>[0]
    const simulated = (one: PolicyRule) =>
      handlers.simulatePolicy({ body: { rules: [one], stand_ins: [] }, session: maren } as unknown as Asked)
    const each = await simulated(rule({ operations: [...writeNames], from: undefined }))
    expect(each.asked_total).toBeGreaterThan(200)
    expect(each).toMatchObject({ weighed: each.asked_total, by_rule: { orders: each.asked_total }, unread: 0 })
    expect(each.asked).toHaveLength(200)
    const none = await simulated(rule({ environments: ['production'] }))
    expect(none).toMatchObject({ weighed: each.weighed, asked_total: 0, asked: [], by_rule: { orders: 0 } })
  })

  /** Three consoles on the database, if several can share it; else the one that there is. */
  async function consoles() {
    if (!isShared) return { all: [core()], close: async () => {} }
    const databases = Array.from({ length: 3 }, () => openDatabase({ databaseUrl: databaseUrl(), dataFolder: '' }))
    const address = `http://127.0.0.1:${service().port}`
    const settings = settingsFor({ baseUrl: address, authUrl: address })
    const made = databases.map((one) => createConsole({ settings, database: one, log: silentLog, clock: seeded }))
    return {
      all: made.map(({ writes }) => writes),
      close: async () => {
        await Promise.all(made.map((one) => one.close()))
      },
    }
  }

  test('end one way only, whatever meets on whichever console', { timeout: 60_000 + races * 1_000 }, async () => {
    await activate(rule())
    const { all, close } = await consoles()
    const on = (at: number) => all[at % all.length] as WriteCore
    const approveOn = async (at: number, session: Session, id: string) => {
      const { fingerprint: digest } = await row(id)
      await on(at).ledger.actions.decide({ id }, { kind: 'approve', digest }, session)
      await approvalsOf(on(at)).settle(id)
    }
    const expired = (id: string) => set(id, { approve_by: 1 })
    const acts: ((id: string, at: number) => Promise<unknown>)[] = [
      (id, at) => approveOn(at, tomas, id),
      (id, at) => approveOn(at, maren, id),
      (id) => decide(maren, id, 'decline'),
      (id, at) => on(at).ledger.actions.withdraw(id, ines),
      (id, at) => expired(id).then(() => on(at).ledger.actions.expireApproval(id)),
      (id) => ask('createOrder', { ...market, quote_amount: '77.00' }, { id }),
      (id, at) => setRoles(tomas, []).then(() => approvalsOf(on(at)).settle(id)),
      () => activate(rule({ approvers: { count: 1, roles: ['approver'] } })),
      (_id, at) => approvalsOf(on(at)).look(),
    ]
    const ends: Record<string, number> = {}
    try {
      for (let race = 0; race < races; race += 1) {
        await setRoles(tomas, ['approver'])
        const id = await waiting()
        // Each pair of acts, on two consoles.
        const [one, other] = [race, Math.floor(race / acts.length + race)].map((act) => act % acts.length)
        await Promise.allSettled([one, other].map((act = 0, at) => acts[act]?.(id, race + at)))
        await approvals().look()
        const { state, approval } = await detail(id)
        const orders = await ordersOf(id)
        expect(orders, `${race}: ${state} ${approval?.state}`).toBe(state === 'confirmed' ? 1 : 0)
        expect(['confirmed', 'refused', 'waiting']).toContain(state)
        // Else what meets could be refusals only.
        if (Math.max(one ?? 0, other ?? 0) < 2) expect(state, `${race}: approved twice`).toBe('confirmed')
        if (state === 'refused') expect(['declined', 'expired', 'withdrawn']).toContain(approval?.state)
        // Else every later race would look at it again.
        if (state === 'waiting') expect(await ledger().actions.withdraw(id, ines), `${race}`).toBe(true)
        const end = (state === 'refused' && approval?.state) || state
        ends[end] = (ends[end] ?? 0) + 1
      }
      console.log(`${races} races on ${all.length} console${all.length === 1 ? '' : 's'}`, ends)
    } finally {
      await close()
    }
  })

  test('let no limit be passed on several consoles at once', async () => {
    await activate(rule({ from: undefined, limit: { amount: '50', asset: 'USD', hours: 24, per: 'desk' } }))
    const { all, close } = await consoles()
    try {
      const results = await Promise.all(
        Array.from({ length: 12 }, async (_, at) => {
          const input = { path, body: { ...market, quote_amount: '9.00' } }
          const writes = all[at % all.length] as WriteCore
          const request = {
            id: randomUUID(),
            environment: 'sandbox',
            name: 'createOrder',
            input,
            session: ines,
          } as const
          return (await execute(writes, request)).state
        }),
      )
      expect(results.filter((state) => state === 'confirmed')).toHaveLength(5)
      expect(results.filter((state) => state === 'waiting')).toHaveLength(7)
    } finally {
      await close()
    }
  })
})
