/** What own orders say of a market, from the requests recorded here. */

import type { OrderReferences, OwnFill, OwnOrder } from '../../../api/order-references'
import { referenceDays } from '../../../api/order-references'
import { compareDecimals } from '../../../domain/decimals'
import { isObject } from '../../../domain/json'
import { isTimestamp } from '../../../domain/values'
import type { Environment } from '../../../provider/environments'
import { writesOf } from '../../../provider/operations'
import { orderAmount } from '../../../provider/order-terms'
import { orderFill } from '../../../provider/record-names'
import type { Session } from '../../../server/auth/sessions'
import { microseconds } from '../../../server/clock'
import { mapInPieces } from '../../../server/fair-queue'
import type { WriteCore } from '../../../server/writes/core'
import { time } from '../../../server/writes/intent-view'
import { knownMembersOf } from '../../../server/writes/newest-record'
import type { ReadIntent } from '../../../server/writes/rows'

const day = 86_400_000_000

/** How many of the newest orders are read, in all markets; and how many are shown. */
const read = 2_000
const shown = 3

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The last 90 days of own orders in a market. */
export async function orderReferences(
  { clock, ledger: { rows } }: Pick<WriteCore, 'clock' | 'ledger'>,
  environment: Environment,
  market: string,
  session: Session,
): Promise<OrderReferences> {
  const now = microseconds(clock)
  const found = await rows
    .query()
    .where('environment', '=', environment)
    .where('operation', 'in', writesOf('order'))
    .where('state', '=', 'confirmed')
    .where('created_at', '>=', now - referenceDays * day)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(read)
    .execute()

  function ownOrder(row: ReadIntent): OwnOrder[] {
    const body: unknown = JSON.parse(rows.bodyOf(row) ?? 'null')
    const amount = orderAmount(body)
    if (!isObject(body) || body.market !== market || !amount) return []
    const members = knownMembersOf(rows, row)
    const known = orderFill(members).fill ?? {}
    const side = textOf(body.side)
    const isFilled = known.price !== undefined && known.amount !== undefined
    const modified = textOf(members.modified_at)
    const filledAt = isTimestamp(modified) ? modified : (time(row.latest_at ?? row.settled_at) ?? '')
    return [
      {
        ...{ id: row.id, at: time(row.sent_at ?? row.created_at) ?? '', side, amount: amount.text },
        isQuote: typeof body.base_amount !== 'string',
        ...(typeof body.price === 'string' && { price: body.price }),
        ...(row.record_status && { status: row.record_status }),
        ...(isFilled && {
          fill: { id: row.id, at: filledAt, side, amount: known.amount ?? '', price: known.price ?? '' },
        }),
      },
    ]
  }

  const orders = (await mapInPieces(session.subject, found, ownOrder)).flat()
  const fills = orders.flatMap(({ fill }) => fill ?? []).sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
  const weekAgo = (now - 7 * day) / 1000
  const week = fills.filter(({ at }) => Date.parse(at) >= weekAgo)
  const [last] = fills
  const amounts = orders.filter(({ isQuote }) => !isQuote).map(({ amount }) => amount)
  const largest = most(amounts)
  return {
    orders: orders.slice(0, shown),
    ...(last && { last_fill: last }),
    ...(week.length > 0 && { week: rangeOf(week) }),
    ...(largest !== undefined && { largest }),
  }
}

const inOrder = (decimals: readonly string[]) => [...decimals].sort((one, other) => compareDecimals(one, other) ?? 0)
const most = (decimals: readonly string[]) => inOrder(decimals).at(-1)

function rangeOf(fills: readonly OwnFill[]) {
  const prices = inOrder(fills.map(({ price }) => price))
  return { fills: fills.length, lowest: prices.at(0) ?? '', highest: prices.at(-1) ?? '' }
}
