import type { Metadata } from 'next'
import { ReconcilePage } from '@/components/lookup/reconcile-page'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Reconcile a file') }
}

export default async function Page({ params }: PageProps) {
  const { environment, person } = await pageSession((await params).environment)
  return <ReconcilePage environment={environment} person={person} />
}
