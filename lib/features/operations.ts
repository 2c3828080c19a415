/**
 * Mintdesk's own interface, below `/api/{environment}/`: one row for each operation. Routing, the role check, the checks of
 * query and body, the browser's client, the role tests and the description (`/api/openapi.json`) read the rows.
 */
import type * as z from 'zod/mini'
import type { AuditPage } from '../api/audit'
import type { NotesOfRecords } from '../api/exported-notes'
import {
  activityReaders,
  activityWriters,
  auditReaders,
  type IntentDetail,
  type IntentPage,
  type Preset,
} from '../api/intents'
import type { TransferObservations } from '../api/observations'
import type { RecordsPage } from '../api/records'
import { operationNames, rowOf } from '../provider/operations'
import { changingRights, type Role, rolesWith } from '../provider/roles'
import type { OrderReferences } from './activity/order-references'
import { decisionRoles, type Policies, policyRoles, type Simulation, type WeighedRequest } from './approvals/interface'
import type { Connection } from './connection/interface'
import type { ExportJob, ExportManifest, ExportPage } from './exports/interface'
import { holdRoles } from './hold/hold-terms'
import type { Hold, HoldSummary } from './hold/interface'
import type { LookupAnswer } from './lookup/interface'
import type { ChangedPlan, MovementAnswer, MovementPage, PlannedMovement } from './money/interface'
import type { AssignedNotes, NoteMark, Person, RecordNote, RecordNotes } from './notes/noted-records'
import type { Overview } from './overview/interface'
import type { PeopleAndSessions } from './people/interface'
import type { Rehearsed, Rehearsing } from './rehearsals/interface'
import type { consoleSchemas } from './schemas'
import type { TeamVersions } from './team/interface'
import type { SavedView, SavedViews, ViewCount } from './views/interface'
import type { ChangedWebhook, CreatedWebhook, Webhook, WebhookDelivery } from './webhooks/interface'

type SchemaName = keyof typeof consoleSchemas

/** JSON of a type; the member exists for the compiler only. */
type Json<Body> = 'json' & { readonly type?: Body }
const json = <Body>() => 'json' as Json<Body>

type SharedRow = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the environment; `{id}` is a value. */
  path: string
  /** What it does, for the description. */
  summary: string
  /** What is asked for, as a refusal names it. */
  title: string
  /** Who may. Where it depends on what is asked for, the handler checks further. */
  roles: readonly Role[]
  query?: SchemaName
  body?: SchemaName
  /** JSON, server-sent events, or a file. */
  answer: Json<unknown> | 'events' | 'file'
  /** A page asks for it by itself: it never extends the session. */
  isBackground?: true
  /** It shows records or what people wrote of them, so the audit log counts it although a page asks for it by itself. */
  showsRecords?: true
  /**
   * In production its person confirms at company sign-in that it is them, for exactly what is asked: always, or for these
   * `actions`. `isShared`: it changes what all environments share, so it needs that by each of their addresses.
   */
  confirmed?: { actions?: readonly string[]; isShared?: true }
  /** It changes only what is the person's own, so whoever only reads may do it too. */
  isOwn?: true
  /** Who may share what is their own, and change what they have shared: it is others' as well. */
  sharing?: readonly Role[]
  /** What its ids are, if not UUIDs only: a version's number, or also a word of ours. Nothing else is audited as it was sent. */
  idForm?: 'version' | 'word'
  /** Pages repeat it: the audit log has the first, and counts those that follow. */
  isRepeated?: true
}

/** It changes nothing. `isRead`: although it is no GET: it makes many calls, which another site must not cause. */
type ConsoleRead = SharedRow & { daily?: undefined; isTaken?: undefined } & (
    | { method: 'GET'; isRead?: undefined }
    | { isRead: true }
  )

/** It stores something, at least its lines of the audit log. */
type ConsoleAct = SharedRow & {
  /**
   * How often one person may do it in a day: more than any desk does, so that nobody fills the database. What pages repeat
   * takes one of them for each line of its own.
   */
  daily: number
  isRead?: undefined
  /** It takes records away as a file: an act for the audit log, although it is a GET. */
  isTaken?: true
}

