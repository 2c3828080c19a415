/** A movement of money as Mintdesk answers it: the provider's transfers, and what is known of them here. */
import type { Json } from '../../../domain/json'
import type { Intent } from '../intents'
import type { Ahead } from './ahead'
import type { MovementJoin } from './matching'
import type { NewMovement } from './movement-input'
import type { Money, StationKind, StationState } from './stations'

/** The wishes with which a movement begins. */
export const wishKinds = ['mint', 'redeem', 'convert', 'pay-out'] as const
export type WishKind = (typeof wishKinds)[number]

/** A movement that a person planned here. */
export type PlannedMovement = NewMovement & { id: string; person: string; at: string }

/** A request made here that belongs to a movement, and what shows it. */
export type MovementRequest = Pick<
  Intent,
  | 'id'
  | 'operation'
  | 'state'
  | 'summary'
  | 'person'
  | 'created_at'
  | 'record_id'
  | 'record_name'
  | 'record_status'
  | 'route'
> & { by: 'memo' | 'address' | 'account' | 'reference' | 'metadata' | 'plan' | 'deposit' }

/** What earlier movements of the same kind took: seconds, and decimals as received. */
export type MovementComparison = {
  /** How many finished ones were compared, and when the first of them began. */
  count: number
  since: string
  /** Seconds from each station to the next, the middle of them: one less than there are stations. */
  gaps: number[]
  /** Seconds from the first station to the last, the middle of them. */
  whole: number
  /** The fees in all, of the movement with the least and of the one with the most. */
  fees: { asset: string; least: string; most: string }[]
}

/** A run of the same rule that no plan explains, or a wire that may be a deposit too: twice, or with another amount. */
export type UnplannedRun = Money & { transfer: string; at: string; status: string }

export type MovementAnswer = {
  /** The id of the plan, else of the first transfer; of a sandbox deposit whose wire has not come, its request's. */
  id: string
  plan?: PlannedMovement
  /** As the provider sent them, oldest first; none before the money of a plan has come. */
  transfers: Json[]
  joins: MovementJoin[]
  /** Absent for those who may not read requests. */
  requests?: MovementRequest[]
  /** Of a plan: runs of its rule since then that belong to no plan; of a sandbox deposit, wires that it may be as well. */
  unplanned?: UnplannedRun[]
  /** What is still to come, where the rules that run are known. */
  ahead?: Ahead[]
  compared?: MovementComparison
  /** Why there may be more transfers; absent if every one was read. */
  incomplete?: string
  /** How many calls to the provider it took. */
  calls: number
}

/** A movement in a list. */
export type MovementRow = {
  /** Of its first transfer. */
  id: string
  /** Of the transfer that came last, by which the list is ordered. */
  newest: string
  stops: { kind: StationKind; state: StationState }[]
  /** The worst of its stations: what a person must know first. */
  state: StationState
  in?: Money
  out?: Money
  fees: Money[]
  /** Absent if it cannot be said; "0" if everything adds up. */
  unexplained?: string
  profile_id?: string
  memo?: string
  network?: string
  /** The provider's times, as sent. */
  started?: string
  ended?: string
  /** How many transfers it has. */
  transfers: number
}

export type MovementPage = { movements: MovementRow[]; next_page_cursor: string }
