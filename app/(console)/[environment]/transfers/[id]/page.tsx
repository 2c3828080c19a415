import type { Metadata } from 'next'
import { transferRead } from '@/components/records/transfer-reads'
import { TransferPage } from '@/components/transfers/transfer-page'
import { shorten } from '@/lib/browser/identifiers'
import { decodedSegment, pageTitle } from '@/lib/browser/pages'
import { askEarly, pageSession } from '@/lib/console/page-session'

type PageProps = { params: Promise<{ environment: string; id: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment: named, id } = await params
  const { environment } = await pageSession(named)
  return { title: pageTitle(environment, `Transfer ${shorten(decodedSegment(id), 8)}`) }
}

export default async function Page({ params }: PageProps) {
  const { environment: named, id } = await params
  const { environment, environments } = await pageSession(named)
  await askEarly(() => [transferRead(environment, decodedSegment(id)).url])
  const other = environments.find((one) => one !== environment)
  return <TransferPage environment={environment} other={other} id={decodedSegment(id)} />
}
