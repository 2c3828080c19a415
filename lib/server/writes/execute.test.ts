/** The ledger against the real service, on both databases: what is asked for happens once, or counts as unknown. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { profiles } from '../../sandbox/seed/parties'
import { serviceNow } from '../service'
import { checkWrite, execute, sendPrepared } from './execute'
import { expire, newEvent, settle, withdraw } from './ledger'
import {
  account,
  accountNumber,
  approver,
  ask,
  check,
  deposit,
  describeOnBoth,
  detail,
  ines,
  market,
  note,
  page,
  path,
  pointAt,
  row,
  rule,
  tomas,
} from './testing'

describeOnBoth('An intent', ({ test, service, database, arrived, ordersOf, stress, claimAndDie, sentAt }) => {
  test('is not recorded where it is too long for the service together with the reference that it gets', async () => {
    const id = randomUUID()
    const long = (length: number) => ({ ...market, stop_price: '1'.repeat(length) })
    const most = 65_536 - JSON.stringify({ ...long(0), ref_id: id }).length
    const request = (length: number) =>
      execute({ id, environment: 'sandbox', name: 'createOrder', input: { path, body: long(length) }, session: ines })
    await expect(request(most + 1)).rejects.toMatchObject({ problem: { status: 413 } })
    expect(await row(id).catch(() => 'none')).toBe('none')
    await request(most).catch(() => undefined)
    expect(await arrived(id)).toBe(1)
  })

  test('is sent once and confirmed, and its reference is its own id', async () => {
    const id = randomUUID()
    const { text, state } = await ask('createOrder', market, { id })
    expect([state, JSON.parse(text).ref_id]).toEqual(['confirmed', id])
    expect(await arrived(id)).toBe(1)
    const { events, ...intent } = await detail(id)
    expect(intent).toMatchObject({ state: 'confirmed', person: 'Ines Okafor', is_mine: true, ref_id: id, path })
    expect(intent.record_id).toBe(JSON.parse(text).id)
    expect([intent.body, intent.answer]).toEqual([{ ...market, ref_id: id }, JSON.parse(text)])
    expect(events.map(({ kind }) => kind)).toEqual(['prepared', 'sent', 'answered'])
  })

  test('that is repeated gets the recorded answer, to the letter', async () => {
    const id = randomUUID()
    const first = await ask('createOrder', market, { id })
    service().time.now += 60_000
    expect(await ask('createOrder', market, { id })).toEqual(first)
    expect(await arrived(id)).toBe(1)
  })

  test('pressed twenty times at once arrives once, and all get the one answer', async () => {
    const id = randomUUID()
    const all = await Promise.all(Array.from({ length: 20 }, () => ask('createOrder', market, { id })))
    expect(new Set(all.map(({ text }) => text)).size).toBe(1)
    expect([await arrived(id), await ordersOf(id)]).toEqual([1, 1])
  })

  test('with a reference of the person keeps it', async () => {
    const ref_id = `hedge-${randomUUID()}`
    const { text } = await ask('createOrder', { ...market, ref_id })
    expect(JSON.parse(text).ref_id).toBe(ref_id)
  })

  test.for([
    ['another body', { body: { ...market, quote_amount: '999.00' } }],
    ['another person', { session: tomas }],
    ['another profile', { path: { profile_id: profiles[1].id } }],
  ] as const)('is not used again for %s', async ([, other]) => {
    const id = randomUUID()
    await ask('createOrder', market, { id })
    const more = { body: market, session: ines, path: {}, ...other }
    const { session, path } = more
    const reused = await ask('createOrder', more.body, { id, session, path }).catch((error) => error)
    expect(reused).toMatchObject({ problem: { status: 409, type: '/problems/intent-reused' } })
    // Only its own person is told how it stands.
    expect(reused.problem.meta?.intent_state).toBe(session === ines ? 'confirmed' : undefined)
    expect(await arrived(id)).toBe(1)
  })

  test('whose answer is dropped is unknown, and is found out by its reference without a second order', async () => {
    const id = randomUUID()
    await stress({ drop: [{ operation: 'createOrder' }] })
    const lost = { problem: { status: 504, type: '/problems/unknown-outcome', meta: { intent_state: 'unknown' } } }
    await expect(ask('createOrder', market, { id })).rejects.toMatchObject(lost)
    // A repeat is told the same, and nothing is sent.
    await expect(ask('createOrder', market, { id })).rejects.toMatchObject(lost)
    expect([await arrived(id), await ordersOf(id)]).toEqual([1, 1])
    await check(id, tomas)
    const found = await detail(id)
    expect(found).toMatchObject({ state: 'confirmed', answer_status: 409, is_conflict: false })
    expect(found.events.at(-1)).toMatchObject({ kind: 'asked', person: 'Tomas Reiter', status: 409 })
    expect([await arrived(id), await ordersOf(id)]).toEqual([2, 1])
    expect(JSON.parse((await ask('createOrder', market, { id })).text).id).toBe(found.record_id)
  })

  test('that failed with 503 before it was done is unknown, and finding out does it once', async () => {
    const id = randomUUID()
    await stress({ fail: [{ operation: 'createOrder', status: 503 }] })
    await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
    expect(await ordersOf(id)).toBe(0)
    await Promise.allSettled(Array.from({ length: 5 }, async () => check(id, ines)))
    expect(await detail(id)).toMatchObject({ state: 'confirmed', answer_status: 200 })
    expect([await arrived(id), await ordersOf(id)]).toEqual([2, 1])
  })

  test('that could not leave stays prepared, may be changed, and is sent once the service is back', async () => {
    const id = randomUUID()
    pointAt(1)
    await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
      problem: { status: 502, meta: { intent_state: 'prepared' } },
    })
    expect((await detail(id)).sent_at).toBeUndefined()
    await expect(ask('createOrder', market, { id, session: tomas })).rejects.toMatchObject({
      problem: { type: '/problems/intent-reused' },
    })
    pointAt(service().port)
    const { text } = await ask('createOrder', { ...market, quote_amount: '50.00' }, { id })
    expect(JSON.parse(text).quote_amount).toBe('50.00')
    expect(await arrived(id)).toBe(1)
  })

  test('that has a token but no connection is prepared as well, and its sending is not counted', async () => {
    const id = randomUUID()
    await ask('createOrder', market)
    const lines = (globalThis as Record<symbol, Map<string, { credential: { baseUrl: string } }>>)[
      Symbol.for('mintdesk.lines')
    ]
    for (const { credential } of lines?.values() ?? []) credential.baseUrl = 'http://127.0.0.1:1'
    await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
      problem: { type: '/problems/service-unreachable', meta: { intent_state: 'prepared' } },
    })
    const { state, sent_at, events } = await detail(id)
    expect([state, sent_at]).toEqual(['prepared', undefined])
    expect(events.map(({ kind }) => kind)).toEqual(['prepared', 'sent', 'not-sent'])
  })

  test('that is prepared is sent by its own person only', async () => {
    const id = randomUUID()
    pointAt(1)
    await expect(ask('createOrder', market, { id })).rejects.toThrow()
    pointAt(service().port)
    await expect(sendPrepared(await row(id), tomas)).rejects.toMatchObject({ problem: { status: 403 } })
    await sendPrepared(await row(id), ines)
    expect((await detail(id)).state).toBe('confirmed')
    await expect(sendPrepared(await row(id), ines)).rejects.toMatchObject({ problem: { status: 409 } })
    expect(await arrived(id)).toBe(1)
  })

  test('whose process died after taking it is unknown once its time is up, and never sent again by itself', async () => {
    const id = randomUUID()
    pointAt(1)
    await expect(ask('createOrder', market, { id })).rejects.toThrow()
    pointAt(service().port)
    expect(await claimAndDie(id)).toBe(true)
    expect(await claimAndDie(id)).toBe(false)
    await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
    expect(await arrived(id)).toBe(0)
    await check(id, ines)
    expect([(await detail(id)).state, await arrived(id)]).toEqual(['confirmed', 1])
  })

  test('that counts as unknown stays so where its process says late that nothing left: it may have been asked for', async () => {
    const id = randomUUID()
    pointAt(1)
    await expect(ask('createOrder', market, { id })).rejects.toThrow()
    await claimAndDie(id)
    expect((await detail(id)).state).toBe('unknown')
    await expire(await row(id))
    const words = 'The service was not reached; nothing was sent.'
    const expired = await row(id)
    const by = { claimId: expired.claim_id ?? '' }
    await settle(expired, { state: 'prepared', words }, newEvent({ kind: 'not-sent', words }), by)
    const { state, sent_at } = await detail(id)
    expect([state, sent_at === undefined]).toEqual(['unknown', false])
  })

  test('that is given up while its answer is on the way is confirmed by it all the same', async () => {
    const id = randomUUID()
    await stress({ latency: [{ operation: 'createOrder', millis: 600 }] })
    const sending = ask('createOrder', market, { id })
    await expect.poll(() => arrived(id)).toBe(1)
    await database().updateTable('intent').set({ deadline_at: 1 }).where('id', '=', id).execute()
    expect((await detail(id)).state).toBe('unknown')
    expect((await sending).state).toBe('confirmed')
    expect((await detail(id)).state).toBe('confirmed')
  })

  test('refused by the service says why at its field, and stays refused', async () => {
    const id = randomUUID()
    const poor = { ...market, quote_amount: '999999999999.00' }
    const refused = {
      problem: { status: 403, type: '/problems/insufficient-funds', meta: { intent_state: 'refused' } },
    }
    await expect(ask('createOrder', poor, { id })).rejects.toMatchObject(refused)
    await expect(ask('createOrder', poor, { id })).rejects.toMatchObject(refused)
    expect(await arrived(id)).toBe(1)
    expect(await detail(id)).toMatchObject({ state: 'refused', answer_status: 403, record_id: undefined })
  })

  test('that the service takes and rejects is refused, with the order as it was answered', async () => {
    const crossing = { side: 'BUY', market: 'BTCUSD', type: 'POST_ONLY_LIMIT', base_amount: '0.001', price: '9000000' }
    const id = randomUUID()
    const sending = ask('createOrder', { ...crossing, await_fill_millis: 1000 }, { id })
    await expect.poll(() => arrived(id)).toBe(1)
    service().time.now += 2_000
    const { text, state } = await sending
    expect([state, JSON.parse(text).status]).toEqual(['refused', 'REJECTED'])
  })

  test('whose reference another record has is a conflict, and one whose reference has the same is not done twice', async () => {
    const ref_id = `hedge-${randomUUID()}`
    await ask('createOrder', { ...market, ref_id })
    const other = randomUUID()
    await expect(ask('createOrder', { ...market, quote_amount: '70.00', ref_id }, { id: other })).rejects.toMatchObject(
      {
        problem: { status: 409 },
      },
    )
    expect(await detail(other)).toMatchObject({ state: 'refused', is_conflict: true })
    expect((await detail(other)).reason).toContain('quote_amount')
    const same = randomUUID()
    await expect(ask('createOrder', { ...market, ref_id }, { id: same })).rejects.toMatchObject({
      problem: { status: 409, type: '/problems/already-exists' },
    })
    expect(await detail(same)).toMatchObject({ state: 'refused', is_conflict: false })
    expect(await ordersOf(ref_id)).toBe(1)
  })

  /** Asks for each twice: what is whose may be known only once the first has been told. */
  async function findOutAll(ids: string[]): Promise<string> {
    for (let round = 0; round < 2; round++) {
      await Promise.allSettled(ids.map(async (id) => check(id, ines)))
    }
    return (await Promise.all(ids.map(async (id) => (await detail(id)).state))).sort().join()
  }

  test('of two with one reference and one body, sent at once, is confirmed, and the other one refused', async () => {
    for (let round = 0; round < 10; round++) {
      const ref_id = `hedge-${randomUUID()}`
      const ids = [randomUUID(), randomUUID()]
      const both = await Promise.allSettled(ids.map((id) => ask('createOrder', { ...market, ref_id }, { id })))
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await findOutAll(ids)).toBe('confirmed,refused')
      expect(await ordersOf(ref_id)).toBe(1)
    }
  })

  test('of two with one reference whose answers are both lost is found to have made it, whoever asks first', async () => {
    for (let round = 0; round < 20; round++) {
      const ref_id = `hedge-${randomUUID()}`
      const ids = [randomUUID(), randomUUID()]
      await Promise.allSettled(ids.map((id) => ask('createOrder', { ...market, ref_id }, { id })))
      await database()
        .updateTable('intent')
        .set({ state: 'unknown', record_id: null, answer: null, answer_status: null })
        .where('id', 'in', ids)
        .execute()
      expect(await findOutAll(ids)).toBe('confirmed,refused')
    }
  })

  test('whose reference has a record that shows less than was asked is refused where another of this desk made it', async () => {
    const ref_id = `rule-${randomUUID()}`
    await ask('createRule', rule(ref_id))
    const id = randomUUID()
    const more = { ...rule(ref_id), destination: { profile: { profile_id: profiles[1].id } } }
    await expect(ask('createRule', more, { id })).rejects.toMatchObject({ problem: { status: 409 } })
    expect((await detail(id)).state).toBe('refused')
  })

  test('of two with one reference, the first sent of which was answered with 409, is found to have made it', async () => {
    const ref_id = `hedge-${randomUUID()}`
    const [first, second] = [randomUUID(), randomUUID()]
    await stress({ drop: [{ operation: 'createOrder' }] })
    await expect(ask('createOrder', { ...market, ref_id }, { id: second })).rejects.toThrow()
    // It was sent before the other one and arrived after it.
    await expect(ask('createOrder', { ...market, ref_id }, { id: first })).rejects.toMatchObject({
      problem: { meta: { intent_state: 'unknown' } },
    })
    await database().updateTable('intent').set(sentAt(1_000_000)).where('id', '=', first).execute()
    expect(await findOutAll([first, second])).toBe('confirmed,refused')
  })

  test('of two with one reference that never arrived is made by whoever asks, and waits for the other one to be told', async () => {
    const ref_id = `hedge-${randomUUID()}`
    const [first, second] = [randomUUID(), randomUUID()]
    pointAt(1)
    for (const [index, id] of [first, second].entries()) {
      await expect(ask('createOrder', { ...market, ref_id }, { id })).rejects.toThrow()
      await database()
        .updateTable('intent')
        .set({ state: 'unknown', ...sentAt(60_000_000 - index) })
        .where('id', '=', id)
        .execute()
    }
    pointAt(service().port)
    // The second asks, and has made the record; its answer is on the way.
    await check(second, ines)
    const { record_id } = await row(second)
    const underWay = { state: 'unknown', record_id: null, asking_until: 1_000 * (Date.now() + 20_000) } as const
    await database().updateTable('intent').set(underWay).where('id', '=', second).execute()
    const asking = check(first, ines)
    await new Promise((resolve) => setTimeout(resolve, 500))
    const told = { state: 'confirmed', record_id, asking_until: null } as const
    await database().updateTable('intent').set(told).where('id', '=', second).execute()
    await asking
    expect((await detail(first)).state).toBe('refused')
    expect(await ordersOf(ref_id)).toBe(1)
  })

  test('that was rejected, as a replay tells, is told as it was answered', async () => {
    const id = randomUUID()
    await stress({ drop: [{ operation: 'createOrder' }] })
    const crossing = { side: 'BUY', market: 'BTCUSD', type: 'POST_ONLY_LIMIT', base_amount: '0.01', price: '9000000' }
    await expect(ask('createOrder', crossing, { id })).rejects.toMatchObject({ problem: { status: 504 } })
    service().time.now += 60_000
    await check(id, ines)
    expect(await detail(id)).toMatchObject({ state: 'refused', record_status: 'REJECTED' })
    const again = await ask('createOrder', crossing, { id })
    expect([again.state, JSON.parse(again.text).status]).toEqual(['refused', 'REJECTED'])
  })

  test('under a reference that is free again is told apart from the one before', async () => {
    const ref_id = `hedge-${randomUUID()}`
    const first = await ask('createOrder', { ...market, ref_id })
    service().time.now += 25 * 3_600_000
    await service().ask('/v2/issuer-quotes?limit=1')
    service().time.now += 25 * 3_600_000
    const id = randomUUID()
    await stress({ drop: [{ operation: 'createOrder' }] })
    await expect(ask('createOrder', { ...market, ref_id }, { id })).rejects.toThrow()
    await check(id, ines)
    const found = await detail(id)
    expect(found.state).toBe('confirmed')
    expect(found.record_id).not.toBe(JSON.parse(first.text).id)
  })

  test('is asked for until 23 hours after it was sent, and no longer', async () => {
    const id = randomUUID()
    await stress({ drop: [{ operation: 'createOrder' }] })
    await expect(ask('createOrder', market, { id })).rejects.toThrow()
    const hour = 3_600_000_000
    const sent = (ago: number) => database().updateTable('intent').set(sentAt(ago)).where('id', '=', id).execute()
    await sent(23 * hour + 1_000_000)
    await expect(check(id, ines)).rejects.toMatchObject({ problem: { type: '/problems/too-late' } })
    expect(await arrived(id)).toBe(1)
    await sent(23 * hour - 60_000_000)
    await check(id, ines)
    expect((await detail(id)).state).toBe('confirmed')
  })

  test('that is confirmed is checked again for its status', async () => {
    const id = randomUUID()
    await ask('createFiatAccount', account, { id })
    expect((await detail(id)).record_status).toBe('PENDING')
    service().time.now += 60_000
    await check(id, ines)
    expect(await detail(id)).toMatchObject({ state: 'confirmed', record_status: 'APPROVED', is_conflict: false })
  })

  test('of a rule is found out from an answer that wraps it or not', async () => {
    const id = randomUUID()
    await stress({ drop: [{ operation: 'createRule' }] })
    await expect(ask('createRule', rule(id), { id })).rejects.toMatchObject({ problem: { status: 504 } })
    await check(id, ines)
    const found = await detail(id)
    expect([found.state, typeof found.record_id]).toEqual(['confirmed', 'string'])
  })

  test('of a deposit is never sent again to find out', async () => {
    const [id, memo] = [randomUUID(), randomUUID()]
    expect((await ask('initiateSandboxFiatDeposit', deposit(memo), { id })).state).toBe('confirmed')
    const lost = randomUUID()
    await stress({ drop: [{ operation: 'initiateSandboxFiatDeposit' }] })
    await expect(ask('initiateSandboxFiatDeposit', deposit(memo), { id: lost })).rejects.toMatchObject({
      problem: { status: 504 },
    })
    expect((await detail(lost)).check_until).toBeUndefined()
    await expect(check(lost, ines)).rejects.toMatchObject({
      problem: { type: '/problems/cannot-be-asked' },
    })
  })

  test('keeps no account number open in the database, and shows it whole only to who may write', async () => {
    const id = randomUUID()
    await ask('createFiatAccount', account, { id })
    const stored = await sql`select * from intent`.execute(database())
    const told = await sql`select * from happening`.execute(database())
    expect(JSON.stringify([stored.rows, told.rows])).not.toContain(accountNumber)
    expect(JSON.stringify(await detail(id))).toContain(accountNumber)
    expect(JSON.stringify(await detail(id, approver))).not.toContain(accountNumber)
    expect(JSON.stringify(await detail(id, approver))).toContain('••6789')
    expect(JSON.stringify(await page({}))).not.toContain(accountNumber)
  })

  test('whose token was revoked is sent once more with another', async () => {
    await ask('createOrder', market)
    await stress({ fail: [{ operation: 'createOrder', status: 401 }] })
    const id = randomUUID()
    expect((await ask('createOrder', market, { id })).state).toBe('confirmed')
    expect(await ordersOf(id)).toBe(1)
  })

  test('that answers with something that is no record is unknown, not confirmed', async () => {
    const id = randomUUID()
    await stress({ leave_out: ['id'] })
    await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
    await stress({ cut: [{ operation: 'createOrder' }] })
    await expect(ask('createOrder', market)).rejects.toMatchObject({ problem: { status: 504 } })
    await stress({})
    await check(id, ines)
    expect((await detail(id)).state).toBe('confirmed')
  })

  test('with an expiry is held against the clock of the service', async () => {
    await ask('createOrder', market)
    expect(Math.abs(serviceNow('sandbox') - service().time.now)).toBeLessThan(5_000)
    const good = {
      ...market,
      type: 'LIMIT',
      quote_amount: undefined,
      base_amount: '0.01',
      price: '10.00',
      time_in_force: 'GTT',
    }
    const at = (millis: number) => ({ ...good, expiration_date: String(service().time.now + millis) })
    const id = randomUUID()
    await expect(ask('createOrder', at(5_000), { id })).rejects.toMatchObject({
      problem: { status: 400, errors: [{ field: 'expiration_date' }] },
    })
    await expect(detail(id)).rejects.toMatchObject({ problem: { type: '/problems/no-such-intent' } })
    const sent = await ask('createOrder', at(60_000), { id })
    service().time.now += 120_000
    expect(await ask('createOrder', at(-60_000), { id })).toEqual(sent)
  })

  test('needs an identity where the environment asks for one', () => {
    pointAt(service().port, { requiresIdentity: { sandbox: true } })
    expect(() => checkWrite('sandbox', 'createOrder', { path, body: market })).toThrow('is invalid')
    const both = { ...market, identity_id: 'i-1', identity_account_id: 'a-1' }
    expect(checkWrite('sandbox', 'createOrder', { path, body: both }).body).toEqual(both)
  })

  test('that is unknown is settled by a person in their own name', async () => {
    const id = randomUUID()
    await stress({ drop: [{ operation: 'initiateSandboxFiatDeposit' }] })
    await expect(ask('initiateSandboxFiatDeposit', deposit(randomUUID()), { id })).rejects.toThrow()
    await note(id, { hasHappened: false })
    const noted = await detail(id)
    expect(noted).toMatchObject({ state: 'refused', noted_by: 'Tomas Reiter', answer_status: undefined })
    expect(await note(id, { hasHappened: true }, ines.name)).toBe(true)
    expect(await detail(id)).toMatchObject({ state: 'confirmed', noted_by: 'Ines Okafor' })
  })

  test('that was answered with another record is not told as that one once a person noted it as done', async () => {
    const id = randomUUID()
    await stress({ replace: { side: 'SELL' } })
    await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
    await note(id, { hasHappened: true, status: 'FILLED' })
    expect((await ask('createOrder', market, { id })).text).not.toContain('SELL')
    await note(id, { hasHappened: false })
    expect((await detail(id)).record_status).toBeUndefined()
  })

  test('that the service has answered is not settled by a person, whose note is then not written down', async () => {
    const id = randomUUID()
    await ask('createOrder', market, { id })
    expect(await note(id, { hasHappened: false })).toBe(false)
    const { state, events } = await detail(id)
    expect([state, events.some(({ kind }) => kind === 'noted')]).toEqual(['confirmed', false])
  })

  test('that a person noted as not done is not checked, which would do it, until the note is corrected', async () => {
    const id = randomUUID()
    await stress({ drop: [{ operation: 'createRule' }] })
    await expect(ask('createRule', rule(id), { id })).rejects.toThrow()
    await note(id, { hasHappened: false })
    await expect(check(id, ines)).rejects.toMatchObject({ problem: { type: '/problems/cannot-be-asked' } })
    expect((await detail(id)).check_until).toBeUndefined()
    await note(id, { hasHappened: true })
    await check(id, ines)
    expect(await detail(id)).toMatchObject({ state: 'confirmed', answer_status: 409 })
  })

  test('that was never sent can be withdrawn, and is never sent after that', async () => {
    const id = randomUUID()
    pointAt(1)
    await expect(ask('createOrder', market, { id })).rejects.toThrow()
    pointAt(service().port)
    expect(await withdraw(id, 'Tomas Reiter')).toBe(true)
    expect(await withdraw(id, 'Tomas Reiter')).toBe(false)
    await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
      problem: { title: 'Withdrawn by Tomas Reiter.', meta: { intent_state: 'refused' } },
    })
    await expect(sendPrepared(await row(id), ines)).rejects.toMatchObject({ problem: { status: 409 } })
    expect(await arrived(id)).toBe(0)
  })

  test('is known again after the secret of the console has changed, and sealed ones are not done twice', async () => {
    const [id, sealed] = [randomUUID(), randomUUID()]
    const { text } = await ask('createOrder', market, { id })
    await ask('createFiatAccount', account, { id: sealed })
    pointAt(service().port, { secret: 'another-secret-of-the-tests' })
    expect((await ask('createOrder', market, { id })).text).toBe(text)
    await expect(ask('createOrder', { ...market, quote_amount: '7.00' }, { id })).rejects.toMatchObject({
      problem: { type: '/problems/intent-reused' },
    })
    await expect(ask('createFiatAccount', account, { id: sealed })).rejects.toMatchObject({
      problem: { type: '/problems/not-readable', meta: { intent_state: 'confirmed' } },
    })
    expect([await arrived(id), await arrived(sealed)]).toEqual([1, 1])
  })

  test('whose reference somebody used at the service before is not taken for what is there', async () => {
    const ref_id = `hedge-${randomUUID()}`
    await ask('createOrder', { ...market, ref_id })
    // What is not recorded here was made elsewhere.
    await database().deleteFrom('happening').execute()
    await database().deleteFrom('intent').execute()
    service().time.now += 120_000
    const id = randomUUID()
    await expect(ask('createOrder', { ...market, ref_id }, { id })).rejects.toMatchObject({
      problem: { status: 409, meta: { intent_state: 'refused' } },
    })
    expect((await detail(id)).reason).toContain('made before this request was sent')
    expect(await ordersOf(ref_id)).toBe(1)
  })

  test('keeps its answer when it is checked again, and a warning once there is one', async () => {
    const id = randomUUID()
    await ask('createRule', rule(id), { id })
    const { answer } = await detail(id)
    await check(id, ines)
    expect((await detail(id)).answer).toEqual(answer)
    await database().updateTable('intent').set({ record_id: 'elsewhere' }).where('id', '=', id).execute()
    await check(id, ines)
    await database().updateTable('intent').set({ record_id: null }).where('id', '=', id).execute()
    await check(id, ines)
    const found = await detail(id)
    expect([found.is_conflict, found.answer]).toEqual([true, answer])
    expect(found.reason).toContain('there may be two')
  })

  test('with a text that one of the databases cannot keep is recorded all the same', async () => {
    const ref_id = `nul\u0000${randomUUID()}`
    const { state, text } = await ask('createOrder', { ...market, ref_id })
    expect([state, JSON.parse(text).ref_id]).toEqual(['confirmed', ref_id])
  })

  test('that is read by an approver shows no account number, however a service spells it', async () => {
    const id = randomUUID()
    const spelt = `IBAN ${accountNumber.slice(0, 4)} ${accountNumber.slice(4, 8)}-${accountNumber.slice(8)} is closed`
    await ask('createFiatAccount', { ...account, metadata: { note: spelt } }, { id })
    expect(JSON.stringify(await detail(id))).toContain(spelt)
    expect(JSON.stringify(await detail(id, approver))).toContain('IBAN ••6789 is closed')
  })

  test('stands for its record on every page, with the last status that any intent about it learned', async () => {
    const [made, changed, again, elsewhere] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
    const change = (name: string) => ({ fiat_account_owner: { institution_details: { name } } })
    await ask('createFiatAccount', account, { id: made })
    const record = (await row(made)).record_id ?? ''
    await ask('updateFiatAccount', change('Halden A'), { id: changed, path: { id: record } })
    await ask('updateFiatAccount', change('Halden B'), { id: again, path: { id: record } })
    await ask('createFiatAccount', account, { id: elsewhere })
    // Made elsewhere and changed here: nothing here made it.
    await database().updateTable('intent').set({ operation: 'updateFiatAccount' }).where('id', '=', elsewhere).execute()
    await note(again, { status: 'APPROVED' })
    const listed = async (more: object) =>
      page({ by: 'record', operations: ['createFiatAccount', 'updateFiatAccount'], ...more })
    const first = await listed({ limit: 1 })
    expect(first.intents.map(({ id }) => id)).toEqual([elsewhere])
    const { intents, next_page_cursor } = await listed({ limit: 1, page_cursor: first.next_page_cursor })
    expect(intents).toMatchObject([{ id: made, record_status: 'APPROVED', noted_by: tomas.name }])
    expect(next_page_cursor).toBe('')
    await database().updateTable('intent').set({ state: 'unknown' }).where('id', '=', made).execute()
    expect((await listed({})).intents.map(({ id }) => id)).toEqual([elsewhere, again])
  })

  test('is listed newest first, page by page, by state, operation, person and reference', async () => {
    const ids: string[] = []
    for (let index = 0; index < 5; index++) {
      const id = randomUUID()
      await ask('createOrder', market, { id, session: index % 2 ? tomas : ines })
      ids.unshift(id)
    }
    const lost = randomUUID()
    await stress({ drop: [{ operation: 'createRule' }] })
    await expect(ask('createRule', rule(lost), { id: lost })).rejects.toThrow()
    const found: string[] = []
    let cursor: string | undefined
    do {
      const { intents, next_page_cursor } = await page({ limit: 2, ...(cursor && { page_cursor: cursor }) })
      found.push(...intents.map(({ id }) => id))
      cursor = next_page_cursor || undefined
    } while (cursor)
    expect(found).toEqual([lost, ...ids])
    const listed = async (query: Parameters<typeof page>[0]) => (await page(query)).intents.map(({ id }) => id)
    expect(await listed({ states: ['unknown'] })).toEqual([lost])
    expect(await listed({ operations: ['createOrder'] })).toEqual(ids)
    expect(await listed({ q: 'TOMAS' })).toHaveLength(2)
    expect(await listed({ q: '%' })).toEqual([])
    expect(await listed({ q: ids[2] ?? '' })).toEqual([ids[2]])
    expect(await listed({ 'created_at.lt': '2020-01-01T00:00:00Z' })).toEqual([])
    await expect(page({ page_cursor: 'x' })).rejects.toMatchObject({ problem: { status: 400 } })
  })
})
