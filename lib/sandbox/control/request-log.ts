/** The log of the requests that truly arrived, by clients that are known; without any body, header or secret. */

import type { Delivery } from '../wire'
import type { StressTarget } from './stress-settings'

/** One request; `at` is RFC 3339 by the wall. `status` and `left` are undefined while it is answered. */
export type Arrival = {
  at: string
  request_id: string
  client_id: string
  method: string
  path: string
  operation: StressTarget
  ref_id?: string
  status?: number
  /** Whether the answer left whole, not at all, or broken off. */
  left?: Delivery
}

/** More requests than this are forgotten, the earliest first. */
const kept = 100_000
/** A path can be long: so many characters of paths are kept in all. */
const keptCharacters = 16_000_000

export class RequestLog {
  #arrivals: Arrival[] = []
  #characters = 0
  #forgotten = 0

  add(arrival: Arrival): Arrival {
    if (this.#arrivals.length >= kept || this.#characters > keptCharacters) this.#forget()
    this.#arrivals.push(arrival)
    this.#characters += arrival.path.length
    return arrival
  }

  #forget(): void {
    const share = Math.ceil(this.#arrivals.length / 10)
    for (const { path } of this.#arrivals.slice(0, share)) this.#characters -= path.length
    this.#arrivals = this.#arrivals.slice(share)
    this.#forgotten += share
  }

  /** In the order in which they came. */
  all(): readonly Arrival[] {
    return this.#arrivals
  }

  /** How many earlier ones are not kept any more. */
  get forgotten(): number {
    return this.#forgotten
  }

  clear(): void {
    this.#arrivals = []
    this.#characters = 0
    this.#forgotten = 0
  }
}
