/** Held copies: what they refuse, what they know, and how a person releases them. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect } from 'vitest'
import { newIntentId } from '../../../browser/form-drafts'
import { holdStatements, markRestored } from '../../../database/hold'
import { microseconds } from '../../../server/clock'
import { personRow, silentLog } from '../../../server/testing'
import {
  approver,
  describeOnBothDatabases,
  holdsOf,
  ines,
  market,
  tomas,
  weighingOf,
} from '../../../server/writes/testing'
import type { PolicyRule } from '../../approvals/policy'
import { registerApprovals } from '../../approvals/server/approval-routes'
import { ExportJobs } from '../../exports/server/jobs'
import { ExportSchedules } from '../../exports/server/schedules'
import { Endpoints } from '../../webhooks/server/endpoints'
import { Outbox } from '../../webhooks/server/outbox'
import type { HoldCause, HoldReport } from '../interface'

const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const report: HoldReport = { at: '2026-11-23T15:00:00.000Z', by: 'Ann', since: '', environments: [], unreadable: 0 }

describeOnBothDatabases('A held copy', (bench) => {
  const { test, database, core, ask, prepare, row, check, send, arrived, clock } = bench
  const holds = () => holdsOf(core())
  const kindOf = (failure: { problem?: { type: string } }) => failure.problem?.type.split('/').at(-1)
  const refusal = (act: Promise<unknown>) => act.then(() => 'sent', kindOf)

  async function hold(cause: HoldCause = 'restored'): Promise<string> {
    const id = randomUUID()
    const at = microseconds(clock)
    const marks = { id, beganAt: at, cause, knownUntil: at }
    for (const statement of holdStatements(marks)) await sql.raw(statement).execute(database())
    if (cause === 'restored') await markRestored(database(), at)
    return id
  }
  async function release(): Promise<void> {
    const held = await holds().newest()
    await holds().keep(held?.id ?? '', report)
    await holds().release(report.at, 'Asked them.', ines)
  }

  beforeEach(async () => {
    if (!database()) return
    for (const table of ['write_hold', 'forgotten_request'] as const) await database().deleteFrom(table).execute()
  })

  test('that somebody released in the database sends nothing all the same', async () => {
    const prepared = await prepare('createOrder', market)
    await hold('declared')
    await database()
      .updateTable('write_hold')
      .set({ released_at: microseconds(clock), released_by: 'Ann' })
      .execute()
    expect(await refusal(ask('createOrder', market))).toBe('copy-held')
    expect(await refusal(send(prepared))).toBe('copy-held')
    expect(await arrived(prepared)).toBe(0)
    // Held once more, and released by a person.
    await hold()
    await release()
    expect((await ask('createOrder', market)).state).toBe('confirmed')
  })

  test('sends nothing: neither new requests, nor prepared ones, nor checks', async () => {
    const prepared = await prepare('createOrder', market)
    const confirmed = randomUUID()
    await ask('createOrder', market, { id: confirmed })
    await hold()
    expect(await refusal(ask('createOrder', market))).toBe('copy-held')
    expect(await refusal(send(prepared))).toBe('copy-held')
    expect(await refusal(check(confirmed))).toBe('copy-held')
    expect(await refusal(check(confirmed, ines, true))).toBe('copy-held')
    expect(await arrived(prepared)).toBe(0)
    expect(await arrived(confirmed)).toBe(1)
    // What is known is still answered.
    expect((await ask('createOrder', market, { id: confirmed })).state).toBe('confirmed')
  })

  test('sends nothing of what was checked before it was held: the claim itself asks', async () => {
    const prepared = await prepare('createOrder', market)
    const { fingerprint } = await row(prepared)
    await sql
      .raw(holdStatements({ id: 'h', beganAt: 1, cause: 'declared', knownUntil: 1 })[0] ?? '')
      .execute(database())
    const claim = { claimId: randomUUID(), fingerprint, limit: 1_000, person: ines.name }
    expect(await core().ledger.claim(prepared, claim)).toBe(false)
    expect(await core().ledger.acquireReplayLease(prepared, 1_000)).toBe(false)
  })

  test('tells webhooks nothing, and makes no scheduled export', async () => {
    const { encryption } = core().ledger
    const outbox = new Outbox(database(), clock, encryption)
    const endpoints = new Endpoints(database(), clock, encryption, outbox)
    const webhook = { id: randomUUID(), name: 'Desk', url: 'http://127.0.0.1:1/', events: ['transfer.failed' as const] }
    await endpoints.add(owner, { ...webhook, zone: 'UTC' }, ines)
    const [added] = await database().selectFrom('webhook').selectAll().where('id', '=', webhook.id).execute()
    const jobs = new ExportJobs({ database: database(), clock, encryption, storage: 1e9 })
    const schedules = new ExportSchedules({
      database: database(),
      clock,
      encryption,
      jobs,
      upstreams: core().upstreams,
      hasDemoUsers: true,
    })
    const request = {
      list: 'listTransfers',
      search: '',
      zone: 'UTC',
      format: 'csv',
      hasNotes: false,
      hasBom: false,
    } as const
    const range = { from: 0, to: 1 }
    await jobs.add(owner, ines, { id: randomUUID(), request, range, file: 'f', schedule: 'a-schedule' })
    const asked = randomUUID()
    await jobs.add(owner, ines, { id: asked, request, range, file: 'f' })
    await hold()
    expect(await outbox.lease(owner, 'one')).toBeUndefined()
    expect(added && (await endpoints.claim(added, 'one'))).toBeUndefined()
    await schedules.makeDue()
    // A person's own export reads, and goes on.
    expect((await jobs.claim('one'))?.id).toBe(asked)
    expect(await jobs.claim('two')).toBeUndefined()
    const before = await outbox.lastSequence(owner)
    await release()
    expect(await outbox.lease(owner, 'one')).toBeDefined()
    expect(await outbox.lastSequence(owner)).toBe(before + 1_000_000)
    expect((await jobs.claim('two'))?.id).toBeDefined()
    // The numbers that were left out are no events.
    expect(await endpoints.list(owner)).toMatchObject([{ waiting: 0 }])
    expect(await endpoints.due(owner)).toEqual([])
  })

  test('after the release, what had no outcome in the backup is not sent again, and a person settles it', async () => {
    const prepared = await prepare('createOrder', market)
    await hold()
    await release()
    expect((await row(prepared)).state).toBe('unknown')
    expect(await refusal(send(prepared))).not.toBe('sent')
    expect(await refusal(check(prepared))).toBe('sent-before-restore')
    expect((await bench.detail(prepared)).check_refused).toContain('restored')
    expect(await arrived(prepared)).toBe(0)
    expect(await bench.note(prepared, { hasHappened: false }, tomas)).toBe(true)
  })

  describe.each(['restored', 'declared'] as const)('that was %s', (cause) => {
    test('sends and decides nothing that waits or is approved, before its release and after it', async () => {
      for (const table of ['policy_version', 'approval_request', 'approval_decision', 'person'] as const)
        await database().deleteFrom(table).execute()
      for (const person of [ines, approver]) await database().insertInto('person').values(personRow(person)).execute()
      const { ledger } = core()
      const rule: PolicyRule = {
        id: 'all',
        operations: ['createOrder'],
        environments: ['sandbox'],
        expires_hours: 1,
        approvers: { count: 1, roles: ['approver'] },
      }
      await weighingOf(ledger).policies.propose(database(), 1, { rules: [rule], stand_ins: [] }, ines)
      await weighingOf(ledger).policies.activate(database(), 1, ines, true)
      const [waiting, approved, late] = [randomUUID(), randomUUID(), randomUUID()]
      for (const id of [waiting, approved, late]) await ask('createOrder', market, { id })
      const digest = (await row(approved)).fingerprint
      await ledger.actions.decide({ id: approved }, { kind: 'approve', digest }, approver)
      await bench.set(late, { approve_by: 1 })
      const dependencies = { database: database(), clock, log: silentLog, settings: { hasDemoUsers: false } }
      const { handlers, look } = registerApprovals({
        ...dependencies,
        weighing: weighingOf(core().ledger),
        writes: core(),
      })
      const approve = async (id: string) => {
        const asked = { values: { id }, body: { kind: 'approve', digest: (await row(id)).fingerprint } }
        const request = { ...asked, environment: 'sandbox', session: approver, context: {} }
        return handlers.decideIntent(request as Parameters<typeof handlers.decideIntent>[0])
      }

      await hold(cause)
      await look()
      expect(await refusal(approve(waiting))).toBe('copy-held')
      for (const id of [waiting, approved, late])
        expect((await row(id)).state).toBe(cause === 'restored' ? 'unknown' : 'waiting')
      await release()
      await look()
      expect(await refusal(approve(waiting))).toBe('request-changed')
      for (const id of [waiting, approved, late]) {
        expect((await row(id)).state).toBe('unknown')
        expect(await refusal(check(id))).toBe('sent-before-restore')
        expect(await arrived(id)).toBe(0)
      }
      expect((await bench.detail(waiting)).approval?.state).toBe('waiting')
      await database().deleteFrom('policy_version').execute()
    })
  })

  test('after the release, a form that was opened before is refused, and a new one is sent once', async () => {
    const before = newIntentId(clock.now() - 60_000)
    const named = randomUUID()
    await hold()
    expect(await holds().noteSent('sandbox', [{ id: named, operation: 'createOrder' }])).toBe(1)
    expect(await holds().noteSent('sandbox', [{ id: named }])).toBe(0)
    await release()
    expect(await refusal(ask('createOrder', market, { id: before }))).toBe('sent-before-restore')
    expect(await refusal(ask('createOrder', market, { id: named }))).toBe('sent-before-restore')
    // The same reference, typed by a person.
    expect(await refusal(ask('createOrder', { ...market, ref_id: named }))).toBe('sent-before-restore')
    const fresh = newIntentId(clock.now() + 5)
    await ask('createOrder', market, { id: fresh })
    await ask('createOrder', market, { id: fresh })
    expect(await arrived(fresh)).toBe(1)
  })

  test('is released only upon the reconciliation that the person saw, and once', async () => {
    const id = await hold()
    expect(await refusal(holds().release(report.at, 'Asked.', ines))).toBe('report-changed')
    await holds().keep(id, { ...report, at: '2026-11-23T15:01:00.000Z' })
    expect(await refusal(holds().release(report.at, 'Asked.', ines))).toBe('report-changed')
    await release()
    expect(await holds().newest()).toMatchObject({ is_held: false, released_by: ines.name, statement: 'Asked them.' })
    expect(await refusal(holds().release(report.at, 'Asked.', ines))).toBe('not-held')
  })
})
