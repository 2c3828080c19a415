/** What somebody who writes to the database, and has no key, makes of requests: nothing is sent that is not to be sent. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect } from 'vitest'
import type { DecisionKind } from '../../../api/approval'
import type { Tables } from '../../../database/tables'
import type { Session } from '../../../server/auth/sessions'
import { microseconds } from '../../../server/clock'
import { personRow, recordedLog, silentLog } from '../../../server/testing'
import { keepNewestMark } from '../../../server/writes/mark-upkeep'
import { versionOf } from '../../../server/writes/row-digests'
import { describeOnBothDatabases, holdsOf, ines, market, weighingOf } from '../../../server/writes/testing'
import { examineOpen } from '../../connection/server/database'
import type { PolicyRule } from '../policy'
import { registerApprovals } from './approval-routes'

const tomas: Session = { id: 's-2', subject: 'oidc:tomas', name: 'Tomas Brandt', roles: ['approver'] }
const maren: Session = { id: 's-3', subject: 'oidc:maren', name: 'Maren Vick', roles: ['approver', 'admin'] }

const rule: PolicyRule = {
  id: 'orders',
  operations: ['createOrder'],
  environments: ['sandbox'],
  expires_hours: 4,
  from: { amount: '50', asset: 'USD' },
  approvers: { count: 1, roles: ['approver'] },
}
const small = { ...market, quote_amount: '1.00' }
/** Of what must not happen in the background. */
const fail = (error: unknown) => {
  throw error
}
const ofRequest = ['approval_request', 'approval_decision', 'limit_use', 'intent_event'] as const

