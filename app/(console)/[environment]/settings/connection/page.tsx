import { ConnectionPage } from '@/components/settings/connection-page'
import { consoleRow } from '@/lib/api/console/operations'
import { readersPage, titled } from '../../session-page'

export const generateMetadata = titled('Connection')

export default readersPage(
  'Connection',
  (session) => <ConnectionPage {...session} />,
  consoleRow('readConnection').roles,
)
