/** A log of the requests that arrived from known clients, without bodies, headers and secrets. */

import type { Delivery } from '../wire'
import type { StressTarget } from './stress-settings'

/** A request; `at` is RFC 3339 by the wall clock. `status` and `left` are undefined until it is answered. */
export type LoggedRequest = {
  at: string
  request_id: string
  client_id: string
  method: string
  path: string
  operation: StressTarget
  ref_id?: string
  status?: number
  /** Whether the answer was delivered whole, not at all, or cut. */
  left?: Delivery
}

/** Maximum entries; the oldest are dropped. */
const kept = 100_000
/** Maximum characters of all paths, because a path can be long. */
const keptCharacters = 16_000_000

export class RequestLog {
  #arrivals: LoggedRequest[] = []
  #characters = 0
  #forgotten = 0

  add(arrival: LoggedRequest): LoggedRequest {
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

  /** In order of arrival. */
  all(): readonly LoggedRequest[] {
    return this.#arrivals
  }

  /** Number of dropped entries. */
  get forgotten(): number {
    return this.#forgotten
  }

  clear(): void {
    this.#arrivals = []
    this.#characters = 0
    this.#forgotten = 0
  }
}
