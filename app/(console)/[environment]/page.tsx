import type { Metadata } from 'next'
import { Overview } from '@/components/overview/overview'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Overview') }
}

export default async function Page({ params }: PageProps) {
  const { environment, roles } = await pageSession((await params).environment)
  return <Overview environment={environment} roles={roles} />
}
