import type { Metadata } from 'next'
import { MadeList } from '@/components/activity/created-records'
import { ReadersOnly } from '@/components/activity/readers-only'
import { pageTitle } from '@/lib/browser/page-title'
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
      <MadeList environment={environment} roles={roles} kind="rules" />
    </ReadersOnly>
  )
}
