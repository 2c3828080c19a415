/** A page of a list as Mintdesk's own database has it (`POST /api/{environment}/records/{list}`), by any filters. */
import type { Json } from '../domain/json'

/**
 * Which records of a list Mintdesk has in its own database: all that were created since a time, or ever, with every change
 * until another; ms since 1970. `isReading`: those from before are still being read; without it they are no longer kept.
 */
export type RecordsExtent = { since?: number; isReading?: true; until: number }

export type RecordsPage = {
  /** As the provider sent them. */
  rows: Json[]
  /** Empty on the last page. */
  next_page_cursor: string
  /** How many records match, or that more than these do; absent if they could not be counted in time. */
  count?: number
  is_more?: true
  /** The moment by which the filters were judged: milliseconds since 1970, by the provider's clock. */
  now: number
  /** Absent if none were read yet. */
  extent?: RecordsExtent
}

/** Transfers and requests that one result of a look-up lists at most. */
export const maximumMatches = 10
