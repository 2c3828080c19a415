/**
 * Decimal texts of any length, computed exactly, never as floats. Spec, "Conventions": amounts are JSON strings holding
 * decimal numbers.
 */

/** A number in units of its last decimal place: "12.50" is 1250 with 2 places. */
type Units = { units: bigint; places: number }

export function unitsOf(text: string): Units | undefined {
  const [, sign, whole, fraction] = /^(-?)(\d*)(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === undefined || (whole === '' && fraction === undefined)) return undefined
  const units = BigInt(`${whole}${fraction ?? ''}`)
  return { units: sign === '-' ? -units : units, places: fraction?.length ?? 0 }
}

export function textOf({ units, places }: Units): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  return `${units < 0n ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`
}

export const inPlaces = ({ units, places }: Units, wanted: number) =>
  wanted === places ? units : units * 10n ** BigInt(wanted - places)

/** A sum of decimal texts that grows by one after the other. */
export class DecimalSum {
  #sum: Units = { units: 0n, places: 0 }

  /** @returns false if the text is not a decimal, which is then not added */
  add(text: string): boolean {
    const next = unitsOf(text)
    if (!next) return false
    const places = Math.max(this.#sum.places, next.places)
    this.#sum = { units: inPlaces(this.#sum, places) + inPlaces(next, places), places }
    return true
  }

  /** With as many places as the longest text had; "0" without any. */
  toString(): string {
    return textOf(this.#sum)
  }
}

/** @returns the exact sum; undefined if a text is not a decimal */
export function sumOf(texts: readonly string[]): string | undefined {
  const sum = new DecimalSum()
  return texts.every((text) => sum.add(text)) ? sum.toString() : undefined
}

/** @returns the exact product; undefined if a text is not a decimal */
export function productOf(left: string, right: string): string | undefined {
  const [one, other] = [unitsOf(left), unitsOf(right)]
  return one && other && textOf({ units: one.units * other.units, places: one.places + other.places })
}

/** The nearest number with at most so many places, a half away from zero; the text itself if it is not a decimal. */
export function rounded(text: string, most: number): string {
  const read = unitsOf(text)
  if (!read || read.places <= most) return text
  const step = 10n ** BigInt(read.places - most)
  const half = read.units < 0n ? -step / 2n : step / 2n
  return textOf({ units: (read.units + half) / step, places: most })
}

/** The same number with at least so many places, and with no zero at its end beyond them. */
export function withPlaces(text: string, places: number): string {
  const read = unitsOf(text)
  if (!read) return text
  let { units, places: needed } = read
  while (needed > places && units % 10n === 0n) {
    units /= 10n
    needed -= 1
  }
  const most = Math.max(needed, places)
  return textOf({ units: inPlaces({ units, places: needed }, most), places: most })
}

/** The negated number; text that is not a decimal is returned unchanged. */
export function negated(text: string): string {
  const read = unitsOf(text)
  return read ? textOf({ units: -read.units, places: read.places }) : text
}

/** Compares for sorting; undefined if one is not a decimal. "1.0" equals "1". */
export function compareDecimals(left: string, right: string): number | undefined {
  const [one, other] = [unitsOf(left), unitsOf(right)]
  if (!one || !other) return undefined
  const places = Math.max(one.places, other.places)
  const difference = inPlaces(one, places) - inPlaces(other, places)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Of a negative number each digit is turned round, so that the largest is the first. */
const turned = (digits: string) => digits.replace(/\d/g, (digit) => String(9 - Number(digit)))

/**
 * A form of a decimal that sorts as the numbers do, in any collation, and keeps its places: 125.50 is `p00312550`, 3 being the
 * digits before its point. See `sortableBound` for what is equal.
 * @returns undefined if the text is not a decimal of at most 999 digits before its point
 */
export function sortableDecimal(text: string): string | undefined {
  const [, sign, written, fraction = ''] = /^(-?)(\d*)(?:\.(\d+))?$/.exec(text) ?? []
  if (written === undefined || (written === '' && fraction === '')) return undefined
  const whole = written.replace(/^0+/, '')
  if (whole.length > 999) return undefined
  const digits = String(whole.length).padStart(3, '0') + whole + fraction
  return sign === '' || /^0*$/.test(digits) ? `p${digits}` : `n${turned(digits)}z`
}

/** Zeros at the end of a fraction that a number is compared with at most. */
const mostZeros = 100

/** The lowest or the highest form of all that are equal to a number: they differ in zeros at their end. */
export function sortableBound(text: string, end: 'lowest' | 'highest'): string | undefined {
  const form = sortableDecimal(withPlaces(text, 0))
  if (form?.startsWith('n')) return end === 'lowest' ? `${form.slice(0, -1)}${'9'.repeat(mostZeros)}z` : form
  return form && (end === 'lowest' ? form : form + '0'.repeat(mostZeros))
}

/** The decimal of such a form. */
export function decimalOf(sortable: string): string {
  const isNegative = sortable.startsWith('n')
  const digits = isNegative ? turned(sortable.slice(1, -1)) : sortable.slice(1)
  const end = 3 + Number(digits.slice(0, 3))
  const [whole, fraction] = [digits.slice(3, end), digits.slice(end)]
  return `${isNegative ? '-' : ''}${whole || '0'}${fraction && `.${fraction}`}`
}

/** How many whole percent of an amount another one is, rounded down; undefined if that cannot be said. */
export function percentOf(part: string, whole: string): number | undefined {
  const [one, other] = [unitsOf(part), unitsOf(whole)]
  if (!one || !other || other.units <= 0n || one.units < 0n) return undefined
  const places = Math.max(one.places, other.places)
  return Number((inPlaces(one, places) * 100n) / inPlaces(other, places))
}

/** Adds thousands separators. The usual lookahead expression takes seconds for a very long number. */
export function grouped(digits: string): string {
  const first = digits.length % 3 || 3
  return [digits.slice(0, first), ...(digits.slice(first).match(/\d{3}/g) ?? [])].join(',')
}

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
