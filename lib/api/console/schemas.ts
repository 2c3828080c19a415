/** The schemas that the rows of Mintdesk's own interface name. Only what checks an input loads them. */
import type * as z from 'zod/mini'
import { NewDecision, NewPolicy, RequestToWeigh } from './approvals/approval-input'
import { AuditFileQuery, AuditQuery } from './audit-input'
import { NewExport, NewExportSchedule } from './export-input'
import { NewRelease, SentRequests } from './holds'
import { IntentQuery, NewNote, NewPreset, OrderReferencesQuery, PresetPlace, PresetQuery } from './intent-input'
import { LookupRequest } from './lookup-input'
import { MovementQuery, NewMovement, NewMovementJoin, PlanChange } from './movements/movement-input'
import { OverviewRequest } from './overview-input'
import { MarksQuery, NewRecordNote, NoteChange, NotesQuery, PeopleQuery } from './record-notes'
import { RecordsRequest } from './records-input'
import { NewRehearsal } from './rehearsal-input'
import { NewTeamSettings } from './team-input'
import { CountsQuery, OpenedInput, ViewInput } from './view-input'
import { NewWebhook, WebhookChange } from './webhook-input'

export const consoleSchemas = {
  AuditQuery,
  AuditFileQuery,
  NewDecision,
  NewPolicy,
  RequestToWeigh,
  CountsQuery,
  IntentQuery,
  LookupRequest,
  MarksQuery,
  MovementQuery,
  NewMovement,
  NewMovementJoin,
  PlanChange,
  NewTeamSettings,
  NewExport,
  NewExportSchedule,
  NewNote,
  NewPreset,
  NewRecordNote,
  NewRehearsal,
  NewRelease,
  NewWebhook,
  NoteChange,
  NotesQuery,
  OpenedInput,
  OrderReferencesQuery,
  OverviewRequest,
  PeopleQuery,
  PresetPlace,
  PresetQuery,
  RecordsRequest,
  SentRequests,
  ViewInput,
  WebhookChange,
} satisfies Record<string, z.core.$ZodType>
