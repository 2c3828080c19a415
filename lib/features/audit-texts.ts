/** What a line of the audit log says: on its page and in its CSV. */

import type { DecisionKind } from '../api/approval'
import { type AuditLine, requestPrefix } from '../api/audit'
import type { IntentEventKind } from '../api/intents'
import { sumText } from '../api/planned'
import { isObject } from '../domain/json'
import { operationNames, rowOf } from '../provider/operations'
import { shortened } from '../provider/summaries'
import { consoleOperationNames, consoleRow } from './operations'

/** What acts of Mintdesk's own interface did, by their names: "Added a webhook". */
export type ActLabels = Readonly<Record<string, string>>

/** Acts that follow from no row of operations.ts. */
export const ownLabels: ActLabels = {
  'sign-in': 'Signed in',
  'sign-out': 'Signed out',
  'session-ended': 'Session ended',
  'sign-in-refused': 'Sign-in refused',
  'identity-refused': 'Refused: identity not confirmed',
  'roles-changed': 'Roles changed',
  'role-refused': 'Refused: role',
  'person-changed': 'Refused: another person signed in',
  'not-same-origin': 'Refused: another site',
  'not-signed-in': 'Refused: not signed in',
  'refused-often': 'Refused, beyond those with a line of their own',
  'account-number-shown': 'Saw a whole account number',
  read: 'Read records',
  'console-started': 'Started',
  'chain-began': 'Began a chain after a restore',
  'request-refused': 'Request refused',
}

export const requestLabels: Readonly<Record<IntentEventKind, string>> = {
  prepared: 'Requested',
  reason: 'Gave a reason',
  weighed: 'Policy applied: needs approval',
  identified: 'Confirmed identity',
  approved: 'Approved',
  declined: 'Declined',
  expired: 'Approval expired',
  question: 'Asked or answered a question',
  withdrawn: 'Withdrew',
  sent: 'Sent',
  'not-sent': 'Not sent',
  answered: 'Recorded the answer',
  lost: 'Recorded an unknown outcome',
  asked: 'Checked the outcome',
  noted: 'Noted an outcome',
}

const actLabels: ActLabels = {
  ...ownLabels,
  ...Object.fromEntries(Object.entries(requestLabels).map(([kind, label]) => [requestPrefix + kind, label])),
}

/** Words of ours in a sentence: `wrong-credentials` is "wrong credentials". */
const words = (text: unknown) => String(text).replaceAll(/[-_]/g, ' ')

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** What did not come about; `unknown` has an action of its own. */
const outcomeWords: Partial<Record<AuditLine['outcome'], string>> = { refused: 'refused', failed: 'failed' }

const titleOf = (kind: string): string => {
  const provider = operationNames.find((name) => name === kind)
  const own = consoleOperationNames.find((name) => name === kind)
  return provider ? rowOf(provider).title : own ? consoleRow(own).title : words(kind)
}

const decisionLabels: Record<DecisionKind, string> = {
  approve: 'Approved a request',
  decline: 'Declined a request',
  ask: 'Asked about a request',
  answer: 'Answered about a request',
  open: 'Opened a request that waits for approval',
  remind: 'Reminded the approvers',
}

const decisionLabel = (act: string, detail = '{}') =>
  act === 'decideIntent' ? decisionLabels[JSON.parse(detail).kind as DecisionKind] : undefined

/** What was done: "Signed in", "Added a webhook: refused". */
export function actText(
  { act, outcome, detail }: Pick<AuditLine, 'act' | 'outcome'> & { detail?: string },
  labels: ActLabels,
): string {
  const label = decisionLabel(act, detail) ?? actLabels[act] ?? labels[act] ?? capital(words(act))
  const said = label.includes('efused') ? undefined : outcomeWords[outcome]
  return said ? `${label}: ${said}` : label
}

/** What it was done to: "Sell 12.50 BTC", "Webhooks 512f26ad…1234", "Transfers". */
export function objectText({ summary, object_kind: kind, object_id: id }: AuditLine): string {
  if (summary) return summary
  const name = capital(titleOf(kind))
  return id ? `${name} ${shortened(id)}` : name
}

/** Events of a request that say how much it is about. */
const withAmount = ['prepared', 'approved', 'sent'].map((kind) => requestPrefix + kind)

const countedText = (counts: unknown, labels: ActLabels) =>
  isObject(counts)
    ? Object.entries(counts).map(
        ([act, count]) => `${actLabels[act] ?? labels[act] ?? capital(titleOf(act))} ${count} times`,
      )
    : []

/** A check is answered with 409 where the provider has a record with that reference. */
const answerText = (act: string, status: unknown) =>
  act === `${requestPrefix}asked` && status === 409 ? 'Reference found' : `Answered with ${status}`

/** What changed, in words: "1,140,625.00 USD", "Invalid input: quote amount", "3 times". */
export function changeText({ act, amount, policy_version, detail }: AuditLine, labels: ActLabels): string {
  const { problem, fields, status, reason, count, acts, action, kind, role, encryption_key } = JSON.parse(detail)
  const named = Array.isArray(fields) && fields.length > 0 ? `: ${fields.map(words).join(', ')}` : ''
  return [
    amount && withAmount.includes(act) && sumText(amount),
    act === `${requestPrefix}weighed` && policy_version !== undefined && `Policy version ${policy_version}`,
    problem !== undefined ? capital(words(problem)) + named : status !== undefined && answerText(act, status),
    reason !== undefined && capital(words(reason)),
    ...countedText(acts, labels),
    acts === undefined && count !== undefined && (count === 1 ? 'Once' : `${count} times`),
    action !== undefined && capital(words(action)),
    kind !== undefined && !decisionLabel(act, detail) && capital(words(kind)),
    role !== undefined && `As ${words(role)}`,
    encryption_key !== undefined && `With the key ${encryption_key}`,
  ]
    .filter(Boolean)
    .join(', ')
}
