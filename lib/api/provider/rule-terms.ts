/** What rules convert, without the schemas, which pages do not load: spec, "Orchestration rule". */

export const ruleAssets = ['USDG', 'PYUSD', 'USDP', 'USDC', 'USD'] as const
