/** What becomes of a sent write: confirmed, refused or unknown, and checked. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { account, deposit, describeOnBothDatabases, ines, market, rule, tomas } from './testing'

describeOnBothDatabases(
  'The outcome of an intent',
  ({
    test,
    service,
    restart,
    core,
    database,
    ledger,
    ask,
    row,
    detail,
    check,
    prepare,
    arrived,
    ordersOf,
    stress,
    claimAndDie,
    sentAt,
    set,
  }) => {
    test('whose answer is dropped is unknown, and a check finds its record without a second order', async () => {
      const id = randomUUID()
      await stress({ drop: [{ operation: 'createOrder' }] })
      const lost = { problem: { status: 504, type: '/problems/unknown-outcome', meta: { intent_state: 'unknown' } } }
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject(lost)
      // From the page of the connection it leads to its request.
      expect(core().upstreams.of('sandbox').calls.failures).toMatchObject([{ operation: 'createOrder', intent: id }])
      // A repeat gets the same answer, and nothing is sent.
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject(lost)
      expect([await arrived(id), await ordersOf(id)]).toEqual([1, 1])
      await check(id, tomas)
      const found = await detail(id)
      expect(found).toMatchObject({ state: 'confirmed', answer_status: 409, is_conflict: false })
      expect(found.events.at(-1)).toMatchObject({ kind: 'asked', person: 'Tomas Reiter', status: 409 })
      // What was found was not refused.
      const audited = database().selectFrom('audit_line').select('outcome').where('object_id', '=', id)
      expect(await audited.where('act', '=', 'request-asked').execute()).toEqual([{ outcome: 'done' }])
      expect([await arrived(id), await ordersOf(id)]).toEqual([2, 1])
      expect(JSON.parse((await ask('createOrder', market, { id })).text).id).toBe(found.record_id)
    })

    test('that failed with 503 before it was executed is unknown, and a check executes it once', async () => {
      const id = randomUUID()
      await stress({ fail: [{ operation: 'createOrder', status: 503 }] })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
      expect(await ordersOf(id)).toBe(0)
      await Promise.allSettled(Array.from({ length: 5 }, async () => check(id, ines)))
      expect(await detail(id)).toMatchObject({ state: 'confirmed', answer_status: 200 })
      // A check that begins after the first one has ended asks again, and is answered with the same order.
      expect(await arrived(id)).toBeGreaterThanOrEqual(2)
      expect(await ordersOf(id)).toBe(1)
    })

    test('whose process died after claiming it becomes unknown at its deadline, and is never resent automatically', async () => {
      const id = await prepare('createOrder', market)
      expect(await claimAndDie(id)).toBe(true)
      expect(await claimAndDie(id)).toBe(false)
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
      expect(await arrived(id)).toBe(0)
      await check(id, ines)
      expect([(await detail(id)).state, await arrived(id)]).toEqual(['confirmed', 1])
    })

    test('that is unknown stays unknown when its process reports late that nothing was sent', async () => {
      const id = randomUUID()
      restart({ port: 1 })
      await expect(ask('createOrder', market, { id })).rejects.toThrow()
      await claimAndDie(id)
      expect((await detail(id)).state).toBe('unknown')
      await ledger().expire(await row(id))
      const words = 'The service was not reached; nothing was sent.'
      const expired = await row(id)
      const by = { claimId: expired.claim_id ?? '' }
      await ledger().settle(expired, { state: 'prepared', words }, ledger().newEvent({ kind: 'not-sent', words }), by)
      const { state, sent_at } = await detail(id)
      expect([state, sent_at === undefined]).toEqual(['unknown', false])
    })

    test('that expires while its answer is on the way is confirmed by that answer', async () => {
      const id = randomUUID()
      await stress({ latency: [{ operation: 'createOrder', millis: 600 }] })
      const sending = ask('createOrder', market, { id })
      await expect.poll(() => arrived(id)).toBe(1)
      await set(id, { deadline_at: 1 })
      expect((await detail(id)).state).toBe('unknown')
      expect((await sending).state).toBe('confirmed')
      expect((await detail(id)).state).toBe('confirmed')
    })

    test('that the provider refuses keeps the reason and stays refused', async () => {
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

    test('that the provider refuses for want of travel rule details says in the history what to do', async () => {
      const kind = 'travel-rule-information-required'
      await stress({ fail: [{ operation: 'createRule', status: 403, kind }] })
      const id = randomUUID()
      await expect(ask('createRule', rule(id), { id })).rejects.toMatchObject({
        problem: { status: 403, type: `/problems/${kind}`, detail: expect.stringMatching(/^No money was sent\./) },
      })
      const { state, reason, events } = await detail(id)
      expect([state, reason]).toEqual([
        'refused',
        expect.stringMatching(/no travel rule details for this destination\. No money was sent\. Add the recipient/),
      ])
      expect(events.at(-1)?.words).toBe(reason)
    })

    test('that the provider accepts and rejects is refused, with the order as its answer', async () => {
      const crossing = {
        side: 'BUY',
        market: 'BTCUSD',
        type: 'POST_ONLY_LIMIT',
        base_amount: '0.001',
        price: '9000000',
      }
      const id = randomUUID()
      const sending = ask('createOrder', { ...crossing, await_fill_millis: 1000 }, { id })
      await expect.poll(() => arrived(id)).toBe(1)
      service().time.now += 2_000
      const { text, state } = await sending
      expect([state, JSON.parse(text).status]).toEqual(['refused', 'REJECTED'])
    })

    test('that a check finds rejected has the rejected order as its answer', async () => {
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

    test('is checked until 23 hours after it was sent, and no longer', async () => {
      const id = randomUUID()
      await stress({ drop: [{ operation: 'createOrder' }] })
      await expect(ask('createOrder', market, { id })).rejects.toThrow()
      const hour = 3_600_000_000
      const sent = (ago: number) => set(id, sentAt(ago))
      await sent(23 * hour + 1_000_000)
      await expect(check(id, ines)).rejects.toMatchObject({ problem: { type: '/problems/too-late' } })
      expect(await arrived(id)).toBe(1)
      await sent(23 * hour - 60_000_000)
      await check(id, ines)
      expect((await detail(id)).state).toBe('confirmed')
    })

    test('that is confirmed can be checked for its status', async () => {
      const id = randomUUID()
      await ask('createFiatAccount', account, { id })
      expect((await detail(id)).record_status).toBe('PENDING')
      service().time.now += 60_000
      await check(id, ines)
      expect(await detail(id)).toMatchObject({ state: 'confirmed', record_status: 'APPROVED', is_conflict: false })
    })

    test('to create a rule is confirmed by a check', async () => {
      const id = randomUUID()
      await stress({ drop: [{ operation: 'createRule' }] })
      await expect(ask('createRule', rule(id), { id })).rejects.toMatchObject({ problem: { status: 504 } })
      await check(id, ines)
      const found = await detail(id)
      expect([found.state, typeof found.record_id]).toEqual(['confirmed', 'string'])
    })

    test('without a reference is never sent again to check its outcome', async () => {
      const [id, memo] = [randomUUID(), randomUUID()]
      expect((await ask('initiateSandboxFiatDeposit', deposit(memo), { id })).state).toBe('confirmed')
      const lost = randomUUID()
      await stress({ drop: [{ operation: 'initiateSandboxFiatDeposit' }] })
      await expect(ask('initiateSandboxFiatDeposit', deposit(memo), { id: lost })).rejects.toMatchObject({
        problem: { status: 504 },
      })
      expect((await detail(lost)).check_until).toBeUndefined()
      await expect(check(lost, ines)).rejects.toMatchObject({ problem: { type: '/problems/check-unavailable' } })
    })

    test('whose token was revoked is sent once more with another token', async () => {
      await ask('createOrder', market)
      await stress({ fail: [{ operation: 'createOrder', status: 401 }] })
      const id = randomUUID()
      expect((await ask('createOrder', market, { id })).state).toBe('confirmed')
      expect(await ordersOf(id)).toBe(1)
    })

    test('whose answer is not a record is unknown', async () => {
      const id = randomUUID()
      await stress({ leave_out: ['id'] })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
      await stress({ cut: [{ operation: 'createOrder' }] })
      await expect(ask('createOrder', market)).rejects.toMatchObject({ problem: { status: 504 } })
      await stress({})
      await check(id, ines)
      expect((await detail(id)).state).toBe('confirmed')
    })
  },
)
