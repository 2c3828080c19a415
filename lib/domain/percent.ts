import { inPlaces, textOf, unitsOf } from './decimals'

/**
 * How far a number is from another, in percent of the other: "-98.90". Rounded to two places, so for reading only.
 * @returns undefined if a text is not a decimal, or the other number is not above zero
 */
export function percentFrom(text: string, other: string): string | undefined {
  const [one, base] = [unitsOf(text), unitsOf(other)]
  if (!one || !base || base.units <= 0n) return undefined
  const places = Math.max(one.places, base.places)
  const whole = inPlaces(base, places)
  const difference = (inPlaces(one, places) - whole) * 10_000n
  const half = difference < 0n ? -whole : whole
  return textOf({ units: (2n * difference + half) / (2n * whole), places: 2 })
}
