/** The lines of a text that comes in pieces, whatever ends them. */
import { StatementRefused } from './statement'

/** No line of these formats is nearly as long. */
const longestLine = 64 * 1_024

export class PhysicalLines {
  #rest = ''
  #number = 0
  /** @param take a line without its end, and its number from 1 */
  constructor(private readonly take: (line: string, number: number) => void) {}

  write(text: string): void {
    // A pair of characters that ends one line may be cut in the middle.
    const whole = this.#rest + text
    const isCut = whole.endsWith('\r')
    const lines = (isCut ? whole.slice(0, -1) : whole).split(/\r\n?|\n/)
    this.#rest = (lines.pop() ?? '') + (isCut ? '\r' : '')
    for (const line of lines) this.#give(line)
    if (this.#rest.length > longestLine) this.#give(this.#rest)
  }

  end(): void {
    const last = this.#rest.replace(/\r$/, '')
    this.#rest = ''
    if (last !== '') this.#give(last)
  }

  /** The number of the last line. */
  get number(): number {
    return this.#number
  }

  #give(line: string): void {
    this.#number += 1
    if (line.length > longestLine)
      throw new StatementRefused('The line is longer than any of this format.', this.#number)
    this.take(line, this.#number)
  }
}
