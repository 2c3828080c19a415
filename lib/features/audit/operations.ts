import type { AuditPage } from '../../api/audit'
import { auditReaders } from '../../api/intents'
import { json, type OwnRow, row, takenFrom } from '../../api/own-row'

const takes = takenFrom<typeof import('./input')>()

const audit = { title: 'The audit log', roles: auditReaders }

export const auditRows = {
  listAudit: row('GET', 'audit', 'Lists the audit log.', {
    ...audit,
    query: takes('AuditQuery'),
    answer: json<AuditPage>(),
  }),
  getAuditFile: row('GET', 'audit/file', 'Exports the audit log.', {
    done: 'Exported the audit log',
    daily: 500,
    ...audit,
    query: takes('AuditFileQuery'),
    isTaken: true,
    answer: 'file',
  }),
} satisfies Record<string, OwnRow>
