/** The stations that a wish will pass, and what earlier movements of the same kind cost at each of them. */
import { ruleNetworkLabel } from '@/components/rules/labels'
import type { RuleValues } from '@/components/rules/rule-values'
import { compareDecimals, negated, sumOf, withPlaces } from '@/lib/domain/decimals'
import type { MovementRow } from '@/lib/features/money/interface'
import type { Money, Station, StationKind } from '@/lib/features/money/stations'

/** A station that a movement has not reached: its name, and the fee of the last movement there if one was found. */
export type StationAhead = { kind: StationKind; name: string; in?: Money; fees?: Money[]; out?: Money }

type Expected = Pick<StationAhead, 'kind' | 'name'> & { asset: string }

/** In the order in which money passes them; `asset` is what leaves the station. */
export function stationsAhead(terms: RuleValues): Expected[] {
  const { source_kind, source_asset, destination_kind, destination_asset, source, destination } = terms
  const on = (network: string) => ruleNetworkLabel(network) || 'a network'
  const arrival: Record<typeof source_kind, Expected> = {
    fiat: { kind: 'in', name: 'Wire in', asset: source_asset },
    crypto: { kind: 'in', name: `${source_asset} arrives on ${on(source.crypto.network)}`, asset: source_asset },
    profile: { kind: 'in', name: `${source_asset} arrives`, asset: source_asset },
  }
  const isMinted = source_asset === 'USD'
  const conversion: Expected[] =
    source_asset === destination_asset
      ? []
      : [
          {
            kind: isMinted ? 'minted' : destination_asset === 'USD' ? 'redeemed' : 'converted',
            name: isMinted ? 'Mint' : destination_asset === 'USD' ? 'Redeem' : 'Convert',
            asset: destination_asset,
          },
        ]
  const delivery: Record<typeof destination_kind, Expected[]> = {
    none: [],
    crypto: [{ kind: 'out', name: `Send on ${on(destination.crypto.network)}`, asset: destination_asset }],
    fiat: [{ kind: 'out', name: 'Wire out', asset: destination_asset }],
    profile: [{ kind: 'moved', name: 'Move', asset: destination_asset }],
  }
  return [arrival[source_kind], ...conversion, ...delivery[destination_kind]]
}

/**
 * The newest finished movement that went the same way, of the same rule or profile if there is one.
 * @param rows newest first
 */
export function findLike(
  rows: readonly MovementRow[],
  terms: RuleValues,
  memo: string | undefined,
): MovementRow | undefined {
  const kinds = stationsAhead(terms).map(({ kind }) => kind)
  // Money reaches a profile in many ways: only what follows is alike.
  const first = terms.source_kind === 'profile' ? 1 : 0
  const alike = rows.filter(
    ({ stops, state, ...row }) =>
      state === 'done' &&
      stops.length === kinds.length &&
      kinds.every((kind, at) => at < first || stops[at]?.kind === kind) &&
      row.in?.asset === terms.source_asset &&
      row.out?.asset === terms.destination_asset,
  )
  return (
    alike.find((row) => memo !== undefined && row.memo === memo) ??
    alike.find(({ profile_id }) => profile_id === terms.profile_id) ??
    alike[0]
  )
}

/** The fee that a station took last time: absent fees are zero, in the asset that came in. */
function lastFees({ fees, in: arrives }: Station): Money[] {
  return fees.length > 0 || !arrives ? [...fees] : [{ amount: '0.00', asset: arrives.asset }]
}

/** What goes on after fees in the asset that came in; undefined if it cannot be said. */
function after(arrives: Money, fees: readonly Money[], asset: string): Money | undefined {
  const taken = fees.filter((fee) => fee.asset === arrives.asset).map(({ amount }) => negated(amount))
  const later = fees.filter((fee) => fee.asset === asset && fee.asset !== arrives.asset)
  const amount = sumOf([arrives.amount, ...taken, ...later.map((fee) => negated(fee.amount))])
  if (amount === undefined || (compareDecimals(amount, '0') ?? -1) < 0) return undefined
  return { amount: withPlaces(amount, 2), asset }
}

/**
 * The stations of a wish with expected amounts: the amount less the fees of the last movement, at par.
 * @param amount a decimal; undefined while none is entered
 * @param last   the stations of the last movement that went the same way
 */
export function forecast(
  terms: RuleValues,
  amount: string | undefined,
  last: readonly Station[] | undefined,
): StationAhead[] {
  let arrives: Money | undefined = amount === undefined ? undefined : { amount, asset: terms.source_asset }
  return stationsAhead(terms).map(({ kind, name, asset }, at) => {
    const known = last?.[at]
    const fees = known && lastFees(known)
    const leaves: Money | undefined = arrives && fees && after(arrives, fees, asset)
    const station: StationAhead = {
      kind,
      name,
      ...(arrives && { in: arrives }),
      ...(fees && { fees }),
      ...(leaves && { out: leaves }),
    }
    arrives = leaves
    return station
  })
}

/**
 * The amount with which exactly `wanted` would arrive; undefined if nothing is taken, or it is not known what.
 * @param wanted the amount that is entered
 */
export function amountToSend(stations: readonly StationAhead[], wanted: string | undefined): string | undefined {
  const arrives = stations.at(-1)?.out
  if (wanted === undefined || !arrives || compareDecimals(arrives.amount, wanted) === 0) return undefined
  const sent = sumOf([wanted, wanted, negated(arrives.amount)])
  return sent && withPlaces(sent, 2)
}
