/** What is told of movements, from the changes of their transfers. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RuleRoute } from '../../../provider/record-names'
import { beginning } from '../../../server/records/record-rows'
import { openFollowed } from '../../../server/records/testing'
import { changeOf } from '../../../server/records/versions'
import { movementEvents } from './movement-events'

const owner = { environment: 'sandbox', clientId: 'demo-client' } as const
const idAt = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** A wire of 100.00 USD for a rule that mints and sends to an address: one, two and three minutes after nine. */
const route: RuleRoute = {
  profile_id: 'p',
  source_asset: 'USD',
  destination_asset: 'USDC',
  source_network: 'WIRE',
  memo: 'MD-1',
  destination_network: 'ETHEREUM',
  destination_address: '0xab',
}
const of = (id: number, minute: number, members: object) => ({
  id: idAt(id),
  profile_id: 'p',
  status: 'COMPLETED',
  fee: '0',
  amount: '99.00',
  total: '99.00',
  created_at: `2026-11-23T09:0${minute}:00Z`,
  updated_at: `2026-11-23T09:0${minute}:30Z`,
  ...members,
})
const conversion = { from_transfer_id: idAt(2), to_transfer_id: idAt(3) }
const usd = { asset: 'USD', direction: 'CREDIT', amount: '100.00', fee: '1.00' }
const wire = of(1, 1, { ...usd, type: 'WIRE_DEPOSIT', memo: 'MD-1', auto_conversion: { to_transfer_id: idAt(2) } })
const debit = of(2, 2, {
  type: 'INTERNAL_TRANSFER_DEBIT',
  asset: 'USD',
  direction: 'DEBIT',
  auto_conversion: { ...conversion, from_transfer_id: idAt(1) },
})
const credit = of(3, 2, {
  type: 'INTERNAL_TRANSFER_CREDIT',
  asset: 'USDC',
  direction: 'CREDIT',
  auto_conversion: conversion,
})
const out = (members: object = {}) =>
  of(4, 3, {
    type: 'CRYPTO_WITHDRAWAL',
    asset: 'USDC',
    direction: 'DEBIT',
    crypto_network: 'ETHEREUM',
    destination_address: '0xab',
    auto_conversion: { from_transfer_id: idAt(3) },
    ...members,
  })

type Told = Record<'id' | 'state' | 'unexplained', string> & Record<'waits_for' | 'out', object | undefined>

let desk: Awaited<ReturnType<typeof openFollowed>>
beforeEach(async () => {
  desk = await openFollowed(Date.parse('2026-11-23T10:00:00Z'))
  await desk.recordsOf().rows.begin(owner, 0)
})
afterEach(() => desk.close())

/** Tells of changes, which are written first. */
function bench(routes: RuleRoute[] = []) {
  const records = desk.recordsOf()
  return async (...changed: object[]) => {
    const texts = changed.map((one) => JSON.stringify(one))
    await records.keep(owner, texts)
    const told = await movementEvents(
      {
        records,
        routesOf: async () => routes,
        urlOf: (environment, id) => `https://mintdesk.example/${environment}/money/${id}`,
      },
      owner,
      texts.flatMap((text) => changeOf({ text, json: JSON.parse(text) }) ?? []),
    )
    return told.map(({ key, kind, data }) => ({ key, kind: kind as string, ...(data.movement as Told) }))
  }
}

/** History has been read. */
const beWhole = () => desk.database.updateTable('list_reading').set({ is_whole: 1, complete_from: beginning }).execute()

test('a movement is told once it has arrived as its rule says, with its sums, its transfers and its page', async () => {
  await beWhole()
  const tell = bench([route])
  expect(await tell(wire), 'its rule has not run yet').toEqual([])
  expect(await tell(debit, credit)).toEqual([])
  expect(await tell(out({ status: 'PENDING' }))).toEqual([])
  const [arrived, ...others] = await tell(out())
  expect(others).toEqual([])
  expect(arrived).toMatchObject({
    kind: 'movement.arrived',
    id: idAt(1),
    state: 'done',
    is_whole: true,
    in: { amount: '100.00', asset: 'USD' },
    out: { amount: '99.00', asset: 'USDC' },
    fees: [{ amount: '1.00', asset: 'USD' }],
    profile_id: 'p',
    memo: 'MD-1',
    url: `https://mintdesk.example/sandbox/money/${idAt(1)}`,
    stations: ['in', 'minted', 'out'].map((kind) => ({ kind, state: 'done' })),
    transfers: [wire, debit, credit, out()],
  })
  expect(Number(arrived?.unexplained)).toBe(0)
  const [again] = await tell(out({ updated_at: '2026-11-23T09:05:00Z' }))
  expect(again?.key, 'the same state is the same event').toBe(arrived?.key)
})

test('what waits says for whom, and each other reason is told as well', async () => {
  const tell = bench([route])
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
  const tell = bench()
  const [told] = await tell({ ...wire, auto_conversion: undefined, total: '98.99' })
  expect([told?.kind, Number(told?.unexplained)]).toEqual(['movement.unexplained', 0.01])
})

test('a change is told with the movement that it belongs to, although that began before', async () => {
  await beWhole()
  await bench()(wire, debit, credit)
  const [arrived] = await bench()(out())
  expect(arrived).toMatchObject({ id: idAt(1), is_whole: true })
})

test('what is missing is said: what a transfer names, and what of history was not read', async () => {
  const tell = bench()
  expect((await tell(out()))[0], 'the source is not there').toMatchObject({ id: idAt(4), is_whole: false })
  await tell(wire, debit, credit)
  expect((await tell(out({ updated_at: '2026-11-23T09:05:00Z' })))[0]).toMatchObject({ id: idAt(1), is_whole: false })
  await beWhole()
  expect((await tell(out({ updated_at: '2026-11-23T09:06:00Z' })))[0]).toMatchObject({ id: idAt(1), is_whole: true })
})

test('what was sent back is told of the movement that brought it, by what its memo says', async () => {
  await beWhole()
  const tell = bench()
  const alone = of(1, 1, { ...usd, type: 'WIRE_DEPOSIT', memo: 'MD-7' })
  expect(await tell(alone)).toMatchObject([{ kind: 'movement.arrived', id: idAt(1) }])
  const back = of(9, 5, { ...usd, direction: 'DEBIT', type: 'WIRE_WITHDRAWAL', memo: 'RETURN MD-7', amount: '99.00' })
  expect((await tell(back)).map(({ kind, id, state }) => [kind, id, state])).toContainEqual([
    ...['movement.waiting', idAt(1), 'returned'],
  ])
})
