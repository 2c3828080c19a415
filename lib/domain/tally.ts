/** Counts what is open by name, such as connections by address. A name whose count is 0 takes no memory. */
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
