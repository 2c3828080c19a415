/** A sum of decimal texts of any length that grows by one after the other, computed exactly. */
import { inPlaces, textOf, type Units, unitsOf } from './decimals'

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
