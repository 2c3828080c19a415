/** Held copies: a database that was restored, and sends nothing until a person has reconciled it. Times are RFC 3339 in UTC. */
import type { Environment } from '../environments'
import type { OperationName, WriteName } from '../provider/operations'
import type { Role } from '../roles'
import type { IntentState } from './intents'

/** `restored`: by `npm run restore`; `declared`: by `npm run hold`. */
export type HoldCause = 'restored' | 'declared'

/** Who may reconcile and release. */
export const holdRoles: readonly Role[] = ['admin']

/** Minutes for which a reconciliation may be released upon: more may have been sent elsewhere since. */
export const reconciliationMinutes = 60
/** Days after a release in which forms say that requests may be missing here. */
export const reminderDays = 7
/** Rows of each list that a reconciliation keeps; the counts are whole. */
export const mostListed = 200
/** Requests named in one call, and characters of what a person says. */
export const maximumSent = 200
export const maximumStatement = 2_000

/** Why a record concerns this copy: what it refers to is not known here. */
export type FoundBecause = 'deposit' | 'account' | 'reference'

/** A record of the provider that this copy did not know. */
export type FoundRecord = {
  list: OperationName
  because: FoundBecause
  id: string
  created_at?: string
  /** In a few words: "Wire deposit 250.00 USD, COMPLETED". */
  summary: string
}

/** A request that another console sent, as its log names it. */
export type SentRequest = { id: string; operation?: string; person?: string; sent_at?: string }

/** A request that was sent under an id that this copy does not know. `found`: what the provider has under its reference. */
export type ForgottenRequest = SentRequest & { found?: FoundRecord }

/** A request of this copy that had no outcome when the backup was made. */
export type UncertainRequest = {
  id: string
  operation: string
  summary: string
  person: string
  state: IntentState
  found?: FoundRecord
}

/** One kind of record that the provider does not list. */
export type UncheckedKind = { operation: WriteName; title: string }

export type EnvironmentReport = {
  environment: Environment
  /** How many records of each list were read, and until when by the provider's clock. */
  read: { list: OperationName; count: number; matched: number; to: string }[]
  /** Why a list could not be read to its end. */
  problems: string[]
  found: { count: number; records: FoundRecord[] }
  forgotten: { count: number; requests: ForgottenRequest[] }
  uncertain: { count: number; requests: UncertainRequest[] }
  unchecked: UncheckedKind[]
}

export type HoldReport = {
  at: string
  by: string
  /** What was created at the provider from here on was compared. */
  since: string
  environments: EnvironmentReport[]
  /** Requests whose contents the keys of this console do not open. */
  unreadable: number
}

/** Why lists of the provider could not be compared, or not to their end. */
export const unreadLists = ({ environments }: Pick<HoldReport, 'environments'>): string[] =>
  environments.flatMap(({ problems }) => problems)

/** What a person says yes to, because the reconciliation could not look at it. */
export type ReleaseWithout = { without_keys?: boolean; without_lists?: boolean }

/** What every page may know. */
export type HoldSummary = {
  is_held: boolean
  /** Until when this copy knows what was sent. */
  known_until: string
  released_at?: string
}

export type Hold = HoldSummary & {
  id: string
  cause: HoldCause
  began_at: string
  version?: string
  report?: HoldReport
  released_by?: string
  statement?: string
}
