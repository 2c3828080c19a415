import type { Metadata } from 'next'
import { TransferList } from '@/components/transfers/transfer-list'
import { pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/console/page-session'

type PageProps = { params: Promise<{ environment: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment } = await pageSession((await params).environment)
  return { title: pageTitle(environment, 'Transfers') }
}

export default async function Page({ params }: PageProps) {
  const { environment } = await pageSession((await params).environment)
  return <TransferList environment={environment} />
}
