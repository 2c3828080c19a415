import type { Metadata } from 'next'
import { ReadersOnly } from '@/components/activity/readers-only'
import { HoldPage } from '@/components/hold/hold-page'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Restored copy') }
}

export default async function Page({ params }: PageProps) {
  const { environment, environments, person, roles } = await pageSession((await params).environment)
  return (
    <ReadersOnly title="Restored copy" roles={roles}>
      <HoldPage environment={environment} environments={environments} person={person} roles={roles} />
    </ReadersOnly>
  )
}
