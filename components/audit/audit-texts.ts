/** What the audit log's filter offers, whom a line names, and what it leads to. */
import { type AuditLine, type AuditPage, requestPrefix } from '@/lib/api/audit'
import { actText, ownLabels, requestLabels } from '@/lib/features/audit-texts'
import type { Environment } from '@/lib/provider/environments'
import { isEnvironment } from '@/lib/provider/environments'

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
