import type { Metadata } from 'next'
import { CreatedRecords } from '@/components/activity/created-records'
import { ReadersOnly } from '@/components/activity/readers-only'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Rules') }
}

export default async function Page({ params }: PageProps) {
  const { environment, roles } = await pageSession((await params).environment)
  return (
    <ReadersOnly title="Rules" roles={roles}>
      <CreatedRecords environment={environment} roles={roles} creates="createRule" />
    </ReadersOnly>
  )
}
