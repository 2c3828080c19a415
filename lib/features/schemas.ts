/** The schemas that the rows of Mintdesk's own interface name. Only what checks an input loads them. */
import type * as z from 'zod/mini'
import {
  IntentQuery,
  NewNote,
  NewPreset,
  OrderReferencesQuery,
  PresetPlace,
  PresetQuery,
  RequestToWeigh,
} from '../api/intent-input'
import { RecordsRequest } from '../api/record-input'
import { NewDecision, NewPolicy } from './approvals/input'
import { AuditFileQuery, AuditQuery } from './audit/input'
import { NewExport, NewExportSchedule } from './exports/input'
import { NewRelease, SentRequests } from './hold/interface'
import { LookupRequest } from './lookup/input'
import { MovementQuery, NewMovement, NewMovementJoin, PlanChange } from './money/input'
import { MarksQuery, NewRecordNote, NoteChange, NotesQuery, PeopleQuery } from './notes/input'
import { OverviewRequest } from './overview/input'
import { NewRehearsal } from './rehearsals/input'
import { NewTeamSettings } from './team/input'
import { CountsQuery, OpenedInput, ViewInput } from './views/input'
import { NewWebhook, WebhookChange } from './webhooks/input'

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
