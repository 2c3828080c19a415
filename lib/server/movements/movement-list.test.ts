import { expect, test } from 'vitest'
import { movementsAmong } from '../../api/console/movements/matching'
import { readTransfer } from '../../api/provider/reading'
import { movementRow } from './movement-list'

test('what two units leave unexplained is never offset against each other', () => {
  const [usd, eth] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
  const credit = (members: object) =>
    readTransfer({
      ...{ direction: 'CREDIT', status: 'COMPLETED', amount: '1.00', fee: '0.00', profile_id: 'profile-1' },
      ...{ created_at: '2026-11-23T09:00:00Z', updated_at: '2026-11-23T09:00:03Z' },
      ...members,
    })
  const transfers = [
    credit({ id: usd, type: 'WIRE_DEPOSIT', asset: 'USD', total: '1.01' }),
    credit({ id: eth, type: 'CRYPTO_DEPOSIT', asset: 'ETH', total: '0.99' }),
  ]
  const join = { transfer: usd, other: eth, person: 'Tomas Brandt', at: '2026-11-23T10:00:00Z' }
  const [matched] = movementsAmong(transfers, [join])
  const row = matched && movementRow(matched)
  expect(Number(row?.unexplained)).toBe(-0.01)
  expect(row?.state, 'although every transfer of it is completed').toBe('unexplained')
})

test('money that came and that its rule has not moved on is on its way, and after its time waits for someone', () => {
  const wire = readTransfer({
    ...{ id: '00000000-0000-4000-8000-000000000001', type: 'WIRE_DEPOSIT', direction: 'CREDIT', status: 'COMPLETED' },
    ...{ asset: 'USD', amount: '5.00', fee: '1.00', total: '4.00', profile_id: 'profile-1', memo: 'MD1' },
    ...{ created_at: '2026-11-23T09:00:00Z', updated_at: '2026-11-23T09:00:03Z' },
  })
  const [matched] = movementsAmong([wire])
  const routes = [{ memo: 'MD1', profile_id: 'profile-1', source_asset: 'USD', destination_asset: 'USDC' }]
  const at = (time: string) => {
    const row = matched && movementRow(matched, { routes, now: Date.parse(`2026-11-23T${time}Z`) })
    return [row?.state, row?.ahead, row?.out]
  }
  expect(at('09:00:10')).toEqual(['moving', ['minted'], undefined])
  expect(at('09:59:59')).toEqual(['moving', ['minted'], undefined])
  expect(at('10:00:01')).toEqual(['waiting', ['minted'], undefined])
  // Whoever may not know the rules is told what has happened.
  expect(matched && movementRow(matched).state).toBe('done')
})
