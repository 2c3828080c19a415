/** Issuer quotes by the sign of `token_principal`: the spec does not state what it means, so only the sign is told. */
import { compareDecimals, negated, sumOf } from '@/lib/api/decimals'
import type { QuoteEntry } from './entries'

/** Exact sums of an asset, both without a sign. */
export type Minted = { asset: string; above: string; below: string; quotes: number }

/** Sums COMPLETE quotes by asset, most quotes first; `incomplete` lack an asset or a decimal. */
export function mintedOf(entries: readonly QuoteEntry[]): { assets: Minted[]; quotes: number; incomplete: number } {
  const byAsset = new Map<string, { above: string[]; below: string[] }>()
  let quotes = 0
  let incomplete = 0
  for (const { asset, status, tokens } of entries) {
    if (status !== 'COMPLETE') continue
    quotes += 1
    const sign = tokens === undefined ? undefined : compareDecimals(tokens, '0')
    if (!asset || tokens === undefined || sign === undefined) {
      incomplete += 1
      continue
    }
    const known = byAsset.get(asset) ?? { above: [], below: [] }
    byAsset.set(asset, known)
    if (sign < 0) known.below.push(negated(tokens))
    else known.above.push(tokens)
  }
  const assets = [...byAsset]
    .map(([asset, { above, below }]) => ({
      asset,
      above: sumOf(above) ?? '',
      below: sumOf(below) ?? '',
      quotes: above.length + below.length,
    }))
    .sort((one, other) => other.quotes - one.quotes || (one.asset < other.asset ? -1 : 1))
  return { assets, quotes, incomplete }
}
