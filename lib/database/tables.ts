/** The console's tables. Timestamps are integer microseconds since 1970; the same columns on SQLite and PostgreSQL. */
import { type Generated, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { ApprovalEnd, PolicyState } from '../api/console/approvals/approval'
import type { DecisionKind } from '../api/console/approvals/decisions'
import type { AuditOutcome } from '../api/console/audit'
import type { ExportPeriod, ExportState } from '../api/console/exports'
import type { HoldCause } from '../api/console/holds'
import type { IntentEventKind, IntentState } from '../api/console/intents'
import type { NoteAction, NotedKind } from '../api/console/noted-records'
import type { ViewList } from '../api/console/saved-views'
import type { WebhookEvent } from '../api/console/webhooks'
import type { WriteName } from '../api/provider/operations'

/** Why a session ended. */
export const sessionEnds = [
  'signed-out',
  'idle',
  'absolute',
  'demo-closed',
  'company-ended',
  'roles-unconfirmed',
  'unverified',
  'link-revoked',
  'ended-in-settings',
] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** One sign-in. The cookie alone opens nothing: the row decides whether the session is alive. */
export type SessionTable = {
  id: string
  subject: string
  name: string
  /** Space delimited, of lib/api/roles. */
  roles: string
  created_at: number
  /** When a person last asked for something; written at most once a minute. */
  seen_at: number
  /** When it was found or made to end; kept a while, so that the person can learn why. */
  ended_at: number | null
  end_reason: SessionEnd | null
  /** When company sign-in last confirmed the roles; null for demo users. */
  roles_read_at: number | null
  /** The provider's refresh token and ID token, encrypted; null without any and once the session has ended. */
  company_tokens: string | null
  /** While a console reads the roles again: until when no other may. */
  renewal_until: number | null
  /** A keyed digest of what the session grants, so that nobody without the key can make or change one. */
  grant_digest: string | null
  /** Where it began, in words made from the browser's name: `Chrome on macOS`. Both are null once it has ended. */
  device: string | null
  address: string | null
}

/** Why company sign-in did not confirm who a person is. */
export const stepUpRefusals = [
  'not-confirmed',
  'other-browser',
  'other-person',
  'no-auth-time',
  'too-old',
  'other-method',
  'unverified',
] as const
export type StepUpRefusal = (typeof stepUpRefusals)[number]

/** A fresh sign-in that confirms who a person is, for one act; several acts may be confirmed by one. */
export type StepUpTable = {
  /** What `state` carries at the provider. */
  id: string
  /** Of exactly what will be done. */
  digest: string
  session_id: string
  /** The page that it returns to. */
  return_to: string
  begun_at: number
  /** When the person signed in at the provider: its own moment, on the clock that all consoles share. */
  confirmed_at: number | null
  refused: StepUpRefusal | null
  used_at: number | null
  /** The act that used it, which may be tried again. */
  used_for: string | null
}

/** How often something happened that is limited, until when it counts: sign-ins at first, whence its name, and acts of people. */
export type SignInLimitTable = {
  /** A keyed digest of what is limited: an address, a username, or an operation and who does it. */
  key: string
  count: number
  ends_at: number
}

/** One write that a person asked for, recorded before it is sent and until its outcome is known. */
export type IntentTable = {
  /** Made in the browser; the key by which it is executed once. */
  id: string
  environment: string
  /** Whose credential sends it: an intent belongs to one client of one environment. */
  client_id: string
  /** One that was removed from the table since has the row `removed` (operations.ts). */
  operation: WriteName
  subject: string
  person: string
  /** Path values as JSON. */
  path: string
  /** The body to send, as JSON; encrypted unless the operation's row says otherwise. */
  body: string
  /** A keyed digest of environment, client, operation, path, body and person. */
  fingerprint: string
  summary: string
  ref_id: string | null
  state: IntentState
  created_at: number
  /** When it was first sent. */
  sent_at: number | null
  /** The same moment on the service's clock; null if its time was not known yet. */
  sent_at_service: number | null
  /** Which attempt claimed it for sending: tells a process whose commit was not acknowledged whether it succeeded. */
  claim_id: string | null
  /** While it is sent: when it counts as unknown. */
  deadline_at: number | null
  settled_at: number | null
  /** HTTP status of the service's answer; null if a person's note settled it. */
  answer_status: number | null
  /** The service's answer, or the problem made of it; encrypted like the body. */
  answer: string | null
  reason: string | null
  is_conflict: number
  /** Confirmed because the service reports that the reference exists; it returned no record. */
  is_by_reference: number
  record_id: string | null
  record_status: string | null
  status_at: number | null
  noted_by: string | null
  /** The newest record that a check showed, encrypted like the body, and when. */
  latest_answer: string | null
  latest_at: number | null
  /** While its outcome is being checked: until when no other check may start. */
  lease_until: number | null
  /** When a restore found it without an outcome: what became of it since the backup is not known here. */
  restored_at: number | null
  /** The policy by which it was last weighed; null if none was active then. */
  policy_version: number | null
  /** Until when it may be approved; an edit keeps it, so that its time does not begin again. */
  approve_by: number | null
  /** How often its contents were replaced; null counts as 0. */
  revision: number | null
  /** Which `Needed` of `approval_request` it waits for; null if it waits for none. */
  needed_id: string | null
  /** The newest of its marks, and a keyed digest of the columns that decide whether it may be sent; see seals.ts. */
  mark: number | null
  seal: string | null
}

/** One version of a request's row, in the order of all; see marks.ts. */
export type RequestMarkTable = {
  seq: number
  at: number
  /** Or why the chain begins here: `upgraded`, `restored`. */
  intent_id: string
  /** A hash of all members but the seal, and of the link before. */
  link: string
  /** A keyed digest of the link. */
  seal: string
}

/** One entry in an intent's history. */
export type IntentEventTable = {
  id: string
  intent_id: string
  at: number
  kind: IntentEventKind
  words: string
  person: string | null
  status: number | null
}

/** What belongs to one client of one environment. */
type OfClient = { environment: string; client_id: string }

/** What people save for their forms: profile names, metadata templates. */
export type PresetTable = OfClient & {
  kind: string
  key: string
  value: string
  person: string
  at: number
}

/** The id of an intent that was removed at the end of its life: it is never executed again. */
export type RemovedIntentTable = { id: string; environment: string; removed_at: number }

/** What was seen of a transfer of an environment's client, to find it by a part of an identifier. */
export type ObservedTransferTable = OfClient & {
  id: string
  /** The last four characters; the first ones are found by the key. */
  id_end: string
  group_id: string | null
  /** A keyed digest if it holds what looks like an account number. */
  ref_id: string | null
  network: string | null
  /** Hexadecimal in lower case without 0x; base58 as it is. */
  hash: string | null
  hash_start: string | null
  hash_end: string | null
  /** The destination, encrypted. */
  address: string | null
  /** Keyed digests: of the address, and of the characters at its ends, by which people compare addresses. */
  address_digest: string | null
  address_ends: string | null
  first_seen_at: number
  /** When something of it or of its states was last new. */
  changed_at: number
}

/** A status of an observed transfer and when it was first seen. */
export type ObservedStateTable = OfClient & {
  transfer_id: string
  status: string
  /** Empty if there was none. */
  secondary_status: string
  /** The provider's time of the transfer, as sent. */
  updated_at: string | null
  seen_at: number
}

/** A person who signed in, to whom notes can be assigned. Sessions are removed soon after they end. */
export type PersonTable = {
  subject: string
  name: string
  /** Those that company sign-in named last, space delimited; empty if it named none. */
  roles: string
  /** When these roles were first seen; null if that was before it was recorded. */
  roles_since: number | null
  /** A keyed digest of whose roles these are, without which they grant nothing. */
  roles_seal: string | null
  signed_in_at: number
}

/** A note on a record. Its text and author never change; assignee and done are those of its newest event. */
export type RecordNoteTable = {
  /** Made in the browser; the key by which it is added once. */
  id: string
  environment: string
  /** Of the credential at that time. Notes stay when it is replaced. */
  client_id: string
  kind: NotedKind
  /** A transfer's id; for other kinds the id of the intent on whose page the note was written. */
  record_id: string
  subject: string
  person: string
  at: number
  /** Encrypted. */
  text: string
  assignee_subject: string | null
  assignee: string | null
  done_at: number | null
  done_by: string | null
  /** When it was written or last changed. */
  changed_at: number
  /** The day by which the assignee is to act: `2026-11-27`. */
  due_day: string | null
  /** The record's status as known at `changed_at`, to tell a later one. */
  record_status: string | null
}

/** A change of a note; added, never changed. */
export type RecordNoteEventTable = {
  id: string
  note_id: string
  at: number
  action: NoteAction
  subject: string
  person: string
  /** Of `assign`: the name of the new assignee; null for none. */
  assignee: string | null
  /** Of `correct`: the new text, encrypted. */
  text: string | null
}

/** What an export and a schedule of exports have in common. */
type OwnedExport = OfClient & {
  id: string
  subject: string
  person: string
  /** An `ExportRequest` as JSON, encrypted: its filters may name people. */
  request: string
  created_at: number
}

/** A list being written to a file. Its creation times are `from_ms` to before `to_ms`, in milliseconds since 1970. */
export type ExportJobTable = OwnedExport & {
  /** Which console works on it, and until when no other may. */
  lease_id: string | null
  lease_until: number | null
  file: string
  schedule_id: string | null
  from_ms: number
  to_ms: number
  state: ExportState
  reason: string | null
  /** Consecutive attempts that ended without a file, and when the next one may begin. */
  attempts: Generated<number>
  retry_at: number | null
  started_at: number | null
  ended_at: number | null
  row_count: Generated<number>
  read_count: Generated<number>
  /** Rows that the provider returned although the filters exclude them: they are not in the file. */
  outside_count: Generated<number>
  late_count: Generated<number>
  /** Null while it is not known, and where the provider cannot say. */
  changed_count: number | null
  complete_from_ms: number | null
  bytes: Generated<number>
  /** Compressed, with the ids. */
  stored_bytes: Generated<number>
  sha256: string | null
}

/** Makes an export of each period that has closed. */
export type ExportScheduleTable = OwnedExport & {
  period: ExportPeriod
  next_at: number
  /** Why it makes no more exports; null while it does. */
  stopped: string | null
}

/** A piece of a file: compressed, then encrypted. */
export type ExportPartTable = {
  job_id: string
  number: number
  row_count: number
  read_count: number
  /** Of the file, uncompressed. */
  bytes: number
  /** Every row created at or after this time is in this part or one before it; null if the part ends within a second. */
  resume_ms: number | null
  /** A number of 8 bytes for each row's id. */
  ids: Uint8Array
  content: Uint8Array
}

/** A movement that a person planned here, before or while its transfers come. What is planned never changes. */
export type PlannedMovementTable = OfClient & {
  /** Made in the browser; the key by which it is planned once. */
  id: string
  subject: string
  person: string
  /** By the provider's clock, by which its transfers are. */
  at: number
  /** The request that created its rule, or will. */
  rule_intent: string
  /** A `NewMovement` as JSON, encrypted. */
  plan: string
  /** Since when nobody waits for its money, by the provider's clock, and the name of who said so. */
  withdrawn_at: number | null
  withdrawn_by: string | null
  /** When a person said that its wire was sent at the bank, by the provider's clock, and their name. */
  sent_at: number | null
  sent_by: string | null
}

/** Two transfers that a person said belong together. */
export type MovementJoinTable = OfClient & {
  transfer_id: string
  other_id: string
  subject: string
  person: string
  at: number
  /** When a person said that they do not, and their name. */
  undone_at: number | null
  undone_by: string | null
}

/** A version of the policy by which writes are weighed. One is active at most; no version is changed. */
export type PolicyVersionTable = {
  version: number
  state: PolicyState
  /** Who wrote it. */
  subject: string
  person: string
  at: number
  /** A `Policy` as JSON, encrypted. */
  policy: string
  activated_at: number | null
  activated_by: string | null
  /** When a write was last weighed by it: updating it makes those that are weighed at once wait for each other. */
  weighed_at: number | null
}

/** A version of what the desk sets. The newest counts; no version is changed. */
export type TeamVersionTable = {
  version: number
  at: number
  subject: string
  person: string
  /** `TeamSettings` as JSON. Encrypted, because of the query strings of starter views; the first versions were not. */
  settings: string
}

/** What other people must approve before an intent is sent. */
export type ApprovalRequestTable = {
  intent_id: string
  /** A `Needed` as JSON, encrypted. */
  needed: string
  /** Where the money goes, as a reference. */
  destination: string | null
  /** How it ended without being sent. */
  ended: ApprovalEnd | null
}

/** What a person decided or asked about what an intent was then. */
export type ApprovalDecisionTable = {
  id: string
  intent_id: string
  subject: string
  person: string
  kind: DecisionKind
  /** The version of what was decided on, by `versionOf`. */
  digest: string
  at: number
  /** A keyed digest of all that counts, without which it counts for nothing. */
  seal: string | null
}

/** How much of a rolling limit an intent uses up. */
export type LimitUseTable = {
  intent_id: string
  rule: string
  environment: string
  client_id: string
  /** The person, profile or destination of the limit, as a reference; empty for the desk. */
  scope: string
  asset: string
  amount: string
  /** When it was sent; until then when it was recorded. */
  at: number
}

/** A view of a list. */
export type SavedViewTable = OfClient & {
  /** Made in the browser. */
  id: string
  list: ViewList
  /** Its owner. */
  subject: string
  person: string
  /** Encrypted: people name and filter by what they know of customers. */
  name: string
  /** The list's query string, encrypted. */
  search: string
  is_shared: number
  changed_at: number
}

/** A person's pin of a view: one of `saved_view`, which may be gone, or a starter view. */
export type ViewPinTable = OfClient & {
  subject: string
  view_id: string
  pinned_at: number
  /** By the provider's clock. */
  opened_at: number
}

/** How far the changes of an environment's client were recorded for webhooks. */
export type WebhookOutboxTable = OfClient & {
  /** Milliseconds since 1970 by the provider's records; null before the first read. */
  mark: number | null
  last_sequence: number
  /** The console that records, and until when nobody else may. */
  lease_id: string | null
  lease_until: number
}

/** What webhooks are told of; added in order, never changed. */
export type WebhookEventTable = OfClient & {
  sequence: number
  key: string
  kind: WebhookEvent
  at: number
  /** Encrypted. */
  body: string
}

/** What a webhook was last sent of an event; its body is that of the event. */
export type WebhookDeliveryTable = OfClient & {
  webhook_id: string
  sequence: number
  /** Of the last attempt. */
  at: number
  attempts: number
  /** What the receiver answered to it, and why it counts as not accepted. */
  status: number | null
  problem: string | null
}

/** A webhook, and how far its receiver was told. */
export type WebhookTable = OfClient & {
  id: string
  /** Encrypted, as the next and `view`; in plain text until a day after the upgrade from a version that did not encrypt it. */
  name: string
  /** Encrypted. */
  url: string
  /** Separated by spaces. */
  events: string
  /** Encrypted. */
  view: string | null
  zone: string
  /** Encrypted. */
  secret: string
  /** Encrypted JSON of the secrets that still sign beside the newest, and until when the last of them does. */
  old_secrets: string | null
  old_secrets_until: number | null
  subject: string
  person: string
  created_at: number
  is_on: number
  off_because: string | null
  /** The sequence of the last event that was delivered or passed over. */
  position: number
  /** Failed attempts in a row, and since when. */
  failures: number
  failing_since: number | null
  retry_at: number
  last_at: number | null
  last_status: number | null
  last_problem: string | null
  /** The console that delivers, and until when nobody else may. */
  lease_id: string | null
  lease_until: number
}

/** A key with which this database was written, known by a check from which nothing can be opened. */
export type KnownKeyTable = {
  purpose: 'seal' | 'fingerprint'
  /** Of an encryption key; empty for the one that is derived from NEXTAUTH_SECRET. Of a digest's key, its check. */
  name: string
  key_check: string
  since: number
}

/** How far the values of the database were encrypted again with the newest key: one row. */
export type ReencryptionTable = {
  id: number
  /** The name of the key, with the mark of values that are bound to their place. */
  key: string
  /** When a console last started with this key; a walk that began before must be followed by another. */
  wanted_at: number
  started_at: number | null
  /** Where the walk is: the table, and the key of the last row as JSON. */
  at_table: string | null
  at_row: string | null
  /** Values that were rewritten in this walk, and in all walks to this key. */
  changed: number
  resealed: number
  finished_at: number | null
  /** The console that walks, and until when no other may. */
  lease_id: string | null
  lease_until: number
}

/** A time in which this database may be a copy that does not know what was sent, and sends nothing. */
export type WriteHoldTable = {
  id: string
  began_at: number
  cause: HoldCause
  /** What this database knows ends here. */
  known_until: number
  /** The version and the names of the keys of the backup, if it is one of ours. */
  version: string | null
  key_names: string | null
  /** The last reconciliation, encrypted. */
  report: string | null
  reconciled_at: number | null
  released_at: number | null
  released_by: string | null
  /** How the person checked what Mintdesk could not, encrypted. */
  statement: string | null
}

/** A request that was sent under an id that this database does not know: never sent again under it. */
export type ForgottenRequestTable = {
  environment: string
  /** Of the intent, which is its reference too unless a person typed one. */
  id: string
  hold_id: string
  operation: string | null
  person: string | null
  sent_at: number | null
  /** What the provider's lists have under its reference: a `FoundRecord` as JSON, encrypted. */
  found: string | null
}

/** When `npm run backup` last made a backup of this database; one row. */
export type LastBackupTable = {
  id: number
  /** Microseconds since 1970. */
  made_at: number
}

/** A line of the audit log: added, never changed. Texts are empty where they do not apply. chain.ts says how lines are chained. */
export type AuditLineTable = {
  seq: number
  /** Names the chain: a restored copy begins a new one. */
  chain: string
  /** Never earlier than the line before. */
  at: number
  /** Who: `mintdesk` for what no person did. */
  subject: string
  name: string
  /** The roles that the person had then, space delimited. */
  roles: string
  address: string
  act: string
  object_kind: string
  object_id: string
  environment: string
  outcome: AuditOutcome
  request_id: string
  /** A keyed digest of the body. */
  digest: string
  /** A short JSON object without secrets or account numbers. */
  detail: string
  prev_hash: string
  hash: string
}

/** Where the audit log ends: one row, which whoever adds lines locks until they commit. */
export type AuditHeadTable = Pick<AuditLineTable, 'chain' | 'seq' | 'at' | 'hash'> & {
  id: number
  /** The newest mark of requests, which the next one follows; null before the first. */
  mark_seq: number | null
  mark_at: number | null
  mark_link: string | null
}

export type Tables = {
  audit_line: AuditLineTable
  audit_head: AuditHeadTable
  session: SessionTable
  step_up: StepUpTable
  sign_in_limit: SignInLimitTable
  intent: IntentTable
  removed_intent: RemovedIntentTable
  intent_event: IntentEventTable
  preset: PresetTable
  observed_transfer: ObservedTransferTable
  observed_state: ObservedStateTable
  person: PersonTable
  record_note: RecordNoteTable
  record_note_event: RecordNoteEventTable
  export_job: ExportJobTable
  export_schedule: ExportScheduleTable
  export_part: ExportPartTable
  planned_movement: PlannedMovementTable
  movement_join: MovementJoinTable
  policy_version: PolicyVersionTable
  team_version: TeamVersionTable
  approval_request: ApprovalRequestTable
  approval_decision: ApprovalDecisionTable
  request_mark: RequestMarkTable
  limit_use: LimitUseTable
  saved_view: SavedViewTable
  view_pin: ViewPinTable
  webhook_outbox: WebhookOutboxTable
  webhook_event: WebhookEventTable
  webhook_delivery: WebhookDeliveryTable
  webhook: WebhookTable
  known_key: KnownKeyTable
  resealing: ReencryptionTable
  write_hold: WriteHoldTable
  forgotten_request: ForgottenRequestTable
  last_backup: LastBackupTable
}

/**
 * The time that all consoles on one database share, in microseconds since 1970: PostgreSQL's own clock. SQLite has one
 * console, and uses that console's clock.
 */
export const sharedNow = (database: Kysely<Tables>, now: number): RawBuilder<number> =>
  database.getExecutor().adapter instanceof PostgresAdapter
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint`
    : sql<number>`${now}`
