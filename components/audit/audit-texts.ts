/** The words of the audit log's lines, and what they lead to. */
import { type AuditLine, type AuditPage, requestPrefix } from '@/lib/api/audit'
import type { IntentEventKind } from '@/lib/api/intents'
import { shorten } from '@/lib/browser/identifiers'
import { consoleOperationNames, consoleRow } from '@/lib/features/operations'
import type { Environment } from '@/lib/provider/environments'
import { isEnvironment } from '@/lib/provider/environments'
import { operationNames, rowOf } from '@/lib/provider/operations'

/** Acts that follow from no row of operations.ts. */
const ownLabels: Readonly<Record<string, string>> = {
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

const requestLabels: Readonly<Record<IntentEventKind, string>> = {
  prepared: 'Requested',
  reason: 'Gave a reason',
  weighed: 'Weighed by the policy',
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

const actLabels: Readonly<Record<string, string>> = {
  ...ownLabels,
  ...Object.fromEntries(Object.entries(requestLabels).map(([kind, label]) => [requestPrefix + kind, label])),
}

/** What was done: "Signed in", "Adds a webhook, refused". @param labels of operations, as the server words them */
export function actText({ act, outcome }: Pick<AuditLine, 'act' | 'outcome'>, labels: AuditPage['labels']): string {
  const label = actLabels[act] ?? labels[act] ?? act
  const isSaid = outcome === 'done' || outcome === 'begun' || outcome === 'unknown' || label.includes('efused')
  return isSaid ? label : `${label}, ${outcome}`
}

const choices = (names: readonly string[], labels: AuditPage['labels']) =>
  names.map((value) => ({ value, label: actText({ act: value, outcome: 'done' }, labels) }))

/** Acts to choose from, by what they are about. */
export function actGroups(labels: AuditPage['labels']) {
  return {
    Access: choices(Object.keys(ownLabels), labels),
    Requests: choices(
      Object.keys(requestLabels).map((kind) => requestPrefix + kind),
      labels,
    ),
    Mintdesk: choices(Object.keys(labels), labels),
  }
}

/** Whether a line names what a request said only by a digest, because it may be an account number. */
const isDigest = (id: string) => id.startsWith('digest:')

export const personText = ({ name, subject }: AuditLine) => name || subject || 'Not signed in'

function consoleTitle(kind: string): string | undefined {
  const name = consoleOperationNames.find((one) => one === kind)
  return name && consoleRow(name).title
}

/** What it was done to: "Sell 12.50 BTC", "Webhooks 512f26ad…", "Transfers". */
export function objectText({ summary, object_kind: kind, object_id: id }: AuditLine): string {
  if (summary) return summary
  const provider = operationNames.find((name) => name === kind)
  const title = provider ? rowOf(provider).title : (consoleTitle(kind) ?? kind.replaceAll('-', ' '))
  const name = title.charAt(0).toUpperCase() + title.slice(1)
  return id ? `${name} ${shorten(id, 8)}` : name
}

/** Said elsewhere: an operation's name in the request itself; a statement is for verifiers. */
const unsaid = ['operation', 'statement']

/** `status 200`, `count 3`; a problem says its status. */
export function detailText({ detail }: AuditLine): string {
  const members: Record<string, unknown> = JSON.parse(detail)
  return Object.entries(members)
    .filter(([name]) => !unsaid.includes(name) && !(name === 'status' && 'problem' in members))
    .map(([name, value]) => {
      const said = Array.isArray(value) ? value.join(' ') : typeof value === 'object' ? JSON.stringify(value) : value
      return `${name.replaceAll('_', ' ')} ${said}`
    })
    .join(', ')
}

/** Pages of what a line is about, by its kind; `{id}` is its id. */
const pages: Readonly<Record<string, string>> = {
  intents: 'activity/{id}',
  movements: 'money/{id}',
  webhooks: 'webhooks/{id}',
  policies: 'settings/policies',
  exports: 'exports',
}

export function objectHref(current: Environment, { environment, object_kind, object_id }: AuditLine) {
  const page = pages[object_kind]
  if (page === undefined || object_id === '' || isDigest(object_id)) return undefined
  const place = isEnvironment(environment) ? environment : current
  return `/${place}/${page.replace('{id}', encodeURIComponent(object_id))}`
}
