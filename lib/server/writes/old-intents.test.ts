/** Which intents end with their life, and which stay. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { microseconds } from '../clock'
import { intentRow } from './intent-view'
import { createOldIntents } from './old-intents'
import { describeOnBothDatabases, ines, limitOrder, market, path } from './testing'

const day = 86_400_000_000

describeOnBothDatabases('An intent at the end of its life', (bench) => {
  const { test, core, database, ask, arrived, record, set, clock } = bench
  const days = (count: number) => microseconds(clock) - count * day
  const removal = (shown = clock) =>
    createOldIntents({ database: database(), clock: shown, rows: core().ledger.rows, days: async () => 365 })

  /** Records an intent that was settled so many days ago, with its history. */
  async function settled(age: number, columns: object = {}, id = randomUUID()): Promise<string> {
    await record(id)
    await set(id, { state: 'confirmed', created_at: days(age), settled_at: days(age), ...columns })
    await database()
      .updateTable('intent_event')
      .set({ at: days(age) })
      .where('intent_id', '=', id)
      .execute()
    return id
  }

  async function kept(): Promise<string[]> {
    const rows = await database().selectFrom('intent').select('id').execute()
    return rows.map(({ id }) => id).sort()
  }

  /** Removes until no page is left. @returns how many were removed */
  async function removeAll(rule = removal()): Promise<number> {
    let removed = 0
    for (let hasMore = true; hasMore; ) {
      const step = await rule.step()
      removed += step.rows
      hasMore = step.hasMore
    }
    return removed
  }

  test('is removed with its history, and a younger one stays', async () => {
    const old = [await settled(366), await settled(366, { state: 'refused' }), await settled(3_000)]
    const young = await settled(364)
    expect(await removeAll()).toBe(old.length)
    expect(await kept()).toEqual([young])
    const events = await database().selectFrom('intent_event').select('intent_id').execute()
    expect(events.map((event) => event.intent_id)).toEqual([young])
    expect(await removeAll()).toBe(0)
  })

  test('stays for ever if its outcome is unknown, or it was prepared or sent', async () => {
    const open = [
      await settled(4_000, { state: 'unknown' }),
      await settled(4_000, { state: 'unknown', settled_at: null }),
      await settled(4_000, { state: 'prepared', settled_at: null }),
      await settled(4_000, { state: 'sent', settled_at: null }),
    ]
    expect(await removeAll()).toBe(0)
    expect(await kept()).toEqual(open.sort())
  })

  test('stays while its record may still change, or a check or a note of it is younger', async () => {
    const stays = [
      await settled(4_000, { record_id: 'order-1', record_status: 'OPEN', status_at: days(4_000) }),
      await settled(4_000, { record_id: 'order-2', record_status: 'FILLED', status_at: days(10) }),
      await settled(4_000, { latest_at: days(10) }),
    ]
    const noted = await settled(4_000)
    await database()
      .updateTable('intent_event')
      .set({ at: days(1) })
      .where('intent_id', '=', noted)
      .execute()
    await settled(4_000, { record_id: 'order-3', record_status: 'FILLED', status_at: days(4_000) })
    expect(await removeAll()).toBe(1)
    expect(await kept()).toEqual([...stays, noted].sort())
  })

  test('stays while a later change of its record is needed, and goes together with it', async () => {
    const status = { record_status: 'APPROVED', status_at: days(3_000) }
    const record = { operation: 'createFiatAccount', record_id: 'account-1' }
    const change = { operation: 'updateFiatAccount', record_id: 'account-1', path: '{"id":"account-1"}' }
    const created = await settled(3_900, { ...record, record_status: 'PENDING', status_at: days(3_900) })
    const changed = await settled(3_000, { ...change, ...status })
    const lost = await settled(2_000, { ...change, record_id: null, state: 'unknown', settled_at: null })
    expect(await removeAll()).toBe(0)
    expect(await kept()).toEqual([created, changed, lost].sort())
    await set(lost, { state: 'refused', settled_at: days(10) })
    expect(await removeAll()).toBe(0)
    await set(lost, { settled_at: days(400) })
    // The record is open no more: the change learned that it was approved.
    expect(await removeAll()).toBe(3)
  })

  test('stays while another one with its reference has no outcome, which its record helps to find', async () => {
    const shared = { ref_id: 'pay-1' }
    const old = await settled(3_000, shared)
    const lost = await settled(3_000, { ...shared, state: 'unknown', settled_at: null })
    const elsewhere = await settled(3_000, { ...shared, environment: 'production' })
    expect(await removeAll()).toBe(1)
    expect(await kept()).toEqual([old, lost].sort())
    expect(await kept()).not.toContain(elsewhere)
  })

  test('is found beyond hundreds that stay, in small steps, and by several consoles at once', async () => {
    for (let index = 0; index < 130; index++)
      await settled(4_000 - index, { record_id: `o${index}`, record_status: 'OPEN' })
    for (let index = 0; index < 5; index++) await settled(500)
    const [rule, other] = [removal(), removal()]
    expect(await rule.step()).toEqual({ rows: 0, hasMore: true })
    const removed = await Promise.all([removeAll(rule), removeAll(other)])
    expect(removed[0] + removed[1]).toBe(5)
    expect(await kept()).toHaveLength(130)
  })

  test('is never executed again, and its page says that it was removed', async () => {
    const id = randomUUID()
    await ask('createOrder', market, { id })
    await set(id, { settled_at: days(400), status_at: days(400), created_at: days(400), record_status: 'FILLED' })
    await database()
      .updateTable('intent_event')
      .set({ at: days(400) })
      .where('intent_id', '=', id)
      .execute()
    expect(await removeAll()).toBe(1)
    const before = await arrived(id)
    const removed = { problem: { status: 410, type: '/problems/intent-removed' } }
    await expect(ask('createOrder', market, { id })).rejects.toMatchObject(removed)
    await expect(ask('createOrder', limitOrder('9.00'), { id, session: ines, path })).rejects.toMatchObject(removed)
    expect(await arrived(id)).toBe(before)
    await expect(intentRow(core(), 'sandbox', id)).rejects.toMatchObject(removed)
    await expect(intentRow(core(), 'production', id)).rejects.toMatchObject({ problem: { status: 404 } })
  })

  test('stays if its own console’s clock runs ahead of the shared one, and if its life has no end', async () => {
    await settled(300)
    const ahead = { ...clock, now: () => clock.now() + 1_000 * 86_400_000 }
    const endless = createOldIntents({
      database: database(),
      clock: ahead,
      rows: core().ledger.rows,
      days: async () => 0,
    })
    expect(await removeAll(endless)).toBe(0)
    const behind = { ...clock, now: () => clock.now() - 1_000 * 86_400_000 }
    expect(await removeAll(removal(behind))).toBe(0)
  })
})
