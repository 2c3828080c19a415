import { describe, expect, test } from 'vitest'
import { movementsAmong } from '../../api/movement-links'
import { readTransfer } from '../../provider/reading'
import { aheadOf } from './ahead'
import { stationsOf } from './stations'

const route = {
  profile_id: 'p',
  source_asset: 'USD',
  destination_asset: 'USDC',
  source_network: 'WIRE',
  memo: 'MD-1',
  destination_network: 'ETHEREUM',
  destination_address: '0xab',
}
const wire = {
  id: '1',
  type: 'WIRE_DEPOSIT',
  direction: 'CREDIT',
  status: 'COMPLETED',
  asset: 'USD',
  memo: 'MD-1',
  amount: '100.00',
  fee: '1.00',
  total: '99.00',
  created_at: '2026-11-23T09:00:00Z',
  profile_id: 'p',
}
const conversion = { from_transfer_id: '2', to_transfer_id: '3' }
const side = {
  ...wire,
  memo: undefined,
  fee: '0',
  amount: '99.00',
  auto_conversion: conversion,
  created_at: '2026-11-23T09:01:00Z',
}
const debit = { ...side, id: '2', type: 'INTERNAL_TRANSFER_DEBIT', direction: 'DEBIT' }
const credit = { ...side, id: '3', type: 'INTERNAL_TRANSFER_CREDIT', asset: 'USDC' }
const linked = { ...wire, auto_conversion: { to_transfer_id: '2' } }

const stations = (...raw: object[]) => {
  const [matched] = movementsAmong(raw.map(readTransfer))
  return matched ? stationsOf(matched) : []
}
const kinds = (...all: Parameters<typeof aheadOf>) => aheadOf(...all).map(({ kind }) => kind)

describe('what is ahead', () => {
  test('of a plan is all that its rule does, with the planned amount', () => {
    const ahead = aheadOf([], [route], { amount: '100.00', asset: 'USD' })
    expect(ahead.map(({ kind, in: arrives }) => [kind, arrives])).toEqual([
      ['in', { amount: '100.00', asset: 'USD' }],
      ['minted', { amount: '100.00', asset: 'USD' }],
      ['out', { amount: '100.00', asset: 'USDC' }],
    ])
  })

  test('of a movement is what its rule has not done yet, with what is left of the money', () => {
    expect(kinds(stations(wire), [route])).toEqual(['minted', 'out'])
    const [out] = aheadOf(stations(linked, debit, credit), [route])
    expect(out).toMatchObject({ kind: 'out', in: { amount: '99.00', asset: 'USDC' } })
  })

  test('is nothing without a rule whose mark the money bears', () => {
    expect(aheadOf(stations({ ...wire, memo: 'MD-2' }), [route])).toEqual([])
    expect(aheadOf(stations(wire), [])).toEqual([])
  })

  test('is nothing once a transfer has failed or has an unknown status, or what happened is not what the rule does', () => {
    expect(aheadOf(stations({ ...wire, status: 'FAILED' }), [route])).toEqual([])
    expect(aheadOf(stations({ ...wire, status: 'HELD' }), [route])).toEqual([])
    expect(aheadOf(stations(linked, debit, credit), [{ ...route, destination_asset: 'USD' }])).toEqual([])
  })

  test('ends where the rule ends', () => {
    const { destination_address: _, ...stays } = route
    expect(kinds(stations(wire), [stays])).toEqual(['minted'])
    expect(aheadOf(stations(linked, debit, credit), [stays])).toEqual([])
  })
})
