import { AuditPage } from '@/components/audit/audit-page'
import { auditReaders } from '@/lib/api/intents'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Audit log')

export default readersPage('Audit log', (session) => <AuditPage {...session} />, auditReaders)
