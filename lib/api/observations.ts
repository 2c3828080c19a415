/** What Mintdesk has seen of a transfer (`GET /api/{environment}/transfers/{id}/observed`). Times are RFC 3339 in UTC. */

/** A status that the provider reported, with when it was first seen here. */
export type ObservedState = {
  status: string
  secondary_status?: string
  /** The transfer's own time, as the provider sent it. */
  updated_at?: string
  seen_at: string
}

/** Another destination that a person could take for the transfer's own. */
export type SimilarAddress = {
  address: string
  /** How many transfers went to it, as far as seen here. */
  transfers: number
  last_seen_at: string
}

export type TransferObservations = {
  /** In the order in which they were seen; none if the transfer was never seen. */
  states: ObservedState[]
  /** Absent if the transfer has no destination address, or was never seen. */
  destination?: {
    /** How many other transfers went to the same address, as far as seen here; at most 1,000 are counted. */
    other_transfers: number
    /** Other addresses with the same first and last four characters, the most used first; at most 10. */
    look_alikes: SimilarAddress[]
  }
}
