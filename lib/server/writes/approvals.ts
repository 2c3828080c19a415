/** What the ledger asks of approvals. lib/features/approvals answers it, and the wiring hands it over. */
import type { Kysely } from 'kysely'
import type { Approval, ApprovalFacts, DecisionKind, Requirement } from '../../api/approval'
import type { IntentTable, Tables } from '../../database/tables'
import type { IntentRows, ReadIntent } from './rows'

/** An intent before it is sent. */
export type Weighed = Pick<IntentTable, 'id' | 'environment' | 'client_id' | 'operation' | 'subject'> & {
  path: Record<string, string>
  body: unknown
}

/** What of an intent a person's roles are compared with. */
export type WeighedContent = Pick<Weighed, 'operation' | 'subject' | 'path' | 'body'>

/** What stands of a request's approval: `mayBeSent` by who approved it, and what they may now. */
type Standing = {
  state: { state: 'waiting' | 'approved' | 'declined' | 'expired' }
  waiting: { decisions: readonly { subject: string; kind: DecisionKind; digest: string }[] }
  mayBeSent: boolean
}

/** `Needed` is what a request waits for, as approvals keep it. Times are microseconds by the clock of the database. */
export interface Approvals<Needed extends object = object> {
  /** Whether a company narrows roles. */
  readonly hasOwnRoles: boolean
  /** The version of the active policy; null without one. */
  activeVersion(): Promise<number | null>
  /** Weighs an intent in the transaction that records it. @param kept what an earlier version asked for */
  weigh(
    within: Kysely<Tables>,
    intent: Weighed,
    now: number,
    kept?: Needed,
  ): Promise<{ version: number | null; requirements: Requirement[]; approveBy?: number; neededId?: string }>
  /** Undefined if a request waits for nothing, or that is not what its row names. */
  neededBy(within: Kysely<Tables>, row: Pick<IntentTable, 'id' | 'needed_id'>): Promise<Needed | undefined>
  /** @throws ProblemError 403 if an intent goes beyond what the roles of its person allow now */
  requireWithin(within: Kysely<Tables>, content: WeighedContent): Promise<void>
  /** Undefined if it waits for nothing. */
  stateOf(within: Kysely<Tables>, row: IntentTable, now: number): Promise<Standing | undefined>
  mayDecide(within: Kysely<Tables>, standing: Standing, subject: string, now: number): Promise<boolean>
  /** What rows show of their approval; those that nobody had to approve are left out. */
  shown(rows: readonly ReadIntent[], subject: string, isDetailed?: boolean): Promise<Map<string, Approval>>
  /** Undefined if the request can no longer be read. */
  facts(rows: IntentRows, row: ReadIntent): Promise<ApprovalFacts | undefined>
}
