/** What the rows of a range add up to, in exact decimals, row by row: none is kept. */

import { crossesBorder } from '../../../api/movement-links'
import { compareDecimals, DecimalSum, decimalOf, negated } from '../../../domain/decimals'
import type { Json } from '../../../domain/json'
import { percentile } from '../../../domain/percentile'
import type { SettledFacts, TransferFacts } from '../../../server/records/record-list'
import type { ProfileFigures, QuoteFigures, SettleTimes, Side, SideSums, TransferFigures } from '../interface'

/** Profiles that are named. */
const mostProfiles = 10

/** Texts, and numbers as their text. */
const textOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '')

/** Sums by asset and side. */
class AssetSums {
  readonly #sums = new Map<string, { credit: DecimalSum; debit: DecimalSum; count: number }>()

  add(asset: string, side: Side, amount: string): void {
    const known = this.#sums.get(asset) ?? { credit: new DecimalSum(), debit: new DecimalSum(), count: 0 }
    known[side].add(amount)
    known.count += 1
    this.#sums.set(asset, known)
  }

  /** Most first. */
  figures(): [string, SideSums][] {
    return [...this.#sums]
      .map(([asset, { credit, debit, count }]): [string, SideSums] => [
        asset,
        { credit: `${credit}`, debit: `${debit}`, count },
      ])
      .sort(([one, { count }], [other, { count: others }]) => others - count || (one < other ? -1 : 1))
  }
}

/** Durations in milliseconds: 8 bytes each. */
class Durations {
  #values = new Float64Array(64)
  #size = 0

  add(millis: number): void {
    if (this.#size === this.#values.length) {
      const larger = new Float64Array(2 * this.#size)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#size] = millis
    this.#size += 1
  }

  figures(): Pick<SettleTimes, 'timed' | 'median' | 'p95'> {
    const sorted = this.#values.slice(0, this.#size).sort()
    return { timed: this.#size, median: percentile(sorted, 0.5), p95: percentile(sorted, 0.95) }
  }
}

/** The member of a map, made when it is first asked for. */
function memberOf<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key) ?? make()
  map.set(key, known)
  return known
}

/** How long completed transfers of each type and network took. */
export class SettledTimes {
  readonly #kinds = new Map<string, { type: string; network: string; count: number; durations: Durations }>()

  add({ type, network: sent, created_at, updated_at }: SettledFacts): void {
    if (type === null) return
    const network = sent ?? ''
    const known = memberOf(this.#kinds, `${type} ${network}`, () => ({
      type,
      network,
      count: 0,
      durations: new Durations(),
    }))
    known.count += 1
    const millis = Date.parse(updated_at) - Date.parse(created_at)
    // NaN is neither.
    if (millis >= 0) known.durations.add(millis)
  }

  figures(): SettleTimes[] {
    return [...this.#kinds.values()]
      .map(({ durations, ...kind }) => ({ ...kind, ...durations.figures() }))
      .sort((one, other) => other.count - one.count || (one.type < other.type ? -1 : 1))
  }
}

const sides: Record<string, Side> = { CREDIT: 'credit', DEBIT: 'debit' }

export class TransferTotals {
  readonly #byStatus = new Map<string, number>()
  readonly #all = new AssetSums()
  /** "" is none. */
  readonly #flowTypes = new Set<string>()
  readonly #movedTypes = new Set<string>()
  readonly #byPeriod = new Map<number, AssetSums>()
  readonly #settled = new SettledTimes()
  readonly #profiles = new Map<string, { count: number; sums: AssetSums }>()
  #count = 0
  #moved = 0
  #incomplete = 0

  /** @param starts the first moments of the periods, oldest first */
  constructor(private readonly starts: readonly number[]) {}

  add(transfer: TransferFacts): void {
    const { status } = transfer
    const createdAt = Date.parse(transfer.created_at)
    this.#count += 1
    this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + 1)
    if (status !== 'COMPLETED') return
    const profile = transfer.profile_id ?? ''
    const ofProfile = memberOf(this.#profiles, profile, () => ({ count: 0, sums: new AssetSums() }))
    ofProfile.count += 1
    this.#settled.add(transfer)
    const { asset, type } = transfer
    if (!crossesBorder(type, transfer.is_paired !== 0)) {
      this.#moved += 1
      this.#movedTypes.add(type ?? '')
      return
    }
    this.#flowTypes.add(type ?? '')
    const side = sides[transfer.direction ?? '']
    if (asset === null || !side || transfer.amount === null) {
      this.#incomplete += 1
      return
    }
    const amount = decimalOf(transfer.amount)
    const period = memberOf(this.#byPeriod, this.#periodAt(createdAt), () => new AssetSums())
    for (const sums of [this.#all, period, ofProfile.sums]) sums.add(asset, side, amount)
  }

  /** The last period that starts at or before a time. */
  #periodAt(time: number): number {
    let [low, high] = [0, this.starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.starts[middle] ?? 0) <= time) low = middle
      else high = middle
    }
    return this.starts[low] ?? 0
  }

  #topProfiles(): ProfileFigures[] {
    return [...this.#profiles]
      .filter(([profile]) => profile !== '')
      .sort(([one, { count }], [other, { count: others }]) => others - count || (one < other ? -1 : 1))
      .slice(0, mostProfiles)
      .map(([profile, { count, sums }]) => ({ profile, count, byAsset: sums.figures() }))
  }

  figures(): TransferFigures {
    const flowTypes = [...this.#flowTypes]
    const isList = flowTypes.every((type) => type !== '' && !this.#movedTypes.has(type))
    const listedBy = this.#moved === 0 ? [] : isList ? flowTypes : undefined
    return {
      count: this.#count,
      moved: this.#moved,
      ...(listedBy && { flowTypes: listedBy }),
      byStatus: [...this.#byStatus].sort(([, one], [, other]) => other - one),
      byAsset: this.#all.figures(),
      byPeriod: [...this.#byPeriod]
        .sort(([one], [other]) => one - other)
        .map(([start, sums]) => ({ start, byAsset: sums.figures() })),
      settleTimes: this.#settled.figures(),
      topProfiles: this.#topProfiles(),
      profiles: this.#profiles.size - (this.#profiles.has('') ? 1 : 0),
      incomplete: this.#incomplete,
    }
  }
}

/** Complete issuer quotes; the spec does not say what the sign of their tokens means. */
export class QuoteTotals {
  readonly #sums = new AssetSums()
  #count = 0
  #incomplete = 0

  add(quote: Json): void {
    // A provider that ignores the filter sends the others too.
    if (textOf(quote.status) !== 'COMPLETE') return
    this.#count += 1
    const [asset, tokens] = [textOf(quote.asset_type), textOf(quote.token_principal)]
    const sign = compareDecimals(tokens, '0')
    if (asset === '' || sign === undefined) this.#incomplete += 1
    else this.#sums.add(asset, sign < 0 ? 'debit' : 'credit', sign < 0 ? negated(tokens) : tokens)
  }

  figures(): QuoteFigures {
    return { count: this.#count, byAsset: this.#sums.figures(), incomplete: this.#incomplete }
  }
}
