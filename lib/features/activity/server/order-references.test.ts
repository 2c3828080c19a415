/** What own orders say of a market. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { microseconds } from '../../../server/clock'
import { describeOnBothDatabases, ines, limitOrder, market } from '../../../server/writes/testing'
import { orderReferences } from './activity'

const day = 86_400_000_000

describeOnBothDatabases('The references of an order', ({ test, core, ask, set, note, check, service, clock }) => {
  const read = (name = 'BTCUSD') => orderReferences(core(), 'sandbox', name, ines)

  test('are the last fill, the range of the week, the largest amount and the newest orders', async () => {
    const [resting, filled, earlier] = [randomUUID(), randomUUID(), randomUUID()]
    const sale = { side: 'SELL', market: 'BTCUSD', type: 'MARKET', base_amount: '0.25' }
    await ask('createOrder', sale, { id: earlier })
    await ask('createOrder', limitOrder('1.00', '3.50'), { id: resting })
    await ask('createOrder', market, { id: filled })
    await ask('createOrder', { ...sale, market: 'ETHUSD', base_amount: '900' })
    // Then both market orders have filled.
    service().time.now += 60_000
    await check(earlier)
    await check(filled)
    const { orders, last_fill, week, largest } = await read()
    expect(orders.map(({ id }) => id)).toEqual([filled, resting, earlier])
    expect(orders[1]).toMatchObject({ side: 'BUY', amount: '3.50', price: '1.00', isQuote: false, status: 'SUBMITTED' })
    expect(orders[1]).not.toHaveProperty('fill')
    expect(orders[0]).toMatchObject({ amount: '100.00', isQuote: true, status: 'FILLED' })
    expect([earlier, filled]).toContain(last_fill?.id)
    expect(largest).toBe('3.50')
    const prices = orders.flatMap(({ fill }) => fill?.price ?? [])
    expect(week).toEqual({ fills: 2, lowest: expect.anything(), highest: expect.anything() })
    expect([...prices].sort((one, other) => Number(one) - Number(other))).toEqual([week?.lowest, week?.highest])
  })

  test('leave out what is older than 90 days, refused, unknown, or of another market', async () => {
    const [old, lost] = [randomUUID(), randomUUID()]
    await ask('createOrder', limitOrder('1.00', '7'), { id: old })
    await ask('createOrder', limitOrder('1.00', '8'), { id: lost })
    await set(old, { created_at: microseconds(clock) - 91 * day })
    await set(lost, { state: 'unknown' })
    expect(await read()).toEqual({ orders: [] })
    expect(await read('ETHUSD')).toEqual({ orders: [] })
    await note(lost, { hasHappened: true })
    expect((await read()).largest).toBe('8')
  })
})
