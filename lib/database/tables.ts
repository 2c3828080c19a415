/**
 * The console's tables. Each column is declared here alone: types of rows, the migration and the encrypted columns follow.
 * Timestamps are integer microseconds since 1970; the same columns on SQLite and PostgreSQL.
 */
import { randomUUID } from 'node:crypto'
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { ApprovalEnd, DecisionKind } from '../api/approval'
import type { AuditOutcome } from '../api/audit'
import type { IntentEventKind, IntentState } from '../api/intents'
import type { ViewList } from '../api/list-request'
import type { PolicyState } from '../features/approvals/interface'
import type { ExportPeriod, ExportState } from '../features/exports/interface'
import type { HoldCause } from '../features/hold/interface'
import type { NoteAction, NotedKind } from '../features/notes/interface'
import type { ChatFormat, WebhookEvent } from '../features/webhooks/interface'
import type { WriteName } from '../provider/operations'
import { fenceInPostgres, fenceInSqlite, keepInPostgres, keepInSqlite, revokeInPostgres } from './audit-triggers'
import { bigint, encrypted, encryptedBytes, encryptedOrPlain, integer, type RowsOf, table, text } from './schema'

/** Why a session ended. */
export type SessionEnd =
  | 'signed-out'
  | 'idle'
  | 'absolute'
  | 'demo-closed'
  | 'company-ended'
  | 'roles-unconfirmed'
  | 'unverified'
  | 'link-revoked'
  | 'ended-in-settings'

/** Why company sign-in did not confirm who a person is. */
export type StepUpRefusal =
  | 'not-confirmed'
  | 'other-browser'
  | 'other-person'
  | 'no-auth-time'
  | 'too-old'
  | 'other-method'
  | 'unverified'

/** What belongs to one client of one environment. */
const ofClient = { environment: text(), client_id: text() }
const owner = ['environment', 'client_id'] as const

/** What an export and a schedule of exports have in common. */
const ofExport = {
  id: text(),
  ...ofClient,
  subject: text(),
  person: text(),
  /** An `ExportRequest` as JSON: its filters may name people. */
  request: encrypted(),
  created_at: bigint(),
}

/** Where the audit log ends. */
const ofLine = {
  seq: bigint(),
  /** Names the chain: a restored copy begins a new one. */
  chain: text(),
  /** Never earlier than the line before. */
  at: bigint(),
  hash: text(),
}

/** What is kept of a record of either list. */
const ofList = {
  ...ofClient,
  id: text(),
  /** The record as it was received, encrypted. */
  record: encryptedBytes(),
  /** In UTC with nine fraction digits, so that texts sort as times do; empty where there is none. */
  created_at: text(),
  updated_at: text(),
  /** Empty where there is none. */
  status: text(),
  first_seen_at: bigint(),
  /** When something of it was last new here. */
  changed_at: bigint(),
  /** Its place among the changes that were seen as they happened; null for what was read of the past. */
  sequence: bigint().null(),
  profile_id: text().null(),
  /** A keyed digest if it holds what looks like an account number. */
  ref_id: text().null(),
  asset: text().null(),
  /** In a form that sorts as decimals do (`sortableDecimal`). */
  amount: text().null(),
  /** Of an issuer quote `minted` or `redeemed`. */
  direction: text().null(),
}

const ofListIndexes = {
  created: [...owner, 'created_at', 'id'],
  updated: [...owner, 'updated_at', 'id'],
  pending: { columns: [...owner, 'id'], where: "status = 'PENDING'" },
  changed_at: ['changed_at'],
} as const

/** What filters of transfers ask of an index, beside the status. */
const ofTransferFilters = ['secondary_status', 'type', 'direction', 'asset', 'amount', 'network'] as const

