import { ConnectionPage } from '@/components/connection/connection-page'
import { consoleRow } from '@/lib/features/operations'
import { readersPage, titled } from '../../session-page'

export const generateMetadata = titled('Connection')

export default readersPage(
  'Connection',
  (session) => <ConnectionPage {...session} />,
  consoleRow('readConnection').roles,
)
