import type { Metadata } from 'next'
import { MovementPage } from '@/components/money/movement-page'
import { activityWriters } from '@/lib/api/intents'
import { shorten } from '@/lib/browser/identifiers'
import { decodedSegment, pageTitle } from '@/lib/browser/pages'
import { pageSession } from '@/lib/console/page-session'

type PageProps = { params: Promise<{ environment: string; id: string }> }

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { environment: named, id } = await params
  const { environment } = await pageSession(named)
  return { title: pageTitle(environment, `Movement ${shorten(decodedSegment(id), 8)}`) }
}

export default async function Page({ params }: PageProps) {
  const { environment: named, id } = await params
  const { environment, environments, roles } = await pageSession(named)
  const other = environments.find((one) => one !== environment)
  const mayWrite = roles.some((role) => activityWriters.includes(role))
  return <MovementPage environment={environment} other={other} mayWrite={mayWrite} id={decodedSegment(id)} />
}
