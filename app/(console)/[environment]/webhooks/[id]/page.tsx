import { ReadersOnly } from '@/components/activity/readers-only'
import { WebhookPage } from '@/components/webhooks/webhook-page'
import { pageSession } from '@/lib/console/page-session'
import { webhooksRows } from '@/lib/features/webhooks/operations'
import { titled } from '../../session-page'

type PageProps = { params: Promise<{ environment: string; id: string }> }

export const generateMetadata = titled('Webhook')

export default async function Page({ params }: PageProps) {
  const { environment: named, id } = await params
  const { environment, person, roles } = await pageSession(named)
  return (
    <ReadersOnly title="Webhook" roles={roles} readers={webhooksRows.listWebhooks.roles}>
      <WebhookPage key={id} environment={environment} id={id} person={person} roles={roles} />
    </ReadersOnly>
  )
}
