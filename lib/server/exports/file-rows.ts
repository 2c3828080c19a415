/** The rows of a file by the numbers of their ids, about 11 bytes each: which of them changed while it was made. */
import type { Given } from '../scans/catch-up'
import type { ListRow } from '../scans/page-rows'
import { rowNumber } from './part-buffer'

export class FileRows implements Given {
  readonly #since: number
  readonly #numbers: Float64Array
  /** Whether the row in the same place was found changed. */
  readonly #isChanged: Uint8Array
  /** Rows that were added to the file since, with the time of their last change. */
  readonly #added = new Map<number, number>()

  /** @param count rows of the file @param since when reading began: later changes count */
  constructor(count: number, since: number) {
    this.#since = since
    // A quarter of the places stays free, so that those of one row are few.
    const places = Math.ceil(count * 1.25) + 1
    this.#numbers = new Float64Array(places)
    this.#isChanged = new Uint8Array(places)
  }

  /** Adds rows of the file. */
  addNumbers(numbers: Iterable<number>): void {
    for (const number of numbers) this.#numbers[this.#placeOf(number)] = number || 1
  }

  /** Where a number is, or would be. */
  #placeOf(number: number): number {
    const sought = number || 1
    const { length } = this.#numbers
    for (let place = sought % length; ; place = (place + 1) % length) {
      const held = this.#numbers[place]
      if (held === sought || held === 0) return place
    }
  }

  stateOf(row: ListRow): 'new' | 'changed' | 'same' {
    const number = rowNumber(row)
    const updated = row.timeOf('updated')
    const before = this.#added.get(number)
    if (before !== undefined) return updated > before ? 'changed' : 'same'
    const place = this.#placeOf(number)
    if (this.#numbers[place] === 0) return 'new'
    return this.#isChanged[place] === 0 && updated >= this.#since ? 'changed' : 'same'
  }

  add(row: ListRow): void {
    const number = rowNumber(row)
    const place = this.#placeOf(number)
    if (this.#numbers[place] === 0) this.#added.set(number, row.timeOf('updated'))
    else this.#isChanged[place] = 1
  }
}
