import { WebhooksPage } from '@/components/webhooks/webhooks-page'
import { webhooksRows } from '@/lib/features/webhooks/operations'
import { readersPage, titled } from '../session-page'

export const generateMetadata = titled('Webhooks')

export default readersPage('Webhooks', (session) => <WebhooksPage {...session} />, webhooksRows.listWebhooks.roles)
