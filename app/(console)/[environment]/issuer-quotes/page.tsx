import type { Metadata } from 'next'
import { IssuerQuoteList } from '@/components/issuer-quotes/issuer-quote-list'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/server/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Issuer quotes') }
}

export default async function Page({ params }: PageProps) {
  const { environment } = await pageSession((await params).environment)
  return <IssuerQuoteList environment={environment} />
}
