/** Executing writes, against the real service and on both databases: each happens at most once. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { profiles } from '../../sandbox/seed/parties'
import { checkWrite } from './checks'
import { execute } from './execute'
import { account, describeOnBothDatabases, ines, market, path, tomas } from './testing'

describeOnBothDatabases(
  'An intent',
  ({ test, service, core, restart, ask, send, row, detail, prepare, arrived, ordersOf, alter }) => {
    test('that is too large with its generated reference is not recorded', async () => {
      const id = randomUUID()
      const long = (length: number) => ({ ...market, stop_price: '1'.repeat(length) })
      const most = 65_536 - JSON.stringify({ ...long(0), ref_id: id }).length
      const request = (length: number) =>
        execute(core(), {
          id,
          environment: 'sandbox',
          name: 'createOrder',
          input: { path, body: long(length) },
          session: ines,
        })
      await expect(request(most + 1)).rejects.toMatchObject({ problem: { status: 413 } })
      expect(await row(id).catch(() => 'none')).toBe('none')
      await request(most).catch(() => undefined)
      expect(await arrived(id)).toBe(1)
    })

    test('is sent once and confirmed, with its own id as reference', async () => {
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

    test('that is repeated gets the recorded answer, byte for byte', async () => {
      const id = randomUUID()
      const first = await ask('createOrder', market, { id })
      service().time.now += 60_000
      expect(await ask('createOrder', market, { id })).toEqual(first)
      expect(await arrived(id)).toBe(1)
    })

    test('pressed twenty times at once arrives once, and every press gets the same answer', async () => {
      const id = randomUUID()
      const all = await Promise.all(Array.from({ length: 20 }, () => ask('createOrder', market, { id })))
      expect(new Set(all.map(({ text }) => text)).size).toBe(1)
      expect([await arrived(id), await ordersOf(id)]).toEqual([1, 1])
    })

    test.each([
      ['its amount', { body: JSON.stringify({ ...market, quote_amount: '4711.00' }) }],
      ['a body that is no JSON', { body: 'x' }],
      ['its profile', { path: JSON.stringify({ profile_id: profiles[1].id }) }],
      ['its person', { subject: tomas.subject }, tomas],
    ] as const)(
      'that was prepared is not sent once %s was changed in the database',
      async (_, columns, session = ines) => {
        const id = await prepare('createOrder', market)
        const { body } = await row(id)
        await alter(id, columns)
        await expect(send(id, session)).rejects.toMatchObject({ problem: { status: expect.any(Number) } })
        expect((await row(id)).state).toBe('prepared')
        expect(await arrived(id)).toBe(0)
        await alter(id, { body, path: JSON.stringify(path), subject: ines.subject })
        await send(id)
        expect(await arrived(id)).toBe(1)
      },
    )

    test('that was changed in the database is refused with its reason, when its form sends it as well', async () => {
      const id = await prepare('createOrder', market)
      await alter(id, { body: JSON.stringify({ ...market, quote_amount: '4711.00', ref_id: id }) })
      await expect(send(id)).rejects.toMatchObject({ problem: { status: 409, type: '/problems/request-altered' } })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { type: '/problems/request-altered', meta: { intent_state: 'prepared' } },
      })
      expect(await arrived(id)).toBe(0)
    })

    test('keeps the reference that the person gave', async () => {
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
      // Only its own person learns its state.
      expect(reused.problem.meta?.intent_state).toBe(session === ines ? 'confirmed' : undefined)
      expect(await arrived(id)).toBe(1)
    })

    test('that could not be sent stays prepared, may be changed, and is sent once the provider is back', async () => {
      const id = randomUUID()
      restart({ port: 1 })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { status: 502, meta: { intent_state: 'prepared' } },
      })
      expect((await detail(id)).sent_at).toBeUndefined()
      await expect(ask('createOrder', market, { id, session: tomas })).rejects.toMatchObject({
        problem: { type: '/problems/intent-reused' },
      })
      restart()
      const { text } = await ask('createOrder', { ...market, quote_amount: '50.00' }, { id })
      expect(JSON.parse(text).quote_amount).toBe('50.00')
      expect(await arrived(id)).toBe(1)
    })

    test('that gets a token but no connection stays prepared, and its sending does not count', async () => {
      const id = randomUUID()
      restart({ port: 1, authPort: service().port })
      await expect(ask('createOrder', market, { id })).rejects.toMatchObject({
        problem: { type: '/problems/service-unreachable', meta: { intent_state: 'prepared' } },
      })
      const { state, sent_at, events } = await detail(id)
      expect([state, sent_at]).toEqual(['prepared', undefined])
      expect(events.map(({ kind }) => kind)).toEqual(['prepared', 'sent', 'not-sent'])
    })

    test('that is prepared is sent only by the person who prepared it', async () => {
      const id = await prepare('createOrder', market)
      await expect(send(id, tomas)).rejects.toMatchObject({ problem: { status: 403 } })
      await send(id, ines)
      expect((await detail(id)).state).toBe('confirmed')
      await expect(send(id, ines)).rejects.toMatchObject({ problem: { status: 409 } })
      expect(await arrived(id)).toBe(1)
    })

    test("with an expiry is checked against the provider's clock", async () => {
      await ask('createOrder', market)
      expect(Math.abs(core().upstreams.of('sandbox').now() - service().time.now)).toBeLessThan(5_000)
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

    test('needs an identity if the environment requires one', () => {
      restart({ settings: { requiresIdentity: { sandbox: true } } })
      const { settings } = core()
      expect(() => checkWrite(settings, 'sandbox', 'createOrder', { path, body: market })).toThrow('is invalid')
      const both = { ...market, identity_id: 'i-1', identity_account_id: 'a-1' }
      expect(checkWrite(settings, 'sandbox', 'createOrder', { path, body: both }).body).toEqual(both)
    })

    test('is recognised after the secret has changed, and encrypted ones are not executed twice', async () => {
      const [id, encrypted] = [randomUUID(), randomUUID()]
      const { text } = await ask('createOrder', market, { id })
      await ask('createFiatAccount', account, { id: encrypted })
      restart({ settings: { secret: 'another-secret-of-the-tests' } })
      expect((await ask('createOrder', market, { id })).text).toBe(text)
      await expect(ask('createOrder', { ...market, quote_amount: '7.00' }, { id })).rejects.toMatchObject({
        problem: { type: '/problems/intent-reused' },
      })
      await expect(ask('createFiatAccount', account, { id: encrypted })).rejects.toMatchObject({
        problem: { type: '/problems/not-readable', meta: { intent_state: 'confirmed' } },
      })
      expect([await arrived(id), await arrived(encrypted)]).toEqual([1, 1])
    })

    test('with a text that PostgreSQL cannot store is recorded all the same', async () => {
      const ref_id = `nul\u0000${randomUUID()}`
      const { state, text } = await ask('createOrder', { ...market, ref_id })
      expect([state, JSON.parse(text).ref_id]).toEqual(['confirmed', ref_id])
    })
  },
)
