/** The log of the requests that truly arrived. */
import type { OperationName } from '../api/operations'

/** One request; `at` is RFC 3339 by the wall. `status` is undefined while it is answered. */
export type Arrival = {
  at: string
  request_id: string
  client_id: string
  method: string
  path: string
  operation?: OperationName | 'token'
  ref_id?: string
  status?: number
}

/** More than this are forgotten, the earliest first. */
const kept = 100_000

export class Requests {
  #arrivals: Arrival[] = []

  add(arrival: Arrival): Arrival {
    if (this.#arrivals.length >= kept) this.#arrivals = this.#arrivals.slice(kept / 10)
    this.#arrivals.push(arrival)
    return arrival
  }

  all(): readonly Arrival[] {
    return this.#arrivals
  }

  clear(): void {
    this.#arrivals = []
  }
}
