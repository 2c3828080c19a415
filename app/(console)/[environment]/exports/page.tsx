import type { Metadata } from 'next'
import { ExportsPage } from '@/components/exports/exports-page'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Exports') }
}

export default async function Page({ params }: PageProps) {
  const { environment } = await pageSession((await params).environment)
  return <ExportsPage environment={environment} />
}
