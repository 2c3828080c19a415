/** What is told of movements, from the changes of their transfers. */
import { expect, test } from 'vitest'
import { keyOf } from '../../api/console/movements/matching'
import { type DecodedTransfer, readTransfer } from '../../api/provider/reading'
import type { RuleRoute } from '../../api/provider/record-names'
import { changeOf } from '../records/versions'
import { MovementEvents } from './movement-events'
import type { TransferPages } from './movement-reading'

const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const idAt = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A wire of 100.00 USD for a rule that mints and sends to an address: one, two and three minutes after nine. */
const route: RuleRoute = {
  ...{ profile_id: 'p', source_asset: 'USD', destination_asset: 'USDC', source_network: 'WIRE', memo: 'MD-1' },
  ...{ destination_network: 'ETHEREUM', destination_address: '0xab' },
}
const of = (id: number, minute: number, members: object) => ({
  ...{ id: idAt(id), profile_id: 'p', status: 'COMPLETED', fee: '0', amount: '99.00', total: '99.00' },
  ...{ created_at: `2026-11-23T09:0${minute}:00Z`, updated_at: `2026-11-23T09:0${minute}:30Z` },
  ...members,
})
const conversion = { from_transfer_id: idAt(2), to_transfer_id: idAt(3) }
const usd = { asset: 'USD', direction: 'CREDIT', amount: '100.00', fee: '1.00' }
const wire = of(1, 1, { ...usd, type: 'WIRE_DEPOSIT', memo: 'MD-1', auto_conversion: { to_transfer_id: idAt(2) } })
const debit = of(2, 2, {
  ...{ type: 'INTERNAL_TRANSFER_DEBIT', asset: 'USD', direction: 'DEBIT' },
  auto_conversion: { ...conversion, from_transfer_id: idAt(1) },
})
const credit = of(3, 2, {
  ...{ type: 'INTERNAL_TRANSFER_CREDIT', asset: 'USDC', direction: 'CREDIT', auto_conversion: conversion },
})
const out = (members: object = {}) =>
  of(4, 3, {
    ...{ type: 'CRYPTO_WITHDRAWAL', asset: 'USDC', direction: 'DEBIT', crypto_network: 'ETHEREUM' },
    ...{ destination_address: '0xab', auto_conversion: { from_transfer_id: idAt(3) }, ...members },
  })

type Told = Record<'state' | 'unexplained', string> & Record<'waits_for' | 'out', object | undefined>

/** A provider that knows these transfers, and what it was asked. */
function bench(known: object[] = [], routes: RuleRoute[] = []) {
  const asked: object[] = []
  const events = new MovementEvents({
    joinsOf: async () => [],
    routesOf: async () => routes,
    urlOf: (environment, id) => `https://mintdesk.example/${environment}/money/${id}`,
  })
  const decoded: DecodedTransfer[] = known.map(readTransfer)
  const tell = async (...changed: object[]) => {
    let calls = 0
    const pages: TransferPages = {
      get calls() {
        return calls
      },
      page: async (query) => {
        calls += 1
        asked.push(query)
        return { items: decoded.filter((one) => query.ids?.includes(keyOf(one))) }
      },
    }
    const told = await events.of(
      owner,
      pages,
      changed.flatMap((one) => changeOf({ text: JSON.stringify(one), json: { ...one } }) ?? []),
    )
    return told.map(({ key, kind, data }) => ({ key, kind: kind as string, ...(data.movement as Told) }))
  }
  return { asked, tell }
}

test('a movement is told once it has arrived as its rule says, with its sums, its transfers and its page', async () => {
  const { asked, tell } = bench([], [route])
  expect(await tell(wire), 'its rule has not run yet').toEqual([])
  expect(await tell(debit, credit)).toEqual([])
  expect(await tell(out({ status: 'PENDING' }))).toEqual([])
  const [arrived, ...others] = await tell(out())
  expect(others).toEqual([])
  expect(arrived).toMatchObject({
    ...{ kind: 'movement.arrived', id: idAt(1), state: 'done', is_whole: true },
    ...{ in: { amount: '100.00', asset: 'USD' }, out: { amount: '99.00', asset: 'USDC' } },
    ...{ fees: [{ amount: '1.00', asset: 'USD' }], profile_id: 'p', memo: 'MD-1' },
    url: `https://mintdesk.example/sandbox/money/${idAt(1)}`,
    stations: ['in', 'minted', 'out'].map((kind) => ({ kind, state: 'done' })),
    transfers: [wire, debit, credit, out()],
  })
  expect(Number(arrived?.unexplained)).toBe(0)
  const [again] = await tell(out({ updated_at: '2026-11-23T09:05:00Z' }))
  expect(again?.key, 'the same state is the same event').toBe(arrived?.key)
  // What the wire named when it came was not there yet.
  expect(asked).toEqual([{ ids: [idAt(2)], limit: 100 }])
})

test('what waits says for whom, and each other reason is told as well', async () => {
  const { tell } = bench([], [route])
  await tell(wire, debit, credit)
  const waiting = (name: string) => tell(out({ status: 'PENDING', secondary_status: { name } }))
  const [rule] = await waiting('TRAVEL_RULE_INFO_REQUESTED')
  const [approval] = await waiting('PENDING_CUSTOMER_APPROVAL')
  expect([rule?.kind, rule?.waits_for]).toEqual([
    'movement.waiting',
    { who: 'treasury', why: 'travel-rule', transfer: idAt(4) },
  ])
  expect(approval?.waits_for).toEqual({ who: 'approver', why: 'approval', transfer: idAt(4) })
  expect(approval?.key).not.toBe(rule?.key)
  const [failed] = await tell(out({ status: 'FAILED' }))
  expect([failed?.kind, failed?.waits_for, failed?.out]).toEqual(['movement.failed', undefined, undefined])
  const [unclear] = await tell(out({ status: 'FAILED', crypto_tx_hash: `0x${'a'.repeat(64)}` }))
  expect([unclear?.kind, unclear?.state], 'its money may have moved').toEqual(['movement.waiting', 'unknown'])
})

test('money that does not add up is not told as arrived', async () => {
  const { tell } = bench()
  const [told] = await tell({ ...wire, auto_conversion: undefined, total: '98.99' })
  expect([told?.kind, Number(told?.unexplained)]).toEqual(['movement.unexplained', 0.01])
})

test('a change is told with the movement that it belongs to, although that began before', async () => {
  const { asked, tell } = bench([wire, debit, credit])
  const [arrived] = await tell(out())
  expect(arrived).toMatchObject({ id: idAt(1), is_whole: true })
  expect(asked).toEqual([3, 2, 1].map((id) => ({ ids: [idAt(id)], limit: 100 })))
  await tell(out({ updated_at: '2026-11-23T09:05:00Z' }))
  expect(asked, 'nothing is asked for twice').toHaveLength(3)
})

test('finding movements takes few calls, and what then is missing is said', async () => {
  const chain = Array.from({ length: 9 }, (_, at) => ({
    ...out({ auto_conversion: { from_transfer_id: idAt(at) } }),
    id: idAt(at + 1),
    created_at: `2026-11-23T08:00:0${at}Z`,
  }))
  const { asked, tell } = bench(chain)
  const [told] = await tell(chain.at(-1) ?? {})
  expect(asked).toHaveLength(4)
  expect(told).toMatchObject({ id: idAt(5), is_whole: false })
})
