/** How many there are of each name now, such as connections of an address. Names of which there are none take no room. */
export class Tally {
  readonly #counts = new Map<string, number>()
  #total = 0

  get total(): number {
    return this.#total
  }

  of = (name: string): number => this.#counts.get(name) ?? 0

  add(name: string, change = 1): void {
    const count = this.of(name) + change
    this.#total += change
    if (count > 0) this.#counts.set(name, count)
    else this.#counts.delete(name)
  }
}
