/** What tests compute of a movement. */
import { compareDecimals, negated, sumOf } from '../../domain/decimals'
import type { Balance } from './balance'
import type { Money, Station } from './stations'

/** in + from balances − out − fees − at rest − on its way − unexplained: 0 for every movement, by how these are computed. */
export const imbalance = (balance: Balance): string =>
  sumOf([
    balance.in,
    balance.fromBalances,
    ...[balance.out, balance.fees, balance.atRest, balance.onItsWay, balance.unexplained].map(negated),
  ]) ?? ''

/** What a station took away from or left beside the movement before it: 0 if its In is the Out before. */
export function gapBetween(before: Station, station: Station): Money | undefined {
  if (!before.out || !station.in || before.out.asset !== station.in.asset) return undefined
  const amount = sumOf([station.in.amount, negated(before.out.amount)])
  return amount === undefined || compareDecimals(amount, '0') === 0 ? undefined : { amount, asset: station.in.asset }
}
