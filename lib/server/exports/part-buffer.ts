/** The lines of a file that are not stored yet, cut into parts where work can go on after a crash. */
import type { ListRow } from '../scans/page-rows'
import type { NewPart } from './jobs'

/** Times of lines that are part of the file's beginning. */
const always = Number.POSITIVE_INFINITY

/** A number of 53 bits for a text (cyrb53): two of a million texts are equal with a chance of 1 in 18,000. */
export function textNumber(text: string): number {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909)
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return 4294967296 * (2097151 & other) + (one >>> 0)
}

/** By which a row is known again. */
export const rowNumber = (row: ListRow): number => textNumber(row.id ?? row.text)

/** Bytes with which a buffer begins. */
const smallest = 64 * 1024

/** Lines of a file in UTF-8. The text of a part is valid until the next but one is taken, because its memory is used again. */
export class PartBuffer {
  #bytes = Buffer.allocUnsafeSlow(smallest)
  #spare = Buffer.alloc(0)
  #length = 0
  /** Where each line ends. */
  #ends: number[] = []
  #times: number[] = []
  #hashes: number[] = []
  #number: number

  /** @param number of the first part */
  constructor(number: number) {
    this.#number = number
  }

  /** Bytes. */
  get length(): number {
    return this.#length
  }

  get rows(): number {
    return this.#hashes.length
  }

  addHead(head: string): void {
    if (head !== '') this.#add(head, always)
  }

  /** @param time by which rows are ordered, in milliseconds since 1970; NaN if it is not known */
  add(row: ListRow, line: string, time = row.createdAt): void {
    this.#hashes.push(rowNumber(row))
    this.#add(line, time)
  }

  #add(line: string, time: number): void {
    // A character is three bytes at most.
    this.#reserve(3 * line.length)
    this.#length += this.#bytes.write(line, this.#length, 'utf8')
    this.#ends.push(this.#length)
    this.#times.push(time)
  }

  #reserve(more: number): void {
    const needed = this.#length + more
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }

  /**
   * Takes the lines of `completeFrom` and later, after which work can go on. If these are few, because the
   * walk is serial or very many rows have one second, all lines are taken, and a crash costs this part.
   * @param isLast takes all of them in any case
   * @returns undefined if there are none
   */
  take(completeFrom: number, read: number, isLast: boolean): NewPart | undefined {
    const count = this.#ends.length
    const end = this.#times.findIndex((time) => !(time >= completeFrom))
    const whole = isLast || end < 0
    const cut = whole ? count : end
    const isMost = whole || cut > count / 2
    const taken = isMost ? cut : count
    if (taken === 0 && !isLast) return undefined
    const heads = this.#times[0] === always && taken > 0 ? 1 : 0
    const bytes = this.#ends[taken - 1] ?? 0
    const part: NewPart = {
      number: this.#number,
      row_count: taken - heads,
      read_count: read,
      bytes,
      resume_ms: isMost ? completeFrom : null,
      text: this.#bytes.subarray(0, bytes),
      hashes: Float64Array.from(this.#hashes.slice(0, taken - heads)),
    }
    const rest = this.#bytes.subarray(bytes, this.#length)
    const next = this.#spare.length >= rest.length ? this.#spare : Buffer.allocUnsafeSlow(this.#bytes.length)
    next.set(rest)
    this.#spare = this.#bytes
    this.#bytes = next
    this.#number += 1
    this.#length = rest.length
    this.#ends = this.#ends.slice(taken).map((place) => place - bytes)
    this.#times = this.#times.slice(taken)
    this.#hashes = this.#hashes.slice(taken - heads)
    return part
  }
}