export type ConsoleRow = ConsoleRead | ConsoleAct

const lookUp = operationNames.find((name) => rowOf(name).isLookedUp) ?? 'listTransfers'
const observed = operationNames.find((name) => rowOf(name).isObserved) ?? 'getTransfer'
const followed = operationNames.find((name) => rowOf(name).isFollowed) ?? 'listTransfers'

const activity = { title: 'Activity', roles: activityReaders }
const changing = { title: 'Changing requests', roles: activityWriters }
const listReaders = rolesWith('read')
const notes = { title: 'Notes', roles: listReaders }
const noting = { title: 'Writing notes', roles: rolesWith('note') }
const views = { title: 'Views', roles: listReaders }
const ownViews = { ...views, isOwn: true, idForm: 'word' } as const
const exports = { title: 'Exports', roles: rolesWith('export') }
const ownExports = { ...exports, isOwn: true } as const
/** They send what transfers hold to other systems. */
const webhooks = { title: 'Webhooks', roles: rolesWith('configure') }
const webhookReading = { title: 'Webhooks', roles: rolesWith('configure', 'audit') }
const audit = { title: 'The audit log', roles: auditReaders }
const restores = { title: 'Restores', roles: activityReaders }
const movements = { title: 'Movements', roles: rowOf(lookUp).roles }
const policies = { title: 'Policies', roles: policyRoles, idForm: 'version' } as const
const sessions = { title: 'Your sessions', roles: listReaders }
const connection = { title: 'The connection', roles: rolesWith('configure', 'audit'), answer: json<Connection>() }
const releasing = { title: 'Releasing a restored copy', roles: holdRoles }

/** @param more what is left of a row */
const row = <
  const Method extends ConsoleRow['method'],
  const Path extends string,
  const More extends Omit<SharedRow, 'method' | 'path' | 'summary'>,
>(
  method: Method,
  path: Path,
  summary: string,
  more: More,
) => ({ method, path, summary, ...more })

type Presets = { entries: Preset[] }
type Webhooks = { webhooks: Webhook[] }

