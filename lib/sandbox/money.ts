/** Amounts in whole units of the smallest denomination, so that totals are exact. */

/** Decimal places of an asset, and the fraction digits that its amounts show at least. */
export type Asset = { name: string; scale: number; minimumDigits: number; cents: bigint }

const asset = (name: string, scale: number, minimumDigits: number, cents: bigint): Asset => ({
  name,
  scale,
  minimumDigits,
  cents,
})

/** `cents` is a plausible price of one unit in US cents. */
export const assets = {
  USD: asset('USD', 2, 2, 100n),
  USDC: asset('USDC', 6, 2, 100n),
  USDG: asset('USDG', 6, 2, 100n),
  PYUSD: asset('PYUSD', 6, 2, 100n),
  USDP: asset('USDP', 6, 2, 100n),
  BTC: asset('BTC', 8, 0, 9_412_350n),
  ETH: asset('ETH', 18, 0, 341_275n),
  LTC: asset('LTC', 8, 0, 8_744n),
  BCH: asset('BCH', 8, 0, 48_920n),
  SOL: asset('SOL', 9, 0, 15_836n),
  XLM: asset('XLM', 7, 0, 27n),
  EUR: asset('EUR', 2, 2, 115n),
  SGD: asset('SGD', 2, 2, 77n),
  PAXG: asset('PAXG', 18, 0, 408_640n),
  LINK: asset('LINK', 18, 0, 1_842n),
  MATIC: asset('MATIC', 18, 0, 42n),
  AAVE: asset('AAVE', 18, 0, 21_735n),
  UNI: asset('UNI', 18, 0, 918n),
} as const satisfies Record<string, Asset>
export type AssetName = keyof typeof assets

const powers = Array.from({ length: 40 }, (_, exponent) => 10n ** BigInt(exponent))
/** Ten to a power from 0 to 39. */
export const tenTo = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent)

/**
 * Units as a decimal number: 1250000000 of scale 6 is "1250.00" with at least two fraction digits.
 * @param least minimum fraction digits
 */
export function decimalOf(units: bigint, scale: number, least: number): string {
  const sign = units < 0n ? '-' : ''
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  let end = scale
  const fraction = digits.slice(digits.length - scale)
  while (end > least && fraction[end - 1] === '0') end--
  return end === 0 ? `${sign}${whole}` : `${sign}${whole}.${fraction.slice(0, end)}`
}

/**
 * A decimal number as units of a scale.
 * @param text digits with at most one point, of any length
 * @returns undefined if it has more significant digits than the scale
 */
export function unitsOf(text: string, scale: number): bigint | undefined {
  const [whole = '', fraction = ''] = text.split('.')
  if (!/^0*$/.test(fraction.slice(scale))) return undefined
  return BigInt(whole + fraction.slice(0, scale).padEnd(scale, '0'))
}

/** Divides, rounding up; both are positive or zero. */
export const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

/** Divides, rounding halves away from zero; `divisor` is positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = divisor / 2n
  return dividend < 0n ? -((-dividend + half) / divisor) : (dividend + half) / divisor
}

/** Units of an asset worth so many US cents. */
export const unitsWorth = (cents: bigint, { scale, cents: price }: Asset): bigint => (cents * tenTo(scale)) / price

/** Value of units of an asset in US cents. */
export const centsOf = (units: bigint, { scale, cents: price }: Asset): bigint =>
  divideRounded(units * price, tenTo(scale))
