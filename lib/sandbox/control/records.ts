/** Control: what a client's world holds that its interface has no reading operation for, and transfers that wait decided. */
import * as z from 'zod/mini'
import { markets } from '../../api/orders'
import { ProblemError } from '../../api/problem'
import { object } from '../../api/values'
import { everyAccount } from '../engine/account-rows'
import { balanceOf } from '../engine/balances'
import type { World } from '../engine/due'
import { everyOrder } from '../engine/order-rows'
import { priceText, quoteAt } from '../engine/prices'
import { everyRule } from '../engine/rule-rows'
import { finish } from '../engine/settlement'
import { type Asset, assets, decimalOf } from '../money'
import { notFound } from '../refusals'
import { profiles } from '../seed/parties'
import { type ControlDoor, controlRow, customerAt } from './rows'

/** What every profile has of every asset. */
function everyBalance({ store }: World) {
  return profiles.flatMap((profile) =>
    Object.values(assets).map((asset: Asset) => {
      const { balance, held } = balanceOf(store, profile.id, asset)
      const text = (units: bigint) => decimalOf(units, asset.scale, asset.least)
      return {
        profile_id: profile.id,
        profile: profile.name,
        asset: asset.name,
        balance: text(balance),
        held: text(held),
        available: text(balance - held),
      }
    }),
  )
}

const everyPrice = ({ now }: World) =>
  markets.map((market) => {
    const { bid, ask } = quoteAt(market, now)
    return { market, bid: priceText(market, bid), ask: priceText(market, ask) }
  })

const readingRow = (name: string, does: string, read: (world: World) => object) =>
  controlRow('GET', `/control/clients/{id}/${name}`, does, {}, ({ path }, door) => ({
    body: { [name.replace('-', '_')]: read(customerAt(path, door).world()) },
  }))

const Decision = object({ status: z.enum(['COMPLETED', 'FAILED']) })

/** Ends a transfer that waits, by its own clock's present moment. */
function decide(path: Record<string, string>, status: 'COMPLETED' | 'FAILED', door: ControlDoor) {
  const id = (path.transfer ?? '').toLowerCase()
  return customerAt(path, door).change((world) => {
    const { store } = world
    const row = store.first('SELECT seq FROM transfers WHERE id = ?', id)
    const transfer = store.transfer(id)
    if (!row || !transfer) throw notFound('transfer', id)
    const refusal = (detail: string) =>
      new ProblemError(409, 'business-rule', 'The transfer cannot be decided.', { detail })
    // The opening balances hold nothing for it, so its end would change what it never was a part of.
    if (Number(row.seq) <= Number(store.meta('transfers')))
      throw refusal('It belongs to the seeded past, which does not move.')
    if (transfer.status !== 'PENDING') throw refusal(`It is ${transfer.status} already.`)
    finish(world, transfer, { status, status_details: undefined })
    return store.transfer(id) ?? transfer
  })
}

export const recordRows = [
  readingRow('orders', 'Every order as it is now.', ({ store }) => everyOrder(store)),
  readingRow('fiat-accounts', 'Every fiat account as it is now.', ({ store }) => everyAccount(store)),
  readingRow('rules', 'Every orchestration rule.', ({ store }) => everyRule(store)),
  readingRow('balances', 'What each profile has of each asset, and what of it is held.', everyBalance),
  readingRow('prices', 'Bid and ask of each market now.', everyPrice),
  controlRow(
    'POST',
    '/control/clients/{id}/transfers/{transfer}',
    'Decides a transfer that waits, such as one that ends in .77 or .88: {status: COMPLETED or FAILED}.',
    { body: Decision },
    ({ path, body }, door) => ({ body: decide(path, body.status, door) }),
  ),
]