export const tables = {
  /** One sign-in. The cookie alone opens nothing: the row decides whether the session is alive. */
  session: table(
    {
      id: text(),
      subject: text(),
      name: text(),
      /** Space delimited, of lib/provider/roles. */
      roles: text(),
      created_at: bigint(),
      /** When a person last asked for something; written at most once a minute. */
      seen_at: bigint(),
      /** When it was found or made to end; kept a while, so that the person can learn why. */
      ended_at: bigint().null(),
      end_reason: text<SessionEnd>().null(),
      /** When company sign-in last confirmed the roles; null for demo users. */
      roles_read_at: bigint().null(),
      /** The provider's refresh token and ID token; null without any and once the session has ended. */
      company_tokens: encrypted().null(),
      /** While a console reads the roles again: until when no other may. */
      renewal_until: bigint().null(),
      /** A keyed digest of what the session grants, so that nobody without the key can make or change one. */
      grant_digest: text(),
      /** Where it began, in words made from the browser's name: `Chrome on macOS`. Both are null once it has ended. */
      device: text().null(),
      address: text().null(),
    },
    ['id'],
    { indexes: { seen_at: ['seen_at'], created_at: ['created_at'] } },
  ),

  /** A fresh sign-in that confirms who a person is, for one act; several acts may be confirmed by one. */
  step_up: table(
    {
      /** What `state` carries at the provider. */
      id: text(),
      /** Of exactly what will be done. */
      digest: text(),
      session_id: text(),
      /** The page that it returns to. */
      return_to: text(),
      begun_at: bigint(),
      /** When the person signed in at the provider: its own moment, on the clock that all consoles share. */
      confirmed_at: bigint().null(),
      refused: text<StepUpRefusal>().null(),
      used_at: bigint().null(),
      /** The act that used it, which may be tried again. */
      used_for: text().null(),
    },
    ['id', 'digest'],
    { indexes: { session: ['session_id', 'begun_at'], begun: ['begun_at'] } },
  ),

  /** How often something happened that is limited, until when it counts: sign-ins at first, whence its name, and acts of people. */
  sign_in_limit: table(
    {
      /** A keyed digest of what is limited: an address, a username, or an operation and who does it. */
      key: text(),
      count: integer(),
      ends_at: bigint(),
    },
    ['key'],
    { indexes: { ends_at: ['ends_at'] } },
  ),

  /** One write that a person asked for, recorded before it is sent and until its outcome is known. */
  intent: table(
    {
      /** Made in the browser; the key by which it is executed once. */
      id: text(),
      /** Whose credential sends it: an intent belongs to one client of one environment. */
      ...ofClient,
      /** One that was removed from the table since has the row `removed` (operations.ts). */
      operation: text<WriteName>(),
      subject: text(),
      person: text(),
      /** Path values as JSON. */
      path: text(),
      /** The body to send, as JSON; plain where the operation's row says so. */
      body: encryptedOrPlain(),
      /** A keyed digest of environment, client, operation, path, body and person. */
      fingerprint: text(),
      summary: text(),
      ref_id: text().null(),
      state: text<IntentState>(),
      created_at: bigint(),
      /** When it was first sent. */
      sent_at: bigint().null(),
      /** The same moment on the service's clock; null if its time was not known yet. */
      sent_at_service: bigint().null(),
      /** Which attempt claimed it for sending: tells a process whose commit was not acknowledged whether it succeeded. */
      claim_id: text().null(),
      /** While it is sent: when it counts as unknown. */
      deadline_at: bigint().null(),
      settled_at: bigint().null(),
      /** HTTP status of the service's answer; null if a person's note settled it. */
      answer_status: integer().null(),
      /** The service's answer, or the problem made of it; plain like the body. */
      answer: encryptedOrPlain().null(),
      reason: text().null(),
      is_conflict: integer(),
      /** Confirmed because the service reports that the reference exists; it returned no record. */
      is_by_reference: integer(),
      record_id: text().null(),
      record_status: text().null(),
      status_at: bigint().null(),
      noted_by: text().null(),
      /** The newest record that a check showed, plain like the body, and when. */
      latest_answer: encryptedOrPlain().null(),
      latest_at: bigint().null(),
      /** While its outcome is being checked: until when no other check may start. */
      lease_until: bigint().null(),
      /** When a restore found it without an outcome: what became of it since the backup is not known here. */
      restored_at: bigint().null(),
      /** The policy by which it was last weighed; null if none was active then. */
      policy_version: integer().null(),
      /** Until when it may be approved; an edit keeps it, so that its time does not begin again. */
      approve_by: bigint().null(),
      /** How often its contents were replaced. */
      revision: integer(),
      /** Which `Needed` of `approval_request` it waits for; null if it waits for none. */
      needed_id: text().null(),
      /** The newest of its marks, and a keyed digest of the columns that decide whether it may be sent; see row-digests.ts. */
      mark: bigint().null(),
      row_digest: text().null(),
    },
    ['id'],
    {
      indexes: {
        // Lists show the intents of every credential that an environment has had.
        by_time: ['environment', 'created_at', 'id'],
        by_state: ['environment', 'state'],
        ref_id: ['ref_id'],
        path: ['path'],
        // Without the environment in front of it, SQLite prefers an index that begins with the environment, and reads every row.
        record: ['record_id', 'environment', 'status_at'],
        // What is past its life is found by when it was settled.
        settled: ['settled_at', 'id'],
        approve_by: ['environment', 'state', 'approve_by', 'id'],
      },
    },
  ),

  /** The id of an intent that was removed at the end of its life: it is never executed again. */
  removed_intent: table({ id: text(), environment: text(), removed_at: bigint() }, ['id']),

  /** One entry in an intent's history. */
  intent_event: table(
    {
      id: text(),
      intent_id: text().of('intent.id'),
      at: bigint(),
      kind: text<IntentEventKind>(),
      words: encrypted(),
      person: text().null(),
      status: integer().null(),
    },
    ['id'],
    { indexes: { intent: ['intent_id', 'at'] } },
  ),

  /** What people save for their forms: profile names, metadata templates. */
  preset: table(
    { ...ofClient, kind: text(), key: text(), value: encrypted(), person: text(), at: bigint() },
    [...owner, 'kind', 'key'],
    { indexes: { at: ['at'] } },
  ),

  /** Every transfer of a client, as the provider last sent it (lib/server/records). */
  transfer: table(
    {
      ...ofList,
      /** Empty if there is none. */
      secondary_status: text(),
      /** The last four characters; the first ones are found by the key. */
      id_end: text(),
      /** Hexadecimal in lower case without 0x; base58 as it is. */
      hash: text().null(),
      hash_start: text().null(),
      hash_end: text().null(),
      /** Keyed digests of the destination: of the address, and of the characters at its ends, by which people compare addresses. */
      address_digest: text().null(),
      address_ends: text().null(),
      /** The movement that it belongs to: the id of the first transfer of it, which most have alone. */
      movement: text(),
      /** A keyed digest if it holds what looks like an account number. */
      memo: text().null(),
      /** Both names of a platform transfer's side are one. */
      type: text().null(),
      identity_id: text().null(),
      account_id: text().null(),
      group_id: text().null(),
      network: text().null(),
    },
    [...owner, 'id'],
    {
      indexes: {
        ...ofListIndexes,
        created: { columns: ofListIndexes.created, covers: ['status', ...ofTransferFilters] },
        uncompleted: {
          columns: [...owner, 'status', 'created_at', 'id'],
          covers: ofTransferFilters,
          where: "status <> 'COMPLETED'",
        },
        sequence: { columns: [...owner, 'sequence'], where: 'sequence is not null' },
        movement: [...owner, 'movement', 'created_at', 'id'],
        profile: [...owner, 'profile_id', 'created_at'],
        memo: { columns: [...owner, 'memo', 'created_at'], where: 'memo is not null' },
        ref_id: { columns: [...owner, 'ref_id', 'created_at'], where: 'ref_id is not null' },
        group: { columns: [...owner, 'group_id', 'created_at'], where: 'group_id is not null' },
        identity: { columns: [...owner, 'identity_id', 'created_at'], where: 'identity_id is not null' },
        account: { columns: [...owner, 'account_id', 'created_at'], where: 'account_id is not null' },
        amount: { columns: [...owner, 'amount'], where: 'amount is not null' },
        id_end: [...owner, 'id_end'],
        hash_start: { columns: [...owner, 'hash_start'], where: 'hash_start is not null' },
        hash_end: { columns: [...owner, 'hash_end'], where: 'hash_end is not null' },
        address_ends: {
          columns: [...owner, 'address_ends', 'address_digest', 'created_at'],
          where: 'address_ends is not null',
        },
      },
    },
  ),

  /** Every issuer quote execution of a client, likewise. */
  issuer_quote: table(ofList, [...owner, 'id'], { indexes: ofListIndexes }),

  /** What a transfer shares with others that may be of its movement (`marksOf` in matching.ts). */
  transfer_mark: table(
    { ...ofClient, mark: text(), transfer_id: text() },
    // Not by the client first: SQLite would rather read all of a client's rows than look up a list of marks.
    ['mark', ...owner, 'transfer_id'],
    { indexes: { transfer: ['transfer_id', ...owner, 'mark'] }, isItsKey: true },
  ),

  /** A status of a transfer and when it was first seen; what came before Mintdesk followed the client is not known. */
  transfer_state: table(
    {
      ...ofClient,
      transfer_id: text(),
      status: text(),
      /** Empty if there was none. */
      secondary_status: text(),
      /** The provider's time of the transfer, as sent. */
      updated_at: text().null(),
      seen_at: bigint(),
    },
    [...owner, 'transfer_id', 'status', 'secondary_status'],
  ),

  /** How far a client's list was read into its table: all that were created from one mark on, with every change up to another. */
  list_reading: table(
    {
      ...ofClient,
      /** The table. */
      list: text<'transfer' | 'issuer_quote'>(),
      /** Milliseconds since 1970 by the provider's records. */
      complete_from: bigint(),
      complete_to: bigint(),
      /** Whether nothing is left before `complete_from`. */
      is_whole: integer(),
      /** When the newest transfers were last read again from their beginning. */
      swept_at: bigint(),
      /** When changes were last read to their end, by the time that consoles share. */
      read_at: bigint(),
      /** The sequence of the last change. */
      last_sequence: bigint(),
      /** The console that reads, and until when nobody else may. */
      lease_id: text().null(),
      lease_until: bigint(),
    },
    [...owner, 'list'],
  ),

  /** A person who signed in, to whom notes can be assigned. Sessions are removed soon after they end. */
  person: table(
    {
      subject: text(),
      name: text(),
      /** Those that company sign-in named last, space delimited; empty if it named none. */
      roles: text(),
      /** When these roles were first seen. */
      roles_since: bigint(),
      /** A keyed digest of whose roles these are, without which they grant nothing. */
      roles_digest: text(),
      signed_in_at: bigint(),
    },
    ['subject'],
    { indexes: { signed_in_at: ['signed_in_at'] } },
  ),

  /** A note on a record. Its text and author never change; assignee and done are those of its newest event. */
  record_note: table(
    {
      /** Made in the browser; the key by which it is added once. */
      id: text(),
      /** The client of the credential at that time. Notes stay when it is replaced. */
      ...ofClient,
      kind: text<NotedKind>(),
      /** A transfer's id; for other kinds the id of the intent on whose page the note was written. */
      record_id: text(),
      subject: text(),
      person: text(),
      at: bigint(),
      text: encrypted(),
      assignee_subject: text().null(),
      assignee: text().null(),
      done_at: bigint().null(),
      done_by: text().null(),
      /** When it was written or last changed. */
      changed_at: bigint(),
      /** The day by which the assignee is to act: `2026-11-27`. */
      due_day: text().null(),
      /** The record's status as known at `changed_at`, to tell a later one. */
      record_status: text().null(),
    },
    ['id'],
    {
      indexes: {
        record: ['record_id', 'kind', 'environment', 'at'],
        changed: ['changed_at', 'id'],
        author: ['subject', 'environment', 'changed_at'],
        // Most notes have no assignee or are done; open ones are found without them.
        open: {
          columns: ['assignee_subject', 'environment', 'at'],
          where: 'done_at is null and assignee_subject is not null',
        },
      },
    },
  ),

  /** A change of a note; added, never changed. */
  record_note_event: table(
    {
      id: text(),
      note_id: text().of('record_note.id'),
      at: bigint(),
      action: text<NoteAction>(),
      subject: text(),
      person: text(),
      /** Of `assign`: the name of the new assignee; null for none. */
      assignee: text().null(),
      /** Of `correct`: the new text. */
      text: encrypted().null(),
    },
    ['id'],
    { indexes: { note: ['note_id', 'at'] } },
  ),

  /** A list being written to a file. Its creation times are `from_ms` to before `to_ms`, in milliseconds since 1970. */
  export_job: table(
    {
      ...ofExport,
      /** Which console works on it, and until when no other may. */
      lease_id: text().null(),
      lease_until: bigint().null(),
      file: text(),
      schedule_id: text().null(),
      from_ms: bigint(),
      to_ms: bigint(),
      state: text<ExportState>(),
      reason: text().null(),
      /** Consecutive attempts that ended without a file, and when the next one may begin. */
      attempts: integer().orZero(),
      retry_at: bigint().null(),
      started_at: bigint().null(),
      ended_at: bigint().null(),
      /** Every row at or after the first is in the file, by the time that it is sorted by, with every change before the second. */
      complete_from_ms: bigint().null(),
      changes_to_ms: bigint().null(),
      row_count: integer().orZero(),
      bytes: bigint().orZero(),
      /** Compressed. */
      stored_bytes: bigint().orZero(),
      sha256: text().null(),
    },
    ['id'],
    {
      // Of another person it would show what only the first may see.
      fixed: ['subject'],
      indexes: { created_at: ['state', 'created_at'], subject: ['environment', 'subject'], ended_at: ['ended_at'] },
    },
  ),

  /** Makes an export of each period that has closed. */
  export_schedule: table(
    {
      ...ofExport,
      period: text<ExportPeriod>(),
      next_at: bigint(),
      /** Why it makes no more exports; null while it does. */
      stopped: text().null(),
    },
    ['id'],
    { fixed: ['subject'], indexes: { next_at: ['next_at'] } },
  ),

  /** A piece of a file. */
  export_part: table(
    {
      job_id: text().of('export_job.id'),
      number: integer(),
      /** The lease under which it was written: a later attempt writes the file anew. */
      attempt: text(),
      /** Of the file, uncompressed. */
      bytes: integer(),
      /** Compressed, then encrypted. */
      content: encryptedBytes(),
    },
    ['job_id', 'number'],
  ),

  /** A movement that a person planned here, before or while its transfers come. What is planned never changes. */
  planned_movement: table(
    {
      /** Made in the browser; the key by which it is planned once. */
      id: text(),
      ...ofClient,
      subject: text(),
      person: text(),
      /** By the provider's clock, by which its transfers are. */
      at: bigint(),
      /** The request that created its rule, or will. */
      rule_intent: text(),
      /** A `NewMovement` as JSON. */
      plan: encrypted(),
      /** Since when nobody waits for its money, by the provider's clock, and the name of who said so. */
      withdrawn_at: bigint().null(),
      withdrawn_by: text().null(),
      /** When a person said that its wire was sent at the bank, by the provider's clock, and their name. */
      sent_at: bigint().null(),
      sent_by: text().null(),
    },
    ['id'],
    { indexes: { rule: ['rule_intent', 'at'], time: [...owner, 'at'] } },
  ),

  /** Two transfers that a person said belong together. */
  movement_join: table(
    {
      ...ofClient,
      transfer_id: text(),
      other_id: text(),
      subject: text(),
      person: text(),
      at: bigint(),
      /** When a person said that they do not, and their name. */
      undone_at: bigint().null(),
      undone_by: text().null(),
    },
    ['transfer_id', 'other_id', ...owner],
    { indexes: { other: ['other_id', ...owner] } },
  ),

  /** A version of the policy by which writes are weighed. One is active at most; no version is changed. */
  policy_version: table(
    {
      version: integer(),
      state: text<PolicyState>(),
      /** Who wrote it. */
      subject: text(),
      person: text(),
      at: bigint(),
      /** A `Policy` as JSON. */
      policy: encrypted(),
      activated_at: bigint().null(),
      activated_by: text().null(),
      /** When a write was last weighed by it: updating it makes those that are weighed at once wait for each other. */
      weighed_at: bigint().null(),
    },
    ['version'],
    { statements: (isPostgres) => (isPostgres ? fenceInPostgres : fenceInSqlite) },
  ),

  /** A version of what the desk sets. The newest counts; no version is changed. */
  team_version: table(
    {
      version: integer(),
      at: bigint(),
      subject: text(),
      person: text(),
      /** `TeamSettings` as JSON; encrypted because of the query strings of starter views. */
      settings: encrypted(),
    },
    ['version'],
  ),

  /** What other people must approve before an intent is sent. */
  approval_request: table(
    {
      intent_id: text(),
      /** A `Needed` as JSON. */
      needed: encrypted(),
      /** Where the money goes, as a reference. */
      destination: text().null(),
      /** How it ended without being sent. */
      ended: text<ApprovalEnd>().null(),
    },
    ['intent_id'],
    { indexes: { destination: ['destination'] } },
  ),

  /** What a person decided or asked about what an intent was then. */
  approval_decision: table(
    {
      id: text(),
      intent_id: text(),
      subject: text(),
      person: text(),
      kind: text<DecisionKind>(),
      /** The version of what was decided on, by `versionOf`. */
      digest: text(),
      at: bigint(),
      /** A keyed digest of all that counts, without which it counts for nothing. */
      row_digest: text(),
    },
    ['id'],
    { indexes: { intent: ['intent_id', 'at'], subject: ['subject', 'at'] } },
  ),

  /** One version of a request's row, in the order of all; see marks.ts. */
  request_mark: table(
    {
      seq: bigint(),
      at: bigint(),
      /** Or that the chain begins here, or goes on after a restore: `began`, `restored`. */
      intent_id: text(),
      /** A hash of all members but its digest, and of the link before. */
      link: text(),
      /** A keyed digest of the link. */
      row_digest: text(),
    },
    ['seq'],
    { indexes: { intent: ['intent_id'] } },
  ),

  /** How much of a rolling limit an intent uses up. */
  limit_use: table(
    {
      intent_id: text(),
      rule: text(),
      ...ofClient,
      /** The person, profile or destination of the limit, as a reference; empty for the desk. */
      scope: text(),
      asset: text(),
      amount: text(),
      /** When it was sent; until then when it was recorded. */
      at: bigint(),
    },
    ['intent_id', 'rule'],
    { indexes: { scope: ['rule', 'scope', 'asset', 'at'] } },
  ),

  /** A view of a list. */
  saved_view: table(
    {
      /** Made in the browser. */
      id: text(),
      ...ofClient,
      list: text<ViewList>(),
      /** Its owner. */
      subject: text(),
      person: text(),
      /** Encrypted like the query string: people name and filter by what they know of customers. */
      name: encrypted(),
      /** The list's query string. */
      search: encrypted(),
      is_shared: integer(),
      changed_at: bigint(),
    },
    ['id'],
    { indexes: { owner: [...owner, 'subject'], shared: { columns: owner, where: 'is_shared = 1' } } },
  ),

  /** A person's pin of a view: one of `saved_view`, which may be gone, or a starter view. */
  view_pin: table(
    {
      ...ofClient,
      subject: text(),
      view_id: text(),
      pinned_at: bigint(),
      /** By the provider's clock. */
      opened_at: bigint(),
    },
    [...owner, 'subject', 'view_id'],
  ),

  /** How far the changes of an environment's client were recorded for webhooks. */
  webhook_outbox: table(
    {
      ...ofClient,
      /** The sequence in `transfer` of the last change that was recorded. */
      mark: bigint(),
      last_sequence: bigint(),
      /** The console that records, and until when nobody else may. */
      lease_id: text().null(),
      lease_until: bigint(),
    },
    owner,
  ),

  /** What webhooks are told of; added in order, never changed. */
  webhook_event: table(
    { ...ofClient, sequence: bigint(), key: text(), kind: text<WebhookEvent>(), at: bigint(), body: encrypted() },
    [...owner, 'sequence'],
    { indexes: { once: { columns: [...owner, 'key'], isUnique: true }, at: ['at'] } },
  ),

  /** What a webhook was last sent of an event; its body is that of the event. */
  webhook_delivery: table(
    {
      ...ofClient,
      webhook_id: text(),
      sequence: bigint(),
      /** Of the last attempt. */
      at: bigint(),
      attempts: integer(),
      /** What the receiver answered to it, and why it counts as not accepted. */
      status: integer().null(),
      problem: text().null(),
    },
    ['webhook_id', 'sequence'],
  ),

  /** A webhook, and how far its receiver was told. */
  webhook: table(
    {
      id: text(),
      ...ofClient,
      name: encrypted(),
      url: encrypted(),
      /** Separated by spaces. */
      events: text(),
      /** Of messages that a chat tool displays; null for JSON. */
      format: text<ChatFormat>().null(),
      view: encrypted().null(),
      zone: text(),
      secret: encrypted(),
      /** The act that made the secret, which may be tried again. */
      rotation: text().null(),
      /** The secret that still signs beside it, and until when. */
      old_secret: encrypted().null(),
      old_secret_until: bigint().null(),
      subject: text(),
      person: text(),
      created_at: bigint(),
      is_on: integer(),
      off_because: text().null(),
      /** The sequence of the last event that was delivered or passed over. */
      position: bigint(),
      /** Failed attempts in a row, and since when. */
      failures: integer(),
      failing_since: bigint().null(),
      retry_at: bigint(),
      last_at: bigint().null(),
      last_status: integer().null(),
      last_problem: text().null(),
      /** The console that delivers, and until when nobody else may. */
      lease_id: text().null(),
      lease_until: bigint(),
    },
    ['id'],
    { fixed: ['url'], indexes: { owner: [...owner, 'created_at'] } },
  ),

  /** A key with which this database was written, known by a check from which nothing can be opened. */
  known_key: table(
    {
      purpose: text<'seal' | 'fingerprint'>(),
      /** Of an encryption key; empty for the one that is derived from NEXTAUTH_SECRET. Of a digest's key, its check. */
      name: text(),
      key_check: text(),
      since: bigint(),
    },
    ['purpose', 'name'],
  ),

  /** How far the values of the database were encrypted again with the newest key: one row. */
  reencryption: table(
    {
      id: integer(),
      /** The name of the key. */
      key: text(),
      /** When a console last started with this key; a walk that began before must be followed by another. */
      wanted_at: bigint(),
      started_at: bigint().null(),
      /** Where the walk is: the table, and the key of the last row as JSON. */
      at_table: text().null(),
      at_row: text().null(),
      /** Values that were rewritten in this walk, and in all walks to this key. */
      changed: integer(),
      reencrypted: integer(),
      finished_at: bigint().null(),
      /** The console that walks, and until when no other may. */
      lease_id: text().null(),
      lease_until: bigint(),
    },
    ['id'],
  ),

  /** A time in which this database may be a copy that does not know what was sent, and sends nothing. */
  write_hold: table(
    {
      id: text(),
      began_at: bigint(),
      cause: text<HoldCause>(),
      /** What this database knows ends here. */
      known_until: bigint(),
      /** The version and the names of the keys of the backup, if it is one of ours. */
      version: text().null(),
      key_names: text().null(),
      /** The last reconciliation. */
      report: encrypted().null(),
      reconciled_at: bigint().null(),
      released_at: bigint().null(),
      released_by: text().null(),
      /** How the person checked what Mintdesk could not. */
      statement: encrypted().null(),
    },
    ['id'],
  ),

  /** A request that was sent under an id that this database does not know: never sent again under it. */
  forgotten_request: table(
    {
      environment: text(),
      /** Of the intent, which is its reference too unless a person typed one. */
      id: text(),
      hold_id: text(),
      operation: text().null(),
      person: text().null(),
      sent_at: bigint().null(),
      /** What the provider's lists have under its reference: a `FoundRecord` as JSON. */
      found: encrypted().null(),
    },
    ['environment', 'id'],
  ),

  /** When `npm run backup` last made a backup of this database; one row. */
  last_backup: table({ id: integer(), made_at: bigint() }, ['id']),

  /** A line of the audit log: added, never changed. Texts are empty where they do not apply. chain.ts says how lines are chained. */
  audit_line: table(
    {
      ...ofLine,
      /** Who: `mintdesk` for what no person did. */
      subject: text(),
      name: text(),
      /** The roles that the person had then, space delimited. */
      roles: text(),
      address: text(),
      act: text(),
      object_kind: text(),
      object_id: text(),
      environment: text(),
      outcome: text<AuditOutcome>(),
      request_id: text(),
      /** A keyed digest of the body. */
      digest: text(),
      /** A short JSON object without secrets or account numbers. */
      detail: text(),
      prev_hash: text(),
    },
    ['seq'],
    {
      indexes: {
        at_seq: ['at', 'seq'],
        act_seq: ['act', 'seq'],
        subject_seq: ['subject', 'seq'],
        subject_act_seq: ['subject', 'act', 'seq'],
        object_id_seq: ['object_id', 'seq'],
      },
      statements: (isPostgres) => (isPostgres ? [...keepInPostgres, revokeInPostgres] : keepInSqlite),
    },
  ),

  /** Where the audit log ends: one row, which whoever adds lines locks until they commit. */
  audit_head: table(
    {
      id: integer(),
      ...ofLine,
      /** The newest mark of requests, which the next one follows; null before the first. */
      mark_seq: bigint().null(),
      mark_at: bigint().null(),
      mark_link: text().null(),
    },
    ['id'],
    {
      statements: () => [
        `insert into audit_head (id, chain, seq, at, hash) values (1, '${randomUUID()}', 0, 0, '${'0'.repeat(64)}')`,
      ],
    },
  ),
}

