import { expect, test } from 'vitest'
import type { MovementRow } from '@/lib/features/money/interface'
import type { Station } from '@/lib/features/money/stations'
import { amountToSend, findLike, forecast, stationsAhead } from './outline'
import { blankTerms } from './wish'

const mint = {
  ...blankTerms('mint'),
  profile_id: 'main',
  destination_kind: 'crypto' as const,
  destination: { ...blankTerms('mint').destination, crypto: { network: 'ETHEREUM', address: '0x1' } },
}

const row = (members: Partial<MovementRow> = {}): MovementRow => ({
  id: 'a',
  newest: '',
  state: 'done',
  fees: [],
  transfers: 4,
  profile_id: 'other',
  stops: [
    { key: 'a', kind: 'in', state: 'done' },
    { key: 'b', kind: 'minted', state: 'done' },
    { key: 'c', kind: 'out', state: 'done' },
  ],
  in: { amount: '1', asset: 'USD' },
  out: { amount: '1', asset: 'USDC' },
  ...members,
})

const station = (kind: Station['kind'], asset: string, to: string, fee?: string): Station => ({
  key: kind,
  kind,
  state: 'done',
  transfers: [],
  in: { amount: '100.00', asset },
  fees: fee ? [{ amount: fee, asset }] : [],
  out: { amount: '100.00', asset: to },
})

test('a wish passes the stations of its rule', () => {
  expect(stationsAhead(mint).map(({ name, asset }) => [name, asset])).toEqual([
    ['Wire in', 'USD'],
    ['Mint', 'USDC'],
    ['Send on Ethereum', 'USDC'],
  ])
  const dollars = { ...blankTerms('pay-out'), source_asset: 'USD', source_kind: 'profile' as const }
  expect(stationsAhead(dollars).map(({ kind }) => kind)).toEqual(['in', 'out'])
})

test('it is compared with a finished movement of the same way: of its rule, of its profile, else of any', () => {
  const rows = [
    row({ id: 'moving', state: 'moving', memo: 'MD1' }),
    row({ id: 'kept', stops: row().stops.slice(0, 2), memo: 'MD1' }),
    row({ id: 'euros', out: { amount: '1', asset: 'USDG' } }),
    row({ id: 'any' }),
    row({ id: 'profile', profile_id: 'main' }),
    row({ id: 'rule', memo: 'MD1' }),
  ]
  expect(findLike(rows, mint, 'MD1')?.id).toBe('rule')
  expect(findLike(rows, mint, undefined)?.id).toBe('profile')
  expect(findLike(rows.slice(0, 4), mint, 'MD1')?.id).toBe('any')
  expect(findLike(rows.slice(0, 3), mint, 'MD1')).toBeUndefined()
})

test('each Out is the amount less the fees of the last movement, to the cent, and the next In', () => {
  const last = [
    station('in', 'USD', 'USD', '10.00'),
    station('minted', 'USD', 'USDC'),
    station('out', 'USDC', 'USDC', '1'),
  ]
  const ahead = forecast(mint, '250000.00', last)
  expect(
    ahead.map(({ in: arrives, fees, out }) => [arrives?.amount, fees?.[0]?.amount, out?.amount, out?.asset]),
  ).toEqual([
    ['250000.00', '10.00', '249990.00', 'USD'],
    ['249990.00', '0.00', '249990.00', 'USDC'],
    ['249990.00', '1', '249989.00', 'USDC'],
  ])
  expect(amountToSend(ahead, '250000.00')).toBe('250011.00')
})

test('without an earlier movement nothing is invented, and neither without an amount', () => {
  expect(forecast(mint, '5.00', undefined)).toEqual([
    { kind: 'in', name: 'Wire in', in: { amount: '5.00', asset: 'USD' } },
    { kind: 'minted', name: 'Mint' },
    { kind: 'out', name: 'Send on Ethereum' },
  ])
  expect(amountToSend(forecast(mint, '5.00', undefined), '5.00')).toBeUndefined()
  const last = [station('in', 'USD', 'USD', '10.00')]
  expect(forecast(mint, undefined, last)[0]).toMatchObject({ fees: [{ amount: '10.00' }] })
  // Less than its fee: what would arrive cannot be said.
  expect(forecast(mint, '5.00', last)[0]?.out).toBeUndefined()
})
