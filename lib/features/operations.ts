/**
 * Mintdesk's own interface, below `/api/{environment}/`: the rows of all features. Routing, the role check, the checks of query
 * and body, the browser's client, the role tests and the description (`/api/openapi.json`) read them.
 */

import { activityRows } from '../api/intent-operations'
import type { OwnRow } from '../api/own-row'
import { recordsRows } from '../api/record-operations'
import { approvalsRows } from './approvals/operations'
import { auditRows } from './audit/operations'
import { connectionRows } from './connection/operations'
import { exportsRows } from './exports/operations'
import { holdRows } from './hold/operations'
import { liveRows } from './live/operations'
import { lookupRows } from './lookup/operations'
import { moneyRows } from './money/operations'
import { notesRows } from './notes/operations'
import { overviewRows } from './overview/operations'
import { peopleRows } from './people/operations'
import { rehearsalsRows } from './rehearsals/operations'
import { teamRows } from './team/operations'
import { viewsRows } from './views/operations'
import { webhooksRows } from './webhooks/operations'

export const consoleOperations = {
  ...activityRows,
  ...approvalsRows,
  ...lookupRows,
  ...recordsRows,
  ...overviewRows,
  ...moneyRows,
  ...liveRows,
  ...notesRows,
  ...viewsRows,
  ...exportsRows,
  ...auditRows,
  ...webhooksRows,
  ...peopleRows,
  ...connectionRows,
  ...teamRows,
  ...rehearsalsRows,
  ...holdRows,
} satisfies Record<string, OwnRow>

export type ConsoleOperation = keyof typeof consoleOperations
export const consoleOperationNames = Object.keys(consoleOperations) as ConsoleOperation[]

/** The row of an operation, typed by what all rows share. */
export const consoleRow = (name: ConsoleOperation): OwnRow => consoleOperations[name]