describeOnBothDatabases('In a database that somebody else writes to', (bench) => {
  const {
    test,
    core,
    ask,
    row,
    send,
    check,
    detail,
    database,
    restart,
    ledger,
    arrived,
    alter,
    prepare,
    stress,
    clock,
  } = bench

  const approvals = (log = silentLog) =>
    registerApprovals({
      weighing: weighingOf(ledger()),
      writes: core(),
      database: database(),
      clock,
      log,
      settings: { hasDemoUsers: false },
    })
  async function activate(...rules: PolicyRule[]) {
    const { policies } = weighingOf(ledger())
    const [newest] = await policies.versions(database(), '')
    const version = (newest?.version ?? 0) + 1
    await policies.propose(database(), version, { rules, stand_ins: [] }, maren)
    await policies.activate(database(), version, maren, true)
  }
  const waiting = async (body: object = market): Promise<string> => {
    const id = randomUUID()
    expect(await ask('createOrder', body, { id })).toMatchObject({ state: 'waiting' })
    return id
  }
  const decide = async (session: Session, id: string, kind: DecisionKind) => {
    const digest = versionOf(await row(id))
    await ledger().actions.decide({ id }, { kind, digest, ...(kind !== 'approve' && { words: 'Not today.' }) }, session)
  }
  const refusal = (act: Promise<unknown>) =>
    act.then(
      () => 'done',
      ({ problem }) => String(problem?.type).split('/').at(-1),
    )
  /** A copy of all rows of a request, as one who reads the database has it. */
  async function copyOf(id: string) {
    const intent = await database().selectFrom('intent').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const rows = await Promise.all(
      ofRequest.map(async (table) => ({
        table,
        rows: await database().selectFrom(table).selectAll().where('intent_id', '=', id).execute(),
      })),
    )
    return { intent, rows }
  }
  /** Puts all of them back, in place of what is there. */
  async function putBack({ intent, rows }: Awaited<ReturnType<typeof copyOf>>) {
    for (const table of ofRequest) await database().deleteFrom(table).where('intent_id', '=', intent.id).execute()
    await database().deleteFrom('intent').where('id', '=', intent.id).execute()
    await database().insertInto('intent').values(intent).execute()
    for (const { table, rows: known } of rows) {
      for (const one of known)
        await database()
          .insertInto(table)
          .values(one as never)
          .execute()
    }
  }
  const newestMark = async () => {
    const last = database().selectFrom('request_mark').selectAll().orderBy('seq', 'desc').limit(1)
    return (await last.executeTakeFirst())?.seq ?? 0
  }
  const removeAllMarks = async () => {
    await database().deleteFrom('request_mark').execute()
    await database().updateTable('audit_head').set({ mark_seq: null, mark_at: null, mark_link: null }).execute()
  }
  const removeMarks = (after: number) => database().deleteFrom('request_mark').where('seq', '>', after).execute()
  /** Everything by which a request that waits or is prepared leaves: the background's look, its person's press, a repeat. */
  async function tryAll(id: string, body: object = market) {
    const { log, lines } = recordedLog()
    await approvals(log).look()
    const tries = [await refusal(send(id)), await refusal(ask('createOrder', body, { id })), await refusal(check(id))]
    return { tries, lines }
  }

  beforeEach(async () => {
    for (const table of ['policy_version', 'approval_request', 'approval_decision', 'limit_use', 'write_hold'] as const)
      await database()?.deleteFrom(table).execute()
    for (const person of [ines, tomas, maren]) {
      await database()?.deleteFrom('person').where('subject', '=', person.subject).execute()
      await database()?.insertInto('person').values(personRow(person)).execute()
    }
  })

  describe('a request that was approved and executed', () => {
    async function executed() {
      await activate(rule)
      const id = await waiting()
      const recorded = await copyOf(id)
      await decide(tomas, id, 'approve')
      const approved = await copyOf(id)
      const marks = await newestMark()
      expect(await approvals().settle(id)).toBe(true)
      expect(await arrived(id)).toBe(1)
      return { id, recorded, approved, marks }
    }
    const open = { state: 'waiting', sent_at: null } as const

    test.for([
      ['its state and the time of its sending', open],
      [
        'every column but its digest',
        { ...open, sent_at_service: null, claim_id: null, settled_at: null, answer_status: null },
      ],
      ['all of that, as prepared', { ...open, state: 'prepared', needed_id: null, policy_version: null }],
      ['its state alone, as unknown', { state: 'unknown' }],
      ['its digest and mark, as if it were older', { ...open, state: 'prepared', row_digest: null, mark: null }],
    ] as const)('is not sent again once %s were set back', async ([, columns]) => {
      const { id } = await executed()
      await alter(id, columns)
      const { tries } = await tryAll(id)
      expect(await arrived(id)).toBe(1)
      expect(tries).toContain('request-altered')
    })

    test('is not sent again once all its rows were put back as they were, and says why', async () => {
      const { id, approved } = await executed()
      await putBack(approved)
      const { lines } = await tryAll(id)
      expect(await arrived(id)).toBe(1)
      expect((await row(id)).state).toBe('waiting')
      const shown = await detail(id)
      expect(shown).toMatchObject({ is_altered: true })
      expect(shown.reason).toMatch(/^This request is not what was recorded\./)
      expect(shown.events.at(-1)).toMatchObject({ kind: 'not-sent' })
      expect(lines).toContainEqual(expect.objectContaining({ event: 'approved-not-sent', intent: id }))
      const audited = database().selectFrom('audit_line').selectAll().where('object_id', '=', id)
      expect((await audited.execute()).map(({ act }) => act)).toContain('request-not-sent')
      // Nothing of it is approved once more, or edited, and it can be ended.
      await expect(decide(maren, id, 'approve')).rejects.toMatchObject({
        problem: { type: '/problems/request-altered' },
      })
      expect(await refusal(ask('createOrder', { ...market, quote_amount: '70.00' }, { id }))).toBe('request-altered')
      expect(await ledger().actions.withdraw(id, ines)).toBe(true)
      await putBack(approved)
      await tryAll(id)
      expect(await arrived(id)).toBe(1)
    })

    test('is not sent again after its marks were removed as well', async () => {
      const { id, approved, marks } = await executed()
      // Others follow, so that a part of the chain is missing.
      await ask('createOrder', small, { id: randomUUID() })
      await putBack(approved)
      await database().deleteFrom('request_mark').where('seq', '>', marks).where('intent_id', '=', id).execute()
      await tryAll(id)
      expect(await arrived(id)).toBe(1)
      expect((await detail(id)).is_altered).toBe(true)
    })

    test('is not sent again after the end of all marks was cut off, also by a console that starts then', async () => {
      const dataFolder = mkdtempSync(join(tmpdir(), 'mintdesk-marks-'))
      const url = bench.databaseUrl()
      const where = { dataFolder, ...(url && { databaseUrl: url }) }
      keepNewestMark(ledger().marks, where, fail)
      const { id, approved, marks } = await executed()
      await putBack(approved)
      await removeMarks(marks)
      const { lines } = await tryAll(id)
      expect((await row(id)).reason).toMatch(/^The record of what was sent was set back/)
      expect(lines.map(({ event }) => event)).toContain('approved-not-sent')
      // Not even after the chain has grown beyond where it was.
      for (let count = 0; count < 4; count += 1) await refusal(ask('createOrder', small, { id: randomUUID() }))
      await tryAll(id)
      expect(await arrived(id)).toBe(1)
      await expect.poll(() => keptIn(where)).toBeGreaterThan(marks)
      restart()
      keepNewestMark(ledger().marks, where, fail)
      await tryAll(id)
      expect(await arrived(id)).toBe(1)
      expect(await refusal(ask('createOrder', small, { id: randomUUID() }))).toBe('record-set-back')
      // A person holds, reconciles and releases it: new requests are sent, and none of before.
      const hold = { id: randomUUID(), began_at: microseconds(clock), cause: 'declared', known_until: 1 } as const
      await database().insertInto('write_hold').values(hold).execute()
      const report = { at: 'now', by: 'Ann', since: '', environments: [], unreadable: 0 }
      await holdsOf(core()).keep(hold.id, report)
      await holdsOf(core()).release('now', 'Asked them.', maren)
      const fresh = randomUUID()
      expect((await ask('createOrder', small, { id: fresh })).state).toBe('confirmed')
      await putBack(approved)
      await tryAll(id)
      expect([await arrived(id), await arrived(fresh)]).toEqual([1, 1])
    })

    const keptIn = (where: Parameters<typeof keepNewestMark>[1]) => {
      const marks = { seen: 0, see: ({ seq }: { seq: number }) => (marks.seen = seq), onSeen: () => undefined }
      keepNewestMark(marks as never, where, fail)
      return marks.seen
    }

    test.for(['intent', 'intent and its marks'] as const)('is not recorded anew once its %s are gone', async (what) => {
      const { id } = await executed()
      for (const table of ofRequest) await database().deleteFrom(table).where('intent_id', '=', id).execute()
      await database().deleteFrom('intent').where('id', '=', id).execute()
      if (what !== 'intent') await database().deleteFrom('request_mark').where('intent_id', '=', id).execute()
      await activate()
      expect(await refusal(ask('createOrder', market, { id }))).toBe('request-altered')
      expect(await arrived(id)).toBe(1)
    })
  })

  test('a prepared request that was sent is not sent again once its row was put back', async () => {
    const id = await prepare('createOrder', small)
    const prepared = await copyOf(id)
    await send(id)
    await putBack(prepared)
    expect(await refusal(send(id))).toBe('request-altered')
    expect(await refusal(ask('createOrder', small, { id }))).toBe('request-altered')
    expect(await arrived(id)).toBe(1)
    expect(await detail(id)).toMatchObject({ state: 'prepared', is_altered: true })
  })

  test('the doctor names altered requests, and where the chain of marks does not go on', async () => {
    const settings = { ...core().settings, dataFolder: tmpdir() }
    const found = async () => {
      const all = await examineOpen(database(), settings, settings, { clock, isOperator: true })
      return all.filter(({ area }) => area === 'Requests').map(({ status, text }) => [status, text])
    }
    await removeAllMarks()
    const id = await prepare('createOrder', small)
    await ask('createOrder', small, { id: randomUUID() })
    expect(await found()).toEqual([['ok', 'Every request that may be sent or checked is as it was recorded.']])
    await alter(id, { summary: 'Another' })
    await database()
      .deleteFrom('request_mark')
      .where('seq', '=', (await newestMark()) - 1)
      .execute()
    expect(await found()).toEqual([
      ['problem', `The record of requests does not go on at mark ${(await newestMark()) - 1}.`],
      ['problem', 'Requests were changed in the database, and not by Mintdesk: 1. They are neither sent nor checked.'],
    ])
  })

  describe('a request that waits', () => {
    test.for([
      ['its state', { state: 'prepared' }],
      ['what it waits for', { state: 'prepared', needed_id: null }],
      ['the policy that weighed it', { state: 'prepared', needed_id: null, policy_version: null }],
      ['its requester', { subject: maren.subject, person: maren.name }],
      ['its digest', { state: 'prepared', needed_id: null, row_digest: null, mark: null }],
      ['the time that it has', { approve_by: 9_000_000_000_000_000 }],
      ['its words', { summary: 'Buy 1.00 USD of BTC' }],
      ['its edit', { revision: 7 }],
    ] as const)('is not sent once %s were changed, by whoever approves or sends', async ([, columns]) => {
      await activate(rule)
      const id = await waiting()
      await alter(id, columns)
      await refusal(decide(tomas, id, 'approve'))
      await tryAll(id)
      expect(await arrived(id)).toBe(0)
      expect(await detail(id)).toMatchObject({ is_altered: true })
    })

    test('is not sent once what it waits for was removed, or put back from before a stricter policy', async () => {
      await activate(rule)
      const id = await waiting()
      const { rows } = await copyOf(id)
      await activate({ ...rule, id: 'two', approvers: { count: 2, roles: ['approver'] } })
      await decide(tomas, id, 'approve')
      await approvals().settle(id)
      expect((await detail(id)).approval?.missing).toMatchObject([{ count: 2 }])
      const [needed] = rows.find(({ table }) => table === 'approval_request')?.rows ?? []
      await database().deleteFrom('approval_request').where('intent_id', '=', id).execute()
      await tryAll(id)
      await database()
        .insertInto('approval_request')
        .values(needed as Tables['approval_request'])
        .execute()
      await tryAll(id)
      expect(await arrived(id)).toBe(0)
    })

    test('is not approved by a row that nobody with a key wrote', async () => {
      await activate(rule)
      const [id, other] = [await waiting(), await waiting({ ...market, quote_amount: '60.00' })]
      await decide(tomas, other, 'approve')
      const copied = await database()
        .selectFrom('approval_decision')
        .selectAll()
        .where('intent_id', '=', other)
        .executeTakeFirstOrThrow()
      const digest = versionOf(await row(id))
      const forged = { ...copied, intent_id: id, digest }
      const add = (values: object) =>
        database()
          .insertInto('approval_decision')
          .values({ ...forged, id: randomUUID(), ...values })
          .execute()
      await add({})
      await add({ row_digest: '' })
      await add({ subject: maren.subject, person: maren.name })
      await tryAll(id)
      expect(await arrived(id)).toBe(0)
      expect((await detail(id)).approval).toMatchObject({ state: 'waiting', decisions: [] })
      // One of the person's own, turned into another kind.
      await ledger().actions.decide({ id }, { kind: 'ask', digest, words: 'Why?' }, tomas)
      await database().updateTable('approval_decision').set({ kind: 'approve' }).where('intent_id', '=', id).execute()
      await tryAll(id)
      expect(await arrived(id)).toBe(0)
      await decide(tomas, id, 'approve')
      await approvals().settle(id)
      expect(await arrived(id)).toBe(1)
    })

    test.for(['declined', 'withdrawn', 'expired', 'edited'] as const)(
      'and was %s is not sent once its rows were put back',
      async (how) => {
        await activate({ ...rule, approvers: { count: 2, roles: ['approver'] } })
        const id = await waiting()
        await decide(tomas, id, 'approve')
        const before = await copyOf(id)
        if (how === 'declined') await decide(maren, id, 'decline')
        if (how === 'withdrawn') await ledger().actions.withdraw(id, ines)
        if (how === 'edited') await ask('createOrder', { ...market, quote_amount: '90.00' }, { id })
        if (how === 'expired') {
          await bench.set(id, { approve_by: 1 })
          expect(await ledger().actions.expireApproval(id)).toBe(true)
        }
        await putBack(before)
        expect(await refusal(decide(maren, id, 'approve'))).toBe('request-altered')
        await tryAll(id)
        expect(await arrived(id)).toBe(0)
      },
    )

    test('is not approved by whoever was given a role in the database', async () => {
      await activate(rule)
      const id = await waiting()
      const lena = { ...tomas, subject: 'oidc:lena', name: 'Lena', roles: ['support' as const] }
      await database().deleteFrom('person').where('subject', '=', lena.subject).execute()
      await database().insertInto('person').values(personRow(lena)).execute()
      await expect(decide(lena, id, 'approve')).rejects.toMatchObject({ problem: { status: 403 } })
      await database().updateTable('person').set({ roles: 'approver' }).where('subject', '=', lena.subject).execute()
      await expect(decide(lena, id, 'approve')).rejects.toMatchObject({ problem: { status: 403 } })
      // With another person's digest, neither.
      const { roles_digest } = personRow({ ...tomas })
      await database().updateTable('person').set({ roles_digest }).where('subject', '=', lena.subject).execute()
      await expect(decide(lena, id, 'approve')).rejects.toMatchObject({ problem: { status: 403 } })
      expect((await detail(id)).approval?.approvers).toEqual([maren.name, tomas.name])
    })
  })

  test('a request that the provider refused, or that was withdrawn, is not executed by a check', async () => {
    const id = randomUUID()
    await stress({ fail: [{ operation: 'createOrder', times: 1, status: 422 }] })
    await refusal(ask('createOrder', small, { id }))
    const withdrawn = await prepare('createOrder', small)
    await ledger().actions.withdraw(withdrawn, ines)
    for (const one of [id, withdrawn]) {
      expect((await row(one)).state).toBe('refused')
      const before = await arrived(one)
      await alter(one, { state: 'unknown', ...bench.sentAt(60_000_000), answer_status: null, noted_by: null })
      expect(await refusal(check(one))).toBe('request-altered')
      expect(await arrived(one)).toBe(before)
    }
  })
})
