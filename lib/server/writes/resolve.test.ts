/** Checks of outcomes and statuses, against the real service and on both databases. */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { execute } from './execute'
import { account, describeOnBothDatabases, ines, limitOrder, market, path, rule, tomas } from './testing'

describeOnBothDatabases(
  'A check',
  ({
    test,
    service,
    core,
    restart,
    ledger,
    ask,
    send,
    row,
    detail,
    page,
    check,
    note,
    prepare,
    arrived,
    ordersOf,
    stress,
    claimAndDie,
    sentAt,
    set,
    alter,
    clock,
  }) => {
    /** A request that was sent, and whose answer was lost. */
    async function lost(body: object, id = randomUUID()): Promise<string> {
      await stress({ drop: [{ operation: 'createOrder' }] })
      await expect(ask('createOrder', body, { id })).rejects.toMatchObject({ problem: { status: 504 } })
      return id
    }
    const forward = (seconds: number) =>
      service().control('PUT', '/clients/demo-client/clock', { forward_seconds: seconds })

    test("25 hours later by the provider's clock is refused, and places no second order", async () => {
      const id = await lost(market)
      await forward(90_000)
      await expect(check(id)).rejects.toMatchObject({ problem: { status: 409, type: '/problems/too-late' } })
      expect([await arrived(id), await ordersOf(id)]).toEqual([1, 1])
      expect((await detail(id)).check_left_millis).toBeUndefined()
    })

    test('of a request that was changed in the database is refused, and sends nothing', async () => {
      const id = await lost({ ...market, quote_amount: '1.25' })
      const { body } = await row(id)
      await alter(id, { body: body.replace('1.25', '4711.00') })
      await expect(check(id)).rejects.toMatchObject({ problem: { status: 409, type: '/problems/request-altered' } })
      expect(await arrived(id)).toBe(1)
      await alter(id, { body })
      await check(id)
      expect([(await row(id)).state, await ordersOf(id)]).toEqual(['confirmed', 1])
    })

    test('is refused if the clocks differ by more than a minute about when it was sent', async () => {
      const id = await lost(market)
      await forward(120)
      await expect(check(id)).rejects.toMatchObject({ problem: { status: 409, type: '/problems/clocks-disagree' } })
      expect((await detail(id)).check_refused).toContain('2 min')
      expect(await arrived(id)).toBe(1)
    })

    test.each([403, 418, 200])(
      '25 hours later is refused if a gateway answers the list with a page (%s)',
      async (status) => {
        const id = await lost(market)
        const gateway = createServer((request, response) => {
          response.writeHead(status, { 'content-type': 'text/html', date: new Date(clock.now()).toUTCString() })
          response.end('<p>Please sign in to the network.</p>')
          arrivedAtGateway.push(String(request.url))
        })
        const arrivedAtGateway: string[] = []
        await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
        await forward(90_000)
        restart({ port: (gateway.address() as AddressInfo).port, authPort: service().port })
        const refused = { problem: { status: 409, type: '/problems/clocks-disagree' } }
        await expect(check(id)).rejects.toMatchObject(refused)
        expect(arrivedAtGateway).toEqual([expect.stringContaining('/v2/transfer/transfers')])
        gateway.close()
        // It may open between the two calls.
        restart()
        await stress({ fail: [{ operation: 'listTransfers', times: 1, status: 403, content: 'HTML' }] })
        await expect(check(id)).rejects.toMatchObject(refused)
        expect([await arrived(id), await ordersOf(id)]).toEqual([1, 1])
      },
    )

    test('is refused if a gateway answers instead of the provider, whose clock stays unknown', async () => {
      const id = await lost(market)
      await stress({ fail: [{ operation: 'listTransfers', times: 2, status: 503, content: 'HTML' }] })
      await expect(check(id)).rejects.toMatchObject({ problem: { type: '/problems/clocks-disagree' } })
      expect(await arrived(id)).toBe(1)
    })

    test('is refused near the end of the 23 hours', async () => {
      const id = await lost(market)
      const ago = 23 * 3_600_000_000 - 20_000_000
      await set(id, sentAt(ago))
      await expect(check(id)).rejects.toMatchObject({ problem: { type: '/problems/too-late' } })
    })

    test("works if the provider's clock was set before the request was sent", async () => {
      await ask('createOrder', market)
      await forward(7_200)
      const id = await lost(market)
      await check(id)
      expect((await detail(id)).state).toBe('confirmed')
    })

    test('of a reused reference finds its own order, although the first is noted as executed', async () => {
      const ref_id = `hedge-${randomUUID()}`
      const first = await lost({ ...market, ref_id })
      await note(first, { hasHappened: true })
      // The first order fills and closes, and a day later its reference is free.
      await forward(60)
      await service().ask('/v2/issuer-quotes?limit=1')
      await forward(90_000)
      const second = await lost({ ...market, ref_id })
      expect(await ordersOf(ref_id)).toBe(2)
      await check(second)
      const found = await detail(second)
      expect(found.state).toBe('confirmed')
      expect(found.record_id).toBeDefined()
    })

    test('of a reference whose order belongs to a noted request leaves the later one refused', async () => {
      const ref_id = `hedge-${randomUUID()}`
      const first = await lost({ ...limitOrder('10.00'), ref_id })
      await note(first, { hasHappened: true })
      await stress({})
      await forward(30)
      const second = randomUUID()
      await expect(ask('createOrder', { ...limitOrder('10.00'), ref_id }, { id: second })).rejects.toMatchObject({
        problem: { status: 409, meta: { intent_state: 'refused' } },
      })
      expect(await ordersOf(ref_id)).toBe(1)
    })

    test('keeps both the first and the newest answer', async () => {
      const id = randomUUID()
      const { text } = await ask('createOrder', { ...limitOrder('9000000') }, { id })
      expect(JSON.parse(text).amount_filled).toBe('0')
      expect((await detail(id)).may_follow).toBe(true)
      await forward(30)
      await check(id)
      const found = await detail(id)
      expect(found.answer).toEqual(JSON.parse(text))
      expect(found.latest?.answer).toMatchObject({ status: 'FILLED', amount_filled: '0.01' })
      expect([found.record_status, found.may_follow]).toEqual(['FILLED', false])
      expect(Date.parse(found.latest?.at ?? '')).toBeGreaterThan(Date.parse(found.settled_at ?? ''))
    })

    test('of an account changed from this console is not a conflict, and names the change', async () => {
      const [made, changed] = [randomUUID(), randomUUID()]
      await ask('createFiatAccount', account, { id: made })
      const { record_id = '' } = await detail(made)
      const change = { fiat_account_owner: { institution_details: { name: 'Halden Two AG' } } }
      await ask('updateFiatAccount', change, { id: changed, path: { id: record_id } })
      await check(made)
      const found = await detail(made)
      expect([found.is_conflict, found.state]).toEqual([false, 'confirmed'])
      expect(found.later_changes).toMatchObject([{ id: changed, state: 'confirmed' }])
      expect(found.latest?.answer).toMatchObject(change)
    })

    test('of an account whose change has an unknown outcome is not a conflict', async () => {
      const [made, changed] = [randomUUID(), randomUUID()]
      await ask('createFiatAccount', account, { id: made })
      const { record_id = '' } = await detail(made)
      await stress({ drop: [{ operation: 'updateFiatAccount' }] })
      const change = { fiat_account_owner: { institution_details: { name: 'Halden Two AG' } } }
      await expect(ask('updateFiatAccount', change, { id: changed, path: { id: record_id } })).rejects.toThrow()
      await check(made)
      expect(await detail(made)).toMatchObject({
        is_conflict: false,
        later_changes: [{ id: changed, state: 'unknown' }],
      })
    })

    test('of an account that is only noted as created finds it with the changes from this console', async () => {
      const [made, changed] = [randomUUID(), randomUUID()]
      const ref_id = `account-${made}`
      await stress({ drop: [{ operation: 'createFiatAccount' }] })
      await expect(ask('createFiatAccount', { ...account, ref_id }, { id: made })).rejects.toThrow()
      await note(made, { hasHappened: true })
      const { body } = await service().control('GET', '/clients/demo-client/fiat-accounts')
      const [record] = (body.fiat_accounts as { id: string; ref_id?: string }[]).filter((one) => one.ref_id === ref_id)
      const change = { fiat_network_instructions: { wire: { account_number: '999888777' } } }
      await ask('updateFiatAccount', change, { id: changed, path: { id: record?.id } })
      await check(made)
      expect(await detail(made)).toMatchObject({ state: 'confirmed', is_conflict: false, record_id: record?.id })
    })

    test('shows the last status that any request about the record learned', async () => {
      const [made, changed] = [randomUUID(), randomUUID()]
      await ask('createFiatAccount', account, { id: made })
      const { record_id = '' } = await detail(made)
      await forward(30)
      await check(made)
      expect(await detail(made)).toMatchObject({ record_status: 'APPROVED', may_follow: false })
      const change = { fiat_owner: undefined, fiat_account_owner: { institution_details: { name: 'Halden Two AG' } } }
      await ask(
        'updateFiatAccount',
        { fiat_account_owner: change.fiat_account_owner },
        { id: changed, path: { id: record_id } },
      )
      expect(await detail(made)).toMatchObject({ record_status: 'PENDING', may_follow: true })
      expect((await page({ operations: ['createFiatAccount'] })).intents).toMatchObject([{ record_status: 'PENDING' }])
    })

    test('that shows fewer members keeps the missing ones with the time they were last seen', async () => {
      const id = randomUUID()
      await ask('createOrder', limitOrder('9000000'), { id })
      await check(id)
      const { latest: before } = await detail(id)
      await forward(30)
      await stress({ leave_out: ['price', 'volume_weighted_average_price'] })
      await check(id)
      const { latest, record_status } = await detail(id)
      expect([record_status, latest?.answer]).toEqual([
        'FILLED',
        expect.objectContaining({ status: 'FILLED', amount_filled: '0.01', price: '9000000' }),
      ])
      expect(latest?.earlier).toEqual({ price: before?.at })
    })

    test("that contradicts a confirmed request shows the provider's record, and a later one that agrees ends the warning", async () => {
      const id = randomUUID()
      await ask('createOrder', limitOrder('10.00'), { id })
      await stress({ replace: { side: 'SELL' } })
      await check(id)
      expect(await detail(id)).toMatchObject({ is_conflict: true, latest: { answer: { side: 'SELL' } } })
      await stress({})
      await check(id)
      expect(await detail(id)).toMatchObject({
        is_conflict: false,
        reason: undefined,
        latest: { answer: { side: 'BUY' } },
      })
    })

    test('is never made automatically for a request that is noted or unknown', async () => {
      const id = await lost(limitOrder('10.00'))
      await expect(check(id, ines, true)).rejects.toMatchObject({ problem: { status: 403 } })
      await note(id, { hasHappened: true, status: 'OPEN' })
      expect((await detail(id)).may_follow).toBe(false)
      await expect(check(id, ines, true)).rejects.toMatchObject({ problem: { status: 403 } })
      expect(await arrived(id)).toBe(1)
    })

    test('of a generated reference that was typed again is unclear if the provider shows no record', async () => {
      const first = randomUUID()
      await stress({ fail: [{ operation: 'createOrder', status: 503 }] })
      await expect(ask('createOrder', market, { id: first })).rejects.toThrow()
      await stress({})
      await ask('createOrder', { ...market, quote_amount: '70.00', ref_id: first })
      await stress({ leave_out: ['id'] })
      await check(first)
      expect((await detail(first)).state).toBe('unknown')
    })

    test('whose answer has a member name that PostgreSQL cannot store is recorded', async () => {
      const id = randomUUID()
      await ask('createOrder', { ...limitOrder('10.00'), metadata: { 'a\u0000b': 'x' } }, { id })
      await stress({ replace: { metadata: { 'a\u0000b': 'y' } } })
      await check(id)
      expect(await detail(id)).toMatchObject({ state: 'confirmed', is_conflict: true })
    })

    test('whose answer has a malformed time is recorded', async () => {
      const id = await lost({ ...market, ref_id: `hedge-${randomUUID()}` })
      await stress({ replace: { created_at: { toString: 1 } } })
      await check(id)
      expect((await detail(id)).state).toBe('confirmed')
    })

    test('that is recorded late does not replace a newer status', async () => {
      const id = randomUUID()
      await ask('createOrder', limitOrder('9000000'), { id })
      const stopped = { ...(await row(id)), lease_until: (clock.now() - 60_000) * 1000 }
      await forward(30)
      await check(id)
      const learned = { recordId: stopped.record_id ?? '', recordStatus: 'SUBMITTED' }
      await ledger().refresh(stopped, learned, ledger().newEvent({ kind: 'asked', words: 'An older answer.' }))
      expect((await detail(id)).record_status).toBe('FILLED')
    })

    test('of a typed reference shows the contradicting record, not the problem around it', async () => {
      const id = randomUUID()
      await ask('createOrder', { ...limitOrder('10.00'), ref_id: `hedge-${id}` }, { id })
      await stress({ replace: { side: 'SELL' } })
      await check(id)
      expect(await detail(id)).toMatchObject({
        is_conflict: true,
        latest: { answer: { side: 'SELL', market: 'BTCUSD' } },
      })
    })

    test('keeps known members if the provider only spells a text differently', async () => {
      const id = randomUUID()
      await ask('createOrder', { ...limitOrder('10.00'), metadata: { team: 'a' } }, { id })
      await stress({ replace: { metadata: { team: 'A' } } })
      await check(id)
      const { length } = (await detail(id)).events
      await check(id, ines, true)
      expect((await detail(id)).events.length).toBe(length)
      await stress({ replace: { metadata: { team: 'A' } }, leave_out: ['amount_filled'] })
      await check(id)
      expect((await detail(id)).latest?.answer).toMatchObject({ amount_filled: '0' })
    })

    test('made automatically adds nothing to the history if answers have no status', async () => {
      const id = randomUUID()
      await ask('createOrder', limitOrder('10.00'), { id })
      await stress({ leave_out: ['status'] })
      await check(id, ines, true)
      const { length } = (await detail(id)).events
      await check(id, ines, true)
      expect((await detail(id)).events.length).toBe(length)
    })

    test("is offered after a restart, before the provider's time is known", async () => {
      await forward(7_200)
      const id = await lost(market)
      restart()
      expect((await detail(id)).check_refused).toBeUndefined()
      await check(id)
      expect((await detail(id)).state).toBe('confirmed')
    })

    test('is possible for a client that may not read transfers', async () => {
      const scopes = ['exchange:write_order']
      const { body } = await service().control('POST', '/clients', { id: `writer-${randomUUID()}`, scopes })
      const client = { clientId: String(body.id), clientSecret: String(body.secret) }
      restart({ client })
      const id = randomUUID()
      await ask('createOrder', limitOrder('10.00'), { id })
      await check(id)
      expect((await detail(id)).latest?.answer).toMatchObject({ side: 'BUY' })
    })

    test('of an account that was changed elsewhere is a conflict', async () => {
      const made = randomUUID()
      await ask('createFiatAccount', account, { id: made })
      await stress({ replace: { fiat_account_owner: { institution_details: { name: 'Another AG' } } } })
      await check(made)
      expect(await detail(made)).toMatchObject({ is_conflict: true, state: 'confirmed' })
    })

    test('made automatically adds nothing to the history if it learns nothing', async () => {
      const id = randomUUID()
      await ask('createOrder', { ...limitOrder('10.00'), await_fill_millis: 1 }, { id })
      const before = (await detail(id)).events.length
      await check(id, ines, true)
      await check(id, ines, true)
      expect((await detail(id)).events.length).toBe(before)
    })

    test('made automatically is refused if the environment leaves checks to people, and the page knows it', async () => {
      const id = randomUUID()
      await ask('createOrder', limitOrder('10.00'), { id })
      restart({ settings: { follows: { sandbox: false } } })
      expect((await detail(id)).may_follow).toBe(false)
      await expect(check(id, ines, true)).rejects.toMatchObject({ problem: { status: 403 } })
      await check(id)
      expect(await arrived(id)).toBe(2)
    })

    test('that is answered with 503 looks once more, and no further', async () => {
      const [id, other] = [randomUUID(), randomUUID()]
      const fail = (times: number) => stress({ fail: [{ operation: 'createOrder', status: 503, times }] })
      await fail(2)
      await expect(ask('createOrder', market, { id })).rejects.toThrow()
      await check(id)
      expect([(await detail(id)).state, await arrived(id), await ordersOf(id)]).toEqual(['confirmed', 3, 1])
      await fail(4)
      await expect(ask('createOrder', market, { id: other })).rejects.toThrow()
      await check(other)
      expect([(await detail(other)).state, await arrived(other)]).toEqual(['unknown', 3])
    })

    test('made five times at once asks the provider once', async () => {
      const id = randomUUID()
      await stress({ fail: [{ operation: 'createOrder', status: 503 }] })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({ problem: { status: 504 } })
      // Long enough for all of them to be there before the first has its answer.
      await stress({ latency: [{ operation: 'createOrder', millis: 1_000 }] })
      await Promise.allSettled(Array.from({ length: 5 }, () => check(id)))
      expect([(await detail(id)).state, await arrived(id), await ordersOf(id)]).toEqual(['confirmed', 2, 1])
    })

    test('answered with a different record is a conflict, and leaves the request unknown', async () => {
      const id = await lost(market)
      await stress({ replace: { side: 'SELL' } })
      await check(id)
      expect(await detail(id)).toMatchObject({ state: 'unknown', is_conflict: true, answer: { side: 'SELL' } })
      await stress({})
      await check(id)
      expect(await detail(id)).toMatchObject({ state: 'confirmed', is_conflict: false })
    })

    test('that shows part of the record confirms by reference until the whole record is seen', async () => {
      const id = await lost(market)
      await stress({ leave_out: ['side', 'market', 'type', 'quote_amount'] })
      await check(id)
      expect(await detail(id)).toMatchObject({ state: 'confirmed', is_by_reference: true })
      await stress({})
      await check(id)
      const found = await detail(id)
      expect([found.state, found.is_by_reference, found.is_conflict]).toEqual(['confirmed', undefined, false])
      expect(found.latest?.answer).toMatchObject({ side: 'BUY' })
    })

    test('is refused with another client ID, and earlier requests can still be read and noted', async () => {
      const id = await lost(market)
      const waiting = await prepare('createOrder', market)
      restart({ client: { clientId: 'rotated', clientSecret: 's' } })
      expect(await detail(id)).toMatchObject({ state: 'unknown', is_earlier_credential: true })
      expect((await page({ states: ['unknown'] })).intents).toMatchObject([{ id, is_earlier_credential: true }])
      await expect(check(id)).rejects.toMatchObject({ problem: { type: '/problems/earlier-credential' } })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { type: '/problems/unknown-outcome', meta: { intent_state: 'unknown' } },
      })
      await expect(send(waiting)).rejects.toMatchObject({ problem: { type: '/problems/earlier-credential' } })
      expect(await note(id, { hasHappened: true })).toBe(true)
      expect([await arrived(id), await arrived(waiting)]).toEqual([1, 0])
    })

    test('finds its record although a process that sent the same later has died', async () => {
      const ref_id = `hedge-${randomUUID()}`
      const first = await lost({ ...market, ref_id, metadata: { desk: 'A' } })
      const second = await prepare('createOrder', { ...market, ref_id })
      await claimAndDie(second)
      await check(first)
      expect((await detail(first)).state).toBe('confirmed')
      await check(second)
      expect((await detail(second)).state).toBe('refused')
      expect(await ordersOf(ref_id)).toBe(1)
    })

    test('of a request that was never sent is refused', async () => {
      const id = randomUUID()
      restart({ port: 1 })
      await expect(ask('createRule', rule(id), { id })).rejects.toThrow()
      await expect(check(id)).rejects.toMatchObject({ problem: { type: '/problems/check-unavailable' } })
    })

    test('is possible once the process that sent it has died', async () => {
      const id = await prepare('createOrder', market)
      await claimAndDie(id)
      expect((await page({ states: ['unknown'] })).intents.map((intent) => intent.id)).toEqual([id])
      expect((await page({ states: ['sent'] })).intents).toEqual([])
      await check(id, tomas)
      expect([(await detail(id)).state, await arrived(id)]).toEqual(['confirmed', 1])
      expect((await detail(id)).events.map(({ kind }) => kind)).toContain('lost')
    })

    test("of another environment's request does not say that nothing was sent", async () => {
      const id = randomUUID()
      await expect(detail(id)).rejects.toMatchObject({
        problem: { detail: expect.stringContaining('nothing has been sent') },
      })
      await execute(core(), {
        id,
        environment: 'sandbox',
        name: 'createOrder',
        input: { path, body: market },
        session: ines,
      })
      await set(id, { environment: 'production' })
      const found = await detail(id).catch(({ problem }) => problem.detail)
      expect(found).toBe('This request belongs to the production environment.')
    })
  },
)
