import { ConnectionPage } from '@/components/settings/connection-page'
import { settingsRoles } from '@/lib/api/console/connection'
import { readersPage, titled } from '../../session-page'

export const generateMetadata = titled('Connection')

export default readersPage('Connection', (session) => <ConnectionPage {...session} />, settingsRoles)
