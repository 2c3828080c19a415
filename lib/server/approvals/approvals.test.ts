/** Approvals on both databases: what waits, who decides, and that nothing leaves without them, twice, or over a limit. */
import { randomUUID } from 'node:crypto'
import { beforeEach, expect } from 'vitest'
import type { DecisionKind } from '../../api/console/approvals/decisions'
import type { Policy, PolicyRule } from '../../api/console/approvals/policy'
import type { Role } from '../../api/roles'
import type { Session } from '../auth/sessions'
import { shiftedClock, silentLog } from '../testing'
import { describeOnBothDatabases, ines, limitOrder, market, rule as ruleBody } from '../writes/testing'
import { createApprovals } from './approval-routes'

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

describeOnBothDatabases('Approvals', (bench) => {
  const { test, core, ask, row, detail, database, service, restart, ledger, arrived, ordersOf } = bench

  const approvals = () =>
    createApprovals({
      ...{ writes: core(), database: database(), clock: core().clock, log: silentLog, hasDemoUsers: false },
    })
  const setRoles = async (session: Session, roles: readonly Role[]) => {
    await database().deleteFrom('person').where('subject', '=', session.subject).execute()
    const { subject, name } = session
    await database()
      .insertInto('person')
      .values({ subject, name, roles: roles.join(' '), signed_in_at: 1 })
      .execute()
  }
  /** Activates a policy, as two admins would. */
  async function activate(...rules: PolicyRule[]): Promise<number> {
    const { policies } = ledger().weighing
    const [newest] = await policies.versions(database(), '')
    const version = (newest?.version ?? 0) + 1
    const policy: Policy = { rules, stand_ins: [] }
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
    await ledger().decide({ id }, { kind, digest: digest ?? (await row(id)).fingerprint, ...words }, session)
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
    await expect(decide({ ...ines, roles: ['admin'] }, id, 'approve')).rejects.toThrow('Nobody approves their own')
    await expect(decide({ ...tomas, subject: 'oidc:other' }, id, 'approve')).rejects.toThrow('You cannot decide')
    expect(await approve(tomas, id)).toBe(false)
    await expect(decide(tomas, id, 'approve')).rejects.toThrow('You approved this request already.')
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
    expect(await approvals().settle(id)).toBe(false)
    await nothingSent(id)
  })

  test('end when nobody decides in time, and when who asked withdraws', async () => {
    await activate(rule())
    const [late, withdrawn] = [await waiting(), await waiting()]
    expect(await ledger().withdraw(withdrawn, ines.name)).toBe(true)
    expect((await detail(withdrawn)).approval?.state).toBe('withdrawn')
    expect(await ledger().expireApproval(late)).toBe(false)
    await database().updateTable('approval_request').set({ expires_at: 1 }).execute()
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

  test('of somebody who lost the role do not count any more', async () => {
    await activate(rule({ approvers: { count: 2, roles: ['approver'] } }))
    const id = await waiting()
    await decide(tomas, id, 'approve')
    await setRoles(tomas, [])
    expect(await approve(maren, id)).toBe(false)
    await nothingSent(id)
    expect((await detail(id)).approval?.missing).toMatchObject([{ missing: 1 }])
    await setRoles(tomas, ['approver'])
    await approvals().look()
    expect(await ordersOf(id)).toBe(1)
  })

  test('do not send for somebody who may not write any more', async () => {
    await activate(rule())
    const id = await waiting()
    await setRoles(ines, ['support'])
    expect(await approve(tomas, id)).toBe(false)
    await nothingSent(id)
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

  test('let no limit be passed by many at once, of one person or the desk', async () => {
    await activate(rule({ from: undefined, limit: { amount: '500', asset: 'USD', hours: 24, per: 'desk' } }))
    const sizes = ['100.00', '99.99', '250.0', '0.01', '100.00', '50', '150.00', '49.999', '0.01', '200']
    const results = await Promise.all(
      sizes.map((quote_amount) =>
        ask('createOrder', { ...market, quote_amount }).then(({ state }) => ({ state, quote_amount })),
      ),
    )
    const sent = results.filter(({ state }) => state !== 'waiting').map(({ quote_amount }) => Number(quote_amount))
    expect(sent.reduce((one, other) => one + other, 0)).toBeLessThanOrEqual(500)
    expect(results.some(({ state }) => state === 'waiting')).toBe(true)
  })

  test('count a limit from when it was sent, and free it when a request ends', async () => {
    const clock = shiftedClock()
    restart({ clock })
    await activate(rule({ from: undefined, limit: { amount: '500', asset: 'USD', hours: 24, per: 'person' } }))
    expect(await ask('createOrder', { ...market, quote_amount: '400' })).toMatchObject({ state: 'confirmed' })
    const id = await waiting({ ...market, quote_amount: '200' })
    await ledger().withdraw(id, ines.name)
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

  test('end one way only, whatever meets', async () => {
    await activate(rule())
    const races = process.env.APPROVAL_RACES ? Number(process.env.APPROVAL_RACES) : 24
    const end = (id: string) =>
      database().updateTable('approval_request').set({ expires_at: 1 }).where('intent_id', '=', id)
    const acts: ((id: string) => Promise<unknown>)[] = [
      (id) => approve(tomas, id),
      (id) => approve(maren, id),
      (id) => decide(maren, id, 'decline'),
      (id) => ledger().withdraw(id, ines.name),
      (id) =>
        end(id)
          .execute()
          .then(() => ledger().expireApproval(id)),
      (id) => ask('createOrder', { ...market, quote_amount: '77.00' }, { id }),
      (id) => setRoles(tomas, []).then(() => approvals().settle(id)),
    ]
    for (let race = 0; race < races; race += 1) {
      await setRoles(tomas, ['approver'])
      const id = await waiting()
      const pair = [acts[race % acts.length], acts[(race * 3 + 1) % acts.length]]
      await Promise.allSettled(pair.map((act) => act?.(id)))
      await approvals().look()
      const { state, approval } = await detail(id)
      const orders = await ordersOf(id)
      expect(orders, `${race}: ${state} ${approval?.state}`).toBe(state === 'confirmed' ? 1 : 0)
      expect(['confirmed', 'refused', 'waiting']).toContain(state)
      if (state === 'refused') expect(['declined', 'expired', 'withdrawn']).toContain(approval?.state)
    }
  })
})
