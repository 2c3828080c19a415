/** A movement of money as Mintdesk answers it: the provider's transfers, and what is known of them here. */

import type { Approval } from '../../api/approval'
import type { Intent } from '../../api/intents'
import type { MovementJoin } from '../../api/movement-links'
import type { Wait } from '../../api/waits'
import type { Json } from '../../domain/json'
import type { Ahead } from './ahead'
import type { NewMovement } from './input'
import type { MovementState, StationState } from './plans'
import type { Money, StationKind } from './stations'

/** Who said something, and when: RFC 3339 in UTC. */
export type Said = { person: string; at: string }

/** A movement that a person planned here. `sent`: that its wire was sent at the bank, which moves nothing here. */
export type PlannedMovement = NewMovement & Said & { id: string; withdrawn?: Said; sent?: Said }

/** When a plan's money counts as late; and, where enough earlier plans of its rule got theirs, how long that took, seconds. */
export type PlanDue = { at: string; usual?: number; count?: number }

/** What a person said a plan became. */
export type PlanJoin = Said & { plan: string; transfer: string }

/**
 * A plan after a change. `rule_request`: the request for the rule of a plan that was withdrawn, where it was not sent yet; if
 * it was not withdrawn with it, `reason` says why.
 */
export type ChangedPlan = PlannedMovement & { rule_request?: { id: string; is_withdrawn: boolean; reason?: string } }

/** A join that a person undid. */
export type UndoneJoin = MovementJoin & { undone: Said }

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
  | 'reason'
  | 'approval'
> & { by: 'memo' | 'address' | 'account' | 'profile' | 'reference' | 'metadata' | 'plan' | 'deposit' }

/** What earlier movements of the same kind took: seconds, and decimals as received. */
export type MovementComparison = {
  /** How many finished ones were compared, and when the first of them began. */
  count: number
  since: string
  /** Seconds from each station to the next, the middle of them: one less than there are stations. */
  gaps: number[]
  /** The same, the longest of them. */
  longest: number[]
  /** Seconds from the first station to the last, the middle of them. */
  whole: number
  /** The fees in all, of the movement with the least and of the one with the most. */
  fees: { asset: string; least: string; most: string }[]
}

/** A run of the same rule that no plan explains, or a wire that may be a deposit too: twice, or with another amount. */
export type UnplannedRun = Money & { transfer: string; at: string; status: string; memo?: string }

/**
 * Money that may be a plan's, as a person must say: it came `by` its rule, but fits other `plans` too, or without any of them
 * has another amount; or only its memo or its amount says so.
 */
export type Candidate = UnplannedRun & { by: 'rule' | 'memo' | 'amount'; plans?: PlannedMovement[] }

export type MovementAnswer = {
  /** The id of the plan, else of the first transfer; of a sandbox deposit whose wire has not come, its request's. */
  id: string
  plan?: PlannedMovement
  /** As the provider sent them, oldest first; none before the money of a plan has come. */
  transfers: Json[]
  joins: MovementJoin[]
  /** Those of its transfers, or of its plan, that a person undid. */
  undone?: UndoneJoin[]
  /** Of a plan whose money has not come, unless it has candidates by its rule. */
  due?: PlanDue
  /** Absent for those who may not read requests. */
  requests?: MovementRequest[]
  /** Of a plan: runs of its rule since then that belong to no plan; of a sandbox deposit, wires that it may be as well. */
  unplanned?: UnplannedRun[]
  /** What is still to come, where the rules that run are known. */
  ahead?: Ahead[]
  /** Of a plan whose money has not come. */
  candidates?: Candidate[]
  /** Plans that wait and that it fits, where it is none's: a person must say which. */
  fits?: PlannedMovement[]
  /** The person who joined it with its plan, if no rule has run with it. */
  unrun?: Said
  compared?: MovementComparison
  /** What came back of it, or was sent back, by transfers whose memos say so; and the transfer that it sends back itself. */
  returned?: Returned[]
  returns?: string
  /** Why there may be more transfers; absent if every one was read. */
  incomplete?: string
  /** How many calls to the provider it took. */
  calls: number
}

/** A transfer by which money was sent back. */
export type Returned = Money & { transfer: string; at: string; status: string }

/** A movement in a list. */
export type MovementRow = {
  /** Of its first transfer. */
  id: string
  /** Of the transfer that came last, by which the list is ordered. */
  newest: string
  /** `other` is the credit of a debit. */
  stops: { key: string; other?: string; kind: StationKind; state: StationState }[]
  /** What is still to come, for those who may know the rules. */
  ahead?: StationKind[]
  /** What a person must know first. */
  state: MovementState
  /** What its first station that waits does; absent if its rule has not run in time. */
  waits_for?: Wait
  /** What came from outside of it, and what left it or, once it has ended, is on a balance because of it. */
  in?: Money
  out?: Money
  /** The same of further assets. */
  in_also?: Money[]
  out_also?: Money[]
  /** Who joined its money with a plan, while no rule has run with it. */
  unrun?: Said
  /** What came back of it, or was sent back, by transfers whose memos say so. */
  returned?: Returned[]
  fees: Money[]
  /** Absent if it cannot be said; "0" if everything adds up. */
  unexplained?: string
  profile_id?: string
  memo?: string
  network?: string
  /** Of the first transfer. */
  type?: string
  /** The provider's times, as sent. */
  started?: string
  ended?: string
  /** How many transfers it has. */
  transfers: number
}

/**
 * A plan whose money has not come. `rule_state` is of the request that creates its rule, until the rule exists, and
 * `rule_approval` says who must approve that request. `has_candidates`: money came by its rule that fits other plans too.
 */
export type WaitingPlan = PlannedMovement & {
  due: PlanDue
  rule_state?: Intent['state'] | 'never-sent'
  rule_approval?: Approval
  has_candidates?: true
}

/** Of the first page, `waiting` are plans of the last 30 days whose money has not come; `unchecked` counts those of which it is not known. */
export type MovementPage = {
  movements: MovementRow[]
  waiting?: WaitingPlan[]
  unchecked?: number
  /** Why movements, or transfers of them, may be missing. */
  incomplete?: string
  next_page_cursor: string
}
