/** What is still to come of a movement, as the rules that run say. None of it is a promise of the provider. */

import { namedBy } from '../../api/movement-links'
import { idKey } from '../../provider/matching'
import type { DecodedTransfer } from '../../provider/reading'
import type { RuleRoute } from '../../provider/record-names'
import { sideOf } from '../../provider/transfer-money'
import { conversionKind, isParAsset, type Money, type Station } from './stations'

export type Mark = 'memo' | 'address' | 'account' | 'profile'

/**
 * How a transfer shows that a rule moved it; undefined if it does not. Of a rule that takes from a profile, a conversion
 * there between its two assets does: nothing but rules converts.
 * @param byKey the transfers of the movement, to see what became of a debit
 */
export function markOf(
  transfer: DecodedTransfer,
  route: RuleRoute,
  byKey: ReadonlyMap<string, DecodedTransfer> = new Map(),
): Mark | undefined {
  const { memo, destination_address: address, fiat_account_id: account, type, profile_id, asset } = transfer.known
  if (sideOf(transfer.known) === 'CREDIT') {
    if (memo && memo === route.memo) return 'memo'
    return type === 'CRYPTO_DEPOSIT' && address && address === route.source_address ? 'address' : undefined
  }
  const isPaid = account && idKey(account) === idKey(route.destination_account_id ?? '')
  if (isPaid && memo && memo === route.destination_memo) return 'account'
  const isThere = profile_id !== undefined && profile_id === route.source_profile_id && asset === route.source_asset
  const into = byKey.get(namedBy(transfer).to ?? '')?.known
  return isThere && into && into.asset === route.destination_asset && into.asset !== asset ? 'profile' : undefined
}

/** Whether a rule has moved a movement, by its marks; more than the arrival of money is a rule's work. */
export const hasRun = (stations: readonly Station[], routes: readonly RuleRoute[]): boolean =>
  stations.some(
    ({ kind, transfers }) =>
      kind !== 'in' || transfers.some((one) => routes.some((route) => markOf(one, route) !== undefined)),
  )

/** A station that is expected. Amounts are without the fees that the provider may take. */
export type Ahead = Pick<Station, 'key' | 'kind' | 'in' | 'out'> & { route: RuleRoute }

type Step = Pick<Ahead, 'kind'> & { from: string; to: string }

/** What a run of a rule does, in order: the money arrives, is converted, and leaves. */
function stepsOf(route: RuleRoute): Step[] {
  const { source_asset: from = '', destination_asset: to = '' } = route
  const leaves =
    route.destination_address !== undefined || route.destination_account_id !== undefined
      ? 'out'
      : route.destination_profile_id !== undefined && route.destination_profile_id !== route.profile_id
        ? 'moved'
        : undefined
  return [
    { kind: 'in', from, to: from },
    ...(from === to ? [] : [{ kind: conversionKind(from, to), from, to }]),
    ...(leaves ? [{ kind: leaves, from: to, to } as const] : []),
  ]
}

/**
 * @param stations what has happened, in order
 * @param routes   of the rules that may have moved it
 * @param planned  what is to arrive, of a plan: its rule is the first of the routes
 * @returns nothing if the movement has failed, or if what happened is not what the rule does
 */
export function aheadOf(stations: readonly Station[], routes: readonly RuleRoute[], planned?: Money): Ahead[] {
  if (stations.some(({ state }) => state === 'failed' || state === 'unknown')) return []
  const isStart = (station: Station, route: RuleRoute) =>
    station.transfers.some((one) => /^(?:memo|address)$/.test(markOf(one, route) ?? ''))
  let [route] = stations.length === 0 && planned ? routes : []
  let begun = -1
  for (const [at, station] of stations.entries()) {
    const started = routes.find((one) => isStart(station, one))
    if (started) [route, begun] = [started, at]
  }
  if (!route) return []
  const after = stations.slice(begun + 1)
  const steps = stepsOf(route)
  const rest = steps.slice(begun === -1 ? 0 : 1)
  // What was withdrawn and came back to a profile of ours is one station.
  const isAsSaid = (kind: Station['kind'] | undefined, said: Station['kind'] | undefined) =>
    kind === said || (kind === 'moved' && said === 'out')
  if (after.some(({ kind }, at) => !isAsSaid(kind, rest[at]?.kind))) return []
  const before = stations.at(-1)
  let amount = before ? before.out?.amount : planned?.amount
  return rest.slice(after.length).map(({ kind, from, to }, at) => {
    const isAtPar = from === to || (isParAsset(from) && isParAsset(to))
    const arrives = amount === undefined ? undefined : { amount, asset: from }
    if (!isAtPar) amount = undefined
    const leaves = amount === undefined ? undefined : { amount, asset: to }
    return { key: `ahead ${at}`, kind, route, ...(arrives && { in: arrives }), ...(leaves && { out: leaves }) }
  })
}
