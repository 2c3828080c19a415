import { WebhooksPage } from '@/components/webhooks/webhooks-page'
import { consoleRow } from '@/lib/features/operations'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Webhooks')

export default readersPage('Webhooks', (session) => <WebhooksPage {...session} />, consoleRow('listWebhooks').roles)
