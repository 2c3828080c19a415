import type { Metadata } from 'next'
import { ActivityPage } from '@/components/activity/activity-page'
import { ReadersOnly } from '@/components/activity/readers-only'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Activity') }
}

export default async function Page({ params }: PageProps) {
  const { environment, person, roles } = await pageSession((await params).environment)
  return (
    <ReadersOnly title="Activity" roles={roles}>
      <ActivityPage environment={environment} person={person} roles={roles} />
    </ReadersOnly>
  )
}
