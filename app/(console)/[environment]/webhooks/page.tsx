import { WebhooksPage } from '@/components/webhooks/webhooks-page'
import { webhookReaders } from '@/lib/api/console/webhooks'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Webhooks')

export default readersPage('Webhooks', (session) => <WebhooksPage {...session} />, webhookReaders)