/** An interface, so that errors of the compiler name it. */
export interface Tables extends RowsOf<typeof tables> {}

export type ApprovalDecisionTable = Tables['approval_decision']
export type ApprovalRequestTable = Tables['approval_request']
export type AuditHeadTable = Tables['audit_head']
export type AuditLineTable = Tables['audit_line']
export type ExportJobTable = Tables['export_job']
export type ExportPartTable = Tables['export_part']
export type ExportScheduleTable = Tables['export_schedule']
export type ForgottenRequestTable = Tables['forgotten_request']
export type IntentEventTable = Tables['intent_event']
export type IntentTable = Tables['intent']
export type MovementJoinTable = Tables['movement_join']
export type PersonTable = Tables['person']
export type PlannedMovementTable = Tables['planned_movement']
export type PolicyVersionTable = Tables['policy_version']
export type RecordNoteEventTable = Tables['record_note_event']
export type RecordNoteTable = Tables['record_note']
export type ReencryptionTable = Tables['reencryption']
export type RemovedIntentTable = Tables['removed_intent']
export type RequestMarkTable = Tables['request_mark']
export type SavedViewTable = Tables['saved_view']
export type SessionTable = Tables['session']
export type TransferStateTable = Tables['transfer_state']
export type TransferTable = Tables['transfer']
export type ListTable = Tables['issuer_quote']
export type WebhookTable = Tables['webhook']
export type WriteHoldTable = Tables['write_hold']

export const isOnPostgres = (database: Kysely<Tables>): boolean =>
  database.getExecutor().adapter instanceof PostgresAdapter

/**
 * The time that all consoles on one database share, in microseconds since 1970: PostgreSQL's own clock. SQLite has one
 * console, and uses that console's clock.
 */
export const sharedNow = (database: Kysely<Tables>, now: number): RawBuilder<number> =>
  isOnPostgres(database) ? sql<number>`(extract(epoch from clock_timestamp()) * 1000000)::bigint` : sql<number>`${now}`