export const consoleOperations = {
  listIntents: row('GET', 'intents', 'Lists the requests made here, newest first.', {
    ...activity,
    query: 'IntentQuery',
    answer: json<IntentPage>(),
  }),
  getIntent: row('GET', 'intents/{id}', 'Returns one request: what was sent, what was answered, and its history.', {
    ...activity,
    answer: json<IntentDetail>(),
  }),
  resolveIntent: row(
    'POST',
    'intents/{id}/resolve',
    'Checks the outcome of a request by sending it again under its reference.',
    { daily: 20_000, ...changing, isRepeated: true, answer: json<IntentDetail>() },
  ),
  sendIntent: row('POST', 'intents/{id}/send', 'Sends a request that was recorded and never sent.', {
    daily: 20_000,
    ...changing,
    answer: json<IntentDetail>(),
  }),
  withdrawIntent: row('POST', 'intents/{id}/withdraw', 'Ends a request that was recorded and never sent.', {
    daily: 20_000,
    ...changing,
    answer: json<IntentDetail>(),
  }),
  noteIntent: row('POST', 'intents/{id}/notes', 'Records what a person knows of the outcome of a request.', {
    daily: 5_000,
    ...changing,
    body: 'NewNote',
    answer: json<IntentDetail>(),
  }),

  decideIntent: row(
    'POST',
    'intents/{id}/decisions',
    'Records a decision, a question or an answer about a request that waits.',
    { daily: 20_000, title: 'Deciding', roles: decisionRoles, body: 'NewDecision', answer: json<IntentDetail>() },
  ),
  weighRequest: row('POST', 'approvals/weigh', 'Says who would have to approve a request.', {
    ...{ ...activity, body: 'RequestToWeigh', isRead: true },
    answer: json<WeighedRequest>(),
  }),

  listPolicies: row('GET', 'policies', 'Lists the versions of the policy, newest first.', {
    ...activity,
    answer: json<Policies>(),
  }),
  proposePolicy: row('PUT', 'policies/{id}', 'Proposes the next version of the policy.', {
    daily: 200,
    ...policies,
    body: 'NewPolicy',
    answer: json<Policies>(),
  }),
  activatePolicy: row('POST', 'policies/{id}/activate', 'Activates a proposed version.', {
    daily: 200,
    ...policies,
    answer: json<Policies>(),
  }),
  withdrawPolicy: row('DELETE', 'policies/{id}', 'Withdraws a proposed version.', {
    daily: 200,
    ...policies,
    answer: json<Policies>(),
  }),
  simulatePolicy: row('POST', 'policies/simulate', 'Says what a policy would have asked for in the last 90 days.', {
    ...{ ...policies, body: 'NewPolicy', isRead: true },
    answer: json<Simulation>(),
  }),

  readOrderReferences: row('GET', 'order-references', 'Returns the newest orders and fills from here in a market.', {
    ...activity,
    query: 'OrderReferencesQuery',
    answer: json<OrderReferences>(),
  }),

  listPresets: row('GET', 'presets', 'Lists profile names or metadata templates.', {
    title: 'Profile names',
    roles: listReaders,
    query: 'PresetQuery',
    answer: json<Presets>(),
  }),
  savePreset: row('PUT', 'presets', 'Saves a profile name or a metadata template.', {
    daily: 2_000,
    ...changing,
    query: 'PresetQuery',
    body: 'NewPreset',
    answer: json<Presets>(),
  }),
  removePreset: row('DELETE', 'presets', 'Removes a profile name or a metadata template.', {
    daily: 2_000,
    ...changing,
    query: 'PresetPlace',
    answer: json<Presets>(),
  }),

  lookup: row('POST', 'lookup', 'Finds the transfers and requests that have what a person pasted.', {
    title: rowOf(lookUp).title,
    roles: rolesWith('look-up'),
    body: 'LookupRequest',
    isRead: true,
    answer: json<LookupAnswer>(),
  }),
  listRecords: row(
    'POST',
    'records/{list}',
    "Returns a page of a list as Mintdesk's own database has it, by filters that the provider cannot combine or does not have.",
    { title: 'Lists', roles: listReaders, body: 'RecordsRequest', isRead: true, answer: json<RecordsPage>() },
  ),
  readOverview: row('POST', 'overview', 'Returns the figures of a range of time.', {
    title: 'The overview',
    roles: listReaders,
    body: 'OverviewRequest',
    isRead: true,
    answer: json<Overview>(),
  }),
  observedTransfer: row('GET', 'transfers/{id}/observed', 'Returns what Mintdesk has seen of a transfer.', {
    title: rowOf(observed).title,
    roles: rowOf(observed).roles,
    answer: json<TransferObservations>(),
    isBackground: true,
    showsRecords: true,
  }),
  listMovements: row('GET', 'movements', 'Lists movements of money, those with the newest transfers first.', {
    ...movements,
    query: 'MovementQuery',
    answer: json<MovementPage>(),
  }),
  readMovement: row(
    'GET',
    'movements/{id}',
    'Returns the movement that a transfer belongs to, or that was planned here.',
    {
      ...movements,
      answer: json<MovementAnswer>(),
    },
  ),
  planMovement: row(
    'PUT',
    'movements/{id}',
    'Records a movement that a person plans; the same again changes nothing.',
    {
      daily: 5_000,
      title: 'Planning movements',
      roles: activityWriters,
      body: 'NewMovement',
      answer: json<PlannedMovement>(),
    },
  ),
  changePlan: row('PATCH', 'movements/{id}', 'Withdraws a plan, or records that its wire was sent at the bank.', {
    daily: 5_000,
    title: 'Planning movements',
    roles: activityWriters,
    body: 'PlanChange',
    answer: json<ChangedPlan>(),
  }),
  joinMovement: row('POST', 'movements/{id}/joins', 'Records that two transfers belong together, as a person knows.', {
    daily: 5_000,
    title: 'Joining transfers',
    roles: activityWriters,
    body: 'NewMovementJoin',
    answer: json<object>(),
  }),
  undoJoin: row('DELETE', 'movements/{id}/joins/{other}', 'Undoes a join, and records who did.', {
    daily: 5_000,
    title: 'Joining transfers',
    roles: activityWriters,
    answer: json<object>(),
  }),
  followChanges: row('GET', 'live', 'Sends what changes at the provider, while a page listens.', {
    title: rowOf(followed).title,
    roles: rowOf(followed).roles,
    answer: 'events',
    isBackground: true,
    showsRecords: true,
  }),

  listNoteMarks: row('GET', 'notes', 'Counts the notes of up to 100 records.', {
    ...notes,
    query: 'MarksQuery',
    answer: json<{ marks: NoteMark[] }>(),
    isBackground: true,
  }),
  addNote: row('POST', 'notes', 'Adds a note to a record.', {
    daily: 2_000,
    ...noting,
    body: 'NewRecordNote',
    answer: json<RecordNote>(),
  }),
  listNotes: row('GET', 'notes/of', 'Lists the notes of one record.', {
    ...notes,
    query: 'NotesQuery',
    answer: json<RecordNotes>(),
    isBackground: true,
    showsRecords: true,
  }),
  listExportedNotes: row('GET', 'notes/exported', 'Lists the notes of up to 100 records as exports have them.', {
    ...notes,
    query: 'MarksQuery',
    answer: json<NotesOfRecords>(),
  }),
  listAssignedNotes: row(
    'GET',
    'notes/assigned',
    'Lists the open notes that are assigned to the person who asks, and those that they assigned to others.',
    { ...notes, answer: json<AssignedNotes>(), isBackground: true, showsRecords: true },
  ),
  listPeople: row('GET', 'notes/people', 'Lists the people to whom a note can be assigned.', {
    ...notes,
    query: 'PeopleQuery',
    answer: json<{ people: Person[] }>(),
    isBackground: true,
  }),
  changeNote: row('POST', 'notes/{id}', 'Assigns a note, marks it as done, opens it again or corrects it.', {
    daily: 5_000,
    ...noting,
    body: 'NoteChange',
    answer: json<RecordNote>(),
  }),

  listViews: row('GET', 'views', 'Lists the saved views that a person sees, and their pins.', {
    ...views,
    answer: json<SavedViews>(),
    isBackground: true,
  }),
  countNew: row('GET', 'views/counts', "Counts what is new in a person's pinned views.", {
    ...views,
    query: 'CountsQuery',
    answer: json<{ counts: ViewCount[] }>(),
    isBackground: true,
  }),
  saveView: row('PUT', 'views/{id}', 'Adds or changes a view; the same again changes nothing.', {
    daily: 1_000,
    ...ownViews,
    sharing: rolesWith(...changingRights),
    body: 'ViewInput',
    answer: json<SavedView>(),
  }),
  removeView: row('DELETE', 'views/{id}', 'Deletes a view.', { daily: 1_000, ...ownViews, answer: json<object>() }),
  pinView: row('PUT', 'views/{id}/pin', "Pins a view to a person's navigation.", {
    daily: 1_000,
    ...ownViews,
    answer: json<object>(),
  }),
  unpinView: row('DELETE', 'views/{id}/pin', 'Unpins a view.', { daily: 1_000, ...ownViews, answer: json<object>() }),
  openView: row('POST', 'views/{id}/opened', 'Notes that a person opened a pinned view.', {
    daily: 20_000,
    ...ownViews,
    body: 'OpenedInput',
    answer: json<object>(),
    isBackground: true,
  }),

  listExports: row('GET', 'exports', 'Lists exports and their schedules.', {
    ...exports,
    answer: json<ExportPage>(),
    isBackground: true,
  }),
  startExport: row('POST', 'exports', 'Starts an export of a whole list; the same id again starts nothing.', {
    daily: 500,
    ...ownExports,
    body: 'NewExport',
    answer: json<ExportJob>(),
  }),
  addExportSchedule: row('POST', 'exports/schedules', 'Adds a schedule of exports.', {
    daily: 200,
    ...ownExports,
    body: 'NewExportSchedule',
    answer: json<object>(),
  }),
  removeExportSchedule: row('DELETE', 'exports/schedules/{id}', 'Removes a schedule of exports.', {
    daily: 200,
    ...ownExports,
    answer: json<object>(),
  }),
  getExport: row('GET', 'exports/{id}', 'Returns one export.', {
    ...exports,
    answer: json<ExportJob>(),
    isBackground: true,
  }),
  removeExport: row('DELETE', 'exports/{id}', 'Ends an export and deletes its file.', {
    daily: 1_000,
    ...ownExports,
    answer: json<object>(),
  }),
  cancelExport: row('POST', 'exports/{id}/cancel', 'Ends an export before it is complete.', {
    daily: 1_000,
    ...ownExports,
    answer: json<ExportJob>(),
  }),
  getExportFile: row(
    'GET',
    'exports/{id}/file',
    'Returns the file of an export, also in ranges; while it is made, as it grows.',
    { daily: 5_000, ...exports, isTaken: true, answer: 'file' },
  ),
  getExportManifest: row('GET', 'exports/{id}/manifest', 'Returns what the file of an export is made of.', {
    ...exports,
    answer: json<ExportManifest>(),
  }),

  listAudit: row('GET', 'audit', 'Lists the audit log.', {
    ...audit,
    query: 'AuditQuery',
    answer: json<AuditPage>(),
  }),
  getAuditFile: row('GET', 'audit/file', 'Exports the audit log.', {
    daily: 500,
    ...audit,
    query: 'AuditFileQuery',
    isTaken: true,
    answer: 'file',
  }),

  listWebhooks: row('GET', 'webhooks', 'Lists the webhooks.', {
    ...webhookReading,
    answer: json<Webhooks>(),
    isBackground: true,
  }),
  addWebhook: row('POST', 'webhooks', 'Adds a webhook.', {
    daily: 200,
    ...webhooks,
    body: 'NewWebhook',
    // What transfers hold is sent to its address from then on.
    confirmed: {},
    answer: json<CreatedWebhook>(),
  }),
  changeWebhook: row(
    'PATCH',
    'webhooks/{id}',
    'Turns a webhook on or off, tests it, sends events again, or changes its secret.',
    {
      daily: 2_000,
      ...webhooks,
      body: 'WebhookChange',
      confirmed: { actions: ['turn-on', 'rotate'] },
      answer: json<ChangedWebhook>(),
    },
  ),
  listDeliveries: row('GET', 'webhooks/{id}/deliveries', 'Lists the last deliveries of a webhook, newest first.', {
    ...webhookReading,
    answer: json<{ deliveries: WebhookDelivery[] }>(),
    isBackground: true,
  }),
  getDelivery: row('GET', 'webhooks/{id}/deliveries/{sequence}', 'Returns the body of a delivery.', {
    ...webhookReading,
    answer: json<{ body: string }>(),
  }),
  removeWebhook: row('DELETE', 'webhooks/{id}', 'Removes a webhook.', {
    daily: 200,
    ...webhooks,
    answer: json<Webhooks>(),
  }),

  readPeople: row('GET', 'people', 'Lists who has access, and all open sessions.', {
    title: 'People and sessions',
    roles: rolesWith('configure', 'audit'),
    answer: json<PeopleAndSessions>(),
    isBackground: true,
  }),
  listSessions: row('GET', 'sessions', 'Lists one’s own open sessions.', {
    ...sessions,
    answer: json<PeopleAndSessions>(),
    isBackground: true,
  }),
  endSession: row('DELETE', 'sessions/{id}', 'Ends a session.', {
    daily: 1_000,
    ...sessions,
    isOwn: true,
    answer: json<PeopleAndSessions>(),
  }),
  endOtherSessions: row('DELETE', 'sessions', 'Ends all other sessions that the person may end.', {
    daily: 1_000,
    ...sessions,
    isOwn: true,
    answer: json<PeopleAndSessions>(),
  }),

  readConnection: row('GET', 'connection', 'Says how the connection to the provider is.', {
    ...connection,
    isBackground: true,
  }),
  checkConnection: row('POST', 'connection/check', 'Checks the connection by tokens and a read.', {
    ...connection,
    isRead: true,
  }),

  changeTeamSettings: row('PUT', 'desk/{id}', 'Saves the settings of the desk.', {
    daily: 200,
    ...{ title: 'Settings', roles: rolesWith('configure'), idForm: 'version' },
    body: 'NewTeamSettings',
    answer: json<TeamVersions>(),
  }),

  readRehearsing: row('GET', 'rehearsal', 'Returns what a rehearsal can change in a demo, and the time there.', {
    title: 'Rehearsing',
    roles: listReaders,
    answer: json<Rehearsing>(),
    isBackground: true,
  }),
  rehearse: row('POST', 'rehearsal', 'Lets something happen in a demo, through the control of the built-in sandbox.', {
    daily: 5_000,
    title: 'Rehearsing',
    roles: rolesWith(...changingRights),
    body: 'NewRehearsal',
    answer: json<Rehearsed>(),
  }),

  readHold: row('GET', 'hold', 'Returns the hold of a restored copy, whole.', {
    ...restores,
    answer: json<{ hold?: Hold }>(),
  }),
  readHoldSummary: row('GET', 'hold/summary', 'Says whether this is a held copy.', {
    title: 'Restores',
    roles: listReaders,
    answer: json<{ hold?: HoldSummary }>(),
    isBackground: true,
  }),
  noteSentRequests: row('POST', 'hold/sent', 'Notes requests that another console sent, as its log names them.', {
    daily: 1_000,
    ...releasing,
    body: 'SentRequests',
    answer: json<{ added: number }>(),
  }),
  reconcileHold: row('POST', 'hold/reconcile', 'Compares a held copy with what the provider lists.', {
    daily: 500,
    ...releasing,
    answer: json<{ hold?: Hold }>(),
  }),
  releaseHold: row('POST', 'hold/release', 'Releases a held copy.', {
    daily: 200,
    ...releasing,
    body: 'NewRelease',
    // Requests are sent from then on.
    confirmed: { isShared: true },
    answer: json<{ hold?: Hold }>(),
  }),
} satisfies Record<string, ConsoleRow>

