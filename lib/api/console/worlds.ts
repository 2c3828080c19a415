/** Worlds of visitors: the links by which colleagues join one. */
import type { DefaultRole } from '../roles'

/** A link into a world. Its token is shown once, when it is made. */
export type WorldLink = {
  id: string
  /** What a colleague who joins by it can do. */
  role: DefaultRole
  /** Who made it. */
  by: string
  made_at: string
  ends_at: string
  /** When somebody last joined by it. */
  used_at?: string
}

/** What a link opens, for who has not joined yet. */
export type OfferedWorld = {
  role: DefaultRole
  ends_at: string
  /** Where this browser is now: in that world, in another one, or in none. */
  place: 'here' | 'elsewhere' | 'nowhere'
}
