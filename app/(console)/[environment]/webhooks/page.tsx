import type { Metadata } from 'next'
import { ReadersOnly } from '@/components/activity/readers-only'
import { WebhooksPage } from '@/components/webhooks/webhooks-page'
import { webhookRoles } from '@/lib/api/console/webhooks'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Webhooks') }
}

export default async function Page({ params }: PageProps) {
  const { environment, person, roles } = await pageSession((await params).environment)
  return (
    <ReadersOnly title="Webhooks" roles={roles} readers={webhookRoles}>
      <WebhooksPage environment={environment} person={person} />
    </ReadersOnly>
  )
}
