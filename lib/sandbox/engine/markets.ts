/** What trades against what, and how its price behaves. The spec names the markets only; all figures here are ours. */
import type { Market } from '../../api/orders'
import type { AssetName } from '../money'

/** A market; prices are whole ticks, the smallest step of a price. */
export type MarketTerms = {
  /** What is bought and sold. */
  base: AssetName
  /** What it is paid in. */
  quote: AssetName
  /** Fraction digits of a price: one tick is 10 to the power of −scale. */
  scale: number
  /** Ticks of the price that the walk keeps coming back to: what money.ts says one of the base is worth. */
  middle: number
  /** Ticks that the mid price may stray from the middle to either side; below 2^23, so that the walk stays exact. */
  reach: number
  /** Ticks from the mid price to the bid and to the ask. */
  halfSpread: number
  /** Which walk it follows, any 32-bit number: markets of one base share it, so that its price in EUR follows that in USD. */
  walk: number
}

export const marketTerms = {
  BTCUSD: { base: 'BTC', quote: 'USD', scale: 2, middle: 9_412_350, reach: 3_764_940, halfSpread: 250, walk: 1 },
  BTCEUR: { base: 'BTC', quote: 'EUR', scale: 2, middle: 8_184_652, reach: 3_273_861, halfSpread: 290, walk: 1 },
  BTCSGD: { base: 'BTC', quote: 'SGD', scale: 2, middle: 12_223_831, reach: 4_889_532, halfSpread: 520, walk: 1 },
  ETHUSD: { base: 'ETH', quote: 'USD', scale: 2, middle: 341_275, reach: 153_574, halfSpread: 12, walk: 2 },
  ETHEUR: { base: 'ETH', quote: 'EUR', scale: 2, middle: 296_761, reach: 133_542, halfSpread: 14, walk: 2 },
  ETHSGD: { base: 'ETH', quote: 'SGD', scale: 2, middle: 443_214, reach: 199_446, halfSpread: 24, walk: 2 },
  PAXGUSD: { base: 'PAXG', quote: 'USD', scale: 2, middle: 408_640, reach: 61_296, halfSpread: 45, walk: 3 },
  BCHUSD: { base: 'BCH', quote: 'USD', scale: 2, middle: 48_920, reach: 22_014, halfSpread: 4, walk: 4 },
  LTCUSD: { base: 'LTC', quote: 'USD', scale: 2, middle: 8_744, reach: 3_935, halfSpread: 1, walk: 5 },
  // A coin of one dollar: bid and ask never leave 0.9990 to 1.0010.
  USDPUSD: { base: 'USDP', quote: 'USD', scale: 4, middle: 10_000, reach: 9, halfSpread: 1, walk: 6 },
  LINKUSD: { base: 'LINK', quote: 'USD', scale: 4, middle: 184_200, reach: 92_100, halfSpread: 90, walk: 7 },
  MATICUSD: { base: 'MATIC', quote: 'USD', scale: 4, middle: 4_200, reach: 2_100, halfSpread: 3, walk: 8 },
  AAVEUSD: { base: 'AAVE', quote: 'USD', scale: 2, middle: 21_735, reach: 10_868, halfSpread: 11, walk: 9 },
  UNIUSD: { base: 'UNI', quote: 'USD', scale: 4, middle: 91_800, reach: 45_900, halfSpread: 50, walk: 10 },
} as const satisfies Record<Market, MarketTerms>