type Operations = typeof consoleOperations
export type ConsoleOperation = keyof Operations
export const consoleOperationNames = Object.keys(consoleOperations) as ConsoleOperation[]

/** The row of an operation, typed by what all rows share. */
export const consoleRow = (name: ConsoleOperation): ConsoleRow => consoleOperations[name]

type ValueNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never

/** The values in the path of an operation. */
export type PathValues<Name extends ConsoleOperation> = Record<ValueNames<Operations[Name]['path']>, string>

type Checked<Name extends ConsoleOperation, Part extends 'query' | 'body'> =
  Operations[Name] extends Record<Part, infer Schema extends SchemaName>
    ? z.output<(typeof consoleSchemas)[Schema]>
    : undefined

type Part<Key extends string, Value> = [Value] extends [undefined] ? unknown : { [Name in Key]: Value }

/** What a caller gives: `values` of the path, `query` and `body`, each only if the row has it. */
export type ConsoleRequestInput<Name extends ConsoleOperation> = Part<
  'values',
  ValueNames<Operations[Name]['path']> extends never ? undefined : PathValues<Name>
> &
  Part<'query', Checked<Name, 'query'>> &
  Part<'body', Checked<Name, 'body'>>

/** What a handler is given, once it has been checked. */
export type ConsoleInput<Name extends ConsoleOperation> = {
  values: PathValues<Name>
  query: Checked<Name, 'query'>
  body: Checked<Name, 'body'>
}

/** The JSON of an operation's answer; never for events and files. */
export type ConsoleAnswer<Name extends ConsoleOperation> =
  Operations[Name]['answer'] extends Json<infer Body> ? Body : never

/**
 * The path of an operation with encoded values, from `/api` on.
 * @param query a query string, without its question mark
 */
export function consolePath<Name extends ConsoleOperation>(
  environment: string,
  name: Name,
  values: PathValues<Name>,
  query = '',
): string {
  const named: Readonly<Record<string, string>> = values
  const path = consoleRow(name).path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(named[key] ?? ''))
  return `/api/${environment}/${path}${query && `?${query}`}`
}
