/** Worlds of visitors: what can be asked of them below `/api/worlds`, and the links by which colleagues join one. */
import type { DefaultRole } from '../../provider/roles'

type WorldRow = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Below `/api/worlds`. */
  path: string
  /** Who joined by a link may, too. */
  isForGuests?: true
} & (
  | {
      /** What it did, for the audit log of the world. */
      done: string
      isRead?: undefined
    }
  | {
      /** It changes nothing. */
      isRead: true
      done?: undefined
    }
)

/** What leads into a world. */
export const outsideWorld = {
  startWorld: { method: 'POST', path: '', done: 'Started a demo' },
  previewLink: { method: 'POST', path: 'links/preview', isRead: true },
  joinWorld: { method: 'POST', path: 'links/join', done: 'Joined a demo by a link' },
} as const satisfies Record<string, WorldRow>

/** What is asked for in a world. */
export const insideWorld = {
  switchRole: { method: 'POST', path: 'role', done: 'Switched the role in a demo' },
  resetWorld: { method: 'POST', path: 'reset', done: 'Started a demo over' },
  listOthers: { method: 'GET', path: '', isRead: true },
  listLinks: { method: 'GET', path: 'links', isRead: true },
  makeLink: { method: 'POST', path: 'links', done: 'Made a link into a demo' },
  revokeLink: { method: 'POST', path: 'links/revoke', done: 'Revoked a link into a demo' },
  leaveWorld: { method: 'DELETE', path: '', done: 'Left a demo, or ended it', isForGuests: true },
} as const satisfies Record<string, WorldRow>

export type WorldOperation = keyof typeof outsideWorld | keyof typeof insideWorld
export const worldOperations: Readonly<Record<WorldOperation, WorldRow>> = { ...outsideWorld, ...insideWorld }
export const worldOperationNames = Object.keys(worldOperations) as WorldOperation[]

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
