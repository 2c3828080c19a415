/** What rules convert, without the schemas, which pages do not load: spec, "Orchestration rule". */

export const ruleAssets = ['USDG', 'PYUSD', 'USDP', 'USDC', 'USD'] as const

/** A currency and the stablecoins that stand for it. */
const currencies: readonly (readonly string[])[] = [['USD', 'USDC', 'USDG', 'USDP', 'PYUSD']]

/** The other assets of an asset's currency; [] if there are none. */
export const assetsLike = (asset: string): string[] =>
  currencies.filter((assets) => assets.includes(asset)).flatMap((assets) => assets.filter((one) => one !== asset))
