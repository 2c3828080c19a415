import { ConnectionPage } from '@/components/connection/connection-page'
import { connectionRows } from '@/lib/features/connection/operations'
import { readersPage, titled } from '../../session-page'

export const generateMetadata = titled('Connection')

export default readersPage(
  'Connection',
  (session) => <ConnectionPage {...session} />,
  connectionRows.readConnection.roles,
)
