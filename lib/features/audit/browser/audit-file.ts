/** The console's API for the audit log, as the browser calls it. */
import { ownPath } from '../../../api/own-row'
import { callConsole } from '../../../browser/operation'
import type { Environment } from '../../../provider/environments'
import type { AuditQuery } from '../input'
import { auditRows } from '../operations'

/** A page of the audit log; `isBackground` if no person requested it. */
export const auditQuery = (environment: Environment, query: AuditQuery, isBackground = false) => ({
  queryKey: [environment, 'audit', query] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    (await callConsole(environment, auditRows.listAudit, { query }, { signal, isBackground })).body,
})

/** Where the lines that a list shows are a file, on all of its pages. */
export function auditFileHref(environment: Environment, params: URLSearchParams, format: 'csv' | 'ndjson'): string {
  const query = new URLSearchParams(params)
  for (const name of ['limit', 'page_cursor']) query.delete(name)
  query.set('format', format)
  return ownPath(environment, auditRows.getAuditFile, {}, query.toString())
}
