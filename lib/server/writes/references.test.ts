/** Writes that share a reference: whose the record is. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { profiles } from '../../sandbox/seed/parties'
import { describeOnBothDatabases, ines, market, rule } from './testing'

describeOnBothDatabases(
  'An intent',
  ({ test, service, restart, ask, row, detail, check, ordersOf, stress, sentAt, set, clear, clock }) => {
    /** Checks each twice: whose a record is may be known only once the first is settled. */
    async function checkAll(ids: string[]): Promise<string> {
      for (let round = 0; round < 2; round++) {
        await Promise.allSettled(ids.map(async (id) => check(id, ines)))
      }
      return (await Promise.all(ids.map(async (id) => (await detail(id)).state))).sort().join()
    }

    test('whose reference belongs to a different record is a conflict, and one with an identical record is not executed twice', async () => {
      const ref_id = `hedge-${randomUUID()}`
      await ask('createOrder', { ...market, ref_id })
      const other = randomUUID()
      await expect(
        ask('createOrder', { ...market, quote_amount: '70.00', ref_id }, { id: other }),
      ).rejects.toMatchObject({ problem: { status: 409 } })
      expect(await detail(other)).toMatchObject({ state: 'refused', is_conflict: true })
      expect((await detail(other)).reason).toContain('quote_amount')
      const same = randomUUID()
      await expect(ask('createOrder', { ...market, ref_id }, { id: same })).rejects.toMatchObject({
        problem: { status: 409, type: '/problems/already-exists' },
      })
      expect(await detail(same)).toMatchObject({ state: 'refused', is_conflict: false })
      expect(await ordersOf(ref_id)).toBe(1)
    })

    test('of two sent at once with one reference, one is confirmed and the other refused', async () => {
      const round = async () => {
        const ref_id = `hedge-${randomUUID()}`
        const ids = [randomUUID(), randomUUID()]
        const both = await Promise.allSettled(ids.map((id) => ask('createOrder', { ...market, ref_id }, { id })))
        expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
        expect(await checkAll(ids)).toBe('confirmed,refused')
        expect(await ordersOf(ref_id)).toBe(1)
      }
      await Promise.all(Array.from({ length: 6 }, round))
    })

    test('of two with one reference whose answers were lost is unknown with the other if nothing tells them apart', async () => {
      const ref_id = `hedge-${randomUUID()}`
      const ids = [randomUUID(), randomUUID()]
      await Promise.allSettled(ids.map((id) => ask('createOrder', { ...market, ref_id }, { id })))
      await set(ids, { state: 'unknown', record_id: null, answer: null, answer_status: null })
      expect(await checkAll(ids)).toBe('unknown,unknown')
      expect(await ordersOf(ref_id)).toBe(1)
    })

    test.each([
      ['first', { desk: 'A' }, { desk: 'B' }],
      ['first, which alone has metadata,', { desk: 'A' }, undefined],
    ])(
      'of two with one reference whose answers were lost is confirmed if the record has its metadata: the %s',
      async (_, mine, theirs) => {
        const ref_id = `hedge-${randomUUID()}`
        const [first, second] = [randomUUID(), randomUUID()]
        await ask('createOrder', { ...market, ref_id, metadata: mine }, { id: first })
        await ask('createOrder', { ...market, ref_id, ...(theirs && { metadata: theirs }) }, { id: second }).catch(
          () => undefined,
        )
        await set([first, second], { state: 'unknown', record_id: null, answer: null, answer_status: null })
        // The wrong one first.
        await check(second, ines)
        await check(first, ines)
        expect([(await detail(first)).state, (await detail(second)).state]).toEqual(['confirmed', 'refused'])
        expect(await ordersOf(ref_id)).toBe(1)
      },
    )

    test('whose typed reference is answered with its price rounded is never told as not created', async () => {
      const [id, ref_id] = [randomUUID(), `hedge-${randomUUID()}`]
      await stress({ replace: { quote_amount: '99.98' } })
      await ask('createOrder', { ...market, ref_id }, { id }).catch(() => undefined)
      expect(await detail(id)).toMatchObject({ state: 'unknown', is_conflict: true })
      await check(id, ines)
      expect(await detail(id)).toMatchObject({ state: 'unknown', is_conflict: true, answer: { quote_amount: '99.98' } })
      expect(await ordersOf(ref_id)).toBe(1)
    })

    test('whose reference has a partial record is refused if another request of this console created it', async () => {
      const ref_id = `rule-${randomUUID()}`
      await ask('createRule', rule(ref_id))
      const id = randomUUID()
      const more = { ...rule(ref_id), destination: { profile: { profile_id: profiles[1].id } } }
      await expect(ask('createRule', more, { id })).rejects.toMatchObject({ problem: { status: 409 } })
      expect((await detail(id)).state).toBe('refused')
    })

    test('of two with one reference that never arrived belongs to the one whose check created it, and the other waits for that check', async () => {
      const ref_id = `hedge-${randomUUID()}`
      const [first, second] = [randomUUID(), randomUUID()]
      restart({ port: 1 })
      for (const [index, id] of [first, second].entries()) {
        await expect(ask('createOrder', { ...market, ref_id }, { id })).rejects.toThrow()
        await set(id, { state: 'unknown', ...sentAt(60_000_000 - index) })
      }
      restart()
      // The second asks, and has made the record; its answer is on the way.
      await check(second, ines)
      const { record_id } = await row(second)
      const underWay = { state: 'unknown', record_id: null, lease_until: 1_000 * (clock.now() + 20_000) } as const
      await set(second, underWay)
      const asking = check(first, ines)
      await expect.poll(async () => (await row(first)).is_checked).toBeTruthy()
      const settled = { state: 'confirmed', record_id, lease_until: null } as const
      await set(second, settled)
      await asking
      expect((await detail(first)).state).toBe('refused')
      expect(await ordersOf(ref_id)).toBe(1)
    })

    test('with a reference that is free again is distinguished from the earlier one', async () => {
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

    test('whose reference was used elsewhere before does not claim that record', async () => {
      const ref_id = `hedge-${randomUUID()}`
      await ask('createOrder', { ...market, ref_id })
      // Records unknown to this console were created elsewhere.
      await clear()
      service().time.now += 120_000
      const id = randomUUID()
      await expect(ask('createOrder', { ...market, ref_id }, { id })).rejects.toMatchObject({
        problem: { status: 409, meta: { intent_state: 'refused' } },
      })
      expect((await detail(id)).reason).toContain('created before this request was sent')
      expect(await ordersOf(ref_id)).toBe(1)
    })
  },
)
